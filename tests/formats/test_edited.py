"""A text with one line edited by a person is read as what it then plainly says, or refused."""

from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rushhour import Puzzle
from rushhour.formats import FORMATS, attempts
from support import plain
from support.edits import BARE, SAMPLES, edits


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


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize(("text", "name"), SAMPLES)
def test_a_sample_is_read_as_it_plainly_says(text: str, name: str | None):
    found = read(text, name)
    assert found
    assert {board_of(puzzle) for puzzle in found} <= plain.boards(text, name)


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
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


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@settings(max_examples=200)
@given(edits(), st.sampled_from([entry.name for entry in FORMATS]))
def test_so_it_is_in_a_format_that_is_named(edited: tuple[str, str | None], format_name: str):
    text, name = edited
    said = plain.boards(text, name)
    for puzzle in read(text, name, format_name):
        assert board_of(puzzle) in said
