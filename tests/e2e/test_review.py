"""The review: what is wrong is put right with a tap, and everybody sees it."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import DESKTOP
from tests.e2e.table import CENTER, LEFTOVER, Table
from tests.fake_table import BLUE, GREEN, RED, picture

STRANGER = picture((RED, 3), (BLUE, 4), (GREEN, 2))
"""Two cards of a deck that nobody enrolled lie there too."""


def points(page: Page, name: str) -> str:
    return page.locator(f"[data-points='{name}']").text_content() or ""


def test_a_wrong_count_is_put_right_and_the_score_follows(
    screen: BrowserContext, table: Table
) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page = screen.new_page()
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    assert points(page, "Anna") == "3"
    page.get_by_label("How many cards?").fill("5")
    page.locator("form", has=page.get_by_label("How many cards?")).get_by_role("button").click()
    expect(page.locator("[data-points='Anna']")).to_have_text("5")
    assert table.points(deal) == {"Anna": 5, "Ben": 0}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-points='Anna']")).to_have_text("3")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-points='Anna']")).to_have_text("5")
    assert table.points(deal) == {"Anna": 5, "Ben": 0}


def test_the_worst_question_is_shown_large_and_answered_with_a_tap(
    screen: BrowserContext, table: Table
) -> None:
    deal = table.new_deal(table.new_match(), STRANGER, LEFTOVER)
    page = screen.new_page()
    page.goto(f"{table.address}{deal}/result")
    page.get_by_role("link", name="Answer the question").click()
    stage = page.locator(".stage")
    left, top, width, _ = (float(part) for part in (stage.get_attribute("viewBox") or "").split())
    assert width < 1000, "the place in doubt is not enlarged"
    flagged = page.locator(".mark.flagged").first
    assert left < float(flagged.get_attribute("data-x") or -1) < left + width
    assert top > 0
    page.get_by_role("button", name="Ben", exact=True).first.click()
    expect(page.locator("[data-points='Ben']")).to_have_text("1")
    page.get_by_role("button", name="Not a card").click()
    expect(page.locator("a.mark")).to_have_count(8)
    expect(page.get_by_text("Every question is answered.")).to_be_visible()
    assert table.get(deal)["result"]["unknown"] == {"center": 0, "nertz": 0}


def test_a_missing_card_is_added_where_it_is_tapped(screen: BrowserContext, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page = screen.new_page()
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.get_by_role("link", name="Add a card").click()
    page.get_by_text("Tap on the photo").wait_for()
    page.get_by_role("button", name="Whole photo").click()
    box = page.locator(".stage image").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 440 / 1400, box["y"] + box["height"] * 130 / 900)
    expect(page.locator("a.mark")).to_have_count(8)
    log = table.get(f"{deal}/corrections")["entries"]
    x, y = log[0]["point_px"]
    assert abs(x - 440) < 8
    assert abs(y - 130) < 8
    assert sum(table.points(deal).values()) == 4


def test_zooming_stays_while_marks_are_changed(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m2")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    before = page.locator(".stage").get_attribute("viewBox")
    page.get_by_role("button", name="Ben", exact=True).first.click()
    expect(page.locator("[data-points='Ben']")).to_have_text("1")
    assert page.locator(".stage").get_attribute("viewBox") == before


def test_pinching_and_dragging_move_the_photo(browser: Browser, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{table.address}{deal}/review?photo=1")
    stage = page.locator(".stage")
    box = stage.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -400)
    expect(stage).not_to_have_attribute("viewBox", stage.get_attribute("data-whole") or "")
    zoomed = [float(part) for part in (stage.get_attribute("viewBox") or "").split()]
    page.mouse.down()
    page.mouse.move(middle[0] - 120, middle[1], steps=4)
    page.mouse.up()
    moved = [float(part) for part in (stage.get_attribute("viewBox") or "").split()]
    assert moved[2] == zoomed[2]
    assert moved[0] > zoomed[0] + 20
    expect(page.locator(".mark.selected")).to_have_count(0)
    context.close()


def test_who_changed_what_is_written_down(page: Page, table: Table) -> None:
    match = table.new_match()
    deal = table.new_deal(match, CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.get_by_role("link", name="Who are you?").click()
    page.get_by_role("button", name="Ben").click()
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.get_by_role("button", name="Not a card").click()
    expect(page.locator(".log li").first).to_contain_text("Ben removed a mark (card m1, photo 1)")


def test_two_people_at_once_see_each_others_changes(browser: Browser, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    contexts = [browser.new_context(**DESKTOP) for _ in range(2)]
    first, second = (context.new_page() for context in contexts)
    for page in (first, second):
        page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    first.get_by_role("button", name="Not a card").click()
    expect(first.locator("a.mark")).to_have_count(6)
    expect(second.locator("a.mark")).to_have_count(6)
    expect(second.locator(".toast")).to_contain_text("removed a mark")
    for context in contexts:
        context.close()


def test_who_was_slower_is_told_and_changes_nothing(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.route("**/version", lambda route: route.abort())  # the news does not reach this page
    table.correct(deal, "Ben", kind="remove", photo="photo 1", mark="m3")
    page.get_by_role("button", name="Not a card").click()
    expect(page.get_by_text("Somebody changed this deal a moment ago")).to_be_visible()
    expect(page.locator("a.mark")).to_have_count(6)
    assert len(table.get(f"{deal}/corrections")["entries"]) == 1


def test_a_confirmed_deal_is_reopened_and_corrected(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/result")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("link", name="Deal 1").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    page.get_by_role("button", name="Reopen").click()
    page.get_by_role("link", name="Review").click()
    page.locator(".mark").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Not a card").click()
    page.get_by_role("button", name="Confirm the deal").click()
    expect(page.locator(".standings")).to_contain_text("2")
    assert table.points(deal) == {"Anna": 2, "Ben": 0}
