"""Faces: which card it is, read from the signs in its corners."""

from vision.faces.network import FaceNetwork, OnnxFaces
from vision.faces.read import read_cards

__all__ = ["FaceNetwork", "OnnxFaces", "read_cards"]
