"""How each owner looks: a colour, a shape and a line of their own, so that no colour is needed."""

from collections.abc import Sequence
from dataclasses import dataclass

SHAPES = (
    "circle",
    "square",
    "diamond",
    "triangle",
    "hexagon",
    "drop",
)
"""Of the numbered signs; `_shapes.html` draws them."""

NOBODY = 12


@dataclass(frozen=True, slots=True)
class OwnerLook:
    """An owner's place in the deal, from 0, and the shape of their signs.

    The place chooses a colour and a pattern in `nertz.css` and in `_shapes.html`.
    """

    name: str
    place: int
    shape: str

    @property
    def key(self) -> str:
        """The key that gives a card to this owner; only the first nine have one."""
        return str(self.place + 1) if self.place < 9 else ""


def looks_of(owners: Sequence[str]) -> dict[str | None, OwnerLook]:
    """The look of every owner, and under None that of cards that are nobody's."""
    looks: dict[str | None, OwnerLook] = {
        name: OwnerLook(name, place, SHAPES[place % len(SHAPES)])
        for place, name in enumerate(owners)
    }
    looks[None] = OwnerLook("nobody", NOBODY, "ring")
    return looks
