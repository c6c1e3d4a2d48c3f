"""The run: every photo of a folder read as it is served, and measured."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from datasets.truth import read_truth
from models.evaluate.deals import DealResult, measure_deal
from models.evaluate.decks import DeckShelf
from models.evaluate.jobs import Job, JobPhoto, plan_jobs
from models.evaluate.overlap import Quads, quads_of
from models.evaluate.photo_result import PhotoResult, measure_photo
from models.evaluate.report import Report
from models.evaluate.turned import is_same, saved_again, turns
from scoring.reading import Reading
from scoring.rules import RuleSet, rule_set
from vision.decode import decode_file
from vision.networks import Networks
from vision.photo import Photo
from vision.read import ZonePhoto, read_deal
from vision.regions import INDEX
from vision.stopwatch import Stopwatch

Progress = Callable[[int, int, str], None]
"""Is told how many photos are done, how many there are, and which one comes next."""


@dataclass(frozen=True, slots=True)
class _Bench:
    """What every job needs."""

    folder: Path
    networks: Networks
    shelf: DeckShelf
    rules: RuleSet
    turned: bool


def evaluate(
    folder: Path,
    networks: Networks,
    *,
    turned: bool = False,
    limit: int | None = None,
    progress: Progress = lambda _done, _all, _name: None,
) -> Report:
    """Measures networks, and all that is built on them, on a folder of photos with truth.

    Args:
        folder: photos and truth files, subfolders included.
        networks: find cards, tell their backs apart and read their faces.
        turned: also read every photo turned by 90, 180 and 270 degrees, and saved as JPEG 60.
        limit: measure at most so many photos, spread over the folder; None for all.
        progress: is told how far it is.

    Raises:
        DataError: a truth file is broken or does not fit its photo, or there is none.
        PhotoError: a photo cannot be read.
        RuleError: the owners of a deal do not make a deal.
    """
    truths = read_truth(folder)
    jobs = plan_jobs(truths, limit)
    bench = _Bench(folder, networks, DeckShelf(networks), rule_set(), turned)
    count = sum(len(job.photos) for job in jobs)
    done = 0
    photos: list[PhotoResult] = []
    deals: list[DealResult] = []
    stages: dict[str, list[float]] = {}
    for job in jobs:
        progress(done, count, job.photos[0].path.name)
        results, deal, watch = _run_job(job, bench)
        photos += results
        deals += [] if deal is None else [deal]
        for stage, times_ms in watch.stages_ms.items():
            stages.setdefault(stage, []).extend(times_ms)
        done += len(job.photos)
    progress(done, count, "")
    return Report(
        photos=tuple(photos),
        deals=tuple(deals),
        stages_ms={stage: tuple(times_ms) for stage, times_ms in stages.items()},
        failures=bench.shelf.failures,
        skipped=truths.skipped,
    )


def _run_job(job: Job, bench: _Bench) -> tuple[list[PhotoResult], DealResult | None, Stopwatch]:
    """Reads a job's photos and measures each that has truth, and the deal if it is one."""
    watch = Stopwatch()
    decks = bench.shelf.decks(job.decks)
    photos = []
    for item in job.photos:
        with watch.stage("decode"):
            photos.append(decode_file(item.path))
    zoned = [ZonePhoto(photo, item.zone) for photo, item in zip(photos, job.photos, strict=True)]
    reading = read_deal(zoned, decks, bench.networks, caller=job.caller, watch=watch)
    ms = sum(map(sum, watch.stages_ms.values())) / len(photos)
    results = []
    for photo, item in zip(photos, job.photos, strict=True):
        if item.truth is None:
            continue
        result = replace(_measure(photo, item, reading, bench), ms=ms)
        if bench.turned and item.truth.foundations is None:
            how = (item.zone, job, decks, bench.networks)
            turned, saved = is_same(turns(photo), *how), is_same(saved_again(photo), *how)
            result = replace(result, turned_same=turned, saved_same=saved)
        results.append(result)
    deal = None if job.deal is None else measure_deal(job.deal, reading, bench.rules)
    return results, deal, watch


def _measure(photo: Photo, item: JobPhoto, reading: Reading, bench: _Bench) -> PhotoResult:
    truth = item.truth
    assert truth is not None  # noqa: S101 - the caller asked
    indices = quads_of([]) if truth.indices is None else _index_quads(photo, bench.networks)
    name = str(item.path.relative_to(bench.folder)) if _is_in(item, bench) else item.path.name
    return measure_photo(name, truth, reading, indices, bench.rules)


def _is_in(item: JobPhoto, bench: _Bench) -> bool:
    return item.path.is_relative_to(bench.folder)


def _index_quads(photo: Photo, networks: Networks) -> Quads:
    """The index regions of a photo, which readings do not carry."""
    regions = networks.look(photo).regions
    return quads_of(regions.quads_px[regions.kinds == INDEX])
