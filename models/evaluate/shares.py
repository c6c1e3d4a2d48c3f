"""Shares as right/n with their 95 % interval, and other small statistics."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Z_95 = 1.959964
"""Quantile of the normal distribution for two-sided 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `n`.

    >>> str(Share(9, 10))
    '9/10 = 90.0 % (59.6-98.2)'
    >>> str(Share(0, 0))
    '-'
    """

    right: int
    n: int

    @property
    def value(self) -> float | None:
        """The share in 0..1, None of nothing."""
        return self.right / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Bounds of the 95 % interval, None of nothing.

        Source: E. B. Wilson, "Probable inference", 1927; it holds near 0 and 1 and for small n.
        """
        if not self.n:
            return None
        share, z2 = self.right / self.n, Z_95**2
        middle = (share + z2 / (2 * self.n)) / (1 + z2 / self.n)
        spread = share * (1 - share) / self.n + z2 / (4 * self.n**2)
        half = Z_95 * math.sqrt(spread) / (1 + z2 / self.n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        value, interval = self.value, self.interval
        if value is None or interval is None:
            return "-"
        low, high = (100 * bound for bound in interval)
        return f"{self.right}/{self.n} = {100 * value:.1f} % ({low:.1f}-{high:.1f})"

    def as_json(self, name: str) -> dict[str, object]:
        """The share under a name, and its interval beside it."""
        interval = self.interval
        return {
            name: None if self.value is None else round(self.value, 5),
            f"{name}_interval": None if interval is None else [round(v, 5) for v in interval],
        }


def share_of(outcomes: Iterable[bool]) -> Share:
    """How many of the outcomes are true.

    >>> share_of([True, False, True])
    Share(right=2, n=3)
    """
    every = list(outcomes)
    return Share(sum(every), len(every))


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which that share of the values lies, between neighbours in proportion.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5), percentile([], 0.5)
    (2.5, None)
    """
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


@dataclass(frozen=True, slots=True)
class CountError:
    """How far counts are off: of `n` counts, mean absolute error and mean signed error."""

    exact: Share
    mae: float | None
    bias: float | None


def count_error(pairs: Iterable[tuple[int, int]]) -> CountError:
    """The error of (truth, found) counts; a positive bias means too many were found.

    >>> count_error([(10, 10), (10, 9), (5, 8)])
    CountError(exact=Share(right=1, n=3), mae=1.3333333333333333, bias=0.6666666666666666)
    """
    off = [found - truth for truth, found in pairs]
    if not off:
        return CountError(Share(0, 0), None, None)
    exact = share_of(error == 0 for error in off)
    return CountError(exact, sum(map(abs, off)) / len(off), sum(off) / len(off))
