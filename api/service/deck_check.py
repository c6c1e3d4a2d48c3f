"""Before the next deal: is each deck whole?"""

from api.service.counting import Counted
from api.service.values import DeckCheck
from scoring.check_decks import check_decks
from scoring.flags import Zone
from scoring.wording import number_of, whose


def check_whole_decks(counted: Counted) -> tuple[DeckCheck, ...]:
    """What the photos of whole decks say about each deck of the deal.

    A pile that cannot be counted proves nothing, so such a deck is not called whole.
    """
    faults = {flag.owner: flag.message for flag in check_decks(counted.tally, counted.rules)}
    seen = counted.tally.seen(Zone.DECK)
    expected = counted.rules.deck_size
    checks = []
    for owner in counted.deal.owners:
        cards, deck = seen.get(owner), counted.deal.deck_of(owner)
        whole = None if cards is None else owner not in faults and cards == expected
        if cards is None:
            text = f"No photo shows all of {whose(deck)} deck."
        else:
            text = faults.get(owner, f"{whose(deck)} deck shows {number_of(cards, 'card')}.")
        checks.append(
            DeckCheck(deck=deck, cards=cards, expected=expected, whole=whole, message=text)
        )
    return tuple(checks)
