"""A text with one line edited by a person is read as what it then plainly says, or refused."""

import re
from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import plain
from examples import CAR_LIST, EXAMPLES
from rushhour import Puzzle
from rushhour.formats import FORMATS, attempts

BARE = "1 2 h 2\n0 1 v 3\n0 0 h 2\n"
SAMPLES: list[tuple[str, str | None]] = [
    *((text, None) for text, _ in EXAMPLES.values()),
    (CAR_LIST.removeprefix("6\n"), None),
    (CAR_LIST.replace("6\n", "8\n", 1), None),
    (CAR_LIST.replace("6\n", "8x8\n", 1), None),
    (f"Jam-1\n8\n{BARE}.\nJam-2\n6\n{BARE}.\n", None),
    (f"8\n{BARE}.\n8\n{BARE}.\n", None),
    (BARE, None),
    (EXAMPLES["csc"][0].replace("6\n", "8\n", 1), None),
    (EXAMPLES["uva"][0], "Rushhour9x9_4.csv"),
    ("2 3\n0\n ...\nK.PP\n", None),
    ("3 3\n1\nP..\nPBB\n...\nK\n", None),
    ("[[2, 2, 0],\n [1, 1, 0],\n [0, 0, 0]]\n", None),
    ("..XX.....\n.........\nBB.......\n", None),
    ("AA..\n..B.\n..B.\n....\n", None),
]
TITLES = ["Jam-9", "Level 5", "8", "8x8", "8 8", "size 8", "Size: 8", "rows=8 cols=8", "\uff18"]
TITLES += ["# Jam-9", "8.0", "6,6", "1000000000", "A+1", "...", "0 0 0 0", "2", "AA..", "x"]
UNITS = [" cells", "cm", ".0", "x", "x8", " 8", "%", ";", ":", ",", " h"]
SEPARATORS = [" ", ",", ";", "\t", "", ", ", "/"]


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str | None]:
    """A sample with one edit, and the name of its file."""
    text, name = draw(st.sampled_from(SAMPLES))
    lines = text.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    edit = draw(st.sampled_from(EDITS))
    return "\n".join(edit(draw, lines, at)) + "\n", name


def deleted(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], *lines[at + 1 :]]


def blanked(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], "", *lines[at + 1 :]]


def parted(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], "", *lines[at:]]


def doubled(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], *lines[at : at + 1] * 2, *lines[at + 1 :]]


def swapped(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    lines, other = list(lines), draw(st.integers(0, len(lines) - 1))
    lines[at], lines[other] = lines[other], lines[at]
    return lines


def renumbered(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return replaced(draw, lines, at, r"\d+", lambda _: str(draw(st.integers(0, 12))))


def measured(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return replaced(draw, lines, at, r"\d+", lambda found: found + draw(st.sampled_from(UNITS)))


def separated(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    sign = draw(st.sampled_from(SEPARATORS))
    return [*lines[:at], re.sub(r"[\s,;/]+", sign, lines[at]), *lines[at + 1 :]]


def entitled(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    place = draw(st.sampled_from([0, at]))
    return [*lines[:place], draw(st.sampled_from(TITLES)), *lines[place:]]


def replaced(draw, lines, at, pattern, new) -> list[str]:
    """One match of a pattern in a line replaced, where there is one."""
    found = list(re.finditer(pattern, lines[at]))
    if not found:
        return lines
    match = draw(st.sampled_from(found))
    line = lines[at][: match.start()] + new(match[0]) + lines[at][match.end() :]
    return [*lines[:at], line, *lines[at + 1 :]]


EDITS = [
    *(deleted, blanked, parted, doubled, swapped, renumbered, measured, separated, entitled),
]


def board_of(puzzle: Puzzle) -> plain.Board:
    return plain.Board(
        puzzle.rows,
        puzzle.cols,
        frozenset((v.label, v.axis, v.row, v.col, v.length) for v in puzzle.vehicles),
        puzzle.target,
        (puzzle.exit.side, puzzle.exit.line),
        frozenset(puzzle.walls),
    )


def read(text: str, name: str | None, format_name: str | None = None) -> list[Puzzle]:
    file = StringIO(text, newline=None)
    if name is not None:
        file.name = name
    return [item for item in attempts(file, format_name) if isinstance(item, Puzzle)]


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@pytest.mark.parametrize(("text", "name"), SAMPLES)
def test_a_sample_is_read_as_it_plainly_says(text: str, name: str | None):
    found = read(text, name)
    assert found
    assert {board_of(puzzle) for puzzle in found} <= plain.boards(text, name)


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@settings(max_examples=500)
@given(edits())
@example((f"8\n3\n{BARE}", None)).via("the number of vehicles in a car list")
@example(("8,8\n" + BARE, None)).via("a size with a comma")
@example(("1000000000\n" + BARE, None)).via("a size of ten digits")
def test_an_edited_text_is_read_as_it_plainly_says_or_refused(edited: tuple[str, str | None]):
    text, name = edited
    said = plain.boards(text, name)
    for puzzle in read(text, name):
        assert board_of(puzzle) in said


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@settings(max_examples=200)
@given(edits(), st.sampled_from([entry.name for entry in FORMATS]))
def test_so_it_is_in_a_format_that_is_named(edited: tuple[str, str | None], format_name: str):
    text, name = edited
    said = plain.boards(text, name)
    for puzzle in read(text, name, format_name):
        assert board_of(puzzle) in said
