"""Compiles the index of the art cache from its entries, giving every item its side of the split."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from datasets.art.index import INDEX_NAME, load_rgb
from datasets.art.split import family_of, split_of
from datasets.art.twins import signature, strictest, twin_clusters

Item = dict[str, Any]
"""One deck of faces, back, surface or thing, as the index holds it."""


def write_index(cache: Path) -> None:
    """Write the index; backs that are twins of each other take one side.

    Sides are decided here and not in the entries, so that a change of the rule needs no drawing.
    """
    items: list[Item] = []
    for entry in sorted((cache / "entries").glob("*.json")):
        items += json.loads(entry.read_text())
    for item in items:
        item["group"] = _group(item)
        item["split"] = split_of(item["group"])
    _join_twins(cache, [item for item in items if item["kind"] == "back"])
    items.sort(key=lambda item: (item["kind"], item["id"]))
    write_json(cache / INDEX_NAME, {"version": 1, "items": items})


def write_json(file: Path, content: object) -> None:
    """Write whole or not at all, so that an interrupted run leaves no half file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".half")
    half.write_text(json.dumps(content, indent=1, ensure_ascii=False))
    half.replace(file)


def _group(item: Item) -> str:
    """The family of the deck that an item is of; a surface's or thing's own name."""
    if item["kind"] in ("surface", "thing"):
        return f"{item['kind']}-" + str(item["id"]).removeprefix(item["package"] + "-")
    return family_of(str(item["source"]).rpartition(":")[2])


def _join_twins(cache: Path, backs: list[Item]) -> None:
    """Set one group and side for backs of the same structure, in place."""
    clusters = twin_clusters([signature(load_rgb(cache / item["path"])) for item in backs])
    members: dict[int, list[Item]] = defaultdict(list)
    for cluster, item in zip(clusters, backs, strict=True):
        members[cluster].append(item)
    for twins in members.values():
        side = strictest([item["split"] for item in twins])
        group = min(item["group"] for item in twins)
        for item in twins:
            item.update(split=side, group=group)
