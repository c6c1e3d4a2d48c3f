"""Pictures of indices for the classifier of faces: what is printed, how it lies, where to look."""

from datasets.indices.art import DeckSet, IndexArt
from datasets.indices.looks import CLASSES, NOT_AN_INDEX, Look
from datasets.indices.scenes import IndexPicture, make_picture

__all__ = [
    "CLASSES",
    "NOT_AN_INDEX",
    "DeckSet",
    "IndexArt",
    "IndexPicture",
    "Look",
    "make_picture",
]
