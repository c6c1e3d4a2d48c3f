import numpy as np

from datasets.effects import print_lines, wear

INK = np.full((140, 100, 3), (20, 20, 120), np.uint8)
OUTLINE = np.array([[10, 10], [90, 10], [90, 90], [10, 90]], np.int32)


def test_a_new_card_is_not_worn() -> None:
    assert np.array_equal(wear(INK, 0.0), INK)


def test_a_worn_card_loses_ink_at_the_rim_first() -> None:
    worn = wear(INK, 1.0).astype(int)
    assert worn[70, 1].mean() > worn[70, 50].mean() + 40
    assert worn[70, 50].mean() > INK.mean()


def test_wear_leaves_the_card_it_was_given() -> None:
    card = INK.copy()
    wear(card, 1.0)
    assert np.array_equal(card, INK)


def test_printed_lines_stay_on_their_paper() -> None:
    paper = np.full((100, 100, 3), 230, np.float32)
    print_lines(paper, OUTLINE, 5)
    ys, xs = np.nonzero(paper[..., 0] != 230)
    assert len(ys) > 100
    assert min(xs.min(), ys.min()) >= 10
    assert max(xs.max(), ys.max()) <= 90


def test_lines_on_dark_paper_are_bright() -> None:
    paper = np.full((100, 100, 3), 20, np.float32)
    print_lines(paper, OUTLINE, 3)
    assert paper.max() > 200
