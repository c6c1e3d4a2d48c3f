"""Flags: how many photos ask for a look, and how many wrong ones do not."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluate.photo_result import PhotoResult
from models.evaluate.shares import Share, share_of

MAX_CURVE_POINTS = 50
"""The risk-coverage curve is thinned to so many points."""


@dataclass(frozen=True, slots=True)
class FlagMatch:
    """Flags over the photos whose numbers are known.

    `share` were flagged; `wrong_unflagged` of the others are wrong; `right_flagged` of the flagged
    ones are right, so their flags were for nothing. Of the surest `coverage[i]` of the photos,
    `risk[i]` are wrong: unflagged photos are surer than flagged ones, fewer flags surer than more,
    and then goes what the least confident mark says.
    """

    share: Share
    wrong_unflagged: Share
    right_flagged: Share
    coverage: tuple[float, ...]
    risk: tuple[float, ...]


def sum_flags(photos: Sequence[PhotoResult]) -> FlagMatch:
    """The flags of many photos; photos whose numbers no truth tells are left out."""
    known = [photo for photo in photos if photo.exact is not None]
    flagged = [photo for photo in known if photo.reading.flags]
    silent = [photo for photo in known if not photo.reading.flags]
    coverage, risk = _curve(sorted(known, key=_unsureness))
    return FlagMatch(
        Share(len(flagged), len(known)),
        share_of(photo.exact is False for photo in silent),
        share_of(photo.exact is True for photo in flagged),
        coverage,
        risk,
    )


def _unsureness(photo: PhotoResult) -> tuple[int, float, str]:
    least = min((mark.confidence for mark in photo.reading.marks), default=0.0)
    return len(photo.reading.flags), -least, photo.name


def _curve(surest_first: list[PhotoResult]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    n = len(surest_first)
    step = max(1, -(-n // MAX_CURVE_POINTS))
    coverage, risk, wrong = [], [], 0
    for place, photo in enumerate(surest_first, start=1):
        wrong += photo.exact is False
        if place % step == 0 or place == n:
            coverage.append(round(place / n, 5))
            risk.append(round(wrong / place, 5))
    return tuple(coverage), tuple(risk)
