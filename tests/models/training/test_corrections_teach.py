"""The loop closes: what people corrected is exported, and the detector trains on it."""

import zipfile
from pathlib import Path

import pytest

from datasets.build import BuildConfig, build
from models.train import CardTrainer, TrainConfig, train_detector
from tests.api.stored import ANY, full_deal, made, new_match, serving, teach

SIZE_PX = 128

pytestmark = pytest.mark.timeout(900)


def reviewed(folder: Path) -> Path:
    """The export of a match in which a person removed one mark and confirmed the deal."""
    with serving(folder / "data") as client:
        match = new_match(client)
        teach(client, match)
        deal = full_deal(client, match)
        change = {"kind": "remove", "photo": "photo 1", "mark": "m1"}
        made(client.post(f"{deal}/corrections", json=change, headers=ANY))
        made(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 200)
        archive = folder / "corrections.zip"
        archive.write_bytes(client.get(f"{match}/corrections.zip").content)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder / "corrections")
    return folder / "corrections"


def test_reviewed_photos_are_trained_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corrections = reviewed(tmp_path)
    labels = sorted((corrections / "labels" / "train").iterdir())
    cards = [len(file.read_text().splitlines()) for file in labels]
    assert cards == [6, 2], "7 and 2 cards lay there, one mark was removed"
    drawn = tmp_path / "drawn"
    list(build(BuildConfig(3, size_px=SIZE_PX), drawn))
    list(build(BuildConfig(1, split="held", size_px=SIZE_PX), drawn))
    shown: list[int] = []
    save = CardTrainer.save_model

    def save_and_count(trainer: CardTrainer) -> None:
        shown.append(len(trainer.train_loader.dataset))
        save(trainer)

    monkeypatch.setattr(CardTrainer, "save_model", save_and_count)
    best = train_detector(
        TrainConfig(
            drawn,
            tmp_path / "run",
            epochs=1,
            batch=5,
            size_px=SIZE_PX,
            width=0.125,
            extra=(corrections,),
        )
    )
    assert best.is_file()
    assert shown == [5], "three drawn pictures and two reviewed photos"
