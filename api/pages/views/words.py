"""The words of the pages: names of zones, stages and actions, and sentences for the log."""

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus

from api.service.values import JobState, JobView
from scoring.corrections import Correction, CorrectionKind
from scoring.flags import Zone
from scoring.wording import name_list, number_of

__all__ = ["cards", "correction", "name_list", "progress", "sentence", "signed", "when", "zone"]

ZONES: Mapping[Zone, tuple[str, str]] = {
    Zone.CENTER: ("Centre", "The centre cards, sorted by their backs and spread."),
    Zone.NERTZ: ("Leftover", "What was left in the Nertz piles, spread."),
    Zone.FOUNDATIONS: ("Before sorting", "Optional: the centre as it lay at the call."),
    Zone.DECK: ("Whole deck", "Optional, between deals: one whole deck, spread."),
}
STAGES: Mapping[str, tuple[int, str]] = {
    "decode": (1, "Opening the photo"),
    "detect": (2, "Looking for cards"),
    "group": (3, "Sorting them into piles"),
    "look": (4, "Looking closer at each pile"),
    "faces": (5, "Reading faces"),
    "owners": (6, "Telling whose cards they are"),
    "doubt": (7, "Checking for doubts"),
    "enrol": (5, "Learning the back"),
}
LAST_STAGE = 8
PROBLEMS: Mapping[int, str] = {
    HTTPStatus.UNAUTHORIZED: "This table needs its link",
    HTTPStatus.FORBIDDEN: "Only the host can change this",
    HTTPStatus.NOT_FOUND: "This is not here",
    HTTPStatus.CONFLICT: "This cannot be done now",
    HTTPStatus.PRECONDITION_FAILED: "Somebody was quicker",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "This is too large",
    HTTPStatus.TOO_MANY_REQUESTS: "One moment, please",
    HTTPStatus.SERVICE_UNAVAILABLE: "Busy right now",
}
MINUS, DASH = "\u2212", "\u2013"
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def zone(value: Zone | None) -> str:
    """The zone's name for people."""
    return ZONES[value][0] if value is not None else ""


def cards(count: int) -> str:
    """A number of cards.

    >>> cards(1), cards(3), cards(0)
    ('1 card', '3 cards', 'no card')
    """
    return number_of(count, "card")


def sentence(text: str) -> str:
    """The text with a large first letter.

    >>> sentence("photo 2 is dark.")
    'Photo 2 is dark.'
    """
    return text[:1].upper() + text[1:]


def signed(points: int | None) -> str:
    """Points with a real minus sign, and a dash where there are none.

    >>> signed(-7) == MINUS + "7", signed(0), signed(None) == DASH
    (True, '0', True)
    """
    return DASH if points is None else str(points).replace("-", MINUS)


def when(text: str | None) -> str:
    """The time of day of an ISO 8601 text, in UTC, with its date.

    >>> when("2026-01-31T20:15:07.123+00:00")
    '31 Jan, 20:15'
    """
    if not text:
        return ""
    moment = datetime.fromisoformat(text)
    return f"{moment.day} {moment:%b, %H:%M}"


def card_name(code: str | None) -> str:
    """A card as players write it.

    >>> card_name("10S"), card_name("JK"), card_name(None)
    ('10♠', 'Joker', '?')
    """
    if code is None:
        return "?"
    return "Joker" if code == "JK" else code[:-1] + SUITS[code[-1]]


def progress(job: JobView) -> tuple[int, str]:
    """How far a job is, of `LAST_STAGE`, and what is being done."""
    if job.state is JobState.WAITING:
        again = " again" if job.attempts else ""
        return 0, f"Waiting{again}" + (f", {job.ahead} before it" if job.ahead else "")
    if job.state is JobState.RUNNING:
        return STAGES.get(job.stage or "", (1, "Starting"))
    return LAST_STAGE, {JobState.FAILED: "Failed", JobState.DONE: "Read"}.get(job.state, "")


def correction(entry: Correction) -> str:
    """What an entry of the log changed, in words."""
    where = ", ".join(
        text
        for text in (
            f"card {entry.mark}" if entry.mark else "",
            f"pile {entry.pile}" if entry.pile and not entry.mark else "",
            entry.photo or "",
        )
        if text
    )
    before, after = entry.before, entry.after
    owner = after.owner or "nobody"
    if entry.kind is CorrectionKind.SET_COUNT:
        what = f"count {_from(before.count)}{after.count}"
        if entry.photo is None:
            return f"{what} in {owner}'s {zone(after.zone).lower()}"
    else:
        what = {
            CorrectionKind.ADD: "added a card",
            CorrectionKind.REMOVE: "removed a mark",
            CorrectionKind.OWNER: f"owner {_from(before.owner or 'nobody')}{owner}",
            CorrectionKind.SIDE: f"side {_from(before.side)}{after.side}",
            CorrectionKind.CARD: f"card {_from(card_name(before.card))}{card_name(after.card)}",
            CorrectionKind.ZONE: f"zone {_from(zone(before.zone))}{zone(after.zone)}",
            CorrectionKind.ASSIGN_PILE: f"pile of {_from(before.owner or 'nobody')}{owner}",
            CorrectionKind.ACCEPT: "said that a question is answered",
            CorrectionKind.UNDO: "took back a change",
        }[entry.kind]
    return f"{what} ({where})" if where else what


def _from(value: object) -> str:
    return "" if value is None else f"{value} → "
