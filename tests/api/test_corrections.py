"""Corrections: an honest log, undo and redo, and nobody's change lost."""

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.api.stored import (
    ANY,
    Client,
    Json,
    add_photo,
    full_deal,
    made,
    new_deal,
    new_match,
    points,
    problem,
    read,
    serving,
    teach,
)
from tests.fake_table import BLUE, GREEN, RED, picture


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path) as client:
        yield client


@pytest.fixture
def deal(client: Client) -> str:
    """Anna 3, Ben 4 - 2 * 2 = 0, read and open."""
    match = new_match(client)
    teach(client, match)
    return full_deal(client, match)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    """One deal for all who are only refused."""
    with serving(tmp_path_factory.mktemp("unchanged")) as client:
        match = new_match(client)
        teach(client, match)
        yield client, full_deal(client, match)


def correct(
    client: Client, deal: str, version: str = "*", who: str = "Anna", **body: Json
) -> httpx.Response:
    headers = {"If-Match": version}
    return client.post(f"{deal}/corrections?who={who}", json=body, headers=headers)


def some_mark(client: Client, deal: str, owner: str = "Anna") -> str:
    piles = client.get(f"{deal}/photos/1").json()["piles"]
    found: str = next(pile["marks"][0]["id"] for pile in piles if pile["owner"] == owner)
    return found


def now(client: Client, deal: str) -> dict[str, int]:
    return points(client.get(deal).json())


def test_each_kind_of_correction_changes_the_score(client: Client, deal: str) -> None:
    mark = some_mark(client, deal)
    photo = {"photo": "photo 1"}
    pile = client.get(f"{deal}/photos/2").json()["piles"][0]["id"]
    made(correct(client, deal, kind="owner", **photo, mark=mark, to={"owner": "Ben"}))
    assert now(client, deal) == {"Anna": 2, "Ben": 1}
    made(correct(client, deal, kind="remove", **photo, mark=mark))
    assert now(client, deal) == {"Anna": 2, "Ben": 0}
    made(correct(client, deal, kind="add", **photo, point_px=[60, 90], to={"owner": "Anna"}))
    assert now(client, deal) == {"Anna": 3, "Ben": 0}
    to = {"owner": "Ben", "zone": "center"}
    made(correct(client, deal, kind="assign_pile", photo="photo 2", pile=pile, to=to))
    assert now(client, deal) == {"Anna": 3, "Ben": 6}
    made(correct(client, deal, kind="set_count", to={"owner": "Ben", "zone": "nertz", "count": 1}))
    assert now(client, deal) == {"Anna": 3, "Ben": 4}


def test_the_log_says_who_changed_what_from_what_to_what(client: Client, deal: str) -> None:
    mark = some_mark(client, deal)
    made(
        correct(
            client,
            deal,
            kind="owner",
            photo="photo 1",
            mark=mark,
            to={"owner": "Ben"},
            who="Cl%C3%A9o",
        )
    )
    (entry,) = client.get(f"{deal}/corrections").json()["entries"]
    assert (entry["who"], entry["kind"], entry["mark"]) == ("Cléo", "owner", mark)
    assert (entry["from"]["owner"], entry["to"]["owner"]) == ("Anna", "Ben")
    assert entry["when"].endswith("+00:00")


def test_undo_and_redo_are_new_entries(client: Client, deal: str) -> None:
    mark = some_mark(client, deal)
    made(correct(client, deal, kind="remove", photo="photo 1", mark=mark))
    undone = made(client.post(f"{deal}/corrections/undo", headers=ANY))
    assert now(client, deal)["Anna"] == 3
    assert [entry["kind"] for entry in undone["entries"]] == ["remove", "undo"]
    assert undone["in_force"] == []
    redone = made(client.post(f"{deal}/corrections/redo", headers=ANY))
    assert now(client, deal)["Anna"] == 2
    assert [entry["kind"] for entry in redone["entries"]] == ["remove", "undo", "undo"]
    problem(client.post(f"{deal}/corrections/redo", headers=ANY), 409)
    made(correct(client, deal, kind="undo", undoes=redone["entries"][0]["id"]))
    problem(client.post(f"{deal}/corrections/undo", headers=ANY), 409)


def test_of_two_who_correct_at_once_the_later_one_is_told(client: Client, deal: str) -> None:
    seen = client.get(f"{deal}/corrections").headers["etag"]
    mark = some_mark(client, deal)
    first = correct(client, deal, seen, kind="remove", photo="photo 1", mark=mark)
    late = correct(
        client, deal, seen, kind="owner", photo="photo 1", mark=mark, to={"owner": "Ben"}
    )
    made(first)
    assert "changed since" in problem(late, 412)["found"]
    assert len(client.get(f"{deal}/corrections").json()["entries"]) == 1
    assert first.headers["etag"] == client.get(f"{deal}/corrections").headers["etag"]


def test_of_many_at_the_same_moment_exactly_one_gets_through(client: Client, deal: str) -> None:
    seen = client.get(f"{deal}/corrections").headers["etag"]
    to = {"owner": "Anna", "zone": "center"}
    answers: list[int] = []
    start = threading.Barrier(8)

    def send(count: int) -> None:
        start.wait()
        told = correct(client, deal, seen, kind="set_count", to={**to, "count": count})
        answers.append(told.status_code)

    threads = [threading.Thread(target=send, args=(count,)) for count in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201] + [412] * 7
    assert len(client.get(f"{deal}/corrections").json()["entries"]) == 1


def test_a_new_reading_counts_as_a_change(client: Client, deal: str) -> None:
    seen = client.get(f"{deal}/corrections").headers["etag"]
    made(client.post(f"{deal}/photos/1/readings", headers=ANY), 202)
    problem(correct(client, deal, seen, kind="remove", photo="photo 1", mark="m1"), 412)
    read(client, deal)
    made(correct(client, deal, kind="remove", photo="photo 1", mark="m1"))


def test_with_a_key_a_repeated_correction_is_one(client: Client, deal: str) -> None:
    body = {"kind": "add", "photo": "photo 1", "point_px": [60, 90], "to": {"owner": "Anna"}}
    headers = {
        "If-Match": client.get(f"{deal}/corrections").headers["etag"],
        "Idempotency-Key": "k",
    }
    for _ in range(2):
        made(client.post(f"{deal}/corrections", json=body, headers=headers))
    assert now(client, deal)["Anna"] == 4


def test_a_change_without_a_version_is_refused(client: Client, deal: str) -> None:
    body = {"kind": "remove", "photo": "photo 1", "mark": "m1"}
    problem(client.post(f"{deal}/corrections", json=body), 428)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "paint"},
        {"kind": "remove"},
        {"kind": "remove", "photo": "photo 1", "mark": "m99"},
        {"kind": "remove", "photo": "photo 9", "mark": "m1"},
        {"kind": "owner", "photo": "photo 1", "mark": "m1", "to": {"owner": "Cleo"}},
        {"kind": "add", "photo": "photo 1", "point_px": [-1, 5]},
        {"kind": "add", "photo": "photo 1", "point_px": [1]},
        {"kind": "add", "photo": "photo 1", "point_px": [5, 5], "mark": "../x"},
        {"kind": "set_count", "to": {"count": -1, "owner": "Anna", "zone": "center"}},
        {"kind": "set_count", "to": {"count": 3, "owner": "Anna", "zone": "deck"}},
        {"kind": "card", "photo": "photo 1", "mark": "m1", "to": {"card": "ZZ"}},
        {"kind": "accept", "flag": "nothing"},
        {"kind": "undo", "undoes": "nothing"},
        {"kind": "remove", "photo": "photo 1", "mark": "m1", "more": 1},
    ],
)
def test_what_makes_no_sense_is_refused(
    unchanged: tuple[Client, str], body: dict[str, Json]
) -> None:
    client, deal = unchanged
    problem(correct(client, deal, **body), 422)
    assert client.get(f"{deal}/corrections").json()["entries"] == []


def test_bodies_that_no_json_can_hold_are_refused(client: Client, deal: str) -> None:
    bodies = (
        b"",
        b"{",
        b"[" * 100_000,
        b'{"kind": "add", "photo": "photo 1", "point_px": [NaN, Infinity]}',
        b'{"kind": "remove", "photo": "\\ud800", "mark": "m1"}',
        b'{"kind": "remove", "photo": "photo 1", "mark": "\\u0000"}',
        b"9" * 10_000,
        b'\xff\xfe{"kind"',
    )
    for body in bodies:
        answer = client.post(
            f"{deal}/corrections", content=body, headers={**ANY, "Content-Type": "application/json"}
        )
        assert answer.status_code in (400, 422), (body[:40], answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_flag_is_accepted_by_its_key(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = new_deal(client, match)
    add_photo(client, deal, picture((RED, 3), (GREEN, 2), size_px=(640, 560)))
    result = read(client, deal)["result"]
    kinds = [flag["kind"] for flag in result["flags"]]
    assert "unknown_back" in kinds
    for flag in result["flags"]:
        made(correct(client, deal, kind="accept", flag=flag["key"]))
    after = client.get(deal).json()["result"]
    assert after["flags"] == []
    assert after["settled"] == len(kinds)
    assert after["unknown"]["center"] == 2


def test_a_photo_that_is_not_read_cannot_be_accepted(client: Client) -> None:
    match = new_match(client)
    deal = new_deal(client, match)
    go_on, detector = threading.Event(), client.app.state.analyst.networks().detector
    detector.before = lambda: go_on.wait(30)
    add_photo(client, deal, picture((RED, 3), (BLUE, 4)))
    told = client.get(deal).json()["result"]
    flag = next(flag for flag in told["flags"] if flag["kind"] == "photo_not_read")
    problem(correct(client, deal, kind="accept", flag=flag["key"]), 422)
    assert not told["complete"]
    problem(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 409)
    go_on.set()
    assert read(client, deal)["result"]["complete"]


def test_a_confirmed_deal_takes_no_corrections(client: Client, deal: str) -> None:
    made(client.post(f"{deal}/confirm", json={}, headers=ANY), 200)
    problem(correct(client, deal, kind="remove", photo="photo 1", mark="m1"), 409)
    problem(client.post(f"{deal}/corrections/undo", headers=ANY), 409)
    made(client.post(f"{deal}/reopen", headers=ANY), 200)
    made(correct(client, deal, kind="remove", photo="photo 1", mark="m1"))


def test_the_log_comes_in_pages(client: Client, deal: str) -> None:
    for count in range(3):
        to = {"owner": "Anna", "zone": "center", "count": count}
        made(correct(client, deal, kind="set_count", to=to))
    first = client.get(f"{deal}/corrections?limit=2").json()
    rest = client.get(f"{deal}/corrections?start={first['next']}").json()
    counts = [entry["to"]["count"] for page in (first, rest) for entry in page["entries"]]
    assert counts == [0, 1, 2]
    assert rest["next"] is None


def test_a_correction_of_another_reading_is_lost_and_not_applied_to_other_cards(
    client: Client,
) -> None:
    match = new_match(client)
    teach(client, match)
    deal = new_deal(client, match)
    add_photo(client, deal, picture((RED, 3), (BLUE, 4)), "foundations")
    read(client, deal)
    for name in ("m1", "m2"):
        body = {"kind": "remove", "photo": "photo 1", "mark": name}
        made(client.post(f"{deal}/corrections", json=body, headers=ANY))
    made(client.patch(f"{deal}/photos/1", json={"zone": "center"}, headers=ANY), 200)
    now = read(client, deal)
    assert points(now)["Anna"] == 3
    assert "correction_lost" in {flag["kind"] for flag in now["result"]["flags"]}
