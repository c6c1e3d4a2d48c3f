"""Values of a truth file, taken out one by one and checked: an error says what and where."""

from dataclasses import dataclass
from typing import Any

from scoring.cards import parse_card
from scoring.errors import DataError, RuleError

MEND = "correct the truth file, or take it out of the folder"


def broken(found: str, expected: str) -> DataError:
    """The error for a truth file that is wrong."""
    return DataError(found, expected, MEND)


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of a truth file; `place` says where it stands, for messages."""

    values: dict[str, Any]
    place: str

    @classmethod
    def of(cls, value: object, place: str) -> "Entry":
        """The entry of a parsed value.

        Raises:
            DataError: it is no object.
        """
        if not isinstance(value, dict):
            raise broken(f"{_short(value)} as {place}", "an object with names and values")
        return cls(value, place)

    def has(self, key: str) -> bool:
        """Whether there is a value, null aside."""
        return self.values.get(key) is not None

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(key, "a text")
        return value

    def whole(self, key: str) -> int:
        """A whole number, negative ones included."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong(key, "a whole number")
        return value

    def count(self, key: str) -> int:
        """A whole number of 0 or more."""
        value = self.whole(key)
        if value < 0:
            raise self._wrong(key, "0 or more")
        return value

    def truth(self, key: str) -> bool:
        """True or false."""
        value = self.values.get(key)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def number(self, key: str) -> float:
        """Any finite number."""
        value = self.values.get(key)
        if not _is_number(value):
            raise self._wrong(key, "a number")
        return float(value)  # type: ignore[arg-type]  # just checked

    def card(self, key: str) -> str:
        """A card's code, in its usual spelling."""
        try:
            return parse_card(self.text(key)).code
        except (RuleError, IndexError) as error:
            raise self._wrong(key, "a card such as 10S or QD") from error

    def rectangle(self, key: str) -> tuple[float, float, float, float]:
        """Left, top, right, bottom; the right side lies to the right of the left one."""
        value = self.values.get(key)
        fits = isinstance(value, list) and len(value) == 4 and all(map(_is_number, value))
        if not fits or value[0] >= value[2] or value[1] >= value[3]:  # type: ignore[index]
            raise self._wrong(key, "left, top, right and bottom in px")
        left, top, right, bottom = map(float, value)  # type: ignore[arg-type]
        return left, top, right, bottom

    def outline(self, key: str) -> tuple[tuple[float, float], ...]:
        """Four corners."""
        value = self.values.get(key)
        fits = isinstance(value, list) and len(value) == 4
        if not fits or not all(_is_point(corner) for corner in value):  # type: ignore[union-attr]
            raise self._wrong(key, "four corners [x, y] in px")
        return tuple((float(x), float(y)) for x, y in value)  # type: ignore[union-attr]

    def entry(self, key: str) -> "Entry":
        """The object under that name."""
        return Entry.of(self.values.get(key), f"{key} of {self.place}")

    def entries(self, key: str) -> list["Entry"]:
        """The list of objects under that name."""
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self._wrong(key, "a list")
        return [Entry.of(item, f"{key}[{n}] of {self.place}") for n, item in enumerate(value)]

    def _wrong(self, key: str, expected: str) -> DataError:
        value = _short(self.values[key]) if key in self.values else "nothing"
        return broken(f"{value} as {key!r} of {self.place}", expected)


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf")
    )


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
