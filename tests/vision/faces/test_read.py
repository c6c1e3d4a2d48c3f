from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scoring.flags import FlagKind
from scoring.reading import Side
from tests.vision.builders import BoxList, photo, pile_sight, regions, sight
from tests.vision.faces.signs import CARD_PX, KnowsBars, card, table
from vision.faces import read_cards
from vision.owners import bare_piles
from vision.regions import INDEX
from vision.sight import Sight

FACE_UP, FACE_DOWN = None, (1.0,)


def sighted(rgb: NDArray[np.uint8], boxes: BoxList, kinds: list[object] | None = None) -> Sight:
    """One pile of cards whose visible parts are boxes (x, y, width, height, turn)."""
    backs = [FACE_UP] * len(boxes) if kinds is None else kinds
    seen = pile_sight(backs, boxes=boxes, card_px=CARD_PX[1])  # type: ignore[arg-type]
    turns = np.array([np.deg2rad(box[4] + 90) % np.pi for box in boxes])
    return sight([replace(seen, turns_rad=turns)], taken=photo(rgb))


def codes(seen: Sight, network: KnowsBars | None = None) -> list[str | None]:
    piles, _ = read_cards(seen, bare_piles(seen), network or KnowsBars())
    return [mark.card for mark in piles[0].marks]


def test_whole_cards_at_any_turn_are_named() -> None:
    places = [(200, 250, 0.0), (500, 300, 35.0), (800, 250, 180.0)]
    rgb = table([(card("9H"), *place) for place in places])
    boxes = [(x, y, *CARD_PX, turn) for x, y, turn in places]
    assert codes(sighted(rgb, boxes)) == ["9H", "9H", "9H"]


def test_every_strip_of_a_ribbon_is_named_by_its_own_sign() -> None:
    names = ["AS", "9H", "KD", "9H"]
    rgb = table([(card(code), 200 + 80 * n, 300, 0.0) for n, code in enumerate(names)])
    left = 200 - CARD_PX[0] / 2
    boxes = [(left + 80 * n + 40, 300, 80, CARD_PX[1], 0.0) for n in range(3)]
    boxes.append((200 + 240, 300, *CARD_PX, 0.0))
    assert codes(sighted(rgb, boxes)) == names


def test_a_face_without_a_sign_keeps_its_mark_without_a_name() -> None:
    seen = sighted(table([(card(None), 400, 300, 0.0)]), [(400, 300, *CARD_PX, 0.0)])
    piles, flags = read_cards(seen, bare_piles(seen), KnowsBars())
    assert [mark.card for mark in piles[0].marks] == [None]
    assert not flags


def test_backs_are_not_read() -> None:
    rgb = table([(card("AS"), 300, 300, 0.0), (card("AS"), 700, 300, 0.0)])
    boxes = [(300, 300, *CARD_PX, 0.0), (700, 300, *CARD_PX, 0.0)]
    network = KnowsBars()
    seen = sighted(rgb, boxes, [FACE_DOWN, FACE_UP])
    assert codes(seen, network) == [None, "AS"]
    assert [mark.side for mark in bare_piles(seen)[0].marks] == [Side.BACK, Side.FACE]
    assert network.crops < 20


def test_signs_of_two_cards_on_one_mark_are_asked_about() -> None:
    seen = sighted(table([(card("AS", end="KD"), 400, 300, 0.0)]), [(400, 300, *CARD_PX, 0.0)])
    piles, flags = read_cards(seen, bare_piles(seen), KnowsBars())
    assert piles[0].marks[0].card is None
    assert [flag.kind for flag in flags] == [FlagKind.LOOKS_DISAGREE]
    assert flags[0].marks == (piles[0].marks[0].id,)


def test_a_sign_that_is_not_sure_names_nothing() -> None:
    rgb = table([(card("AS", end=""), 400, 300, 0.0)])
    assert codes(sighted(rgb, [(400, 300, *CARD_PX, 0.0)]), KnowsBars(0.8)) == [None]


def test_a_detected_index_is_read_where_no_corner_is_seen() -> None:
    rgb = table([(card("9H"), 400, 300, 0.0)])
    x0, y0 = 400 - CARD_PX[0] / 2, 300 - CARD_PX[1] / 2
    loose = [(x0 + 90, y0 + 110, 240, 320, 0.0)]  # its corners are not the card's
    seen = sighted(rgb, loose)
    index = regions([(x0 + 24, y0 + 50, 30, 66, 0.0)], INDEX)
    assert codes(replace(seen, indices=index)) == ["9H"]
