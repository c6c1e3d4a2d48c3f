"""The application: routes, doors, limits and errors put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

from api.analyst import Analyst
from api.doors import Doors
from api.health import health_routes
from api.keys import Keys
from api.openapi import DocumentedApp
from api.pages import add_pages, refusal
from api.problems import add_problem_handlers
from api.routes import STORED
from api.score import score_routes
from api.service.service import Service
from api.settings import Settings
from api.worker import Workers
from vision.networks import Networks, load_networks


def create_app(
    settings: Settings | None = None, load: Callable[[], Networks] | None = None
) -> FastAPI:
    """The service; `load` replaces the weights of the settings.

    The data folder is opened when the application starts. The networks are loaded when they are
    first needed, and `/health/ready` says whether they can be.
    """
    settings = settings or Settings()
    load = load or partial(load_networks, settings.weights, threads=settings.threads)
    analyst = Analyst(load, settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        service = await run_in_threadpool(Service.open, settings)
        workers = Workers(service.context, analyst.networks)
        app.state.service = service
        workers.start()
        try:
            yield
        finally:
            await run_in_threadpool(workers.stop, settings.shutdown_s)
            service.close()

    app = DocumentedApp(
        title="Nertz Counter",
        version="1",
        description="Photos of a Nertz table in, every player's deal score out.",
        docs_url=None,  # its page asks another host for scripts; /openapi.json is all there is
        redoc_url=None,
        lifespan=life,
    )
    app.include_router(score_routes(analyst, settings))
    for routes in STORED:
        app.include_router(routes)
    app.include_router(health_routes(analyst))
    add_pages(app)
    add_problem_handlers(app)
    if settings.has_doors:
        app.state.keys = Keys.of_folder(settings.data)
    app.add_middleware(Doors, settings=settings, keys=lambda: app.state.keys, refusal=refusal)
    app.state.analyst = analyst
    app.state.settings = settings
    return app
