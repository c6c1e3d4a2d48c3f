"""The tally: what is counted, after a person's corrections to the reading."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.corrections import Correction, CorrectionKind, in_force
from scoring.deal import Counts, Deal, DealScore, score_deal
from scoring.edits import edit_photo, find_mark, find_pile, opened_pile_id
from scoring.flags import Flag, Zone, flag_key
from scoring.owners import check_distinct
from scoring.reading import PhotoReading, Pile, Reading
from scoring.rules import RuleSet
from scoring.settle import settled_flags

POINT_ZONES = (Zone.CENTER, Zone.NERTZ)  # foundations and deck are for checks and never score


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one deal, and the piles and marks they come from.

    `counts` has every owner, `unknown` the cards that are nobody's. `photos` are all photos after
    the corrections, `counted` the names of those whose piles count: of photos that show the same
    piles only the first. `pile_counts` (photo, pile) and `stated` (owner, zone) are numbers that
    a person gave; a stated one replaces what the photos show. `settled` holds the `flag_key` of
    every flag that was looked at or answered, `lost` the corrections whose photo, pile or mark is
    not in this reading.
    """

    owners: tuple[str, ...]
    counts: Mapping[str, Counts]
    unknown: Counts
    photos: tuple[PhotoReading, ...]
    counted: frozenset[str]
    pile_counts: Mapping[tuple[str, str], int]
    stated: Mapping[tuple[str, Zone], int]
    settled: frozenset[str]
    lost: tuple[Correction, ...] = ()

    def piles_in(self, zone: Zone) -> Iterator[tuple[PhotoReading, Pile]]:
        """Every pile of that zone that counts, with its photo."""
        for photo in self.photos:
            if photo.photo in self.counted:
                for pile in photo.piles:
                    if pile.zone is zone:
                        yield photo, pile

    def pile_shares(self, photo: PhotoReading, pile: Pile) -> dict[str | None, int]:
        """How many cards of the pile are whose; None is nobody."""
        return _shares(pile, self.pile_counts.get((photo.photo, pile.id)))

    def seen(self, zone: Zone) -> dict[str | None, int]:
        """How many cards of whom the photos that count show in that zone; None is nobody."""
        total: Counter[str | None] = Counter()
        for photo, pile in self.piles_in(zone):
            total.update(self.pile_shares(photo, pile))
        return dict(total)

    def seen_on(self, photo: PhotoReading) -> dict[tuple[Zone, str | None], int]:
        """How many cards of whom that photo shows in which zone, whether it counts or not."""
        total: Counter[tuple[Zone, str | None]] = Counter()
        for pile in photo.piles:
            for owner, count in self.pile_shares(photo, pile).items():
                total[pile.zone, owner] += count
        return {key: count for key, count in total.items() if count}

    def exact_probability(self, owner: str) -> float | None:
        """How likely the owner's cards in all zones that score are counted exactly.

        The product over the piles that hold any of them, as if they were independent; 1 for what a
        person stated, 0 with a squared pile that nobody counted. None where the owner has no pile
        or nothing is known of one.
        """
        probability, known = 1.0, False
        for zone in POINT_ZONES:
            if (owner, zone) in self.stated:
                known = True
                continue
            for photo, pile in self.piles_in(zone):
                by_hand = (photo.photo, pile.id) in self.pile_counts
                if pile.squared and pile.owner == owner and not by_hand:
                    return 0.0  # its cards are not counted at all
                if not self.pile_shares(photo, pile).get(owner):
                    continue
                known = True
                if by_hand:
                    continue
                if pile.exact_probability is None:
                    return None
                probability *= pile.exact_probability
        return probability if known else None


def apply(reading: Reading, log: Sequence[Correction] = ()) -> Tally:
    """The tally of a reading under the corrections that are in force.

    A correction whose target is gone does nothing: quietly where an earlier correction took the
    target away, else it is listed in `lost`, and a check asks about it.

    Raises:
        RuleError: Two photos of the reading have the same name.
    """
    check_distinct([photo.photo for photo in reading.photos], "photos")
    holding = in_force(log)
    photos = {photo.photo: photo for photo in reading.photos}
    pile_counts: dict[tuple[str, str], int] = {}
    stated: dict[tuple[str, Zone], int] = {}
    lost = []
    for entry in holding:
        if entry.kind is CorrectionKind.ACCEPT:
            continue
        if entry.kind is CorrectionKind.SET_COUNT and entry.photo is None:
            stated[entry.after.owner or "", entry.after.zone or Zone.CENTER] = _count(entry)
        elif not _edit(photos, pile_counts, entry) and _is_lost(reading, log, entry):
            lost.append(entry)
    return _count_up(
        reading,
        Tally(
            owners=reading.owners,
            counts={},
            unknown=Counts(),
            photos=tuple(photos.values()),
            counted=counted_photos(reading),
            pile_counts=pile_counts,
            stated=stated,
            settled=settled_flags(reading, photos, holding),
            lost=tuple(lost),
        ),
    )


def score_tally(deal: Deal, tally: Tally, rules: RuleSet) -> DealScore:
    """The score of the deal from the tally.

    Cards of a deck that does not play in the deal count as unknown.

    Raises:
        RuleError: A pile size of the rules is for somebody who does not play.
    """
    unknown = tally.unknown
    for owner, counts in tally.counts.items():
        if owner not in deal.owners:
            unknown = unknown + counts
    counts_of = {owner: tally.counts.get(owner, Counts()) for owner in deal.owners}
    return score_deal(deal, counts_of, rules, unknown=unknown)


def open_flags(flags: Sequence[Flag], tally: Tally) -> list[Flag]:
    """The flags that nobody has looked at or answered yet, in the same order."""
    return [flag for flag in flags if flag_key(flag) not in tally.settled]


def counted_photos(reading: Reading) -> frozenset[str]:
    """The names of the photos that count: of photos that show the same piles only the first."""
    return frozenset(group[0] for group in same_photos(reading))


def same_photos(reading: Reading) -> list[list[str]]:
    """The photos in groups that show the same piles, each group in the order of the reading."""
    group_of: dict[str, list[str]] = {photo.photo: [photo.photo] for photo in reading.photos}
    for photo in reading.photos:
        first, other = group_of[photo.photo], group_of.get(photo.same_as or "")
        if other is not None and other is not first:
            other.extend(first)
            for name in first:
                group_of[name] = other
    place = {photo.photo: index for index, photo in enumerate(reading.photos)}
    groups = {id(group): sorted(group, key=place.__getitem__) for group in group_of.values()}
    return sorted(groups.values(), key=lambda group: place[group[0]])


def _count_up(reading: Reading, tally: Tally) -> Tally:
    """The tally with its counts: what the photos show, then what a person stated."""
    seen = {zone: tally.seen(zone) for zone in POINT_ZONES}
    named = [owner for zone in POINT_ZONES for owner in seen[zone] if owner is not None]
    named += [owner for owner, _ in tally.stated]
    owners = tuple(dict.fromkeys([*reading.owners, *named]))

    def count(owner: str, zone: Zone) -> int:
        return tally.stated.get((owner, zone), seen[zone].get(owner, 0))

    return replace(
        tally,
        owners=owners,
        counts={
            owner: Counts(count(owner, Zone.CENTER), count(owner, Zone.NERTZ)) for owner in owners
        },
        unknown=Counts(seen[Zone.CENTER].get(None, 0), seen[Zone.NERTZ].get(None, 0)),
    )


def _shares(pile: Pile, set_count: int | None) -> dict[str | None, int]:
    """How many cards of the pile are whose.

    A squared pile cannot be counted, so it counts nothing until a person gives its number. Of
    such a number the cards matched to another deck keep their owner, the rest is the pile's.
    """
    if pile.squared:
        return {pile.owner: set_count} if set_count else {}
    shares: Counter[str | None] = Counter(mark.owner for mark in pile.marks)
    if set_count is None:
        return dict(shares)
    others = shares.total() - shares[pile.owner]
    shares[pile.owner] = max(0, set_count - others)
    return {owner: count for owner, count in shares.items() if count}


def _edit(
    photos: dict[str, PhotoReading], pile_counts: dict[tuple[str, str], int], entry: Correction
) -> bool:
    """Change the photos and counts as the entry says; False where its target is not there.

    A card added to or removed from a pile whose number a person gave changes that number too.
    """
    photo = photos.get(entry.photo or "")
    if photo is None:
        return False
    if entry.kind is CorrectionKind.SET_COUNT:
        if find_pile(photo, entry.pile) is None:
            return False
        pile_counts[photo.photo, entry.pile or ""] = _count(entry)
        return True
    edited = edit_photo(photo, entry)
    if edited is None:
        return False
    photos[photo.photo] = edited
    for pile in edited.piles:
        before, key = find_pile(photo, pile.id), (photo.photo, pile.id)
        if key in pile_counts and before is not None:
            pile_counts[key] = max(0, pile_counts[key] + len(pile.marks) - len(before.marks))
    return True


def _is_lost(reading: Reading, log: Sequence[Correction], entry: Correction) -> bool:
    """Whether the target of the entry never was, instead of being taken away by a correction."""
    photo = next((photo for photo in reading.photos if photo.photo == entry.photo), None)
    if photo is None:
        return True
    added = [old for old in log if old.kind is CorrectionKind.ADD and old.photo == entry.photo]
    if entry.kind is CorrectionKind.ADD:
        return True
    if entry.mark is not None:
        return find_mark(photo, entry.mark) is None and all(old.mark != entry.mark for old in added)
    return find_pile(photo, entry.pile) is None and all(
        opened_pile_id(old) != entry.pile for old in added
    )


def _count(entry: Correction) -> int:
    return entry.after.count or 0
