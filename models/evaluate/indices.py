"""Indices: for truth that lists corner signs only, whether signs and cards were found and named."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.truth import PhotoTruth
from models.evaluate.matching import most_pairs
from models.evaluate.overlap import Quads, quads_of
from models.evaluate.shares import Share, share_of
from scoring.reading import Mark


@dataclass(frozen=True, slots=True)
class IndexMatch:
    """What was found of the listed corner signs.

    `on_card`: signs whose centre lies on a found card. `on_index`: signs whose centre lies on a
    found index. `own_card`: listed cards that have a found card of their own, with one of their
    signs on it, so that two cards taken for one are one short. `named`: listed cards of which a
    mark with one of their signs on it bears the name; `misnamed`: of those whose marks bear any
    name, the ones that bear another only. What is not listed is not measured.
    """

    on_card: Share
    on_index: Share
    own_card: Share
    named: Share
    misnamed: Share


def match_indices(
    truth: PhotoTruth, size_px: tuple[int, int], marks: tuple[Mark, ...], indices: Quads
) -> IndexMatch | None:
    """The signs of one photo against its marks and found indices (n, 4, 2) px."""
    if truth.indices is None:
        return None
    boxes = np.array([item.box_fraction for item in truth.indices], np.float64).reshape(-1, 2, 2)
    centres = boxes.mean(axis=1) * size_px
    on_card = _inside(centres, quads_of([mark.quad_px for mark in marks]))
    on_index = _inside(centres, indices)
    codes = sorted({item.card for item in truth.indices})
    own = np.array(
        [on_card[[item.card == code for item in truth.indices]].any(axis=0) for code in codes],
        bool,
    ).reshape(len(codes), len(marks))
    names = [{mark.card for mark, on in zip(marks, row, strict=True) if on} - {None} for row in own]
    right = [code in found for code, found in zip(codes, names, strict=True)]
    n = len(centres)
    return IndexMatch(
        Share(int(on_card.any(axis=1).sum()), n),
        Share(int(on_index.any(axis=1).sum()), n),
        Share(len(most_pairs(own)), len(codes)),
        share_of(right),
        share_of(not ok for ok, found in zip(right, names, strict=True) if found),
    )


def sum_indices(photos: Iterable[IndexMatch | None]) -> IndexMatch:
    """The match over many photos."""
    every = [match for match in photos if match is not None]

    def added(shares: Iterable[Share]) -> Share:
        pairs = [(share.right, share.n) for share in shares]
        return Share(sum(right for right, _ in pairs), sum(n for _, n in pairs))

    return IndexMatch(
        added(match.on_card for match in every),
        added(match.on_index for match in every),
        added(match.own_card for match in every),
        added(match.named for match in every),
        added(match.misnamed for match in every),
    )


def _inside(points: NDArray[np.float64], quads: Quads) -> NDArray[np.bool_]:
    """Which points (n, 2) lie in which outlines: (n, m)."""
    table = np.zeros((len(points), len(quads)), bool)
    for m, quad in enumerate(quads.astype(np.float32)):
        for n, (x, y) in enumerate(points):
            table[n, m] = cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0
    return table
