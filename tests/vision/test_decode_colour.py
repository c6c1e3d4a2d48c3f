import zlib

import numpy as np
import pytest
from PIL import Image

from tests.vision import colour_profiles
from tests.vision.picture_files import (
    encode,
    heic,
    plain,
    png_16_bit,
    with_jpeg_segment,
    with_png_chunk,
)
from vision.decode import decode


def middle(data: bytes) -> tuple[int, ...]:
    """The colour in the middle of the decoded picture."""
    rgb = decode(data, "photo").rgb
    return tuple(int(value) for value in rgb[rgb.shape[0] // 2, rgb.shape[1] // 2])


def near(colour: tuple[int, ...], tolerance: int = 4) -> object:
    return pytest.approx(colour, abs=tolerance)


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_display_p3_becomes_srgb(file_format: str) -> None:
    red = encode(plain("RGB", (234, 51, 35)), file_format, icc_profile=colour_profiles.display_p3())
    assert middle(red) == near((255, 0, 0), 6)


def test_display_p3_in_a_heic_becomes_srgb() -> None:
    picture = plain("RGB", (234, 51, 35))
    picture.info["icc_profile"] = colour_profiles.display_p3()
    assert middle(heic(picture)) == near((255, 0, 0), 6)


def test_adobe_rgb_becomes_srgb() -> None:
    profile = colour_profiles.adobe_rgb()
    assert middle(encode(plain("RGB", (219, 0, 0)), "PNG", icc_profile=profile)) == near(
        (255, 0, 0)
    )


def test_a_profile_in_several_jpeg_segments_is_put_together_in_order() -> None:
    profile = colour_profiles.adobe_rgb()
    jpeg = encode(plain("RGB", (219, 0, 0)), "JPEG", quality=95)
    for number, part in ((1, profile[:200]), (2, profile[200:])):
        body = b"ICC_PROFILE\x00" + bytes((number, 2)) + part
        jpeg = with_jpeg_segment(jpeg, 0xE2, body)  # the second lands before the first
    assert middle(jpeg) == near((255, 0, 0))


@pytest.mark.parametrize("profile", [b"no profile", colour_profiles.display_p3()[:150], bytes(500)])
def test_a_broken_profile_is_ignored(profile: bytes) -> None:
    assert middle(encode(plain("RGB", (200, 80, 60)), "PNG", icc_profile=profile)) == (200, 80, 60)


def test_a_profile_for_another_kind_of_picture_is_ignored() -> None:
    profile = colour_profiles.cmyk_with_green_cyan()
    assert middle(encode(plain("RGB", (200, 80, 60)), "PNG", icc_profile=profile)) == (200, 80, 60)


def test_a_profile_that_unpacks_to_megabytes_is_ignored() -> None:
    packed = b"bomb\x00\x00" + zlib.compress(colour_profiles.adobe_rgb() + bytes(50_000_000))
    png = with_png_chunk(encode(plain("RGB", (200, 80, 60)), "PNG"), b"iCCP", packed)
    assert middle(png) == (200, 80, 60)


def test_cmyk_without_a_profile_becomes_rgb() -> None:
    assert middle(encode(plain("CMYK", (255, 0, 0, 0)), "JPEG")) == near((0, 255, 255))
    assert middle(encode(plain("CMYK", (0, 0, 0, 0)), "JPEG")) == near((255, 255, 255))


def test_cmyk_with_a_profile_is_converted_by_it() -> None:
    profile = colour_profiles.cmyk_with_green_cyan()
    red, green, blue = middle(encode(plain("CMYK", (255, 0, 0, 0)), "JPEG", icc_profile=profile))
    assert green > red + 50 > blue


def test_grey_stays_grey() -> None:
    assert middle(encode(plain("L", 99), "JPEG")) == near((99, 99, 99))
    assert middle(encode(plain("L", 99), "PNG")) == (99, 99, 99)


def test_a_grey_profile_is_used() -> None:
    # linear light 55/255 is 128/255 in sRGB
    png = encode(plain("L", 55), "PNG", icc_profile=colour_profiles.grey_gamma_1())
    assert middle(png) == near((128, 128, 128))


def test_black_and_white_becomes_black_and_white() -> None:
    assert middle(encode(plain("1", 1), "PNG")) == (255, 255, 255)
    assert middle(encode(plain("1", 0), "PNG")) == (0, 0, 0)


def test_a_palette_is_looked_up() -> None:
    assert middle(encode(plain("RGB", (200, 80, 60)).quantize(8), "PNG")) == (200, 80, 60)


def test_16_bit_channels_keep_their_high_bytes() -> None:
    grey = np.full((70, 90), 0x63FF, np.uint16)
    assert middle(png_16_bit(grey)) == (0x63, 0x63, 0x63)
    colour = np.full((70, 90, 3), (0xC8FF, 0x5000, 0x3C80), np.uint16)
    assert middle(png_16_bit(colour)) == (0xC8, 0x50, 0x3C)


@pytest.mark.parametrize("file_format", ["PNG", "WEBP"])
def test_transparent_places_become_mid_grey(file_format: str) -> None:
    assert middle(encode(plain("RGBA", (255, 0, 0, 0)), file_format)) == (128, 128, 128)
    assert middle(encode(plain("RGBA", (255, 0, 0, 128)), file_format, lossless=True)) == near(
        (192, 64, 64)
    )


def test_opaque_alpha_changes_nothing() -> None:
    assert middle(encode(plain("RGBA", (200, 80, 60, 255)), "PNG")) == (200, 80, 60)
    assert middle(encode(plain("LA", (99, 255)), "PNG")) == (99, 99, 99)


def test_a_transparent_palette_entry_becomes_mid_grey() -> None:
    palette = Image.new("P", (96, 72), 0)
    palette.putpalette([200, 80, 60, 0, 0, 0])
    assert middle(encode(palette, "PNG", transparency=0)) == (128, 128, 128)
    assert middle(encode(palette, "PNG", transparency=b"\x80\xff")) == near((164, 104, 94))
