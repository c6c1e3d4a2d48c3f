"""A browser, two sizes of screens, and matches that are ready to be looked at."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.serving import serve
from tests.e2e.table import Table

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}
PATIENCE_MS = 60_000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; nothing is downloaded."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    """A phone, then a laptop."""
    context = browser.new_context(**SCREENS[request.param])
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a laptop; any fault in a script fails the test."""
    context = browser.new_context(**DESKTOP)
    context.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not faults


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A service whose detector sees drawn cards."""
    with serve(tmp_path) as address, Table(address) as ready:
        yield ready
