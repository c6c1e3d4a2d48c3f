"""Cards as values: ranks, suits and the codes `10S`, `QD`, `JK` that everything else uses."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scoring.errors import RuleError


class Suit(StrEnum):
    """The four suits, by the letter that ends a card's code."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(IntEnum):
    """The thirteen ranks in the order in which a foundation is built."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def sign(self) -> str:
        """The sign printed in the corner: `A`, `2` to `10`, `J`, `Q` or `K`."""
        return _COURT_SIGNS.get(self.value, str(self.value))


_COURT_SIGNS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_RANK_OF_SIGN = {rank.sign: rank for rank in Rank}
JOKER_CODE = "JK"


@dataclass(frozen=True, slots=True)
class Card:
    """One card; the joker has neither rank nor suit.

    >>> Card(Rank.TEN, Suit.SPADES).code
    '10S'
    >>> Card(Rank.QUEEN, Suit.DIAMONDS).name
    'queen of diamonds'
    >>> JOKER.code, JOKER.name
    ('JK', 'joker')
    """

    rank: Rank | None
    suit: Suit | None

    def __post_init__(self) -> None:
        if (self.rank is None) != (self.suit is None):
            raise RuleError(
                f"a card with rank {self.rank} and suit {self.suit}",
                "both a rank and a suit, or neither for the joker",
                "give both",
            )

    @property
    def code(self) -> str:
        """The code, rank sign first: `10S`, `QD`, `JK`."""
        if self.rank is None or self.suit is None:
            return JOKER_CODE
        return self.rank.sign + self.suit.value

    @property
    def name(self) -> str:
        """The name as a player says it."""
        if self.rank is None or self.suit is None:
            return "joker"
        return f"{self.rank.name.lower()} of {self.suit.name.lower()}"


JOKER = Card(None, None)


def parse_card(code: str) -> Card:
    """The card of a code; small letters and surrounding blanks are fine.

    >>> parse_card("10s") == Card(Rank.TEN, Suit.SPADES)
    True
    >>> parse_card("1S")
    Traceback (most recent call last):
    ...
    scoring.errors.RuleError: Found: card code '1S'. Expected: a rank (A, 2 to 10, J, Q, K) \
followed by a suit (C, D, H, S), or JK for a joker. What to do: write it like 10S or QD.

    Raises:
        RuleError: The code names no card.
    """
    text = code.strip().upper()
    if text == JOKER_CODE:
        return JOKER
    rank = _RANK_OF_SIGN.get(text[:-1])
    if rank is None or text[-1] not in set(Suit):
        raise RuleError(
            f"card code {code!r}",
            "a rank (A, 2 to 10, J, Q, K) followed by a suit (C, D, H, S), or JK for a joker",
            "write it like 10S or QD",
        )
    return Card(rank, Suit(text[-1]))


def whole_deck(*, top_rank: int = Rank.KING, jokers: int = 0) -> tuple[Card, ...]:
    """Every card of one deck, suit by suit from the ace up, jokers last.

    >>> len(whole_deck()), len(whole_deck(jokers=2)), len(whole_deck(top_rank=10))
    (52, 54, 40)
    """
    faces = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank <= top_rank)
    return faces + (JOKER,) * jokers
