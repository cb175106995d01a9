"""The examples in docstrings run, and README.md names everything that can be named."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from pkgutil import walk_packages

import pytest

import rushhour
from rushhour.cli import _VERBS
from rushhour.formats import FORMATS
from rushhour.model.puzzle import Metric
from rushhour.render.forms import FORMS
from rushhour.web.operations import OPERATIONS, Operation

README = Path(__file__).parent.parent / "README.md"
MODULES = [
    module.name
    for module in walk_packages(rushhour.__path__, "rushhour.")
    if not module.name.endswith(("._core", ".__main__"))
]
NAMES = [
    entry.name
    for registry in (FORMATS, FORMS, rushhour.heuristics(), rushhour.algorithms())
    for entry in registry
]


@pytest.mark.parametrize("name", ["rushhour", *MODULES])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name), verbose=False).failed == 0


# The beginning of a line up to somewhere in the first cell of a table; `\\|` is no border of it.
FIRST_CELL = r"^\|(?:[^|\\\n]|\\\|)*"


@pytest.mark.parametrize("name", ["auto", *NAMES, *_VERBS])
def test_a_table_of_the_readme_names(name: str) -> None:
    pattern = rf"{FIRST_CELL}`(?:rushhour )?{name}[` ]"
    assert re.search(pattern, README.read_text(encoding="utf-8"), re.MULTILINE)


def table_after(head: str) -> dict[str, list[str]]:
    """The rows of the table with this head: for each name in a first cell the other cells."""
    lines = README.read_text(encoding="utf-8").splitlines()
    rows = takewhile(lambda line: line.startswith("|"), lines[lines.index(head) + 2 :])
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name: rest for first, *rest in cells for name in re.findall("`([^`]+)`", first)}


def test_readme_says_which_heuristics_are_admissible_and_consistent() -> None:
    said = {name: row[1:] for name, row in table_after(HEURISTICS_HEAD).items()}
    words = {True: "yes", False: "no"}
    assert said == {
        entry.name: [
            f"{words[entry.admissible[metric]]}, {words[entry.consistent[metric]]}"
            for metric in METRICS
        ]
        for entry in rushhour.heuristics()
    }


def test_readme_says_when_solutions_are_shortest_and_what_is_taken() -> None:
    said = {name: row[1:] for name, row in table_after(ALGORITHMS_HEAD).items() if name != "auto"}
    assert said == {
        entry.name: [
            SHORTEST[entry.optimal],
            ", ".join(setting for setting in entry.takes if setting != "trace"),
        ]
        for entry in rushhour.algorithms()
    }


HEURISTICS_HEAD = "| number, name | estimate | slide | step |"
ALGORITHMS_HEAD = "| algorithm | expands first | solutions are shortest | takes |"
METRICS: tuple[Metric, ...] = ("slide", "step")
SHORTEST = {
    "always": "always",
    "admissible": "if h is admissible",
    "within weight": "no, but within weight if h is admissible",
    "never": "no",
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_readme_has_the_address(operation: Operation) -> None:
    assert f"`{operation.path}`" in README.read_text(encoding="utf-8")


def test_the_picture_in_the_readme_is_what_its_command_draws() -> None:
    solution = rushhour.solve(rushhour.read(README.parent / "puzzles" / "jam-01.txt")).solution
    assert solution is not None
    picture = README.parent / "examples" / "jam-01.svg"
    assert picture.read_text(encoding="utf-8") == solution.svg("arrows")
