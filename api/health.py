"""Whether the service lives, and whether it can count."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from api.analyst import Analyst
from api.canary import CARDS
from api.openapi import problem
from api.service.service import Service


@dataclass(frozen=True, slots=True)
class Live:
    """The service answers."""

    status: str = "live"


@dataclass(frozen=True, slots=True)
class Ready:
    """The store answers, the weights are loaded, and known cards were counted right.

    `jobs` are the photos and decks that wait or are being read.
    """

    cards_found: int
    cards_expected: int
    jobs: int
    status: str = "ready"


def health_routes(analyst: Analyst) -> APIRouter:
    """`/health/live` and `/health/ready`."""
    routes = APIRouter(prefix="/health", tags=["health"])

    @routes.get("/live", summary="Does the service answer?")
    async def live() -> Live:
        return Live()

    @routes.get("/ready", summary="Can the service count?", responses={503: problem("It cannot")})
    async def ready(request: Request) -> Ready:
        service: Service = request.app.state.service
        jobs = await run_in_threadpool(service.count_jobs)
        return Ready(await analyst.check(), CARDS, jobs)

    return routes
