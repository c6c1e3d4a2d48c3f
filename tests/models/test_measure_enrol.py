"""The small program that measures enrolment photos."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.pool import ArtPool
from models.measure_enrol import TURN_EVERY, MadePhoto, made_photos, measure
from tests.served import networks
from tests.vision.painted import KnowsColours
from vision.outline import SIDE_PX


class Everything:
    """Takes a card-shaped place in the middle of any photo for a back."""

    def masks(self, picture: np.ndarray) -> np.ndarray:
        masks = np.zeros((2, *picture.shape[:2]), np.float32)
        half = SIDE_PX // 8
        middle = SIDE_PX // 2
        masks[
            0, middle - int(1.4 * half) : middle + int(1.4 * half), middle - half : middle + half
        ] = 1
        return masks


@pytest.fixture(scope="module")
def photos() -> list[MadePhoto]:
    return list(made_photos(TURN_EVERY, ArtPool("held", None), 3))


def test_eight_of_ten_photos_show_a_back(photos: list[MadePhoto]) -> None:
    assert [made.quad_px is not None for made in photos] == [True] * 8 + [False] * 2
    for made in photos[:8]:
        assert made.quad_px is not None
        size = np.array([made.photo.width_px, made.photo.height_px])
        assert ((made.quad_px >= 0) & (made.quad_px <= size)).all()


def test_what_is_found_is_counted(photos: list[MadePhoto]) -> None:
    nothing = measure(iter(photos), networks(KnowsColours()))
    assert nothing[2].startswith("not found, so another photo is asked for: 8/8")
    assert nothing[4].startswith("photos without a back refused: 2/2")
    anything = measure(iter(photos), replace(networks(KnowsColours()), outliner=Everything()))
    assert anything[1].startswith("outlined badly: 8/8")
    assert anything[4].startswith("photos without a back refused: 0/2")
