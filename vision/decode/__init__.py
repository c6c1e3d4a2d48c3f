"""Bytes to an upright sRGB picture, once, at the edge: `decode` and `decode_file`."""

from vision.decode.limits import Limits
from vision.decode.read import decode, decode_file

__all__ = ["Limits", "decode", "decode_file"]
