"""What every file format is reduced to before its pixels are decoded."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

UPRIGHT = 1


class DamagedError(ValueError):
    """The bytes break off or contradict themselves; the message says where, as a noun phrase."""


class AnimatedError(ValueError):
    """Several pictures in time; the message says how many or how it is known."""


@dataclass(frozen=True, slots=True)
class Container:
    """A file whose header was read.

    `width_px` and `height_px` are the stored picture's, before `orientation` (1 to 8, as EXIF
    counts) is applied. `icc` is the embedded colour profile. `load` decodes the pixels.
    """

    width_px: int
    height_px: int
    load: Callable[[], Image.Image]
    orientation: int = UPRIGHT
    icc: bytes | None = None
