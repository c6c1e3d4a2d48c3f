"""How large a photo may be, and how small."""

from dataclasses import dataclass

MAX_SIZE_MB = 40.0  # 50-megapixel phones write JPEGs of 10 to 25 MB; 1 MB = 1,000,000 bytes
MAX_MEGAPIXELS = 120.0  # 108-megapixel phones exist; 120 megapixels are 360 MB once decoded
MIN_SIDE_PX = 64  # icons and thumbnails; a card needs about this much for itself


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a photo, checked on its bytes and its header, before any pixel is decoded."""

    max_size_mb: float = MAX_SIZE_MB
    max_megapixels: float = MAX_MEGAPIXELS
    min_side_px: int = MIN_SIDE_PX

    @property
    def max_bytes(self) -> int:
        """The same bound as `max_size_mb`, in bytes."""
        return int(self.max_size_mb * 1_000_000)
