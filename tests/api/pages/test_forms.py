"""The forms of the pages: what they do, and what they refuse in words."""

import re
from typing import Any

import pytest

from tests.api.pages.browse import HTML, page_of, submit
from tests.api.stored import (
    ANY,
    Client,
    add_photo,
    made,
    new_deal,
    new_match,
    points,
    read,
    teach,
)
from tests.fake_table import BLUE, RED, picture


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


COUNT: dict[str, Any] = {"kind": "set_count", "to": {"owner": "Ben", "zone": "nertz", "count": 2}}


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


def test_erasing_needs_a_tick(client: Client) -> None:
    match = new_match(client)
    version = client.get(match).json()["version"]
    assert submit(client, f"{page_of(match)}/delete", version=version)[0] == 400
    assert client.get(match).status_code == 200
    assert submit(client, f"{page_of(match)}/delete", version=version, sure="on")[0] == 200
    assert client.get(match).status_code == 404


def test_a_photo_taken_again_stands_where_the_old_one_stood(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = new_deal(client, match)
    sizes = [(640 + 2 * number, 560) for number in range(4)]
    taken = [picture((RED, 3), (BLUE, 4), size_px=size) for size in sizes]
    add_photo(client, deal, taken[0])
    repeat = {"files": {"photo": ("p.png", taken[1])}, "data": {"zone": "center", "same_as": "1"}}
    made(client.post(f"{deal}/photos", **repeat))
    assert points(read(client, deal))["Anna"] == 3
    page = deal.removeprefix("/v1")
    for old, data in ((2, taken[2]), (1, taken[3])):
        form = {"zone": "center", "retake": str(old), "key": f"k{old}"}
        client.post(f"{page}/photos", files={"photo": ("p.png", data)}, data=form)
    now = read(client, deal)
    assert [(photo["number"], photo["same_as"]) for photo in now["photos"]] == [(3, 4), (4, None)]
    assert points(now)["Anna"] == 3
