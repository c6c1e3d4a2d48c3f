"""The camera: coarse pixels, blur, noise, tone, sharpening, JPEG; in the order light meets them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scene import Sensor


def _motion(rgb: NDArray[np.float32], length_px: float, turn_deg: float) -> NDArray[np.float32]:
    size = int(length_px) | 1
    if size < 3:
        return rgb
    kernel = np.zeros((size, size), np.float32)
    centre, turn = size // 2, np.deg2rad(turn_deg)
    reach = (np.cos(turn) * centre, np.sin(turn) * centre)
    start = (round(centre - reach[0]), round(centre - reach[1]))
    end = (round(centre + reach[0]), round(centre + reach[1]))
    cv2.line(kernel, start, end, (1.0,), 1)
    return np.asarray(cv2.filter2D(rgb, -1, kernel / kernel.sum()), np.float32)


def _noisy(
    rgb: NDArray[np.float32], sensor: Sensor, rng: np.random.Generator
) -> NDArray[np.float32]:
    """With grain in every pixel and coarse blotches of colour, as small sensors do in the dark."""
    height, width = rgb.shape[:2]
    if sensor.noise > 0:
        grain = rng.standard_normal((height, width, 3), dtype=np.float32)
        strength = sensor.noise * np.sqrt(np.clip(rgb, 8, 255) / 128)
        rgb = np.asarray(rgb + grain * strength, np.float32)
    if sensor.blotch > 0:
        small = rng.standard_normal((height // 4 + 1, width // 4 + 1, 3), dtype=np.float32)
        wide = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        rgb = np.asarray(rgb + wide * sensor.blotch, np.float32)
    return rgb


def apply_sensor(
    lit: NDArray[np.float32], sensor: Sensor, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The photo that the camera saves, brought back to the size of the scene, uint8."""
    height, width = lit.shape[:2]
    rgb = lit
    if sensor.coarseness > 1.05:
        size = (max(8, round(width / sensor.coarseness)), max(8, round(height / sensor.coarseness)))
        rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.float32)
    if sensor.blur_px > 0.2:
        rgb = np.asarray(cv2.GaussianBlur(rgb, (0, 0), sensor.blur_px), np.float32)
    if sensor.motion_px >= 3:
        rgb = _motion(rgb, sensor.motion_px, sensor.motion_deg)
    rgb = np.asarray(np.clip(_noisy(rgb, sensor, rng), 0, 255), np.float32)
    if sensor.gamma != 1.0:
        rgb = np.asarray(255 * (rgb / 255) ** sensor.gamma, np.float32)
    if sensor.saturation != 1.0:
        grey = rgb.mean(axis=2, keepdims=True)
        rgb = grey + (rgb - grey) * np.float32(sensor.saturation)
    if sensor.sharpen > 0:
        rgb = rgb + sensor.sharpen * (rgb - cv2.GaussianBlur(rgb, (0, 0), 1.2))
    photo = np.clip(rgb, 0, 255).astype(np.uint8)
    if sensor.jpeg_quality < 100:
        quality = [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality]
        coded = cv2.imencode(".jpg", photo[..., ::-1], quality)[1]
        photo = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
    if photo.shape[:2] != (height, width):
        photo = np.asarray(
            cv2.resize(photo, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8
        )
    return np.ascontiguousarray(photo)
