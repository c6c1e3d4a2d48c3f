from dataclasses import replace

import numpy as np
import pytest
from numpy.random import default_rng

from datasets.backs import (
    BackDesign,
    Stencils,
    builtin_stencils,
    draw_back,
    recolour,
    sample_design,
)
from datasets.backs.design import Family, Motif
from datasets.backs.palette import Palette

BLACK_ON_WHITE = Palette((255, 255, 255), (255, 255, 255), (0, 0, 0), (90, 90, 90))


def design(seed: int) -> BackDesign:
    return sample_design(default_rng(seed))


def plain_field(family: Family) -> BackDesign:
    """The family alone, black on white, no frame."""
    motif = Motif(family, cell_px=24.0, turn_deg=30.0, weight=0.5, seed=5, stencil="star-5")
    return BackDesign(BLACK_ON_WHITE, motif, 1.0, False, 0.0, 0.0, (), None, None, (), False)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_design_gives_the_same_picture(seed: int) -> None:
    first = draw_back(design(seed))
    assert first.shape == (700, 500, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, draw_back(design(seed)))


def test_half_turn_backs_look_the_same_upside_down() -> None:
    seeds = [seed for seed in range(12) if design(seed).half_turn]
    assert len(seeds) > 6
    for seed in seeds:
        drawn = draw_back(design(seed))
        assert np.array_equal(drawn, drawn[::-1, ::-1])


@pytest.mark.parametrize("seed", range(4))
def test_recolouring_changes_nothing_but_the_palette(seed: int) -> None:
    twin = recolour(design(seed), default_rng(99))
    assert twin.palette != design(seed).palette
    assert replace(twin, palette=design(seed).palette) == design(seed)


@pytest.mark.parametrize("seed", [0, 3, 21])
def test_a_twin_has_its_edges_where_the_first_has_them(seed: int) -> None:
    first = replace(design(seed), palette=BLACK_ON_WHITE)
    shades = ((10, 10, 10), (10, 10, 10), (250, 200, 0), (140, 110, 0))
    second = replace(first, palette=Palette(*shades))
    a = draw_back(first).mean(axis=2).ravel()
    b = draw_back(second).mean(axis=2).ravel()
    assert abs(float(np.corrcoef(a, b)[0, 1])) > 0.95


@pytest.mark.parametrize("family", [f for f in Family if f is not Family.PLAIN])
def test_every_family_prints_something_but_not_everything(family: Family) -> None:
    inked = 1 - draw_back(plain_field(family)).mean() / 255
    assert 0.003 < inked < 0.95


def test_most_have_a_border_and_the_half_turn_and_some_are_figures_on_bare_paper() -> None:
    many = [design(seed) for seed in range(600)]
    assert np.mean([d.border_px > 0 for d in many]) == pytest.approx(0.58, abs=0.06)
    assert np.mean([d.half_turn for d in many]) > 0.8
    figures = [d for d in many if d.field.family is Family.SCROLLS]
    bare = [d for d in figures if not d.border_px and d.palette.ground == d.palette.border]
    assert 0.2 < len(bare) / len(figures) < 0.6


def test_borders_are_two_to_six_millimetres() -> None:
    widths = [d.border_px for d in map(design, range(300)) if d.border_px]
    assert min(widths) > 15.8
    assert max(widths) < 47.7


def test_a_design_made_with_more_ornaments_can_be_drawn_with_fewer() -> None:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    rich = Stencils({"only-here": (square,)}, {"tile": np.eye(16, dtype=np.uint8) * 255})
    made = sample_design(default_rng(1), rich)
    assert draw_back(made, builtin_stencils()).shape == (700, 500, 3)
