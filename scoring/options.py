"""The options of a rule set: what each one means, what it may be, and how `--set` writes it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.errors import RuleError

Value = TypeVar("Value")
OptionValue = int | bool | None | dict[str, int]
_YES = {"yes", "true", "on", "1"}
_NO = {"no", "false", "off", "0"}
_NONE = {"none", "off", "-"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `low` and `high` bound a whole number, without them it is yes or no."""

    name: str
    explanation: str
    low: int | None = None
    high: int | None = None
    may_be_none: bool = False

    @property
    def expected(self) -> str:
        """What the option may be, for messages and for the pages."""
        if self.low is None:
            return "yes or no"
        return f"a whole number from {self.low} to {self.high}" + (
            " or none" if self.may_be_none else ""
        )

    def check(self, value: object) -> None:
        """Accept a value silently.

        Raises:
            RuleError: The value is of the wrong type or out of bounds.
        """
        if not self._allows(value):
            raise RuleError(
                f"{self.name} = {value!r}", self.expected, f"choose such a value for {self.name}"
            )

    def parse(self, text: str) -> int | bool | None:
        """The value that a text stands for, checked.

        Raises:
            RuleError: The text stands for no allowed value.
        """
        word = text.strip().lower()
        value: int | bool | str | None = text
        if self.low is None:
            value = True if word in _YES else False if word in _NO else text
        elif self.may_be_none and word in _NONE:
            value = None
        elif word[word[:1] in ("+", "-") :].isdecimal() and len(word) < 10:
            value = int(word)
        self.check(value)
        return value if not isinstance(value, str) else None

    def _allows(self, value: object) -> bool:
        if self.low is None or self.high is None:
            return isinstance(value, bool)
        if value is None:
            return self.may_be_none
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
        )


PILE_SIZE_OF = Option(
    "pile_size", "How many cards this player's Nertz pile starts with (a handicap).", 1, 60
)
_ALL = (
    Option("center_points", "Points for every card in the centre.", 0, 100),
    Option("leftover_points", "Points for every card left in the Nertz pile.", -100, 0),
    Option("caller_bonus", "Points for calling with an empty Nertz pile.", 0, 1000),
    Option("caller_pays", "Whether the caller pays for leftover cards like everybody else."),
    Option("blocked_pays", "Whether everybody pays for leftover cards when the deal was blocked."),
    Option("pile_size", "How many cards every Nertz pile starts with.", 1, 60),
    Option("deck_size", "How many cards each deck holds, jokers included.", 1, 60),
    Option("jokers", "How many jokers of each deck are in play.", 0, 8),
    Option(
        "target",
        "The total that ends the match, looked at after a whole deal; none plays on.",
        1,
        100_000,
        may_be_none=True,
    ),
    Option("single_deal", "Whether the match is one deal that the highest deal score wins."),
    Option("draw_one", "Whether one card of the stock is turned at a time; only recorded."),
    Option("margins", "Whether the margins over every other player are shown."),
    Option("faces_read", "Whether faces are ordinary ranks and suits, so that they can be read."),
    Option("top_rank", "The rank that completes a foundation: 13 is the king.", 1, 13),
)
OPTIONS: dict[str, Option] = {option.name: option for option in _ALL}


def option_named(name: str) -> Option:
    """The option of that name; hyphens are as good as underscores.

    Raises:
        RuleError: There is no such option.
    """
    option = OPTIONS.get(name.strip().lower().replace("-", "_"))
    if option is None:
        raise RuleError(f"option {name!r}", "one of " + ", ".join(OPTIONS), "correct the name")
    return option


def parse_options(pairs: Iterable[str]) -> dict[str, OptionValue]:
    """The options that `option=value` texts set, ready for `rule_set(name, **options)`.

    `pile_size.NAME=11` sets one player's pile size.

    >>> parse_options(["target=150", "draw-one=yes", "pile_size.Anna=11"])
    {'target': 150, 'draw_one': True, 'pile_sizes': {'Anna': 11}}
    >>> parse_options(["target=many"])
    Traceback (most recent call last):
    ...
    scoring.errors.RuleError: Found: target = 'many'. Expected: a whole number from 1 to 100000 or \
none. What to do: choose such a value for target.

    Raises:
        RuleError: A text is no pair, names no option, has a wrong value or sets an option again.
    """
    options: dict[str, OptionValue] = {}
    pile_sizes: dict[str, int] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name.strip():
            raise RuleError(f"{pair!r}", "option=value", "write it like target=150")
        option_name, dot, player = name.strip().partition(".")
        if dot:
            _add_once(pile_sizes, player.strip(), _parse_pile_size(option_name, player, text), pair)
        else:
            option = option_named(option_name)
            _add_once(options, option.name, option.parse(text), pair)
    return {**options, "pile_sizes": pile_sizes} if pile_sizes else options


def _parse_pile_size(option_name: str, player: str, text: str) -> int:
    if option_named(option_name).name != "pile_size" or not player.strip():
        raise RuleError(
            f"option {option_name + '.' + player!r}",
            "only pile_size can be set for one player",
            "write it like pile_size.Anna=11",
        )
    return int(PILE_SIZE_OF.parse(text) or 0)


def _add_once(values: dict[str, Value], name: str, value: Value, pair: str) -> None:
    if name in values:
        raise RuleError(
            f"{pair!r} after another value for {name}", "each option once", "remove one of them"
        )
    values[name] = value
