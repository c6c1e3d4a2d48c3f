"""The rules of axe-core on every page, in light and dark, and targets large enough for fingers."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import PATIENCE_MS, PHONE
from tests.e2e.table import CENTER, LEFTOVER, Table
from tests.fake_table import BLUE, GREEN, RED, picture

SERIOUS = {"serious", "critical"}
TARGETS = "a.button, button, summary, select, .steps a, .row, .tabs a"
SMALL = """targets => [...document.querySelectorAll(targets)]
  .filter(one => one.checkVisibility() && !one.closest("svg"))
  .map(one => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([text, box]) => `${text}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_finding(browser: Browser, table: Table, scheme: str) -> None:
    match = table.new_match(rules="pagat")
    deal = table.new_deal(match, picture((RED, 3), (BLUE, 4), (GREEN, 2)), LEFTOVER)
    done = table.new_deal(match, CENTER, LEFTOVER)
    table.send("POST", f"/v1{done}/confirm", json={}, headers={"If-Match": "*"})
    context = browser.new_context(**PHONE, color_scheme=scheme)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for path in pages(match, deal):
        page.goto(table.address + path)
        page.locator("html.js-on").wait_for(state="attached")
        problems = [*findings(page), *(page.evaluate(SMALL, TARGETS) if scheme == "light" else [])]
        if problems:
            found[path] = problems
    context.close()
    assert not found


def pages(match: str, deal: str) -> tuple[str, ...]:
    """One address of every kind of page."""
    return (
        "/",
        "/?start=1",
        "/matches/new",
        "/name",
        "/invite",
        "/matches/none",
        match,
        f"{match}/rules",
        f"{match}/decks",
        f"{match}/log",
        f"{match}/deals/new",
        deal,
        f"{deal}/end",
        f"{deal}/result",
        f"{deal}/review",
        f"{deal}/review?photo=1&mark=m1",
        f"{deal}/review?photo=1&pile=p1&add=1",
    )


def findings(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']} {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in SERIOUS
    ]
