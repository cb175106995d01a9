"""Puzzles to order, with everything about them proved."""

from rushhour.generate.made import Made
from rushhour.generate.order import Order
from rushhour.generate.stream import Generation, generate

__all__ = ["Generation", "Made", "Order", "generate"]
