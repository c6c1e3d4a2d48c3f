"""The machine-readable forms: the document of a scored deal, and a whole reading.

Other programs read them, so they are a contract: keys may be added, those that are here stay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from scoring.deal import Counts, DealScore, owner_points
from scoring.flags import Flag, Zone
from scoring.reading import Reading
from scoring.rules import RuleSet, changed_options
from scoring.tally import Tally

DOCUMENT_VERSION = 1


@dataclass(frozen=True, slots=True)
class OwnerLine:
    """One owner's known cards and what they earned.

    `points` is None where it depends on which owner called and nobody knows which one that is:
    without enrolled decks. `exact_probability` is for both zones together, None where unknown.
    """

    name: str
    center: int
    nertz: int
    points: int | None
    exact_probability: float | None = None


@dataclass(frozen=True, slots=True)
class RulesUsed:
    """The rule set's name, and the options that differ from it."""

    name: str
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PhotoUsed:
    """A photo of the deal; `counted` is false where an earlier one shows the same piles."""

    photo: str
    zone: Zone
    cards: int
    counted: bool
    same_as: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealDocument:
    """Everything that is said about a scored deal; `unknown` are the cards that are nobody's."""

    version: int
    owners: tuple[OwnerLine, ...]
    unknown: Counts
    flags: tuple[Flag, ...]
    rules: RulesUsed
    caller: str | None
    blocked: bool
    photos: tuple[PhotoUsed, ...]


def deal_document(
    tally: Tally,
    score: DealScore | None,
    flags: Sequence[Flag],
    rules: RuleSet,
    caller: str | None,
) -> DealDocument:
    """The document of a deal from its tally, its score and its open flags.

    `score` is None where it is not known which owner is which player: without enrolled decks. A
    deal without a caller was blocked.
    """
    blocked = caller is None
    return DealDocument(
        version=DOCUMENT_VERSION,
        owners=_scored(tally, score)
        if score is not None
        else _groups(tally, rules, blocked=blocked),
        unknown=score.unknown if score is not None else tally.unknown,
        flags=tuple(flags),
        rules=RulesUsed(rules.name, changed_options(rules)),
        caller=caller,
        blocked=blocked,
        photos=tuple(
            PhotoUsed(
                photo.photo,
                photo.zone,
                len(photo.marks),
                photo.photo in tally.counted,
                photo.same_as,
            )
            for photo in tally.photos
        ),
    )


def document_as_dict(document: DealDocument) -> dict[str, Any]:
    """The document as plain dictionaries, lists, texts and numbers, ready for JSON."""
    return {field.name: _plain(getattr(document, field.name)) for field in fields(document)}


def reading_as_dict(reading: Reading) -> dict[str, Any]:
    """The whole reading, every mark with its outline, ready for JSON.

    >>> reading_as_dict(Reading(("Anna", "Ben"), ()))
    {'owners': ['Anna', 'Ben'], 'photos': [], 'enrolled': True}
    """
    return {field.name: _plain(getattr(reading, field.name)) for field in fields(reading)}


def points_whoever_called(counts: Counts, rules: RuleSet, *, blocked: bool) -> int | None:
    """The points of cards whose player is not known; None where it matters who called.

    >>> from scoring.rules import rule_set
    >>> points_whoever_called(Counts(20, 2), rule_set("bicycle"), blocked=False)
    16
    >>> points_whoever_called(Counts(20, 0), rule_set("racing-demon"), blocked=False) is None
    True
    >>> points_whoever_called(Counts(20, 0), rule_set("racing-demon"), blocked=True)
    20
    """
    if blocked:
        return owner_points(counts, rules, blocked=True)
    points = owner_points(counts, rules)
    return points if points == owner_points(counts, rules, called=True) else None


def _scored(tally: Tally, score: DealScore) -> tuple[OwnerLine, ...]:
    return tuple(
        OwnerLine(
            owner.name,
            owner.center,
            owner.nertz,
            owner.points,
            _rounded(tally.exact_probability(owner.name)),
        )
        for owner in score.owners
    )


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, 4)


def _groups(tally: Tally, rules: RuleSet, *, blocked: bool) -> tuple[OwnerLine, ...]:
    return tuple(
        OwnerLine(
            owner,
            counts.center,
            counts.nertz,
            points_whoever_called(counts, rules, blocked=blocked),
            _rounded(tally.exact_probability(owner)),
        )
        for owner, counts in tally.counts.items()
    )


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Dataclasses and mappings as dictionaries, sequences as lists, enums as their values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value
