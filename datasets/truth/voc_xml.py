"""Pascal VOC annotations: an upright box around each card's visible part, and its rank.

Format after the PASCAL Visual Object Classes development kit. All cards lie face up.
"""

from pathlib import Path
from xml.etree.ElementTree import Element

from datasets.truth.entry import broken
from datasets.truth.files import is_photo_name, photo_with_stem
from datasets.truth.photo import CardTruth, PhotoTruth
from scoring.cards import Rank
from scoring.reading import Side


def recognises(root: Element) -> bool:
    """Whether a parsed XML document is an annotation."""
    return root.tag == "annotation"


def read(root: Element, source: Path) -> PhotoTruth:
    """The truth of one photo.

    Raises:
        DataError: a value is missing or wrong, or the photo is not there.
    """
    name = root.findtext("filename") or ""
    beside = source.parent / name
    photo = beside if is_photo_name(name) and beside.is_file() else None
    size = root.find("size")
    return PhotoTruth(
        photo=photo or photo_with_stem(source, source.stem),
        source=source,
        size_px=None
        if size is None
        else (round(_number(size, "width", source)), round(_number(size, "height", source))),
        cards=tuple(_card(item, source) for item in root.iter("object")),
    )


def _card(item: Element, source: Path) -> CardTruth:
    name = (item.findtext("name") or "").strip()
    if name.upper() not in Rank.__members__:
        every = ", ".join(rank.name.lower() for rank in Rank)
        raise broken(f"a card named {name!r} in {source.name}", f"one of {every}")
    box = item.find("bndbox")
    if box is None:
        raise broken(f"a {name} without a bndbox in {source.name}", "a box for each card")
    left, top, right, bottom = (
        _number(box, key, source) for key in ("xmin", "ymin", "xmax", "ymax")
    )
    if left >= right or top >= bottom:
        raise broken(f"an empty box of a {name} in {source.name}", "xmin < xmax and ymin < ymax")
    return CardTruth(side=Side.FACE, rank=Rank[name.upper()], box_px=(left, top, right, bottom))


def _number(element: Element, key: str, source: Path) -> float:
    text = element.findtext(key) or ""
    try:
        return float(text)
    except ValueError as error:
        raise broken(f"{text!r} as {key} in {source.name}", "a number") from error
