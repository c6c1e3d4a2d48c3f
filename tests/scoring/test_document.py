"""The machine-readable forms keep their keys and say what the tally says."""

import json

from scoring.deal import Deal
from scoring.document import deal_document, document_as_dict, reading_as_dict
from scoring.flags import Flag, FlagKind, Zone
from scoring.rules import rule_set
from scoring.tally import apply, score_tally
from tests.scoring.builders import photo, pile, reading, sure, table

RULES = rule_set("bicycle", target=150)
FLAG = Flag(FlagKind.GAP, "A wide step.", "center.jpg", Zone.CENTER, "b", "Ben", ("b1", "b2"))


def scored() -> dict[str, object]:
    tally = apply(table())
    score = score_tally(Deal(owners=("Anna", "Ben"), caller="Anna"), tally, RULES)
    return document_as_dict(deal_document(tally, score, [FLAG], RULES, "Anna"))


def test_the_document_is_the_contract() -> None:
    assert scored() == {
        "version": 1,
        "owners": [
            {"name": "Anna", "center": 14, "nertz": 0, "points": 14, "exact_probability": None},
            {"name": "Ben", "center": 10, "nertz": 3, "points": 4, "exact_probability": None},
        ],
        "unknown": {"center": 0, "nertz": 0},
        "flags": [
            {
                "kind": "gap",
                "message": "A wide step.",
                "photo": "center.jpg",
                "zone": "center",
                "pile": "b",
                "owner": "Ben",
                "marks": ["b1", "b2"],
            }
        ],
        "rules": {"name": "bicycle", "options": {"target": 150}},
        "caller": "Anna",
        "blocked": False,
        "photos": [
            {
                "photo": "center.jpg",
                "zone": "center",
                "cards": 24,
                "counted": True,
                "same_as": None,
            },
            {"photo": "nertz.jpg", "zone": "nertz", "cards": 3, "counted": True, "same_as": None},
        ],
    }


def test_the_document_survives_json_unchanged() -> None:
    document = scored()
    assert json.loads(json.dumps(document)) == document


def test_the_options_make_the_same_rules_again() -> None:
    rules = rule_set("classic", caller_bonus=25, pile_sizes={"Ben": 11})
    tally = apply(table())
    score = score_tally(Deal(owners=("Anna", "Ben"), blocked=True), tally, rules)
    used = deal_document(tally, score, [], rules, None).rules
    assert rule_set(used.name, **used.options) == rules


def test_cards_of_a_deck_that_does_not_play_are_unknown() -> None:
    tally = apply(reading(photo("c.jpg", pile("a", "Anna", 4), pile("z", "Zoe", 2))))
    score = score_tally(Deal(owners=("Anna", "Ben"), blocked=True), tally, RULES)
    document = deal_document(tally, score, [], RULES, None)
    assert document.unknown.center == 2
    assert [owner.name for owner in document.owners] == ["Anna", "Ben"]


def test_groups_have_points_where_it_does_not_matter_who_called() -> None:
    tally = apply(table(ben_left=3))
    lines = deal_document(tally, None, [], rule_set("pagat"), "Cleo").owners
    assert [(line.name, line.points) for line in lines] == [("Anna", 14), ("Ben", None)]


def test_groups_of_a_blocked_deal_all_have_points() -> None:
    tally = apply(table(ben_left=3))
    lines = deal_document(tally, None, [], rule_set("pagat"), None).owners
    assert [line.points for line in lines] == [14, 4]


def test_a_photo_of_the_same_piles_is_not_counted() -> None:
    again = photo("again.jpg", pile("a", "Anna", 4), same_as="c.jpg")
    tally = apply(reading(photo("c.jpg", pile("a", "Anna", 4)), again))
    photos = deal_document(tally, None, [], RULES, None).photos
    assert [(used.photo, used.counted) for used in photos] == [
        ("c.jpg", True),
        ("again.jpg", False),
    ]


def test_a_reading_has_every_mark_with_its_outline() -> None:
    document = reading_as_dict(reading(photo("c.jpg", pile("a", "Anna", ["10S"]))))
    assert json.loads(json.dumps(document)) == document
    assert document["photos"][0]["piles"] == [
        {
            "id": "a",
            "zone": "center",
            "marks": [
                {
                    "id": "a1",
                    "number": 0,
                    "quad_px": [[20.0, 0.0], [30.0, 0.0], [30.0, 40.0], [20.0, 40.0]],
                    "side": "face",
                    "confidence": 0.9,
                    "owner": "Anna",
                    "card": "10S",
                }
            ],
            "owner": "Anna",
            "squared": False,
            "exact_probability": None,
            "missed": 0.0,
        }
    ]


def test_an_owner_is_as_sure_as_all_their_piles_together() -> None:
    center = photo("center.jpg", sure(pile("a", "Anna", 14), 0.9), sure(pile("b", "Ben", 10), 0.8))
    nertz = photo("nertz.jpg", sure(pile("d", "Ben", 3, Zone.NERTZ), 0.75))
    tally = apply(reading(center, nertz))
    score = score_tally(Deal(owners=("Anna", "Ben"), caller="Anna"), tally, RULES)
    lines = deal_document(tally, score, [], RULES, "Anna").owners
    assert [line.exact_probability for line in lines] == [0.9, 0.6]
