"""What a file is, told from its bytes; its name and the sender's word are never trusted."""

from dataclasses import dataclass
from enum import StrEnum

SEND_A_PHOTO = "send the photo itself as JPEG, PNG, WebP or HEIC"
TAKE_A_STILL = "take a still photo, or export one frame of it as JPEG"
CONVERT = "open it and export it as JPEG"


class Format(StrEnum):
    """The formats that can be decoded."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIF = "HEIC"
    AVIF = "AVIF"


@dataclass(frozen=True, slots=True)
class Content:
    """What was found; `format` is None where it cannot be decoded, and `action` says what to do."""

    what: str
    format: Format | None = None
    action: str = SEND_A_PHOTO


# (first bytes, what they are, what to do), after each format's own specification.
STRANGERS: tuple[tuple[bytes, str, str], ...] = (
    (b"GIF87a", "a GIF picture", CONVERT),
    (b"GIF89a", "a GIF picture", CONVERT),
    (b"II*\x00", "a TIFF or camera raw picture", CONVERT),
    (b"MM\x00*", "a TIFF or camera raw picture", CONVERT),
    (b"II+\x00", "a BigTIFF picture", CONVERT),
    (b"MM\x00+", "a BigTIFF picture", CONVERT),
    (b"BM", "a BMP picture", CONVERT),
    (b"\xff\x0a", "a JPEG XL picture", CONVERT),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture", CONVERT),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture", CONVERT),
    (b"\xff\x4f\xff\x51", "a JPEG 2000 picture", CONVERT),
    (b"8BPS", "a Photoshop picture", CONVERT),
    (b"\x00\x00\x01\x00", "a Windows icon", SEND_A_PHOTO),
    (b"%PDF-", "a PDF document", SEND_A_PHOTO),
    (b"PK\x03\x04", "a ZIP archive or office document", "unpack it and send the photos"),
    (b"PK\x05\x06", "an empty ZIP archive", SEND_A_PHOTO),
    (b"\x1f\x8b", "a gzip archive", "unpack it and send the photos"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it and send the photos"),
    (b"Rar!", "a RAR archive", "unpack it and send the photos"),
    (b"\x1a\x45\xdf\xa3", "a Matroska or WebM video", TAKE_A_STILL),
)
STILL_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"mif2", b"miaf"}  # ISO 23008-12
SEQUENCE_BRANDS = {b"hevc", b"hevx", b"hevm", b"hevs", b"msf1", b"avis"}
QUICKTIME_ATOMS = {b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}


def sniff(data: bytes) -> Content:
    """What `data` is; the first kilobyte decides."""
    if not data:
        return Content("an empty file", action="send the photo again; its upload may have broken")
    if data.startswith(b"\xff\xd8\xff"):
        return Content("a JPEG picture", Format.JPEG)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Content("a PNG picture", Format.PNG)
    if data[:4] == b"RIFF":
        return _riff(data)
    if data[4:8] == b"ftyp":
        return _iso_media(data)
    for start, what, action in STRANGERS:
        if data.startswith(start):
            return Content(what, action=action)
    if data[4:8] in QUICKTIME_ATOMS:
        return Content("a QuickTime video", action=TAKE_A_STILL)
    return _text_or_unknown(data[:1024])


def _riff(data: bytes) -> Content:
    if data[8:12] == b"WEBP":
        return Content("a WebP picture", Format.WEBP)
    if data[8:12] == b"AVI ":
        return Content("an AVI video", action=TAKE_A_STILL)
    return Content("a RIFF file that is no picture")


def _iso_media(data: bytes) -> Content:
    length = min(int.from_bytes(data[:4], "big"), 256)
    major = data[8:12]
    brands = {data[place : place + 4] for place in range(16, length, 4)} | {major}
    if major in SEQUENCE_BRANDS:
        return Content("a sequence of HEIC or AVIF pictures", action=TAKE_A_STILL)
    if major == b"avif" or (major in STILL_BRANDS and b"avif" in brands):
        return Content("an AVIF picture", Format.AVIF)
    if major in STILL_BRANDS:
        return Content("a HEIC picture", Format.HEIF)
    if major in {b"crx ", b"jxl "}:
        return Content("a camera raw or JPEG XL picture", action=CONVERT)
    return Content(
        "a video (MP4, QuickTime, or the moving part of a Live Photo)", None, TAKE_A_STILL
    )


def _text_or_unknown(start: bytes) -> Content:
    lower = start.lower()
    if b"<svg" in lower:
        return Content("an SVG drawing")
    if b"<!doctype html" in lower or b"<html" in lower:
        return Content("a web page")
    if all(byte >= 0x20 or byte in b"\t\n\r\x0c\x1b" for byte in start):
        return Content("text")
    return Content("bytes of no known picture format")
