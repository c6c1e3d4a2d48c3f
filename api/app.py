"""The application: routes, limits and errors put together."""

from collections.abc import Callable
from functools import partial

from fastapi import FastAPI

from api.analyst import Analyst
from api.health import health_routes
from api.openapi import DocumentedApp
from api.problems import add_problem_handlers
from api.score import score_routes
from api.settings import DEFAULTS, Settings
from vision.detector import Detector, OnnxDetector


def create_app(
    settings: Settings = DEFAULTS, load_detector: Callable[[], Detector] | None = None
) -> FastAPI:
    """The service; `load_detector` replaces the weights of the settings.

    The detector is loaded when it is first needed, and `/health/ready` says whether it can be.
    """
    load = load_detector or partial(OnnxDetector, settings.weights, settings.threads)
    analyst = Analyst(load, settings)
    app = DocumentedApp(
        title="Nertz Counter",
        version="1",
        description="Photos of a Nertz table in, every player's deal score out.",
        docs_url=None,  # its page asks another host for scripts; /openapi.json is all there is
        redoc_url=None,
    )
    app.include_router(score_routes(analyst, settings))
    app.include_router(health_routes(analyst))
    add_problem_handlers(app)
    app.state.analyst = analyst
    return app
