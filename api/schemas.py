"""The bodies of requests; answers are the types of `api.service.values`."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StrictBool, StrictInt

from api.service.corrections import Change
from api.service.deals import DealEnd
from scoring.corrections import Correction, CorrectionKind, Values, correction_as_dict
from scoring.flags import Zone
from scoring.owners import MOST_OWNERS, Owner
from scoring.reading import Side
from scoring.rules import DEFAULT_RULES
from vision.score_request import MAX_NAME_LENGTH

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
Mention = Annotated[str, Field(max_length=200)]
OptionValue = StrictBool | StrictInt | None | dict[Name, StrictInt]
Options = Annotated[
    dict[Mention, OptionValue],
    Field(max_length=40, description="Options of the rules; `pile_sizes` maps names to sizes."),
]
MARK_PATTERN = r"^[A-Za-z0-9_-]{1,40}$"
MOST_CARDS = 1000


class Body(BaseModel):
    """A request's body; a key that nobody knows is refused, so that no typing error is lost."""

    model_config = ConfigDict(extra="forbid")


class OwnerBody(Body):
    """An owner: one player, or a partnership with its players' names."""

    name: Name
    players: Annotated[list[Name], Field(max_length=MOST_OWNERS)] = []

    def owner(self) -> Owner:
        """The same as the rules know it."""
        return Owner(self.name, tuple(self.players))


class MatchBody(Body):
    """A new match."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {
                "name": "Friday",
                "owners": [{"name": "Anna"}, {"name": "The Foxes", "players": ["Ben", "Cleo"]}],
                "rules": "bicycle",
                "options": {"target": 150, "pile_sizes": {"Anna": 11}},
            }
        },
    )
    owners: Annotated[list[OwnerBody], Field(min_length=2, max_length=MOST_OWNERS)]
    name: Annotated[str, Field(max_length=MAX_NAME_LENGTH)] = ""
    rules: Mention = DEFAULT_RULES
    options: Options = {}


class MatchChangeBody(Body):
    """What changes in a match; options stay unless given, a new rule set begins without any."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"options": {"target": 200}}}
    )
    name: Name | None = None
    rules: Mention | None = None
    options: Options | None = None


class DealBody(Body):
    """Who played and how the deal ended: exactly one of `caller` and `blocked`, unless void.

    `owners` who play, all of the match unless given; `wrong_calls` who called by mistake; `decks`
    says who plays whose deck, where they were passed on.
    """

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"caller": "Anna"}})
    owners: Annotated[list[Name], Field(max_length=MOST_OWNERS)] | None = None
    caller: Annotated[str, Field(max_length=MAX_NAME_LENGTH)] | None = None
    blocked: StrictBool | None = None
    void: StrictBool | None = None
    wrong_calls: Annotated[list[Name], Field(max_length=MOST_OWNERS)] | None = None
    decks: Annotated[dict[Name, Name], Field(max_length=MOST_OWNERS)] | None = None

    def end(self) -> DealEnd:
        """The same for the service."""
        return DealEnd(**self.model_dump())


class ConfirmBody(Body):
    """Confirming a deal; with open flags only if somebody says so."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {}})
    despite_flags: StrictBool = False


class PhotoChangeBody(Body):
    """Another zone for a photo, or the number of a photo of the same piles, 0 for none."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"zone": "nertz"}})
    zone: Zone | None = None
    same_as: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = None


class ValuesBody(Body):
    """What a correction sets."""

    owner: Name | None = None
    zone: Zone | None = None
    side: Side | None = None
    card: Annotated[str, Field(max_length=3)] | None = None
    count: Annotated[StrictInt, Field(ge=0, le=MOST_CARDS)] | None = None


class CorrectionBody(Body):
    """One change. What each kind needs:

    `add`: photo, point_px, perhaps pile, to.owner, to.side, to.card; `remove`: photo, mark;
    `owner`, `side`, `card`: photo, mark, to; `zone`: photo, pile, to.zone; `assign_pile`: photo,
    pile, to.owner or to.zone; `set_count`: to.count with photo and pile, or with to.owner and
    to.zone; `accept`: flag (the key of an open flag); `undo`: undoes (the id of an entry).
    """  # noqa: D415 - a list follows

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {
                "kind": "set_count",
                "to": {"owner": "Anna", "zone": "center", "count": 14},
            }
        },
    )
    kind: CorrectionKind
    photo: Mention | None = None
    pile: Mention | None = None
    mark: Annotated[str, Field(pattern=MARK_PATTERN)] | None = None
    point_px: tuple[FiniteFloat, FiniteFloat] | None = None
    flag: Mention | None = None
    undoes: Mention | None = None
    to: ValuesBody = ValuesBody()

    def change(self) -> Change:
        """The same for the service."""
        given = {name: getattr(self, name) for name in type(self).model_fields if name != "to"}
        return Change(**given, to=Values(**self.to.model_dump()))


class LogAnswer(BaseModel):
    """A deal's corrections, oldest first: each with id, kind, who, when, from and to.

    `in_force` has the ids of those that hold; `undo` and `redo` say what one more would take back.
    """

    version: str
    entries: list[dict[str, Any]]
    in_force: list[str]
    undo: str | None
    redo: str | None
    next: int | None


def entries_as_dicts(entries: tuple[Correction, ...]) -> list[dict[str, Any]]:
    """Corrections as they are exported."""
    return [correction_as_dict(entry) for entry in entries]
