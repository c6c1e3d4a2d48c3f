"""The fields of a form, read with the limits that every request has."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException

from api.problems import RefusedError
from api.service.context import MAX_KEY_LENGTH, Asked
from scoring.errors import RuleError

MAX_FIELDS = 200
MAX_FIELD_BYTES = 2000


class Fields:
    """The texts of a form by their names."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs

    def text(self, name: str, usual: str = "") -> str:
        """The field's text without spaces around it."""
        return next((value.strip() for key, value in self._pairs if key == name), usual)

    def texts(self, name: str) -> list[str]:
        """All texts of that name."""
        return [value.strip() for key, value in self._pairs if key == name]

    def prefixed(self, prefix: str) -> dict[str, str]:
        """The fields whose names begin so, by the rest of their names."""
        return {
            key.removeprefix(prefix): value.strip()
            for key, value in self._pairs
            if key.startswith(prefix)
        }

    def option_texts(self) -> dict[str, str]:
        """The rules' options as they were typed."""
        return self.prefixed("option.")

    def pile_sizes(self) -> dict[str, str]:
        """The pile sizes of single owners as they were typed."""
        return self.prefixed("pile.")

    def has(self, name: str) -> bool:
        """Whether the field was sent, as ticked boxes and pressed buttons are."""
        return any(key == name for key, _ in self._pairs)

    def number(self, name: str, low: int = 0, high: int = 1_000_000) -> int:
        """The field's whole number.

        Raises:
            RuleError: it is none, or out of bounds.
        """
        text = self.text(name)
        number = as_number(text)
        if number is not None and low <= number <= high:
            return number
        raise RuleError(
            f"{text[:20]!r} as a number", f"a whole number from {low} to {high}", "write a number"
        )

    def place(self, name: str) -> float:
        """The field's place on a picture, in pixels.

        Raises:
            RuleError: it is no number.
        """
        try:
            value = float(self.text(name))
        except ValueError:
            value = float("nan")
        if not 0 <= value < 1e6:  # also refuses what is not a number
            raise RuleError("no place on the photo", "a place on it", "tap on the photo")
        return value

    def once(self, asked: Asked) -> Asked:
        """The asker with the form's own key, so that a form that is sent twice counts once."""
        key = self.text("key")
        ok = 0 < len(key) <= MAX_KEY_LENGTH and key.isprintable()
        return Asked(asked.who, key) if ok else asked


def as_number(text: str) -> int | None:
    """The whole number that a text is; None if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def read_fields(request: Request) -> Fields:
    """The fields that were sent.

    Raises:
        RefusedError: the body is no form, or has too many or too long fields.
    """
    try:
        form = await request.form(max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES)
    except (HTTPException, MultiPartException) as error:
        raise _no_form() from error
    try:
        return Fields([(name, text) for name, text in form.multi_items() if isinstance(text, str)])
    finally:
        await form.close()


def _no_form() -> RefusedError:
    return RefusedError(
        "a form that cannot be read", "the fields of the page", "load the page again"
    )


Form = Annotated[Fields, Depends(read_fields)]
