"""The laboratory: compare searches, reproduce published tables, check heuristics, grade."""

from rushhour.lab.check import CheckStage, Excess, Fall, Tally, Verdict, check, check_all
from rushhour.lab.compare import Method, Row, Stage, compare
from rushhour.lab.explain import Explanation, Term, explain
from rushhour.lab.grade import Grade, grade
from rushhour.lab.patterns import Pattern, patterns
from rushhour.lab.plot import plot
from rushhour.lab.programs import CodeGrade, Exercise, grade_code
from rushhour.lab.tables import Cell, reproduce
from rushhour.lab.totals import Total, Totals, totals
from rushhour.lab.tree import save_tree, tree
from rushhour.lab.watch import Replay, watch

__all__ = [
    "Cell",
    "CheckStage",
    "CodeGrade",
    "Excess",
    "Exercise",
    "Explanation",
    "Fall",
    "Grade",
    "Method",
    "Pattern",
    "Replay",
    "Row",
    "Stage",
    "Tally",
    "Term",
    "Total",
    "Totals",
    "Verdict",
    "check",
    "check_all",
    "compare",
    "explain",
    "grade",
    "grade_code",
    "patterns",
    "plot",
    "reproduce",
    "save_tree",
    "totals",
    "tree",
    "watch",
]
