"""The `nertz` command. Each verb imports what it needs only when it runs, so that help is quick.

Exit codes: 0 clean, 3 a person should look at something, 2 bad input, 1 our fault.
"""

import io
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scoring.errors import ModelError, NertzError

if TYPE_CHECKING:
    from vision.networks import Networks

WEIGHTS = Path(__file__).parent / "models" / "weights" / "detector.onnx"
FACES = WEIGHTS.with_name("faces.onnx")
CHECKPOINT = WEIGHTS.with_suffix(".pt")
BAD_INPUT, OUR_FAULT = 2, 1
TRAINING_PACKAGES = {"torch", "torchvision", "ultralytics", "onnx", "onnxslim"}

app = typer.Typer(
    help="Photos of a Nertz table in, every player's deal score out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
data_app = typer.Typer(help="Training pictures: card art, made tables, looks at them.")
train_app = typer.Typer(help="Train a network. Needs the training environment: `make train-env`.")
app.add_typer(data_app, name="data", no_args_is_help=True)
app.add_typer(train_app, name="train", no_args_is_help=True)


@dataclass(slots=True)
class Session:
    """What the verbs of one call share: whether to show tracebacks, and how weights are loaded."""

    debug: bool = False
    load_networks: "Callable[[Path, Path | None], Networks] | None" = None


ArtCache = Annotated[
    Path | None,
    typer.Option("--art", metavar="CACHE", help="From `nertz data art`; else all is drawn."),
]
Weights = Annotated[
    Path,
    typer.Option(
        metavar="FILE",
        help="The detector's weights; the network for backs lies beside them.",
        show_default="models/weights/detector.onnx of the project",
    ),
]


Faces = Annotated[
    Path,
    typer.Option(
        "--faces",
        metavar="FILE",
        help="The weights of the reader of faces.",
        show_default="models/weights/faces.onnx of the project",
    ),
]


@app.callback()
def _common(
    context: typer.Context,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the whole traceback of an error.")
    ] = False,
) -> None:
    context.ensure_object(Session).debug = debug


@app.command()
def score(  # noqa: PLR0913 - the options of the verb
    context: typer.Context,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE[,FILE...]",
            help="An owner and photos of the back of their deck, or a deck file; once per owner.",
        ),
    ] = None,
    center: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A photo of the centre cards, sorted and spread."),
    ] = None,
    nertz: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A photo of the leftover Nertz piles, spread."),
    ] = None,
    foundations: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A photo of the centre before sorting."),
    ] = None,
    whole_deck: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A photo of one whole deck, spread."),
    ] = None,
    same_as: Annotated[
        list[str] | None,
        typer.Option(metavar="A=B", help="Photo A shows the same piles as photo B."),
    ] = None,
    caller: Annotated[
        str | None, typer.Option(metavar="NAME", help="The owner who called.")
    ] = None,
    blocked: Annotated[bool, typer.Option("--blocked", help="Nobody could call.")] = False,
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="The rule set, such as bicycle, pagat or classic.")
    ] = "bicycle",
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="An option of the rules."),
    ] = None,
    weights: Weights = WEIGHTS,
    faces_weights: Faces = FACES,
    json_document: Annotated[
        bool, typer.Option("--json", help="Print the document for other programs.")
    ] = False,
    draw: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the photos with numbered marks here.")
    ] = None,
) -> None:
    """Score one deal from photos: exactly one of --caller and --blocked."""
    from vision.command import ScoreArguments, run_score
    from vision.networks import load_networks

    arguments = ScoreArguments(
        weights=weights,
        faces=faces_weights,
        decks=tuple(deck or ()),
        center=tuple(center or ()),
        nertz=tuple(nertz or ()),
        foundations=tuple(foundations or ()),
        whole_decks=tuple(whole_deck or ()),
        same_as=tuple(same_as or ()),
        caller=caller,
        blocked=blocked,
        rules=rules,
        options=tuple(option or ()),
        as_json=json_document,
        draw=draw,
    )
    raise typer.Exit(run_score(arguments, _session(context).load_networks or load_networks))


@app.command()
def enrol(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Whose deck it is.")],
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Photos of the deck's back.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The deck file; NAME.deck.json unless given."),
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE[,FILE...]",
            help="Another deck of the table; decks that would be mistaken are named.",
        ),
    ] = None,
    weights: Weights = WEIGHTS,
) -> None:
    """Teach the program a deck's back and write a deck file."""
    from vision.command_enrol import EnrolArguments, run_enrol
    from vision.networks import load_networks

    arguments = EnrolArguments(
        weights=weights, name=name, files=tuple(files), out=out, beside=tuple(deck or ())
    )
    raise typer.Exit(run_enrol(arguments, _session(context).load_networks or load_networks))


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others on this network in, by links with a key.")
    ] = False,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where matches and photos are kept.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The detector's weights.")
    ] = None,
) -> None:
    """Serve matches and the API, on this machine only (127.0.0.1:8000) unless told otherwise."""
    from api.serve import run_server
    from api.settings import settings_from_environment

    run_server(settings_from_environment(host=host, port=port, lan=lan, data=data, weights=weights))


@app.command()
def evaluate(  # noqa: PLR0913 - the options of the verb
    folder: Annotated[Path, typer.Argument(help="Photos with their truth.")],
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures here.")
    ] = None,
    worst: Annotated[int, typer.Option(min=0, help="Name so many of the worst photos.")] = 0,
    draw: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw the worst photos here.")
    ] = None,
    turned: Annotated[
        bool,
        typer.Option(
            "--turned", help="Also read each photo turned by 90, 180, 270 and as JPEG 60."
        ),
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many photos.")] = None,
    weights: Weights = WEIGHTS,
    faces_weights: Faces = FACES,
) -> None:
    """Measure the program on photos whose truth is known."""
    from models.evaluate.command import run_evaluate

    code = run_evaluate(
        folder,
        weights=weights,
        faces=faces_weights,
        json_file=json_file,
        worst=worst,
        draw=draw,
        turned=turned,
        limit=limit,
    )
    raise typer.Exit(code)


@app.command()
def bench(weights: Weights = WEIGHTS) -> None:
    """Print how long each stage takes on this machine."""
    from models.bench import run_bench

    raise typer.Exit(run_bench(weights))


@data_app.command()
def art(
    cache: Annotated[Path, typer.Argument(help="Where the art is kept.")],
) -> None:
    """Fetch card art from the package registries and draw it on one canvas."""
    from rich.console import Console

    from datasets.art.fetch import fetch_art

    fetch_art(cache, Console(stderr=True))


@data_app.command()
def build(  # noqa: PLR0913 - the options of the verb
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.")],
    count: Annotated[int, typer.Option(min=1, help="How many pictures.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other pictures.")] = 0,
    split: Annotated[str, typer.Option(help="Whose decks: train or held.")] = "train",
    size: Annotated[int, typer.Option(min=32, max=4096, help="Side of a picture in px.")] = 512,
    closer_share: Annotated[
        float, typer.Option(min=0, max=1, help="Share of pictures at the closer look's scale.")
    ] = 0.55,
    near_share: Annotated[
        float, typer.Option(min=0, max=1, help="Share of pictures that a few cards fill.")
    ] = 0.15,
    first: Annotated[int, typer.Option(min=0, help="Number of the first picture.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw.")] = 1,
    art_cache: ArtCache = None,
) -> None:
    """Make training pictures with their labels."""
    from rich.console import Console
    from rich.progress import track

    from datasets.build import BuildConfig
    from datasets.build import build as build_pictures

    config = BuildConfig(
        count, seed, _split(split), size, closer_share, near_share, first, art_cache
    )
    made = build_pictures(config, folder, workers)
    console = Console(stderr=True)
    number = sum(1 for _ in track(made, "pictures", total=count, console=console))
    typer.echo(f"{number} pictures made in {folder}; {count - number} were there already.")


@data_app.command()
def tables(
    folder: Annotated[Path, typer.Argument(help="Where photos and truth go.")],
    count: Annotated[int, typer.Option(min=1, help="How many tables.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other tables.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="Number of the first table.")] = 0,
    art_cache: ArtCache = None,
) -> None:
    """Make tables of held-out decks with truth, to be measured by `nertz evaluate`."""
    from rich.console import Console
    from rich.progress import track

    from datasets.pool import ArtPool
    from datasets.tables import write_table

    pool = ArtPool("held", art_cache)
    numbers = range(first, first + count)
    for number in track(numbers, "tables", total=count, console=Console(stderr=True)):
        write_table(number, seed, pool, folder)
    typer.echo(f"{count} tables made in {folder}")


@data_app.command()
def look(
    folder: Annotated[Path, typer.Argument(help="A folder that `nertz data build` made.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The sheet.")] = Path("sheet.jpg"),
    count: Annotated[int, typer.Option(min=1, max=400, help="How many pictures.")] = 16,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other pictures.")] = 0,
) -> None:
    """Draw a contact sheet of made pictures with their labels."""
    from datasets.look_command import write_sheet

    typer.echo(f"{write_sheet(folder, out, count, seed)} pictures on {out}")


@train_app.command()
def detector(  # noqa: PLR0913 - the options of the verb
    data: Annotated[Path, typer.Argument(help="A folder that `nertz data build` made.")],
    out: Annotated[Path, typer.Argument(help="Where the run is kept.")],
    epochs: Annotated[int, typer.Option(min=1, help="Rounds through the pictures.")] = 20,
    batch: Annotated[int, typer.Option(min=1, help="Pictures a step.")] = 16,
    size: Annotated[int, typer.Option(min=32, help="Side of a picture in px.")] = 512,
    width: Annotated[
        float, typer.Option(min=0.0625, max=1, help="Of the network; nano is 0.25.")
    ] = 0.25,
    learning_rate: Annotated[float, typer.Option(min=1e-6, max=1, help="At the start.")] = 2e-3,
    device: Annotated[str, typer.Option(help="cpu, or a CUDA device such as 0.")] = "cpu",
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another run.")] = 0,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A checkpoint to begin with.")
    ] = None,
    hours: Annotated[float | None, typer.Option(min=0, help="Stop after so long.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in OUT.")] = False,
    extra: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="More pictures, as exported corrections; repeatable."),
    ] = None,
    round_pictures: Annotated[
        int | None, typer.Option("--round", min=1, help="Pictures a round; else all of them.")
    ] = None,
) -> None:
    """Train the detector; the best checkpoint's path is printed."""
    with _training_environment():
        from models.train import TrainConfig, train_detector
    config = TrainConfig(
        data,
        out,
        epochs=epochs,
        batch=batch,
        size_px=size,
        width=width,
        learning_rate=learning_rate,
        device=device,
        seed=seed,
        start=start,
        resume=resume,
        hours=hours,
        extra=tuple(extra or ()),
        round_pictures=round_pictures,
    )
    typer.echo(str(train_detector(config)))


@train_app.command()
def backs(  # noqa: PLR0913 - the options of the verb
    folder: Annotated[Path, typer.Argument(help="Where made pieces of backs are kept.")],
    out: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    views: Annotated[int, typer.Option(min=1, help="Made tables to train on.")] = 3400,
    held_views: Annotated[int, typer.Option(min=1, help="Made tables to watch.")] = 100,
    steps: Annotated[int, typer.Option(min=1, help="Steps of training.")] = 2200,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another run.")] = 1,
    eyes: Annotated[
        Path, typer.Option(metavar="FILE", help="The detector's checkpoint that lends its eyes.")
    ] = CHECKPOINT,
    start: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A backs.pt, all layers of which are trained further."),
    ] = None,
    batch: Annotated[int, typer.Option(min=2, help="Pieces of a step.")] = 256,
    learning_rate: Annotated[float, typer.Option(min=1e-6, help="The highest.")] = 2e-3,
    art_cache: ArtCache = None,
) -> None:
    """Train the network that tells backs apart and write it."""
    with _training_environment():
        from models.backs.train import BacksConfig, train_backs
    config = BacksConfig(
        folder,
        out,
        eyes,
        art_cache,
        views,
        held_views,
        steps,
        batch=batch,
        learning_rate=learning_rate,
        seed=seed,
        start=start,
    )
    typer.echo(str(train_backs(config, lambda text: typer.echo(text, err=True))))


@train_app.command()
def faces(  # noqa: PLR0913 - the options of the verb
    data: Annotated[Path, typer.Argument(help="Where sheets and crops of indices are kept.")],
    target: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    art_cache: ArtCache = None,
    fonts: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Typefaces for drawn indices, with suit signs."),
    ] = None,
    sheets: Annotated[int, typer.Option(min=1, help="Shards of some 380 flat pieces.")] = 30,
    crops: Annotated[int, typer.Option(min=1, help="Shards of some 3,400 rendered crops.")] = 6,
    held: Annotated[int, typer.Option(min=1, help="Shards of crops of held-out decks.")] = 5,
    steps: Annotated[
        int, typer.Option(min=0, help="Batches; with 0 the checkpoint of --start is written.")
    ] = 6000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw.")] = 1,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A checkpoint to begin with.")
    ] = None,
) -> None:
    """Train the reader of faces and write it; what it is worth on held-out decks is printed."""
    with _training_environment():
        from models.faces.command import FacesRun, train_faces
        from models.faces.train import FacesConfig

    run = FacesRun(
        data,
        target,
        art=art_cache,
        fonts=fonts,
        sheets=sheets,
        crops=crops,
        held=held,
        workers=workers,
        training=FacesConfig(steps=steps, start=start, checkpoint=target.with_suffix(".pt")),
    )
    for line in train_faces(run, lambda text: typer.echo(text, err=True)):
        typer.echo(line)


@train_app.command()
def verifier(  # noqa: PLR0913 - the options of the verb
    folder: Annotated[Path, typer.Argument(help="Where the regions to learn from are kept.")],
    target: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    pictures: Annotated[
        list[Path],
        typer.Option(metavar="FOLDER", help="Of `nertz data build`; repeatable."),
    ],
    tables: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="Of `nertz data tables`, to weigh it; repeatable."),
    ] = None,
    weights: Weights = WEIGHTS,
    steps: Annotated[int, typer.Option(min=1, help="Batches of 128 regions.")] = 3000,
    threads: Annotated[int, typer.Option(min=1, help="Processor threads.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another run.")] = 0,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A checkpoint to begin with.")
    ] = None,
) -> None:
    """Train the network that checks each region the detector found, and write it."""
    with _training_environment():
        from models.verifier.train import VerifierConfig, train_verifier
    config = VerifierConfig(
        tuple(pictures),
        folder,
        target,
        weights,
        tuple(tables or ()),
        steps=steps,
        seed=seed,
        threads=threads,
        start=start,
    )
    typer.echo(str(train_verifier(config, lambda text: typer.echo(text, err=True))))


@train_app.command()
def rows(  # noqa: PLR0913 - the options of the verb
    target: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    pictures: Annotated[
        list[Path],
        typer.Option(metavar="FOLDER", help="Closer looks of `nertz data build`; repeatable."),
    ],
    tables: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="Of `nertz data tables`, to weigh it; repeatable."),
    ] = None,
    weights: Weights = WEIGHTS,
    steps: Annotated[int, typer.Option(min=1, help="Batches of 16 rows.")] = 8000,
    learning_rate: Annotated[float, typer.Option(min=1e-6, help="The highest.")] = 2e-3,
    threads: Annotated[int, typer.Option(min=1, help="Processor threads.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another run.")] = 0,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A checkpoint to begin with.")
    ] = None,
) -> None:
    """Train the network that reads along the rows of a pile, and write it."""
    with _training_environment():
        from models.rows.train import RowsConfig, train_rows
    from vision.networks import load_networks

    config = RowsConfig(
        tuple(pictures),
        target,
        tuple(tables or ()),
        steps=steps,
        learning_rate=learning_rate,
        seed=seed,
        threads=threads,
        start=start,
    )
    networks = load_networks(weights, threads=threads)
    typer.echo(str(train_rows(config, networks, lambda text: typer.echo(text, err=True))))


@train_app.command()
def outline(
    folder: Annotated[Path, typer.Argument(help="Where the made pictures are kept.")],
    target: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    art_cache: ArtCache = None,
    pictures: Annotated[int, typer.Option(min=32, help="Made pictures to learn from.")] = 10_000,
    steps: Annotated[int, typer.Option(min=1, help="Batches of 32 pictures.")] = 6000,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A checkpoint to begin with.")
    ] = None,
) -> None:
    """Train the network that outlines a whole card on an enrolment photo, and write it."""
    with _training_environment():
        from models.outline.train import OutlineConfig, train_outline
    config = OutlineConfig(folder, target, art_cache, pictures=pictures, steps=steps, start=start)
    typer.echo(str(train_outline(config, lambda text: typer.echo(text, err=True))))


@app.command()
def export(
    weights: Annotated[Path, typer.Argument(help="A checkpoint of `nertz train detector`.")],
    target: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    confidence: Annotated[float, typer.Option(min=0, max=1, help="The threshold served.")],
    data: Annotated[Path, typer.Option(help="The folder that it was trained on.")],
    trained: Annotated[str, typer.Option(help="In words: how long, on what.")],
    size: Annotated[int, typer.Option(min=32, help="Side of the training pictures in px.")] = 512,
) -> None:
    """Export a trained detector to ONNX, with what its user must know inside."""
    with _training_environment():
        from models.export import ExportInfo, export_detector
    from datasets.build import data_hash

    info = ExportInfo(confidence, data_hash(data), trained, size)
    typer.echo(str(export_detector(weights, target, info)))


def _session(context: typer.Context) -> Session:
    return context.ensure_object(Session)


def _split(text: str) -> Literal["train", "held"]:
    if text == "train":
        return "train"
    if text == "held":
        return "held"
    raise typer.BadParameter(f"{text!r} is neither train nor held", param_hint="--split")


@contextmanager
def _training_environment() -> Iterator[None]:
    """Says what to do where a package of the training environment is missing.

    Raises:
        ModelError: one is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in TRAINING_PACKAGES:
            raise
        raise ModelError(
            f"no {error.name} in this environment",
            "the training environment",
            "run `make train-env` and use the `nertz` command of that environment",
        ) from error


def main(
    arguments: Sequence[str] | None = None,
    load_networks: "Callable[[Path, Path | None], Networks] | None" = None,
) -> int:
    """Runs the command and returns its exit code; `load_networks` replaces the trained ones.

    `--debug` may stand anywhere.
    """
    typed = list(sys.argv[1:] if arguments is None else arguments)
    session = Session(load_networks=load_networks)
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app(sorted(typed, key=lambda word: word != "--debug"), "nertz", obj=session)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else OUR_FAULT
    except NertzError as error:
        _show(session, error)
        return BAD_INPUT
    except Exception as error:  # noqa: BLE001 - the last place: nobody but us reads a traceback
        typer.echo(f"This is our fault, not yours: {type(error).__name__}: {error}", err=True)
        _show(session, error)
        return OUR_FAULT
    return 0


def _show(session: Session, error: Exception) -> None:
    """Prints what is wrong on stderr, with the traceback only if it was asked for."""
    if session.debug:
        typer.echo("".join(traceback.format_exception(error)), err=True)
    elif not isinstance(error, NertzError):
        typer.echo(
            "Please report this line and what you typed, with the output of the same command after "
            "`nertz --debug`.",
            err=True,
        )
    if isinstance(error, NertzError):
        typer.echo(f"Found: {error.found}.", err=True)
        typer.echo(f"Expected: {error.expected}.", err=True)
        typer.echo(f"What to do: {error.action}.", err=True)


if __name__ == "__main__":
    sys.exit(main())
