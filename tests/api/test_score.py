"""`POST /v1/score`: answers, refusals, limits, and a service that stays awake."""

import asyncio
import json
import threading

import httpx
import pytest
from pydantic import TypeAdapter

from api.score import ScoreAnswer
from api.settings import Settings
from tests.api.client import CENTER, DECKS, NERTZ, PARTS, Part, app, post, talk
from tests.fake_table import DrawnCards
from tests.served import networks
from vision.backs import save_deck
from vision.score import learn_deck
from vision.score_request import DeckSource, SourceFile

TEXT: Part = ("center", ("center.jpg", b"a shopping list"))


def problem(response: httpx.Response, status: int) -> dict[str, object]:
    """The problem document of a refused request."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document: dict[str, object] = response.json()
    assert document["status"] == status
    assert {"type", "title", "detail"} <= document.keys()
    return document


def test_a_deal_is_scored() -> None:
    response = post()
    assert response.status_code == 200
    document = response.json()
    assert [(o["name"], o["points"]) for o in document["owners"]] == [("Anna", 3), ("Ben", 0)]
    assert document["flags"] == []
    assert len(document["reading"]["photos"][0]["piles"][0]["marks"][0]["quad_px"]) == 4


def test_the_answer_fits_the_described_type() -> None:
    TypeAdapter(ScoreAnswer).validate_python(post().json())


def test_without_decks_groups_are_counted() -> None:
    document = post([CENTER, NERTZ], {"blocked": "true"}).json()
    assert [owner["name"] for owner in document["owners"]] == ["A", "B"]
    assert document["blocked"]


def test_a_deck_file_is_as_good_as_a_photo(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "anna.deck.json"
    source = DeckSource("Anna", (SourceFile("anna.png", DECKS[0][1][1]),))
    save_deck(learn_deck(source, networks(DrawnCards())), file)
    parts = [("deck.Anna", ("anna.deck.json", file.read_bytes())), DECKS[1], CENTER, NERTZ]
    assert post(parts).json()["owners"] == post().json()["owners"]


def test_rules_and_options_take_part() -> None:
    fields: dict[str, str | list[str]] = {
        "caller": "Anna",
        "rules": "racing-demon",
        "options": ["caller_bonus=5", "target=200"],
    }
    document = post(fields=fields).json()
    assert document["owners"][0]["points"] == 8
    assert document["rules"]["options"] == {"caller_bonus": 5, "target": 200}


def test_photos_of_one_name_are_told_apart() -> None:
    parts = [*DECKS, ("center", ("image.jpg", CENTER[1][1])), ("nertz", ("image.jpg", NERTZ[1][1]))]
    photos = post(parts).json()["photos"]
    assert [photo["photo"] for photo in photos] == ["image (1).jpg", "image (2).jpg"]


def test_a_repeated_photo_may_be_declared() -> None:
    again: Part = ("center", ("again.png", CENTER[1][1]))
    fields: dict[str, str | list[str]] = {"caller": "Anna", "same_as": "again.png=center.png"}
    photos = post([*PARTS, again], fields).json()["photos"]
    assert [photo["counted"] for photo in photos] == [True, True, False]


@pytest.mark.parametrize(
    ("parts", "fields"),
    [
        (PARTS, {}),
        (PARTS, {"caller": "Anna", "blocked": "true"}),
        (PARTS, {"caller": "Anna", "blocked": "perhaps"}),
        (PARTS, {"caller": "Cleo"}),
        (PARTS, {"caller": ["Anna", "Ben"]}),
        (PARTS, {"caller": "Anna", "rules": "whist"}),
        (PARTS, {"caller": "Anna", "options": "target"}),
        (PARTS, {"caller": "Anna", "same_as": "x.png=y.png"}),
        (PARTS, {"caller": "Anna", "centre": "x"}),
        (DECKS, {"caller": "Anna"}),
        ([*DECKS[:1], CENTER, NERTZ], {"caller": "Anna"}),
        ([*PARTS, ("centre", ("a.png", b"x"))], {"caller": "Anna"}),
        ([*PARTS, ("center", ("copy.png", CENTER[1][1]))], {"caller": "Anna"}),
        ([*DECKS, TEXT], {"caller": "Anna"}),
        ([*DECKS, ("center", ("empty.jpg", b""))], {"caller": "Anna"}),
        ([*DECKS, CENTER, ("deck.", ("a.png", b"x"))], {"caller": "Anna"}),
        ([("deck.Anna", ("a.json", b"{}")), DECKS[1], CENTER], {"caller": "Anna"}),
    ],
)
def test_bad_input_is_a_problem_with_advice(
    parts: list[Part], fields: dict[str, str | list[str]]
) -> None:
    document = problem(post(parts, fields), 422)
    assert document["found"]
    assert document["expected"]
    assert document["action"]


def test_where_no_file_was_chosen_nothing_was_sent() -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="foundations"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n"
    )
    document = problem(send(body), 422)
    assert document["found"] == "neither a caller nor a blocked deal"


def send(body: bytes, kind: str = "multipart/form-data; boundary=x") -> httpx.Response:
    return talk(
        app(),
        lambda client: client.post("/v1/score", content=body, headers={"Content-Type": kind}),
    )


@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
def test_another_type_of_body_is_refused(kind: str) -> None:
    problem(send(b"{}", kind), 415)


@pytest.mark.parametrize(
    "body", [b"--x\r\nhello", b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--", b"zz"]
)
def test_a_broken_form_is_refused(body: bytes) -> None:
    problem(send(body), 400)


def test_a_form_that_breaks_off_within_a_photo_is_refused() -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="nertz"; filename="a.png"\r\n\r\n'
    problem(send(part + NERTZ[1][1][:500]), 400)


def test_a_form_without_boundary_is_refused() -> None:
    problem(send(b"--x", "multipart/form-data"), 400)


def test_a_large_photo_is_refused() -> None:
    problem(post(served=app(Settings(max_photo_mb=0.001))), 413)


def test_an_announced_large_request_is_refused() -> None:
    problem(post(served=app(Settings(max_request_mb=0.001))), 413)


def test_a_large_request_is_refused_while_it_comes_in() -> None:
    sent = 0

    async def body() -> object:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="center"; filename="a.png"\r\n\r\n'
        for _ in range(1000):
            sent += 10_000
            yield b"y" * 10_000

    response = talk(
        app(Settings(max_request_mb=0.1)),
        lambda client: client.post(
            "/v1/score",
            content=body(),  # type: ignore[arg-type]
            headers={"Content-Type": "multipart/form-data; boundary=x"},
        ),
    )
    problem(response, 413)


def test_too_many_files_are_refused() -> None:
    problem(post(served=app(Settings(max_files=2))), 400)


def test_many_pixels_are_refused() -> None:
    problem(post(served=app(Settings(max_megapixels=0.1))), 422)


def test_while_one_deal_is_analysed_the_service_answers_and_refuses_more() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        assert go_on.wait(30)

    served = app(Settings(waiting=0, retry_after_s=7), DrawnCards(before=wait))

    async def talking(client: httpx.AsyncClient) -> tuple[httpx.Response, ...]:
        first = asyncio.create_task(client.post("/v1/score", files=PARTS, data={"caller": "Anna"}))
        assert await asyncio.to_thread(begun.wait, 30)
        live = await client.get("/health/live")
        refused = await client.post("/v1/score", files=PARTS, data={"caller": "Anna"})
        go_on.set()
        last = await first
        again = await client.post("/v1/score", files=PARTS, data={"caller": "Anna"})
        return live, refused, last, again

    live, refused, last, again = talk(served, talking)
    assert live.json() == {"status": "live"}
    problem(refused, 503)
    assert refused.headers["retry-after"] == "7"
    assert last.status_code == again.status_code == 200


def test_our_fault_is_said_without_details() -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret")

    document = problem(post(served=app(detector=DrawnCards(before=fail))), 500)
    assert "secret" not in json.dumps(document)
