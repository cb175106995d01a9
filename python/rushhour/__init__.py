"""Solve Rush Hour / Unblock Me sliding puzzles: provably shortest solutions, fast, explained.

>>> import rushhour
>>> puzzle = rushhour.parse("IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM")
>>> outcome = rushhour.solve(puzzle)
>>> outcome.status, outcome.cost
('solved', 60)
"""

from rushhour._core import VERSION as __version__
from rushhour.audit import Audit, Finding, audit
from rushhour.cluster import Cluster, explore
from rushhour.errors import (
    FormatWarning,
    HeuristicError,
    IllegalMoveError,
    InvalidBoardError,
    LimitReachedError,
    ParseError,
    RushHourError,
    UnknownNameError,
    UnwritableError,
    WrongTypeError,
)
from rushhour.formats import parse, parse_all, read, read_all, write
from rushhour.formats.relabel import relabel
from rushhour.many import solve_many
from rushhour.outcome import Outcome
from rushhour.puzzle import Move, Puzzle
from rushhour.query import Progress
from rushhour.registry import Algorithm, Heuristic, algorithms, heuristics
from rushhour.setup import Exit, Scattered, Setup, Vehicle
from rushhour.solution import Solution
from rushhour.solve import solve
from rushhour.state import State

__all__ = [
    "Algorithm",
    "Audit",
    "Cluster",
    "Exit",
    "Finding",
    "FormatWarning",
    "Heuristic",
    "HeuristicError",
    "IllegalMoveError",
    "InvalidBoardError",
    "LimitReachedError",
    "Move",
    "Outcome",
    "ParseError",
    "Progress",
    "Puzzle",
    "RushHourError",
    "Scattered",
    "Setup",
    "Solution",
    "State",
    "UnknownNameError",
    "UnwritableError",
    "Vehicle",
    "WrongTypeError",
    "__version__",
    "algorithms",
    "audit",
    "explore",
    "heuristics",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "relabel",
    "solve",
    "solve_many",
    "write",
]
