"""By keyboard alone: everything of the review, and the way to it."""

from playwright.sync_api import Page, expect

from tests.e2e.table import CENTER, LEFTOVER, Table
from tests.fake_table import BLUE, GREEN, RED, picture

TWO_STRANGERS = picture((RED, 3), (BLUE, 4), (GREEN, 2))


def test_a_deal_is_reviewed_and_confirmed_by_keys(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(options={"target": 3}), TWO_STRANGERS, LEFTOVER)
    page.goto(f"{table.address}{deal}/review")
    page.locator("[data-help]").wait_for()
    page.keyboard.press("2")  # the first stranger is Ben's
    expect(page.locator("[data-points='Ben']")).to_have_text("1")
    page.keyboard.press("x")  # the second is no card
    expect(page.get_by_text("Every question is answered.")).to_be_visible()
    page.keyboard.press("z")
    expect(page.get_by_text("Question 1 of")).to_be_visible()
    page.keyboard.press("y")
    expect(page.get_by_text("Every question is answered.")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("heading", name="Anna wins")).to_be_visible()
    assert table.points(deal) == {"Anna": 3, "Ben": 1}


def test_a_card_is_added_with_the_arrow_keys(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.keyboard.press("n")
    page.get_by_text("Tap on the photo").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("a.mark")).to_have_count(8)
    assert table.get(f"{deal}/corrections")["entries"][0]["kind"] == "add"


def test_the_keys_are_listed_under_a_question_mark(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), TWO_STRANGERS, LEFTOVER)
    page.goto(f"{table.address}{deal}/review")
    page.locator("[data-help]").wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    for text in ("it is right as it is", "it is no card", "undo", "the card is Anna's"):
        expect(dialog.get_by_text(text, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_cards_of_a_pile_are_walked_with_arrows(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mark.selected")).to_have_attribute("data-mark", "m2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".mark.selected")).to_have_attribute("data-mark", "m1")


def test_tab_reaches_the_content_first(page: Page, table: Table) -> None:
    page.goto(table.address)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()


def test_keys_that_come_faster_than_the_answers_are_not_lost(page: Page, table: Table) -> None:
    deal = table.new_deal(table.new_match(), CENTER, LEFTOVER)
    page.goto(f"{table.address}{deal}/review?photo=1&mark=m1")
    page.locator("[data-help]").wait_for()
    for _ in range(3):
        page.keyboard.press("x")
    expect(page.locator("[data-points='Anna']")).to_have_text("0")
    assert len(table.get(f"{deal}/corrections")["entries"]) == 3
