"""Trained networks: their weights, and how they are trained, exported and measured.

Only this folder may import torch or ultralytics; `evaluate` and `bench` run without them.
"""
