"""The bench: one made photo, times by stage, and the ratio to the least that any reader needs."""

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from rich.console import Console

from models.bench import BenchResult, bench, bench_decks, peak_mb, print_bench, run_bench
from tests.served import networks
from vision.detector import Found
from vision.regions import Regions


class FindsNothing:
    """A detector for timing what is left without one."""

    stride_px = 32
    confidence = 0.25

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        assert rgb.ndim == 3
        assert confidence is None or confidence < 1
        return Found(Regions.empty())


@pytest.fixture(scope="module")
def result() -> BenchResult:
    forwarded: list[tuple[int, ...]] = []
    nothing = networks(FindsNothing())
    found = bench(nothing, lambda view: forwarded.append(view.shape), photos_count=2)
    assert forwarded == [(960, 1280, 3)] * 3
    return found


def test_every_stage_is_timed_once_a_photo(result: BenchResult) -> None:
    assert {"decode", "detect", "group", "owners", "doubt"} <= result.stages_ms.keys()
    assert len(result.stages_ms["decode"]) == len(result.whole_ms) == 2
    assert (result.counted, result.cards) == (0, 80)


def test_the_whole_is_more_than_its_parts(result: BenchResult) -> None:
    for place, whole_ms in enumerate(result.whole_ms):
        assert whole_ms >= sum(times_ms[place] for times_ms in result.stages_ms.values())


def test_the_ratio_is_the_whole_over_decoding_and_one_pass() -> None:
    times = BenchResult(
        stages_ms={"decode": (90.0, 100.0, 110.0), "detect": (700.0,)},
        whole_ms=(800.0, 900.0, 1900.0),
        forward_ms=(200.0, 200.0, 200.0),
        peak_mb=100.0,
        counted=80,
        cards=80,
    )
    assert times.ratio == pytest.approx(900 / 300)


def test_the_decks_are_four() -> None:
    assert len({deck.name for deck in bench_decks()}) == 4


def test_memory_is_in_megabytes() -> None:
    assert 20 < peak_mb() < 100_000


def test_the_table_says_all(result: BenchResult) -> None:
    out = io.StringIO()
    print_bench(result, Console(file=out, width=100))
    text = out.getvalue()
    for said in ("whole photo", "one forward pass at 1280 px", "0 of 80", "Peak memory"):
        assert said in text


def test_without_weights_the_exit_code_is_2(tmp_path: Path) -> None:
    assert run_bench(tmp_path / "none.onnx") == 2
