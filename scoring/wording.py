"""Sentences for players: numbers with their nouns, and lists of names."""

from collections.abc import Iterable


def number_of(count: int, noun: str) -> str:
    """A count with its noun.

    >>> number_of(1, "centre card"), number_of(2, "centre card"), number_of(0, "card")
    ('1 centre card', '2 centre cards', 'no card')
    """
    if count == 0:
        return f"no {noun}"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def name_list(names: Iterable[str]) -> str:
    """Names as a sentence lists them.

    >>> name_list(["Anna"]), name_list(["Anna", "Ben", "Cleo"])
    ('Anna', 'Anna, Ben and Cleo')
    """
    every = list(names)
    if len(every) < 2:
        return "".join(every)
    return ", ".join(every[:-1]) + " and " + every[-1]


def whose(name: str) -> str:
    """The name in the possessive.

    >>> whose("Ben"), whose("Agnes")
    ("Ben's", "Agnes'")
    """
    return name + ("'" if name.endswith("s") else "'s")
