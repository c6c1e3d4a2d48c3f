from dataclasses import replace

import numpy as np
import pytest
from numpy.random import default_rng

from datasets.pool import ArtPool
from datasets.sample import CLOSER, NEAR, TABLE, Regime, sample_scene
from datasets.scene import Scene, card_corners_mm, to_pixels
from scoring.reading import Side

POOL = ArtPool("train")
SEEDS = range(30)


def scenes(regime: Regime) -> list[Scene]:
    whole = replace(regime, empty_share=0.0, decoy_share=0.0)
    return [sample_scene(default_rng(seed), POOL, whole, 512) for seed in SEEDS]


def test_a_scene_is_the_same_for_the_same_seed() -> None:
    first, second, other = (sample_scene(default_rng(s), POOL, TABLE, 512) for s in (3, 3, 4))
    assert first.cards == second.cards
    assert first.clutter == second.clutter
    assert (first.light, first.sensor, first.seed) == (second.light, second.sensor, second.seed)
    assert np.array_equal(first.camera, second.camera)
    assert first.seed != other.seed


@pytest.mark.parametrize("regime", [TABLE, CLOSER, NEAR])
def test_there_are_no_more_piles_than_the_regime_allows(regime: Regime) -> None:
    counts = [len({card.pile for card in scene.cards}) for scene in scenes(regime)]
    assert min(counts) >= 1
    assert max(counts) <= regime.piles
    assert len(set(counts)) > 1


@pytest.mark.parametrize("regime", [TABLE, CLOSER, NEAR])
def test_cards_have_the_size_of_the_regime(regime: Regime) -> None:
    """Of the cards nearest to the middle: the camera's tilt makes others smaller or larger."""
    scales = []
    for scene in scenes(regime):
        quads = [to_pixels(scene.camera, card_corners_mm(card)) for card in scene.cards]
        away = [float(np.abs(quad.mean(axis=0) - 256).max()) for quad in quads]
        number = int(np.argmin(away))
        side = np.linalg.norm(quads[number][1] - quads[number][0])
        scales.append(side / scene.cards[number].look.width_mm)
    assert regime.px_per_mm[0] * 0.7 < np.median(scales) < regime.px_per_mm[1] * 1.1
    assert min(scales) > regime.px_per_mm[0] * 0.5


def test_a_card_of_every_closer_scene_stands_upright() -> None:
    for scene in scenes(CLOSER):
        leans = []
        for card in scene.cards:
            quad = to_pixels(scene.camera, card_corners_mm(card))
            down = quad[3] - quad[0]
            lean = np.rad2deg(np.arctan2(down[0], down[1]))
            leans.append(abs((lean + 90) % 180 - 90))
        assert min(leans) < 15


def test_decoys_look_past_the_cards() -> None:
    shares = []
    for decoy_share in (0.0, 1.0):
        regime = replace(CLOSER, empty_share=0.0, decoy_share=decoy_share)
        near = 0
        for seed in SEEDS:
            scene = sample_scene(default_rng(seed), POOL, regime, 512)
            quads = [to_pixels(scene.camera, card_corners_mm(card)) for card in scene.cards]
            near += any(np.linalg.norm(quad.mean(axis=0) - 256) < 170 for quad in quads)
        shares.append(near / len(SEEDS))
    assert shares[0] > 0.8
    assert shares[1] < 0.25


def test_some_of_what_is_no_card_is_a_floor_of_tiles() -> None:
    regime = replace(CLOSER, decoy_share=1.0)
    surfaces = [sample_scene(default_rng(s), POOL, regime, 512).surface for s in range(60)]
    tiled = [name for name in surfaces if name.startswith("tiles:")]
    assert 12 <= len(tiled) <= 36
    assert POOL.surface(tiled[0]).std() > 1
    assert not any(name.startswith("tiles:") for name in (s.surface for s in scenes(TABLE)))


def test_some_tables_are_as_light_as_a_card() -> None:
    regime = replace(CLOSER, decoy_share=0.0)
    made = [sample_scene(default_rng(seed), POOL, regime, 512) for seed in range(150)]
    alike = [scene for scene in made if scene.surface_gains != (1.0, 1.0, 1.0)]
    assert 5 <= len(alike) <= 30
    for scene in alike:
        table = (POOL.surface(scene.surface).mean(axis=(0, 1)) * scene.surface_gains).mean()
        tones = [POOL.card(card.side, card.art).mean() for card in scene.cards]
        assert any(0.65 < table / tone < 1.25 for tone in tones)


def test_tables_are_seen_at_any_turn() -> None:
    turns = []
    for scene in scenes(TABLE):
        quad = to_pixels(scene.camera, card_corners_mm(scene.cards[0]))
        turns.append(float(np.arctan2(*(quad[1] - quad[0]))))
    assert np.histogram(turns, 4, (-np.pi, np.pi))[0].min() >= 2


def test_cards_of_a_pile_lie_the_same_way_or_upside_down() -> None:
    askew = total = 0
    for scene in scenes(CLOSER):
        for pile in {card.pile for card in scene.cards}:
            turns = np.array([card.angle_deg for card in scene.cards if card.pile == pile])
            off = np.abs((np.diff(turns) + 90) % 180 - 90)
            askew += int((off > 30).sum())
            total += len(off)
    assert askew < 0.15 * total  # loose cards are


def test_some_pictures_hold_no_card() -> None:
    bare = replace(TABLE, empty_share=1.0)
    assert sample_scene(default_rng(0), POOL, bare, 512).cards == ()


def test_a_deck_has_each_face_once_in_a_pile() -> None:
    for scene in scenes(TABLE):
        for pile in {card.pile for card in scene.cards}:
            faces = [c.art for c in scene.cards if c.pile == pile and c.side is Side.FACE]
            assert len(set(faces)) == len(faces)


def test_a_pile_is_made_of_one_deck_but_for_some_odd_backs() -> None:
    odd = total = 0
    for scene in scenes(TABLE):
        for pile in {card.pile for card in scene.cards}:
            cards = [card for card in scene.cards if card.pile == pile]
            backs = [card.art for card in cards if card.side is Side.BACK]
            assert len({card.look for card in cards}) == 1
            odd += len(backs) - max((backs.count(art) for art in backs), default=0)
            total += len(backs)
    assert odd < 0.06 * total


def test_piles_lie_apart_as_a_rule() -> None:
    near = pairs = 0
    for scene in scenes(TABLE):
        places = {
            n: np.array([[c.x_mm, c.y_mm] for c in scene.cards if c.pile == n])
            for n in {c.pile for c in scene.cards}
        }
        for first in places:
            for second in places:
                if first < second:
                    gap = np.linalg.norm(places[first][:, None] - places[second][None], axis=-1)
                    near += bool(gap.min() < 100)
                    pairs += 1
    assert pairs > 20
    assert near < 0.25 * pairs
