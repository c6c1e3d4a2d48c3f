"""A folder of photos with truth: every truth file in it and its subfolders, read by its format."""

import json
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from datasets.truth import (
    deal_json,
    foundations_json,
    index_json,
    names_json,
    nertz_json,
    voc_xml,
)
from datasets.truth.deal import DealTruth
from datasets.truth.entry import broken
from datasets.truth.photo import PhotoTruth
from scoring.errors import DataError

MAX_TRUTH_MB = 64
"""A larger JSON or XML file is no truth file."""

_ONE_PHOTO = (foundations_json, nertz_json, index_json)
"""Formats of one photo, the more particular ones first."""


@dataclass(frozen=True, slots=True)
class TruthSet:
    """All truth of a folder; `skipped` are JSON and XML files that no reader knows."""

    folder: Path
    photos: tuple[PhotoTruth, ...]
    deals: tuple[DealTruth, ...] = ()
    skipped: tuple[Path, ...] = ()


def read_truth(folder: Path) -> TruthSet:
    """The truth in a folder and its subfolders, in the order of paths.

    Raises:
        DataError: the folder is missing or has no truth, a truth file is broken, or two speak of
            one photo.
    """
    if not folder.is_dir():
        raise DataError(
            f"no folder {folder}", "a folder of photos with truth files", "give the right path"
        )
    photos: list[PhotoTruth] = []
    deals: list[DealTruth] = []
    skipped: list[Path] = []
    for source in sorted(folder.rglob("*")):
        if source.suffix.lower() not in (".json", ".xml") or not source.is_file():
            continue
        found = _read_file(source)
        if isinstance(found, DealTruth):
            deals.append(found)
        elif found:
            photos.extend(found)
        else:
            skipped.append(source)
    if not photos and not deals:
        raise DataError(
            f"no truth in {folder} ({len(skipped)} files that are something else)",
            "truth files beside the photos: JSON with piles, cards or counts, or VOC XML",
            "give a folder that has them",
        )
    _check_once(photos)
    return TruthSet(folder, tuple(photos), tuple(deals), tuple(skipped))


def _read_file(source: Path) -> DealTruth | tuple[PhotoTruth, ...]:
    """What a file says; empty where it is no truth file."""
    if source.stat().st_size > MAX_TRUTH_MB * 1_000_000:
        return ()
    if source.suffix.lower() == ".xml":
        root = _parse_xml(source)
        return (voc_xml.read(root, source),) if voc_xml.recognises(root) else ()
    document = _parse_json(source)
    if deal_json.recognises(document):
        return deal_json.read(document, source)
    if names_json.recognises(document):
        return names_json.read(document, source)
    for reader in _ONE_PHOTO:
        if reader.recognises(document):
            return (reader.read(document, source),)
    return ()


def _parse_json(source: Path) -> object:
    try:
        return json.loads(source.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise broken(f"{source}, which is not JSON ({error})", "a JSON document") from error


def _parse_xml(source: Path) -> ElementTree.Element:
    try:
        text = source.read_text(encoding="utf-8")
        if "<!DOCTYPE" in text:
            raise broken(f"{source}, which declares a document type", "plain annotations")
        return ElementTree.fromstring(text)  # noqa: S314 - no document type, so no entities
    except (ElementTree.ParseError, UnicodeDecodeError) as error:
        raise broken(f"{source}, which is not XML ({error})", "a VOC annotation") from error


def _check_once(photos: list[PhotoTruth]) -> None:
    sources: dict[Path, Path] = {}
    for truth in photos:
        other = sources.setdefault(truth.photo.resolve(), truth.source)
        if other != truth.source:
            raise broken(
                f"two truth files for {truth.photo}: {other.name} and {truth.source.name}",
                "one truth file a photo",
            )
