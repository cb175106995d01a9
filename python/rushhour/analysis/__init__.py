"""How hard is a puzzle? Exact measures, the walk of a simulated player, and a rating.

`analyse` computes everything; `measures` says what each value means.
"""

from rushhour.analysis.analysis import Analysis, analyse
from rushhour.analysis.many import analyse_many
from rushhour.analysis.measures import Measure, measures
from rushhour.analysis.reasons import reasons

__all__ = ["Analysis", "Measure", "analyse", "analyse_many", "measures", "reasons"]
