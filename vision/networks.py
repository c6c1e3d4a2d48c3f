"""The trained networks that read photos, together: one loads them, the others are given them."""

from dataclasses import dataclass
from pathlib import Path

from vision.backs.embedder import BackEmbedder, OnnxEmbedder
from vision.certainty import Certainty, load_certainty
from vision.detector import Detector, OnnxDetector
from vision.faces import FaceNetwork, OnnxFaces
from vision.looks import Found, Seen, find, look
from vision.outline import OnnxOutliner, Outliner
from vision.photo import Photo
from vision.rows import OnnxRowReader, RowReader
from vision.verifier import OnnxVerifier, Verifier

BACKS_NAME, FACES_NAME, CERTAINTY_NAME = "backs.onnx", "faces.onnx", "certainty.json"
CLOSER_NAME, VERIFIER_NAME, ROWS_NAME = "closer.onnx", "verifier.onnx", "rows.onnx"
OUTLINE_NAME = "outline.onnx"
"""Beside the detector's weights."""


@dataclass(frozen=True, slots=True)
class Networks:
    """What finds cards, tells their backs apart and, where it is there, reads their faces.

    `detector` looks at whole photos, `closer` counts in the closer looks; without it the detector
    does. Without `faces` no card is named; without `certainty` no probability of a count is said;
    without `verifier` the detectors alone say what is a card; without `rows` rows are not read as
    such; without `outliner` the detector alone finds the back on an enrolment photo.
    """

    detector: Detector
    backs: BackEmbedder
    faces: FaceNetwork | None = None
    certainty: Certainty | None = None
    verifier: Verifier | None = None
    closer: Detector | None = None
    rows: RowReader | None = None
    outliner: Outliner | None = None

    def look(self, photo: Photo) -> Seen:
        """All looks at a photo."""
        return look(photo, self.detector, self.verifier, closer=self.closer, rows=self.rows)

    def find(self, photo: Photo) -> Found:
        """All looks at a photo, before the rows are read and it is said what counts."""
        return find(photo, self.detector, self.verifier, closer=self.closer)


def load_networks(weights: Path, faces: Path | None = None, threads: int = 2) -> Networks:
    """The detector of these weights, and the other networks beside it.

    Without a path of its own the reader of faces is the one beside the detector, if there is one.

    Raises:
        ModelError: a file is missing or was not made for this program.
    """
    sure = weights.with_name(CERTAINTY_NAME)
    beside = weights.with_name(FACES_NAME)
    reader = beside if faces is None and beside.is_file() else faces
    checks, lines = weights.with_name(VERIFIER_NAME), weights.with_name(ROWS_NAME)
    outlines = weights.with_name(OUTLINE_NAME)
    detector, closer = load_detectors(weights, threads)
    return Networks(
        detector,
        OnnxEmbedder(weights.with_name(BACKS_NAME), threads),
        None if reader is None else OnnxFaces(reader),
        load_certainty(sure) if sure.is_file() else None,
        OnnxVerifier(checks, threads) if checks.is_file() else None,
        closer,
        OnnxRowReader(lines, threads) if lines.is_file() else None,
        OnnxOutliner(outlines, threads) if outlines.is_file() else None,
    )


def load_detectors(weights: Path, threads: int = 2) -> tuple[OnnxDetector, OnnxDetector]:
    """The detector of these weights, and that of the closer look: the one beside it or the same.

    Raises:
        ModelError: a file is missing or was not made for this program.
    """
    detector, counts = OnnxDetector(weights, threads), weights.with_name(CLOSER_NAME)
    return detector, OnnxDetector(counts, threads) if counts.is_file() else detector
