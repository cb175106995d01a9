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
from rushhour.errors import (
    IllegalMoveError,
    InvalidBoardError,
    LimitReachedError,
    ParseError,
    RushHourError,
)
from rushhour.formats import parse, parse_all, read, read_all, write, write_all
from rushhour.formats.writing import relabel
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit, Scattered, Setup, Vehicle
from rushhour.model.solution import Solution
from rushhour.search import (
    Cluster,
    DiskCluster,
    Options,
    Outcome,
    Progress,
    algorithms,
    explore,
    heuristics,
    solve,
    solve_many,
)

if TYPE_CHECKING:  # the names of _LATER and _PACKAGES
    from rushhour import (  # noqa: I001
        analysis as analysis,
        atlas as atlas,
        auditing as auditing,
        certificate as certificate,
        generation as generation,
        gym as gym,
        lab as lab,
        pictures as pictures,
        planning as planning,
        prose as prose,
    )
    from rushhour.analysis import Analysis, Hint, analyse, hint, judge
    from rushhour.batch import solve_batch
    from rushhour.generation import generate
    from rushhour.pictures import read_picture
    from rushhour.render.qr import qr_code
    from rushhour.web.daily import daily
    from rushhour.web.link import link, link_to_pack

_LATER = {
    "analysis": ["Analysis", "Hint", "analyse", "hint", "judge"],
    "batch": ["solve_batch"],
    "generation": ["generate"],
    "pictures": ["read_picture"],
    "render.qr": ["qr_code"],
    "web.daily": ["daily"],
    "web.link": ["link", "link_to_pack"],
}
"""Modules that are imported when one of their names is used. Importing all takes twice the time."""

_PACKAGES = (
    "analysis",
    "atlas",
    "auditing",
    "certificate",
    "generation",
    "gym",
    "lab",
    "pictures",
    "planning",
    "prose",
)
"""Packages whose names are public there; `rushhour.NAME` imports one when it is used."""

__all__ = [
    "Analysis",
    "Cluster",
    "DiskCluster",
    "Exit",
    "Hint",
    "IllegalMoveError",
    "InvalidBoardError",
    "LimitReachedError",
    "Move",
    "Options",
    "Outcome",
    "ParseError",
    "Progress",
    "Puzzle",
    "RushHourError",
    "Scattered",
    "Setup",
    "Solution",
    "State",
    "Vehicle",
    "__version__",
    "algorithms",
    "analyse",
    "daily",
    "explore",
    "generate",
    "heuristics",
    "hint",
    "judge",
    "link",
    "link_to_pack",
    "parse",
    "parse_all",
    "qr_code",
    "read",
    "read_all",
    "read_picture",
    "relabel",
    "solve",
    "solve_batch",
    "solve_many",
    "write",
    "write_all",
]


def __getattr__(name: str) -> object:
    """Import a package, or that of a name, at its first use (PEP 562)."""
    if name in _PACKAGES:
        return import_module(f"rushhour.{name}")
    for package, names in _LATER.items():
        if name in names:
            value: object = getattr(import_module(f"rushhour.{package}"), name)
            globals()[name] = value
            return value
    message = f"module 'rushhour' has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES, *__all__})
