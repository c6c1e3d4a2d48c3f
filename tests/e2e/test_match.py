"""A whole match as people play it: from names and backs to the winner."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE_MS, PHONE
from tests.e2e.serving import serve
from tests.e2e.table import CENTER, LEFTOVER, PHOTOS, Table
from tests.fake_table import BLUE, RED, back

File = dict[str, str | bytes]


def picture(data: bytes) -> File:
    return {"name": "photo.png", "mimeType": "image/png", "buffer": data}


def begin(page: Page, address: str, names: list[str], target: str) -> None:
    """From the empty list of matches to the page of the backs."""
    page.goto(address)
    page.get_by_role("link", name="Begin a match").click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_text("House rules").click()
    page.get_by_role("textbox", name="Target").fill(target)
    page.get_by_role("button", name="Next: the decks' backs").click()


def teach(page: Page, name: str, file: File | Path) -> None:
    page.get_by_label(f"Photo of the back of {name}'s deck").set_input_files(file)
    deck = page.locator(".deck", has=page.get_by_role("heading", name=name, exact=True))
    expect(deck.get_by_text("Known")).to_be_visible()


def photograph(page: Page, what: str, file: File | Path, number: int) -> None:
    page.get_by_label(what).set_input_files(file)
    photo = page.locator(f"#photo-{number}")
    expect(photo).to_be_visible()
    expect(photo.locator("progress")).to_have_count(0)
    expect(photo).to_contain_text("cards")


def test_a_match_is_played_from_names_to_the_winner(screen: BrowserContext, table: Table) -> None:
    page = screen.new_page()
    begin(page, table.address, ["Anna", "Ben"], "3")
    teach(page, "Anna", picture(back(RED)))
    teach(page, "Ben", picture(back(BLUE)))
    page.get_by_role("link", name="Play!").click()
    page.get_by_role("radio", name="Anna").check()
    page.get_by_role("button", name="Next: photos").click()
    photograph(page, "Take a photo: Centre", picture(CENTER), 1)
    photograph(page, "Choose photos: Leftover", picture(LEFTOVER), 2)
    page.get_by_role("link", name="See the result").click()
    expect(page.get_by_role("row", name="Anna")).to_contain_text("303")
    expect(page.get_by_role("row", name="Ben")).to_contain_text("420")
    expect(page.get_by_role("heading", name="No questions")).to_be_visible()
    expect(page.locator("a.mark")).to_have_count(7)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Anna wins")).to_be_visible()
    fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert fits, "the page is wider than the screen"


@pytest.mark.timeout(900)
def test_real_photos_are_counted_by_the_real_detector(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(**PHONE)
    context.set_default_timeout(300_000)
    expect.set_options(timeout=300_000)
    try:
        with serve(tmp_path, None) as address:
            page = context.new_page()
            begin(page, address, ["Teal", "Red"], "11")
            teach(page, "Teal", PHOTOS / "enrol" / "scales_teal.jpg")
            teach(page, "Red", PHOTOS / "enrol" / "scroll_red.jpg")
            page.get_by_role("link", name="Play!").click()
            page.get_by_role("radio", name="Red").check()
            page.get_by_role("button", name="Next: photos").click()
            photograph(page, "Choose photos: Centre", PHOTOS / "table-1.jpg", 1)
            photograph(page, "Choose photos: Leftover", PHOTOS / "table-2.jpg", 2)
            page.get_by_role("link", name="See the result").click()
            answer_all(page)
            for name, center, nertz in (("Teal", 15, 11), ("Red", 11, 0)):
                count_by_hand(page, name, "Centre", center)
                count_by_hand(page, name, "Leftover", nertz)
            answer_all(page)
            page.get_by_role("button", name="Confirm the deal").click()
            expect(page.get_by_role("heading", name="Red wins")).to_be_visible()
            assert [row["total"] for row in standings(page)] == [11, -7]
    finally:
        context.close()
        expect.set_options(timeout=PATIENCE_MS)


def answer_all(page: Page) -> None:
    """Looks at every question and says that it is right."""
    if "/review" not in page.url:
        page.get_by_role("navigation", name="Deal 1").get_by_role("link", name="Review").click()
    right = page.get_by_role("button", name="It is right as it is")
    while right.count():
        message = page.locator(".message").text_content() or ""
        place = page.locator(".question").get_attribute("aria-label") or ""
        right.click()
        expect(page.locator(f".question[aria-label='{place}']", has_text=message)).to_have_count(0)


def count_by_hand(page: Page, name: str, zone: str, count: int) -> None:
    """Gives the true number, whatever the detector of the day has seen."""
    form = page.locator("form", has=page.get_by_label("Which cards"))
    if not form.is_visible():
        page.locator("summary", has_text="Count by hand").click()
    form.get_by_label("Whose").select_option(name)
    form.get_by_label("Which cards").select_option(zone)
    form.get_by_label("How many").fill(str(count))
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".log")).to_contain_text(f"{count} in {name}'s {zone.lower()}")


def standings(page: Page) -> list[dict[str, int]]:
    match = page.url.rpartition("/matches/")[2]
    answer = page.request.get(f"{page.url.partition('/matches/')[0]}/v1/matches/{match}/standings")
    rows: list[dict[str, int]] = answer.json()["rows"]
    return rows
