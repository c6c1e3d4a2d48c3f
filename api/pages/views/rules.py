"""The rule sets to choose from, and their options with a sentence each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.pages.views.words import signed
from scoring.options import OPTIONS, PILE_SIZE_OF, Option
from scoring.rules import RULE_SETS, RuleSet

LABELS = {
    "center_points": "Points per centre card",
    "leftover_points": "Points per leftover card",
    "caller_bonus": "Bonus for the caller",
    "caller_pays": "Caller pays for leftover cards",
    "blocked_pays": "Blocked deal: everybody pays",
    "pile_size": "Nertz pile",
    "deck_size": "Cards in a deck",
    "jokers": "Jokers in a deck",
    "target": "Target",
    "single_deal": "One deal only",
    "draw_one": "Draw one card at a time",
    "margins": "Show margins",
    "faces_read": "Ordinary ranks and suits",
    "top_rank": "Highest rank",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule set to choose, with its main numbers."""

    rules: RuleSet
    title: str
    facts: str
    chosen: bool


def rule_choices(chosen: str) -> list[Choice]:
    """All rule sets."""
    return [
        Choice(rules, rules.name.replace("-", " ").title(), _facts(rules), rules.name == chosen)
        for rules in RULE_SETS.values()
    ]


def option_fields() -> list[tuple[Option, str]]:
    """Every option with its label."""
    return [(option, LABELS[option.name]) for option in OPTIONS.values()]


def options_of(options: Mapping[str, str], sizes: Mapping[str, str]) -> dict[str, Any]:
    """The options that a form sets; empty fields keep what the rule set says.

    `sizes` are pile sizes by owner.

    Raises:
        RuleError: a value is not allowed.
    """
    chosen: dict[str, Any] = {
        name: OPTIONS[name].parse(text)
        for name, text in options.items()
        if name in OPTIONS and text
    }
    piles = {name: PILE_SIZE_OF.parse(text) for name, text in sizes.items() if text}
    return {**chosen, "pile_sizes": piles} if piles else chosen


def typed_of(options: Mapping[str, Any]) -> dict[str, str]:
    """Option values as people type them."""
    words = {True: "yes", False: "no", None: "none"}
    return {
        name: words[value] if value is None or isinstance(value, bool) else str(value)
        for name, value in options.items()
    }


def _facts(rules: RuleSet) -> str:
    """The numbers that rule sets differ in."""
    bonus = f" · caller +{rules.caller_bonus}" if rules.caller_bonus else ""
    target = f"to {rules.target}" if rules.target is not None else "no target"
    return (
        f"centre +{rules.center_points} · leftover {signed(rules.leftover_points)}{bonus} · "
        f"pile {rules.pile_size} · {target}"
    )
