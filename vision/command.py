"""The verb `nertz score`."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.console import Console
from rich.text import Text

from scoring.document import document_as_dict
from scoring.errors import NertzError
from scoring.flags import Zone
from scoring.options import parse_options
from scoring.reading import PhotoReading
from scoring.rules import DEFAULT_RULES, rule_set
from vision.command_files import deck_sources, photo_sources
from vision.command_report import print_overlays, print_score
from vision.decode import decode
from vision.networks import Networks, load_networks
from vision.overlay import draw_overlay
from vision.score import ScoredDeal, score_photos
from vision.score_request import ScoreRequest, unique_names

CLEAN, LOOK = 0, 3
"""Exit codes: nothing is doubtful, or a person should look at a flag."""

OVERLAY_QUALITY = 90
"""JPEG quality of overlays: the numbers stay sharp."""

LoadNetworks = Callable[[Path, Path | None], Networks]
"""From the detector's weights and those of the reader of faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreArguments:
    """What was typed after `nertz score`; without `faces`, its weights, no card is named."""

    weights: Path
    faces: Path | None = None
    decks: tuple[str, ...] = ()
    center: tuple[Path, ...] = ()
    nertz: tuple[Path, ...] = ()
    foundations: tuple[Path, ...] = ()
    whole_decks: tuple[Path, ...] = ()
    same_as: tuple[str, ...] = ()
    caller: str | None = None
    blocked: bool = False
    rules: str = DEFAULT_RULES
    options: tuple[str, ...] = ()
    as_json: bool = False
    draw: Path | None = None

    def request(self) -> ScoreRequest:
        """What is to be scored, with all files read.

        Raises:
            NertzError: something that was typed does not fit, or a file cannot be read.
        """
        zones = (
            (Zone.CENTER, self.center),
            (Zone.NERTZ, self.nertz),
            (Zone.FOUNDATIONS, self.foundations),
            (Zone.DECK, self.whole_decks),
        )
        return ScoreRequest(
            photos=photo_sources(zones, self.same_as),
            decks=deck_sources(self.decks),
            caller=self.caller.strip() if self.caller is not None else None,
            blocked=self.blocked,
            rules=rule_set(self.rules, **parse_options(self.options)),
        )


def run_score(arguments: ScoreArguments, load: LoadNetworks = load_networks) -> int:
    """Scores a deal and prints it; returns the exit code.

    Raises:
        NertzError: bad input, with what to do about it.
    """
    request = arguments.request()
    if arguments.draw is not None:
        _make_folder(arguments.draw)
    networks = load(arguments.weights, arguments.faces)
    messages = Console(stderr=True)
    with messages.status("Looking at the photos") as status:
        scored = score_photos(
            request,
            networks,
            progress=lambda what: status.update(Text(f"Looking at {what}")),
        )
    output = Console(highlight=False)
    if arguments.as_json:
        output.file.write(json.dumps(document_as_dict(scored.document), indent=1) + "\n")
    else:
        print_score(output, scored)
    if arguments.draw is not None:
        drawn = draw_overlays(request, scored, arguments.draw)
        print_overlays(messages if arguments.as_json else output, scored, drawn)
    return LOOK if scored.flags else CLEAN


def draw_overlays(
    request: ScoreRequest, scored: ScoredDeal, folder: Path
) -> list[tuple[PhotoReading, Path]]:
    """Writes one JPEG a photo, one photo in memory at a time; returns them with their readings.

    Raises:
        NertzError: a file cannot be written.
    """
    flat = [photo.file.name.replace("/", "-") for photo in request.photos]
    names = unique_names([f"{name.rpartition('.')[0] or name}.marks.jpg" for name in flat])
    drawn = []
    for source, reading, name in zip(request.photos, scored.tally.photos, names, strict=True):
        rgb = decode(source.file.data, source.file.name).rgb
        picture = draw_overlay(rgb, reading, scored.reading.owners)
        quality = [cv2.IMWRITE_JPEG_QUALITY, OVERLAY_QUALITY]
        written, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), quality)
        assert written  # noqa: S101 - a picture in memory can always be encoded
        try:
            (folder / name).write_bytes(data.tobytes())
        except OSError as error:
            raise _unwritable(folder / name, error) from error
        drawn.append((reading, folder / name))
    return drawn


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(path: Path, error: OSError) -> NertzError:
    return NertzError(
        f"{path}, which cannot be written ({error.strerror})",
        "a place where files can be written",
        "choose another place",
    )
