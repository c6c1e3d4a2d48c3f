"""What is known of one whole deal: its photos, how it ended, and every owner's counts."""

from dataclasses import dataclass
from pathlib import Path

from scoring.flags import Zone


@dataclass(frozen=True, slots=True)
class PlayerTruth:
    """One owner's counts; `enrol` is a photo of the back, `points` follow the default rules."""

    owner: str
    center: int
    nertz: int
    points: int | None = None
    enrol: Path | None = None


@dataclass(frozen=True, slots=True)
class DealTruth:
    """One deal; `caller` is None where it was blocked, `source` the truth file."""

    source: Path
    photos: tuple[tuple[Zone, Path], ...]
    players: tuple[PlayerTruth, ...]
    caller: str | None = None
    foundations_total: int | None = None

    @property
    def decks(self) -> dict[str, Path]:
        """Every owner with the photo to enrol the deck from."""
        return {player.owner: player.enrol for player in self.players if player.enrol is not None}
