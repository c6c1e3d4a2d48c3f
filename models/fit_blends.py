"""Fits anew how much the verifier and the reader of rows weigh beside the looks, without training.

    python -m models.fit_blends FOLDER [FOLDER ...]

Folders come from `nertz data tables`, whose decks no network was trained on. Needed after any
change of the detectors, the verifier or the reader; then `python -m models.fit_certainty`.
"""

import argparse
from pathlib import Path

from models.onnx_file import write_blend
from models.rows.blend import fit_row_blend
from models.verifier.blend import fit_blend
from vision.networks import ROWS_NAME, VERIFIER_NAME, load_detectors, load_networks
from vision.rows import OnnxRowReader
from vision.verifier import OnnxVerifier


def main() -> None:
    """Fits the verifier's blend, then the reader's, which builds on it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--weights", type=Path, default=Path("models/weights/detector.onnx"))
    given = parser.parse_args()
    checks, lines = (given.weights.with_name(name) for name in (VERIFIER_NAME, ROWS_NAME))
    verifier, detectors = OnnxVerifier(checks), load_detectors(given.weights)
    write_blend(checks, fit_blend(verifier, detectors, given.folders, print))
    networks = load_networks(given.weights)
    write_blend(lines, fit_row_blend(OnnxRowReader(lines), networks, given.folders, print))


if __name__ == "__main__":
    main()
