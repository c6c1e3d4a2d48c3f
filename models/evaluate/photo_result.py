"""What was measured on one photo."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from datasets.truth import PhotoTruth, SideCounts
from models.evaluate.cards import CardMatch, match_cards
from models.evaluate.certainty import JudgedPile, judge_piles
from models.evaluate.faces import Faces, read_faces
from models.evaluate.foundations import FoundationCount, count_foundations
from models.evaluate.indices import IndexMatch, match_indices
from models.evaluate.overlap import Quads
from models.evaluate.owners import Pairs, owner_pairs
from models.evaluate.piles import (
    PileCount,
    count_piles,
    expected_by_owner,
    find_places,
    place_marks,
)
from models.evaluate.visible import Visible, visible_cards
from scoring.reading import PhotoReading, Reading, Side
from scoring.rules import RuleSet
from scoring.tally import apply


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """One photo: its truth, its reading, and what came of them.

    `total` and `by_owner` are what the photo can show, None where the truth does not say and for
    foundations;
    `counted` is what the reading counts, None for nobody. `owners` are the reading's. `enrolled`
    says that decks of this photo were to be enrolled, so that owners count. `ms` is the time of
    the whole photo; `turned_same` whether all four turns of it gave one result, `saved_same`
    whether a small JPEG of it did.
    """

    name: str
    truth: PhotoTruth
    reading: PhotoReading
    owners: tuple[str, ...]
    enrolled: bool
    total: int | None
    by_owner: Mapping[str, int] | None
    sides: SideCounts | None
    counted: Mapping[str | None, int]
    cards: CardMatch | None = None
    piles: tuple[PileCount, ...] = ()
    judged: tuple[JudgedPile, ...] = ()
    owner_pairs: Pairs = ()
    faces: Faces = ()
    indices: IndexMatch | None = None
    foundations: tuple[FoundationCount, ...] = ()
    ms: float = 0.0
    turned_same: bool | None = None
    saved_same: bool | None = None

    @property
    def found_total(self) -> int:
        """Cards that the reading counts."""
        return sum(self.counted.values())

    @property
    def owners_exact(self) -> bool | None:
        """Whether every owner's count is right and no card is nobody's."""
        if self.by_owner is None or not self.enrolled:
            return None
        truth = {owner: count for owner, count in self.by_owner.items() if count}
        return truth == {owner: count for owner, count in self.counted.items() if count}

    @property
    def exact(self) -> bool | None:
        """Whether the photo's numbers are right: owners' where they can be, else the total."""
        if self.owners_exact is not None or self.total is None:
            return self.owners_exact
        return self.total == self.found_total

    @property
    def sides_exact(self) -> bool | None:
        """Whether as many cards as there are were counted face down and face up."""
        if self.sides is None or self.truth.foundations is not None:
            return None
        up = sum(mark.side is Side.FACE for mark in self.reading.marks)
        return (self.sides.down, self.sides.up) == (len(self.reading.marks) - up, up)

    @property
    def faults(self) -> int:
        """How many things are wrong, for sorting the worst photos first."""
        cards = 0 if self.cards is None else len(self.cards.missed) + len(self.cards.false)
        piles = sum(abs(pile.truth - pile.found) for pile in self.piles)
        owners = sum(true != found for true, found in self.owner_pairs)
        total = 0 if self.total is None else abs(self.total - self.found_total)
        if self.truth.foundations is not None:
            return sum(not pile.exact for pile in self.foundations)
        return cards + piles + owners + total


def measure_photo(
    name: str,
    truth: PhotoTruth,
    reading: Reading,
    indices: Quads,
    rules: RuleSet,
) -> PhotoResult:
    """Measures the reading's photo of the truth's name.

    `indices` (n, 4, 2) px are index regions, for truth that lists corner signs. `name` is what to
    call the photo in reports.

    Raises:
        DataError: the truth was made for a photo of another size.
    """
    photo = next(photo for photo in reading.photos if photo.photo == truth.photo.name)
    size = (photo.width_px, photo.height_px)
    marks = photo.marks
    visible = visible_cards(truth, *size)
    if truth.foundations is not None:
        visible = None
    cards = None if visible is None else match_cards(visible, marks)
    by_owner = expected_by_owner(truth, visible)
    total = _expected_total(truth, visible, by_owner)
    if truth.foundations is not None:  # squared piles: their marks are no count of cards
        total, by_owner = None, None
    places = find_places(truth, visible)
    return PhotoResult(
        name=name,
        truth=truth,
        reading=photo,
        owners=reading.owners,
        enrolled=bool(truth.decks),
        total=total,
        by_owner=by_owner,
        sides=None if visible is not None and visible.cut else truth.sides,
        counted=_counted(reading, photo),
        cards=cards,
        piles=count_piles(truth, visible, cards, marks),
        judged=judge_piles(photo, places, place_marks(places, cards, visible, marks)),
        owner_pairs=owner_pairs(cards, enrolled=reading.enrolled)
        if cards is not None and truth.decks
        else (),
        faces=read_faces(truth, cards, marks),
        indices=match_indices(truth, size, marks, indices),
        foundations=count_foundations(truth, photo, rules),
    )


def _expected_total(
    truth: PhotoTruth, visible: Visible | None, by_owner: Mapping[str, int] | None
) -> int | None:
    """Cards that the photo can show: where it cuts a pile, those of which any part is seen."""
    if visible is None or visible.parts is None or not visible.cut:
        return truth.total
    return len(visible.parts) if by_owner is None else sum(by_owner.values())


def _counted(reading: Reading, photo: PhotoReading) -> Mapping[str | None, int]:
    """How many cards of whom the tally counts on that photo, in whichever zone."""
    counted: Counter[str | None] = Counter()
    for (_, owner), count in apply(reading).seen_on(photo).items():
        counted[owner] += count
    return counted
