"""How hard is a puzzle? Exact measures, the walk of a simulated player, and a rating.

`analyse` computes everything; `measures` says what each value means.
"""

from rushhour.analysis.analysis import Analysis, AnalysisOptions, analyse, analyse_many, reasons
from rushhour.analysis.hints import Advice, Block, Hint, Verdict, hint, judge
from rushhour.analysis.measures import Measure, measures

__all__ = [
    "Advice",
    "Analysis",
    "AnalysisOptions",
    "Block",
    "Hint",
    "Measure",
    "Verdict",
    "analyse",
    "analyse_many",
    "hint",
    "judge",
    "measures",
    "reasons",
]
