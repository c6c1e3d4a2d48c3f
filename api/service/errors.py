"""Refusals that are about what is stored, with the status that each one stands for."""

from http import HTTPStatus

from api.problems import RefusedError

ANY_VERSION = "*"
"""Stands for whatever version there is."""


def not_found(found: str, expected: str = "one that is there") -> RefusedError:
    """Nothing of that number or id is stored."""
    return RefusedError(
        found, expected, "look at the list that it should be in", HTTPStatus.NOT_FOUND
    )


def conflict(found: str, expected: str, action: str) -> RefusedError:
    """What is stored stands against the request."""
    return RefusedError(found, expected, action, HTTPStatus.CONFLICT)


def check_version(what: str, version: str, expected: str) -> None:
    """Accept silently that nothing was changed since the caller looked.

    Raises:
        RefusedError: somebody was quicker (412).
    """
    if expected not in (ANY_VERSION, version):
        raise RefusedError(
            f"{what} in version {version}, changed since version {expected[:40]!r} was looked at",
            "the version that is there now",
            "load it again, look at what the others changed, then decide whether to repeat this",
            HTTPStatus.PRECONDITION_FAILED,
        )
