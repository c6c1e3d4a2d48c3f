"""`nertz bench`: where the time of a photo goes, on a made 12-megapixel photo of four piles.

The measure is the ratio of the whole to decoding that photo plus one forward pass at 1280 px, all
timed in one run, so that it means the same on fast and slow machines.
"""

import io
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.console import Console
from rich.table import Table

from datasets.pool import ArtPool
from datasets.render import render
from datasets.scene import CardLook, PlacedCard, Scene, Sensor
from models.evaluate.shares import percentile
from scoring.errors import NertzError
from scoring.flags import Zone
from scoring.reading import Side
from vision.backs import Deck, enrol
from vision.decode import decode
from vision.detector import OnnxDetector
from vision.frame import whole_photo
from vision.networks import Networks, load_networks
from vision.read import ZonePhoto, read_deal
from vision.stopwatch import Stopwatch

OK, BAD_INPUT = 0, 2
"""Exit codes of the command line."""

WIDTH_PX, HEIGHT_PX = 4000, 3000
PX_PER_MM = 5.7
"""A card is 507 px long: a phone held some 60 cm above four piles."""

PILES, CARDS_EACH, STEP_MM = 4, 20, 12.0
BACKS = ("drawn:3", "drawn:17", "drawn:29", "drawn:41")
FORWARD_SIDE_PX = 1280
JPEG_QUALITY = 92

Forward = Callable[[NDArray[np.uint8]], object]
"""One pass of the network over a picture (H, W, 3)."""


@dataclass(frozen=True, slots=True)
class BenchResult:
    """Milliseconds of every run by stage, of the whole, and of the forward pass alone.

    `counted` cards of `cards` were found; a time of a reader that finds nothing means nothing.
    """

    stages_ms: dict[str, tuple[float, ...]]
    whole_ms: tuple[float, ...]
    forward_ms: tuple[float, ...]
    peak_mb: float
    counted: int
    cards: int

    @property
    def ratio(self) -> float:
        """The whole over decoding plus one forward pass, by their medians."""
        decode_ms = percentile(self.stages_ms["decode"], 0.5) or 0.0
        least_ms = decode_ms + (percentile(self.forward_ms, 0.5) or 0.0)
        return (percentile(self.whole_ms, 0.5) or 0.0) / max(least_ms, 1e-6)


def run_bench(weights: Path, *, photos_count: int = 5) -> int:
    """Times the weights, prints the table and returns the exit code."""
    try:
        networks = load_networks(weights)
    except NertzError as error:
        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        return BAD_INPUT
    assert isinstance(networks.detector, OnnxDetector)  # noqa: S101 - it was loaded from a file
    print_bench(bench(networks, networks.detector.raw, photos_count=photos_count), Console())
    return OK


def bench(networks: Networks, forward: Forward, *, photos_count: int) -> BenchResult:
    """Reads the made photo so many times, after once to warm up.

    `forward` is the network alone, without what becomes of its output.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        data = elsewhere.submit(bench_photo).result()  # drawing it is not to count as memory
    decks = bench_decks()
    frame = whole_photo(WIDTH_PX, HEIGHT_PX, FORWARD_SIDE_PX, networks.detector.stride_px)
    view = frame.view(decode(data, "bench.jpg").rgb)
    counted = _read(data, decks, networks, Stopwatch())
    forward(view)
    watch = Stopwatch()
    for _ in range(max(1, photos_count)):
        with watch.stage("forward"):
            forward(view)
        with watch.stage("whole"):
            _read(data, decks, networks, watch)
    times = {stage: tuple(values) for stage, values in watch.stages_ms.items()}
    return BenchResult(
        stages_ms={s: t for s, t in times.items() if s not in ("whole", "forward")},
        whole_ms=times["whole"],
        forward_ms=times["forward"],
        peak_mb=peak_mb(),
        counted=counted,
        cards=PILES * CARDS_EACH,
    )


def bench_photo() -> bytes:
    """A JPEG of four ribbons of twenty cards; the same bytes in every run."""
    cards = []
    for pile, back in enumerate(BACKS):
        left, top = 80.0 + 330.0 * (pile % 2), 130.0 + 220.0 * (pile // 2)
        for number in range(CARDS_EACH):
            x_mm = left + STEP_MM * number
            cards.append(PlacedCard(x_mm, top, 1.5 * (pile - 1), Side.BACK, back, CardLook(), pile))
    scene = Scene(
        width_px=WIDTH_PX,
        height_px=HEIGHT_PX,
        camera=np.diag([PX_PER_MM, PX_PER_MM, 1.0]),
        surface="own:4",
        surface_turn_deg=0.0,
        surface_mm_per_px=1.0,
        cards=tuple(cards),
        sensor=Sensor(blur_px=0.7, noise=2.5),
    )
    file = io.BytesIO()
    Image.fromarray(render(scene, ArtPool("held")).rgb).save(file, "JPEG", quality=JPEG_QUALITY)
    return file.getvalue()


def bench_decks() -> list[Deck]:
    """The four decks, enrolled from the flat pictures of their backs."""
    pool = ArtPool("held")
    decks = []
    for back in BACKS:
        picture = pool.card(Side.BACK, back)
        height, width = picture.shape[:2]
        outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        decks.append(enrol(back, [(picture, outline, np.pi / 2, height / 88.9)]))
    return decks


def peak_mb() -> float:
    """The largest memory that this process has had, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def print_bench(result: BenchResult, console: Console) -> None:
    """Prints times, memory and the ratio."""
    megapixels = WIDTH_PX * HEIGHT_PX / 1e6
    title = f"{megapixels:.0f} megapixels, {PILES} piles, {result.cards} cards"
    table = Table("part", "p50 ms", "p95 ms", title=title)
    rows = {
        **result.stages_ms,
        "whole photo": result.whole_ms,
        f"one forward pass at {FORWARD_SIDE_PX} px": result.forward_ms,
    }
    for name, times_ms in rows.items():
        p50, p95 = percentile(times_ms, 0.5), percentile(times_ms, 0.95)
        table.add_row(name, f"{p50:.1f}", f"{p95:.1f}")
    console.print(table)
    console.print(f"Cards counted: {result.counted} of {result.cards}")
    console.print(f"Whole photo / (decoding + one forward pass): {result.ratio:.1f}")
    console.print(f"Peak memory: {result.peak_mb:.0f} MB")


def _read(data: bytes, decks: list[Deck], networks: Networks, watch: Stopwatch) -> int:
    """Decodes and reads the photo; returns how many cards were counted."""
    with watch.stage("decode"):
        photo = decode(data, "bench.jpg")
    reading = read_deal([ZonePhoto(photo, Zone.CENTER)], decks, networks, watch=watch)
    return sum(len(photo.marks) for photo in reading.photos)
