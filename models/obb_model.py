"""The detector's network for training: Ultralytics' oriented-box model with places to ignore."""

from typing import Any

import torch
from ultralytics.nn.tasks import OBBModel, yaml_model_load
from ultralytics.utils.loss import E2ELoss, v8OBBLoss
from ultralytics.utils.tal import make_anchors

from datasets.labels import Label

ARCHITECTURE = "yolo26n-obb.yaml"
DEPTH = 0.5

SILENT_LOGIT = -20.0
"""A class score that costs nothing and teaches nothing where no object is expected."""


def architecture(width: float, classes: int) -> dict[str, Any]:
    """Ultralytics' description of the network at a width of ours (nano is 0.25)."""
    description: dict[str, Any] = yaml_model_load(ARCHITECTURE)
    description["scales"] = {"n": [DEPTH, width, 1024]}
    description["nc"] = classes
    return description


class IgnoringLoss(v8OBBLoss):  # type: ignore[misc]  # ultralytics has no types
    """The oriented-box loss, silent at places labelled IGNORE.

    Cards too thin to see are neither right nor wrong to find, so the class scores of anchors inside
    such a place are set to where they cost nothing, unless a labelled card covers the anchor too.
    """

    def loss(self, preds: dict[str, Any], batch: dict[str, Any]) -> tuple[Any, Any]:
        """The loss of one head on one batch."""
        ignored = batch["cls"].view(-1) == int(Label.IGNORE)
        if not bool(ignored.any()):
            return super().loss(preds, batch)  # type: ignore[no-any-return]
        anchors, strides = make_anchors(preds["feats"], self.stride, 0.5)
        places = anchors * strides  # (anchors, 2) px
        size = torch.tensor(preds["feats"][0].shape[2:], device=places.device) * self.stride[0]
        inside = covered(places, batch, ignored, size) & ~covered(places, batch, ~ignored, size)
        scores = preds["scores"].masked_fill(inside[:, None, :], SILENT_LOGIT)
        kept = {key: batch[key][~ignored] for key in ("cls", "bboxes", "batch_idx")}
        return super().loss({**preds, "scores": scores}, {**batch, **kept})  # type: ignore[no-any-return]


def covered(
    places: torch.Tensor, batch: dict[str, Any], chosen: torch.Tensor, size: torch.Tensor
) -> torch.Tensor:
    """Which places (anchors, 2) px lie in a chosen box, per picture: (pictures, anchors) bool.

    `size` is the picture's height and width in px.
    """
    boxes = batch["bboxes"][chosen].to(places.device).float()  # (n, 5) centre, size, turn
    owner = batch["batch_idx"][chosen].to(places.device).long()
    centre = boxes[:, :2] * size.flip(0)
    half = boxes[:, 2:4] * size.flip(0) / 2
    away = places[None].float() - centre[:, None]  # (n, anchors, 2)
    cos, sin = boxes[:, 4].cos()[:, None], boxes[:, 4].sin()[:, None]
    along = (away[..., 0] * cos + away[..., 1] * sin).abs() <= half[:, :1]
    across = (away[..., 1] * cos - away[..., 0] * sin).abs() <= half[:, 1:]
    result = torch.zeros(len(batch["img"]), len(places), device=places.device)
    result.index_add_(0, owner, (along & across).float())
    return result > 0


class CardModel(OBBModel):  # type: ignore[misc]  # ultralytics has no types
    """Ultralytics' oriented-box model with the loss above."""

    def init_criterion(self) -> E2ELoss:
        """Both heads, many boxes per card and one, learn with places to ignore."""
        return E2ELoss(self, IgnoringLoss)
