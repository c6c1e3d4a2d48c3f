"""Measuring: photos with truth in, what the served reader gets right and wrong out.

Runs without torch; what is measured is what is served, `vision.read.read_deal`.
"""

from models.evaluate.report import Report
from models.evaluate.run import evaluate
from models.evaluate.shares import Share, share_of

__all__ = ["Report", "Share", "evaluate", "share_of"]
