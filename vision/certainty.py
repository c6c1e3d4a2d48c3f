"""How likely a pile was counted exactly: a logistic model over what can be seen of the count.

The model is data (`certainty.json`, beside the detector whose counts it judges), fitted by
`python -m models.fit_certainty` on made tables of decks that no network was trained on. Its
features are such that a person can follow them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.errors import ModelError
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, Pile, Side

COUNT_FLAGS = (
    FlagKind.LOOKS_DISAGREE,
    FlagKind.GAP,
    FlagKind.THIN_STRIP,
    FlagKind.LOW_CONFIDENCE,
    FlagKind.CUT_BY_EDGE,
    FlagKind.SQUARED_STACK,
)
"""Flags that doubt how many cards there are; one feature each."""

FEW_ENOUGH = 15
"""The doubt of a card speaks for piles up to this many; in larger ones doubts add up."""

SURE_PROBABILITY = 0.98
"""A pile less likely than this to be counted exactly is asked about, if no flag does it already."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """A fitted model: a weight for each feature by name, and what is added to their sum."""

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Mapping[str, float]) -> float:
        """Of an exact count, by the logistic function of the weighted sum."""
        total = self.bias + sum(weight * features[name] for name, weight in self.weights.items())
        return float(1 / (1 + np.exp(-np.clip(total, -30, 30))))


def pile_features(pile: Pile, flags: Sequence[Flag]) -> dict[str, float]:
    """What is known of a pile's count, by name; `flags` are those of its photo.

    `weakest` and `doubt` come from the marks' confidences: the logit of the least sure one, and the
    logarithm of the share of cards (of FEW_ENOUGH at most) that would be wrong if confidences were
    probabilities; `missed` is that of how many cards may have been missed. `thinnest` is the
    logarithm of the thinnest strip in px, `uneven` the spread of the strips' widths against their
    mean, `cards` the logarithm of the count, `alone` and `few` whether it is 1 and below 4, `faces`
    the share of cards that lie face up, `unnamed` of those that do and could not be read, and
    `mixed` whether both sides are seen. One feature for each kind of flag on the pile is 1 or 0.
    """
    marks = pile.marks
    raised = {flag.kind for flag in flags if flag.pile == pile.id}
    features = {kind.value: float(kind in raised) for kind in COUNT_FLAGS}
    confidences = np.clip([mark.confidence for mark in marks] or [0.01], 0.01, 0.999)
    strips = np.array([_strip_px(mark) for mark in marks] or [1.0])
    inner = np.sort(strips)[:-1] if len(strips) > 2 else strips  # without the card on top
    faces = [mark for mark in marks if mark.side is Side.FACE]
    up, unnamed = len(faces), sum(mark.card is None for mark in faces)
    least = float(confidences.min())
    return features | {
        "weakest": float(np.log(least / (1 - least))),
        "doubt": float(
            np.log((np.sum(1 - confidences) + 0.05) / np.clip(len(marks), 1, FEW_ENOUGH))
        ),
        "missed": float(np.log(pile.missed + 0.05)),
        "thinnest": float(np.log(max(float(strips.min()), 1.0))),
        "uneven": float(inner.std() / max(float(inner.mean()), 1.0)),
        "cards": float(np.log(max(len(marks), 1))),
        "alone": float(len(marks) == 1),
        "few": float(len(marks) < 4),
        "faces": up / max(len(marks), 1),
        "unnamed": unnamed / max(len(marks), 1),
        "mixed": float(0 < up < len(marks)),
    }


def _strip_px(mark: Mark) -> float:
    """The short side of a mark's outline in px."""
    quad: NDArray[np.float64] = np.array(mark.quad_px, np.float64)
    return float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).min())


def load_certainty(file: Path) -> Certainty:
    """The model in a file that `models.fit_certainty` wrote.

    Raises:
        ModelError: it is no such file.
    """
    try:
        data = json.loads(file.read_text())
        weights = {str(name): _finite(weight) for name, weight in data["weights"].items()}
        model = Certainty(weights, _finite(data["bias"]))
        model.probability(pile_features(Pile("", Zone.CENTER, ()), []))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{file}, which cannot be used ({error!r})",
            "a file that `python -m models.fit_certainty fit` wrote",
            "fit it again, or take it away: then no probabilities are said",
        ) from error
    return model


def _finite(value: float) -> float:
    number = float(value)
    if not np.isfinite(number):
        raise ValueError(number)
    return number


def with_certainty(
    photo: str, piles: Sequence[Pile], flags: Sequence[Flag], model: Certainty | None
) -> tuple[tuple[Pile, ...], list[Flag]]:
    """The piles of a photo with their probabilities, and its flags with those that these raise.

    Without a model nothing is said.
    """
    if model is None:
        return tuple(piles), list(flags)
    told, raised = [], list(flags)
    for pile in piles:
        probability = round(model.probability(pile_features(pile, flags)), 4)
        told.append(replace(pile, exact_probability=probability))
        asked = any(flag.pile == pile.id and flag.kind in COUNT_FLAGS for flag in flags)
        if not (probability >= SURE_PROBABILITY or asked):
            text = "Piles that look like this one are often counted wrong by one. Please count it."
            raised.append(
                Flag(
                    FlagKind.LOW_CONFIDENCE,
                    text,
                    photo=photo,
                    zone=pile.zone,
                    pile=pile.id,
                    owner=pile.owner,
                    marks=tuple(mark.id for mark in pile.marks),
                )
            )
    return tuple(told), raised
