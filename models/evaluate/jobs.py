"""What is read together: the photos of a deal, or a single photo."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from datasets.truth import DealTruth, PhotoTruth, TruthSet
from scoring.flags import Zone


@dataclass(frozen=True, slots=True)
class JobPhoto:
    """A photo to read, as what, and its own truth where it has one."""

    path: Path
    zone: Zone
    truth: PhotoTruth | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """Photos that are read in one go, with the decks to enrol (owner to photo) and the caller."""

    photos: tuple[JobPhoto, ...]
    decks: Mapping[str, Path]
    caller: str | None = None
    deal: DealTruth | None = None


def plan_jobs(truths: TruthSet, limit: int | None = None) -> list[Job]:
    """Deals first, then the photos that are in no deal.

    A deal's photos are measured as its deal is read. With a limit, at most so many photos, spread
    evenly over the folder; deals are taken whole or not at all.
    """
    own = {truth.photo.resolve(): truth for truth in truths.photos}
    jobs = []
    used: set[Path] = set()
    for deal in truths.deals:
        photos = tuple(JobPhoto(path, zone, own.get(path.resolve())) for zone, path in deal.photos)
        used |= {photo.path.resolve() for photo in photos}
        jobs.append(Job(photos, deal.decks, deal.caller, deal))
    for truth in truths.photos:
        if truth.photo.resolve() not in used:
            photo = JobPhoto(truth.photo, truth.zone or Zone.CENTER, truth)
            jobs.append(Job((photo,), truth.decks, truth.caller))
    return jobs if limit is None else _spread(jobs, limit)


def _spread(jobs: list[Job], limit: int) -> list[Job]:
    """Jobs of at most so many photos: evenly over the folder first, then whatever still fits."""
    photos = sum(len(job.photos) for job in jobs)
    wanted = min(len(jobs), max(1, round(len(jobs) * limit / max(photos, 1))))
    places = dict.fromkeys(place * len(jobs) // wanted for place in range(wanted))
    chosen, left = [], limit
    for place in [*places, *range(len(jobs))]:
        if place not in chosen and len(jobs[place].photos) <= left:
            chosen.append(place)
            left -= len(jobs[place].photos)
    return [jobs[place] for place in sorted(chosen)]
