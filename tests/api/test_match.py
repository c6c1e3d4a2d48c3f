"""A whole match over the API: from owners and backs to the winner."""

from pathlib import Path

from tests.api.stored import (
    full_deal,
    made,
    new_match,
    points,
    serving,
    teach,
)


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
