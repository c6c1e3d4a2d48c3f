"""What `nertz evaluate` does: measure, print, write the JSON, draw the worst photos."""

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from models.evaluate.pictures import draw_worst
from models.evaluate.plots import draw_certainty
from models.evaluate.report import Report, summarise
from models.evaluate.report_json import as_json
from models.evaluate.run import evaluate
from models.evaluate.tables import print_report, print_worst
from scoring.errors import DataError, NertzError
from vision.networks import Networks, load_networks

OK = 0
BAD_INPUT = 2
"""Exit codes of the command line."""


def run_evaluate(  # noqa: PLR0913 - one argument an option of the command
    folder: Path,
    *,
    weights: Path,
    faces: Path | None = None,
    json_file: Path | None = None,
    worst: int = 0,
    draw: Path | None = None,
    turned: bool = False,
    limit: int | None = None,
) -> int:
    """Measures the weights on a folder of photos with truth and returns the exit code.

    Args:
        folder: photos and truth files, subfolders included.
        weights: the detector; the network for backs lies beside it.
        faces: the classifier of faces; None leaves cards unnamed.
        json_file: where to write the report as JSON.
        worst: print so many of the worst photos.
        draw: a folder for pictures of these photos.
        turned: also read every photo turned by 90, 180 and 270 degrees, and saved as JPEG 60.
        limit: measure at most so many photos, spread over the folder.
    """
    console, errors = Console(), Console(stderr=True)
    try:
        report = measure(folder, load_networks(weights, faces), turned=turned, limit=limit)
        summary = summarise(report)
        print_report(report, summary, console)
        chosen = report.worst_first[:worst]
        if chosen:
            print_worst(chosen, console)
        if draw is not None:
            drawn = draw_worst(chosen, draw)
            if summary.certainty.bins:
                drawn.append(draw_certainty(summary.certainty, draw / "certainty.png"))
            for path in drawn:
                console.print(f"Drawn: {path}", highlight=False)
        if json_file is not None:
            _write(json_file, json.dumps(as_json(report, summary), indent=1) + "\n")
    except NertzError as error:
        errors.print(str(error), style="red", markup=False, highlight=False)
        return BAD_INPUT
    return OK


def measure(folder: Path, networks: Networks, *, turned: bool, limit: int | None) -> Report:
    """The report of a folder, with a progress bar on the terminal's error stream."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("Reading", total=None)

        def show(done: int, count: int, name: str) -> None:
            bar.update(task, completed=done, total=count, description=name or "Done")

        return evaluate(folder, networks, turned=turned, limit=limit, progress=show)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(
            f"{file}, which cannot be written ({error})",
            "a file in a folder that exists",
            "give another path",
        ) from error
