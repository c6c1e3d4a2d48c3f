"""Which registry packages the art comes from, and where each lies once unpacked."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Client(StrEnum):
    """The ordinary client that fetches a package; its value is the folder of its packages."""

    APT = "deb"
    NPM = "npm"
    PIP = "pypi"


@dataclass(frozen=True, slots=True)
class Package:
    """One package of a registry.

    `version` is the Debian suite for apt and the exact version for npm and pip.
    """

    client: Client
    name: str
    version: str

    @property
    def id(self) -> str:
        """A name for folders: plain letters, unique in `PACKAGES`."""
        plain = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
        return f"{plain}-{self.version}" if self.client is Client.APT else plain

    def folder(self, unpacked: Path) -> Path:
        """Where the package's files lie below the folder that `fetch` unpacks into."""
        return unpacked / self.client.value / self.id


GNOME_BOOKWORM = Package(Client.APT, "gnome-cards-data", "bookworm")
GNOME_TRIXIE = Package(Client.APT, "gnome-cards-data", "trixie")
KDE = Package(Client.APT, "kdegames-card-data-kf5", "bookworm")
TEXLIVE_GAMES = Package(Client.APT, "texlive-games", "trixie")
TEXLIVE_PICTURES = Package(Client.APT, "texlive-pictures", "bookworm")
PYSOLFC = Package(Client.APT, "pysolfc", "trixie")
PYSOLFC_CARDSETS = Package(Client.APT, "pysolfc-cardsets", "trixie")
SVG_CARDS = Package(Client.NPM, "svg-cards", "4.0.2")
DECK_OF_CARDS = Package(Client.NPM, "deck-of-cards", "0.1.8")
REACT_CARDS = Package(Client.NPM, "@heruka_urgyen/react-playing-cards", "0.5.0")
HERO_PATTERNS = Package(Client.NPM, "@julr/unocss-preset-heropatterns", "2.0.0")
BLACKJACK = Package(Client.PIP, "blackjack-gui", "1.8.1")
TUXPAINT_STAMPS = Package(Client.APT, "tuxpaint-stamps-default", "bookworm")
METAWORLD = Package(Client.PIP, "metaworld", "3.1.1")

# Most useful first: an interrupted fetch leaves the best part behind.
PACKAGES: tuple[Package, ...] = (
    GNOME_BOOKWORM,
    KDE,
    PYSOLFC,
    BLACKJACK,
    METAWORLD,
    TUXPAINT_STAMPS,
    GNOME_TRIXIE,
    TEXLIVE_GAMES,
    SVG_CARDS,
    DECK_OF_CARDS,
    REACT_CARDS,
    PYSOLFC_CARDSETS,
    TEXLIVE_PICTURES,
    HERO_PATTERNS,
)
