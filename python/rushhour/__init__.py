"""Solve Rush Hour / Unblock Me sliding puzzles: provably shortest solutions, fast, explained.

>>> import rushhour
>>> puzzle = rushhour.parse("IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM")
>>> outcome = rushhour.solve(puzzle)
>>> outcome.status, outcome.cost
('solved', 60)
"""

from rushhour._core import VERSION as __version__
from rushhour.analysis import Analysis, Measure, analyse, analyse_many, measures
from rushhour.atlas import Atlas, open_atlas
from rushhour.atlas import enumerate_boards as enumerate
from rushhour.audit import Audit, Finding, audit
from rushhour.batch import solve_batch
from rushhour.certificate import Certificate, Proved, certify, verify_certificate
from rushhour.change import (
    Canonical,
    Minimised,
    Reduction,
    Variant,
    Variation,
    canonical,
    minimise,
    vary,
)
from rushhour.custom.state import State
from rushhour.formats import parse, parse_all, read, read_all, write, write_all
from rushhour.formats.relabel import relabel
from rushhour.generate import Generation, Made, Order, generate
from rushhour.hints.chain import Block
from rushhour.hints.hint import Advice, Hint, Verdict, hint, judge
from rushhour.model.errors import (
    FormatWarning,
    GoalError,
    HeuristicError,
    IllegalMoveError,
    InvalidBoardError,
    InvalidOrderError,
    LimitReachedError,
    MissingExtraError,
    ParseError,
    RefutedError,
    RushHourError,
    UnknownNameError,
    UnwritableError,
    WrongTypeError,
)
from rushhour.model.puzzle import Move, Puzzle
from rushhour.model.setup import Exit, Scattered, Setup, Vehicle
from rushhour.model.solution import Solution
from rushhour.planning import PlanningTask, to_pddl
from rushhour.search.cluster import Cluster, explore
from rushhour.search.many import solve_many
from rushhour.search.outcome import Outcome
from rushhour.search.query import Progress
from rushhour.search.registry import Algorithm, Heuristic, algorithms, heuristics
from rushhour.search.solve import solve
from rushhour.search.trace import Expansion

__all__ = [
    "Advice",
    "Algorithm",
    "Analysis",
    "Atlas",
    "Audit",
    "Block",
    "Canonical",
    "Certificate",
    "Cluster",
    "Exit",
    "Expansion",
    "Finding",
    "FormatWarning",
    "Generation",
    "GoalError",
    "Heuristic",
    "HeuristicError",
    "Hint",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidOrderError",
    "LimitReachedError",
    "Made",
    "Measure",
    "Minimised",
    "MissingExtraError",
    "Move",
    "Order",
    "Outcome",
    "ParseError",
    "PlanningTask",
    "Progress",
    "Proved",
    "Puzzle",
    "Reduction",
    "RefutedError",
    "RushHourError",
    "Scattered",
    "Setup",
    "Solution",
    "State",
    "UnknownNameError",
    "UnwritableError",
    "Variant",
    "Variation",
    "Vehicle",
    "Verdict",
    "WrongTypeError",
    "__version__",
    "algorithms",
    "analyse",
    "analyse_many",
    "audit",
    "canonical",
    "certify",
    "enumerate",
    "explore",
    "generate",
    "heuristics",
    "hint",
    "judge",
    "measures",
    "minimise",
    "open_atlas",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "relabel",
    "solve",
    "solve_batch",
    "solve_many",
    "to_pddl",
    "vary",
    "verify_certificate",
    "write",
    "write_all",
]
