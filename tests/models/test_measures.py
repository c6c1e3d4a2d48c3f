"""The small programs that the limits of matching and of stacks come from."""

import re

import numpy as np
import pytest

from datasets.pool import ArtPool
from models import measure_stacks
from models.measure_backs import OUTSIDER, TruePile, made_piles, report


def pile(owner: str, *distances: float) -> TruePile:
    return TruePile(owner, np.array([distances], np.float32), ("Anna", "Ben"))


def test_the_report_counts_right_wrong_unknown_and_strangers() -> None:
    piles = [
        pile("Anna", 0.2, 0.5),
        pile("Anna", 0.5, 0.2),
        pile("Ben", 0.5, 0.45),
        pile("Ben", 0.9, 0.7),
        pile(OUTSIDER, 0.3, 0.6),
        pile(OUTSIDER, 0.8, 0.9),
    ]
    assert report(piles, 0.6, 0.1) == (
        "limit 0.60 margin 0.10: right 1/4, wrong 1, unknown 2; strangers accepted 1/2"
    )


def test_made_piles_have_a_distance_to_every_deck_of_their_table() -> None:
    piles = made_piles(1, ArtPool("held"), 3)
    assert {one.owner for one in piles} - {OUTSIDER} <= set(piles[0].decks)
    for one in piles:
        assert one.distances.shape[1] == len(one.decks)
        assert np.isfinite(one.distances).all()


def test_stacks_and_single_cards_are_counted_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["measure_stacks", "--pictures", "6"])
    measure_stacks.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert re.fullmatch(r"above 0\.05: stacks \d/[0-3], single cards \d/[0-3]", lines[0])
