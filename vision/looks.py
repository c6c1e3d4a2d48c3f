"""The two looks: the whole photo first, then every pile upright and at one size.

The first look only has to find where cards lie, how large and how they are turned. The closer look
counts: each pile is cut out of the full-resolution photo, turned so that its cards stand upright
and scaled so that a card has the same length on every photo. One pass settles where each pile ends
and how it is turned; some more count, upright and upside down, at that size and at others; what
too few of them see is doubted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detector import Detector
from vision.detector import Found as Detected
from vision.frame import Frame, turned_view, whole_photo
from vision.geometry import Quads, areas, ious, overlaps
from vision.pairing import pair
from vision.photo import Photo
from vision.piles import card_length_px, group, is_whole
from vision.regions import BACK, INDEX, Regions
from vision.rows import RowReader, read_rows
from vision.suppress import suppress
from vision.verifier import Verifier, Votes, crop

FIRST_LOOK_SIDES_PX = (640, 1280, 1920)
"""Long sides of the first look: a small one for close photos, large ones for strips on whole
tables."""

MAX_TAUGHT_PX = 600.0
"""The detector learnt cards up to about this long; what it sees on a larger one is half believed,
for it takes parts of the print for cards."""

CARD_LENGTH_PX = 400.0
"""Length of a card in the closer look: 4.5 px per mm of a poker card."""

PASSES = ((1.0, False), (1.0, True), (0.8, False), (1.25, True))
"""The passes of a closer look: how large, against that, and whether upside down. Other sizes err
otherwise, and thin strips are seen best when they are large (`models/EXPERIMENTS.md`)."""

HALF = 0.5
"""What the passes together are surer of than this share of what one must be is kept."""

AGREE = 3
"""What so many of the passes see is agreed on."""

MAX_ENLARGEMENT = 5.0
"""Beyond this a photo holds nothing that enlarging could show."""

SECTOR_RAD = np.deg2rad(24.0)
"""A closer look serves cards whose turns lie within this; fans take several."""

LEAN_RAD = np.deg2rad(24.0)
"""Regions further than this from upright are left to another sector's look."""

SERVED_FRACTION = 0.6
"""A first-look region that another covers by more than this needs no closer look of its own."""

MAX_LONGER = 1.4
"""A card is at most so much longer than usual on its photo: nearer to the camera, or beside one
that lies further away. What is longer is a whole pile taken for a card."""

MARGIN_FRACTION = 0.4
"""Of a card's length, kept around the pile in its closer look."""

GROWTH_FRACTION = 0.75
"""Of a card's length, by which a view grows beyond a card that it cuts off."""

MAX_GROWTHS = 2

MAX_VIEW_PX = 2560
"""Longest side of a closer look; larger piles are seen at a smaller scale."""

SAME_IOU = 0.4
"""Two looks mean the same card from here on."""

ALIKE_IOU = 0.3
"""Two detectors mean the same card from here on: they learnt at other sizes."""

FIRST_CONFIDENCE = 0.20
"""The first look may be wrong: the closer look decides."""

CANDIDATE = 0.1
"""The closer look may miss: what is to be verified need be no surer than this."""

LIKELY = 0.5
"""What is verified and at least as likely a card as this is counted."""

LIKELY_ALONE = 0.88
"""A back that lies by itself is counted from here on, for most such are tiles: of 77 on made tables
10 of the 12 cards are so likely and 10 of the 65 others. What is less likely is asked about."""

BORNE_OUT = 0.95
"""What is so likely although few passes saw it, the verifier or its row bears out."""

UNLIKELY = 0.15
"""What is verified and less likely a card than this is not even doubted."""

SURE_CONFIDENCE = 0.5
"""What the first look sees with this confidence is missed if the closer look does not find it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What both looks found, in photo pixels.

    `regions` are the cards and indices that count. `agreed` (n,) says which of them most passes of
    the closer look saw. `doubtful` are cards that few passes or only the first look saw and that
    are not counted. `capped` says that a view had more candidates than can be looked at.
    """

    regions: Regions
    agreed: NDArray[np.bool_]
    doubtful: Regions
    capped: bool = False


def first_look(photo: Photo, detector: Detector) -> tuple[Regions, bool]:
    """The cards of the whole photo, in photo pixels, and whether the output was capped."""
    cards, capped = Regions.empty(), False
    for side in FIRST_LOOK_SIDES_PX:
        long_side = min(side, max(photo.width_px, photo.height_px) * 2)
        frame = whole_photo(photo.width_px, photo.height_px, long_side, detector.stride_px)
        found = detector.detect(frame.view(photo.rgb), FIRST_CONFIDENCE)
        finer = frame.to_photo(found.regions.cards)
        cards = Regions.concatenate([_half_believed(finer, cards, frame.scale), cards])
        capped |= found.capped
    return suppress(cards), capped


def _half_believed(finer: Regions, coarser: Regions, scale: float) -> Regions:
    """What a look at `scale` found, less sure where it lies on one card too large for that look."""
    sure = coarser.take(coarser.confidences >= SURE_CONFIDENCE)
    large = sure.take(
        is_whole(sure) & (sure.sides_px.max(axis=1, initial=0) * scale > MAX_TAUGHT_PX)
    )
    share = np.where(_lie_in(finer.quads_px, large.quads_px), 0.5, 1.0).astype(np.float32)
    return Regions(finer.quads_px, finer.kinds, finer.confidences * share)


def upright_turns(cards: Regions, length_px: float) -> NDArray[np.float64]:
    """Directions (n,) of the cards' long axes, radians modulo pi, clockwise from the x axis.

    A region as long as a card shows its long side; one as long as a card is wide lies across it.
    What is shorter than both follows the nearest of the others.
    """
    sides = cards.sides_px
    first = cards.quads_px[:, 1] - cards.quads_px[:, 0]
    turn = np.arctan2(first[:, 1], first[:, 0]) + np.where(sides[:, 0] >= sides[:, 1], 0, np.pi / 2)
    share = sides.max(axis=1) / max(length_px, 1e-6)
    turn = np.where((share > 0.55) & (share < 0.84), turn + np.pi / 2, turn)
    certain = share >= 0.84
    if certain.any() and not certain.all():
        centres = cards.centres_px
        for place in np.flatnonzero(share <= 0.55):
            away = np.linalg.norm(centres[certain] - centres[place], axis=1)
            reference = turn[certain][np.argmin(away)]
            off = np.abs(_folded(turn[place] - reference))
            turn[place] += np.pi / 2 if off > np.pi / 4 else 0.0
    return np.asarray(turn % np.pi, np.float64)


def _folded(angle: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Angles modulo pi into -pi/2..pi/2."""
    return np.asarray((np.asarray(angle) + np.pi / 2) % np.pi - np.pi / 2, np.float64)


def sectors(turns: NDArray[np.float64]) -> list[tuple[float, NDArray[np.intp]]]:
    """Turns of closer looks and the places of the cards that each serves.

    Greedy: the direction that serves most cards first, until all are served.
    """
    left = np.arange(len(turns))
    found = []
    while len(left):
        off = _folded(turns[left][:, None] - turns[left][None])
        near = np.abs(off) <= SECTOR_RAD / 2
        centre = int(np.argmax(near.sum(axis=0)))
        members = left[near[:, centre]]
        middle = turns[left[centre]] + float(np.median(off[near[:, centre], centre]))
        found.append((float(middle % np.pi), members))
        left = left[~near[:, centre]]
    return found


def closer_views(cards: Regions, stride_px: int) -> list[Frame]:
    """The views in which the piles of a first look are looked at again."""
    views = []
    usual = card_length_px(cards)
    for pile in group(cards):
        own = cards.take(pile)
        length = min(card_length_px(own), MAX_LONGER * usual)
        scale = min(CARD_LENGTH_PX / length, MAX_ENLARGEMENT)
        served = np.zeros((0, 4, 2), np.float32)
        for turn, every in sectors(upright_turns(own, length)):
            members = every[~_lie_in(own.quads_px[every], served)]
            if not len(members):
                continue  # the same places at a wrong turn
            served = np.concatenate([served, own.quads_px[members]])
            points = own.quads_px[members].reshape(-1, 2)
            reach = float(np.linalg.norm(points.max(axis=0) - points.min(axis=0))) * scale
            fitting = scale * min(1.0, MAX_VIEW_PX / max(reach, 1.0))
            margin = MARGIN_FRACTION * length * fitting
            views.append(turned_view(points, turn, fitting, margin, stride_px))
    return views


def _lie_in(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which outlines are mostly covered by one of the others."""
    if not len(others):
        return np.zeros(len(quads), np.bool_)
    covered = overlaps(quads, others).max(axis=1) / np.maximum(areas(quads), 1e-6)
    return np.asarray(covered > SERVED_FRACTION, np.bool_)


def look(
    photo: Photo,
    detector: Detector,
    verifier: Verifier | None = None,
    *,
    closer: Detector | None = None,
    rows: RowReader | None = None,
) -> Seen:
    """All looks at a photo; `closer` is the detector that counts, where it is another one.

    With a verifier, every region of the closer looks is looked at by itself; its confidence is then
    the probability that it is one card, and what is more likely one than not counts. With a reader
    of rows, what it says of whole rows is weighed beside it.
    """
    found = find(photo, detector, verifier, closer=closer)
    regions, first = found.regions, found.first
    if rows is not None and verifier is not None:
        regions = read_rows(photo.rgb, regions, rows)
    agreed = _matched(regions, found.agreed, 0.9)
    agreed |= _matched(regions, found.regions, 0.9) & (regions.confidences >= BORNE_OUT)
    is_card = regions.kinds != INDEX
    least = (closer or detector).confidence
    counted = regions.confidences >= np.where(is_card & (verifier is not None), LIKELY, least)
    if verifier is not None:
        counted &= ~_unlikely_alone(regions, np.flatnonzero(counted & is_card))
    doubt = UNLIKELY if verifier is not None else 0.0
    weak = regions.take(~counted & is_card & (regions.confidences >= doubt))
    lost = first.take(~_matched(first, regions, 0.2) & (first.confidences >= SURE_CONFIDENCE))
    doubtful = suppress(Regions.concatenate([weak, lost]))
    return Seen(regions.take(counted), agreed[counted], doubtful, found.capped)


def _unlikely_alone(regions: Regions, cards: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which regions are backs by themselves among the cards that count, and none too likely."""
    unlikely = np.zeros(len(regions), np.bool_)
    for pile in group(regions.take(cards)):
        if len(pile) == 1:
            place = cards[pile[0]]
            is_back = regions.kinds[place] == BACK
            unlikely[place] = is_back and regions.confidences[place] < LIKELY_ALONE
    return unlikely


@dataclass(frozen=True, slots=True)
class Found:
    """What all looks at a photo found, in its pixels, before it is said what counts.

    `regions` are of the closer looks, `agreed` what most passes saw, `first` the first look.
    """

    regions: Regions
    agreed: Regions
    first: Regions
    capped: bool


def find(
    photo: Photo,
    detector: Detector,
    verifier: Verifier | None = None,
    *,
    closer: Detector | None = None,
) -> Found:
    """All looks at a photo, as for `look`."""
    first, capped = first_look(photo, detector)
    least = None if verifier is None else CANDIDATE
    near, likewise = approach(photo, first, detector, least)
    agreed, rest = [], []
    for seen in closer_looks(photo, near, closer or detector, least):
        judged = seen.frame.to_photo(_verified(seen, likewise, verifier))
        agreed.append(judged.take(seen.agreed))
        rest.append(judged.take(~seen.agreed))
        capped |= seen.capped
    regions = suppress(Regions.concatenate([*agreed, *rest]))
    return Found(regions, Regions.concatenate(agreed), first, capped)


@dataclass(frozen=True, slots=True)
class CloserLook:
    """What one closer look found in all its passes.

    `view` (H, W, 3) is what was looked at, `frame` how it lies on the photo. `regions` are in its
    pixels, with the mean of the passes' confidences (see `merged`); `agreed` (n,) says which of
    them AGREE passes saw. `capped` says that a pass was.
    """

    frame: Frame
    view: NDArray[np.uint8]
    regions: Regions
    agreed: NDArray[np.bool_]
    capped: bool


def closer_looks(
    photo: Photo, near: Regions, detector: Detector, least: float | None = None
) -> Iterator[CloserLook]:
    """The closer looks at what an approach found, down to a confidence.

    Where a view cuts off a card that the approach missed, it grows and is looked at again.
    """
    for frame in closer_views(near, detector.stride_px):
        seen, cut = _look_at(photo, frame, detector, least)
        for _ in range(MAX_GROWTHS):
            sure = cut.take(cut.confidences >= detector.confidence)
            new = sure.take(~_lie_in(seen.frame.to_photo(sure).quads_px, near.quads_px))
            if not len(new):
                break
            margin = GROWTH_FRACTION * CARD_LENGTH_PX
            grown = seen.frame.grown(new.quads_px.reshape(-1, 2), margin, detector.stride_px)
            seen, cut = _look_at(photo, grown, detector, least)
        yield seen


def _verified(closer: CloserLook, near: Regions, verifier: Verifier | None) -> Regions:
    """The regions of a closer look with what the verifier makes of the cards among them."""
    regions = closer.regions
    if verifier is None or not len(regions.cards):
        return regions
    cards, votes = votes_on(closer, near)
    said = verifier.verify(crop(closer.view, cards, CARD_LENGTH_PX), votes)
    confidences = regions.confidences.copy()
    confidences[regions.kinds != INDEX] = said
    return Regions(regions.quads_px, regions.kinds, confidences)


def votes_on(closer: CloserLook, near: Regions) -> tuple[Regions, Votes]:
    """The cards of a closer look, in its pixels, and what all looks say of them.

    `near` is what the approach saw, in photo pixels.
    """
    cards, agreed = closer.regions.cards, closer.agreed[closer.regions.kinds != INDEX]
    before = np.zeros(len(cards), np.float32)
    if len(cards) and len(near):
        alike = ious(closer.frame.to_photo(cards).quads_px, near.quads_px)
        before = np.where(alike >= ALIKE_IOU, near.confidences[None], 0).max(axis=1)
    return cards, Votes(cards.confidences, agreed, before.astype(np.float32))


def approach(
    photo: Photo, first: Regions, detector: Detector, least: float | None = None
) -> tuple[Regions, Regions]:
    """What one upright pass at each pile of the first look finds, and what it left out of those.

    Piles now have their true extent, size and turn, which the first look may have missed. The
    second part holds also what is less sure, down to `least`.
    """
    found = []
    for frame in closer_views(first, detector.stride_px):
        seen = _usable(detector.detect(frame.view(photo.rgb), least).regions.cards, frame, photo)
        found.append(frame.to_photo(seen))
    every = Regions.concatenate(found)
    near = suppress(every.take(every.confidences >= detector.confidence))
    left = first.take(~_lie_in(first.quads_px, near.quads_px))
    return suppress(Regions.concatenate([near, left])), suppress(Regions.concatenate([every, left]))


def _matched(regions: Regions, others: Regions, least: float) -> NDArray[np.bool_]:
    """Which regions have a counterpart among the others."""
    if not len(regions) or not len(others):
        return np.zeros(len(regions), bool)
    return np.asarray(ious(regions.quads_px, others.quads_px).max(axis=1) >= least, np.bool_)


def _look_at(
    photo: Photo, frame: Frame, detector: Detector, least: float | None
) -> tuple[CloserLook, Regions]:
    """One closer look, all its passes, and the cards that its view cuts off."""
    zoomed = {zoom: frame.zoomed(zoom, detector.stride_px) for zoom, _ in PASSES}
    views = {zoom: larger.view(photo.rgb) for zoom, larger in zoomed.items()}
    found = [one_pass(views[zoom], detector, least, zoom, turned=turned) for zoom, turned in PASSES]
    raw = [seen.regions for seen in found]
    regions, times = merged([_usable(part, frame, photo) for part in raw])
    likely = regions.confidences >= HALF * (detector.confidence if least is None else least)
    regions, agreed = regions.take(likely), times[likely] >= AGREE
    cut = Regions.concatenate([part.cards.take(_cut_off(part.cards, frame, photo)) for part in raw])
    capped = any(seen.capped for seen in found)
    return CloserLook(frame, views[1.0], regions, agreed, capped), cut


def one_pass(
    view: NDArray[np.uint8], detector: Detector, least: float | None, zoom: float, *, turned: bool
) -> Detected:
    """What the detector finds in a view (H, W, 3), or in it upside down, in pixels of that at 1.

    `zoom` is how large the view is against that, `least` the lowest confidence, the detector's own
    where it is None.
    """
    found = detector.detect(np.ascontiguousarray(view[::-1, ::-1]) if turned else view, least)
    quads = found.regions.quads_px
    if turned:
        quads = np.array([view.shape[1], view.shape[0]], np.float32) - quads
    return replace(found, regions=replace(found.regions, quads_px=quads / np.float32(zoom)))


def merged(passes: Sequence[Regions]) -> tuple[Regions, NDArray[np.intp]]:
    """What all passes found, each thing once, and how many of them saw it (n,).

    Its outline is the mean of theirs, the surer ones weighing more, its confidence their mean too,
    0 where a pass did not see it; its kind is what the surest said. An index is only a place to
    read: two passes that see it are enough.
    """
    every = Regions.empty()  # confidences: the sum so far
    surest, times = np.zeros(0, np.float32), np.zeros(0, np.intp)
    for seen in passes:
        alike = ious(every.quads_px, seen.quads_px)
        alike *= (every.kinds == INDEX)[:, None] == (seen.kinds == INDEX)[None]
        mates = np.array(pair(alike, SAME_IOU), np.intp).reshape(-1, 2)
        own, other = mates[:, 0], mates[:, 1]
        said = seen.confidences[other]
        weight = (said / (every.confidences[own] + said))[:, None, None]
        near = _corner_to_corner(seen.quads_px[other], every.quads_px[own])
        every.quads_px[own] += weight * (near - every.quads_px[own])
        every.kinds[own] = np.where(said > surest[own], seen.kinds[other], every.kinds[own])
        every.confidences[own] += said
        surest[own] = np.maximum(surest[own], said)
        times[own] += 1
        new = seen.take(np.setdiff1d(np.arange(len(seen)), other))
        every = Regions.concatenate([every, new])
        surest = np.concatenate([surest, new.confidences])
        times = np.concatenate([times, np.ones(len(new), np.intp)])
    mean = every.confidences / np.float32(len(passes))
    two = np.minimum(every.confidences / np.float32(2), surest)
    sure = np.where(every.kinds == INDEX, two, mean)
    return Regions(every.quads_px, every.kinds, sure.astype(np.float32)), times


def _corner_to_corner(quads: Quads, others: Quads) -> Quads:
    """The same outlines (n, 4, 2), each beginning at the corner that fits the other's first."""
    turns = np.stack([np.roll(quads, step, axis=1) for step in range(4)])
    off = np.linalg.norm(turns - others[None], axis=3).sum(axis=2)
    return np.asarray(turns[off.argmin(axis=0), np.arange(len(quads))], np.float32)


def _usable(regions: Regions, frame: Frame, photo: Photo) -> Regions:
    """Without what leans too far here, is cut off by the view alone, or lies outside the photo."""
    across = regions.quads_px[:, 1] - regions.quads_px[:, 0]
    lean = np.arctan2(across[:, 1], across[:, 0])
    lean = np.abs((lean + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    centres = frame.to_photo(regions).centres_px
    edge = np.array([photo.width_px, photo.height_px], np.float32)
    outside = ((centres < 0) | (centres > edge)).any(axis=1)
    too_long = regions.sides_px.max(axis=1, initial=0) > MAX_LONGER * CARD_LENGTH_PX
    too_long &= regions.kinds != INDEX
    cut = _cut_off(regions, frame, photo)
    return regions.take((lean <= LEAN_RAD) & ~cut & ~outside & ~too_long)


def _cut_off(regions: Regions, frame: Frame, photo: Photo) -> NDArray[np.bool_]:
    """What reaches the edge of the view and not that of the photo."""
    at_view = _reaches(regions, frame.width_px, frame.height_px, 3)
    return at_view & ~_reaches(frame.to_photo(regions), photo.width_px, photo.height_px, 6)


def _reaches(regions: Regions, width_px: int, height_px: int, edge_px: int) -> NDArray[np.bool_]:
    """What comes so near to the edges of a picture."""
    low, high = regions.quads_px.min(axis=1), regions.quads_px.max(axis=1)
    size = np.array([width_px, height_px], np.float32)
    return np.asarray(((low < edge_px) | (high > size - edge_px)).any(axis=1), np.bool_)
