"""The command: bad input is told plainly, help is quick, exit codes say what happened."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from nertz import main
from tests.fake_table import BLUE, GREEN, RED, DrawnCards, back, picture
from tests.served import networks
from vision.networks import Networks

ROOT = Path(__file__).parents[1]
HEAVY = {"cv2", "torch", "fastapi", "onnxruntime", "numpy"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the photos of a deal, and the working folder of the test."""
    files = {
        "anna.png": back(RED),
        "ben.png": back(BLUE),
        "center.png": picture((RED, 3), (BLUE, 4)),
        "nertz.png": picture((BLUE, 2)),
        "strange.png": picture((RED, 3), (BLUE, 4), (GREEN, 1)),
        "empty.jpg": b"",
        "text.jpg": b"a shopping list",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder.jpg").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def nertz(*arguments: str) -> int:
    return main(list(arguments), lambda *_: networks(DrawnCards()))


DECKS = ("--deck", "Anna=anna.png", "--deck", "Ben=ben.png")
DEAL = ("score", *DECKS, "--center", "center.png", "--nertz", "nertz.png")
CALLED = (*DEAL, "--caller", "Anna")


@pytest.mark.usefixtures("table")
def test_a_clean_deal_exits_with_0_and_shows_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert nertz(*CALLED) == 0
    output = capsys.readouterr().out
    rows = [line.split() for line in output.splitlines() if line.strip()]
    assert ["Anna", "3", "0", "3", "called"] in rows
    assert ["Ben", "4", "2", "0"] in rows
    assert ["Total", "7", "2", "3"] in rows
    assert "Nothing looks doubtful." in output


@pytest.mark.usefixtures("table")
def test_a_flag_exits_with_3_and_says_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("score", *DECKS, "--center", "strange.png", "--nertz", "nertz.png")
    assert nertz(*arguments, "--caller", "Anna") == 3
    output = " ".join(capsys.readouterr().out.split())
    assert "Unknown cards, which score for nobody: 1 centre card" in output
    assert "1. No enrolled deck matches 1 card of this pile" in output
    assert "[strange.png, pile p3, card 1]" in output


@pytest.mark.usefixtures("table")
def test_json_alone_is_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert nertz(*CALLED, "--json", "--draw", "drawn") == 0
    output = capsys.readouterr()
    document = json.loads(output.out)
    assert document["version"] == 1
    assert [owner["points"] for owner in document["owners"]] == [3, 0]
    assert "drawn/center.marks.jpg" in output.err


@pytest.mark.usefixtures("table")
def test_without_decks_points_by_name_are_not_promised(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("score", "--center", "center.png", "--nertz", "nertz.png", "--caller", "Anna")
    assert nertz(*arguments, "--rules", "racing-demon") == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "A 3 0 ?" in output
    assert "--deck NAME=FILE" in output


def test_overlays_are_drawn_and_listed(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert nertz(*CALLED, "--draw", "out/marks") == 0
    drawn = sorted(file.name for file in (table / "out/marks").iterdir())
    assert drawn == ["center.marks.jpg", "nertz.marks.jpg"]
    assert (table / "out/marks/center.marks.jpg").read_bytes()[:2] == b"\xff\xd8"
    assert "center.png (centre): Anna 3, Ben 4" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("table")
def test_an_enrolled_deck_file_is_as_good_as_a_photo() -> None:
    assert nertz("enrol", "Anna", "anna.png") == 0
    assert nertz("enrol", "Ben", "ben.png", "--out", "b,=.deck.json") == 0
    decks = ("--deck", "Anna=Anna.deck.json", "--deck", "Ben=b,=.deck.json,ben.png")
    rest = ("--center", "center.png", "--nertz", "nertz.png", "--caller", "Anna")
    assert nertz("score", *decks, *rest) == 0


def test_photos_of_one_name_are_told_apart(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table / "one").mkdir()
    (table / "one" / "center.png").write_bytes(picture((RED, 3), (BLUE, 4), size_px=(1400, 910)))
    again = ("--center", "one/center.png", "--same-as", "one/center.png=center.png")
    assert nertz(*CALLED, *again, "--json") == 0
    photos = json.loads(capsys.readouterr().out)["photos"]
    names = [f"{table.name}/center.png", "one/center.png", "nertz.png"]
    assert [photo["photo"] for photo in photos] == names
    assert [photo["counted"] for photo in photos] == [True, False, True]


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("scores",),
        ("score",),
        ("score", "--blocked"),
        DEAL,
        (*CALLED, "--blocked"),
        (*DEAL, "--caller", "Cleo"),
        (*CALLED, "--deck", "Ben=ben.png"),
        (*CALLED, "--deck", "Cleo"),
        (*CALLED, "--deck", "Cleo="),
        (*CALLED, "--deck", "=ben.png"),
        (*CALLED, "--deck", "Cleo=missing.png"),
        ("score", "--deck", "Anna=anna.png", "--center", "center.png", "--caller", "Anna"),
        (*CALLED, "--center", "empty.jpg"),
        (*CALLED, "--center", "text.jpg"),
        (*CALLED, "--center", "missing.jpg"),
        (*CALLED, "--center", "folder.jpg"),
        (*CALLED, "--center", "center.png"),
        (*CALLED, "--foundations", "nertz.png"),
        (*CALLED, "--same-as", "center.png=other.png"),
        (*CALLED, "--same-as", "nertz.png=center.png"),
        (*CALLED, "--same-as", "center.png=center.png"),
        (*CALLED, "--same-as", "center.png"),
        (*CALLED, "--rules", "whist"),
        (*CALLED, "--set", "target"),
        (*CALLED, "--set", "target=many"),
        (*CALLED, "--set", "pile_size.Zoe=9"),
        (*CALLED, "--draw", "center.png"),
        (*CALLED, "--jsn"),
        ("enrol", "Anna"),
        ("enrol", "Anna", "missing.png"),
        ("enrol", "Anna", "text.jpg"),
        ("enrol", "Anna", *["anna.png"] * 6),
        ("enrol", " ", "anna.png"),
        ("enrol", "Anna", "anna.png", "--out", "anna.png"),
        ("enrol", "Anna", "anna.png", "--out", "none/anna.deck.json"),
        ("serve", "--port", "99999"),
        ("data", "build", "out", "--split", "tests"),
        ("data", "look", "missing"),
    ],
    ids=" ".join,
)
def test_bad_input_exits_with_2_and_words(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert nertz(*arguments) == 2
    output = capsys.readouterr()
    assert "Traceback" not in output.err
    assert output.err.strip() or output.out.startswith("Usage")


@pytest.mark.usefixtures("table")
def test_missing_weights_are_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALLED, "--weights", "none.onnx"]) == 2
    assert "no weights at none.onnx" in capsys.readouterr().err


@pytest.mark.usefixtures("table")
def test_our_fault_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> Networks:
        raise ZeroDivisionError("oops")

    assert main(list(CALLED), fail) == 1
    error = capsys.readouterr().err
    assert "ZeroDivisionError: oops" in error
    assert "report" in error
    assert "Traceback" not in error


@pytest.mark.usefixtures("table")
def test_debug_may_stand_anywhere_and_shows_the_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert nertz("score", "--debug", "--center", "text.jpg", "--blocked") == 2
    error = capsys.readouterr().err
    assert "Traceback" in error
    assert "What to do:" in error


@pytest.mark.parametrize("arguments", [("--help",), ("score", "--help"), ("train", "--help")])
def test_help_imports_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys, nertz; code = nertz.main(sys.argv[1:]); "
        "print(code, *sorted(name for name in sys.modules if '.' not in name), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)  # noqa: S603
    exit_code, *modules = done.stderr.split()
    assert exit_code == "0"
    assert "Usage" in done.stdout
    assert not HEAVY & set(modules)


def test_training_without_torch_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "models.train", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", "detector", "pictures", "run"]) == 2
    assert "make train-env" in capsys.readouterr().err


def test_made_pictures_are_looked_at_with_their_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in ("images", "labels"):
        (tmp_path / part / "train").mkdir(parents=True)
    (tmp_path / "labels/train/1.txt").write_text("0 .1 .1 .5 .1 .5 .5 .1 .5\n")
    Image.fromarray(np.zeros((64, 64, 3), np.uint8)).save(tmp_path / "images/train/1.jpg")
    assert nertz("data", "look", str(tmp_path), "--out", str(tmp_path / "sheet.jpg")) == 0
    assert "1 pictures on" in capsys.readouterr().out
    with Image.open(tmp_path / "sheet.jpg") as sheet:
        assert sheet.size == (480, 480)


def test_a_picture_without_labels_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "images").mkdir()
    Image.fromarray(np.zeros((64, 64, 3), np.uint8)).save(tmp_path / "images/1.jpg")
    assert nertz("data", "look", str(tmp_path), "--out", str(tmp_path / "sheet.jpg")) == 2
    assert "no label file" in capsys.readouterr().err
