"""Logistic models of a few features, fitted on what was read off made tables with truth."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from datasets.truth import PhotoTruth, read_truth
from scoring.errors import DataError
from vision.certainty import Certainty

RIDGE = 1.0
"""Strength of the pull towards 0 on weights of features scaled to unit spread."""

Row = dict[str, Any]
"""Whether something read is `exact`, and its `features` by name."""


def fit_logistic(rows: list[Row], names: list[str]) -> Certainty:
    """Logistic regression with a ridge, by Newton's method (iteratively reweighted least squares).

    Source: D. R. Cox, "The regression analysis of binary sequences", 1958.
    """
    table = np.array([[row["features"][name] for name in names] for row in rows])
    exact = np.array([row["exact"] for row in rows], float)
    middle, spread = table.mean(axis=0), np.maximum(table.std(axis=0), 1e-3)
    scaled = np.column_stack([(table - middle) / spread, np.ones(len(rows))])
    pull = np.diag([RIDGE] * len(names) + [1e-6])
    solution = np.zeros(len(names) + 1)
    for _ in range(50):
        likely = 1 / (1 + np.exp(-np.clip(scaled @ solution, -30, 30)))
        gradient = scaled.T @ (exact - likely) - pull @ solution
        curvature = (scaled * (likely * (1 - likely))[:, None]).T @ scaled + pull
        step = np.linalg.solve(curvature, gradient)
        solution = solution + step
        if np.abs(step).max() < 1e-6:
            break
    weights = solution[:-1] / spread
    bias = float(solution[-1] - weights @ middle)
    return Certainty(
        {name: round(float(w), 5) for name, w in zip(names, weights, strict=True)}, round(bias, 5)
    )


def fit_on_tables(
    folders: Sequence[Path],
    rows_of: Callable[[PhotoTruth], Iterable[Row]],
    told: Callable[[str], None] = lambda _: None,
) -> Certainty:
    """The model of all that `rows_of` reads off the tables in some folders; `told` hears how far.

    Raises:
        DataError: a folder holds no photos with truth, or nothing was read off them.
    """
    rows: list[Row] = []
    for folder in folders:
        for truth in read_truth(folder).photos:
            rows += rows_of(truth)
            told(f"{truth.photo.name}: {len(rows)} regions")
    if not rows:
        raise DataError(
            f"nothing to fit on in {', '.join(map(str, folders))}",
            "tables with cards whose places are known",
            "make some with `nertz data tables`",
        )
    fitted = fit_logistic(rows, sorted(rows[0]["features"]))
    told(f"{sum(row['exact'] for row in rows)} of {len(rows)} are cards; {fitted}")
    return fitted
