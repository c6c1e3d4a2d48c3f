"""Deals, decks and standings: how a deal ends, what it needs to be confirmed, who wins."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.stored import (
    ANY,
    CENTER,
    SMALL,
    Client,
    Json,
    add_photo,
    deck_files,
    full_deal,
    made,
    new_deal,
    new_match,
    points,
    problem,
    read,
    serving,
    teach,
    until,
)
from tests.fake_table import BLUE, RED, picture


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path, max_deals=4) as client:
        yield client


@pytest.fixture
def match(client: Client) -> str:
    path = new_match(client)
    teach(client, path)
    return path


def change(client: Client, path: str, **body: Json) -> Json:
    return made(client.patch(path, json=body, headers=ANY), 200)


def confirm(client: Client, deal: str) -> Json:
    return made(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 200)


def refused(client: Client, path: str, body: Json) -> Json:
    return problem(client.post(path, json=body), 422)


def test_owners_and_rules_that_are_not_allowed_are_refused(client: Client) -> None:
    def owners(*names: str) -> Json:
        return {"owners": [{"name": name} for name in names]}

    wrong = (
        owners("Anna"),
        owners("Anna", "Anna"),
        owners(*(f"P{number}" for number in range(13))),
        owners("Anna", "x" * 61),
        owners("Anna", "B\nen"),
        owners("Anna", " "),
        {"owners": [{"name": "A", "players": ["Ben"]}, {"name": "Ben"}]},
        {**owners("Anna", "Ben"), "rules": "whist"},
        {**owners("Anna", "Ben"), "options": {"target": "many"}},
        {**owners("Anna", "Ben"), "options": {"target": True}},
        {**owners("Anna", "Ben"), "options": {"name": 3}},
        {**owners("Anna", "Ben"), "options": {"pile_sizes": 3}},
        {**owners("Anna", "Ben"), "options": {"pile_sizes": {"Cleo": 11}}},
        {**owners("Anna", "Ben"), "options": {"top_rank": 12}},
        {**owners("Anna", "Ben"), "colour": "red"},
    )
    for body in wrong:
        refused(client, "/v1/matches", body)
    assert client.get("/v1/matches").json()["items"] == []


def test_matches_are_listed_newest_first_in_pages(client: Client) -> None:
    paths = [new_match(client, name=name) for name in ("one", "two", "three")]
    first = client.get("/v1/matches?limit=2").json()
    rest = client.get(f"/v1/matches?limit=2&start={first['next']}").json()
    listed = [item["id"] for page in (first, rest) for item in page["items"]]
    assert sorted(listed) == sorted(path.rpartition("/")[2] for path in paths)
    assert rest["next"] is None


def test_other_rules_score_all_deals_anew(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    assert points(client.get(deal).json()) == {"Anna": 3, "Ben": 0}
    changed = change(client, match, rules="racing-demon")
    assert points(client.get(deal).json()) == {"Anna": 13, "Ben": 2}
    assert changed["rules"] == {"name": "racing-demon", "options": {}}
    change(client, match, options={"caller_bonus": 20})
    assert points(client.get(deal).json())["Anna"] == 23
    problem(client.patch(match, json={"name": "x"}, headers={"If-Match": '"1"'}), 412)


def test_a_deal_ends_in_exactly_one_way(client: Client, match: str) -> None:
    deals = f"{match}/deals"
    wrong: tuple[Json, ...] = (
        {},
        {"caller": "Anna", "blocked": True},
        {"caller": "Cleo"},
        {"caller": "Anna", "owners": ["Anna"]},
        {"caller": "Anna", "owners": ["Anna", "Cleo"]},
        {"caller": "Anna", "wrong_calls": ["Cleo"]},
        {"caller": "Anna", "decks": {"Anna": "Ben"}},
        {"caller": "Anna", "decks": {"Anna": "Cleo"}},
        {"blocked": "perhaps"},
    )
    for body in wrong:
        refused(client, deals, body)
    assert made(client.post(deals, json={"blocked": True}))["blocked"]
    assert made(client.post(deals, json={"void": True}))["void"]
    swapped = {"caller": "Anna", "decks": {"Anna": "Ben", "Ben": "Anna"}}
    assert made(client.post(deals, json=swapped))["decks"] == swapped["decks"]


def test_too_many_deals_are_refused(client: Client, match: str) -> None:
    for _ in range(4):
        new_deal(client, match)
    problem(client.post(f"{match}/deals", json={"caller": "Anna"}), 409)


def test_the_end_of_a_deal_can_be_changed(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    assert points(change(client, deal, caller="Ben"))["Ben"] == 0
    assert change(client, deal, blocked=True)["caller"] is None
    assert not change(client, deal, caller="Anna")["blocked"]
    void = change(client, deal, void=True)
    assert points(void) == {"Anna": 0, "Ben": 0}
    assert points(change(client, deal, void=False)) == {"Anna": 3, "Ben": 0}


def test_passed_decks_are_read_anew(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    change(client, deal, decks={"Anna": "Ben", "Ben": "Anna"})
    assert points(read(client, deal)) == {"Anna": 4 - 4, "Ben": 3}


def test_a_deck_that_is_taught_later_is_used_at_once(client: Client) -> None:
    match = new_match(client)
    deal = new_deal(client, match)
    add_photo(client, deal, CENTER)
    assert points(read(client, deal)) == {"Anna": 0, "Ben": 0}
    assert client.get(deal).json()["result"]["unknown"]["center"] == 7
    teach(client, match)
    assert points(read(client, deal)) == {"Anna": 3, "Ben": 4}


def test_a_deal_with_open_flags_is_confirmed_only_on_purpose(client: Client, match: str) -> None:
    deal = new_deal(client, match)
    add_photo(client, deal, CENTER)
    assert read(client, deal)["result"]["flags"]
    told = problem(client.post(f"{deal}/confirm", json={}, headers=ANY), 409)
    assert "open flags" in told["found"]
    assert confirm(client, deal)["state"] == "confirmed"
    problem(client.post(f"{deal}/confirm", json={}, headers=ANY), 409)
    log = client.get(f"{match}/log").json()["items"]
    assert log[-1]["action"] == "deal confirmed"
    assert log[-1]["detail"]["open_flags"] > 0


def test_who_confirms_what_has_changed_is_told(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    seen = {"If-Match": client.get(deal).headers["etag"]}
    to = {"owner": "Anna", "zone": "center", "count": 9}
    body = {"kind": "set_count", "to": to}
    made(client.post(f"{deal}/corrections", json=body, headers=ANY))
    problem(client.post(f"{deal}/confirm", json={}, headers=seen), 412)
    assert client.get(deal).json()["state"] == "open"


def test_a_confirmed_deal_is_closed_until_it_is_reopened(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    confirm(client, deal)
    problem(client.patch(deal, json={"caller": "Ben"}, headers=ANY), 409)
    made(client.post(f"{deal}/reopen", headers=ANY), 200)
    problem(client.post(f"{deal}/reopen", headers=ANY), 409)
    change(client, deal, caller="Ben")


def test_standings_count_confirmed_deals_and_others_on_request(client: Client) -> None:
    match = new_match(client, rules="pagat", options={"target": 6})
    teach(client, match)
    deals = [full_deal(client, match) for _ in range(2)]
    confirm(client, deals[0])
    now = client.get(f"{match}/standings").json()
    assert (now["deals"], now["provisional"], now["winners"]) == ([1], [], [])
    assert [(row["name"], row["total"], row["margins"]) for row in now["rows"]] == [
        ("Anna", 3, {"Ben": 3}),
        ("Ben", 0, {"Anna": -3}),
    ]
    hoped = client.get(f"{match}/standings?provisional=true").json()
    assert (hoped["provisional"], hoped["rows"][0]["points"]) == ([2], [3, 3])
    assert hoped["winners"] == []
    confirm(client, deals[1])
    done = client.get(f"{match}/standings").json()
    assert (done["winners"], done["over"], done["ended_after"]) == (["Anna"], True, 2)


def test_a_match_is_not_over_while_an_earlier_deal_is_open(client: Client) -> None:
    match = new_match(client, rules="pagat", options={"target": 3})
    teach(client, match)
    first, second = (full_deal(client, match) for _ in range(2))
    confirm(client, second)
    now = client.get(f"{match}/standings").json()
    assert (now["winners"], now["over"], now["winning_total"]) == ([], False, None)
    confirm(client, first)
    done = client.get(f"{match}/standings").json()
    assert (done["winners"], done["ended_after"], done["winning_total"]) == (["Anna"], 1, 3)
    assert done["surplus"] == [2]


def test_a_handicap_of_somebody_who_sits_out_harms_nothing(client: Client) -> None:
    match = new_match(client, "Anna", "Ben", "Cleo", options={"pile_sizes": {"Anna": 11}})
    teach(client, match)
    deal = new_deal(client, match, owners=["Ben", "Cleo"], caller="Ben")
    assert client.get(deal).status_code == 200
    assert client.get(f"{match}/standings").status_code == 200


def test_other_decks_need_the_pictures(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    before = points(client.get(deal).json())
    assert client.delete(f"{match}/pictures", headers=ANY).status_code == 204
    swapped = {"decks": {"Anna": "Ben", "Ben": "Anna"}}
    assert "erased" in problem(client.patch(deal, json=swapped, headers=ANY), 409)["detail"]
    assert points(client.get(deal).json()) == before


def test_the_table_is_comma_separated_and_harmless(client: Client) -> None:
    match = new_match(client, "=Anna", "Ben")
    teach(client, match)
    deal = new_deal(client, match, caller="Ben")
    add_photo(client, deal, CENTER)
    read(client, deal)
    confirm(client, deal)
    answer = client.get(f"{match}/standings.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text.split() == ["place,owner,deal", "1,total", "1,Ben,4,4", "2,'=Anna,3,3"]


def test_before_the_next_deal_each_deck_is_checked(client: Client) -> None:
    match = new_match(client, "Anna", "Ben", "Cleo", options={"deck_size": 7, "pile_size": 3})
    teach(client, match)
    deal = new_deal(client, match)
    add_photo(client, deal, picture((RED, 4), (RED, 3), size_px=SMALL), "deck")
    add_photo(client, deal, picture((BLUE, 3), (BLUE, 3), size_px=SMALL), "deck")
    read(client, deal)
    checks = {one["deck"]: one for one in client.get(f"{deal}/deck-check").json()}
    assert [checks[name]["whole"] for name in ("Anna", "Ben", "Cleo")] == [True, False, None]
    assert checks["Ben"]["cards"] == 6
    assert "should have 7 cards" in checks["Ben"]["message"]
    assert points(client.get(deal).json())["Anna"] == 0


def test_a_deck_that_cannot_be_learnt_says_why(client: Client) -> None:
    match = new_match(client)
    path = f"{match}/decks/1"
    table = picture(size_px=(320, 240))
    made(client.post(f"{path}/files", files={"file": ("x.png", table)}))
    until(lambda: client.get(path).json()["state"] != "waiting")
    deck = client.get(path).json()
    assert deck["state"] == "failed"
    assert deck["problem"]["action"]
    assert client.delete(f"{path}/files").json()["state"] == "missing"
    teach(client, match)
    assert client.get(path).json()["state"] == "ready"


def test_decks_that_look_alike_are_named_until_one_is_another(client: Client) -> None:
    match = new_match(client, "Anna", "Ben", "Cleo")

    def learn(number: int, file: bytes) -> None:
        made(client.post(f"{match}/decks/{number}/files", files={"file": ("b.json", file)}))
        until(lambda: client.get(f"{match}/decks/{number}").json()["state"] == "ready")

    def alike() -> list[int]:
        decks = client.get(f"{match}/decks").json()
        assert all("look alike" in text for deck in decks for text in deck["alike"])
        return [len(deck["alike"]) for deck in decks]

    red, blue = deck_files()
    learn(1, red)
    learn(2, blue)
    assert alike() == [0, 0, 0]
    learn(3, red)
    assert alike() == [1, 0, 1]
    made(client.delete(f"{match}/decks/3/files"), 200)
    assert alike() == [0, 0, 0]
    learn(3, blue)
    assert alike() == [0, 1, 1]


def test_files_that_teach_nothing_are_refused(client: Client) -> None:
    path = f"{new_match(client)}/decks/1/files"
    for data in (b"", b"x", b"{}", b'{"version": 99}', b"{" * 50_000):
        problem(client.post(path, files={"file": ("x", data)}), 422)
    six = [("file", ("x.png", picture((RED, n % 4 + 1), size_px=(600 + n, 300)))) for n in range(6)]
    problem(client.post(path, files=six), 409)
    problem(client.post(path.replace("/1/", "/9/"), files=six[:1]), 404)


def test_what_is_not_there_is_not_found(client: Client, match: str) -> None:
    paths = (
        "/v1/matches/nothing",
        "/v1/matches/nothing/standings",
        "/v1/matches/nothing/log",
        "/v1/matches/nothing/decks",
        "/v1/matches/..%2f..%2fetc/log",
        f"{match}/deals/1",
        f"{match}/decks/9",
        f"{match}/deals/1/corrections",
    )
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"] == "application/problem+json"
