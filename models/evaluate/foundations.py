"""Foundations: squared piles from the ace up, whose height their top card tells."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.truth import PhotoTruth
from models.evaluate.overlap import quads_of
from models.evaluate.shares import Share, share_of
from scoring.check_foundations import foundation_height
from scoring.reading import Mark, PhotoReading, Pile
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class FoundationCount:
    """One foundation: its true height and the one found, None where its top was not read.

    `piles` is how many found piles lie on it, `marks` how many marks; `merged` says that a found
    pile also lies on another foundation.
    """

    truth: int
    found: int | None
    piles: int
    marks: int
    merged: bool

    @property
    def exact(self) -> bool:
        """Whether one pile of its own with the right height was found."""
        return self.piles == 1 and not self.merged and self.found == self.truth


def count_foundations(
    truth: PhotoTruth, reading: PhotoReading, rules: RuleSet
) -> tuple[FoundationCount, ...]:
    """Every foundation of which the picture shows the middle of the top card.

    Nothing where the truth does not say where the cards lie.
    """
    cards = truth.cards or ()
    if truth.foundations is None or any(card.quad_px is None for card in cards):
        return ()
    inside = []
    for pile in truth.foundations:
        outlines = quads_of([cards[n].quad_px for n in pile.cards])
        if len(outlines) and _is_within(outlines[-1].mean(axis=0), reading):
            inside.append((pile.count, outlines.astype(np.float32)))
    at = {
        (pile.id, mark.id): [n for n, (_, outlines) in enumerate(inside) if _lies(mark, outlines)]
        for pile in reading.piles
        for mark in pile.marks
    }
    return tuple(
        _count(height, number, at, reading, rules) for number, (height, _) in enumerate(inside)
    )


def _count(
    height: int,
    number: int,
    at: dict[tuple[str, str], list[int]],
    reading: PhotoReading,
    rules: RuleSet,
) -> FoundationCount:
    own = {pile for (pile, _), places in at.items() if number in places}
    merged = any(places and number not in places for (p, _), places in at.items() if p in own)
    piles: list[Pile] = [pile for pile in reading.piles if pile.id in own]
    return FoundationCount(
        truth=height,
        found=foundation_height(piles[0], rules) if len(piles) == 1 else None,
        piles=len(piles),
        marks=sum(number in places for places in at.values()),
        merged=merged,
    )


def _is_within(point: NDArray[np.float64], reading: PhotoReading) -> bool:
    x, y = float(point[0]), float(point[1])
    return 0 <= x < reading.width_px and 0 <= y < reading.height_px


def _lies(mark: Mark, outlines: NDArray[np.float32]) -> bool:
    x, y = np.mean(mark.quad_px, axis=0)
    return any(
        cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for outline in outlines
    )


@dataclass(frozen=True, slots=True)
class FoundationMatch:
    """Over many photos: `exact` heights, foundations `seen` at all, tops left `unread`.

    `more` are those counted as more than one pile or with more than one mark.
    """

    exact: Share
    seen: Share
    unread: Share
    more: Share


def sum_foundations(photos: Iterable[tuple[FoundationCount, ...]]) -> FoundationMatch:
    """The match over many photos."""
    every = [pile for piles in photos for pile in piles]
    return FoundationMatch(
        share_of(pile.exact for pile in every),
        share_of(pile.piles > 0 for pile in every),
        share_of(pile.piles > 0 and pile.found is None for pile in every),
        share_of(pile.piles > 1 or pile.marks > 1 for pile in every),
    )
