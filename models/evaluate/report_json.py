"""The report as JSON: a contract of its own version. New keys may be added, these stay.

A part that no truth allows stays with n = 0 and null shares. Every share has its 95 % interval
beside it, under its name with `_interval`.
"""

from collections.abc import Mapping

from models.evaluate.deals import DealResult, OwnerCount
from models.evaluate.photo_result import PhotoResult
from models.evaluate.report import Report, Summary
from models.evaluate.shares import CountError, percentile
from models.evaluate.splits import split_cards, split_piles, split_precision

VERSION = 1

Json = dict[str, object]


def as_json(report: Report, summary: Summary) -> Json:
    """Plain values for `json.dumps`."""
    return {
        "version": VERSION,
        "photos": len(report.photos),
        **_counting(summary),
        **_owners_and_faces(summary),
        **_flags(summary),
        "foundations": {
            "n": summary.foundations.exact.n,
            **summary.foundations.exact.as_json("exact_share"),
            **summary.foundations.seen.as_json("seen_share"),
            **summary.foundations.unread.as_json("unread_share"),
            **summary.foundations.more.as_json("more_share"),
        },
        "deals": {
            "n": summary.deals_exact.n,
            **summary.deals_exact.as_json("exact_share"),
            "wrong_unflagged": summary.deals_wrong_unflagged,
            **summary.deal_owners_exact.as_json("owners_exact_share"),
            **summary.deals_flagged.as_json("flagged_share"),
        },
        "indices": {
            "n": summary.indices.on_card.n,
            **summary.indices.on_card.as_json("on_card_share"),
            **summary.indices.on_index.as_json("on_index_share"),
            **summary.indices.own_card.as_json("own_card_share"),
            **summary.indices.named.as_json("named_share"),
            **summary.indices.misnamed.as_json("misnamed_share"),
        },
        "turned": {"n": summary.turned.n, **summary.turned.as_json("same_share")},
        "saved_again": {"n": summary.saved.n, **summary.saved.as_json("same_share")},
        "ms": _times(report),
        "splits": _splits(report),
        "enrol_failures": [
            {"owner": failure.owner, "photo": str(failure.photo), "message": failure.message}
            for failure in report.failures
        ],
        "skipped": [str(path) for path in report.skipped],
        "per_photo": [_photo(photo) for photo in report.photos],
        "per_deal": [_deal(deal) for deal in report.deals],
    }


def _counting(summary: Summary) -> Json:
    cards = summary.cards
    return {
        "cards": {
            "truth": cards.truth,
            "found": cards.found,
            **cards.recall.as_json("recall"),
            **cards.precision.as_json("precision"),
            **cards.right_side.as_json("right_side_share"),
        },
        "piles": _count_error(summary.piles),
        "certainty": {
            **summary.certainty.unflagged_exact.as_json("unflagged_exact_share"),
            "unflagged": summary.certainty.unflagged_exact.n,
            "bins": [
                {"said": round(said, 5), "n": share.n, **share.as_json("exact_share")}
                for said, share in summary.certainty.bins
            ],
        },
        "totals": {
            **_count_error(summary.totals),
            **summary.sides_exact.as_json("sides_exact_share"),
        },
        **summary.photos_exact.as_json("photos_exact_share"),
    }


def _owners_and_faces(summary: Summary) -> Json:
    owners, faces = summary.owners, summary.faces
    return {
        "owner_match": {
            "n": owners.right.n,
            **owners.right.as_json("right_share"),
            **owners.unknown.as_json("unknown_share"),
            **owners.wrong.as_json("wrong_share"),
            "confusion": [
                {"truth": true, "found": found, "n": count}
                for true, found, count in owners.confusion
            ],
        },
        "faces": {
            "n": faces.right.n,
            **faces.right.as_json("right_share"),
            **faces.unread.as_json("unread_share"),
        },
    }


def _flags(summary: Summary) -> Json:
    flags = summary.flags
    return {
        "flags": {
            "n": flags.share.n,
            **flags.share.as_json("share"),
            **flags.wrong_unflagged.as_json("wrong_unflagged_share"),
            **flags.right_flagged.as_json("right_flagged_share"),
            "coverage": list(flags.coverage),
            "risk": list(flags.risk),
        }
    }


def _count_error(error: CountError) -> Json:
    return {
        "n": error.exact.n,
        **error.exact.as_json("exact_share"),
        "mae": _rounded(error.mae),
        "bias": _rounded(error.bias),
    }


def _times(report: Report) -> Json:
    whole = [photo.ms for photo in report.photos]
    return {
        "p50": _rounded(percentile(whole, 0.5)),
        "p95": _rounded(percentile(whole, 0.95)),
        "by_stage": {
            stage: {
                "p50": _rounded(percentile(times_ms, 0.5)),
                "p95": _rounded(percentile(times_ms, 0.95)),
            }
            for stage, times_ms in (report.stages_ms or {}).items()
        },
    }


def _splits(report: Report) -> Json:
    cards, precision = split_cards(report), split_precision(report)
    return {
        "card_recall": {
            trait: {label: {"n": s.n, **s.as_json("recall")} for label, s in rows.items()}
            for trait, rows in cards.items()
        },
        "card_precision": {
            trait: {label: {"n": s.n, **s.as_json("precision")} for label, s in rows.items()}
            for trait, rows in precision.items()
        },
        "piles": {
            trait: {label: _count_error(error) for label, error in rows.items()}
            for trait, rows in split_piles(report).items()
        },
    }


def _photo(photo: PhotoResult) -> Json:
    counted = {owner: n for owner, n in photo.counted.items() if owner is not None}
    foundations = photo.foundations
    return {
        "photo": photo.name,
        "zone": photo.truth.zone and photo.truth.zone.value,
        "truth": {"total": photo.total, "owners": _plain(photo.by_owner)},
        "found": {
            "total": photo.found_total,
            "owners": counted,
            "unknown": photo.counted.get(None, 0),
        },
        "flags": [flag.kind.value for flag in photo.reading.flags],
        "exact": photo.exact,
        "missed": None if photo.cards is None else len(photo.cards.missed),
        "false": None if photo.cards is None else len(photo.cards.false),
        "foundations": [{"truth": f.truth, "found": f.found} for f in foundations] or None,
        "turned_same": photo.turned_same,
        "saved_same": photo.saved_same,
        "ms": _rounded(photo.ms),
    }


def _deal(deal: DealResult) -> Json:
    return {
        "deal": deal.name,
        "truth": [_owner(owner) for owner in deal.truth],
        "found": [_owner(owner) for owner in deal.found],
        "flags": [kind.value for kind in deal.flags],
        "exact": deal.exact,
    }


def _owner(owner: OwnerCount) -> Json:
    return {
        "name": owner.owner,
        "center": owner.center,
        "nertz": owner.nertz,
        "points": owner.points,
    }


def _plain(counts: Mapping[str, int] | None) -> dict[str, int] | None:
    return None if counts is None else dict(counts)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
