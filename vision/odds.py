"""Log odds and probabilities, for the logistic models that weigh opinions."""

import numpy as np
from numpy.typing import NDArray


def log_odds_of(confidences: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log odds (n,) of confidences, within 1 and 99 percent."""
    sure = np.clip(confidences, 0.01, 0.99)
    return np.asarray(np.log(sure / (1 - sure)), np.float32)


def probabilities_of(log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (n,) of log odds, by the logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))), np.float32)
