"""A whole match over the API: from owners and backs to the winner."""

from pathlib import Path

from tests.api.stored import (
    SMALL,
    Json,
    full_deal,
    made,
    new_match,
    points,
    serving,
    teach,
    until,
)
from tests.fake_table import RED, back, picture


def test_a_whole_match_is_played(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match = new_match(client, options={"target": 3})
        teach(client, match)
        deal = full_deal(client, match)
        read = client.get(deal).json()
        assert points(read) == {"Anna": 3, "Ben": 0}
        assert read["result"]["flags"] == []
        seen = {"If-Match": f'"{read["version"]}"'}
        confirmed = made(client.post(f"{deal}/confirm", json={}, headers=seen), 200)
        assert confirmed["state"] == "confirmed"
        standings = client.get(f"{match}/standings").json()
        assert standings["winners"] == ["Anna"]
        totals = {row["name"]: row["total"] for row in standings["rows"]}
        assert totals == {"Anna": 3, "Ben": 0}


def test_a_bad_photo_of_a_deck_does_not_make_the_good_ones_useless(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match = new_match(client)
        deck = f"{match}/decks/1"

        def learnt(data: bytes) -> Json:
            made(client.post(f"{deck}/files", files={"file": ("b.png", data)}))
            until(lambda: client.get(deck).json()["state"] != "waiting")
            return client.get(deck).json()

        assert learnt(picture(size_px=SMALL))["state"] == "failed"
        good = learnt(back(RED))
        assert (good["state"], good["files"], good["problem"]) == ("ready", 1, None)
        again = learnt(picture(size_px=(610, 400)))
        assert (again["state"], again["files"]) == ("ready", 1)
        log = client.get(f"{match}/log").json()["items"]
        assert [event["action"] for event in log].count("deck photo not used") == 2


def test_jokers_may_be_taken_out_again(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match = new_match(client)
        for jokers in (2, 0, 1):
            options = {"options": {"jokers": jokers}}
            made(client.patch(match, json=options, headers={"If-Match": "*"}), 200)
        assert client.get(match).json()["rules"]["options"] == {"jokers": 1}
