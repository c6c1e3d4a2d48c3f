"""The loss is silent at places to ignore, and only there."""

from types import SimpleNamespace
from typing import Any

import pytest
import torch

from models.obb_model import CardModel, architecture, covered

SIDE_PX = 64


@pytest.fixture(scope="module")
def model() -> CardModel:
    torch.manual_seed(0)
    network = CardModel(architecture(0.125, 3), nc=3, ch=3, verbose=False)
    network.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, epochs=10)
    return network


def _batch(*boxes: tuple[int, float, float, float, float, float]) -> dict[str, Any]:
    """One picture with boxes: class, centre x and y, width, height (fractions), turn."""
    table = torch.tensor(boxes, dtype=torch.float32).reshape(-1, 6)
    return {
        "img": torch.zeros(1, 3, SIDE_PX, SIDE_PX),
        "cls": table[:, :1],
        "bboxes": table[:, 1:],
        "batch_idx": torch.zeros(len(table)),
    }


def _score_gradient(model: CardModel, batch: dict[str, Any]) -> torch.Tensor:
    """How strongly each place's class scores are pushed, (classes, places)."""
    model.train()
    predictions = model(
        torch.rand(1, 3, SIDE_PX, SIDE_PX, generator=torch.Generator().manual_seed(1))
    )
    scores = predictions["one2one"]["scores"].detach().requires_grad_()
    head = {**{k: v for k, v in predictions["one2one"].items()}, "scores": scores}
    loss, _ = model.init_criterion().one2one.loss(head, batch)
    loss.sum().backward()
    assert scores.grad is not None
    return scores.grad[0].abs()


def test_nothing_is_learnt_where_a_strip_is_too_thin_to_see(model: CardModel) -> None:
    left_half = (3, 0.25, 0.5, 0.5, 1.0, 0.0)
    pushed = _score_gradient(model, _batch((0, 0.75, 0.5, 0.3, 0.6, 0.0), left_half))
    finest = pushed[:, :64].reshape(3, 8, 8)  # places of stride 8 on a 64 px picture
    assert float(finest[..., :4].max()) < 1e-6
    assert float(finest[..., 4:].min()) > 1e-6


def test_a_card_on_a_place_to_ignore_is_still_learnt(model: CardModel) -> None:
    everywhere = (3, 0.5, 0.5, 1.0, 1.0, 0.0)
    card = (0, 0.5, 0.5, 0.5, 0.5, 0.0)
    finest = _score_gradient(model, _batch(card, everywhere))[:, :64].reshape(3, 8, 8)
    assert float(finest[:, 3:5, 3:5].min()) > 1e-6
    assert float(finest[:, 0, 0].max()) < 1e-6


def test_a_turned_box_covers_what_lies_in_it() -> None:
    places = torch.tensor([[32.0, 32.0], [32.0, 12.0], [12.0, 32.0]])
    upright = _batch((0, 0.5, 0.5, 0.75, 0.125, 0.0))
    turned = _batch((0, 0.5, 0.5, 0.75, 0.125, torch.pi / 2))
    every = torch.tensor([True])
    size = torch.tensor([64.0, 64.0])
    assert covered(places, upright, every, size).tolist() == [[True, False, True]]
    assert covered(places, turned, every, size).tolist() == [[True, True, False]]
