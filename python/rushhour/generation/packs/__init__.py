"""Packs: sets of puzzles that become harder, with names and hints."""

from rushhour.generation.packs.pack import Pack, pack
from rushhour.generation.packs.puzzle import PackPuzzle

__all__ = ["Pack", "PackPuzzle", "pack"]
