"""Solutions as text: what is written is read back, whatever the labels are."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rushhour import Move, ParseError, Puzzle, Vehicle, report, solve
from rushhour.notation import read_moves

LABELS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def solved(label: str) -> Any:
    """A puzzle whose solution moves a vehicle of this label."""
    target = "A" if label != "A" else "B"
    vehicles = [Vehicle(target, "h", 1, 0, 2), Vehicle(label, "v", 0, 2, 2)]
    return solve(Puzzle(4, 6, vehicles, target))


@given(LABELS)
@example("red car")
@example("#1")
@example("a,b")
@example('"')
@example("{")
@example("[1]")
@example("a\nMove car # A right 1 square\n")
@example("move car # A left 1 square")
@example("-1")
@example("\x85")
@example("\u2028")
@example("\N{NO-BREAK SPACE}")
@example('"x"+1')
def test_every_label_is_read_back(label: str) -> None:
    outcome = solved(label)
    puzzle, moves = outcome.puzzle, outcome.solution.moves
    assert {move.vehicle for move in moves} == {label, puzzle.target}
    assert read_moves(str(outcome.solution), puzzle) == moves
    assert tuple(map(Move.parse, map(str, moves))) == moves
    for show_boards in (False, True):
        lines = [str(puzzle), *report.sentences(outcome, puzzle, show_boards=show_boards)]
        assert read_moves("\n".join(lines), puzzle) == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("A+1 B-2", [Move("A", 1), Move("B", -2)]),
        ("A+1,B-2 # a comment with C+1", [Move("A", 1), Move("B", -2)]),
        ("A+1#C+1\n# B+1\nB-2", [Move("A", 1), Move("B", -2)]),
        ('"red car"+1 "a\\nb"-2', [Move("red car", 1), Move("a\nb", -2)]),
        ('  Move car # "red car" up 1 square.\nDepth: 1', [Move("red car", -1)]),
        ("", []),
    ],
)
def test_what_is_read(text: str, moves: list[Move]) -> None:
    assert read_moves(text, solved("B").puzzle) == tuple(moves)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('A+1 "red car', 1, 5), ('"a"', 1, 1), ('A+1\n B-1 "\\x"+1', 2, 6), ("A+1 x", 1, 5)],
)
def test_what_is_no_move_has_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read_moves(text, solved("B").puzzle)
    assert (caught.value.line, caught.value.column) == (line, column)
