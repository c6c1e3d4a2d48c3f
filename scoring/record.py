"""Writing a correction into the log, after looking at whether it makes sense there."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.corrections import Correction, CorrectionKind, Values, ids_added, in_force
from scoring.edits import find_mark, find_pile
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import PhotoReading, Reading
from scoring.tally import Tally, apply

_OF_MARK = {
    CorrectionKind.REMOVE,
    CorrectionKind.OWNER,
    CorrectionKind.SIDE,
    CorrectionKind.CARD,
}


def record(
    reading: Reading,
    log: Sequence[Correction],
    correction: Correction,
    *,
    owners: Sequence[str] | None = None,
) -> tuple[Correction, ...]:
    """The log with the correction at its end, `before` filled with what it replaces.

    `owners` are those of the deal where they are more than the reading's.

    Raises:
        RuleError: The id is taken, what it changes is not there, or its owner is not in the deal.
    """
    if any(entry.id == correction.id for entry in log):
        raise RuleError(
            f"a second correction {correction.id!r}", "an id of its own", "choose another id"
        )
    names = tuple(owners or reading.owners)
    owner = correction.after.owner
    if owner is not None and owner not in names:
        raise RuleError(f"owner {owner!r}", "one of " + ", ".join(names), "correct the name")
    if correction.kind is CorrectionKind.UNDO:
        _check_undo(log, correction)
        return (*log, correction)
    if correction.kind is CorrectionKind.ACCEPT:
        return (*log, correction)
    before = _values_now(log, apply(reading, log), correction)
    return (*log, replace(correction, before=before))


def _check_undo(log: Sequence[Correction], undo: Correction) -> None:
    if all(entry.id != undo.undoes for entry in log):
        raise RuleError(
            f"an undo of {undo.undoes!r}", "the id of an earlier correction", "correct the id"
        )
    with_undo, without = in_force([*log, undo]), in_force(log)
    if with_undo == without:
        raise RuleError(
            f"an undo of {undo.undoes!r}, which is not in force",
            "a correction in force",
            "undo the undo to bring it back",
        )


def _values_now(log: Sequence[Correction], tally: Tally, correction: Correction) -> Values:
    """What the correction is about to replace."""
    if correction.photo is None:
        owner, zone = correction.after.owner or "", correction.after.zone or Zone.CENTER
        counted = tally.stated.get((owner, zone), tally.seen(zone).get(owner, 0))
        return Values(owner=owner, zone=zone, count=counted)
    photo = next((photo for photo in tally.photos if photo.photo == correction.photo), None)
    if photo is None:
        names = ", ".join(photo.photo for photo in tally.photos)
        raise RuleError(f"photo {correction.photo!r}", f"one of {names}", "correct the name")
    if correction.kind is CorrectionKind.ADD:
        return _check_new_mark(log, photo, correction)
    if correction.kind in _OF_MARK:
        return _mark_now(photo, correction.mark)
    return _pile_now(tally, photo, correction)


def _check_new_mark(
    log: Sequence[Correction], photo: PhotoReading, correction: Correction
) -> Values:
    key = (correction.photo, correction.mark)
    if find_mark(photo, correction.mark) is not None or key in ids_added(log):
        raise RuleError(
            f"a second mark {correction.mark!r} on {photo.photo}",
            "an id that no mark of the photo has or had",
            "choose another id",
        )
    x, y = correction.point_px or (-1.0, -1.0)
    if not (0 <= x <= photo.width_px and 0 <= y <= photo.height_px):
        raise RuleError(
            f"a mark at {x:g}, {y:g}",
            f"a place within {photo.width_px} x {photo.height_px} px",
            "tap on the photo",
        )
    return Values()


def _mark_now(photo: PhotoReading, mark_id: str | None) -> Values:
    mark = find_mark(photo, mark_id)
    if mark is None:
        raise RuleError(
            f"mark {mark_id!r} on {photo.photo}", "a mark that is there", "choose another mark"
        )
    return Values(owner=mark.owner, side=mark.side, card=mark.card)


def _pile_now(tally: Tally, photo: PhotoReading, correction: Correction) -> Values:
    pile = find_pile(photo, correction.pile)
    if pile is None:
        names = ", ".join(pile.id for pile in photo.piles)
        raise RuleError(
            f"pile {correction.pile!r} on {photo.photo}", f"one of {names}", "choose another pile"
        )
    shares = tally.pile_shares(photo, pile)
    count = correction.after.count
    others = sum(number for owner, number in shares.items() if owner != pile.owner)
    if count is not None and count < others:
        raise RuleError(
            f"a count of {count} for a pile with {others} cards of other owners",
            f"{others} or more",
            "change the owner of these cards first",
        )
    return Values(owner=pile.owner, zone=pile.zone, count=sum(shares.values()))
