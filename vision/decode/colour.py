"""Any pixel layout and colour profile to 8-bit sRGB."""

import io

import numpy as np
from PIL import Image, ImageCms

# Transparent places become mid-grey, not white: cards have white borders, and on white a cut-out
# card would lose its outline.
BEHIND_TRANSPARENT = (128, 128, 128)
# Pixel layouts that each kind of profile can be used on. A grey picture may carry an RGB profile.
PROFILE_MODES = {"RGB": ("RGB", "L"), "GRAY": ("L",), "CMYK": ("CMYK",)}
_SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


def to_srgb(picture: Image.Image, icc: bytes | None) -> Image.Image:
    """The picture in mode RGB, as sRGB, over mid-grey where it is transparent.

    A broken profile, or one for another kind of picture, is ignored, as browsers do.
    """
    opaque, alpha = _split(picture)
    rgb = _managed(opaque, icc) if icc else _unmanaged(opaque)
    if alpha is None:
        return rgb
    behind = Image.new("RGB", rgb.size, BEHIND_TRANSPARENT)
    return Image.composite(rgb, behind, alpha)


def _split(picture: Image.Image) -> tuple[Image.Image, Image.Image | None]:
    """Colours in mode L, RGB or CMYK, and the alpha channel if there is one."""
    if picture.mode.startswith(("I", "F")):
        return _high_bytes(picture), None
    if picture.has_transparency_data:
        straight = picture.convert("RGBA")
        return straight.convert("RGB"), straight.getchannel("A")
    if picture.mode in ("L", "RGB", "CMYK"):
        return picture, None
    return picture.convert("L" if picture.mode in ("1", "LA") else "RGB"), None


def _high_bytes(picture: Image.Image) -> Image.Image:
    """16-bit grey to 8-bit grey by its high bytes, as Pillow does for 16-bit colour."""
    return Image.fromarray((np.asarray(picture).astype(np.uint16) >> 8).astype(np.uint8))


def _managed(opaque: Image.Image, icc: bytes) -> Image.Image:
    """The colours converted from the profile to sRGB; unconverted where that is impossible."""
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        space = profile.profile.xcolor_space.strip()
        description = profile.profile.profile_description or ""
        if opaque.mode not in PROFILE_MODES.get(space, ()) or "sRGB" in description:
            return _unmanaged(opaque)
        source = _unmanaged(opaque) if space == "RGB" else opaque
        managed = ImageCms.profileToProfile(source, profile, _SRGB, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return _unmanaged(opaque)
    return managed if managed is not None else _unmanaged(opaque)


def _unmanaged(opaque: Image.Image) -> Image.Image:
    """Mode RGB; without a copy where it is that already."""
    return opaque if opaque.mode == "RGB" else opaque.convert("RGB")
