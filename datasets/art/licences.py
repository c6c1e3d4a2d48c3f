"""Licence words as the packages themselves state them; read, not audited."""

import json
import re
from pathlib import Path

from datasets.art.packages import Client, Package

_STATED = re.compile(r"^License: *(.+)$", re.MULTILINE)
_UNSTATED = "not stated"
# Debian's file lists these by hundreds in free text; the words are those of the parts we use.
_READ_IN_DOCUMENTATION = {
    "texlive-games": ["LPPL-1.3c", "pictures: public domain, LGPL-2.1, LGPL-3, CC BY-SA 4.0"],
    "texlive-pictures": ["LPPL-1.3c"],
}


def licence_words(package: Package, unpacked: Path) -> str:
    """The licence names in the package, joined by `; `, or `not stated`."""
    folder = package.folder(unpacked)
    if package.client is Client.APT:
        words = _stated_in(folder / f"usr/share/doc/{package.name}/copyright")
        words = words or _READ_IN_DOCUMENTATION.get(package.name, [])
    elif package.client is Client.NPM:
        described = json.loads((folder / "package/package.json").read_text())
        words = [str(described.get("license", _UNSTATED))]
    else:
        words = [word for file in folder.glob("*.dist-info/METADATA") for word in _stated_in(file)]
        words = words or _first_lines(folder)
    return "; ".join(dict.fromkeys(words)) or _UNSTATED


def _stated_in(file: Path) -> list[str]:
    if not file.is_file():
        return []
    return [word.strip() for word in _STATED.findall(file.read_text(errors="replace"))]


def _first_lines(folder: Path) -> list[str]:
    files = sorted(folder.glob("*.dist-info/**/LICEN[SC]E*"))
    return [file.read_text(errors="replace").strip().splitlines()[0].strip() for file in files]
