"""All checks of the game on one deal, and every flag that is still open."""

from scoring.check_counts import (
    check_caller,
    check_center_seen,
    check_deck_size,
    check_leftover_seen,
    check_leftover_size,
)
from scoring.check_decks import check_decks
from scoring.check_faces import check_face_total, check_face_twice, check_suit_chain
from scoring.check_foundations import check_foundations
from scoring.check_photos import (
    check_lost,
    check_same_photos,
    check_squared,
    check_stated,
    check_strangers,
    check_two_photos,
    check_unknown,
    check_zones,
)
from scoring.deal import Deal
from scoring.flags import Flag, worst_first
from scoring.reading import Reading
from scoring.rules import RuleSet
from scoring.tally import Tally, open_flags


def check_deal(
    reading: Reading, tally: Tally, rules: RuleSet, deal: Deal | None = None
) -> list[Flag]:
    """What the rules of the game find odd in the tally, worst first, whether accepted or not.

    Without a deal it is not known who plays and who called; what needs that is left out. A void
    deal scores nothing, so only its whole decks are looked at.
    """
    if deal is not None and deal.void:
        return check_decks(tally, rules)
    owners = deal.owners if deal is not None else tally.owners
    flags = [
        *check_deck_size(tally, rules),
        *check_leftover_size(tally, rules),
        *check_face_twice(tally, rules),
        *check_suit_chain(tally, owners, rules),
        *check_foundations(tally, rules),
        *check_same_photos(reading, tally),
        *check_stated(tally),
        *check_two_photos(tally, owners),
        *check_zones(tally, owners, deal.caller if deal is not None else None),
        *check_center_seen(tally, owners),
        *check_unknown(reading, tally),
        *check_squared(reading, tally),
        *check_decks(tally, rules),
        *check_lost(tally),
    ]
    if deal is not None:
        flags += check_face_total(tally, owners, rules)
        flags += check_caller(tally, deal)
        flags += check_leftover_seen(tally, deal)
        flags += check_strangers(tally, deal)
    return worst_first(flags)


def photo_flags(reading: Reading, tally: Tally) -> list[Flag]:
    """The flags of the photos that count; of photos of the same piles only the first one does."""
    return [
        flag for photo in reading.photos if photo.photo in tally.counted for flag in photo.flags
    ]


def deal_flags(
    reading: Reading, tally: Tally, rules: RuleSet, deal: Deal | None = None
) -> list[Flag]:
    """Every flag of the deal that is still open, from the photos and from the game, worst first."""
    every = photo_flags(reading, tally) + check_deal(reading, tally, rules, deal)
    return worst_first(open_flags(every, tally))
