"""What light, paper and camera do to a picture: one file per cause."""

from datasets.effects.light import apply_light, card_shadow
from datasets.effects.paper import print_lines, wear
from datasets.effects.sensor import apply_sensor
from datasets.effects.surface import lay_surface

__all__ = ["apply_light", "apply_sensor", "card_shadow", "lay_surface", "print_lines", "wear"]
