"""Whose card: descriptors of backs, enrolled decks, matching, and groups without enrolled decks."""

from vision.backs.descriptor import BackSample, card_white, sample_back
from vision.backs.gallery import Deck, enrol, load_deck, save_deck
from vision.backs.groups import group_designs
from vision.backs.match import Match, match_pile

__all__ = [
    "BackSample",
    "Deck",
    "Match",
    "card_white",
    "enrol",
    "group_designs",
    "load_deck",
    "match_pile",
    "sample_back",
    "save_deck",
]
