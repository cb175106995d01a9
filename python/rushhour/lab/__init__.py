"""The laboratory: compare searches, and reproduce published tables."""

from rushhour.lab.compare import Method, Row, Stage, compare
from rushhour.lab.plot import plot
from rushhour.lab.reproduce import Cell, reproduce

__all__ = ["Cell", "Method", "Row", "Stage", "compare", "plot", "reproduce"]
