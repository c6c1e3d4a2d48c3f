"""The table's keys: the host's may change things, the guest's may look."""

import hmac
import json
import os
import secrets
import socket
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Self

import segno

from scoring.errors import DataError

KEY_BYTES = 16
"""128 random bits: nobody guesses them, however often they may try."""


class Role(StrEnum):
    """What somebody may do."""

    HOST = "host"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one data folder; they stay, so that a link in a chat works all evening."""

    host: str = field(repr=False)
    guest: str = field(repr=False)

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """The folder's keys, made when it has none; only its user can read the file.

        Raises:
            DataError: the file cannot be read or written, or holds no keys.
        """
        file = folder / "keys.json"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not file.exists():
                made = {role.value: secrets.token_urlsafe(KEY_BYTES) for role in Role}
                handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "w") as stream:
                    json.dump(made, stream)
            found = json.loads(file.read_text())
            keys = cls(str(found["host"]), str(found["guest"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataError(
                f"keys that cannot be read ({type(error).__name__}) in {file}",
                "the file as it was written",
                "remove it: new keys and new links are made then",
            ) from error
        if min(len(keys.host), len(keys.guest)) < KEY_BYTES or keys.host == keys.guest:
            raise DataError(
                f"short or equal keys in {file}", "two random keys", "remove it and start again"
            )
        return keys

    def role_of(self, key: str) -> Role | None:
        """Whose key that is; it takes the same time for every wrong one."""
        given = key.encode("utf-8", "replace")
        is_host = hmac.compare_digest(given, self.host.encode())
        is_guest = hmac.compare_digest(given, self.guest.encode())
        return Role.HOST if is_host else Role.GUEST if is_guest else None

    def link(self, role: Role, base: str) -> str:
        """The link that lets somebody in."""
        return f"{base}/enter/{self.host if role is Role.HOST else self.guest}"


def qr_text(link: str) -> str:
    """The QR code of a link for a terminal."""
    rows = [bytes(row) for row in segno.make(link, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # dark terminals are usual
    return "\n".join(
        "".join(blocks[bool(top), bool(bottom)] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def qr_svg(link: str) -> str:
    """The QR code of a link as an SVG picture."""
    return segno.make(link, micro=False).svg_inline(scale=8, border=3, light="#fff")


def own_addresses(address: str) -> list[str]:
    """Addresses of this machine at which others reach it, for a server that listens there.

    Nothing is sent: a datagram socket only asks the system which way it would go.
    """
    if address not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        return [address]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
            return [str(probe.getsockname()[0])]
        except OSError:
            return ["127.0.0.1"]
