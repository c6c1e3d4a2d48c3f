"""Truth that others wrote: VOC boxes, boxes of indices, one card a photo."""

from pathlib import Path

import pytest

from datasets.truth import CardTruth, IndexTruth, PhotoTruth, SideCounts, read_truth
from scoring.cards import Rank
from scoring.errors import DataError
from scoring.reading import Side
from tests.datasets.truth.builders import touch, write

VOC = """<annotation><filename>{photo}</filename>
<size><width>378</width><height>504</height><depth>3</depth></size>
<object><name>{name}</name><bndbox><xmin>92</xmin><ymin>183</ymin><xmax>{xmax}</xmax>
<ymax>348</ymax></bndbox></object></annotation>"""
BOX = {"center_x": 0.5, "center_y": 0.25, "width": 0.5, "height": 0.25}


def voc(folder: Path, photo: str = "a.JPG", name: str = "king", xmax: str = "223") -> PhotoTruth:
    touch(folder / "a.JPG")
    (folder / "a.xml").write_text(VOC.format(photo=photo, name=name, xmax=xmax))
    (truth,) = read_truth(folder).photos
    return truth


def test_voc_boxes_are_face_up_cards_of_a_rank(tmp_path: Path) -> None:
    truth = voc(tmp_path)
    king = CardTruth(side=Side.FACE, rank=Rank.KING, box_px=(92, 183, 223, 348))
    assert truth.cards == (king,)
    assert (truth.size_px, truth.sides) == ((378, 504), SideCounts(0, 1))


def test_voc_falls_back_to_the_photo_of_its_own_name(tmp_path: Path) -> None:
    assert voc(tmp_path, photo="elsewhere.jpg").photo == tmp_path / "a.JPG"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "knight"}, "a card named 'knight'"),
        ({"xmax": "wide"}, "'wide' as xmax"),
        ({"xmax": "92"}, "an empty box of a king"),
    ],
)
def test_a_broken_voc_file_is_said(tmp_path: Path, change: dict[str, str], said: str) -> None:
    with pytest.raises(DataError) as caught:
        voc(tmp_path, **change)
    assert said in caught.value.found


def test_index_boxes_are_fractions_and_their_photo_has_the_shorter_name(tmp_path: Path) -> None:
    touch(tmp_path / "deal1.jpg")
    boxes = [{"name": "10s", "relative_coordinates": BOX}]
    write(tmp_path / "deal1-net1280-labels.json", boxes)
    (truth,) = read_truth(tmp_path).photos
    assert truth.photo.name == "deal1.jpg"
    assert truth.indices == (IndexTruth("10S", (0.25, 0.125, 0.75, 0.375)),)
    assert truth.total is None


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ({"name": "11s", "relative_coordinates": BOX}, "'11s' as 'name'"),
        ({"name": "9s", "relative_coordinates": {**BOX, "center_x": 640}}, "640"),
        ({"name": "9s", "relative_coordinates": {**BOX, "width": None}}, "'width'"),
        (3, "3 as boxes[1]"),
    ],
)
def test_a_broken_index_box_is_said(tmp_path: Path, box: object, said: str) -> None:
    touch(tmp_path / "deal1.jpg")
    write(tmp_path / "deal1.json", [{"name": "9s", "relative_coordinates": BOX}, box])
    with pytest.raises(DataError) as caught:
        read_truth(tmp_path)
    assert said in caught.value.found


def test_names_of_photos_with_a_card_are_one_face_each(tmp_path: Path) -> None:
    touch(tmp_path / "p1.jpg", tmp_path / "p2.jpg")
    write(tmp_path / "labels.json", {"p1.jpg": "QD", "p2.jpg": "10s"})
    first, second = read_truth(tmp_path).photos
    assert (first.photo.name, first.sides) == ("p1.jpg", SideCounts(0, 1))
    assert second.cards == (CardTruth(side=Side.FACE, card="10S", rank=Rank.TEN),)


def test_a_card_that_is_none_is_said(tmp_path: Path) -> None:
    touch(tmp_path / "p1.jpg")
    write(tmp_path / "labels.json", {"p1.jpg": "14S"})
    with pytest.raises(DataError, match=r"'14S' as 'p1\.jpg'"):
        read_truth(tmp_path)
