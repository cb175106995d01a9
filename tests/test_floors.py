"""The floors of the package: an import goes down, or sideways within a folder; doors are listed."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import rushhour

ROOT = Path(rushhour.__file__).parent

# From the ground up. What stands in one line does not know its neighbours.
FLOORS = """
base
model
formats
custom planning
search
render
analysis pictures store
batch generation
enumeration
atlas auditing certificate prose
lab
gym play web
widget
cli
__main__
"""
BASE = {"_core": "base", "errors": "base", "interrupt": "base"}
"""Modules beside the folders that belong to the lowest floor."""

DOORS = {
    ("model.puzzle", "analysis"): "Puzzle.analyse",
    ("model.puzzle", "formats"): "Puzzle.from_rows",
    ("model.puzzle", "render"): "Puzzle.svg, str(puzzle), and the types of pictures",
    ("model.solution", "custom"): "Solution.verify, for a goal of the user's",
    ("model.solution", "render"): "Solution.svg, gif, html, and the types of pictures",
    ("model.notation", "planning"): "Solution.parse, for plans",
    ("model.notation", "prose"): "Solution.parse, for the table of notations",
    ("search.cluster", "render"): "Cluster.plot, and the types of pictures",
    ("generation.packs", "web"): "Pack.html, a booklet",
}


def imports(file: Path) -> Iterator[str]:
    """The modules of the package that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module == "rushhour":
            yield from (f"rushhour.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_imports_go_down_but_for_the_doors() -> None:
    height = {
        folder: number for number, line in enumerate(FLOORS.split("\n")) for folder in line.split()
    }
    found = set()
    for file in ROOT.rglob("*.py"):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        here = BASE.get(module, module.split(".")[0])
        for name in imports(file) if module != "__init__" else ():
            root, _, there = name.partition(".")
            if root == "rushhour":
                there = BASE.get(there, there.split(".")[0])
                if there != here and not height.get(there, 99) < height[here]:
                    found.add((module, there))
    assert found == DOORS.keys()


def test_imports_inside_functions_are_few() -> None:
    """Each of them waits for what is heavy, optional, or above."""
    inside = [
        (file.name, node.lineno)
        for file in ROOT.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rushhour")
    ]
    assert len(set(inside)) <= 50


SOURCES = Path(__file__).parents[1] / "src"
_PATH = re.compile(r"\b((?:crate|super)(?:::\w+)+)(?:::\{([^}]*)\})?")


def uses(module: tuple[str, ...], text: str, known: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """The modules of the crate that a file of Rust names, without its tests and its comments."""
    text = re.sub(r"//.*", "", text).partition("#[cfg(test)]\nmod tests {")[0]
    found = set()
    for head, names in _PATH.findall(text):
        for name in names.split(",") if names else [""]:
            first, *parts = [*head.split("::"), *(part for part in [name.strip()] if part)]
            place = () if first == "crate" else module[:-1]
            while parts and parts[0] == "super":
                place, parts = place[:-1], parts[1:]
            while parts and (*place, parts[0]) in known:
                place, parts = (*place, parts[0]), parts[1:]
            found.add(place)
    return found - {module}


def test_no_files_of_the_crate_import_each_other_in_a_circle() -> None:
    """The head of a folder, which declares its files, is no part of a circle."""
    files = {
        file.relative_to(SOURCES).with_suffix("").parts: file
        for file in SOURCES.rglob("*.rs")
        if file.stem not in {"mod", "lib", "tests"}
    }
    heads = {file.parent.relative_to(SOURCES).parts for file in SOURCES.rglob("mod.rs")}
    known = {*files, *heads}
    graph = {
        module: uses(module, file.read_text(encoding="utf-8"), known) & files.keys()
        for module, file in files.items()
    }
    assert sum(map(len, graph.values())) > 100
    TopologicalSorter(graph).prepare()
