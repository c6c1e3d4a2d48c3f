"""Measures what the passes of a closer look find together, on held-out closer looks with labels.

    python -m models.measure_passes FOLDER [FOLDER ...]

Folders come from `nertz data build ... --closer-share 1 --split held`. For the first pass alone and
for the first two, three, ... of `vision.looks.PASSES` together it prints the average precision of
cards (a found card is right that shares half of its union with a label), the best F1, and which
share of the labelled strips of some widths is found with 0.3 or more.
"""

import argparse
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.build import closer_pictures
from datasets.labels import Label
from datasets.yolo_obb import read_sample
from vision.detector import Detector
from vision.frame import Frame
from vision.geometry import ious
from vision.looks import PASSES, merged, one_pass
from vision.networks import load_detectors
from vision.pairing import pair
from vision.regions import Regions

LEAST = 0.02
RIGHT_IOU = 0.5
FOUND = 0.3

WIDTHS_PX = (0, 16, 22, 30, 45, 1000)
"""Edges of classes of strips by their short side."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The cards found on one picture, (n,), and the labelled ones, (m,).

    `confidences` and `right` are of the found ones, `widths_px` and `found` of the labelled ones.
    """

    confidences: NDArray[np.float32]
    right: NDArray[np.bool_]
    widths_px: NDArray[np.float32]
    found: NDArray[np.bool_]


def passes_on(rgb: NDArray[np.uint8], detector: Detector) -> list[Regions]:
    """What each pass of a closer look finds on a picture that is one."""
    frame = Frame(np.eye(3), rgb.shape[1], rgb.shape[0])
    found = []
    for zoom, turned in PASSES:
        view = frame.zoomed(zoom, detector.stride_px).view(rgb)
        found.append(one_pass(view, detector, LEAST, zoom, turned=turned).regions.cards)
    return found


def judge(cards: Regions, truth: NDArray[np.float32]) -> Judged:
    """Found cards against labelled outlines (m, 4, 2); the surest of two on one is right."""
    order = np.argsort(-cards.confidences, kind="stable")
    cards = cards.take(order)
    alike = ious(cards.quads_px, truth)
    right, free = np.zeros(len(cards), np.bool_), np.ones(len(truth), np.bool_)
    found = np.zeros(len(truth), np.bool_)
    for place in range(len(cards)):
        for _, best in pair(np.where(free, alike[place], 0)[None], RIGHT_IOU):
            right[place], free[best] = True, False
            found[best] = cards.confidences[place] >= FOUND
    sides = Regions(truth, np.zeros(len(truth), np.int8), np.zeros(len(truth), np.float32)).sides_px
    return Judged(cards.confidences, right, sides.min(axis=1, initial=np.inf), found)


def figures(judged: list[Judged]) -> tuple[float, float, list[str]]:
    """Average precision, best F1, and found/there of each class of strips."""
    confidences = np.concatenate([one.confidences for one in judged])
    right = np.concatenate([one.right for one in judged])[np.argsort(-confidences, kind="stable")]
    widths = np.concatenate([one.widths_px for one in judged])
    found = np.concatenate([one.found for one in judged])
    hits = np.cumsum(right)
    precision, recall = hits / np.arange(1, len(right) + 1), hits / max(len(widths), 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    average = float(np.sum(np.diff(recall, prepend=0.0) * envelope))
    best = float((2 * precision * recall / (precision + recall + 1e-9)).max(initial=0.0))
    shares = []
    for low, high in itertools.pairwise(WIDTHS_PX):
        own = found[(widths >= low) & (widths < high)]
        shares.append(f"{low}+ px {int(own.sum())}/{len(own)}")
    return average, best, shares


def measure(folders: list[Path], detector: Detector) -> Iterator[str]:
    """A line for the first pass, the first two together, and so on."""
    by_count: list[list[Judged]] = [[] for _ in PASSES]
    for folder in folders:
        for file in closer_pictures(folder, "held"):
            rgb, boxes = read_sample(file)
            quads = [box.quad_px for box in boxes if box.label in (Label.BACK, Label.FACE)]
            truth = np.array(quads, np.float32).reshape(-1, 4, 2)
            passes = passes_on(rgb, detector)
            for count, kept in enumerate(by_count, 1):
                kept.append(judge(merged(passes[:count])[0], truth))
    for count, judged in enumerate(by_count, 1):
        average, best, shares = figures(judged)
        yield f"{count} passes: average precision {average:.3f}, F1 {best:.3f}; {', '.join(shares)}"


def main() -> None:
    """Prints the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--weights", type=Path, default=Path("models/weights/detector.onnx"))
    given = parser.parse_args()
    for line in measure(given.folders, load_detectors(given.weights)[1]):
        print(line)  # noqa: T201 - this program's output


if __name__ == "__main__":
    main()
