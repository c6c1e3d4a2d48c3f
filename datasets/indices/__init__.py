"""Pictures of indices for the classifier of faces: what is printed, how it lies, where to look."""

from datasets.indices.art import DeckSet, IndexArt
from datasets.indices.scenes import CLASSES, NOT_AN_INDEX, IndexPicture, Look, make_picture

__all__ = [
    "CLASSES",
    "NOT_AN_INDEX",
    "DeckSet",
    "IndexArt",
    "IndexPicture",
    "Look",
    "make_picture",
]
