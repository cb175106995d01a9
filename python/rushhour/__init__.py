"""Solve Rush Hour / Unblock Me sliding puzzles: provably shortest solutions, fast, explained.

>>> import rushhour
>>> puzzle = rushhour.parse("IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM")
>>> outcome = rushhour.solve(puzzle)
>>> outcome.status, outcome.cost
('solved', 60)
"""

from rushhour import interrupt as _interrupt  # noqa: F401  # first: Ctrl-C may come at any import

# isort: split

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING

from rushhour._core import VERSION as __version__
from rushhour.custom.state import State
from rushhour.formats import parse, parse_all, read, read_all, write, write_all
from rushhour.formats.relabel import relabel
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
    PluginError,
    PluginWarning,
    RefutedError,
    RushHourError,
    UnknownNameError,
    UnwritableError,
    WrongTypeError,
)
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit, Scattered, Setup, Vehicle
from rushhour.model.solution import Solution
from rushhour.search.cluster import Cluster, explore
from rushhour.search.disk import DiskCluster, DiskEstimate, estimate_disk
from rushhour.search.many import solve_many
from rushhour.search.outcome import Outcome
from rushhour.search.query import Progress
from rushhour.search.registry import Algorithm, Heuristic, algorithms, heuristics
from rushhour.search.solve import solve
from rushhour.search.trace import Expansion

if TYPE_CHECKING:  # the names of _LATER
    from rushhour.analysis import Analysis, Measure, analyse, analyse_many, measures
    from rushhour.analysis.hints.chain import Block
    from rushhour.analysis.hints.hint import Advice, Hint, Verdict, hint, judge
    from rushhour.atlas import Atlas, enumerate, open_atlas
    from rushhour.auditing import Audit, Finding, audit
    from rushhour.batch import solve_batch
    from rushhour.certificate import Certificate, Proved, verify_certificate
    from rushhour.certificate.certify import certify
    from rushhour.generation import (
        GeneratedPuzzle,
        Generation,
        Order,
        Pack,
        PackPuzzle,
        generate,
        pack,
    )
    from rushhour.generation.change.canonical import Canonical, canonical
    from rushhour.generation.change.minimise import Minimised, Reduction, minimise
    from rushhour.generation.change.vary import Variant, Variation, vary
    from rushhour.planning import PlanningTask, to_pddl
    from rushhour.prose import Score, Task, score, tasks
    from rushhour.web.daily import daily
    from rushhour.web.link import link

_LATER = {
    "analysis": ["Analysis", "Measure", "analyse", "analyse_many", "measures"],
    "analysis.hints.chain": ["Block"],
    "analysis.hints.hint": ["Advice", "Hint", "Verdict", "hint", "judge"],
    "atlas": ["Atlas", "enumerate", "open_atlas"],
    "auditing": ["Audit", "Finding", "audit"],
    "batch": ["solve_batch"],
    "certificate": ["Certificate", "Proved", "verify_certificate"],
    "certificate.certify": ["certify"],
    "generation": [
        "Generation",
        "GeneratedPuzzle",
        "Order",
        "Pack",
        "PackPuzzle",
        "generate",
        "pack",
    ],
    "generation.change.canonical": ["Canonical", "canonical"],
    "generation.change.minimise": ["Minimised", "Reduction", "minimise"],
    "generation.change.vary": ["Variant", "Variation", "vary"],
    "planning": ["PlanningTask", "to_pddl"],
    "prose": ["Score", "Task", "score", "tasks"],
    "web.daily": ["daily"],
    "web.link": ["link"],
}
"""Modules that are imported when one of their names is used. Importing all takes twice the time."""

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
    "DiskCluster",
    "DiskEstimate",
    "Exit",
    "Expansion",
    "Finding",
    "FormatWarning",
    "GeneratedPuzzle",
    "Generation",
    "GoalError",
    "Heuristic",
    "HeuristicError",
    "Hint",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidOrderError",
    "LimitReachedError",
    "Measure",
    "Minimised",
    "MissingExtraError",
    "Move",
    "Order",
    "Outcome",
    "Pack",
    "PackPuzzle",
    "ParseError",
    "PlanningTask",
    "PluginError",
    "PluginWarning",
    "Progress",
    "Proved",
    "Puzzle",
    "Reduction",
    "RefutedError",
    "RushHourError",
    "Scattered",
    "Score",
    "Setup",
    "Solution",
    "State",
    "Task",
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
    "daily",
    "enumerate",
    "estimate_disk",
    "explore",
    "generate",
    "heuristics",
    "hint",
    "judge",
    "link",
    "measures",
    "minimise",
    "open_atlas",
    "pack",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "relabel",
    "score",
    "solve",
    "solve_batch",
    "solve_many",
    "tasks",
    "to_pddl",
    "vary",
    "verify_certificate",
    "write",
    "write_all",
]


def __getattr__(name: str) -> object:
    """Import the package of a name at its first use (PEP 562)."""
    for package, names in _LATER.items():
        if name in names:
            value: object = getattr(import_module(f"rushhour.{package}"), name)
            globals()[name] = value
            return value
    message = f"module 'rushhour' has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
