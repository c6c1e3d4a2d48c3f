"""The one root of every error that this project raises on purpose."""


class NertzError(Exception):
    """Something a person can mend.

    The message always says three things: what was found, what was expected, and what to do.
    """

    def __init__(self, found: str, expected: str, action: str) -> None:
        self.found = found
        self.expected = expected
        self.action = action
        super().__init__(f"Found: {found}. Expected: {expected}. What to do: {action}.")

    def __reduce__(self) -> tuple[type["NertzError"], tuple[str, str, str]]:
        """How the error travels from one process to another."""
        return type(self), (self.found, self.expected, self.action)


class RuleError(NertzError):
    """A rule set, an option, a deal or a match that the rules do not allow."""


class PhotoError(NertzError):
    """A file that is not a photo that can be read."""


class DeckError(NertzError):
    """A deck that cannot be enrolled or a deck file that cannot be used."""


class ModelError(NertzError):
    """Weights that are missing or do not fit this program."""


class DataError(NertzError):
    """Training pictures, card art or truth files that are missing or wrong."""
