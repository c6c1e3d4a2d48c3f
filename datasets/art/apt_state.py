"""A state for apt apart from the machine's: any suite, nothing installed, no root needed."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import DataError

_SUITES = ("bookworm", "trixie")
_SOURCES = Path("/etc/apt")
_DEB822 = re.compile(r"^URIs:\s*(\S+)", re.MULTILINE)
_ONE_LINE = re.compile(r"^deb\s+(?:\[[^\]]*\]\s+)?(\S+)", re.MULTILINE)
_SIGNED_BY = re.compile(r"(?:^Signed-By:\s*|signed-by=)([^\s\]]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class AptState:
    """A folder with apt's lists, status and source list."""

    folder: Path

    def command(self, *words: str) -> list[str]:
        """`apt-get` with this state."""
        options = {
            "Dir::State": self.folder,
            "Dir::State::status": self.folder / "status",
            "Dir::State::lists": self.folder / "lists",
            "Dir::Cache": self.folder / "cache",
            "Dir::Etc::sourcelist": self.folder / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "APT::Sandbox::User": "root",
        }
        flags = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return ["apt-get", "-q", *flags, *words]

    def run(self, words: tuple[str, ...], into: Path) -> None:
        """Run `apt-get` in a folder.

        Raises:
            DataError: it failed; its last line is quoted.
        """
        command = self.command(*words)
        done = subprocess.run(  # noqa: S603  (fixed words, no shell)
            command, cwd=into, capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = (done.stderr.strip() or "no message").splitlines()[-1]
            raise DataError(
                f"`apt-get {' '.join(words)}` failed: {last}",
                "the Debian mirror of this machine's own sources to answer",
                "check the network and run the command again; it goes on where it stopped",
            )

    def download(self, package: str, suite: str, into: Path) -> Path:
        """Download a suite's package; the archive's path."""
        self.run(("download", f"{package}/{suite}"), into)
        return next(iter(sorted(into.glob(f"{package}_*.deb"))))


def prepare_apt(folder: Path) -> AptState:
    """State in `folder`, its lists up to date.

    Raises:
        DataError: the machine has no apt, or no Debian mirror among its sources.
    """
    for client in ("apt-get", "dpkg"):
        if shutil.which(client) is None:
            raise DataError(
                f"no `{client}` on this machine",
                "Debian's or Ubuntu's package client, which fetches most of the decks",
                "run this on Debian, or in a container of it",
            )
    for part in ("lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    mirror, key = debian_mirror(_SOURCES)
    signed = f"[signed-by={key}] " if key else ""
    lines = [f"deb {signed}{mirror} {suite} main\n" for suite in _SUITES]
    (folder / "sources.list").write_text("".join(lines))
    state = AptState(folder.resolve())
    state.run(("update",), folder)
    return state


def debian_mirror(sources: Path) -> tuple[str, str]:
    """The first mirror in apt's sources, and the key file that signs it or an empty string."""
    files = [*sorted(sources.glob("sources.list.d/*")), sources / "sources.list"]
    for file in files:
        text = file.read_text(errors="replace") if file.is_file() else ""
        found = _DEB822.search(text) or _ONE_LINE.search(text)
        if found and "debian" in found[1] and "security" not in found[1]:
            key = _SIGNED_BY.search(text)
            return found[1], key[1] if key else ""
    raise DataError(
        f"no Debian mirror in {sources}",
        "a `deb` line or a `URIs:` entry for Debian",
        "add Debian's own line to the machine's apt sources and run the command again",
    )
