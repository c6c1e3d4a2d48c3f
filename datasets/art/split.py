"""Which side of the split a design lies on: decided by its family's name, once and for all.

A family is a design with all its colour twins, sizes and ports to other programs. A whole family
lies on one side, so that a network is never measured on a design that it has seen.
"""

import hashlib
from typing import Literal

Split = Literal["train", "held", "never"]

HELD_FRACTION = 0.15
_SALT = "art-153"  # gives about the fraction of decks, of backs and of surfaces

# Families kept for the test photos of the project: neither trained nor tuned on.
# The courts of bellot's family are those of paris.
_NEVER = frozenset(
    {"anglo", "anglo_poker", "tango", "gnomangelo", "paris", "bellot", "standard", "white"}
)

# What is the same design under another name, by the pictures and by what packages say they used.
_FAMILIES: dict[str, tuple[str, ...]] = {
    "anglo": ("anglo_bitmap",),
    "anglo_modern": ("anglo_modern_4_color",),
    "gnomangelo": ("gnomangelo_bitmap",),
    "paris": ("pysolfc-paris",),
    "pixelangelo": ("pixelangelo_compact",),
    "neoclassical": ("neoclassical_4_color",),
    "minimum": ("minimum_dark",),
    "atlasnye": ("атласные", "atlasnye_skat"),
    "bellot": ("svg-cards", "jeuxcartes-v1", "jeuxcartes-fr", "pysolfc-bellot"),
    "knoll": ("blackjack-gui", "jeuxcartes-v2"),
    "aguilar": ("deck-of-cards", "jeuxcartes-bic"),
    "me-uk": (
        "jeuxcartes-v3",
        "jeuxcartes-v5",
        "pysolfc-me-uk",
        "react-2color",
        "react-2color-bf",
        "react-4color",
        "react-4color-bf",
    ),
    "tigullio": ("tigullio-international",),
    "oxygen": ("oxygen-air", "oxygen-white"),
    "penguins": ("pysolfc-penguins",),
    "swiss": ("swiss-xvii",),
    "white": ("ornamental", "pysolfc-nicu", "pysolfc-nicu-ornamental"),  # one set of figures
    "tango": ("tango_nuevo",),
    "xskat": ("french", "german", "pysolfc-xskat-french", "pysolfc-xskat-french-large"),
    "dondorf": ("pysolfc-dondorf", "pysolfc-dondorf-whist-a", "pysolfc-dondorf-whist-b"),
    "pysolfc-neo": ("pysolfc-neo-tarock",),
    "pysolfc-z-minimal": ("pysolfc-z-minimal-fourcolor", "pysolfc-z-minimal-fourcolor-grad"),
    "pysolfc-xpat2": ("pysolfc-xpat2-nox-large", "pysolfc-xpat2-nox-medium"),
    "pysolfc-standard": ("pysolfc-standard-small", "pysolfc-oxymoron", "pysolfc-oxymoron-small"),
}
_FAMILY_OF = {twin: family for family, twins in _FAMILIES.items() for twin in twins}


def family_of(deck: str) -> str:
    """The family of a deck by its own name.

    >>> family_of("neoclassical_4_color"), family_of("Bellot")
    ('neoclassical', 'bellot')
    """
    name = deck.lower()
    return _FAMILY_OF.get(name, name)


def split_of(group: str) -> Split:
    """The side of a group of designs: `never`, or `held` for about 15 % of all names."""
    if group in _NEVER:
        return "never"
    digest = hashlib.sha256(f"{_SALT}:{group}".encode()).digest()
    fraction = int.from_bytes(digest[:4], "big") / 2**32
    return "held" if fraction < HELD_FRACTION else "train"
