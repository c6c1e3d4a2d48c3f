"""Edits: what one correction does to the piles and marks of one photo."""

import math
from collections.abc import Callable
from dataclasses import replace

from scoring.corrections import Correction, CorrectionKind
from scoring.reading import Mark, PhotoReading, Pile, Side

Point = tuple[float, float]
Quad = tuple[Point, ...]
_FIRST_MARK_FRACTION = 0.02  # half the side of a mark on a photo without any, of the shorter edge


def edit_photo(photo: PhotoReading, correction: Correction) -> PhotoReading | None:
    """The photo after the correction, or None where what it changes is not there."""
    kind, after = correction.kind, correction.after
    if kind is CorrectionKind.ADD:
        return _add_mark(photo, correction)
    if kind is CorrectionKind.REMOVE:
        return _edit_mark(photo, correction.mark, lambda _: None)
    if kind is CorrectionKind.OWNER:
        return _edit_mark(photo, correction.mark, lambda mark: replace(mark, owner=after.owner))
    if kind is CorrectionKind.CARD:
        return _edit_mark(photo, correction.mark, lambda mark: replace(mark, card=after.card))
    if kind is CorrectionKind.SIDE:
        return _edit_mark(photo, correction.mark, lambda mark: _turn(mark, after.side))
    if kind is CorrectionKind.ZONE:
        return _edit_pile(
            photo, correction.pile, lambda pile: replace(pile, zone=after.zone or pile.zone)
        )
    if kind is CorrectionKind.ASSIGN_PILE:
        return _edit_pile(photo, correction.pile, lambda pile: _assign(pile, correction))
    return photo


def find_pile(photo: PhotoReading, pile_id: str | None) -> Pile | None:
    """The pile of that id on the photo."""
    return next((pile for pile in photo.piles if pile.id == pile_id), None)


def find_mark(photo: PhotoReading, mark_id: str | None) -> Mark | None:
    """The mark of that id on the photo."""
    return next((mark for mark in photo.marks if mark.id == mark_id), None)


def opened_pile_id(correction: Correction) -> str:
    """The id of the pile that an added mark opens where there is none."""
    return correction.pile or f"pile of {correction.mark}"


def _edit_pile(
    photo: PhotoReading, pile_id: str | None, edit: Callable[[Pile], Pile]
) -> PhotoReading | None:
    if find_pile(photo, pile_id) is None:
        return None
    return replace(
        photo, piles=tuple(edit(pile) if pile.id == pile_id else pile for pile in photo.piles)
    )


def _edit_mark(
    photo: PhotoReading, mark_id: str | None, edit: Callable[[Mark], Mark | None]
) -> PhotoReading | None:
    if find_mark(photo, mark_id) is None:
        return None
    piles = []
    for pile in photo.piles:
        edited = [edit(mark) if mark.id == mark_id else mark for mark in pile.marks]
        piles.append(_with_marks(pile, [mark for mark in edited if mark is not None]))
    return replace(photo, piles=tuple(piles))


def _with_marks(pile: Pile, marks: list[Mark]) -> Pile:
    """The pile with these marks, numbered again from 1; sure once a person changed how many."""
    numbered = tuple(replace(mark, number=place) for place, mark in enumerate(marks, 1))
    sure = pile.exact_probability if len(marks) == len(pile.marks) else 1.0
    return replace(pile, marks=numbered, exact_probability=sure)


def _turn(mark: Mark, side: Side | None) -> Mark:
    """The mark with that side; a back has no card that could be read."""
    return replace(mark, side=side or mark.side, card=None if side is Side.BACK else mark.card)


def _assign(pile: Pile, correction: Correction) -> Pile:
    """The pile for another owner, zone or both.

    Marks that were nobody's or the former owner's follow; a card that was matched to another deck
    stays there, because a sorting mistake counts for the deck that it belongs to.
    """
    after = correction.after
    zone = after.zone or pile.zone
    if after.owner is None and after.zone is not None:
        return replace(pile, zone=zone)
    marks = tuple(
        replace(mark, owner=after.owner) if mark.owner in (None, pile.owner) else mark
        for mark in pile.marks
    )
    return replace(pile, zone=zone, owner=after.owner, marks=marks)


def _add_mark(photo: PhotoReading, correction: Correction) -> PhotoReading | None:
    """The photo with one more mark, in the pile named, or in that of the nearest mark.

    A pile that is not there yet is opened. A squared pile that gets a mark is no longer squared:
    the person has shown that its cards can be told apart.
    """
    if correction.point_px is None or find_mark(photo, correction.mark) is not None:
        return None
    point = correction.point_px
    nearest = min(
        (pile for pile in photo.piles if pile.marks),
        key=lambda pile: min(math.dist(center_px(mark.quad_px), point) for mark in pile.marks),
        default=None,
    )
    pile = find_pile(photo, correction.pile) if correction.pile is not None else nearest
    if pile is None:
        name = opened_pile_id(correction)
        zone = correction.after.zone or photo.zone
        opened = Pile(name, zone, (), correction.after.owner)
        opened = _insert(opened, _new_mark(photo, opened, correction), point)
        return replace(photo, piles=(*photo.piles, opened))
    grown = _insert(replace(pile, squared=False), _new_mark(photo, pile, correction), point)
    return _edit_pile(photo, pile.id, lambda _: grown)


def _new_mark(photo: PhotoReading, pile: Pile, correction: Correction) -> Mark:
    """A mark at the point, shaped like the nearest one of its pile, or of the photo."""
    after, point = correction.after, correction.point_px or (0.0, 0.0)
    backs = sum(mark.side is Side.BACK for mark in pile.marks)
    usual = Side.BACK if 2 * backs >= len(pile.marks) else Side.FACE
    return Mark(
        id=correction.mark or "",
        number=0,
        quad_px=_quad_at(point, pile.marks or photo.marks, photo),
        side=after.side or (Side.FACE if after.card is not None else usual),
        confidence=1.0,
        owner=after.owner or pile.owner,
        card=after.card,
    )


def _quad_at(point: Point, marks: tuple[Mark, ...], photo: PhotoReading) -> Quad:
    nearest = min(marks, key=lambda mark: math.dist(center_px(mark.quad_px), point), default=None)
    if nearest is None:
        half = _FIRST_MARK_FRACTION * min(photo.width_px, photo.height_px)
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        return tuple((point[0] + x, point[1] + y) for x, y in corners)
    middle = center_px(nearest.quad_px)
    return tuple((x + point[0] - middle[0], y + point[1] - middle[1]) for x, y in nearest.quad_px)


def _insert(pile: Pile, mark: Mark, point: Point) -> Pile:
    """The pile with the mark where it lengthens the way along the pile least."""
    places = [center_px(other.quad_px) for other in pile.marks]

    def detour_px(index: int) -> float:
        before, after = places[index - 1 : index] if index else [], places[index : index + 1]
        there = sum(math.dist(place, point) for place in before + after)
        return there - (math.dist(before[0], after[0]) if before and after else 0.0)

    best = min(range(len(places) + 1), key=detour_px)
    return _with_marks(pile, [*pile.marks[:best], mark, *pile.marks[best:]])


def center_px(quad_px: Quad) -> Point:
    """The middle of an outline: the mean of its corners, x and y in pixels of the photo."""
    return (
        sum(x for x, _ in quad_px) / len(quad_px),
        sum(y for _, y in quad_px) / len(quad_px),
    )
