"""Trains the reader of rows on made closer looks: where each card of a row begins and ends."""
