from dataclasses import replace

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from datasets.indices import CLASSES, NOT_AN_INDEX, Look, make_picture
from datasets.indices import scenes as scenes_module
from datasets.pool import CODES
from datasets.scene import Light, Sensor
from tests.datasets.indices.painted import DECKS, BarArt, red_above_blue
from vision.faces.crops import Window, cut


@pytest.fixture(autouse=True)
def plain_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Daylight and a good camera, so that colours stay what they are."""
    monkeypatch.setattr(scenes_module, "sample_light", lambda _: Light(shadow_opacity=0.0))
    monkeypatch.setattr(scenes_module, "sample_sensor", lambda *_: Sensor())


def looks(count: int) -> list[tuple[NDArray[np.uint8], Look]]:
    rng, art = default_rng(1), BarArt()
    pictures = [make_picture(rng, art, DECKS) for _ in range(count)]
    return [(picture.rgb, look) for picture in pictures for look in picture.looks]


def crop(rgb: NDArray[np.uint8], look: Look) -> NDArray[np.uint8]:
    return cut(rgb, Window(look.x_px, look.y_px, look.height_px, look.turn_rad))


def test_what_is_called_an_index_shows_it_upright_and_nothing_else_does() -> None:
    seen = [(look.code, red_above_blue(crop(rgb, look))) for rgb, look in looks(90)]
    named = [shown for code, shown in seen if code]
    others = [shown for code, shown in seen if not code]
    assert len(named) > 35
    assert len(others) > 35
    assert np.mean(named) > 0.9
    assert np.mean(others) < 0.03


def test_a_window_the_wrong_way_round_is_no_index() -> None:
    named = [(rgb, look) for rgb, look in looks(60) if look.code]
    turned = [replace(look, turn_rad=look.turn_rad + np.pi) for _, look in named]
    shown = [red_above_blue(crop(rgb, look)) for (rgb, _), look in zip(named, turned, strict=True)]
    assert not any(shown)


def test_heights_are_those_of_the_index_and_reach_small_ones() -> None:
    heights = [look.index_px for _, look in looks(90) if look.code]
    assert min(heights) < 12
    assert max(heights) > 40
    assert all(look.index_px == 0 for _, look in looks(20) if not look.code)


def test_the_same_seed_gives_the_same_picture() -> None:
    first, second = looks(3), looks(3)
    assert [look for _, look in first] == [look for _, look in second]
    assert all(np.array_equal(a, b) for (a, _), (b, _) in zip(first, second, strict=True))


def test_classes_are_the_52_cards_the_joker_and_nothing() -> None:
    assert len(CLASSES) == 54
    assert (CLASSES[:52], CLASSES[52:]) == (CODES, ("JK", NOT_AN_INDEX))
