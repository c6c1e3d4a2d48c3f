"""Drawn card backs without limit: a design is data, drawing it is another thing."""

from datasets.backs.design import BackDesign
from datasets.backs.draw import draw_back
from datasets.backs.sample import recolour, sample_design
from datasets.backs.stencils import Stencils, builtin_stencils, load_stencils

__all__ = [
    "BackDesign",
    "Stencils",
    "builtin_stencils",
    "draw_back",
    "load_stencils",
    "recolour",
    "sample_design",
]
