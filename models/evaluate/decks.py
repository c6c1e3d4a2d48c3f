"""Enrolling the decks that truth files name, each once, and noting where that fails."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import DeckError, PhotoError
from vision.backs import Deck
from vision.decode import decode_file
from vision.enrol import enrol_deck
from vision.networks import Networks


@dataclass(frozen=True, slots=True)
class EnrolFailure:
    """A deck that could not be enrolled, and why."""

    owner: str
    photo: Path
    message: str


class DeckShelf:
    """Decks enrolled so far; a deck is enrolled when it is first asked for."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self._decks: dict[tuple[str, Path], Deck | EnrolFailure] = {}

    def decks(self, wanted: Mapping[str, Path]) -> list[Deck]:
        """The decks of those owners, without those that cannot be enrolled."""
        found = [self._deck(owner, path) for owner, path in wanted.items()]
        return [deck for deck in found if isinstance(deck, Deck)]

    @property
    def failures(self) -> tuple[EnrolFailure, ...]:
        """Every deck that could not be enrolled, once."""
        return tuple(deck for deck in self._decks.values() if isinstance(deck, EnrolFailure))

    def _deck(self, owner: str, path: Path) -> Deck | EnrolFailure:
        key = (owner, path.resolve())
        if key not in self._decks:
            try:
                self._decks[key] = enrol_deck(owner, [decode_file(path)], self._networks)
            except (DeckError, PhotoError) as error:
                self._decks[key] = EnrolFailure(owner, path, str(error))
        return self._decks[key]
