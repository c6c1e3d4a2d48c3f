"""Reads one row of a pile by itself: where along the spread each card begins and where it ends.

The detector looks at a whole view and finds one card at a time. A row laid straight is a line of
like steps, and a network that goes along it sees what repeats: whether a white line is a card's
edge or a part of the print is told by all the other cards of the row.
"""

from vision.rows.evidence import read_rows
from vision.rows.reader import OnnxRowReader, RowReader

__all__ = ["OnnxRowReader", "RowReader", "read_rows"]
