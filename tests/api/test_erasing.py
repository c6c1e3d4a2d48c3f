"""Erasing and exporting: nothing is left of what is erased, and no place goes out with a photo."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from datasets.labels import Label
from datasets.yolo_obb import parse_boxes
from tests.api.stored import (
    ANY,
    CENTER,
    LEFTOVER,
    SMALL,
    Client,
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


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path) as client:
        yield client


@pytest.fixture
def match(client: Client) -> str:
    path = new_match(client)
    teach(client, path)
    return path


def photos(folder: Path) -> set[bytes]:
    return {path.read_bytes() for path in (folder / "photos").glob("*/*")}


def export(client: Client, match: str) -> zipfile.ZipFile:
    answer = client.get(f"{match}/corrections.zip")
    assert answer.headers["content-type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_nothing_is_left_of_a_deleted_match(client: Client, match: str, tmp_path: Path) -> None:
    other = new_match(client)
    add_photo(client, new_deal(client, other), CENTER)
    deal = full_deal(client, match)
    made(client.post(f"{match}/deals", json={"blocked": True}, headers={"Idempotency-Key": "k"}))
    client.get(f"{deal}/photos/1/picture?side_px=320")
    client.get(f"{deal}/photos/2/picture?side_px=320")
    problem(client.delete(match, headers={"If-Match": '"0"'}), 412)
    problem(client.delete(match), 428)
    assert client.delete(match, headers=ANY).status_code == 204
    problem(client.get(match), 404)
    problem(client.get(deal), 404)
    assert photos(tmp_path) == {CENTER}
    assert client.get(f"{other}/deals/1/photos/1/picture").status_code == 200
    assert len({path.name[:64] for path in (tmp_path / "pictures").iterdir()}) == 1
    secret = match.rpartition("/")[2].encode()
    client.app.state.service.context.store.close()
    assert secret not in (tmp_path / "nertz.db").read_bytes()


def test_pictures_are_erased_and_scores_stay(client: Client, match: str, tmp_path: Path) -> None:
    deal = full_deal(client, match)
    before = points(client.get(deal).json())
    assert client.delete(f"{match}/pictures", headers=ANY).status_code == 204
    assert photos(tmp_path) == set()
    after = client.get(deal).json()
    assert points(after) == before
    assert [photo["kept"] for photo in after["photos"]] == [False, False]
    problem(client.get(f"{deal}/photos/1/picture"), 404)
    problem(client.post(f"{deal}/photos/1/readings", headers=ANY), 409)
    problem(client.patch(f"{deal}/photos/1", json={"zone": "nertz"}, headers=ANY), 409)
    to = {"owner": "Anna", "zone": "center", "count": 9}
    body = {"kind": "set_count", "to": to}
    made(client.post(f"{deal}/corrections", json=body, headers=ANY))


def test_the_export_trains_a_detector(client: Client, match: str) -> None:
    deal = full_deal(client, match)
    body = {"kind": "remove", "photo": "photo 1", "mark": "m1"}
    made(client.post(f"{deal}/corrections?who=Anna", json=body, headers=ANY))
    problem(client.get(f"{match}/corrections.zip"), 409)
    made(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 200)
    with export(client, match) as archive:
        names = archive.namelist()
        labels = sorted(name for name in names if name.endswith(".txt"))
        boxes = [parse_boxes(archive.read(name).decode(), *SMALL) for name in labels]
        assert [len(found) for found in boxes] == [6, 2]
        assert {box.label for found in boxes for box in found} == {Label.BACK}
        for name in labels:
            file = name.replace("labels", "images").replace(".txt", ".jpg")
            picture = Image.open(io.BytesIO(archive.read(file)))
            assert picture.size == SMALL
            assert dict(picture.getexif()) == {}
        log = json.loads(archive.read("corrections.json"))
        assert [entry["who"] for entry in log["deals"][0]["corrections"]] == ["Anna"]
        assert log["left_out"] == []


def test_photos_that_teach_nothing_true_are_left_out(client: Client, match: str) -> None:
    deal = new_deal(client, match)
    add_photo(client, deal, CENTER, "foundations")
    add_photo(client, deal, LEFTOVER)
    read(client, deal)
    pile = client.get(f"{deal}/photos/2").json()["piles"][0]["id"]
    body = {"kind": "set_count", "photo": "photo 2", "pile": pile, "to": {"count": 5}}
    made(client.post(f"{deal}/corrections", json=body, headers=ANY))
    made(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 200)
    with export(client, match) as archive:
        assert [name for name in archive.namelist() if name.endswith(".jpg")] == []
        log = json.loads(archive.read("corrections.json"))
    assert [one["photo"] for one in log["left_out"]] == ["photo 1", "photo 2"]


def test_uploads_that_were_cut_off_are_swept_at_the_start(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        deal = new_deal(client, new_match(client))
        add_photo(client, deal, CENTER)
    stray = tmp_path / "photos" / "ab" / "abc.tmp"
    stray.parent.mkdir(exist_ok=True)
    stray.write_bytes(b"half a photo")
    with serving(tmp_path):
        assert photos(tmp_path) == {CENTER}


def test_an_upload_that_comes_again_after_erasing_brings_no_picture_back(
    client: Client, match: str, tmp_path: Path
) -> None:
    deal, key = new_deal(client, match), {"Idempotency-Key": "once"}

    def send() -> None:
        files = {"photo": ("p.png", CENTER)}
        made(client.post(f"{deal}/photos", files=files, data={"zone": "center"}, headers=key))

    send()
    read(client, deal)
    assert CENTER in photos(tmp_path)
    assert client.delete(f"{match}/pictures", headers=ANY).status_code == 204
    send()
    assert CENTER not in photos(tmp_path)
