"""The one picture type: upright, sRGB, read-only."""

import re
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

SHA256_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright picture; its pixels are the frame of reference for marks, corrections and exports.

    Attributes:
        name: what the photo is called in messages; a file name as a rule.
        rgb: uint8 of shape (height, width, 3), sRGB, 0..255, row 0 at the top; C-contiguous and
            read-only once it is in here.
        digest: SHA-256 of the uploaded bytes, 64 lower-case hex digits.

    Raises:
        ValueError: for an array of another type or shape, or a digest that is none.
    """

    name: str
    rgb: npt.NDArray[np.uint8] = field(repr=False)
    digest: str

    def __post_init__(self) -> None:
        if self.rgb.dtype != np.uint8 or self.rgb.ndim != 3 or self.rgb.shape[2] != 3:
            found = f"{self.rgb.dtype} of shape {self.rgb.shape}"
            raise ValueError(f"a photo is uint8 of shape (height, width, 3), not {found}")
        if self.rgb.size == 0:
            raise ValueError(f"a photo has pixels, not the shape {self.rgb.shape}")
        if not SHA256_HEX.fullmatch(self.digest):
            raise ValueError(f"a digest is 64 lower-case hex digits, not {self.digest!r}")
        rgb = np.ascontiguousarray(self.rgb).view()
        rgb.flags.writeable = False
        object.__setattr__(self, "rgb", rgb)

    @property
    def width_px(self) -> int:
        """Pixels from left to right."""
        return int(self.rgb.shape[1])

    @property
    def height_px(self) -> int:
        """Pixels from top to bottom."""
        return int(self.rgb.shape[0])
