"""Truth files: what lies on photos that are measured against, one reader per format.

Formats are recognised by what is in a file, never by its folder. What a file does not say is None.
"""

from datasets.truth.deal import DealTruth, PlayerTruth
from datasets.truth.folder import TruthSet, read_truth
from datasets.truth.photo import (
    CardTruth,
    FoundationTruth,
    IndexTruth,
    PhotoTruth,
    PileTruth,
    SideCounts,
)

__all__ = [
    "CardTruth",
    "DealTruth",
    "FoundationTruth",
    "IndexTruth",
    "PhotoTruth",
    "PileTruth",
    "PlayerTruth",
    "SideCounts",
    "TruthSet",
    "read_truth",
]
