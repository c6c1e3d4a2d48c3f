"""Faces within the reading of a whole deal."""

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Zone
from tests.served import KnowsInks
from tests.vision.painted import KnowsColours, paint
from vision.faces import FaceNetwork
from vision.networks import Networks
from vision.read import ZonePhoto, read_deal
from vision.regions import FACE
from vision.stopwatch import Stopwatch

ONE_CARD = [(300, 300, 200, 280, 0)]


class SaysAce:
    """Takes every crop for an ace of spades."""

    codes = ("AS", "KD")

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.tile(np.log(np.array([0.98, 0.01, 0.01], np.float32)), (len(crops), 1))


def cards_read(faces: FaceNetwork | None, watch: Stopwatch | None = None) -> list[str | None]:
    photo = ZonePhoto(paint(ONE_CARD), Zone.CENTER)
    networks = Networks(KnowsColours(kinds={0: FACE}), KnowsInks(), faces)
    reading = read_deal([photo], [], networks, watch=watch)
    return [mark.card for mark in reading.photos[0].marks]


def test_a_deal_names_its_cards_where_a_network_reads_them() -> None:
    assert cards_read(SaysAce()) == ["AS"]
    assert cards_read(None) == [None]


def test_reading_faces_is_a_stage_of_its_own() -> None:
    watch = Stopwatch()
    cards_read(SaysAce(), watch)
    assert len(watch.stages_ms["faces"]) == 1
