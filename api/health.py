"""Whether the service lives, and whether it can count."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.analyst import Analyst
from api.canary import CARDS
from api.openapi import problem


@dataclass(frozen=True, slots=True)
class Live:
    """The service answers."""

    status: str = "live"


@dataclass(frozen=True, slots=True)
class Ready:
    """The weights are loaded, and a photo with known cards was counted right."""

    cards_found: int
    cards_expected: int
    status: str = "ready"


def health_routes(analyst: Analyst) -> APIRouter:
    """`/health/live` and `/health/ready`."""
    routes = APIRouter(prefix="/health", tags=["health"])

    @routes.get("/live", summary="Does the service answer?")
    async def live() -> Live:
        return Live()

    @routes.get("/ready", summary="Can the service count?", responses={503: problem("It cannot")})
    async def ready() -> Ready:
        return Ready(await analyst.check(), CARDS)

    return routes
