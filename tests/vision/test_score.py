"""Scoring a deal from files: requests that are refused, decks that are learnt, points."""

import pytest

from scoring.errors import DeckError, NertzError, PhotoError, RuleError
from scoring.flags import FlagKind, Zone
from scoring.rules import rule_set
from tests.fake_table import BLUE, GREEN, RED, DrawnCards, back, picture
from tests.served import networks
from vision.score import ScoredDeal, learn_deck, score_photos
from vision.score_request import (
    DeckSource,
    PhotoSource,
    ScoreRequest,
    SourceFile,
    find_same,
    unique_names,
)

PNG = picture((RED, 1))


def deck(owner: str, *files: bytes) -> DeckSource:
    return DeckSource(owner, tuple(SourceFile(f"{owner}.png", data) for data in files))


def photo(name: str, data: bytes, zone: Zone = Zone.CENTER, **more: str) -> PhotoSource:
    return PhotoSource(SourceFile(name, data), zone, **more)


DECKS = (deck("Anna", back(RED)), deck("Ben", back(BLUE)))
CENTER = photo("center.png", picture((RED, 3), (BLUE, 4)))
NERTZ = photo("nertz.png", picture((BLUE, 2)), Zone.NERTZ)


def score(**fields: object) -> ScoredDeal:
    request: dict[str, object] = {"photos": (CENTER, NERTZ), "decks": DECKS, "caller": "Anna"}
    return score_photos(ScoreRequest(**{**request, **fields}), networks(DrawnCards()))  # type: ignore[arg-type]


def points(scored: ScoredDeal) -> dict[str, int | None]:
    return {owner.name: owner.points for owner in scored.document.owners}


def test_a_clean_deal_has_points_and_no_flags() -> None:
    scored = score()
    assert points(scored) == {"Anna": 3, "Ben": 0}
    assert scored.flags == ()
    assert scored.score is not None
    assert scored.score.caller == "Anna"


def test_a_blocked_deal_is_scored_without_a_caller() -> None:
    scored = score(caller=None, blocked=True)
    assert scored.document.blocked
    assert [flag.kind for flag in scored.flags] == [FlagKind.NO_LEFTOVER_SEEN]


def test_rules_take_part() -> None:
    assert points(score(rules=rule_set("racing-demon"))) == {"Anna": 13, "Ben": 2}


def test_without_decks_groups_are_counted() -> None:
    scored = score(decks=(), caller="Anna")
    assert scored.score is None
    assert points(scored) == {"A": 3, "B": 0}
    assert not scored.reading.enrolled


def test_without_decks_points_that_depend_on_the_caller_are_left_out() -> None:
    scored = score(decks=(), rules=rule_set("racing-demon"))
    assert points(scored) == {"A": None, "B": 2}


def test_a_back_of_nobody_is_unknown_and_flagged() -> None:
    scored = score(photos=(photo("c.png", picture((RED, 3), (BLUE, 4), (GREEN, 2))), NERTZ))
    assert scored.document.unknown.center == 2
    assert scored.flags[0].kind is FlagKind.UNKNOWN_BACK


def test_two_photos_of_the_same_piles_count_once() -> None:
    again = photo("again.png", picture((RED, 3), (BLUE, 5)), same_as="center.png")
    scored = score(photos=(CENTER, again, NERTZ))
    assert points(scored) == {"Anna": 3, "Ben": 0}
    assert [flag.kind for flag in scored.flags] == [FlagKind.PHOTOS_DISAGREE]


def test_progress_names_decks_and_photos() -> None:
    told: list[str] = []
    request = ScoreRequest(photos=(CENTER, NERTZ), decks=DECKS, caller="Anna")
    score_photos(request, networks(DrawnCards()), progress=told.append)
    assert told == ["the deck of Anna", "the deck of Ben", "center.png", "nertz.png"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"caller": "Anna", "blocked": True}, "exactly one of them"),
        ({"caller": None}, "neither a caller nor a blocked deal"),
        ({"caller": "Cleo"}, "'Cleo'"),
        ({"decks": (*DECKS, deck("Ben", PNG))}, "two decks called 'Ben'"),
        ({"decks": DECKS[:1]}, "2 to 12"),
        ({"decks": (deck("Anna"), DECKS[1])}, "0 files for Anna's deck"),
        ({"decks": (deck("  ", PNG), DECKS[1])}, "an empty name"),
        ({"decks": (deck("A\nnna", PNG), DECKS[1])}, "in one line"),
        ({"photos": ()}, "no photo of the table"),
        ({"photos": (CENTER, CENTER)}, "two photos called 'center.png'"),
        ({"photos": (photo("b.png", PNG, same_as="z.png"),)}, "which is not there"),
        ({"photos": (photo("b.png", PNG, same_as="b.png"),)}, "itself"),
        (
            {"photos": (CENTER, photo("b.png", PNG, Zone.NERTZ, same_as="center.png"))},
            "a photo of zone center",
        ),
        ({"rules": rule_set(pile_sizes={"Zoe": 9})}, "a pile size for 'Zoe'"),
        ({"decks": (), "rules": rule_set(pile_sizes={"Anna": 9})}, "but no decks"),
    ],
)
def test_what_cannot_be_scored_is_refused(fields: dict[str, object], words: str) -> None:
    with pytest.raises(NertzError, match=words):
        score(**fields)


@pytest.mark.parametrize("data", [b"", b"a shopping list", PNG[:200]])
def test_a_file_that_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(PhotoError):
        score(photos=(photo("center.jpg", data),))


def test_one_photo_given_twice_is_refused() -> None:
    with pytest.raises(PhotoError, match="one and the same photo"):
        score(photos=(CENTER, photo("copy.png", CENTER.file.data, Zone.NERTZ)))


def test_one_photo_given_twice_on_purpose_counts_once() -> None:
    copy = photo("copy.png", CENTER.file.data, same_as="center.png")
    assert points(score(photos=(CENTER, copy, NERTZ))) == {"Anna": 3, "Ben": 0}


def test_a_deck_photo_without_a_card_is_refused() -> None:
    with pytest.raises(DeckError, match="no card"):
        score(decks=(deck("Anna", picture()), DECKS[1]))


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b'{"version": 1, "descriptors": [], "sizes_mm": []}',
        b'{"a":' + b"[" * 100_000,
        b'{"version": 2, "px_per_mm": 1' + b"0" * 400 + b', "backs": ["A"]}',
        b'{"version": 2, "px_per_mm": NaN, "backs": ["A"]}',
        b"{" + b" " * 2_000_001 + b"}",
    ],
    ids=["empty", "version", "deep", "huge number", "not a number", "large"],
)
def test_a_broken_deck_file_is_refused(data: bytes) -> None:
    with pytest.raises(DeckError):
        learn_deck(deck("Anna", data), networks(DrawnCards()))


def test_several_photos_teach_one_deck() -> None:
    learnt = learn_deck(deck("Anna", back(RED), back(RED) + b" "), networks(DrawnCards()))
    assert learnt.name == "Anna"
    assert len(learnt.cards) == 2


def test_equal_names_are_numbered_past_names_that_are_there() -> None:
    names = ["a.jpg", "a.jpg", "a (1).jpg", "b\n.jpg"]
    assert unique_names(names) == ["a (2).jpg", "a (3).jpg", "a (1).jpg", "b?.jpg"]


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (["a.jpg"], "not there"),
        (["a.jpg=z.jpg"], "not there"),
        (["x.jpg=a.jpg"], "several photos"),
        (["b.jpg=a.jpg", "b.jpg=c.jpg"], "already repeats"),
    ],
)
def test_pairs_of_the_same_piles_name_two_photos(pairs: list[str], words: str) -> None:
    photos = [
        frozenset({"a.jpg"}),
        frozenset({"b.jpg"}),
        frozenset({"c.jpg", "x.jpg"}),
        frozenset({"d.jpg", "x.jpg"}),
    ]
    with pytest.raises(RuleError, match=words):
        find_same(pairs, photos)
