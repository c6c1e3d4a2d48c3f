"""Empty, failed, offline and guests: designed, and told in plain words."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.table import CENTER, LEFTOVER, Table
from tests.e2e.test_match import picture
from tests.fake_table import RED, DrawnCards, back
from tests.fake_table import picture as drawn
from tests.served import networks
from vision.backs import save_deck
from vision.decode import Limits, decode
from vision.enrol import enrol_deck


def test_a_lost_connection_is_told_and_the_photo_is_sent_again(page: Page, table: Table) -> None:
    match = table.new_match()
    table.send("POST", f"/v1{match}/deals", json={"caller": "Anna"})
    page.goto(f"{table.address}{match}/deals/1")
    page.context.set_offline(True)
    page.get_by_label("Take a photo: Centre").set_input_files(picture(CENTER))
    expect(page.get_by_text("No connection to the table's computer")).to_be_visible()
    expect(page.get_by_text("Not sent: no connection.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#photo-1")).to_contain_text("7 cards")
    expect(page.get_by_text("No connection to the table's computer")).to_be_hidden()


def test_a_file_that_is_no_photo_is_refused_in_words(page: Page, table: Table) -> None:
    match = table.new_match()
    table.send("POST", f"/v1{match}/deals", json={"caller": "Anna"})
    page.goto(f"{table.address}{match}/deals/1")
    broken = {"name": "p.png", "mimeType": "image/png", "buffer": CENTER[:2000]}
    page.get_by_label("Take a photo: Centre").set_input_files(broken)
    expect(page.locator(".upload .warning")).to_contain_text("PNG that breaks off")
    expect(page.locator(".photo")).to_have_count(0)


def test_a_dark_photo_is_told_at_once_and_can_be_taken_again(page: Page, table: Table) -> None:
    match = table.new_match()
    table.send("POST", f"/v1{match}/deals", json={"caller": "Anna"})
    page.goto(f"{table.address}{match}/deals/1")
    page.get_by_label("Take a photo: Centre").set_input_files(picture(drawn()))
    expect(page.locator("#photo-1 .warning").first).to_contain_text("No cards were found")
    page.get_by_label("Take photo 1 again").set_input_files(picture(CENTER))
    expect(page.locator("#photo-2")).to_contain_text("7 cards")
    expect(page.locator("#photo-1")).to_have_count(0)


def test_a_back_that_is_not_seen_is_told(page: Page, table: Table) -> None:
    match = table.send("POST", "/v1/matches", json={"owners": [{"name": "A"}, {"name": "B"}]})
    page.goto(f"{table.address}/matches/{match['id']}/decks")
    page.get_by_label("Photo of the back of A's deck").set_input_files(picture(drawn()))
    expect(page.get_by_text("Not recognised")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_text("No photo yet")).to_have_count(2)


def test_nothing_comes_from_another_host_and_the_policy_holds(
    browser: Browser, table: Table
) -> None:
    match = table.new_match()
    deal = table.new_deal(match, CENTER, LEFTOVER)
    context = browser.new_context(**PHONE)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    for path in ("/", match, f"{match}/decks", deal, f"{deal}/result", f"{deal}/review"):
        page.goto(table.address + path, wait_until="load")
        assert page.evaluate("scrollX + document.documentElement.scrollWidth <= innerWidth"), path
    assert not complaints
    assert all(url.startswith((table.address, "data:", "blob:")) for url in asked)
    context.close()


def test_a_deck_file_is_as_good_as_a_photo(page: Page, table: Table, tmp_path: Path) -> None:
    photo, file = tmp_path / "back.png", tmp_path / "red.deck.json"
    photo.write_bytes(back(RED))
    decoded = decode(photo.read_bytes(), "back.png", Limits())
    save_deck(enrol_deck("Red", [decoded], networks(DrawnCards())), file)
    match = table.send("POST", "/v1/matches", json={"owners": [{"name": "A"}, {"name": "B"}]})
    page.goto(f"{table.address}/matches/{match['id']}/decks")
    page.get_by_label("File of the back of A's deck").set_input_files(file)
    expect(page.get_by_text("Known")).to_be_visible()
