"""The laboratory: compare searches, reproduce published tables, check heuristics, grade."""

from rushhour.lab.check import check, check_all
from rushhour.lab.compare import Method, Row, Stage, compare
from rushhour.lab.grade import Grade, grade
from rushhour.lab.patterns import Pattern, patterns
from rushhour.lab.plot import plot
from rushhour.lab.reproduce import Cell, reproduce
from rushhour.lab.verdict import Excess, Fall, Tally, Verdict

__all__ = [
    "Cell",
    "Excess",
    "Fall",
    "Grade",
    "Method",
    "Pattern",
    "Row",
    "Stage",
    "Tally",
    "Verdict",
    "check",
    "check_all",
    "compare",
    "grade",
    "patterns",
    "plot",
    "reproduce",
]
