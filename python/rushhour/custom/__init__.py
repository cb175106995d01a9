"""Heuristics that are Python functions."""
