import numpy as np
import pytest

from vision.photo import Photo

DIGEST = "0" * 64


def test_a_photo_knows_its_width_and_height() -> None:
    photo = Photo("table.jpg", np.zeros((3, 5, 3), np.uint8), DIGEST)
    assert (photo.width_px, photo.height_px) == (5, 3)


def test_the_pixels_of_a_photo_cannot_be_written() -> None:
    photo = Photo("table.jpg", np.zeros((3, 5, 3), np.uint8), DIGEST)
    with pytest.raises(ValueError, match="read-only"):
        photo.rgb[0, 0, 0] = 1


def test_the_pixels_of_a_photo_are_contiguous() -> None:
    photo = Photo("table.jpg", np.zeros((3, 9, 3), np.uint8)[:, ::-2], DIGEST)
    assert photo.rgb.flags.c_contiguous


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4), (4, 4, 1), (0, 4, 3)])
def test_an_array_of_another_shape_is_no_photo(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="photo"):
        Photo("table.jpg", np.zeros(shape, np.uint8), DIGEST)


def test_an_array_of_another_type_is_no_photo() -> None:
    with pytest.raises(ValueError, match="float32"):
        Photo("table.jpg", np.zeros((4, 4, 3), np.float32), DIGEST)


def test_a_digest_must_be_sha256() -> None:
    with pytest.raises(ValueError, match="digest"):
        Photo("table.jpg", np.zeros((4, 4, 3), np.uint8), "abc")
