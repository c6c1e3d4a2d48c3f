import shutil
import sys
from pathlib import Path

import pytest

from datasets.pool import ArtPool
from datasets.tables import write_table
from models.fit_blends import main
from models.onnx_file import write_blend
from models.verifier.blend import NEUTRAL
from vision.rows import OnnxRowReader
from vision.rows.reader import RowBlend
from vision.verifier import OnnxVerifier

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"


def test_both_blends_are_fitted_anew_and_nothing_else_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = shutil.copytree(WEIGHTS, tmp_path / "weights")
    write_blend(weights / "verifier.onnx", NEUTRAL)
    write_blend(weights / "rows.onnx", RowBlend(0.0, 0.0, 0.0, 0.0))
    (tmp_path / "tables").mkdir()
    write_table(0, 5, ArtPool("held"), tmp_path / "tables")
    given = ["fit_blends", str(tmp_path / "tables"), "--weights", str(weights / "detector.onnx")]
    monkeypatch.setattr(sys, "argv", given)
    main()
    verifier, rows = OnnxVerifier(weights / "verifier.onnx"), OnnxRowReader(weights / "rows.onnx")
    assert verifier.blend.verifier > 0.05
    assert rows.blend != RowBlend(0.0, 0.0, 0.0, 0.0)
    kept = OnnxVerifier(WEIGHTS / "verifier.onnx").metadata
    assert {k: v for k, v in verifier.metadata.items() if k != "blend"} == {
        k: v for k, v in kept.items() if k != "blend"
    }
