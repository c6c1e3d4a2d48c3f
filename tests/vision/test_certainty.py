from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import ModelError
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, Pile, Side
from vision.certainty import Certainty, load_certainty, pile_features, with_certainty


def pile(*strips_px: float, confidence: float = 0.9, up: int = 0) -> Pile:
    """Upright strips 80 px long beside each other, the first `up` of them face up."""
    marks = tuple(
        Mark(
            f"m{number}",
            number + 1,
            ((0.0, 0.0), (wide, 0.0), (wide, 80.0), (0.0, 80.0)),
            Side.FACE if number < up else Side.BACK,
            confidence,
        )
        for number, wide in enumerate(strips_px)
    )
    return Pile("p1", Zone.CENTER, marks)


def test_one_weak_mark_is_felt() -> None:
    even = pile(10, 10, 60)
    weak = replace(even, marks=(*even.marks[:2], replace(even.marks[2], confidence=0.4)))
    before, after = pile_features(even, []), pile_features(weak, [])
    assert after["weakest"] < before["weakest"]
    assert after["doubt"] > before["doubt"]
    assert after["thinnest"] == before["thinnest"]


def test_what_was_seen_and_not_counted_is_felt() -> None:
    even = pile(10, 10, 60)
    assert (
        pile_features(replace(even, missed=0.6), [])["missed"] > pile_features(even, [])["missed"]
    )


def test_the_card_on_top_makes_no_spread_uneven() -> None:
    assert pile_features(pile(10, 10, 10, 60), [])["uneven"] == pytest.approx(0)
    assert pile_features(pile(10, 25, 10, 60), [])["uneven"] > 0.3


def test_only_flags_of_the_pile_itself_count() -> None:
    own = Flag(FlagKind.GAP, "A gap.", "a.jpg", pile="p1")
    other = Flag(FlagKind.THIN_STRIP, "Thin.", "a.jpg", pile="p2")
    features = pile_features(pile(10, 10), [own, other])
    assert (features["gap"], features["thin_strip"]) == (1, 0)


def test_sides_are_seen() -> None:
    assert [pile_features(pile(9, 9, 9, 9, up=up), [])["faces"] for up in (0, 1, 4)] == [0, 0.25, 1]
    assert [pile_features(pile(9, 9, 9, 9, up=up), [])["mixed"] for up in (0, 1, 4)] == [0, 1, 0]


def test_a_face_that_was_read_is_surer_than_one_that_was_not() -> None:
    seen = pile(9, 9, 9, 9, up=2)
    read = replace(seen, marks=(replace(seen.marks[0], card="10S"), *seen.marks[1:]))
    assert [pile_features(p, [])["unnamed"] for p in (pile(9, 9), read, seen)] == [0, 0.25, 0.5]


def test_a_pile_without_marks_has_features_too() -> None:
    assert pile_features(pile(), [])["cards"] == 0


def test_a_single_card_and_a_few_are_told_from_a_spread() -> None:
    seen = [pile_features(pile(*[9] * n), []) for n in (1, 3, 4)]
    assert [features["alone"] for features in seen] == [1, 0, 0]
    assert [features["few"] for features in seen] == [1, 1, 0]


def doubt_of(confidences: list[float]) -> float:
    shown = pile(*[9] * len(confidences))
    marks = [replace(m, confidence=c) for m, c in zip(shown.marks, confidences, strict=True)]
    return pile_features(replace(shown, marks=tuple(marks)), [])["doubt"]


def test_many_cards_are_no_doubt_by_themselves() -> None:
    assert doubt_of([0.999] * 20) < doubt_of([0.999] * 3)


def test_doubts_of_a_large_pile_add_up() -> None:
    assert doubt_of([0.66] + [0.999] * 50) > doubt_of([0.66] + [0.999] * 20)
    assert doubt_of([0.99] * 50) > doubt_of([0.99] * 20)


def test_the_probability_follows_the_features() -> None:
    model = Certainty({"weakest": 1.0, "gap": -3.0}, 0.5)
    sure = model.probability({"weakest": 2.0, "gap": 0.0, "cards": 9.0})
    unsure = model.probability({"weakest": 2.0, "gap": 1.0, "cards": 9.0})
    assert sure == pytest.approx(0.924, abs=0.001)
    assert unsure == pytest.approx(0.378, abs=0.001)


NEVER, ALWAYS = Certainty({}, -9.0), Certainty({}, 9.0)


def test_a_pile_that_is_not_sure_is_asked_about_once() -> None:
    (told,), (flag,) = with_certainty("a.jpg", [pile(10, 10)], [], NEVER)
    assert told.exact_probability == pytest.approx(0, abs=0.001)
    assert (flag.pile, flag.marks) == ("p1", ("m0", "m1"))
    gap = Flag(FlagKind.GAP, "A gap.", "a.jpg", pile="p1")
    assert with_certainty("a.jpg", [pile(10, 10)], [gap], NEVER)[1] == [gap]


def test_a_sure_pile_is_not_asked_about() -> None:
    (told,), flags = with_certainty("a.jpg", [pile(10, 10)], [], ALWAYS)
    assert told.exact_probability == pytest.approx(1, abs=0.001)
    assert flags == []


def test_without_a_model_nothing_is_said() -> None:
    assert with_certainty("a.jpg", [pile(10, 10)], [], None) == ((pile(10, 10),), [])


def test_a_probability_that_is_no_number_is_asked_about() -> None:
    broken = Certainty({}, float("nan"))
    assert len(with_certainty("a.jpg", [pile(10, 10)], [], broken)[1]) == 1


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"weights": {"size": 1}, "bias": 0}', '{"weights": {}, "bias": NaN}'],
)
def test_a_model_that_cannot_be_used_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "certainty.json"
    file.write_text(text)
    with pytest.raises(ModelError, match="fit it again"):
        load_certainty(file)


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "certainty.json"
    file.write_text('{"weights": {"weakest": 0.5}, "bias": -1, "fitted": ["piles exact"]}')
    assert load_certainty(file) == Certainty({"weakest": 0.5}, -1.0)
