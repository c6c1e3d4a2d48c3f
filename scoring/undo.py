"""What one undo takes back, and what one redo brings again, in a log that only grows."""

from collections.abc import Sequence

from scoring.corrections import Correction, CorrectionKind, in_force


def undo_target(log: Sequence[Correction]) -> str | None:
    """The id of the latest correction in force: what an undo takes back; None without one."""
    holding = in_force(log)
    return holding[-1].id if holding else None


def redo_target(log: Sequence[Correction]) -> str | None:
    """The id of the undo that a redo takes back; None if nothing was undone since the last change.

    A redo is an undo of an undo. The latest undo of a correction is taken back first, and a new
    correction ends what could be brought again.
    """
    of = {entry.id: entry for entry in log}
    undone = _undone(log)
    for entry in reversed(log):
        if entry.kind is not CorrectionKind.UNDO:
            return None
        target = of.get(entry.undoes or "")
        takes_back = target is not None and target.kind is not CorrectionKind.UNDO
        if takes_back and entry.id not in undone:
            return entry.id
    return None


def _undone(log: Sequence[Correction]) -> set[str]:
    """The ids of all entries that are not in force because a later undo holds."""
    undone: set[str] = set()
    for entry in reversed(log):
        if entry.kind is CorrectionKind.UNDO and entry.id not in undone:
            undone.add(entry.undoes or "")
    return undone
