from scoring.corrections import CorrectionKind
from scoring.edits import center_px, edit_photo, find_pile
from scoring.flags import Zone
from scoring.reading import PhotoReading, Side
from tests.scoring.builders import correct, photo, pile

PHOTO = photo("center.jpg", pile("a", "Anna", 3), pile("x", None, 2))


def added(name: str, photo: PhotoReading = PHOTO, **fields: object) -> PhotoReading:
    edited = edit_photo(photo, correct("c", CorrectionKind.ADD, mark=name, **fields))
    assert edited is not None
    return edited


def ids(photo: PhotoReading, name: str) -> list[str]:
    found = find_pile(photo, name)
    assert found is not None
    assert [mark.number for mark in found.marks] == list(range(1, len(found.marks) + 1))
    return [mark.id for mark in found.marks]


def test_a_new_mark_takes_its_place_along_the_pile() -> None:
    assert ids(added("n", pile="a", point_px=(35.0, 20.0)), "a") == ["a1", "n", "a2", "a3"]
    assert ids(added("n", pile="a", point_px=(0.0, 20.0)), "a") == ["n", "a1", "a2", "a3"]
    assert ids(added("n", pile="a", point_px=(99.0, 20.0)), "a") == ["a1", "a2", "a3", "n"]


def test_a_new_mark_has_the_owner_and_shape_of_its_pile() -> None:
    mark = added("n", pile="a", point_px=(35.0, 20.0)).marks[1]
    assert (mark.owner, mark.side, center_px(mark.quad_px)) == ("Anna", Side.BACK, (35.0, 20.0))
    assert mark.quad_px[0] == (30.0, 0.0)


def test_without_a_pile_the_nearest_one_grows() -> None:
    assert len(ids(added("n", point_px=(80.0, 20.0)), "a")) == 4


def test_a_mark_may_open_a_pile() -> None:
    opened = added("n", photo("center.jpg"), point_px=(50.0, 50.0), owner="Ben", zone=Zone.NERTZ)
    (only,) = opened.piles
    assert (only.owner, only.zone, len(only.marks)) == ("Ben", Zone.NERTZ, 1)


def test_a_squared_pile_that_gets_a_mark_is_spread() -> None:
    squared = photo("center.jpg", pile("a", "Anna", 1, squared=True))
    assert not added("n", squared, pile="a", point_px=(1.0, 1.0)).piles[0].squared


def test_removing_numbers_the_rest_again() -> None:
    edited = edit_photo(PHOTO, correct("c", CorrectionKind.REMOVE, mark="a1"))
    assert edited is not None
    assert ids(edited, "a") == ["a2", "a3"]


def test_a_card_turned_to_its_back_has_no_face() -> None:
    faced = photo("center.jpg", pile("a", "Anna", ["AS"]))
    edited = edit_photo(faced, correct("c", CorrectionKind.SIDE, mark="a1", side=Side.BACK))
    assert edited is not None
    assert edited.marks[0].card is None


def test_assigning_a_pile_takes_its_unknown_cards_along() -> None:
    edited = edit_photo(PHOTO, correct("c", CorrectionKind.ASSIGN_PILE, pile="x", owner="Ben"))
    assert edited is not None
    assert [mark.owner for mark in edited.piles[1].marks] == ["Ben", "Ben"]


def test_assigning_a_pile_leaves_another_decks_card_alone() -> None:
    owner = correct("1", CorrectionKind.OWNER, mark="a2", owner="Cleo")
    assign = correct("2", CorrectionKind.ASSIGN_PILE, pile="a", owner="Ben")
    edited = edit_photo(edit_photo(PHOTO, owner) or PHOTO, assign)
    assert edited is not None
    assert [mark.owner for mark in edited.piles[0].marks] == ["Ben", "Cleo", "Ben"]


def test_assigning_only_a_zone_keeps_the_owner() -> None:
    assign = correct("c", CorrectionKind.ASSIGN_PILE, pile="a", zone=Zone.NERTZ)
    edited = edit_photo(PHOTO, assign)
    assert edited is not None
    assert (edited.piles[0].owner, edited.piles[0].zone) == ("Anna", Zone.NERTZ)


def test_what_is_not_there_cannot_be_edited() -> None:
    assert edit_photo(PHOTO, correct("c", CorrectionKind.REMOVE, mark="z9")) is None
    assert edit_photo(PHOTO, correct("c", CorrectionKind.ZONE, pile="z", zone=Zone.DECK)) is None
