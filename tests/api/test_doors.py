"""The doors: keys, cookies, other people's pages, headers, pace and size."""

import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.doors import HEADERS, MAX_BODY_BYTES, Pace
from api.keys import Keys, Role, qr_text
from api.problems import RefusedError
from api.settings import Settings
from scoring.errors import DataError
from tests.api.stored import Client, made, new_match, problem, serving

OWNERS = {"owners": [{"name": "Anna"}, {"name": "Ben"}]}


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path, lan=True) as client:
        yield client


@pytest.fixture
def keys(lan: Client) -> Keys:
    found: Keys = lan.app.state.keys
    return found


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def cookie(key: str) -> dict[str, str]:
    return {"Cookie": f"nertz_key={key}"}


@pytest.mark.parametrize("path", ["/v1/matches", "/openapi.json", "/v1/links", "/"])
@pytest.mark.parametrize("headers", [{}, bearer("x"), bearer(""), cookie("x"), {"Cookie": "=;="}])
def test_nothing_is_told_without_a_key(lan: Client, path: str, headers: dict[str, str]) -> None:
    problem(lan.get(path, headers=headers), 401)


def test_the_host_changes_and_the_guest_looks(lan: Client, keys: Keys) -> None:
    match = made(lan.post("/v1/matches", json=OWNERS, headers=bearer(keys.host)))
    path = f"/v1/matches/{match['id']}"
    assert made(lan.get(path, headers=bearer(keys.guest)), 200)["id"] == match["id"]
    for method in ("POST", "PATCH", "DELETE", "PUT"):
        problem(lan.request(method, path, headers=bearer(keys.guest)), 403)
    problem(lan.post("/v1/score", headers=bearer(keys.guest)), 403)


def test_a_link_becomes_a_cookie_that_no_script_reads(lan: Client, keys: Keys) -> None:
    answer = lan.get(f"/enter/{keys.guest}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    sent = answer.headers["set-cookie"]
    assert "HttpOnly" in sent
    assert "SameSite=lax" in sent
    assert made(lan.get("/v1/matches", headers=cookie(keys.guest)), 200)["items"] == []
    problem(lan.get("/enter/guessed"), 401)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {},
    ],
)
def test_another_page_cannot_use_the_cookie(
    lan: Client, keys: Keys, headers: dict[str, str]
) -> None:
    problem(lan.post("/v1/matches", json=OWNERS, headers={**cookie(keys.host), **headers}), 403)


def test_our_own_page_can_use_the_cookie(lan: Client, keys: Keys) -> None:
    headers = {**cookie(keys.host), "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    made(lan.post("/v1/matches", json=OWNERS, headers=headers))


def test_only_the_host_sees_the_links(lan: Client, keys: Keys) -> None:
    links = made(lan.get("/v1/links", headers=bearer(keys.host)), 200)
    assert [link["url"] for link in links] == [
        f"http://localhost/enter/{keys.guest}",
        f"http://localhost/enter/{keys.host}",
    ]
    assert all(link["qr_svg"].startswith("<svg") for link in links)
    problem(lan.get("/v1/links", headers=bearer(keys.guest)), 403)


def test_keys_stay_and_are_the_users_own(tmp_path: Path) -> None:
    keys = Keys.of_folder(tmp_path)
    assert Keys.of_folder(tmp_path) == keys
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600
    assert keys.role_of(keys.host) is Role.HOST
    assert keys.role_of(keys.guest) is Role.GUEST
    assert keys.role_of(keys.host[:-1]) is None
    assert keys.role_of("") is None
    assert keys.host not in repr(keys)


@pytest.mark.parametrize("text", ["", "{}", '{"host": "a", "guest": "b"}', "[]"])
def test_keys_that_cannot_be_used_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.json").write_text(text)
    with pytest.raises(DataError, match="keys"):
        Keys.of_folder(tmp_path)


def test_only_an_address_of_this_machine_alone_needs_no_key() -> None:
    assert not Settings().has_doors
    assert not Settings(host="::1").has_doors
    assert not Settings(host="localhost").has_doors
    assert Settings(host="192.168.1.5").has_doors
    assert Settings(host="0.0.0.0").has_doors  # noqa: S104 - the point of the test
    assert Settings(host="table.example").has_doors
    assert Settings(lan=True).has_doors


def test_without_doors_only_names_of_this_machine_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path, hosts=("nertz.home",)) as client:
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "nertz.home"):
            assert client.get("/v1/matches", headers={"Host": host}).status_code == 200
        for host in ("evil.example", "localhost.evil.example:8000", ""):
            problem(client.get("/v1/matches", headers={"Host": host}), 421)
        evil = {"Origin": "http://evil.example"}
        problem(client.post("/v1/matches", json=OWNERS, headers=evil), 403)


def test_every_answer_has_the_strict_headers(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        answers: list[httpx.Response] = [
            client.get("/health/live"),
            client.get("/nowhere"),
            client.get("/v1/matches", headers={"Host": "evil.example"}),
        ]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_too_many_changes_are_asked_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, max_changes_a_minute=1) as client:
        new_match(client)
        refused = client.post("/v1/matches", json=OWNERS)
        problem(refused, 429)
        assert 1 <= int(refused.headers["retry-after"]) <= 61
        assert client.get("/v1/matches").status_code == 200


def test_the_pace_is_for_each_address_and_comes_back_with_time() -> None:
    moment = 0.0
    pace = Pace(2, lambda: moment)
    pace.check("a")
    pace.check("a")
    with pytest.raises(RefusedError):
        pace.check("a")
    pace.check("b")
    moment = 30.0
    pace.check("a")
    with pytest.raises(RefusedError):
        pace.check("a")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        problem(client.post("/v1/matches", content=b"x" * (MAX_BODY_BYTES + 1)), 413)

        async def endless() -> object:
            while True:
                yield b"x" * 1000

        problem(client.post("/v1/matches", content=endless()), 413)


def test_the_qr_code_is_square_for_a_terminal() -> None:
    lines = qr_text("http://192.168.1.5:8000/enter/abc").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert abs(2 * len(lines) - len(lines[0])) <= 1
