"""Whole runs over drawn photos, with a detector that finds exactly what was drawn."""

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.truth import read_truth
from models.evaluate import Report, Share, evaluate
from models.evaluate import command as evaluate_command
from models.evaluate.command import run_evaluate
from models.evaluate.jobs import plan_jobs
from models.evaluate.report import summarise
from models.evaluate.report_json import as_json
from models.evaluate.turned import is_same, saved_again
from scoring.errors import PhotoError
from scoring.flags import Zone
from tests.fake_table import DrawnCards, picture
from tests.models.tables import write_deal, write_deck, write_photo
from tests.served import networks
from vision.decode import decode_file

CONTRACT = {
    "photos": None,
    "cards": {"truth", "found", "recall", "precision"},
    "piles": {"n", "exact_share", "mae", "bias"},
    "owner_match": {"n", "right_share", "unknown_share", "wrong_share"},
    "faces": {"n", "right_share"},
    "photos_exact_share": None,
    "flags": {"share", "wrong_unflagged_share", "coverage", "risk"},
    "foundations": {"n", "exact_share"},
    "deals": {"n", "exact_share", "wrong_unflagged"},
    "ms": {"p50", "p95", "by_stage"},
    "per_photo": {"photo", "truth", "found", "flags"},
    "version": None,
}
"""The keys that other programs rely on."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write_deck(tmp_path, "red")
    write_deck(tmp_path, "blue")
    write_photo(tmp_path, "center", {"red": 3, "blue": 4})
    write_photo(tmp_path, "nertz", {"blue": 2}, zone="nertz")
    return tmp_path


def figures(report: Report) -> dict[str, object]:
    document: dict[str, object] = json.loads(json.dumps(as_json(report, summarise(report))))
    return document


def test_a_perfect_detector_is_measured_as_perfect(table: Path) -> None:
    write_deal(table, "1", {"red": (3, 0, 3), "blue": (4, 2, 0)})
    summary = summarise(evaluate(table, networks(DrawnCards())))
    assert summary.cards.recall == summary.cards.precision == Share(9, 9)
    assert summary.piles.exact == Share(3, 3)
    assert summary.owners.right == Share(9, 9)
    assert summary.photos_exact == Share(2, 2)
    assert (summary.deals_exact, summary.deals_wrong_unflagged) == (Share(1, 1), 0)


def test_one_card_less_is_seen_everywhere(table: Path) -> None:
    write_photo(table, "center", {"red": 3, "blue": 4}, drawn={"red": 2, "blue": 4})
    report = evaluate(table, networks(DrawnCards()))
    summary = summarise(report)
    assert summary.cards.recall == Share(8, 9)
    assert (summary.piles.exact, summary.piles.bias) == (Share(2, 3), -1 / 3)
    assert summary.photos_exact == Share(1, 2)
    assert summary.flags.wrong_unflagged == Share(
        1, 1
    )  # with one deck alone a photo is asked about
    assert [photo.name for photo in report.worst_first] == ["center.png"]


def test_one_card_more_is_false(table: Path) -> None:
    write_photo(table, "center", {"red": 3, "blue": 4}, drawn={"red": 3, "blue": 5})
    summary = summarise(evaluate(table, networks(DrawnCards())))
    assert (summary.cards.recall, summary.cards.precision) == (Share(9, 9), Share(9, 10))
    assert summary.piles.bias == 1 / 3


def test_a_deck_that_cannot_be_enrolled_is_reported_and_the_rest_goes_on(table: Path) -> None:
    write_deck(table, "blue", picture())
    report = evaluate(table, networks(DrawnCards()))
    (failure,) = report.failures
    assert failure.owner == "blue"
    assert "no card on blue.png" in failure.message
    summary = summarise(report)
    assert summary.cards.recall == Share(9, 9)
    assert summary.owners.unknown == Share(6, 9)
    assert summary.photos_exact == Share(0, 2)


def test_a_photo_turned_gives_the_same_counts(table: Path) -> None:
    summary = summarise(evaluate(table, networks(DrawnCards()), turned=True))
    assert (summary.turned, summary.saved) == (Share(2, 2), Share(2, 2))
    assert summarise(evaluate(table, networks(DrawnCards()))).turned.n == 0


class SeesWide(DrawnCards):
    """Finds cards on wide views only, so that a turn changes what is found."""

    def detect(self, rgb, confidence=None):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        return super().detect(rgb, 1.0 if rgb.shape[0] > rgb.shape[1] else confidence)


def test_a_detector_that_minds_the_turn_is_caught(table: Path) -> None:
    assert summarise(evaluate(table, networks(SeesWide()), turned=True)).turned == Share(0, 2)


def test_a_limit_takes_photos_from_all_over_the_folder(table: Path) -> None:
    for number in range(6):
        write_photo(table / f"more{number}", "x", {"red": 1})
    report = evaluate(table, networks(DrawnCards()), limit=3)
    assert len(report.photos) == 3
    assert report.photos[-1].name != "nertz.png"


def test_progress_is_told(table: Path) -> None:
    told: list[tuple[int, int, str]] = []
    evaluate(table, networks(DrawnCards()), progress=lambda *step: told.append(step))
    assert told == [(0, 2, "center.png"), (1, 2, "nertz.png"), (2, 2, "")]


def test_a_photo_that_is_none_is_an_error(table: Path) -> None:
    (table / "center.png").write_bytes(b"not a photo")
    with pytest.raises(PhotoError):
        evaluate(table, networks(DrawnCards()))


def test_the_json_keeps_its_contract(table: Path) -> None:
    document = figures(evaluate(table, networks(DrawnCards())))
    assert CONTRACT.keys() <= document.keys()
    for key, wanted in CONTRACT.items():
        part = document[key]
        row = part[0] if isinstance(part, list) else part
        if wanted is not None:
            assert isinstance(row, dict)
            assert wanted <= row.keys(), key


def test_the_json_says_what_was_measured(table: Path) -> None:
    document = figures(evaluate(table, networks(DrawnCards())))
    assert document["photos"] == 2
    assert document["photos_exact_share"] == 1.0
    assert document["faces"] == {
        "n": 0,
        "right_share": None,
        "right_share_interval": None,
        "unread_share": None,
        "unread_share_interval": None,
    }
    rows = document["per_photo"]
    assert isinstance(rows, list)
    assert rows[0]["truth"] == {"total": 7, "owners": {"red": 3, "blue": 4}}
    assert rows[0]["found"] == {"total": 7, "owners": {"red": 3, "blue": 4}, "unknown": 0}
    assert rows[0]["flags"] == []


@pytest.fixture
def drawn_weights(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(evaluate_command, "load_networks", lambda *_: networks(DrawnCards()))
    return Path("any.onnx")


def test_the_command_prints_writes_and_draws(
    table: Path, tmp_path: Path, drawn_weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_photo(table, "center", {"red": 3, "blue": 4}, drawn={"red": 2, "blue": 4})
    out, draw = tmp_path / "out.txt", tmp_path / "drawn"
    code = run_evaluate(table, weights=drawn_weights, json_file=out, worst=1, draw=draw)
    assert code == 0
    assert json.loads(out.read_text())["cards"]["truth"] == 9
    assert sorted(path.name for path in draw.iterdir()) == ["01-center.jpg", "sheet.jpg"]
    assert "8/9 = 88.9 %" in capsys.readouterr().out


def test_the_command_gives_2_for_bad_input(
    tmp_path: Path, drawn_weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_evaluate(tmp_path / "gone", weights=drawn_weights) == 2
    assert "no folder" in capsys.readouterr().err


def test_the_command_gives_2_without_weights(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_evaluate(table, weights=tmp_path / "none.onnx") == 2
    assert "no weights at" in capsys.readouterr().err


def test_the_command_gives_2_where_the_json_cannot_be_written(
    table: Path, tmp_path: Path, drawn_weights: Path
) -> None:
    assert run_evaluate(table, weights=drawn_weights, json_file=tmp_path / "no" / "x") == 2


def test_a_photo_saved_again_is_nearly_the_same_picture(table: Path) -> None:
    photo = decode_file(table / "center.png")
    first, again = saved_again(photo)
    assert first is photo
    off = np.abs(again.rgb.astype(int) - photo.rgb.astype(int))
    assert 0 < off.mean() < 6


def test_versions_of_a_photo_with_other_counts_are_told(table: Path) -> None:
    job = plan_jobs(read_truth(table), None)[0]
    center, nertz = (decode_file(table / f"{name}.png") for name in ("center", "nertz"))
    for versions, same in (([center, center], True), ([center, nertz], False)):
        assert is_same(versions, Zone.CENTER, job, [], networks(DrawnCards())) is same
