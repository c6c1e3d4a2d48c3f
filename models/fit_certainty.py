"""Fits how likely a pile was counted exactly (`weights/certainty.json`), on made tables with truth.

    python -m models.fit_certainty collect FOLDER ROWS     reads the photos; one row a pile
    python -m models.fit_certainty fit ROWS [ROWS ...]     fits, prints figures, writes the model

Folders come from `nertz data tables`, whose decks no network was trained on. Figures are of piles
that the model was not fitted on: photos are dealt into FOLDS parts, each judged by the others.
"""

import argparse
import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.evaluate.run import evaluate
from models.evaluate.shares import share_of
from models.logistic import Row, fit_logistic
from vision.certainty import COUNT_FLAGS, Certainty, pile_features
from vision.networks import CERTAINTY_NAME, load_networks

FOLDS = 5
DOUBTS = (
    *(kind.value for kind in COUNT_FLAGS),
    *("missed", "uneven", "cards", "alone", "few", "mixed", "faces", "unnamed"),
)
"""Features that may lower a probability and never raise it, whatever the made tables say: on a real
table there is more to go wrong."""

TARGET = Path(__file__).parent / "weights" / CERTAINTY_NAME


def collect(folder: Path, weights: Path) -> list[Row]:
    """The rows of a folder of photos with truth."""
    report = evaluate(
        folder,
        replace(load_networks(weights), certainty=None),
        progress=lambda done, n, name: print(done, n, name),  # noqa: T201
    )
    return [
        {
            "photo": result.name,
            "exact": judged.exact,
            "features": pile_features(pile, result.reading.flags),
        }
        for result in report.photos
        for pile, judged in zip(result.reading.piles, result.judged, strict=True)
    ]


def fit_doubting(rows: list[Row], names: list[str]) -> Certainty:
    """The same, without those of DOUBTS that would raise a probability, the strongest first."""
    model = fit_logistic(rows, names)
    raising = {n: weight for n, weight in model.weights.items() if n in DOUBTS and weight > 0}
    if not raising:
        return model
    return fit_doubting(
        rows, [name for name in names if name != max(raising, key=raising.__getitem__)]
    )


def judged_by_others(rows: list[Row], names: list[str]) -> NDArray[np.float64]:
    """The probability of every row, by a model fitted on other photos."""
    photos = sorted({row["photo"] for row in rows})
    fold_of = {photo: place % FOLDS for place, photo in enumerate(photos)}
    folds = np.array([fold_of[row["photo"]] for row in rows])
    likely = np.zeros(len(rows))
    for fold in range(FOLDS):
        model = fit_doubting([row for row, f in zip(rows, folds, strict=True) if f != fold], names)
        for place in np.flatnonzero(folds == fold):
            likely[place] = model.probability(rows[place]["features"])
    return likely


def figures(rows: list[Row], likely: NDArray[np.float64]) -> list[str]:
    """Lines: how often piles of a probability are exact, and what a limit would let pass."""
    exact = np.array([row["exact"] for row in rows], bool)
    lines = [f"piles exact: {share_of(exact.tolist())}"]
    edges = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.001]
    for low, high in itertools.pairwise(edges):
        inside = (likely >= low) & (likely < high)
        if inside.any():
            mean = likely[inside].mean()
            lines.append(
                f"said {low:.2f} to {min(high, 1):.2f}, mean {mean:.3f}: "
                f"exact {share_of(exact[inside].tolist())}"
            )
    for limit in (0.8, 0.9, 0.95, 0.97, 0.98, 0.99):
        passed = likely >= limit
        lines.append(
            f"limit {limit:.2f}: passes {share_of(passed.tolist())}, "
            f"of these exact {share_of(exact[passed].tolist())}"
        )
    return lines


def main() -> None:
    """Runs one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    collecting = steps.add_parser("collect")
    collecting.add_argument("folder", type=Path)
    collecting.add_argument("rows", type=Path)
    collecting.add_argument("--weights", type=Path, default=Path("models/weights/detector.onnx"))
    fitting = steps.add_parser("fit")
    fitting.add_argument("rows", type=Path, nargs="+")
    given = parser.parse_args()
    if given.step == "collect":
        given.rows.write_text(json.dumps(collect(given.folder, given.weights)))
        return
    rows = [
        row | {"photo": f"{file}:{row['photo']}"}
        for file in given.rows
        for row in json.loads(file.read_text())
    ]
    names = sorted(rows[0]["features"])
    lines = figures(rows, judged_by_others(rows, names))
    print("\n".join(lines))  # noqa: T201 - this program's output
    model = fit_doubting(rows, names)
    data = {"weights": dict(model.weights), "bias": model.bias, "fitted": lines}
    TARGET.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
