"""Puzzles to order, with everything about them proved."""

from rushhour.generation import change
from rushhour.generation.order import Order
from rushhour.generation.packs import Pack, PackPuzzle, pack
from rushhour.generation.stream import GeneratedPuzzle, Generation, GenerationArguments, generate

__all__ = [
    "GeneratedPuzzle",
    "Generation",
    "GenerationArguments",
    "Order",
    "Pack",
    "PackPuzzle",
    "change",
    "generate",
    "pack",
]
