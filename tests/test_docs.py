"""The examples in docstrings run, and the site explains everything that can be named."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import rushhour
from rushhour.formats import FORMATS
from rushhour.render.forms import FORMS, PictureForm
from rushhour.web.operations import Operation, operations

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
# The folders of the project, without those of tools.
OURS = [".ci", "benches", "docs", "examples", "fuzz", "page", "python", "research", "src", "tests"]
MODULES = [
    module.name
    for module in walk_packages(rushhour.__path__, "rushhour.")
    if not module.name.endswith(("._core", ".__main__"))
]


@pytest.mark.parametrize("name", ["rushhour", *MODULES])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name), verbose=False).failed == 0


def headings(page: str) -> set[str]:
    """What stands in backticks, or alone, in the headings of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    return {name for line in lines for name in re.findall("`([^`]+)`", line) or [line]}


def test_the_page_of_heuristics_explains_each() -> None:
    assert {entry.name for entry in rushhour.heuristics()} <= headings("reference/heuristics.md")


def test_the_page_of_formats_explains_each() -> None:
    assert {entry.name for entry in FORMATS} <= headings("reference/formats.md")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_page_of_pictures_names_each(form: PictureForm) -> None:
    rows = re.findall(
        r"^\|([^|]*)\|", (DOCS / "how-to/pictures.md").read_text("utf-8"), re.MULTILINE
    )
    assert any(f"`{form.name}`" in row for row in rows)


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.name)
def test_the_page_of_the_service_has_the_address(operation: Operation) -> None:
    assert f"`{operation.path}`" in (DOCS / "how-to/serve.md").read_text(encoding="utf-8")


BOARDS = [
    (page.name, block)
    for page in sorted(DOCS.rglob("*.md"))
    for block in re.findall(r"^```\{board\}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
]


@pytest.mark.parametrize(("page", "block"), BOARDS)
def test_the_boards_of_the_site_can_be_played(page: str, block: str) -> None:
    options = dict(re.findall(r"^:(\w+): ?(.*)$", block, re.MULTILINE))
    text = re.sub(r"^:.*\n", "", block, flags=re.MULTILINE)
    target = options.get("target")
    puzzle = rushhour.parse(text, target and "grid", target=target)
    assert rushhour.solve(puzzle).status == "solved", page
    moves = rushhour.Solution.parse(puzzle, options.get("moves", ""))
    assert "moves" not in options or moves.verify() == ()


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= 8000


def test_the_picture_in_the_readme_is_what_its_command_draws() -> None:
    solution = rushhour.solve(rushhour.read(ROOT / "puzzles" / "jam-01.txt")).solution
    assert solution is not None
    picture = ROOT / "examples" / "jam-01.svg"
    assert picture.read_text(encoding="utf-8") == solution.svg("animation")


@pytest.mark.parametrize("page", ["DESIGN.md", "CONTRIBUTING.md"])
def test_the_files_that_are_named_are_there(page: str) -> None:
    ours = [path for name in OURS for path in (ROOT / name).rglob("*.*")]
    there = {str(path.relative_to(ROOT)) for path in [*ours, *ROOT.iterdir()]}
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|rs|js|csv|toml))`", text))
    lacking = [name for name in named if "NAME" not in name and not any_ends(there, name)]
    assert not lacking


def any_ends(paths: set[str], name: str) -> bool:
    return any(path == name or path.endswith(f"/{name}") for path in paths)


def test_files_of_tests_have_names_of_their_own() -> None:
    """They are modules without packages, so two of one name cannot be collected in one run."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)
