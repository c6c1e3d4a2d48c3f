"""What is in the art cache: face decks, backs and surfaces, each with its side of the split."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from datasets.art.canvas import Rgb, Rgba
from datasets.art.split import Split
from scoring.errors import DataError

INDEX_NAME = "index.json"


@dataclass(frozen=True, slots=True)
class FaceDeck:
    """The faces of one deck: a folder with `AS.webp` ... `KC.webp`, `JK1.webp`, `JK2.webp`."""

    id: str
    package: str
    group: str
    split: Split
    source: str
    licence: str
    path: Path
    faces: tuple[str, ...]
    indices_english: bool

    def face_path(self, face: str) -> Path:
        """The picture of a face, such as `10S`."""
        return self.path / f"{face}.webp"


@dataclass(frozen=True, slots=True)
class BackArt:
    """A ready-made back; `low_resolution` ones were enlarged to the canvas."""

    id: str
    package: str
    group: str
    split: Split
    source: str
    licence: str
    path: Path
    low_resolution: bool


@dataclass(frozen=True, slots=True)
class Surface:
    """A picture of what cards may lie on, of any size."""

    id: str
    package: str
    group: str
    split: Split
    source: str
    licence: str
    path: Path


@dataclass(frozen=True, slots=True)
class Thing:
    """A cut-out photograph of what is no card, with opacity, of any size."""

    id: str
    package: str
    group: str
    split: Split
    source: str
    licence: str
    path: Path


@dataclass(frozen=True)
class ArtIndex:
    """The art cache in `cache`; its index is read when it is first asked for."""

    cache: Path

    @cached_property
    def _items(self) -> list[dict[str, Any]]:
        file = self.cache / INDEX_NAME
        if not file.is_file():
            raise DataError(
                f"no {INDEX_NAME} in {self.cache}",
                "a cache of card art",
                "run `nertz data art` with this folder, or give the folder where it was run",
            )
        return cast(list[dict[str, Any]], json.loads(file.read_text())["items"])

    @cached_property
    def decks(self) -> tuple[FaceDeck, ...]:
        """All face decks, in order of their ids."""
        return tuple(
            FaceDeck(
                **_shared(item, self.cache),
                faces=tuple(item["faces"]),
                indices_english=item["indices_language"] == "en",
            )
            for item in self._items
            if item["kind"] == "faces"
        )

    @cached_property
    def backs(self) -> tuple[BackArt, ...]:
        """All ready-made backs, in order of their ids."""
        return tuple(
            BackArt(**_shared(item, self.cache), low_resolution=item["low_resolution"])
            for item in self._items
            if item["kind"] == "back"
        )

    @cached_property
    def surfaces(self) -> tuple[Surface, ...]:
        """All surfaces, in order of their ids."""
        return tuple(
            Surface(**_shared(item, self.cache))
            for item in self._items
            if item["kind"] == "surface"
        )

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """All things that are no cards, in order of their ids."""
        return tuple(
            Thing(**_shared(item, self.cache)) for item in self._items if item["kind"] == "thing"
        )


def art_index(cache: Path) -> ArtIndex:
    """The index of an art cache; nothing is read before it is used."""
    return ArtIndex(cache)


def load_rgb(path: Path) -> Rgb:
    """A cached picture as (height, width, 3) sRGB.

    Raises:
        DataError: the file is missing or not a picture.
    """
    data = np.frombuffer(path.read_bytes(), np.uint8) if path.is_file() else None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data is not None and data.size else None
    if picture is None:
        raise DataError(f"no picture in {path}", "card art", "run `nertz data art` again")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)


def load_rgba(path: Path) -> Rgba:
    """A cached picture with opacity as (height, width, 4), sRGB and 0..255.

    Raises:
        DataError: the file is missing, or not a picture with opacity.
    """
    data = np.frombuffer(path.read_bytes(), np.uint8) if path.is_file() else None
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data is not None and data.size else None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise DataError(f"no cut-out picture in {path}", "card art", "run `nertz data art` again")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8)


def _shared(item: dict[str, Any], cache: Path) -> dict[str, Any]:
    plain = ("id", "package", "group", "split", "source", "licence")
    return {name: item[name] for name in plain} | {"path": cache / item["path"]}
