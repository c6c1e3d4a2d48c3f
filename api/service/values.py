"""What the service tells: one type for the JSON routes and for the pages."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from scoring.corrections import Correction
from scoring.deal import Counts
from scoring.document import OwnerLine, RulesUsed
from scoring.flags import FlagKind, Zone
from scoring.reading import Pile

Item = TypeVar("Item")


class JobState(StrEnum):
    """How far the reading of a photo or the learning of a deck is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DROPPED = "dropped"


class DeckState(StrEnum):
    """Whether the program knows a deck's back."""

    MISSING = "missing"
    WAITING = "waiting"
    READY = "ready"
    FAILED = "failed"


class DealState(StrEnum):
    """Whether a deal is still being worked on."""

    OPEN = "open"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list; `next` is where the following ones begin, None at the end."""

    items: tuple[Item, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something failed."""

    found: str
    expected: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobView:
    """An analysis: `stage` is what is being done now, `ahead` how many jobs come before it."""

    state: JobState
    stage: str | None
    attempts: int
    ahead: int
    problem: Reason | None


@dataclass(frozen=True, slots=True)
class OwnerView:
    """An owner and who plays under that name."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckView:
    """A deck of the match; `alike` names the decks that it could be taken for, and what helps."""

    number: int
    name: str
    state: DeckState
    files: int
    problem: Reason | None
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """A deal in its match's list."""

    number: int
    state: DealState
    caller: str | None
    blocked: bool
    void: bool
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match; `version` is its ETag."""

    id: str
    name: str
    version: str
    created: str
    owners: tuple[OwnerView, ...]
    rules: RulesUsed
    decks: tuple[DeckView, ...]
    deals: tuple[DealLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match in the list of all."""

    id: str
    name: str
    created: str
    owners: tuple[str, ...]
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoView:
    """A photo of a deal; `name` is what flags, marks and corrections call it.

    `cards` is None until it is read; `same_as` is the number of a photo of the same piles;
    `kept` says whether its picture is still there.
    """

    number: int
    name: str
    zone: Zone
    same_as: int | None
    width_px: int
    height_px: int
    size_bytes: int
    created: str
    cards: int | None
    kept: bool
    analysis: JobView


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagView:
    """An open flag; `key` accepts it. The rest is as in the document of a scored deal."""

    key: str
    kind: FlagKind
    message: str
    photo: str | None
    zone: Zone | None
    pile: str | None
    owner: str | None
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """What the deal is worth now; `complete` is false while a photo of it is not read.

    `flags` are the open ones, worst first. `settled` is how many were looked at or answered.
    """

    complete: bool
    owners: tuple[OwnerLine, ...]
    unknown: Counts
    flags: tuple[FlagView, ...]
    settled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """A deal; `version` is its ETag, `log_version` that of its corrections.

    `decks` pairs each owner with the deck that they play in this deal.
    """

    match: str
    number: int
    version: str
    log_version: str
    state: DealState
    created: str
    confirmed: str | None
    confirmed_by: str | None
    owners: tuple[str, ...]
    caller: str | None
    blocked: bool
    void: bool
    wrong_calls: tuple[str, ...]
    decks: dict[str, str]
    rules: RulesUsed
    photos: tuple[PhotoView, ...]
    result: ResultView


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReadingView:
    """A photo with its piles after the corrections; `counted` is false for a repeated photo.

    `counts` are the numbers that a person gave for a pile, by the pile's id.
    """

    photo: PhotoView
    counted: bool
    piles: tuple[Pile, ...]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    """The corrections of a deal; `in_force` has the ids of those that hold, without the undone.

    `undo` is what one undo would take back, `redo` the undo that one redo would take back.
    """

    version: str
    entries: tuple[Correction, ...]
    in_force: tuple[str, ...]
    undo: str | None
    redo: str | None
    next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCheck:
    """Whether a deck is whole before the next deal; `whole` is None where no photo shows it."""

    deck: str
    cards: int | None
    expected: int
    whole: bool | None
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView:
    """Where one owner stands; `points` has one entry for each deal in `StandingsView.deals`."""

    name: str
    players: tuple[str, ...]
    place: int
    total: int
    points: tuple[int | None, ...]
    margins: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsView:
    """Standings over the deals of these numbers; `provisional` ones are not confirmed yet.

    `winners` is empty until the match is over; equal highest totals share the win, and
    `winning_total` is theirs.
    """

    deals: tuple[int, ...]
    provisional: tuple[int, ...]
    rows: tuple[StandingView, ...]
    leaders: tuple[str, ...]
    winners: tuple[str, ...]
    winning_total: int | None
    over: bool
    ended_after: int | None
    surplus: tuple[int, ...]
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventView:
    """One line of the audit log."""

    id: int
    when: str
    who: str
    action: str
    deal: int | None
    detail: dict[str, Any]
