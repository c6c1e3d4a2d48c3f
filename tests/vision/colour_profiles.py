"""Small ICC profiles in memory, after ICC.1:2010 (version 4.3)."""

import struct

DISPLAY_P3 = ((0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841))
ADOBE_RGB = ((0.6097, 0.3111, 0.0195), (0.2053, 0.6257, 0.0609), (0.1492, 0.0632, 0.7446))
D50 = (0.9642, 1.0, 0.8249)
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def display_p3() -> bytes:
    curve = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + _fixed(*SRGB_CURVE)
    return _matrix_profile(DISPLAY_P3, curve)


def adobe_rgb() -> bytes:
    return _matrix_profile(ADOBE_RGB, b"curv" + bytes(4) + struct.pack(">IHH", 1, 0x0233, 0))


def grey_gamma_1() -> bytes:
    tags = {b"wtpt": _xyz(D50), b"kTRC": b"curv" + bytes(4) + struct.pack(">I", 0)}
    return _profile(b"GRAY", b"XYZ ", tags)


def cmyk_with_green_cyan() -> bytes:
    """A printer whose cyan ink is green and whose other inks are invisible."""
    ramp = bytes(range(256))
    green, white = bytes((128, 60, 190)), bytes((255, 128, 128))  # CIELAB in 8 bits
    identity = _fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
    table = white * 8 + green * 8  # cyan is the slowest of the four axes
    lut = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + identity + ramp * 4 + table + ramp * 3
    return _profile(b"CMYK", b"Lab ", {b"wtpt": _xyz(D50), b"A2B0": lut}, b"prtr")


def _matrix_profile(primaries: tuple[tuple[float, float, float], ...], curve: bytes) -> bytes:
    tags = {b"wtpt": _xyz(D50)}
    for channel, primary in zip((b"r", b"g", b"b"), primaries, strict=True):
        tags[channel + b"XYZ"] = _xyz(primary)
        tags[channel + b"TRC"] = curve
    return _profile(b"RGB ", b"XYZ ", tags)


def _profile(
    space: bytes, connection: bytes, tags: dict[bytes, bytes], device: bytes = b"mntr"
) -> bytes:
    table, bodies = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, body in tags.items():
        table += name + struct.pack(">II", start + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    head = bytes(4) + struct.pack(">I", 0x04300000) + device + space + connection + bytes(12)
    head += b"acsp" + bytes(28) + _fixed(*D50)
    return struct.pack(">I", start + len(bodies)) + head + bytes(124 - len(head)) + table + bodies


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(*values)


def _fixed(*values: float) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)
