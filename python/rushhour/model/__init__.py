"""Boards, puzzles, moves and solutions: values without a search."""
