"""The log of a deal's corrections for people: newest first, the undone ones struck out."""

from dataclasses import dataclass

from api.pages.views.words import correction
from api.service.values import LogView
from scoring.corrections import CorrectionKind


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry; `holds` is false for what was undone."""

    who: str
    when: str
    text: str
    holds: bool


def lines_of(log: LogView) -> tuple[LogLine, ...]:
    """All entries, the newest first."""
    by_id = {entry.id: entry for entry in log.entries}
    lines = []
    for entry in log.entries:
        text, holds = correction(entry), entry.id in log.in_force
        target = by_id.get(entry.undoes or "")
        if entry.kind is CorrectionKind.UNDO and target is not None:
            again = target.kind is CorrectionKind.UNDO
            while target.kind is CorrectionKind.UNDO and target.undoes in by_id:
                target = by_id[target.undoes]
            text = f"{'brought back' if again else 'took back'}: {correction(target)}"
            holds = True
        lines.append(LogLine(entry.who, entry.when, text, holds))
    return tuple(reversed(lines))
