"""The pages without a browser: what they say, and that names stay names."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.api.pages.browse import HTML, page_of
from tests.api.stored import (
    ANY,
    Client,
    add_photo,
    full_deal,
    new_deal,
    new_match,
    read,
    serving,
    teach,
    until,
)
from tests.fake_table import BLUE, GREEN, RED, back, picture

ATTACK = '<script>alert(1)</script>"'


def test_names_are_shown_as_names_on_every_page(client: Client) -> None:
    match = new_match(client, ATTACK, "Ben", name=ATTACK)
    deal = new_deal(client, match, caller=ATTACK)
    change = {"kind": "set_count", "to": {"owner": ATTACK, "zone": "nertz", "count": 2}}
    client.post(f"{deal}/corrections", json=change, headers=ANY)
    shown = ("", "/rules", "/decks", "/deals/new", "/deals/1", "/deals/1/result", "/deals/1/review")
    for path in ("/", *(page_of(match) + end for end in shown)):
        page = client.get(path).text
        assert "&lt;script&gt;" in page, path
        assert "<script>alert" not in page, path


def test_pages_hold_no_script_style_or_address_of_another_host(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = full_deal(client, match)
    for path in ("/", "/matches/new", page_of(match), page_of(deal), f"{page_of(deal)}/review"):
        answer = client.get(path)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert not re.search(
            r"<style|\sstyle=|\son\w+=|javascript:|<script(?! type=\"module\" src)", answer.text
        )
        assert not re.search(r"(?:src|href|action)=\"(?:\w+:)?//", answer.text)


@pytest.mark.parametrize(
    "path", ["/matches/none", "/matches/none/deals/1", "/nowhere", "/matches/x/deals/y"]
)
def test_a_wrong_address_is_told_on_a_page(client: Client, path: str) -> None:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 404
    assert "This is not here" in answer.text


def test_standings_tell_the_winner_margins_and_an_earlier_deal_is_corrected(client: Client) -> None:
    match = new_match(client, rules="pagat", options={"target": 10})
    for points in (6, 7):
        deal = new_deal(client, match)
        change = {"kind": "set_count", "to": {"owner": "Anna", "zone": "center", "count": points}}
        client.post(f"{deal}/corrections", json=change, headers=ANY)
        client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY)
    page = client.get(page_of(match)).text
    assert "Anna wins" in page
    assert "+13 to Ben" in page
    first = f"{match}/deals/1"
    client.post(f"{first}/reopen", headers=ANY)
    lower = {"kind": "set_count", "to": {"owner": "Anna", "zone": "center", "count": 1}}
    client.post(f"{first}/corrections", json=lower, headers=ANY)
    client.post(f"{first}/confirm", json={"despite_flags": True}, headers=ANY)
    page = client.get(page_of(match)).text
    assert "wins" not in page
    assert "2 to go" in page


def test_what_nobody_owns_is_asked_first_and_shown_as_nobodys(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = new_deal(client, match)
    add_photo(client, deal, picture((RED, 3), (BLUE, 4), (GREEN, 2)))
    read(client, deal)
    page = client.get(f"{page_of(deal)}/result").text
    assert "Nobody's" in page
    review = client.get(f"{page_of(deal)}/review").text
    first = client.get(deal).json()["result"]["flags"][0]
    assert first["message"].replace("'", "&#39;") in review
    assert 'aria-current="true"' in review, "no mark of the question is chosen"


def test_guests_look_and_are_offered_nothing_to_change(tmp_path: Path) -> None:
    with serving(tmp_path, lan=True) as client:
        keys = client.app.state.keys
        host = {"Authorization": f"Bearer {keys.host}"}
        made = client.post(
            "/v1/matches", json={"owners": [{"name": "A"}, {"name": "B"}]}, headers=host
        )
        match = f"/matches/{made.json()['id']}"
        guest = {"Cookie": f"nertz_key={keys.guest}", **HTML}
        page = client.get(match, headers=guest)
        assert page.status_code == 200
        assert 'method="post"' not in page.text
        assert (
            client.post(f"{match}/deals/new", data={"end": "A"}, headers=guest).status_code == 403
        )
        stranger = client.get(match, headers=HTML)
        assert stranger.status_code == 401
        assert "This table needs its link" in stranger.text


def test_the_back_that_was_learnt_is_shown_cut_out(client: Client) -> None:
    match = new_match(client)
    photo = {"photo": ("back.png", back(RED))}
    client.post(f"{page_of(match)}/decks/1", files=photo, headers=HTML)
    until(lambda: client.get(f"{match}/decks/1").json()["state"] == "ready")
    answer = client.get(f"{page_of(match)}/decks/1/picture")
    with Image.open(io.BytesIO(answer.content)) as seen:
        red, green, blue = np.asarray(seen).mean(axis=(0, 1))
        assert seen.height > 1.3 * seen.width
    assert red > 150 > 90 > max(green, blue), "the table around the card is on it"


def test_a_question_about_no_photo_shows_the_photos_of_its_zone(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = new_deal(client, match)
    add_photo(client, deal, picture((RED, 3)))
    read(client, deal)
    asked = [flag for flag in client.get(deal).json()["result"]["flags"] if flag["photo"] is None]
    page = client.get(f"{page_of(deal)}/review?flag={asked[0]['key']}").text
    assert "Question" in page
    assert "photo 1 with 3 marks" in page


def test_decks_that_look_alike_are_warned_of_before_play(client: Client) -> None:
    match = new_match(client)
    for deck in (1, 2):
        photo = {"photo": (f"{deck}.png", back(RED))}
        client.post(f"{page_of(match)}/decks/{deck}", files=photo, headers=HTML)
    until(lambda: all(deck["state"] == "ready" for deck in client.get(f"{match}/decks").json()))
    page = client.get(f"{page_of(match)}/decks").text
    assert page.count("look alike") == 2
    assert page.index("look alike") < page.index("Play!")
