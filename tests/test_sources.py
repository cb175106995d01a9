"""The pages of sources: every cell, claim and statement, drawn, with the command that prints it."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import rushhour
from rushhour.lab.statements import statements
from rushhour.lab.tables import TABLES, published_puzzles, rows_of, table
from support.commands import result

ROOT = Path(__file__).parent.parent
SOURCES = ("csc", "princeton", "hagenberg", "solver", "ntnu")


@cache
def published() -> ModuleType:
    """The module of the site that makes the parts of the pages."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import published as found  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    assert isinstance(found, ModuleType)
    return found


@cache
def parts() -> dict[str, str]:
    found: dict[str, str] = published().parts()
    return found


def page(name: str) -> str:
    """The text of the page of a source, with its parts in their places."""
    path = ROOT / "docs" / "sources" / f"{published().SOURCES[name].page}.md"
    return re.sub(
        r"```\{include\} _(\S+)\.md\n```",
        lambda match: parts()[match[1]],
        path.read_text(encoding="utf-8"),
    )


def test_every_part_is_in_a_page_and_every_source_has_one() -> None:
    assert tuple(published().SOURCES) == SOURCES
    assert {known.name for known in TABLES if known.claims or known.source} >= set(SOURCES)
    pages = [file.read_text("utf-8") for file in (ROOT / "docs/sources").glob("[a-z]*.md")]
    included = re.findall(r"\{include\} _(\S+)\.md", "\n".join(pages))
    assert sorted(included) == sorted(parts())
    index = (ROOT / "docs" / "sources" / "index.md").read_text("utf-8")
    for source in published().SOURCES.values():
        assert f"\n{source.page}\n" in index


@pytest.mark.parametrize("name", SOURCES)
def test_every_statement_is_there_with_its_command(name: str) -> None:
    text = page(name).replace(r"\*", "*")
    for statement in statements(name):
        holds, measured = published().measured(statement)
        says = statement.says[0].upper() + statement.says[1:]
        assert f"**{says}.** {published().VERDICTS[holds].title()}.\n" in text
        assert measured[1:] in text
        assert f"```text\n{statement.command}\n```" in text


@pytest.mark.parametrize("name", ["csc", "princeton", "hagenberg", "ntnu"])
def test_every_published_cell_is_there(name: str) -> None:
    """The figures in the file of the source, puzzle by puzzle."""
    lines = [line for line in parts()[f"{name}-cells"].splitlines() if line.startswith("| ")]
    for row in rows_of(f"{name}.csv"):
        puzzle, column, *figures = row.values()
        joined = (" " if name == "csc" else " / ").join(figures)
        mine = [line for line in lines if line.startswith(f"| {puzzle} |")]
        assert any(f" {joined} |" in line or f" {joined};" in line for line in mine), (
            puzzle,
            column,
        )


@pytest.mark.parametrize("name", ["csc", "hagenberg", "solver", "ntnu"])
def test_every_claim_is_there_and_what_refutes_it_is_drawn(name: str) -> None:
    text, pictures = parts()[f"{name}-claims"], published().pictures()
    for row in rows_of("claims.csv"):
        if row["table"] == name:
            negated = "" if row["claim"] == "yes" else "not "
            claim = f"| {row['called']} is {negated}{row['property']} | `{row['heuristic']}` |"
            assert claim in text
    for cell in published().cells(name):
        assert (f"/{published().example_of(cell)}.svg" in text) == bool(cell.counterexample)
        if cell.counterexample:
            ElementTree.fromstring(pictures[published().example_of(cell)])
            values = cell.counterexample.rpartition(": ")[0]
            assert values in text


def test_the_moves_of_a_counterexample_are_legal_and_as_few_as_it_says() -> None:
    seen = 0
    for name in SOURCES:
        for cell in published().cells(name):
            if not cell.counterexample:
                continue
            drawn, values = published().counterexample(cell), cell.counterexample
            too_high = re.match(r"h is (\d+), the distance (\d+)", values)
            if too_high:
                assert drawn.verify() == ()
                assert drawn.cost == int(too_high[2]) < int(too_high[1])
            else:
                move = re.match(r"(\S+) takes h from (\d+) to (\d+)", values)
                assert move
                assert (str(drawn), len(list(drawn.replay()))) == (move[1], 2)
                assert int(move[2]) > int(move[3]) + drawn.cost
            seen += 1
    assert seen == 16


@pytest.mark.parametrize("name", ["princeton", "hagenberg", "ntnu"])
def test_the_command_of_a_column_prints_its_first_cell(name: str) -> None:
    """With the file of the first board in the place of FILE."""
    first = next(rows_of(f"{name}.csv"))["puzzle"]
    counted = "expanded" if name == "ntnu" else "generated"
    for column in table(name).columns:
        command = published().command_of(name, column)
        assert f"| `{command}` |" in parts()[f"{name}-cells"]
        if "FILE" in command:
            words = command.replace("FILE", str(ROOT / published().file_of(first))).split()[1:]
            code, out, err = result(*words)
            assert (code, err) == (0, "")
            (row,) = (
                one
                for one in rows_of(f"{name}.csv")
                if (one["puzzle"], one["column"]) == (first, column.name)
            )
            nodes = int(row["nodes"]) - (counted == "generated")
            assert f"Nodes {counted}: {nodes}\n" in out


@pytest.mark.parametrize("name", SOURCES)
def test_the_boards_are_there_with_solutions_that_can_be_played(name: str) -> None:
    text = parts()[f"{name}-boards"]
    for board in published().SOURCES[name].boards:
        file = published().file_of(board)
        assert f"`{file}`" in text
        puzzle = rushhour.read(ROOT / file)
        assert len(puzzle.vehicles) == len(published_puzzles()[board].vehicles)
    for block in re.findall(r"```\{board\}\n(.*?)```", text, re.DOTALL):
        moves = re.search(r":moves: (.*)", block)
        rows = re.sub(r"^:.*\n", "", block, flags=re.MULTILINE)
        assert moves
        played = rushhour.Solution.parse(rushhour.parse(rows, "grid", target="A"), moves[1])
        assert played.verify() == ()
