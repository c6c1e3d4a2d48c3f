"""Whose card: pieces of backs, enrolled decks, matching, and groups without enrolled decks."""

from vision.backs.alike import AlikeDecks, alike_decks
from vision.backs.embedder import BackEmbedder, OnnxEmbedder
from vision.backs.gallery import Deck, enrol, load_deck, save_deck
from vision.backs.groups import group_designs, unlike_backs
from vision.backs.match import Match, match_pile
from vision.backs.patch import BackSample, sample_back
from vision.backs.similarity import similarities
from vision.backs.white import card_white

__all__ = [
    "AlikeDecks",
    "BackEmbedder",
    "BackSample",
    "Deck",
    "Match",
    "OnnxEmbedder",
    "alike_decks",
    "card_white",
    "enrol",
    "group_designs",
    "load_deck",
    "match_pile",
    "sample_back",
    "save_deck",
    "similarities",
    "unlike_backs",
]
