"""Without JavaScript: every step of a match works with plain forms."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS, PHONE
from tests.e2e.table import CENTER, LEFTOVER, Table
from tests.e2e.test_match import begin, picture
from tests.fake_table import BLUE, GREEN, RED, back
from tests.fake_table import picture as drawn


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    context = browser.new_context(**PHONE, java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def send(page: Page, what: str, data: bytes) -> None:
    field = page.get_by_label(what)
    field.set_input_files(picture(data))
    page.locator("form", has=field).get_by_role("button", name="Send").click()


def look_again(page: Page, wanted: str) -> None:
    """Until nothing is waited for any more and the wanted link is there."""
    again, link = (page.get_by_role("link", name=name) for name in ("Look again", wanted))
    while True:
        page.wait_for_load_state()
        expect(again.or_(link).first).to_be_visible()
        if again.count():
            again.click()
        elif link.count():
            return


def test_a_match_is_played_with_plain_forms(plain: Page, table: Table) -> None:
    begin(plain, table.address, ["Anna", "Ben"], "3")
    for name, colour in (("Anna", RED), ("Ben", BLUE)):
        send(plain, f"Photo of the back of {name}'s deck", back(colour))
    look_again(plain, "Play!")
    plain.get_by_role("link", name="Play!").click()
    plain.get_by_role("radio", name="Anna").check()
    plain.get_by_role("button", name="Next: photos").click()
    send(plain, "Take a photo: Centre", CENTER)
    send(plain, "Take a photo: Leftover", LEFTOVER)
    look_again(plain, "See the result")
    plain.get_by_role("link", name="See the result").click()
    plain.get_by_role("button", name="Confirm").click()
    expect(plain.get_by_role("heading", name="Anna wins")).to_be_visible()


def test_a_review_works_with_plain_forms(plain: Page, table: Table) -> None:
    strangers = drawn((RED, 3), (BLUE, 4), (GREEN, 1))
    deal = table.new_deal(table.new_match(), strangers, LEFTOVER)
    plain.goto(f"{table.address}{deal}/review")
    whole = plain.locator(".stage").get_attribute("data-whole")
    assert plain.locator(".stage").get_attribute("viewBox") != whole, "the place is not enlarged"
    plain.get_by_role("button", name="Not a card").click()
    expect(plain.locator("[data-points='Anna']")).to_have_text("3")
    expect(plain.get_by_text("Every question is answered.")).to_be_visible()
    plain.get_by_role("button", name="Undo").click()
    expect(plain.get_by_text("Question 1 of 1")).to_be_visible()
    plain.goto(f"{table.address}{deal}/review?photo=1")
    plain.locator("a.mark").first.click()
    expect(plain.locator("a.mark.selected")).to_have_count(1)
    plain.get_by_role("link", name="Add a card").click()
    plain.locator("input[type=image]").click(position={"x": 440, "y": 130})
    expect(plain.locator("a.mark")).to_have_count(9)
    x, y = table.get(f"{deal}/corrections")["entries"][-1]["point_px"]
    assert (round(x), round(y)) == (440, 130)
