"""Trains the verifier: regions that a detector finds on made pictures, and whether they are cards.

It learns from the detector's own mistakes, on pictures that the detector was not trained on.
"""
