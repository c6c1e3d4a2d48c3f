"""Check of the foundations: what lay in the centre at the call is what the owners sorted out."""

from scoring.cards import Rank
from scoring.check_counts import is_photographed
from scoring.check_faces import card_of
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Pile, Side
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.wording import number_of


def foundation_height(pile: Pile, rules: RuleSet) -> int | None:
    """How many cards a foundation holds, or None where its top card was not read.

    Foundations are built from the ace up, so the top rank is the number of cards; a completed one
    is turned face down (all rule sets).

    >>> from scoring.reading import Mark
    >>> from scoring.rules import rule_set
    >>> def top(side, card=None):
    ...     mark = Mark("m", 1, ((0.0, 0.0),), side, 1.0, None, card)
    ...     return Pile("1", Zone.FOUNDATIONS, (mark,))
    >>> [foundation_height(top(Side.FACE, code), rule_set()) for code in ("AS", "9H", "JD", None)]
    [1, 9, 11, None]
    >>> foundation_height(top(Side.BACK), rule_set()), foundation_height(
    ...     top(Side.BACK), rule_set("ligretto"))
    (13, 10)
    """
    if not pile.marks:
        return None
    faces = [mark for mark in pile.marks if mark.side is Side.FACE]
    if not faces:
        return rules.top_rank
    ranks: list[Rank] = []
    for mark in faces:
        card = card_of(mark)
        if card is None or card.rank is None:
            return None
        ranks.append(card.rank)
    return int(max(ranks))


def check_foundations(tally: Tally, rules: RuleSet) -> list[Flag]:
    """The foundations hold as many cards as all owners' centre piles together.

    Each tied play adds one card that no foundation's top shows. Left out where jokers are in play.
    """
    piles = list(tally.piles_in(Zone.FOUNDATIONS))
    if rules.jokers or not piles or not is_photographed(tally, Zone.CENTER):
        return []
    total, unread = 0, []
    for photo, pile in piles:
        given = tally.pile_counts.get((photo.photo, pile.id))
        height = given if given is not None else foundation_height(pile, rules)
        if height is None:
            unread.append((photo, pile))
        else:
            total += height
    if unread:
        return _unread_flag(unread[0][0].photo, len(unread)) if rules.faces_read else []
    center = sum(counts.center for counts in tally.counts.values()) + tally.unknown.center
    return [] if center == total else [_total_flag(piles[0][0].photo, total, center)]


def _unread_flag(photo: str, count: int) -> list[Flag]:
    message = (
        f"The top of {number_of(count, 'foundation')} on {photo} could not be read, so the "
        "foundations could not be compared with the centre cards. Say which cards lie on top."
    )
    return [Flag(FlagKind.FOUNDATIONS_TOTAL, message, photo, Zone.FOUNDATIONS)]


def _total_flag(photo: str, total: int, center: int) -> Flag:
    difference = abs(center - total)
    if center > total:
        reason = (
            f"{number_of(difference, 'card')} more. Were there as many tied plays, where both "
            "cards stay? Else a card was counted twice"
        )
    else:
        reason = f"{number_of(difference, 'card')} fewer. A card or a pile was probably missed"
    return Flag(
        FlagKind.FOUNDATIONS_TOTAL,
        f"The foundations on {photo} held {number_of(total, 'card')}, but the sorted centre piles "
        f"have {center}, that is {reason}, or a top card was read wrongly.",
        photo,
        Zone.FOUNDATIONS,
    )
