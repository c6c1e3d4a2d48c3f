"""Training of the classifier of faces: crops, network, calibration, export."""
