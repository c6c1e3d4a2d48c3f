"""What every operation needs, and small things that they share."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from api.service.errors import conflict
from api.settings import Settings
from api.store import PhotoFiles, Store
from api.store.tables import EventRow, RequestRow
from scoring.errors import RuleError
from vision.score_request import check_name

MAX_KEY_LENGTH = 100
KEYS_KEPT = timedelta(days=7)


def _nobody_waits() -> None:
    """No worker is there yet."""


@dataclass(slots=True)
class Context:
    """The store, the photos' files, the settings, and how to wake the workers."""

    store: Store
    files: PhotoFiles
    settings: Settings
    wake: Callable[[], None] = field(default=_nobody_waits)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, and an idempotency key if the request may come twice."""

    who: str = "somebody"
    key: str | None = None

    def __post_init__(self) -> None:
        check_name(self.who)
        if self.key is not None and not (
            0 < len(self.key) <= MAX_KEY_LENGTH and self.key.isprintable()
        ):
            raise RuleError(
                f"an idempotency key of {len(self.key)} signs",
                f"1 to {MAX_KEY_LENGTH} printable signs",
                "use a random text such as a UUID",
            )


SOMEBODY = Asked()


def now() -> str:
    """The time as an ISO 8601 text in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def note(
    session: Session,
    match: str,
    asked: Asked,
    action: str,
    deal: int | None = None,
    **detail: Any,  # noqa: ANN401 - whatever JSON can hold
) -> None:
    """Adds a line to the match's audit log."""
    session.add(
        EventRow(
            match_id=match, deal=deal, who=asked.who, action=action, detail=detail, created=now()
        )
    )


def done_before(
    session: Session, scope: str, asked: Asked, content: Mapping[str, Any]
) -> dict[str, Any] | None:
    """What the same request made when it was done before; None if it is new or has no key.

    Raises:
        RefusedError: the key was used for another request (409).
    """
    if asked.key is None:
        return None
    row = session.get(RequestRow, (scope, asked.key))
    if row is None:
        return None
    if row.fingerprint != _fingerprint(content):
        raise conflict(
            f"idempotency key {asked.key!r}, which stands for another request",
            "the same request again, or a new key",
            "choose a new key for every new request",
        )
    return row.result


def remember(
    session: Session, scope: str, asked: Asked, content: Mapping[str, Any], result: dict[str, Any]
) -> None:
    """Keeps what a request with a key made."""
    if asked.key is not None:
        session.add(
            RequestRow(
                scope=scope,
                key=asked.key,
                fingerprint=_fingerprint(content),
                result=result,
                created=now(),
            )
        )


def forget_old_requests(session: Session) -> None:
    """Forgets idempotency keys after a week; nobody repeats a request for so long."""
    before = (datetime.now(UTC) - KEYS_KEPT).isoformat(timespec="milliseconds")
    session.execute(delete(RequestRow).where(RequestRow.created < before))


def _fingerprint(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
