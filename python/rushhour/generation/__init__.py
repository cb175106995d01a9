"""Puzzles to order, with everything about them proved."""

from rushhour.generation.made import GeneratedPuzzle
from rushhour.generation.order import Order
from rushhour.generation.packs import Pack, PackPuzzle, pack
from rushhour.generation.stream import Generation, generate

__all__ = ["GeneratedPuzzle", "Generation", "Order", "Pack", "PackPuzzle", "generate", "pack"]
