"""Renderers: they read puzzles and solutions, and never search."""
