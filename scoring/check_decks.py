"""Check of whole decks between deals: complete, all one back, and which cards are missing."""

from collections import Counter
from collections.abc import Iterable

from scoring.cards import Card, whole_deck
from scoring.check_faces import card_of
from scoring.check_photos import is_uncounted
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import PhotoReading, Pile
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.wording import name_list, number_of, whose


def check_decks(tally: Tally, rules: RuleSet) -> list[Flag]:
    """Every deck that was photographed whole has its cards, each of them once."""
    decks: dict[str | None, list[tuple[PhotoReading, Pile]]] = {}
    for photo, pile in tally.piles_in(Zone.DECK):
        decks.setdefault(pile.owner, []).append((photo, pile))
    flags = [_check_deck(tally, owner, piles, rules) for owner, piles in decks.items()]
    return [flag for flag in flags if flag is not None]


def missing_and_double(
    cards: Iterable[Card], rules: RuleSet, *, all_read: bool
) -> tuple[list[str], list[str]]:
    """The names of the cards that are missing and of those there more than once.

    What is missing is only known when every face was read.

    >>> from scoring.rules import rule_set
    >>> deck = [*whole_deck()[1:], whole_deck()[5]]
    >>> missing_and_double(deck, rule_set(), all_read=True)
    (['ace of clubs'], ['six of clubs'])
    """
    if not rules.faces_read:
        return [], []
    there = Counter(cards)
    whole = Counter(whole_deck(top_rank=rules.top_rank, jokers=rules.jokers))
    known = all_read and rules.is_whole_pack
    missing = [card.name for card in (whole - there).elements()] if known else []
    return missing, [card.name for card in there - whole]


def _check_deck(
    tally: Tally, owner: str | None, piles: list[tuple[PhotoReading, Pile]], rules: RuleSet
) -> Flag | None:
    if any(is_uncounted(tally, photo, pile) for photo, pile in piles):
        return None
    shares: Counter[str | None] = Counter()
    for photo, pile in piles:
        shares.update(tally.pile_shares(photo, pile))
    own = [mark for _, pile in piles for mark in pile.marks if mark.owner == owner]
    cards = [card for mark in own if (card := card_of(mark)) is not None]
    all_read = len(cards) == shares[owner] and bool(cards)
    missing, double = missing_and_double(cards, rules, all_read=all_read)
    others = [
        f"{number_of(count, 'card')} of {whose(other) + ' deck' if other else 'no known deck'}"
        for other, count in shares.items()
        if other != owner and count
    ]
    faults = [
        f"it shows {number_of(shares[owner], 'card')}" if shares[owner] != rules.deck_size else "",
        f"it also holds {name_list(others)}" if others else "",
        f"missing: {name_list(missing)}" if missing else "",
        f"more than once: {name_list(double)}" if double else "",
    ]
    found = "; ".join(fault for fault in faults if fault)
    if not found:
        return None
    deck = f"{whose(owner)} deck" if owner is not None else "A deck of no known owner"
    return Flag(
        FlagKind.DECK_NOT_WHOLE,
        f"{deck} should have {rules.deck_size} cards of one back, but {found}. Look under the "
        "table and in the other decks before the next deal.",
        piles[0][0].photo,
        Zone.DECK,
        piles[0][1].id,
        owner,
    )
