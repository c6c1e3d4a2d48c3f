"""What the rows say of the cards that the looks found: surer, less sure, or one more."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.odds import log_odds_of
from vision.pairing import pair
from vision.piles import card_length_px, group, rows
from vision.regions import INDEX, Regions
from vision.rows.picture import RowPicture, row_picture
from vision.rows.reader import STRIDE_PX, RowReader
from vision.suppress import suppress

COUNTS = 0.5
"""A row is laid through the cards that are so likely."""

PEAK = -1.4
"""Log odds from which on the beginning or end of a card is thought of: 20 %."""

BESIDE_PLACES = 2
"""Two beginnings are further apart than this."""

OFF_FRACTION, OFF_PLACES = 0.15, (2.0, 8.0)
"""Of a strip's width: how far the reader's side of it may be off, in places at least and most."""

SAME_SHARE = 0.6
"""Two spans that share more of what they cover together are one card."""

MOVED_SHARE = 0.8
"""Of a card that shares less with where the reader sees it the outline is moved there."""

LESS_HEARD = 0.5
"""By so many log odds a card's sides may be less likely where the reader sees it than where the
looks did, for the reader to be believed where it lies."""

LONGEST = 1.5
"""A card is along the row at most so many times as long as across it."""

NEITHER = 0.5
"""What the looks say of a card that only the reader saw."""

DOUBLE_SHARE = 0.5
"""Of two spans that share more of the shorter one only the likelier is a card."""

DOUBTED = 0.2
"""What is left, at least, of a card that the looks counted and the row does not bear out: too
little to count, enough to be asked about."""

UNHEARD = -3.5
"""Log odds below which the reader says nothing more of a side."""

FAN_RAD, FAN_UNHEARD = 0.5, -1.5
"""A row that bends more than this is a fan. The sides of its cards lie aslant, and where most have
lower log odds than this the reader cannot make them out; in a straight row there are none."""


@dataclass(frozen=True, slots=True)
class RowCandidates:
    """Cards that may lie in one row.

    `regions` (n) are in photo pixels, `places` (n,) their numbers among the photo's regions, -1
    where only the reader saw them. `spans` (n, 2) is where they lie along the row, in places;
    `side` (n,) are the reader's log odds of that of its two sides which is less likely there.
    """

    regions: Regions
    places: NDArray[np.intp]
    spans: NDArray[np.float64]
    side: NDArray[np.float32]


def read_rows(rgb: NDArray[np.uint8], regions: Regions, reader: RowReader) -> Regions:
    """The regions of a photo (H, W, 3) with what the rows say of them, and the cards they add."""
    quads, confidences = regions.quads_px.copy(), regions.confidences.copy()
    edge = np.array([rgb.shape[1], rgb.shape[0]], np.float32)
    added = []
    for row in candidate_rows(rgb, regions, reader):
        said = reader.blend.probabilities(
            log_odds_of(row.regions.confidences), row.places < 0, row.side
        )
        said[_doubled(row, said)] = 0.0
        known = row.places >= 0
        contested = known & (row.regions.confidences >= COUNTS)
        said = np.where(contested, np.maximum(said, DOUBTED), said)
        quads[row.places[known]] = row.regions.quads_px[known]
        confidences[row.places[known]] = said[known]
        centres = row.regions.centres_px
        new = ~known & ((centres >= 0) & (centres <= edge)).all(axis=1)
        extra = row.regions.take(new)
        added.append(Regions(extra.quads_px, extra.kinds, said[new].astype(np.float32)))
    judged = Regions(quads, regions.kinds, confidences)
    return suppress(Regions.concatenate([judged, *added]))  # a card may lie between two rows


def candidate_rows(
    rgb: NDArray[np.uint8], regions: Regions, reader: RowReader
) -> Iterator[RowCandidates]:
    """Every row of a photo that can be read, each card in one of them."""
    is_card = regions.kinds != INDEX
    likely = np.flatnonzero(is_card & (regions.confidences >= COUNTS))
    free = is_card.copy()
    counted = regions.take(likely)
    for pile in group(counted):
        own = counted.take(pile)
        length = card_length_px(own)
        for line in rows(own):
            picture = row_picture(rgb, own.take(line), length)
            if picture is None:
                continue
            marks = likely[pile[line]]
            beside = np.flatnonzero(free & (regions.confidences < COUNTS))
            beside = beside[picture.holds(regions.take(beside))]
            found = row_candidates(picture, reader.read(picture), regions, marks, beside)
            if found is not None:
                free[found.places[found.places >= 0]] = False
                yield found


def row_candidates(
    row: RowPicture,
    heat: NDArray[np.float32],
    regions: Regions,
    marks: NDArray[np.intp],
    beside: NDArray[np.intp],
) -> RowCandidates | None:
    """What may lie in a row: its marks, what lies beside them, and what else the reader saw.

    `marks` and `beside` are numbers among the photo's regions. None where it is a fan that cannot
    be read.
    """
    every = np.concatenate([marks, beside])
    known = regions.take(every)
    spans = row.spans(known) / STRIDE_PX
    side = _doubtful_side(heat, spans)
    if row.bend_rad > FAN_RAD and np.median(side[: len(marks)]) <= FAN_UNHEARD:
        return None
    card_places = row.side_px * LONGEST / row.step_px / STRIDE_PX
    read = np.array(read_spans(heat, card_places), np.float64).reshape(-1, 2)
    heard = _doubtful_side(heat, read)
    alike = _shares(spans, read)[1]
    quads = known.quads_px.copy()
    for card, mate in pair(alike * (heard[None] >= side[:, None] - LESS_HEARD), SAME_SHARE):
        if alike[card, mate] < MOVED_SHARE:
            quads[card] = row.quad(*read[mate] * STRIDE_PX)
        spans[card], side[card] = read[mate], heard[mate]
        alike[:, mate] = 1.0
    new = alike.max(axis=0, initial=0.0) < SAME_SHARE
    nearest = np.abs(
        read[new].mean(axis=1)[:, None] - spans[: len(marks)].mean(axis=1)[None]
    ).argmin(axis=1)
    extra = Regions(
        np.array([row.quad(*span) for span in read[new] * STRIDE_PX], np.float32).reshape(-1, 4, 2),
        known.kinds[nearest],
        np.full(len(nearest), NEITHER, np.float32),
    )
    return RowCandidates(
        Regions.concatenate([Regions(quads, known.kinds, known.confidences), extra]),
        np.concatenate([every, np.full(len(nearest), -1, np.intp)]),
        np.concatenate([spans, read[new]]),
        np.concatenate([side, heard[new]]),
    )


def read_spans(heat: NDArray[np.float32], card_places: float) -> list[NDArray[np.float64]]:
    """The cards (begin, end) in places that the reader's log odds (2, places) speak of.

    A card ends at the likeliest end before the next one's end can be; `card_places` is how long one
    may be at most.
    """
    begins, ends = peaks(heat[0]), peaks(heat[1])
    spans = []
    for number, begin in enumerate(begins):
        following = begins[number + 1] if number + 1 < len(begins) else sys.maxsize
        limit = min(begin + card_places, following + BESIDE_PLACES)
        own = [end for end in ends if begin + BESIDE_PLACES < end <= limit]
        if not own and following > begin + card_places:
            continue
        last = own[int(heat[1, own].argmax())] if own else following
        spans.append(np.array([begin, last], np.float64) + 0.5)
    return spans


def peaks(log_odds: NDArray[np.float32]) -> list[int]:
    """Places where log odds are highest around, and not too low."""
    found = []
    for place in map(int, np.flatnonzero(log_odds > PEAK)):
        first = max(0, place - BESIDE_PLACES)
        around = log_odds[first : place + BESIDE_PLACES + 1]
        if first + int(around.argmax()) == place:
            found.append(place)
    return found


def _doubtful_side(heat: NDArray[np.float32], spans: NDArray[np.float64]) -> NDArray[np.float32]:
    """The best log odds near either end of spans (n, 2), of the end that has less: (n,)."""
    sides = np.full((len(spans), 2), UNHEARD, np.float32)
    for number, span in enumerate(spans):
        off = float(np.clip(OFF_FRACTION * (span[1] - span[0]), *OFF_PLACES))
        for end in (0, 1):
            first = max(0, int(np.ceil(span[end] - 0.5 - off)))
            near = heat[end, first : int(span[end] - 0.5 + off) + 1]
            sides[number, end] = max(near.max(initial=UNHEARD), UNHEARD)
    return np.asarray(sides.min(axis=1), np.float32)


def _shares(
    spans: NDArray[np.float64], others: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What spans (n, 2) share with others (m, 2), of the shorter and of both together: (n, m)."""
    low = np.maximum(spans[:, None, 0], others[None, :, 0])
    high = np.minimum(spans[:, None, 1], others[None, :, 1])
    shared = np.maximum(high - low, 0)
    length, other = (np.maximum(part[:, 1] - part[:, 0], 1e-6) for part in (spans, others))
    both = length[:, None] + other[None] - shared
    return shared / np.minimum(length[:, None], other[None]), shared / both


def _doubled(row: RowCandidates, said: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cards lie where a likelier one does; what only the looks saw they have settled."""
    share = _shares(row.spans, row.spans)[0]
    seen = row.places >= 0
    share[seen[:, None] & seen[None]] = 0.0
    double = np.zeros(len(said), np.bool_)
    kept: list[int] = []
    for place in np.argsort(-said, kind="stable"):
        double[place] = any(share[place, other] > DOUBLE_SHARE for other in kept)
        if not double[place]:
            kept.append(int(place))
    return double
