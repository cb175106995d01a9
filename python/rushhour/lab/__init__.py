"""The laboratory: compare searches, and reproduce published tables."""

from rushhour.lab.reproduce import Cell, reproduce

__all__ = ["Cell", "reproduce"]
