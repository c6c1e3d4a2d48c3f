"""What `nertz score` prints for people: points, open questions, and where the overlays are."""

from collections import Counter
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from scoring.document import DealDocument
from scoring.flags import Flag
from scoring.reading import PhotoReading
from scoring.wording import name_list, number_of, whose
from vision.score import ScoredDeal

ZONE_WORDS = {
    "center": "centre",
    "nertz": "leftover",
    "foundations": "foundations",
    "deck": "whole deck",
}


def print_score(console: Console, scored: ScoredDeal) -> None:
    """Prints the points of every owner, then what a person should look at, worst first."""
    document = scored.document
    console.print(_points_table(document))
    unknown = document.unknown
    if unknown.total:
        words = (
            f"Unknown cards, which score for nobody: {number_of(unknown.center, 'centre card')} "
            f"and {number_of(unknown.nertz, 'leftover card')}."
        )
        console.print(Text(words))
    if scored.score is None:
        console.print(Text(_about_groups(document)))
    if not document.flags:
        console.print(Text("Nothing looks doubtful."))
        return
    console.print(Text(f"\nPlease look at {number_of(len(document.flags), 'place')}:", "bold"))
    for number, flag in enumerate(document.flags, start=1):
        console.print(_flag_text(number, flag, scored))


def print_overlays(
    console: Console, scored: ScoredDeal, files: list[tuple[PhotoReading, Path]]
) -> None:
    """Prints which overlay shows what: each photo's cards by owner."""
    console.print(Text("\nOverlays, with a number on every counted card:", "bold"))
    for photo, file in files:
        cards = Counter(mark.owner for mark in photo.marks)
        shown = [
            f"{owner if owner is not None else 'unknown'} {count}"
            for owner, count in sorted(cards.items(), key=lambda item: (item[0] is None, item[0]))
        ]
        again = "" if photo.photo in scored.tally.counted else f", counted on {photo.same_as}"
        words = f"{photo.photo} ({ZONE_WORDS[photo.zone]}{again})"
        console.print(Text(f"  {words}: {', '.join(shown) or 'no cards'} -> {file}"))


def _points_table(document: DealDocument) -> Table:
    table = Table(box=box.SIMPLE, show_footer=True)
    centre = sum(owner.center for owner in document.owners)
    leftover = sum(owner.nertz for owner in document.owners)
    known = [owner.points for owner in document.owners if owner.points is not None]
    total = str(sum(known)) if len(known) == len(document.owners) else ""
    table.add_column("Owner", "Total")
    table.add_column("Centre", str(centre), justify="right")
    table.add_column("Leftover", str(leftover), justify="right")
    table.add_column("Points", total, justify="right")
    table.add_column("")
    for owner in document.owners:
        table.add_row(
            Text(owner.name),
            str(owner.center),
            str(owner.nertz),
            Text("?" if owner.points is None else str(owner.points), "bold"),
            "called" if owner.name == document.caller else "",
        )
    return table


def _about_groups(document: DealDocument) -> str:
    words = (
        "No deck was given, so the letters stand for the designs of backs that were seen. Give "
        "each player's deck with --deck NAME=FILE for points by name."
    )
    if any(owner.points is None for owner in document.owners):
        words += " A question mark stands where the points depend on who called."
    return words


def _flag_text(number: int, flag: Flag, scored: ScoredDeal) -> Text:
    text = Text(f" {number}. {flag.message}")
    place = _place(flag, scored)
    if place:
        text.append(f" [{place}]", "dim")
    return text


def _place(flag: Flag, scored: ScoredDeal) -> str:
    """Where to look: photo, pile, and the cards by the numbers that the overlay shows."""
    parts = [flag.photo] if flag.photo is not None else []
    if flag.pile is not None:
        pile = f"pile {flag.pile}"
        parts.append(pile if flag.owner is None else f"{whose(flag.owner)} {pile}")
    numbers = [
        str(mark.number)
        for photo in scored.tally.photos
        if photo.photo == flag.photo
        for mark in photo.marks
        if mark.id in flag.marks
    ]
    if numbers:
        parts.append(f"card{'s' if len(numbers) > 1 else ''} {name_list(numbers)}")
    return ", ".join(parts)
