from pathlib import Path

import numpy as np
import pytest

from datasets.pool import ArtPool
from models.backs.quartets import cut_within
from models.backs.store import load_views, made_views, save_views
from models.backs.views import View, jittered, make_view
from scoring.errors import DataError

POOL = ArtPool("held")


@pytest.fixture(scope="module")
def views() -> list[View]:
    return [make_view(np.random.default_rng([4, number]), POOL) for number in range(3)]


def nearness(first: np.ndarray, second: np.ndarray) -> float:
    """Correlation of two pictures of one size."""
    rows = [picture.astype(float).ravel() - picture.mean() for picture in (first, second)]
    return float(rows[0] @ rows[1] / max(np.linalg.norm(rows[0]) * np.linalg.norm(rows[1]), 1e-6))


def test_a_table_shows_several_designs_and_each_is_enrolled(views: list[View]) -> None:
    for view in views:
        assert 2 <= len(view.cards) <= 8
        assert {piece.design for piece in view.pieces} <= set(range(len(view.cards)))
        assert len(view.pieces) >= 2


def test_pieces_look_like_their_true_places_on_their_own_backs(views: list[View]) -> None:
    rows = []
    for view in views:
        for piece in view.pieces:
            height, width = piece.sample.patch.shape[:2]
            own = view.cards[piece.design]
            if height > own.shape[0] or width > own.shape[1] or not 16 <= width < 90:
                continue
            place = (piece.x, piece.y), (width, height)
            there = cut_within(own, *place, turned=piece.turned)
            off = 9 if piece.x + width + 9 <= own.shape[1] else -9
            beside = cut_within(own, (piece.x + off, piece.y), (width, height), turned=piece.turned)
            patch = piece.sample.patch
            patch = np.rot90(patch) if width > height else patch
            rows.append((nearness(patch, there), nearness(patch, beside)))
    assert len(rows) >= 8
    true, other = np.mean(rows, axis=0)
    assert true > other + 0.02


def test_a_box_is_moved_by_little_and_keeps_its_order() -> None:
    rng = np.random.default_rng(0)
    quad = np.array([[10, 10], [110, 10], [110, 150], [10, 150]], np.float64)
    moved = jittered(rng, quad, 2.0)
    assert not np.array_equal(moved, quad)
    assert np.abs(moved - quad).max() < 30


def test_stored_views_are_the_same_and_are_made_once(tmp_path: Path) -> None:
    (first,) = made_views(tmp_path, POOL, 2, 7)
    (file,) = tmp_path.glob("*.npz")
    stamp = file.stat().st_mtime_ns
    (again,) = made_views(tmp_path, POOL, 2, 7)
    assert file.stat().st_mtime_ns == stamp
    for one, other in zip(first, again, strict=True):
        assert one.twins == other.twins
        for piece, copy in zip(one.pieces, other.pieces, strict=True):
            assert np.array_equal(piece.sample.patch, copy.sample.patch)
            assert (piece.design, piece.turned, piece.x, piece.y) == (
                copy.design,
                copy.turned,
                copy.x,
                copy.y,
            )
        for card, copy_card in zip(one.cards, other.cards, strict=True):
            assert np.array_equal(card, copy_card)


def test_views_without_pieces_can_be_stored(tmp_path: Path) -> None:
    save_views([View((), (), ())], tmp_path / "x.npz")
    assert load_views(tmp_path / "x.npz") == [View((), (), ())]


def test_a_file_that_holds_no_views_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(b"nothing")
    with pytest.raises(DataError, match="delete it"):
        load_views(tmp_path / "x.npz")
