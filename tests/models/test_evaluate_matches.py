"""Owners, faces, indices, foundations, flags and deals, each against numbers worked out by hand."""

from dataclasses import replace
from pathlib import Path

from datasets.truth import (
    CardTruth,
    DealTruth,
    FoundationTruth,
    IndexTruth,
    PhotoTruth,
    PlayerTruth,
)
from models.evaluate.deals import measure_deal
from models.evaluate.faces import sum_faces
from models.evaluate.flags import sum_flags
from models.evaluate.foundations import sum_foundations
from models.evaluate.indices import match_indices
from models.evaluate.overlap import quads_of
from models.evaluate.owners import sum_owners
from models.evaluate.photo_result import PhotoResult
from models.evaluate.shares import Share
from scoring.cards import Rank
from scoring.flags import FlagKind, Zone
from scoring.reading import Mark, Side
from scoring.rules import rule_set
from tests.models.truths import marks, measured, outline, reading_of, ribbon, strips, truth_of

FOUR = truth_of(("red", ribbon("red", 4, 50)))


def four(owners: list[str | None], *flags: FlagKind) -> PhotoResult:
    row = [
        replace(mark, owner=owner)
        for mark, owner in zip(marks(strips(4, 50), None), owners, strict=True)
    ]
    return measured(FOUR, reading_of(row, flags=flags))


def test_owners_are_right_unknown_or_wrong() -> None:
    match = sum_owners([four(["red", "red", None, "blue"]).owner_pairs])
    assert (match.right, match.unknown, match.wrong) == (Share(2, 4), Share(1, 4), Share(1, 4))
    assert match.confusion == (("red", "red", 2), ("red", None, 1), ("red", "blue", 1))


def face(x: float, code: str | None, read: str | None, rank: Rank | None = None) -> PhotoResult:
    card = CardTruth(Side.FACE, "red", card=code, rank=rank, quad_px=outline(x, 50))
    mark = Mark("m1", 1, outline(x, 50), Side.FACE, 0.9, "red", read)
    return measured(truth_of(("red", [card])), reading_of([mark]))


def test_faces_are_right_of_those_read() -> None:
    photos = [face(20, "10S", "10S"), face(20, "10S", "QD"), face(20, "10S", None)]
    match = sum_faces(photo.faces for photo in photos)
    assert (match.right, match.unread) == (Share(1, 2), Share(1, 3))


def test_a_rank_alone_is_compared_with_the_rank_read() -> None:
    photos = [face(20, None, "KS", Rank.KING), face(20, None, "QS", Rank.KING)]
    assert sum_faces(photo.faces for photo in photos).right == Share(1, 2)


def test_the_one_card_of_a_photo_needs_no_place() -> None:
    card = CardTruth(side=Side.FACE, card="QD", rank=Rank.QUEEN)
    truth = PhotoTruth(Path("a.png"), Path("labels.json"), cards=(card,))
    mark = Mark("m1", 1, outline(20, 50), Side.FACE, 0.9, None, "QD")
    photo = measured(truth, reading_of([mark]))
    assert sum_faces([photo.faces]).right == Share(1, 1)
    assert photo.exact is True


def test_listed_signs_lie_on_cards_and_each_listed_card_wants_one_of_its_own() -> None:
    signs = tuple(
        IndexTruth(code, (x, 0.1, x + 0.02, 0.12))
        for code, x in (("9S", 0.1), ("9S", 0.2), ("9H", 0.15), ("2C", 0.9))
    )
    truth = PhotoTruth(Path("a.png"), Path("a.json"), indices=signs)
    one_card = marks([outline(50, 40, 100, 30)], None)
    index = quads_of([outline(60, 45, 20, 20)])
    match = match_indices(truth, (640, 480), tuple(one_card), index)
    assert match is not None
    assert match.on_card == Share(3, 4)
    assert match.on_index == Share(1, 4)
    assert match.own_card == Share(1, 3)


def test_listed_cards_are_named_by_a_mark_on_one_of_their_signs() -> None:
    signs = tuple(
        IndexTruth(code, (x, 0.1, x + 0.02, 0.12))
        for code, x in (("9S", 0.1), ("9H", 0.4), ("2C", 0.6), ("KD", 0.9))
    )
    truth = PhotoTruth(Path("a.png"), Path("a.json"), indices=signs)
    read = [("9S", 50), ("6H", 240), (None, 370)]
    found = [
        Mark(f"m{n}", n, outline(x, 40, 100, 30), Side.FACE, 0.9, None, code)
        for n, (code, x) in enumerate(read)
    ]
    match = match_indices(truth, (640, 480), tuple(found), quads_of([]))
    assert match is not None
    assert match.named == Share(1, 4)
    assert match.misnamed == Share(1, 2)


def foundation(found: list[list[Mark]], *, complete: bool = False) -> PhotoResult:
    cards = (
        CardTruth(side=Side.FACE, card="AS", quad_px=outline(20, 50)),
        CardTruth(side=Side.FACE, card="2S", quad_px=outline(22, 50)),
        CardTruth(side=Side.FACE, card="AH", quad_px=outline(300, 50)),
        CardTruth(side=Side.FACE, card="AD", quad_px=outline(900, 50)),
    )
    piles = (
        FoundationTruth(2, complete, "2S", (0, 1)),
        FoundationTruth(1, complete=False, top="AH", cards=(2,)),
        FoundationTruth(1, complete=False, top="AD", cards=(3,)),
    )
    truth = PhotoTruth(
        Path("a.png"), Path("a.json"), Zone.FOUNDATIONS, cards=cards, foundations=piles
    )
    return measured(truth, reading_of(*found))


def top(name: str, x: float, code: str | None) -> Mark:
    return Mark(name, 1, outline(x, 50), Side.FACE, 0.9, None, code)


def test_foundations_are_exact_by_their_top_card_and_those_outside_are_left_out() -> None:
    photo = foundation([[top("m1", 22, "2S")], [top("m2", 300, None)]])
    match = sum_foundations([photo.foundations])
    assert (match.exact, match.seen, match.unread) == (Share(1, 2), Share(2, 2), Share(1, 2))
    assert (photo.exact, photo.cards, photo.piles) == (None, None, ())


def test_a_foundation_seen_as_two_cards_or_merged_is_not_exact() -> None:
    twice = foundation([[top("m1", 22, "2S"), top("m2", 21, None)], [top("m3", 300, "AH")]])
    assert sum_foundations([twice.foundations]).more == Share(1, 2)
    merged = foundation([[top("m1", 22, "2S"), top("m2", 300, "AH")]])
    assert sum_foundations([merged.foundations]).exact == Share(0, 2)


def test_flags_are_counted_against_what_is_wrong() -> None:
    right: list[str | None] = ["red"] * 4
    wrong: list[str | None] = ["red"] * 3 + [None]
    photos = [
        four(right),
        four(right),
        four(wrong),
        four(wrong, FlagKind.GAP),
        four(right, FlagKind.GAP, FlagKind.DARK),
    ]
    flags = sum_flags(photos)
    assert flags.share == Share(2, 5)
    assert flags.wrong_unflagged == Share(1, 3)
    assert flags.right_flagged == Share(1, 2)
    assert flags.coverage == (0.2, 0.4, 0.6, 0.8, 1.0)
    assert flags.risk == (0.0, 0.0, 0.33333, 0.5, 0.4)


def test_a_deal_is_exact_when_every_owners_counts_and_points_are() -> None:
    truth = DealTruth(
        Path("1.deal.json"),
        ((Zone.CENTER, Path("a.png")),),
        (PlayerTruth("red", 4, 0, 4), PlayerTruth("blue", 5, 0, 5)),
        caller="red",
    )
    both = reading_of(marks(strips(4, 50), "red"), marks(strips(5, 250), "blue", first=5))
    deal = measure_deal(truth, both, rule_set())
    assert (deal.name, deal.exact, deal.owners_exact) == ("1", True, (True, True))
    short = reading_of(marks(strips(4, 50), "red"), marks(strips(4, 250), "blue", first=5))
    deal = measure_deal(truth, short, rule_set())
    assert (deal.exact, deal.owners_exact) == (False, (True, False))
    assert deal.flags == (FlagKind.ZONE_NOT_PHOTOGRAPHED,)
    assert not deal.wrong_unflagged
    assert replace(deal, flags=()).wrong_unflagged
