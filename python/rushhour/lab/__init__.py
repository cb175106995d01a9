"""The laboratory: heuristics checked against the truth."""

from rushhour.lab.check import check, check_all
from rushhour.lab.verdict import Excess, Fall, Tally, Verdict

__all__ = ["Excess", "Fall", "Tally", "Verdict", "check", "check_all"]
