"""The network that tells backs apart: its training pieces, its training, its export."""
