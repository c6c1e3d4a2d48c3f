"""Draws single layers of SVG files; a program of its own, run with Debian's Python.

It reads a list of jobs as JSON from standard input and writes one PNG per job; see `draw_jobs`.
It is not imported by the project: librsvg's bindings (`gi`) belong to the system's Python and
cannot be installed from PyPI. The renderers that can (cairosvg, PDFium) lose cards that are
built of `<use>`. A layer's *logical* box is drawn, because librsvg's ink box is wrong for groups
that hold `<use>` and gives tiny or offset cards.
"""

import json
import sys

import cairo
import gi

gi.require_version("Rsvg", "2.0")
from gi.repository import Gio, Rsvg  # noqa: E402  (the version must be required first)

MARGIN_PX = 12
MAX_PIXELS = 60_000_000


def _viewport(x: float, y: float, width: float, height: float) -> "Rsvg.Rectangle":
    box = Rsvg.Rectangle()
    box.x, box.y, box.width, box.height = x, y, width, height
    return box


def _page_size(handle: "Rsvg.Handle") -> tuple[float, float]:
    known, width, height = handle.get_intrinsic_size_in_pixels()
    if known:
        return width, height
    box = handle.get_intrinsic_dimensions()[-1]
    return box.width, box.height


def _surface(width: float, height: float) -> "cairo.ImageSurface":
    if not 0 < width * height < MAX_PIXELS:
        raise ValueError(f"a picture of {width:.0f} x {height:.0f} pixels")
    return cairo.ImageSurface(cairo.FORMAT_ARGB32, int(width), int(height))


def draw_page(handle: "Rsvg.Handle", height_px: int) -> "cairo.ImageSurface":
    """The whole page, `height_px` high."""
    width, height = _page_size(handle)
    scale = height_px / height
    surface = _surface(width * scale, height_px)
    handle.render_document(cairo.Context(surface), _viewport(0, 0, width * scale, height_px))
    return surface


def draw_layer(handle: "Rsvg.Handle", element: str, height_px: int) -> "cairo.ImageSurface":
    """One element in its place on the page, or alone where it lies among the definitions."""
    width, height = _page_size(handle)
    box = handle.get_geometry_for_layer(element, _viewport(0, 0, width, height))[-1]
    if box.width > 0 and box.height > 0:
        scale = height_px / box.height
        surface = _surface(box.width * scale + 2 * MARGIN_PX, height_px + 2 * MARGIN_PX)
        context = cairo.Context(surface)
        context.translate(MARGIN_PX - box.x * scale, MARGIN_PX - box.y * scale)
        handle.render_layer(context, element, _viewport(0, 0, width * scale, height * scale))
        return surface
    _, ink, logical = handle.get_geometry_for_element(element)
    scale = height_px / logical.height
    drawn = _viewport(MARGIN_PX, MARGIN_PX, ink.width * scale, ink.height * scale)
    surface = _surface(drawn.width + 2 * MARGIN_PX, drawn.height + 2 * MARGIN_PX)
    handle.render_element(cairo.Context(surface), element, drawn)
    return surface


def draw_jobs(jobs: list[dict[str, str]], height_px: int) -> dict[str, str]:
    """Draw each job `{"svg": file, "element": id or "", "png": file}`; what failed, and why."""
    failed: dict[str, str] = {}
    opened, handle = "", None
    for job in jobs:
        try:
            if job["svg"] != opened:
                handle = Rsvg.Handle.new_from_gfile_sync(
                    Gio.File.new_for_path(job["svg"]), Rsvg.HandleFlags.FLAG_UNLIMITED, None
                )
                opened = job["svg"]
            if job["element"]:
                surface = draw_layer(handle, "#" + job["element"], height_px)
            else:
                surface = draw_page(handle, height_px)
            surface.write_to_png(job["png"])
        except (gi.repository.GLib.Error, cairo.Error, ValueError, ZeroDivisionError) as error:
            failed[job["png"]] = str(error)
    return failed


if __name__ == "__main__":
    request = json.load(sys.stdin)
    json.dump(draw_jobs(request["jobs"], request["height_px"]), sys.stdout)
