import pytest

from scoring.errors import RuleError
from scoring.flags import FlagKind, Zone
from tests.served import networks
from tests.vision.painted import KnowsColours, paint, spread
from vision.backs import Deck
from vision.enrol import enrol_deck
from vision.read import ZonePhoto, join_photos, read_deal, read_photo
from vision.regions import FACE
from vision.stopwatch import Stopwatch

PILE = spread(6, 30)


def photo(name: str, zone: Zone = Zone.CENTER, **more: str) -> ZonePhoto:
    return ZonePhoto(paint(PILE, name=name), zone, **more)


def decks() -> list[Deck]:
    """Two decks, in the colours of the first and of the sixth painted card."""
    blind = [number for number in range(6) if number not in (0, 5)]
    table = paint([*spread(1, 0)] * 1, name="anna.jpg")
    anna = enrol_deck("Anna", [table], networks(KnowsColours(blind_first=blind)))
    return [anna]


def test_two_photos_of_one_name_are_refused() -> None:
    with pytest.raises(RuleError, match=r"two photos named a\.jpg"):
        read_deal([photo("a.jpg"), photo("b.jpg"), photo("a.jpg")], [], networks(KnowsColours()))


def test_a_photo_without_cards_is_flagged() -> None:
    reading = read_deal([ZonePhoto(paint([]), Zone.CENTER)], [], networks(KnowsColours()))
    (one,) = reading.photos
    assert one.piles == ()
    assert FlagKind.NO_CARDS in [flag.kind for flag in one.flags]


def test_every_photo_is_read_with_its_zone_size_and_marks() -> None:
    items = [photo("a.jpg"), photo("b.jpg", Zone.NERTZ, same_as="a.jpg")]
    reading = read_deal(items, [], networks(KnowsColours()))
    first, second = reading.photos
    assert (first.photo, first.zone, first.same_as) == ("a.jpg", Zone.CENTER, None)
    assert (second.photo, second.zone, second.same_as) == ("b.jpg", Zone.NERTZ, "a.jpg")
    assert (first.width_px, first.height_px) == (800, 600)
    assert [mark.number for mark in first.marks] == [1, 2, 3, 4, 5, 6]
    assert {pile.zone for pile in second.piles} == {Zone.NERTZ}


def test_without_decks_owners_are_letters() -> None:
    reading = read_deal([photo("a.jpg")], [], networks(KnowsColours()))
    assert not reading.enrolled
    assert reading.owners == ("A",)
    assert {mark.owner for mark in reading.photos[0].marks} == {"A"}


def test_with_decks_owners_are_theirs_in_the_order_given() -> None:
    reading = read_deal([photo("a.jpg")], decks(), networks(KnowsColours()))
    assert reading.enrolled
    assert reading.owners == ("Anna",)


def test_a_face_up_leftover_is_given_by_elimination_and_asked_about_once() -> None:
    card = ZonePhoto(paint(spread(1, 0)), Zone.NERTZ)
    reading = read_deal([card], decks(), networks(KnowsColours(kinds={0: FACE})))
    (one,) = reading.photos
    assert one.piles[0].owner == "Anna"
    asked = [flag for flag in one.flags if flag.kind is FlagKind.FACE_UP_OWNER]
    assert [flag.owner for flag in asked] == ["Anna"]


def test_a_face_up_leftover_of_nobody_is_asked_about() -> None:
    card = ZonePhoto(paint(spread(1, 0)), Zone.NERTZ)
    reading = read_deal([card], decks(), networks(KnowsColours(kinds={0: FACE})), caller="Anna")
    (one,) = reading.photos
    assert one.piles[0].owner is None
    asked = [flag for flag in one.flags if flag.kind is FlagKind.FACE_UP_OWNER]
    assert [flag.owner for flag in asked] == [None]


def test_flags_of_a_photo_come_worst_first() -> None:
    cards = spread(6, 30, at=(60, 300))
    knows = KnowsColours(blind_turned=[2, 3])
    reading = read_deal([ZonePhoto(paint(cards), Zone.CENTER)], decks(), networks(knows))
    kinds = [flag.kind for flag in reading.photos[0].flags]
    assert {FlagKind.LOOKS_DISAGREE, FlagKind.CUT_BY_EDGE} <= set(kinds)
    assert kinds == sorted(kinds, key=list(FlagKind).index)


def test_progress_and_times_are_told() -> None:
    told: list[str] = []
    watch = Stopwatch()
    items = [photo("a.jpg"), photo("b.jpg")]
    read_deal(items, [], networks(KnowsColours()), watch=watch, progress=told.append)
    assert told == ["a.jpg", "b.jpg"]
    assert {name: len(ms) for name, ms in watch.stages_ms.items()} == {
        "detect": 2,
        "group": 2,
        "owners": 1,
        "doubt": 1,
    }


def test_photos_read_apart_and_joined_are_a_deal() -> None:
    card = ZonePhoto(paint(spread(1, 0), name="n.jpg"), Zone.NERTZ)
    items, knows = [photo("c.jpg"), card], networks(KnowsColours(kinds={0: FACE}))
    apart = [read_photo(item, decks(), knows, watch=Stopwatch()) for item in items]
    assert join_photos(apart, ["Anna"], None) == read_deal(items, decks(), knows)


def test_a_face_up_leftover_that_could_be_anothers_is_given_to_nobody_before_joining() -> None:
    card = ZonePhoto(paint(spread(1, 0)), Zone.NERTZ)
    alone = read_photo(card, decks(), networks(KnowsColours(kinds={0: FACE})), watch=Stopwatch())
    assert alone.piles[0].owner is None
    joined = join_photos([alone], ["Anna", "Ben"], "Ben").photos[0]
    assert joined.piles[0].owner == "Anna"
    asked = [flag for flag in joined.flags if flag.kind is FlagKind.FACE_UP_OWNER]
    assert [flag.owner for flag in asked] == ["Anna"]


def test_without_any_deck_a_photo_read_by_itself_is_nobodys() -> None:
    one = read_photo(photo("a.jpg"), [], networks(KnowsColours()), watch=Stopwatch())
    assert {mark.owner for mark in one.marks} == {None}
    assert FlagKind.UNKNOWN_BACK in [flag.kind for flag in one.flags]
