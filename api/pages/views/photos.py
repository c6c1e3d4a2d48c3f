"""The photos of a deal by zone, each with its progress and its warnings."""

from collections.abc import Iterable
from dataclasses import dataclass

from api.pages.views.words import LAST_STAGE, ZONES, progress
from api.service.values import DealView, FlagView, JobState, PhotoView
from scoring.flags import FlagKind, Zone

RETAKE = frozenset(
    {
        FlagKind.NO_CARDS,
        FlagKind.OUTPUT_CAP,
        FlagKind.SQUARED_STACK,
        FlagKind.CUT_BY_EDGE,
        FlagKind.THIN_STRIP,
        FlagKind.BLURRED,
        FlagKind.DARK,
        FlagKind.TOO_FAR,
    }
)
"""Warnings that a better photo mends, told as soon as the photo is read."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo with how far its reading is (of `steps`) and the warnings that a better one mends."""

    photo: PhotoView
    step: int
    steps: int
    doing: str
    failed: bool
    waiting: bool
    warnings: tuple[str, ...]
    questions: int


@dataclass(frozen=True, slots=True)
class Group:
    """The photos of one zone; `required` zones are asked for, the others lie folded away."""

    zone: Zone
    title: str
    hint: str
    required: bool
    photos: tuple[Shown, ...]


def groups_of(deal: DealView) -> tuple[Group, ...]:
    """All zones with their photos."""
    return tuple(
        Group(
            zone,
            title,
            hint,
            zone in (Zone.CENTER, Zone.NERTZ),
            tuple(_shown(photo, deal) for photo in deal.photos if photo.zone is zone),
        )
        for zone, (title, hint) in ZONES.items()
    )


def _shown(photo: PhotoView, deal: DealView) -> Shown:
    flags = [flag for flag in deal.result.flags if flag.photo == photo.name]
    step, doing = progress(photo.analysis)
    state = photo.analysis.state
    return Shown(
        photo=photo,
        step=step,
        steps=LAST_STAGE,
        doing=doing,
        failed=state is JobState.FAILED,
        waiting=state in (JobState.WAITING, JobState.RUNNING),
        warnings=tuple(_texts(flag for flag in flags if flag.kind in RETAKE)),
        questions=sum(flag.kind is not FlagKind.PHOTO_NOT_READ for flag in flags),
    )


def _texts(flags: Iterable[FlagView]) -> dict[str, None]:
    """Each message once, in order."""
    return dict.fromkeys(flag.message for flag in flags)
