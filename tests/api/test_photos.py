"""Photos of a deal: kept before they are acknowledged, refused early, shown without metadata."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.api.stored import (
    ANY,
    CENTER,
    LEFTOVER,
    SMALL,
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
from tests.fake_table import BLUE, RED, picture


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path, max_photos=3) as client:
        yield client


@pytest.fixture
def deal(client: Client) -> str:
    match = new_match(client)
    teach(client, match)
    return new_deal(client, match)


def send(client: Client, deal: str, *photos: bytes, **more: Json) -> Json:
    files = [("photo", ("p.png", photo)) for photo in photos]
    return client.post(f"{deal}/photos", files=files, **more)


def with_place(data: bytes) -> bytes:
    """A JPEG of the same picture that says where and with what it was taken, turned by EXIF."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretCamera"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)
    file = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").rotate(90, expand=True).save(
        file, "JPEG", exif=exif, quality=97
    )
    return file.getvalue()


def test_what_is_acknowledged_is_on_disk_and_recorded(
    client: Client, deal: str, tmp_path: Path
) -> None:
    photo = add_photo(client, deal, CENTER)
    assert (photo["number"], photo["name"], photo["zone"]) == (1, "photo 1", "center")
    assert (photo["width_px"], photo["height_px"]) == SMALL
    stored = [path for path in (tmp_path / "photos").glob("*/*") if path.read_bytes() == CENTER]
    assert len(stored) == 1
    assert [one["number"] for one in client.get(f"{deal}/photos").json()] == [1]


def test_several_photos_come_together_or_not_at_all(client: Client, deal: str) -> None:
    problem(send(client, deal, CENTER, b"a shopping list"), 422)
    assert client.get(f"{deal}/photos").json() == []
    assert len(made(send(client, deal, CENTER, LEFTOVER))) == 2


def test_what_is_no_photo_is_refused(client: Client, deal: str) -> None:
    for data in (b"", b"a shopping list", CENTER[:-500], b"\xff\xd8\xff"):
        problem(send(client, deal, data), 422)
    assert client.get(f"{deal}/photos").json() == []


def test_the_same_photo_twice_is_refused(client: Client, deal: str) -> None:
    add_photo(client, deal, CENTER)
    assert "photo 1" in problem(send(client, deal, CENTER), 409)["found"]
    problem(send(client, deal, LEFTOVER, LEFTOVER), 409)


def test_too_many_photos_are_refused(client: Client, deal: str) -> None:
    many = [picture((RED, count), size_px=SMALL) for count in range(1, 5)]
    problem(send(client, deal, *many), 409)
    made(send(client, deal, *many[:3]))
    problem(send(client, deal, many[3]), 409)


def test_a_refused_upload_leaves_nothing_on_the_disk(
    client: Client, deal: str, tmp_path: Path
) -> None:
    add_photo(client, deal, CENTER)
    before = {path.name for path in (tmp_path / "photos").glob("*/*")}
    many = [picture((RED, count), size_px=SMALL) for count in range(1, 4)]
    problem(send(client, deal, *many), 409)
    problem(send(client, deal, CENTER), 409)
    problem(send(client, deal, many[0], data={"same_as": "9"}), 422)
    assert {path.name for path in (tmp_path / "photos").glob("*/*")} == before


def test_with_a_key_a_repeated_upload_is_one_upload(client: Client, deal: str) -> None:
    key = {"Idempotency-Key": "once"}
    first = made(send(client, deal, CENTER, headers=key))
    again = made(send(client, deal, CENTER, headers=key))
    assert [photo["number"] for photo in first] == [photo["number"] for photo in again] == [1]
    problem(send(client, deal, LEFTOVER, headers=key), 409)
    problem(send(client, deal, CENTER), 409)


def test_wrong_fields_are_refused(client: Client, deal: str) -> None:
    wrong = ({"zone": "middle"}, {"same_as": "7"}, {"same_as": "x"}, {"same_as": "-1"}, {"x": "y"})
    for fields in wrong:
        problem(send(client, deal, CENTER, data=fields), 422)
    assert client.get(f"{deal}/photos").json() == []


def test_a_form_without_a_photo_is_refused(client: Client, deal: str) -> None:
    problem(client.post(f"{deal}/photos", files={"x": ("", b"")}), 422)
    problem(client.post(f"{deal}/photos", json={}), 415)


def test_repeats_count_once_also_when_the_first_is_removed(client: Client, deal: str) -> None:
    add_photo(client, deal, CENTER)
    again = picture((RED, 3), (BLUE, 4), size_px=(700, 560))
    third = picture((RED, 3), (BLUE, 4), size_px=(720, 560))
    for data in (again, third):
        made(send(client, deal, data, data={"zone": "center", "same_as": "1"}))
    assert points(read(client, deal))["Anna"] == 3
    assert client.delete(f"{deal}/photos/1", headers=ANY).status_code == 204
    after = client.get(deal).json()
    assert points(after)["Anna"] == 3
    assert [photo["same_as"] for photo in after["photos"]] == [None, 2]
    assert [client.get(f"{deal}/photos/{n}").json()["counted"] for n in (2, 3)] == [True, False]


def test_a_photo_moves_to_another_zone(client: Client, deal: str) -> None:
    add_photo(client, deal, LEFTOVER)
    assert points(read(client, deal))["Ben"] == 2
    made(client.patch(f"{deal}/photos/1", json={"zone": "nertz"}, headers=ANY), 200)
    assert points(read(client, deal))["Ben"] == -4


def test_a_removed_photo_is_gone_and_its_number_is_not_used_again(
    client: Client, deal: str, tmp_path: Path
) -> None:
    add_photo(client, deal, CENTER)
    read(client, deal)
    client.get(f"{deal}/photos/1/picture?side_px=320")
    assert client.delete(f"{deal}/photos/1", headers=ANY).status_code == 204
    problem(client.get(f"{deal}/photos/1"), 404)
    problem(client.get(f"{deal}/photos/1/picture"), 404)
    assert points(client.get(deal).json()) == {"Anna": 0, "Ben": 0}
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.read_bytes() == CENTER]
    assert left == []
    assert list((tmp_path / "pictures").iterdir()) == []
    assert add_photo(client, deal, CENTER)["number"] == 2


def test_pictures_are_upright_and_say_nothing_about_place_or_camera(
    client: Client, deal: str
) -> None:
    data = with_place(CENTER)
    assert b"SecretCamera" in data
    photo = add_photo(client, deal, data)
    assert (photo["width_px"], photo["height_px"]) == SMALL
    read(client, deal)
    paths = ("picture", "picture?side_px=320", "picture?side_px=1600", "overlay")
    for path in paths:
        answer = client.get(f"{deal}/photos/1/{path}")
        assert answer.headers["content-type"] == "image/jpeg"
        shown = Image.open(io.BytesIO(answer.content))
        assert dict(shown.getexif()) == {}
        assert shown.width > shown.height
        assert b"SecretCamera" not in answer.content
    assert (
        max(Image.open(io.BytesIO(client.get(f"{deal}/photos/1/picture?side_px=320").content)).size)
        == 320
    )
    problem(client.get(f"{deal}/photos/1/picture?side_px=321"), 422)


def test_marks_are_told_in_pixels_of_the_upright_picture(client: Client, deal: str) -> None:
    add_photo(client, deal, CENTER)
    read(client, deal)
    told = client.get(f"{deal}/photos/1").json()
    marks = [mark for pile in told["piles"] for mark in pile["marks"]]
    assert len(marks) == told["photo"]["cards"] == 7
    corners = [corner for mark in marks for corner in mark["quad_px"]]
    assert all(0 <= x <= SMALL[0] and 0 <= y <= SMALL[1] for x, y in corners)


def test_numbers_that_are_none_are_refused(client: Client, deal: str) -> None:
    for place in ("0", "-1", "2147483648", "x", "1e3", "99999999999999999999"):
        problem(client.get(f"{deal}/photos/{place}"), 422)


def test_a_log_line_tells_each_photos_times_and_nobodys_name(
    client: Client, deal: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "nertz.photos"):
        add_photo(client, deal, CENTER)
        read(client, deal)
    lines = [
        json.loads(record.message) for record in caplog.records if record.name == "nertz.photos"
    ]
    (line,) = [one for one in lines if one["event"] == "photo_read"]
    assert (line["deal"], line["photo"], line["cards"], line["attempt"]) == (1, 1, 7, 1)
    assert {"decode", "detect", "group", "owners", "doubt"} <= line["stages_ms"].keys()
    assert "Anna" not in json.dumps(lines)


def test_a_confirmed_deal_takes_no_photos(client: Client) -> None:
    match = new_match(client)
    teach(client, match)
    deal = full_deal(client, match)
    made(client.post(f"{deal}/confirm", json={}, headers=ANY), 200)
    problem(send(client, deal, picture((RED, 1), size_px=SMALL)), 409)
    problem(client.delete(f"{deal}/photos/1", headers=ANY), 409)
    problem(client.patch(f"{deal}/photos/1", json={"zone": "nertz"}, headers=ANY), 409)
    problem(client.post(f"{deal}/photos/1/readings", headers=ANY), 409)
