from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.labels import Box, Label
from datasets.yolo_obb import format_boxes, parse_boxes, read_sample, write_data_file
from scoring.errors import DataError
from tests.datasets.builders import outline


def box(x: float, y: float, turn_deg: float = 0.0, label: Label = Label.BACK) -> Box:
    return Box(label, outline(x, y, 60, 20, turn_deg), 0, 20.0)


@given(st.floats(60, 340), st.floats(60, 240), st.floats(0, 360), st.sampled_from(list(Label)))
def test_what_is_written_is_read(x: float, y: float, turn_deg: float, label: Label) -> None:
    written = box(x, y, turn_deg, label)
    (read,) = parse_boxes(format_boxes([written], 400, 300, with_ignored=True), 400, 300)
    assert read.label is label
    assert np.allclose(read.quad_px, written.quad_px, atol=0.01)
    assert read.strip_px == pytest.approx(20, abs=0.02)


@given(st.floats(-50, 450), st.floats(-50, 350), st.floats(0, 360))
def test_a_box_cut_by_the_border_stays_in_the_picture(x: float, y: float, turn_deg: float) -> None:
    fields = format_boxes([box(x, y, turn_deg)], 400, 300, with_ignored=True).split()
    assert len(fields) == 9
    assert all(0 <= float(value) <= 1 for value in fields[1:])


def test_places_to_ignore_can_be_left_out() -> None:
    boxes = [box(100, 100, label=Label.IGNORE), box(200, 100)]
    assert format_boxes(boxes, 400, 300, with_ignored=False).count("\n") == 1
    assert format_boxes(boxes, 400, 300, with_ignored=True).startswith("3 ")


def test_no_boxes_are_an_empty_file() -> None:
    assert format_boxes([], 400, 300, with_ignored=True) == ""
    assert parse_boxes("", 400, 300) == []


@pytest.mark.parametrize(
    "line", ["", "0 0.1 0.2", "7 0 0 1 0 1 1 0 1", "back 0 0 1 0 1 1 0 1", "0 a b c d e f g h"]
)
def test_a_broken_line_is_named(line: str) -> None:
    good = "0 0 0 1 0 1 1 0 1\n"
    with pytest.raises(DataError, match=r"line 2 of labels\.txt"):
        parse_boxes(good + line + "\n", 400, 300, "labels.txt")


@pytest.mark.parametrize("held", [False, True])
def test_the_data_file_names_pictures_and_classes(tmp_path: Path, held: bool) -> None:
    if held:
        (tmp_path / "images" / "held").mkdir(parents=True)
    text = write_data_file(tmp_path).read_text()
    assert f"path: {tmp_path.resolve()}\n" in text
    assert "train:\n  - images/train\nval:" in text
    assert f"val: images/{'held' if held else 'train'}\n" in text
    assert text.endswith("names:\n  0: back\n  1: face\n  2: index\n  3: ignore\n")


def test_more_folders_add_training_pictures_only(tmp_path: Path) -> None:
    text = write_data_file(tmp_path, [tmp_path / "more: odd"]).read_text()
    assert f'  - "{(tmp_path / "more: odd").resolve()}/images/train"\nval: images/train\n' in text


def test_a_picture_comes_with_its_labels_or_not_at_all(tmp_path: Path) -> None:
    picture, label = (
        tmp_path / part / "train" / f"a.{end}"
        for part, end in (("images", "png"), ("labels", "txt"))
    )
    for file in (picture, label):
        file.parent.mkdir(parents=True)
    bgr = np.zeros((300, 400, 3), np.uint8)
    bgr[..., 2] = 200
    cv2.imwrite(str(picture), bgr)
    with pytest.raises(DataError, match=r"a\.png with its labels"):
        read_sample(picture)
    label.write_text(format_boxes([box(200, 150)], 400, 300, with_ignored=True))
    rgb, (only,) = read_sample(picture)
    assert rgb[0, 0].tolist() == [200, 0, 0]
    assert np.allclose(only.quad_px, box(200, 150).quad_px, atol=0.01)
    picture.unlink()
    with pytest.raises(DataError, match="nertz data build"):
        read_sample(picture)
