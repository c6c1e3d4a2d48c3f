"""The reader of rows: what it learns from, and what is written is what was trained."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.build import BuildConfig, build
from datasets.labels import Box, Label
from models.onnx_file import write_blend
from models.rows.export import NEUTRAL, export_rows
from models.rows.network import RowNetwork, ServedRows
from models.rows.samples import RowSample, row_samples
from models.rows.train import (
    WINDOW_PX,
    RowsConfig,
    batched,
    changed,
    row_loss,
    train_network,
    train_rows,
)
from scoring.errors import DataError, ModelError
from tests.vision.builders import CARD_PX, regions
from tests.vision.painted import paint, spread
from vision.networks import load_networks
from vision.rows.picture import ACROSS_PX, CARD_LENGTH_PX, row_picture
from vision.rows.reader import STRIDE_PX, OnnxRowReader, RowBlend

pytestmark = pytest.mark.timeout(900)  # a few steps take minutes beside other work

WEIGHTS = Path(__file__).parents[3] / "models" / "weights" / "detector.onnx"
STEP = 26.0


def ribbon(
    count: int, at: tuple[float, float] = (400, 300), thin: int | None = None
) -> tuple[np.ndarray, list[Box]]:
    """A painted ribbon and its labels; `thin` is a strip to ignore."""
    cards = spread(count, STEP, at=at)
    left = (CARD_PX[0] - STEP) / 2
    seen = [*((x - left, y, STEP, h, t) for x, y, _, h, t in cards[:-1]), cards[-1]]
    quads = regions(seen).quads_px.astype(np.float64)
    boxes = [
        Box(Label.IGNORE if n == thin else Label.BACK, quad, n, STEP)
        for n, quad in enumerate(quads)
    ]
    return paint(cards).rgb, boxes


def sample_of(rgb: np.ndarray, boxes: list[Box], seed: int = 0) -> RowSample:
    return next(row_samples(rgb, boxes, np.random.default_rng(seed)))


def places(target: np.ndarray) -> np.ndarray:
    return np.flatnonzero(target == 1)


def test_every_card_begins_and_ends_once() -> None:
    sample = sample_of(*ribbon(7))
    begins, ends = places(sample.begins), places(sample.ends)
    assert len(begins) == len(ends) == 7
    assert (begins < ends).all()
    assert np.abs(begins[1:] - ends[:-1]).max() <= 2
    step = STEP / CARD_PX[1] * CARD_LENGTH_PX / STRIDE_PX
    assert np.diff(begins) == pytest.approx([step] * 6, rel=0.25)
    assert sample.known.all()
    assert sample.pixels.shape[0] == ACROSS_PX


def test_the_pictures_change_where_the_targets_say() -> None:
    sample = sample_of(*ribbon(7))
    middle = sample.pixels[ACROSS_PX // 2].astype(int)
    changes = np.abs(np.diff(middle, axis=0)).sum(axis=1)
    for place in places(sample.begins):
        at = place * STRIDE_PX
        assert changes[max(0, at - 8) : at + 9].max() > 20


def test_nothing_is_learnt_of_strips_too_thin_to_see() -> None:
    after, before = itertools.islice(row_samples(*ribbon(8, thin=3), np.random.default_rng(0)), 2)
    strip = STEP / CARD_PX[1] * CARD_LENGTH_PX / STRIDE_PX
    for sample in (before, after):
        hidden = np.flatnonzero(~sample.known)
        assert len(hidden) >= strip
        assert np.ptp(hidden) == len(hidden) - 1
    assert len(places(before.begins * before.known)) == 3
    assert len(places(after.ends * after.known)) == 4


def test_nothing_is_learnt_of_cards_that_the_picture_cuts_off() -> None:
    rgb, boxes = ribbon(7, at=(60, 300))
    clipped = [replace(box, quad_px=np.clip(box.quad_px, 0, (800, 600))) for box in boxes]
    inside = [box for box in clipped if np.ptp(box.quad_px[:, 0]) > 0]
    cut = [box for box in inside if (box.quad_px[:, 0] == 0).any()]
    sample = sample_of(rgb, inside)
    assert cut
    assert len(places(sample.begins)) == len(inside) - len(cut)
    assert not sample.known.all()


def test_a_bare_table_teaches_that_nothing_begins() -> None:
    seen = [
        sample
        for seed in range(5)
        for sample in row_samples(paint([]).rgb, [], np.random.default_rng(seed))
    ]
    assert seen
    assert all(not sample.begins.any() and not sample.ends.any() for sample in seen)
    assert any(sample.known.any() for sample in seen)


def test_a_change_keeps_pictures_and_targets_together() -> None:
    rng = np.random.default_rng(3)
    sample = sample_of(*ribbon(26, at=(380, 300)))
    assert sample.pixels.shape[1] > WINDOW_PX
    for _ in range(8):
        seen = changed(sample, rng)
        assert seen.pixels.shape[1] == WINDOW_PX == len(seen.begins) * STRIDE_PX
        middle = seen.pixels[ACROSS_PX // 2].astype(int)
        changes = np.abs(np.diff(middle, axis=0)).sum(axis=1)
        near = [changes[max(0, p * STRIDE_PX - 8) :][:17].max() for p in places(seen.begins)]
        assert np.median(near) > 10


def test_rows_of_any_length_make_a_batch() -> None:
    samples = [sample_of(*ribbon(count)) for count in (3, 8)]
    samples = [changed(sample, np.random.default_rng(0)) for sample in samples]
    batch = batched(samples)
    assert batch.pictures.shape[0] == 2
    assert batch.shown.sum(dim=1).tolist() == [s.pixels.shape[1] for s in samples]
    assert batch.known.sum(dim=1).tolist() == [int(s.known.sum()) for s in samples]
    alone, together = (
        RowNetwork().eval()(part.pictures.float() / 255, part.shown)
        for part in (batched(samples[:1]), batch)
    )
    assert alone.shape[2] <= together.shape[2]


def test_filling_up_a_batch_changes_no_answer() -> None:
    torch.manual_seed(0)
    network = RowNetwork().eval()
    samples = [changed(sample_of(*ribbon(n)), np.random.default_rng(0)) for n in (3, 8)]
    with torch.no_grad():
        alone, both = (
            network(part.pictures.float() / 255, part.shown)
            for part in (batched(samples[:1]), batched(samples))
        )
    assert torch.allclose(alone[0], both[0, :, : alone.shape[2]], atol=0.05)


def test_what_is_not_known_costs_nothing() -> None:
    batch = batched([changed(sample_of(*ribbon(6)), np.random.default_rng(0))])
    logits = torch.zeros_like(batch.targets)
    everywhere = float(row_loss(logits, batch))
    unknown = replace(batch, known=torch.zeros_like(batch.known))
    assert float(row_loss(logits, unknown)) == 0 < everywhere
    right = torch.where(batch.targets == 1, 6.0, -6.0)
    assert float(row_loss(right, batch)) < 0.05 * everywhere


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows") / "set"
    list(build(BuildConfig(6, seed=2, size_px=640, closer_share=1.0, near_share=0.0), folder))
    return folder


def config(pictures: Path, target: Path, steps: int) -> RowsConfig:
    return RowsConfig((pictures,), target, steps=steps, batch=4, workers=0, mixed=8)


def test_it_learns(pictures: Path, tmp_path: Path) -> None:
    said: list[str] = []
    train_network(config(pictures, tmp_path / "rows.onnx", 60), said.append)
    assert said[-1].startswith("step 60: loss")
    network = train_network(
        replace(
            config(pictures, tmp_path / "rows.onnx", 2),
            start=tmp_path / "rows.pt",
            learning_rate=1e-4,
        ),
        said.append,
    )
    first, again = (float(line.split("loss ")[1].split(",")[0]) for line in (said[0], said[-1]))
    assert again < first
    assert not network.training


def test_what_is_written_says_what_was_trained(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = RowNetwork().eval()
    cards = spread(5, 30.0)
    row = row_picture(paint(cards).rgb, regions(cards), CARD_PX[1])
    assert row is not None
    served = OnnxRowReader(export_rows(ServedRows(network), tmp_path / "rows.onnx", "so"))
    assert served.metadata["trained"] == "so"
    assert served.blend == NEUTRAL
    assert served.read(row) == pytest.approx(said_by(network, row.pixels), abs=1e-3)
    blend = RowBlend(0.1, 0.2, 0.3, 0.4)
    assert OnnxRowReader(write_blend(tmp_path / "rows.onnx", blend)).blend == blend


def said_by(network: RowNetwork, pixels: np.ndarray) -> np.ndarray:
    """What the network says there and back, as the row lies and mirrored."""
    whole = pixels[:, : pixels.shape[1] // STRIDE_PX * STRIDE_PX]
    said = []
    for rows, columns in itertools.product((1, -1), repeat=2):
        way = np.ascontiguousarray(whole[::rows, ::columns])
        given = torch.from_numpy(way).permute(2, 0, 1)[None].float() / 255
        with torch.no_grad():
            heat = np.asarray(network(given, torch.ones(1, given.shape[3]))[0])
        said.append(heat[::columns, ::columns])
    return np.asarray(np.mean(said, axis=0))


def test_a_whole_run_trains_weighs_and_writes(pictures: Path, tmp_path: Path) -> None:
    target = train_rows(config(pictures, tmp_path / "rows.onnx", 1), load_networks(WEIGHTS))
    assert OnnxRowReader(target).blend == NEUTRAL
    assert target.with_suffix(".pt").is_file()


def test_a_folder_without_closer_looks_teaches_nothing(tmp_path: Path) -> None:
    made = BuildConfig(2, seed=1, size_px=160, closer_share=0.0, near_share=0.0)
    list(build(made, tmp_path / "set"))
    with pytest.raises(DataError, match="no closer looks"):
        train_network(config(tmp_path / "set", tmp_path / "rows.onnx", 1), print)


def test_a_missing_checkpoint_is_named(pictures: Path, tmp_path: Path) -> None:
    lost = replace(config(pictures, tmp_path / "rows.onnx", 1), start=tmp_path / "lost.pt")
    with pytest.raises(ModelError, match=r"lost\.pt"):
        train_network(lost, print)


def test_the_shipped_file_says_what_the_shipped_checkpoint_does() -> None:
    served = OnnxRowReader(WEIGHTS.with_name("rows.onnx"))
    network = RowNetwork()
    network.load_state_dict(torch.load(WEIGHTS.with_name("rows.pt"), weights_only=True))
    cards = spread(6, 30.0)
    row = row_picture(paint(cards).rgb, regions(cards), CARD_PX[1])
    assert row is not None
    assert served.read(row) == pytest.approx(said_by(network.eval(), row.pixels), abs=0.05)
    assert served.blend != NEUTRAL
