"""The small program that measures what the passes of a closer look find together."""

from pathlib import Path

import numpy as np
import pytest

from datasets.build import BuildConfig, build
from models.measure_passes import figures, judge, measure
from tests.vision.builders import regions
from tests.vision.painted import KnowsColours
from vision.looks import PASSES
from vision.regions import Regions

THREE = [(100.0 + 60 * n, 100.0, 40.0, 140.0, 0.0) for n in range(3)]


def test_the_surest_of_two_on_one_card_is_right() -> None:
    found = regions(
        [*THREE[:2], (102.0, 100.0, 40.0, 140.0, 0.0), (400.0, 400.0, 40.0, 140.0, 0.0)]
    )
    sure = np.array([0.5, 0.2, 0.9, 0.4], np.float32)
    judged = judge(Regions(found.quads_px, found.kinds, sure), regions(THREE).quads_px)
    assert judged.confidences == pytest.approx([0.9, 0.5, 0.4, 0.2])
    assert judged.right.tolist() == [True, False, False, True]
    assert judged.found.tolist() == [True, False, False]
    average, best, shares = figures([judged])
    assert average == pytest.approx(1 / 3 + 1 / 3 * 1 / 2)
    assert best == pytest.approx(2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3))
    assert "30+ px 1/3" in shares


def test_all_right_is_one() -> None:
    judged = judge(regions(THREE), regions(THREE).quads_px)
    average, best, _ = figures([judged])
    assert (average, best) == pytest.approx((1, 1), abs=1e-6)


def test_every_number_of_passes_gets_its_line(tmp_path: Path) -> None:
    config = BuildConfig(2, 5, "held", 320, 1.0, 0.0)
    assert len(list(build(config, tmp_path))) == 2
    lines = list(measure([tmp_path], KnowsColours()))
    assert [line.split(" ")[0] for line in lines] == [str(n + 1) for n in range(len(PASSES))]
