"""Checks of the counts: what one deck and one Nertz pile can hold, and what should be there."""

from collections.abc import Iterable

from scoring.deal import Counts, Deal
from scoring.flags import Flag, FlagKind, Zone
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.wording import number_of, whose


def check_deck_size(tally: Tally, rules: RuleSet) -> list[Flag]:
    """Centre and leftover cards of an owner are at most one deck.

    >>> from scoring.rules import rule_set
    >>> from scoring.reading import Reading
    >>> from scoring.tally import apply
    >>> from dataclasses import replace
    >>> tally = replace(apply(Reading(("Ben",), ())), counts={"Ben": Counts(51, 2)})
    >>> print(check_deck_size(tally, rule_set())[0].message)
    Ben's piles show 51 centre cards and 2 leftover cards, but a deck has 52. One card was \
probably counted twice or is somebody else's: check the numbered marks.
    """
    flags = []
    for owner, counts in tally.counts.items():
        excess = counts.total - rules.deck_size
        if excess > 0:
            cards = (
                "One card was probably counted twice or is"
                if excess == 1
                else f"{excess} cards were probably counted twice or are"
            )
            message = (
                f"{whose(owner)} piles show {number_of(counts.center, 'centre card')} and "
                f"{number_of(counts.nertz, 'leftover card')}, but a deck has {rules.deck_size}. "
                f"{cards} somebody else's: check the numbered marks."
            )
            flags.append(Flag(FlagKind.TOO_MANY_CARDS, message, owner=owner))
    return flags


def check_leftover_size(tally: Tally, rules: RuleSet) -> list[Flag]:
    """No more cards are left than that owner's Nertz pile had at the start."""
    return [
        Flag(
            FlagKind.LEFTOVER_TOO_LARGE,
            f"{owner} has {number_of(counts.nertz, 'leftover card')}, but the Nertz pile started "
            f"with {rules.pile_size_of(owner)}. Check the marks, or whether work piles or the "
            "stock got into the photo.",
            zone=Zone.NERTZ,
            owner=owner,
        )
        for owner, counts in tally.counts.items()
        if counts.nertz > rules.pile_size_of(owner)
    ]


def check_caller(tally: Tally, deal: Deal) -> list[Flag]:
    """The caller has no leftover card: a call needs an empty Nertz pile."""
    counts = tally.counts.get(deal.caller or "", Counts())
    if counts.nertz == 0:
        return []
    return [
        Flag(
            FlagKind.CALLER_HAS_LEFTOVER,
            f"{deal.caller} called, yet has {number_of(counts.nertz, 'leftover card')}. Check "
            "whose cards these are and who called; a wrong call earns nothing.",
            zone=Zone.NERTZ,
            owner=deal.caller,
        )
    ]


def check_leftover_seen(tally: Tally, deal: Deal) -> list[Flag]:
    """Everybody but the caller normally has leftover cards; none seen may be none photographed."""
    if not is_photographed(tally, Zone.NERTZ):
        return []
    why = "nobody called" if deal.caller is None else f"{deal.caller} called"
    return [
        Flag(
            FlagKind.NO_LEFTOVER_SEEN,
            f"No leftover card of {owner} is on the photos, although {why}. Is {whose(owner)} "
            "Nertz pile empty, or was it not photographed?",
            zone=Zone.NERTZ,
            owner=owner,
        )
        for owner in deal.owners
        if owner != deal.caller and _has_none(tally, owner, Zone.NERTZ)
    ]


def check_center_seen(tally: Tally, owners: Iterable[str]) -> list[Flag]:
    """An owner without any centre card is possible, but rare."""
    if not is_photographed(tally, Zone.CENTER):
        return []
    return [
        Flag(
            FlagKind.NO_CENTER_SEEN,
            f"No centre card of {owner} is on the photos. Did {owner} play none, or was "
            f"{whose(owner)} pile not photographed?",
            zone=Zone.CENTER,
            owner=owner,
        )
        for owner in owners
        if _has_none(tally, owner, Zone.CENTER)
    ]


def is_photographed(tally: Tally, zone: Zone) -> bool:
    """Whether a photo shows that zone, or a pile was moved to it."""
    return any(photo.zone is zone for photo in tally.photos) or any(tally.piles_in(zone))


def _has_none(tally: Tally, owner: str, zone: Zone) -> bool:
    """Whether nothing of that owner is seen there, not even a pile that cannot be counted."""
    if (owner, zone) in tally.stated or tally.seen(zone).get(owner, 0):
        return False
    return all(pile.owner != owner or not pile.squared for _, pile in tally.piles_in(zone))
