"""The pages without a browser: what they say, what they refuse, and that names stay names."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

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

HTML = {"Accept": "text/html"}
ATTACK = '<script>alert(1)</script>"'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("data")) as ready:
        yield ready


def page_of(path: str) -> str:
    """The page of what the JSON API calls by that path."""
    return path.removeprefix("/v1")


def submit(client: Client, path: str, follow: bool = True, **fields: Any) -> tuple[int, str]:  # noqa: ANN401 - as httpx
    answer = client.post(path, data=fields, follow_redirects=follow, headers=HTML)
    return answer.status_code, answer.text if follow else answer.headers.get("location", "")


def test_a_match_of_pairs_is_made_and_scored_by_house_rules(client: Client) -> None:
    status, where = submit(
        client,
        "/matches/new",
        follow=False,
        kind="pairs",
        name=["Anna", "Cleo", ""],
        partner=["Ben", "Dan", ""],
        rules="classic",
        **{"option.caller_bonus": "25", "option.target": "none"},
    )
    assert status == 303
    match = client.get(f"/v1{where.removesuffix('/decks')}").json()
    assert [owner["name"] for owner in match["owners"]] == ["Anna & Ben", "Cleo & Dan"]
    assert match["rules"] == {"name": "classic", "options": {"caller_bonus": 25, "target": None}}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": ["Anna"]}, "1 owners"),
        ({"name": ["Anna", "Anna"]}, "owners called"),
        ({"name": ["Anna", "Ben"], "option.target": "many"}, "target"),
        ({"name": ["Anna", "Ben"], "rules": "whist"}, "whist"),
        ({"name": ["Anna"], "partner": [""], "kind": "pairs"}, "Anna without a partner"),
    ],
)
def test_a_wrong_match_is_told_and_what_was_typed_stays(
    client: Client, fields: dict[str, Any], told: str
) -> None:
    status, page = submit(client, "/matches/new", **fields)
    assert status == 422
    assert told in page
    assert 'value="Anna"' in page


def test_the_same_form_sent_twice_makes_one_match(client: Client) -> None:
    form: dict[str, Any] = {"name": ["Twice", "Ben"], "key": "0123456789abcdef"}
    places = {submit(client, "/matches/new", follow=False, **form)[1] for _ in range(2)}
    assert len(places) == 1


def test_names_are_shown_as_names_on_every_page(client: Client) -> None:
    match = new_match(client, ATTACK, "Ben", name=ATTACK)
    deal = new_deal(client, match, caller=ATTACK)
    client.post(
        f"{deal}/corrections", json=COUNT | {"to": {**COUNT["to"], "owner": ATTACK}}, headers=ANY
    )
    shown = ("", "/rules", "/decks", "/deals/new", "/deals/1", "/deals/1/result", "/deals/1/review")
    for path in ("/", *(page_of(match) + end for end in shown)):
        page = client.get(path).text
        assert "&lt;script&gt;" in page, path
        assert "<script>alert" not in page, path


COUNT: dict[str, Any] = {"kind": "set_count", "to": {"owner": "Ben", "zone": "nertz", "count": 2}}


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


def test_a_form_from_another_site_changes_nothing(client: Client) -> None:
    before = client.get("/v1/matches").json()["items"]
    answer = client.post(
        "/matches/new",
        data={"name": ["Eve", "Ben"]},
        headers={"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site", **HTML},
    )
    assert answer.status_code == 403
    assert "Only the host can change this" in answer.text
    assert client.get("/v1/matches").json()["items"] == before


@pytest.mark.parametrize(
    "path", ["/matches/none", "/matches/none/deals/1", "/nowhere", "/matches/x/deals/y"]
)
def test_a_wrong_address_is_told_on_a_page(client: Client, path: str) -> None:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 404
    assert "This is not here" in answer.text


def test_a_name_never_leads_to_another_host(client: Client) -> None:
    for there in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", ""):
        status, where = submit(client, "/name", follow=False, name="Zoe", back=there)
        assert status == 303
        assert re.match(r"/(?![/\\])", where)


def test_a_slower_tap_changes_nothing_and_is_told(client: Client) -> None:
    match = new_match(client)
    deal = new_deal(client, match)
    client.post(f"{deal}/corrections", json=COUNT, headers=ANY)
    status, page = submit(
        client,
        f"{page_of(deal)}/corrections",
        kind="set_count", version="0", owner="Ben", zone="nertz", count="5",
    )  # fmt: skip
    assert status == 200
    assert "your last tap was not done" in page
    assert len(client.get(f"{deal}/corrections").json()["entries"]) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "no such"},
        {"kind": "set_count", "count": "many", "owner": "Ben", "zone": "center"},
        {"kind": "set_count", "count": "-1", "owner": "Ben", "zone": "center"},
        {"kind": "add", "photo": "photo 1", "x": "nan", "y": "1"},
        {"kind": "add", "photo": "photo 1", "x": "1", "y": "inf"},
        {"kind": "remove", "photo": "photo 9", "mark": "m1"},
        {"kind": "owner", "photo": "photo 1", "mark": "m1", "owner": "Zoe"},
        {"kind": "accept", "flag": "0" * 16},
        {},
    ],
)
def test_a_form_that_makes_no_sense_is_refused(client: Client, fields: dict[str, Any]) -> None:
    deal = new_deal(client, new_match(client))
    status, page = submit(client, f"{page_of(deal)}/corrections", version="0", **fields)
    assert status == 422
    assert "What to do" in page


def test_a_form_that_is_too_large_is_refused(client: Client) -> None:
    many: dict[str, Any] = {f"field {number}": "x" for number in range(300)}
    assert submit(client, "/name", **many)[0] == 400
    assert submit(client, "/name", name="x" * 5000)[0] == 400
    assert submit(client, "/name", name="x" * 300_000)[0] == 413


def test_a_deal_can_be_blocked_void_with_decks_passed_on(client: Client) -> None:
    match = new_match(client, "Anna", "Ben", "Cleo")
    passed: dict[str, Any] = {"deck.Anna": "Ben", "deck.Ben": "Anna", "deck.Cleo": "Cleo"}
    submit(
        client, f"{page_of(match)}/deals/new", end="*blocked", out=["Cleo"], wrong=["Ben"], **passed
    )
    deal = client.get(f"{match}/deals/1").json()
    assert (deal["caller"], deal["blocked"], deal["owners"]) == (None, True, ["Anna", "Ben"])
    assert deal["decks"] == {"Anna": "Ben", "Ben": "Anna"}
    assert deal["wrong_calls"] == ["Ben"]
    submit(client, f"{page_of(match)}/deals/1/end", end="*void", version=deal["version"])
    assert client.get(f"{match}/deals/1").json()["void"]
    assert submit(client, f"{page_of(match)}/deals/new")[0] == 422


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


def test_erasing_needs_a_tick(client: Client) -> None:
    match = new_match(client)
    version = client.get(match).json()["version"]
    assert submit(client, f"{page_of(match)}/delete", version=version)[0] == 400
    assert client.get(match).status_code == 200
    assert submit(client, f"{page_of(match)}/delete", version=version, sure="on")[0] == 200
    assert client.get(match).status_code == 404


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
