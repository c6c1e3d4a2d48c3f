"""How sharp and how bright a photo is: honest enough to say "take it again"."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Photo

Grey = npt.NDArray[np.float32]

LONG_SIDE_PX = 1024  # larger photos are measured at this size; smaller ones are not enlarged
# Measured on 355 photos. Sharp ones of 1200 px and more (59: rendered, deals, foundations, backs
# to enrol, bidly, foltysm): 1.16 to 1.53 px; with noise of 8 levels 1.19 to 1.54. With a Gaussian
# blur of 3 px at 1440 px: 2.04 to 2.60; of 4 px: 2.43 to 3.14, with that noise 2.21 and more.
# edje (296 of 504 to 960 px): 1.22 to 2.42, four above the limit, three of them visibly shaken.
# Motion blur of 20 px at 1440 px is found in 57 of the 59 along a diagonal, in 37 upright: edges
# along the motion stay sharp, and where nearly all edges lie that way nothing tells.
MAX_EDGE_WIDTH_PX = 2.0
# Measured by dimming 13 of those photos in linear light and adding sensor noise: below 0.16 the
# first ones' strong edges sink under three times the noise, below 0.09 half of them do. The darkest
# photo that can be read by eye (rendered/01006) has 0.37.
MIN_BRIGHTNESS_FRACTION = 0.15

SMOOTHING_PX = 1.0  # standard deviation; takes the noise out, and is part of every edge width
REACH_PX = 15  # side of the window in which an edge's whole step is looked for
MIN_STEP = 12.0  # of 255; what is less is texture or noise
STRONG_FRACTION = 0.4  # of the nearly strongest step; card borders, not the table's texture
MIN_EDGES = 100
DIRECTIONS = 4
MIN_DIRECTION_SHARE = 0.16  # a direction with fewer of the edges says nothing
SHARPEST_PERCENT = 20  # of a direction's edges; blur spares none, depth of field spares some
BRIGHT_PERCENT = 98  # card borders are white and cover more than a fiftieth of a photo


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a photo was taken.

    Attributes:
        edge_width_px: standard deviation of the Gaussian that would soften ideal steps as much as
            the sharp edges of the photo are softened, in its worst direction (motion blurs one
            direction only), in pixels of the photo shrunk to a long side of 1024 px; infinite
            where there are too few edges to measure.
        brightness_fraction: how bright the brightest fiftieth of the photo is, of full white.
    """

    edge_width_px: float
    brightness_fraction: float


def measure_quality(photo: Photo) -> Quality:
    """Measures sharpness and brightness; takes some 30 ms."""
    grey = _small_grey(photo)
    brightness = float(np.percentile(grey, BRIGHT_PERCENT)) / 255
    return Quality(edge_width_px=_edge_width_px(grey), brightness_fraction=brightness)


def is_blurred(quality: Quality) -> bool:
    """Whether even the sharp edges are soft, or there are none."""
    return quality.edge_width_px > MAX_EDGE_WIDTH_PX


def is_dark(quality: Quality) -> bool:
    """Whether the cards' white borders come close to the noise of a camera."""
    return quality.brightness_fraction < MIN_BRIGHTNESS_FRACTION


def _small_grey(photo: Photo) -> Grey:
    """Luma 0..255 of shape (height, width), at most 1024 px long, with the noise smoothed."""
    grey = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY)
    scale = LONG_SIDE_PX / max(grey.shape)
    if scale < 1:
        size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), SMOOTHING_PX)
    return np.asarray(smooth, np.float32)


def _edge_width_px(grey: Grey) -> float:
    """The width of the sharp edges in the direction where they are widest."""
    widths_px, directions = _strong_edges(grey)
    if len(widths_px) < MIN_EDGES:
        return math.inf
    per_direction = [widths_px[directions == direction] for direction in range(DIRECTIONS)]
    return max(
        float(np.percentile(widths, SHARPEST_PERCENT))
        for widths in per_direction
        if len(widths) >= MIN_DIRECTION_SHARE * len(widths_px)
    )


def _strong_edges(grey: Grey) -> tuple[Grey, npt.NDArray[np.int64]]:
    """Width in px and direction (0..3, by 45 degrees) of each strong edge point, both (n,).

    A step of height h that was softened by a Gaussian of standard deviation s has the slope
    h / (s * sqrt(2 * pi)) in its middle, so height and slope give s, whatever the contrast.
    """
    slope_x = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8  # a Sobel kernel weighs a slope of 1 with 8
    slope_y = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    slope = np.hypot(slope_x, slope_y)
    window = np.ones((REACH_PX, REACH_PX), np.uint8)
    step = cv2.dilate(grey, window) - cv2.erode(grey, window)
    crest = (slope > 0) & (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8)))
    steepest = crest & (step > MIN_STEP)
    if not steepest.any():
        return np.empty(0, np.float32), np.empty(0, np.int64)
    strong = steepest & (step >= STRONG_FRACTION * np.percentile(step[steepest], 98))
    widths_px = step[strong] / (slope[strong] * math.sqrt(2 * math.pi))
    turns = np.arctan2(slope_y[strong], slope_x[strong]) / math.pi  # in half turns
    return widths_px, np.round(turns * DIRECTIONS).astype(np.int64) % DIRECTIONS
