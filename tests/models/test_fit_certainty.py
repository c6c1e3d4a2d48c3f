from pathlib import Path

import numpy as np
import pytest

from datasets.truth import PhotoTruth
from models.fit_certainty import (
    FOLDS,
    figures,
    fit_doubting,
    judged_by_others,
)
from models.logistic import Row, fit_logistic, fit_on_tables
from scoring.errors import DataError
from tests.models.tables import write_photo


def rows(count: int, seed: int = 0) -> list[Row]:
    """Piles whose chance of being exact follows one feature; the other one says nothing."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(count):
        tells, noise = rng.normal(0, 1), rng.normal(0, 1)
        chance = 1 / (1 + np.exp(-(1.0 + 2.0 * tells)))
        exact = bool(rng.random() < chance)
        made.append(
            {
                "photo": f"{number % (3 * FOLDS)}.jpg",
                "exact": exact,
                "features": {"tells": tells, "noise": noise},
            }
        )
    return made


def test_the_fit_finds_what_tells_and_how_much() -> None:
    model = fit_logistic(rows(4000), ["noise", "tells"])
    assert model.weights["tells"] == pytest.approx(2.0, abs=0.2)
    assert model.weights["noise"] == pytest.approx(0.0, abs=0.15)
    assert model.bias == pytest.approx(1.0, abs=0.15)


def test_probabilities_of_photos_not_fitted_on_come_true() -> None:
    table = rows(4000, seed=1)
    likely = judged_by_others(table, ["noise", "tells"])
    exact = np.array([row["exact"] for row in table])
    for low, high in ((0.2, 0.4), (0.6, 0.8), (0.9, 1.0)):
        inside = (likely > low) & (likely <= high)
        assert exact[inside].mean() == pytest.approx(likely[inside].mean(), abs=0.06)


def test_the_figures_say_what_a_limit_lets_pass() -> None:
    table = rows(4, seed=2)
    lines = figures(table, np.array([0.99, 0.99, 0.5, 0.1]))
    exact = sum(row["exact"] for row in table[:2])
    assert any(
        line.startswith("limit 0.98: passes 2/4") and f"exact {exact}/2" in line for line in lines
    )


def test_features_that_never_change_do_no_harm() -> None:
    table = rows(200)
    for row in table:
        row["features"]["same"] = 1.0
    model = fit_logistic(table, ["same", "tells"])
    assert np.isfinite(list(model.weights.values())).all()


def test_a_doubt_never_makes_a_count_more_likely() -> None:
    table = rows(2000)
    for row in table:
        row["features"] |= {"uneven": row["features"]["tells"], "gap": -row["features"]["tells"]}
    assert fit_logistic(table, ["noise", "uneven"]).weights["uneven"] > 1
    model = fit_doubting(table, ["noise", "uneven"])
    assert set(model.weights) == {"noise"}
    assert fit_doubting(table, ["gap", "noise"]).weights["gap"] < -1
    assert fit_doubting(table, ["noise", "tells"]) == fit_logistic(table, ["noise", "tells"])


def test_a_fit_on_tables_reads_every_photo_of_every_folder(tmp_path: Path) -> None:
    for folder, names in (("one", "ab"), ("two", "c")):
        for name in names:
            write_photo(tmp_path / folder, name, {"red": 2})
    seen: list[str] = []
    said: list[str] = []

    def rows_of(truth: PhotoTruth) -> list[Row]:
        seen.append(truth.photo.name)
        return rows(700, seed=len(seen))

    model = fit_on_tables([tmp_path / "one", tmp_path / "two"], rows_of, said.append)
    assert seen == ["a.png", "b.png", "c.png"]
    assert model.weights["tells"] == pytest.approx(2.0, abs=0.3)
    assert said[1] == "b.png: 1400 regions"
    assert "of 2100 are cards" in said[-1]


def test_tables_off_which_nothing_is_read_are_named(tmp_path: Path) -> None:
    write_photo(tmp_path / "one", "a", {"red": 2})
    with pytest.raises(DataError, match=r"nothing to fit on in .*one"):
        fit_on_tables([tmp_path / "one"], lambda _: [])
