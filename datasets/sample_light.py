"""Decides the lamp and the camera's own marks."""

import numpy as np

from datasets.scene import Light, Sensor


def kelvin_gains(kelvin: float) -> tuple[float, float, float]:
    """Channel gains of a lamp of this colour temperature, green = 1.

    Tanner Helland's fit (2012) to Charity's blackbody table, in linear-looking sRGB values,
    softened by half because cameras correct most of a lamp's colour.

    >>> warm = kelvin_gains(2700)
    >>> warm[0] > warm[1] > warm[2]
    True
    """
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.52 * np.log(max(t - 10, 1.01)) - 305.04
    rgb = np.clip(np.array([red, green, blue]), 20, 255)
    gains = (rgb / rgb[1]) ** 0.75
    return float(gains[0]), float(gains[1]), float(gains[2])


def _patches(
    rng: np.random.Generator, most: int, radius: tuple[float, float], strength: tuple[float, float]
) -> tuple[tuple[float, float, float, float], ...]:
    return tuple(
        (
            float(rng.uniform(-0.1, 1.1)),
            float(rng.uniform(-0.1, 1.1)),
            float(rng.uniform(*radius)),
            float(rng.uniform(*strength)),
        )
        for _ in range(int(rng.integers(0, most + 1)))
    )


def sample_light(rng: np.random.Generator) -> Light:
    """A lamp: bright day to a dim room, cold to warm."""
    gains = np.array(kelvin_gains(float(rng.uniform(2600, 8500))))
    gains = gains * (1 + 0.03 * rng.standard_normal(3))
    dim = rng.random()
    exposure = rng.uniform(0.22, 0.55) if dim < 0.3 else rng.uniform(0.55, 1.2)
    return Light(
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        exposure=float(exposure),
        falloff=float(rng.uniform(0, 0.4)),
        falloff_deg=float(rng.uniform(0, 360)),
        shadow_deg=float(rng.uniform(0, 360)),
        shadow_mm=float(rng.uniform(0.1, 1.4)),
        shadow_blur_mm=float(np.exp(rng.uniform(np.log(0.2), np.log(2.5)))),
        shadow_opacity=float(rng.uniform(0.12, 0.65)),
        dark_patches=_patches(rng, 2, (0.08, 0.4), (0.15, 0.6)) if rng.random() < 0.5 else (),
        glare_patches=_patches(rng, 2, (0.03, 0.25), (30, 170)) if rng.random() < 0.3 else (),
    )


def sample_sensor(rng: np.random.Generator, px_per_mm: float) -> Sensor:
    """The camera's marks.

    A close view is often enlarged from a photo of 1.5 to 3 px per mm, hence coarse; a table view
    never is by much.
    """
    finest = rng.uniform(1.5, 4.5)
    coarse = max(1.0, px_per_mm / finest) if px_per_mm > 3 else float(rng.uniform(1.0, 1.35))
    blurred = rng.random()
    return Sensor(
        coarseness=float(coarse),
        blur_px=float(rng.uniform(0.3, 0.9) if blurred < 0.8 else rng.uniform(0.9, 1.8)),
        motion_px=float(rng.uniform(3, 6)) if rng.random() < 0.06 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(0, 4) if rng.random() < 0.6 else rng.uniform(4, 13)),
        blotch=float(rng.uniform(0, 4)) if rng.random() < 0.5 else 0.0,
        sharpen=float(rng.uniform(0.2, 1.4)) if rng.random() < 0.4 else 0.0,
        gamma=float(np.exp(rng.normal(0, 0.18))),
        saturation=float(rng.uniform(0.6, 1.4)),
        jpeg_quality=int(rng.integers(45, 98)),
    )
