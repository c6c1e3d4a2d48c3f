"""Corrections: what a person changed. The log only grows; even an undo is a new entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.cards import parse_card
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Side


class CorrectionKind(StrEnum):
    """What a correction does, and which of its fields say so.

    `photo` names the photo in all kinds but `undo`, `accept` and a count without a photo.
    """

    ADD = "add"  # a mark that was missed: mark (a new id), point_px, perhaps pile; after
    REMOVE = "remove"  # a mark that is no card: mark
    OWNER = "owner"  # whose card it is: mark; after.owner, None for unknown
    SIDE = "side"  # face or back: mark; after.side
    CARD = "card"  # which card it is: mark; after.card, None for not read
    ZONE = "zone"  # what the pile is: pile; after.zone
    ASSIGN_PILE = "assign_pile"  # pile; after.owner, after.zone or both; neither: nobody's
    SET_COUNT = "set_count"  # after.count cards in: photo and pile, or after.owner and after.zone
    ACCEPT = "accept"  # a flag that was looked at: flag
    UNDO = "undo"  # an earlier entry, also an undo (that is redo): undoes


@dataclass(frozen=True, slots=True)
class Values:
    """What a correction changes, before or after it; what it does not change is None."""

    owner: str | None = None
    zone: Zone | None = None
    side: Side | None = None
    card: str | None = None
    count: int | None = None


NO_VALUES = Values()
_NEEDS = {
    CorrectionKind.ADD: ("photo", "mark", "point_px"),
    CorrectionKind.REMOVE: ("photo", "mark"),
    CorrectionKind.OWNER: ("photo", "mark"),
    CorrectionKind.SIDE: ("photo", "mark"),
    CorrectionKind.CARD: ("photo", "mark"),
    CorrectionKind.ZONE: ("photo", "pile"),
    CorrectionKind.ASSIGN_PILE: ("photo", "pile"),
    CorrectionKind.SET_COUNT: (),
    CorrectionKind.ACCEPT: ("flag",),
    CorrectionKind.UNDO: ("undoes",),
}
_NEEDS_AFTER = {
    CorrectionKind.SIDE: "side",
    CorrectionKind.ZONE: "zone",
    CorrectionKind.SET_COUNT: "count",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One entry of the log: who did what when, from what to what.

    `id` is unique in the log of a deal and `when` an ISO 8601 time that the caller states; no
    clock is read here. `point_px` is x, y in pixels of the upright photo. `flag` is a `flag_key`.
    """

    id: str
    kind: CorrectionKind
    who: str
    when: str
    photo: str | None = None
    pile: str | None = None
    mark: str | None = None
    point_px: tuple[float, float] | None = None
    flag: str | None = None
    undoes: str | None = None
    before: Values = NO_VALUES
    after: Values = NO_VALUES

    def __post_init__(self) -> None:
        missing = [name for name in _NEEDS[self.kind] if getattr(self, name) is None]
        needed = _NEEDS_AFTER.get(self.kind)
        if needed is not None and getattr(self.after, needed) is None:
            missing.append(f"after.{needed}")
        if missing:
            raise RuleError(
                f"a correction {self.kind!r} without {', '.join(missing)}",
                "all that this kind changes",
                f"give {', '.join(missing)}",
            )
        _check_time(self.when)
        if self.after.card is not None:
            parse_card(self.after.card)
        if self.kind is CorrectionKind.SET_COUNT:
            self._check_count()

    def _check_count(self) -> None:
        if (self.after.count or 0) < 0:
            raise RuleError(f"a count of {self.after.count}", "0 or more", "count again")
        on_pile = self.photo is not None and self.pile is not None
        of_owner = (
            self.photo is None
            and self.pile is None
            and self.after.owner is not None
            and self.after.zone in (Zone.CENTER, Zone.NERTZ)
        )
        if not on_pile and not of_owner:
            raise RuleError(
                "a count of something else",
                "the count of a pile on a photo, or of an owner's centre or leftover cards",
                "give photo and pile, or after.owner and after.zone",
            )


def in_force(log: Sequence[Correction]) -> list[Correction]:
    """The corrections that hold, in order, without the undone ones and without the undos.

    An undo always comes after what it undoes, so one pass from the end decides.
    """
    undone: set[str] = set()
    holding: list[Correction] = []
    for correction in reversed(log):
        if correction.id in undone:
            continue
        if correction.kind is CorrectionKind.UNDO:
            undone.add(correction.undoes or "")
        else:
            holding.append(correction)
    return holding[::-1]


def correction_as_dict(correction: Correction) -> dict[str, Any]:
    """The correction for JSON: what is None or unchanged is left out, `from` and `to` are dicts."""
    plain: dict[str, Any] = {}
    for field in fields(correction):
        value = getattr(correction, field.name)
        if field.name in ("before", "after"):
            plain["from" if field.name == "before" else "to"] = {
                part.name: getattr(value, part.name)
                for part in fields(value)
                if getattr(value, part.name) is not None
            }
        elif value is not None:
            plain[field.name] = list(value) if field.name == "point_px" else value
    return plain


def correction_from_dict(plain: Mapping[str, Any]) -> Correction:
    """The correction that such a dict describes.

    Raises:
        RuleError: A key is unknown or missing, or a value does not fit.
    """
    given = dict(plain)
    try:
        before, after = _values(given.pop("from", {})), _values(given.pop("to", {}))
        given["kind"] = CorrectionKind(given["kind"])
        if given.get("point_px") is not None:
            x, y = given["point_px"]
            given["point_px"] = (float(x), float(y))
        return Correction(**given, before=before, after=after)
    except (KeyError, TypeError, ValueError) as error:
        raise RuleError(
            f"a correction that cannot be read ({error})",
            "id, kind, who, when and what the kind needs",
            "correct the entry",
        ) from error


def ids_added(log: Iterable[Correction]) -> set[tuple[str | None, str | None]]:
    """Photo and id of every mark that a person ever added, undone or not."""
    return {(entry.photo, entry.mark) for entry in log if entry.kind is CorrectionKind.ADD}


def _values(plain: Mapping[str, Any]) -> Values:
    given = dict(plain)
    if given.get("zone") is not None:
        given["zone"] = Zone(given["zone"])
    if given.get("side") is not None:
        given["side"] = Side(given["side"])
    return Values(**given)


def _check_time(when: str) -> None:
    try:
        datetime.fromisoformat(when)
    except ValueError as error:
        raise RuleError(
            f"time {when!r}", "an ISO 8601 time such as 2026-01-31T20:15:00Z", "correct the time"
        ) from error
