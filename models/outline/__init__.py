"""The network that outlines a whole card, to enrol its deck: its pictures and its training."""
