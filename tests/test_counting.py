"""Rows and columns count from 1 in what people read, from 0 in data (docs/reference/output.md)."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rushhour
from rushhour import Exit, InvalidBoardError, ParseError, Puzzle, Scattered, Setup, Vehicle
from support.commands import result

SOURCES = Path(__file__).parent.parent
# The places that name rows or columns by other counts, and why.
OTHERS = {
    "python/rushhour/prose/task.py": "a prompt says that it counts from 0, as its JSON does",
    "python/rushhour/batch": "a row of a table counts from 0, as in Arrow",
    "src/reader/error.rs": "the column of a text, from 1",
    "src/reader/drawn.rs": "index + 1, by the variable of this name",
    "src/reader/json.rs": "index + 1, by the variable of this name",
    "python/rushhour/formats/strings.py": "enumerate(..., 1)",
    "python/rushhour/store.py": "the columns of a table have names",
    "research/people/plays.py": "a line of a file, from 1",
    "src/bindings/python/batch.rs": "a row of a table counts from 0, as in Arrow",
    "src/board/mod.rs": "number()",
    "src/operations/lock.rs": "first + 1, by the name of the value",
    "src/board/rules.rs": "number()",
}

# Boards whose third row is too short.
SHORT = {
    "boardstring": "AA../..../..B",
    "matrix": "2 2 0\n0 0 0\n1 1",
    "strings": '["XX--",\n "----",\n "-B-"]',
    "itb": "3 4\n1\nPP..K\n....\n.B.",
    "grid": "XX..\n....\n.B.",
    "link": "a.b/c#puzzle=AA../..../..B",
}


@pytest.mark.parametrize(("name", "text"), SHORT.items(), ids=list(SHORT))
def test_a_text_names_the_row_of_its_board_from_1(name: str, text: str) -> None:
    with pytest.raises(ParseError, match=r"cells in row 3\b"):
        rushhour.parse(text, name)


def test_the_line_of_a_text_and_the_row_of_its_board_have_one_base() -> None:
    with pytest.raises(ParseError, match=r"line 3, column 1: expected 4 cells in row 3, found 3"):
        rushhour.parse("XX..\n....\n.B.")
    with pytest.raises(ParseError, match=r"line 5, column 2: expected row 3 to begin in column 1"):
        rushhour.parse("2 2\n0\nPPK\n..\n ..", "itb")


TARGET = Vehicle("A", "h", 0, 0, 2)
# Faults in the top left corner, or just outside of it.
CORNER = [
    ([TARGET, Vehicle("B", "v", 0, 0, 2)], {}, "overlap at row 1, column 1"),
    ([TARGET], {"walls": ((0, 0),)}, "stands on the wall at row 1, column 1"),
    ([TARGET], {"walls": ((6, 6),)}, "outside the board at row 7, column 7"),
    ([TARGET, Vehicle("B", "v", 5, 5, 2)], {}, "leaves the board at row 7, column 6"),
    ([TARGET, Scattered("B", ((1, 0), (1, 2)))], {}, "has a gap at row 2, column 2"),
    ([TARGET], {"exit": Exit("left", 6)}, "the exit is in row 7, outside the board"),
    ([TARGET], {"exit": Exit("left", 1)}, "target A is in row 1, but the exit is in row 2"),
    ([TARGET, Vehicle("", "v", 1, 1, 2)], {}, "vehicle number 2 has no label"),
]


@pytest.mark.parametrize(("vehicles", "more", "reason"), CORNER)
def test_the_reasons_against_a_board_count_from_1(
    vehicles: list[Vehicle | Scattered], more: dict[str, object], reason: str
) -> None:
    with pytest.raises(InvalidBoardError) as raised:
        Puzzle.from_setup(Setup(6, 6, tuple(vehicles), "A", **more))  # type: ignore[arg-type]
    assert any(reason in one for one in raised.value.reasons)


def test_the_greatest_place_has_a_number_too() -> None:
    most = 2**63 - 1
    with pytest.raises(InvalidBoardError, match=f"at row {most + 1}, column 1"):
        Puzzle(6, 6, [Vehicle("A", "h", most, 0, 2)], "A")


def test_the_command_line_counts_from_1_and_its_json_from_0() -> None:
    board = "XX..\n....\n"
    said = result("check", "-", "--format", "grid", text=board)[1]
    assert said == "puzzle 1: valid, 2x4, 1 vehicle, exit right of row 1\n"
    data = json.loads(result("convert", "-", "--to", "json", text=board)[1])
    assert (data["exit"]["line"], data["vehicles"][0]["row"]) == (0, 0)


def test_an_exit_is_named_as_it_was_written() -> None:
    with pytest.raises(rushhour.RushHourError, match="from top:0 to top:3, found top:4"):
        rushhour.generate(size="6x4", exit="top:4")


@pytest.mark.parametrize("folder", ["python/rushhour", "src"])
def test_every_row_and_column_in_a_message_counts_from_1(folder: str) -> None:
    """A guard for new messages: a number after the word is one more than an index."""
    found = []
    for path in sorted((SOURCES / folder).rglob("*")):
        name = path.relative_to(SOURCES).as_posix()
        if any(name == one or name.startswith(f"{one}/") for one in OTHERS):
            continue
        words = {".py": _in_python, ".rs": _in_rust}.get(path.suffix)
        found += [f"{name}: {text}" for text in words(path.read_text("utf-8"))] if words else []
    assert not found


def test_the_guard_finds_what_it_must() -> None:
    assert list(_in_python('f"in row {row}, column {col + 1}, line {line}"')) == ["row {row}"]
    assert list(_in_python("f'from 0: rows {a}'")) == ["rows {a}"]
    assert list(_in_rust('format!("at row {row}")\n("column {}", x)')) == ["row {row}", "column {}"]


def _in_python(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        for before, part in zip(node.values, node.values[1:], strict=False):
            word = _word(before)
            if word and isinstance(part, ast.FormattedValue):
                value = ast.unparse(part.value)
                if not value.endswith("+ 1"):
                    yield f"{word} {{{value}}}"


def _word(part: ast.expr) -> str | None:
    text = part.value if isinstance(part, ast.Constant) else ""
    match = re.search(r"\b((?:row|column)s?) $", str(text))
    return match[1] if match else None


def _in_rust(source: str) -> Iterator[str]:
    for match in re.finditer(r'"[^"\n]*?\b((?:row|column)s? \{\w*\})', source):
        yield match[1]
