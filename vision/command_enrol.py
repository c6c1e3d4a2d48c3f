"""The verb `nertz enrol`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scoring.errors import DeckError, NertzError
from scoring.owners import check_distinct
from vision.backs import alike_decks, save_deck
from vision.command_files import deck_sources, read_source
from vision.enrol import enrol_deck
from vision.networks import Networks, load_networks
from vision.score import decode_all, learn_deck
from vision.score_request import MAX_DECK_FILES, check_name

CLEAN, LOOK = 0, 3
"""Exit codes: the deck is told from the others, or it looks like one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolArguments:
    """What was typed after `nertz enrol`; `beside` are the other decks of the table."""

    weights: Path
    name: str
    files: tuple[Path, ...]
    out: Path | None = None
    beside: tuple[str, ...] = ()


def run_enrol(
    arguments: EnrolArguments, load: Callable[[Path, Path | None], Networks] = load_networks
) -> int:
    """Learns a deck from photos of its back and writes a deck file; returns the exit code.

    Raises:
        NertzError: bad input, with what to do about it.
    """
    owner, files = arguments.name.strip(), arguments.files
    check_name(owner)
    target = arguments.out or Path(f"{owner.replace('/', '-')}.deck.json")
    if target.suffix != ".json":
        raise DeckError(
            f"--out {target}", "a deck file: a name that ends in .deck.json", "choose such a name"
        )
    if len(files) > MAX_DECK_FILES:
        raise DeckError(
            f"{len(files)} photos", f"at most {MAX_DECK_FILES}", "choose the best of them"
        )
    others = deck_sources(arguments.beside)
    check_distinct([owner, *(other.owner for other in others)], "decks")
    networks = load(arguments.weights, None)
    photos = decode_all([read_source(file) for file in files])
    deck = enrol_deck(owner, photos, networks)
    try:
        save_deck(deck, target)
    except OSError as error:
        raise NertzError(
            f"{target}, which cannot be written ({error.strerror})",
            "a place where files can be written",
            "choose another place",
        ) from error
    output = Console(highlight=False)
    words = f"{owner}'s deck is in {target}. Use it with: nertz score --deck '{owner}={target}' ..."
    output.print(Text(words))
    learnt = [learn_deck(other, networks) for other in others]
    pairs = [pair for other in learnt for pair in alike_decks([deck, other], networks.backs)]
    for pair in pairs:
        output.print(Text(pair.message, "bold"))
    return LOOK if pairs else CLEAN
