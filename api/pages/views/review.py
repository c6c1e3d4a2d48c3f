"""What is being reviewed: which flag, which photo, which mark, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from api.pages.views.overlay import MarkView, Overlay, PileShown, overlay_of
from api.pages.views.owners import OwnerLook
from api.service.values import DealView, FlagView, PhotoReadingView, PhotoView


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of the page says; all of it may be missing or out of date."""

    flag: str = ""
    photo: int = 0
    mark: str = ""
    pile: str = ""
    add: bool = False


@dataclass(frozen=True, slots=True)
class Focus:
    """What is looked at: a flag with its place among the open ones, a photo, marks on it.

    `free` says that a photo was chosen instead of the next flag.
    """

    flag: FlagView | None
    place: int
    following: FlagView | None
    photo: PhotoView | None
    mark: str
    pile: str
    add: bool
    free: bool

    def query(self, **changes: object) -> str:
        """The address of this place, or of one beside it, after `?`."""
        values: dict[str, object] = {
            "flag": self.flag.key if self.flag else "",
            "photo": self.photo.number if self.photo else "",
            "mark": self.mark,
            "pile": self.pile,
            "add": "1" if self.add else "",
            **changes,
        }
        return urlencode({name: value for name, value in values.items() if value})


@dataclass(frozen=True, slots=True)
class Chosen:
    """What can be changed at the focus: a mark, its pile, the marks before and after it.

    `doubtful` is the next mark of the flag after this one, to go on with once it is changed.
    """

    mark: MarkView | None
    pile: PileShown | None
    before: MarkView | None
    after: MarkView | None
    doubtful: str = ""


def focus_of(deal: DealView, asked: Asked) -> Focus:
    """The flag that was asked for, or else the worst one, with its photo and marks."""
    flags = deal.result.flags
    free = not asked.flag and asked.photo > 0
    found = next((at for at, flag in enumerate(flags) if flag.key == asked.flag), None)
    place = found or 0
    flag = flags[place] if flags and not free else None
    if flag is not None and found is None:
        asked = Asked()  # what was looked at is answered: on to the worst that is open
    readable = [photo for photo in deal.photos if photo.cards is not None]
    photo = next((one for one in readable if one.number == asked.photo), None)
    if photo is None and flag is not None and flag.photo is not None:
        photo = next((one for one in readable if one.name == flag.photo), None)
    elif photo is None:
        zone = flag.zone if flag is not None else None
        photo = next((one for one in readable if one.zone is zone), next(iter(readable), None))
    here = flag is not None and photo is not None and flag.photo == photo.name
    mark, pile = asked.mark, asked.pile
    if here and flag is not None and not mark and not pile and not asked.add:
        mark, pile = (flag.marks[0] if flag.marks else ""), flag.pile or ""
    return Focus(
        flag=flag,
        place=place,
        following=flags[(place + 1) % len(flags)] if len(flags) > 1 and flag else None,
        photo=photo,
        mark=mark,
        pile=pile,
        add=asked.add and photo is not None,
        free=free,
    )


def shown_overlay(
    read: PhotoReadingView, looks: Mapping[str | None, OwnerLook], focus: Focus
) -> Overlay:
    """The photo at the focus, with the flag's marks or the chosen one seen large."""
    flag = focus.flag
    here = flag is not None and flag.photo == read.photo.name
    flagged = flag.marks if flag is not None and here else ()
    marks = flagged if focus.mark in flagged else (focus.mark,) if focus.mark else ()
    return overlay_of(read, looks, flagged, (marks, focus.pile or None))


def chosen_of(overlay: Overlay | None, focus: Focus) -> Chosen:
    """The mark and the pile that can be changed now."""
    if overlay is None:
        return Chosen(None, None, None, None)
    mark = overlay.mark(focus.mark)
    pile = overlay.pile_of(focus.mark) or overlay.pile(focus.pile)
    along = list(pile.marks) if pile else []
    place = along.index(mark) if mark in along else None
    if mark is None or place is None:
        return Chosen(None, pile, None, along[0] if along else None)
    return Chosen(
        mark,
        pile,
        along[place - 1] if place > 0 else None,
        along[place + 1] if place + 1 < len(along) else None,
        _doubtful(overlay, mark),
    )


def _doubtful(overlay: Overlay, mark: MarkView) -> str:
    """The flagged mark that follows this flagged one."""
    flagged = [one.id for one in overlay.marks if one.flagged]
    if not mark.flagged or len(flagged) < 2:
        return ""
    return flagged[(flagged.index(mark.id) + 1) % len(flagged)]
