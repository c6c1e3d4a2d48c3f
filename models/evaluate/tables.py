"""The report as tables for people."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from models.evaluate.photo_result import PhotoResult
from models.evaluate.report import Report, Summary
from models.evaluate.shares import CountError, Share, percentile
from models.evaluate.splits import split_cards, split_piles, split_precision


def print_report(report: Report, summary: Summary, console: Console) -> None:
    """Prints every part that some truth allowed."""
    _print_sums(summary, len(report.photos), console)
    _print_splits(report, console)
    _print_confusion(summary, console)
    _print_deals(report, console)
    _print_certainty(summary, console)
    _print_curve(summary, console)
    _print_times(report, console)
    for failure in report.failures:
        console.print(f"[red]Not enrolled:[/] {escape(failure.owner)}. {escape(failure.message)}")
    for path in report.skipped:
        console.print(f"[yellow]No truth file:[/] {escape(str(path))}")


def print_worst(photos: Sequence[PhotoResult], console: Console) -> None:
    """Prints the photos with the most faults."""
    table = Table("photo", "faults", "truth", "found", "missed", "false", "flags", title="Worst")
    for photo in photos:
        cards = photo.cards
        table.add_row(
            escape(photo.name),
            str(photo.faults),
            _truth(photo),
            _found(photo),
            "-" if cards is None else str(len(cards.missed)),
            "-" if cards is None else str(len(cards.false)),
            ", ".join(sorted({flag.kind.value for flag in photo.reading.flags})),
        )
    console.print(table)


def _print_sums(summary: Summary, photos: int, console: Console) -> None:
    table = Table("what", "right/n and 95 % interval", "", title=f"{photos} photos")
    for name, share, note in _sum_rows(summary):
        if share.n:
            table.add_row(name, str(share), note)
    console.print(table)


def _sum_rows(summary: Summary) -> Iterable[tuple[str, Share, str]]:
    piles, owners, flags = summary.piles, summary.owners, summary.flags
    yield "cards found", summary.cards.recall, "recall"
    yield "marks on a card", summary.cards.precision, "precision"
    yield "side right", summary.cards.right_side, "of found cards"
    yield "piles exact", piles.exact, _off(piles)
    yield "unflagged piles exact", summary.certainty.unflagged_exact, "as they were grouped"
    yield "photo totals exact", summary.totals.exact, _off(summary.totals)
    yield "photos exact by side", summary.sides_exact, "face down and face up"
    yield "photos exact by owner", summary.photos_exact, "every owner, nothing unknown"
    yield "owner right", owners.right, "of found cards"
    yield "owner unknown", owners.unknown, ""
    yield "owner wrong", owners.wrong, ""
    yield "faces right", summary.faces.right, "of those read"
    yield "faces unread", summary.faces.unread, "of those found"
    yield "photos flagged", flags.share, ""
    yield "wrong though unflagged", flags.wrong_unflagged, "of unflagged photos"
    yield "right though flagged", flags.right_flagged, "of flagged photos"
    yield "foundations exact", summary.foundations.exact, "height right, one pile"
    yield "foundations seen", summary.foundations.seen, ""
    yield "foundations unread", summary.foundations.unread, "top card not read"
    yield "foundations as more", summary.foundations.more, "more than one pile or mark"
    yield "index signs on a card", summary.indices.on_card, "listed signs"
    yield "index signs on an index", summary.indices.on_index, "listed signs"
    yield "listed cards on their own", summary.indices.own_card, "one found card each"
    yield "listed cards named", summary.indices.named, "a mark bears the name"
    yield "listed cards misnamed", summary.indices.misnamed, "of those whose marks bear a name"
    yield "deals exact", summary.deals_exact, f"{summary.deals_wrong_unflagged} wrong unflagged"
    yield "deal owners exact", summary.deal_owners_exact, "centre, leftover and points"
    yield "deals flagged", summary.deals_flagged, ""
    yield "same when turned", summary.turned, "0, 90, 180, 270 degrees"
    yield "same when saved again", summary.saved, "as JPEG of quality 60"


def _print_certainty(summary: Summary, console: Console) -> None:
    if not summary.certainty.bins:
        return
    table = Table("said", "came true", title="Probability that a pile is counted exactly")
    for said, share in summary.certainty.bins:
        table.add_row(f"{said:.3f}", str(share))
    console.print(table)


def _print_splits(report: Report, console: Console) -> None:
    for title, splits in (
        ("Cards found by", split_cards(report)),
        ("Marks on a card by", split_precision(report)),
    ):
        table = Table("", "", "right/n and 95 % interval", title=title)
        for trait, rows in splits.items():
            for label, share in rows.items():
                table.add_row(trait, escape(label), str(share))
        if table.row_count:
            console.print(table)
    table = Table("", "", "right/n and 95 % interval", "", title="Piles exact by")
    for trait, errors in split_piles(report).items():
        for label, error in errors.items():
            table.add_row(trait, escape(label), str(error.exact), _off(error))
    if table.row_count:
        console.print(table)


def _print_confusion(summary: Summary, console: Console) -> None:
    wrong = [row for row in summary.owners.confusion if row[0] != row[1]]
    if not wrong:
        return
    table = Table("owner", "taken for", "cards", title="Owners mistaken")
    for true, found, count in wrong[:20]:
        table.add_row(escape(true), escape(found or "unknown"), str(count))
    console.print(table)


def _print_deals(report: Report, console: Console) -> None:
    if not report.deals:
        return
    table = Table("deal", "owner", "centre", "leftover", "points", "", "flags", title="Deals")
    for deal in report.deals:
        flags = ", ".join(sorted(set(deal.flags)))
        for true, found, right in zip(deal.truth, deal.found, deal.owners_exact, strict=True):
            table.add_row(
                escape(deal.name),
                escape(true.owner),
                _pair(true.center, found.center),
                _pair(true.nertz, found.nertz),
                _pair(true.points, found.points),
                "right" if right else "[red]wrong[/]",
                flags,
            )
    console.print(table)


def _print_curve(summary: Summary, console: Console) -> None:
    points = list(zip(summary.flags.coverage, summary.flags.risk, strict=True))
    if not points:
        return
    table = Table("surest photos", "of them wrong", title="Risk and coverage")
    step = max(1, len(points) // 10)
    for coverage, risk in points[step - 1 :: step]:
        table.add_row(f"{100 * coverage:.0f} %", f"{100 * risk:.1f} %")
    console.print(table)


def _print_times(report: Report, console: Console) -> None:
    table = Table("stage", "p50 ms", "p95 ms", title="Time of a photo")
    rows = {"whole photo": [photo.ms for photo in report.photos], **(report.stages_ms or {})}
    for stage, times_ms in rows.items():
        p50, p95 = percentile(times_ms, 0.5), percentile(times_ms, 0.95)
        if p50 is not None and p95 is not None:
            table.add_row(stage, f"{p50:.1f}", f"{p95:.1f}")
    console.print(table)


def _off(error: CountError) -> str:
    if error.mae is None or error.bias is None:
        return ""
    return f"off by {error.mae:.2f} on average, bias {error.bias:+.2f}"


def _pair(truth: int | None, found: int | None) -> str:
    if truth is None or truth == found:
        return str(found)
    return f"[red]{found}[/], not {truth}"


def _truth(photo: PhotoResult) -> str:
    if photo.foundations:
        return " ".join(str(pile.truth) for pile in photo.foundations)
    return _counts(photo.by_owner or {"": photo.total or 0})


def _found(photo: PhotoResult) -> str:
    if photo.foundations:
        return " ".join("?" if f.found is None else str(f.found) for f in photo.foundations)
    return _counts(photo.counted)


def _counts(counts: Mapping[str, int] | Mapping[str | None, int]) -> str:
    return escape(", ".join(f"{owner or '?'} {n}".strip() for owner, n in counts.items() if n))
