"""The report: everything that was measured, and its sums."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from models.evaluate.certainty import Certainty, sum_certainty
from models.evaluate.deals import DealResult
from models.evaluate.decks import EnrolFailure
from models.evaluate.faces import FaceMatch, sum_faces
from models.evaluate.flags import FlagMatch, sum_flags
from models.evaluate.foundations import FoundationMatch, sum_foundations
from models.evaluate.indices import IndexMatch, sum_indices
from models.evaluate.owners import OwnerMatch, sum_owners
from models.evaluate.photo_result import PhotoResult
from models.evaluate.shares import CountError, Share, count_error, share_of


@dataclass(frozen=True, slots=True)
class Report:
    """Results photo by photo and deal by deal, and the milliseconds of every run of a stage.

    `failures` are decks that could not be enrolled, `skipped` files that no truth reader knows.
    """

    photos: tuple[PhotoResult, ...]
    deals: tuple[DealResult, ...] = ()
    stages_ms: Mapping[str, tuple[float, ...]] | None = None
    failures: tuple[EnrolFailure, ...] = ()
    skipped: tuple[Path, ...] = ()

    @property
    def worst_first(self) -> list[PhotoResult]:
        """The photos with the most faults first, without the faultless ones."""
        faulty = [photo for photo in self.photos if photo.faults or photo.exact is False]
        return sorted(faulty, key=lambda photo: (-photo.faults, photo.name))


@dataclass(frozen=True, slots=True)
class CardSum:
    """Cards over many photos: `truth` to be found, `found` marks on no ignored strip.

    `right_side` of the found cards were taken for the side that they show.
    """

    truth: int
    found: int
    recall: Share
    precision: Share
    right_side: Share


@dataclass(frozen=True, slots=True)
class Summary:
    """All sums of a report; a part that no truth allows has n = 0."""

    cards: CardSum
    piles: CountError
    certainty: Certainty
    owners: OwnerMatch
    faces: FaceMatch
    photos_exact: Share
    totals: CountError
    sides_exact: Share
    flags: FlagMatch
    foundations: FoundationMatch
    indices: IndexMatch
    deals_exact: Share
    deal_owners_exact: Share
    deals_flagged: Share
    deals_wrong_unflagged: int
    turned: Share
    saved: Share


def summarise(report: Report) -> Summary:
    """The sums of a report."""
    photos, deals = report.photos, report.deals
    counted = [photo for photo in photos if photo.total is not None]
    return Summary(
        cards=sum_cards(photos),
        piles=count_error((pile.truth, pile.found) for p in photos for pile in p.piles),
        certainty=sum_certainty(pile for photo in photos for pile in photo.judged),
        owners=sum_owners(photo.owner_pairs for photo in photos),
        faces=sum_faces(photo.faces for photo in photos),
        photos_exact=_told(photo.owners_exact for photo in photos),
        totals=count_error((photo.total or 0, photo.found_total) for photo in counted),
        sides_exact=_told(photo.sides_exact for photo in photos),
        flags=sum_flags(photos),
        foundations=sum_foundations(photo.foundations for photo in photos),
        indices=sum_indices(photo.indices for photo in photos),
        deals_exact=share_of(deal.exact for deal in deals),
        deal_owners_exact=share_of(right for deal in deals for right in deal.owners_exact),
        deals_flagged=share_of(bool(deal.flags) for deal in deals),
        deals_wrong_unflagged=sum(deal.wrong_unflagged for deal in deals),
        turned=_told(photo.turned_same for photo in photos),
        saved=_told(photo.saved_same for photo in photos),
    )


def sum_cards(photos: tuple[PhotoResult, ...]) -> CardSum:
    """Cards over many photos, foundations left out: squared piles are not counted by cards."""
    matches = [photo.cards for photo in photos if photo.cards is not None]
    truth = sum(len(match.hits) for match in matches)
    hits = [hit for match in matches for hit in match.found]
    found = len(hits) + sum(len(match.false) for match in matches)
    sided = [(hit.card.truth.side, hit.mark.side) for hit in hits if hit.mark is not None]
    return CardSum(
        truth,
        found,
        Share(len(hits), truth),
        Share(len(hits), found),
        share_of(true is side for true, side in sided if true is not None),
    )


def _told(outcomes: Iterable[bool | None]) -> Share:
    """The share of true ones among those that are known."""
    return share_of(outcome for outcome in outcomes if outcome is not None)
