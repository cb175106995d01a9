"""Solutions as text: what is written is read back, whatever the labels are."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rushhour import Move, ParseError, Puzzle, Vehicle, solve
from rushhour.base.text import shown
from rushhour.model.notation import read_moves
from rushhour.search import outcome as report

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
@example(";")
@example(":")
@example("Depth")
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


def titled(title: str, col: int) -> Any:
    """An empty board with a title, its target in this column."""
    return solve(Puzzle(6, 6, [Vehicle("0", "h", 2, col, 2)], "0", title=title))


@pytest.mark.parametrize("col", [2, 4])
@pytest.mark.parametrize("title", ["Jam-1", "0+1", "Move car # 0 left 1 square", "a\n0+1", "0+1 0"])
def test_a_title_is_no_move(title: str, col: int) -> None:
    outcome = titled(title, col)
    puzzle, moves = outcome.puzzle, outcome.solution.moves
    lines = [shown(title), str(puzzle), *report.sentences(outcome, puzzle)]
    assert read_moves("\n".join(lines), puzzle) == moves
    assert read_moves("\n".join(lines[1:]), puzzle) == moves


def test_a_title_above_moves_is_no_move_or_refused() -> None:
    assert read_moves("Jam-1\n0+2", titled("Jam-1", 2).puzzle) == (Move("0", 2),)
    assert read_moves("Jam-1\n0+2", titled("Jam-2", 2).puzzle) == (Move("Jam", -1), Move("0", 2))
    assert read_moves("0+2", titled("0+2", 2).puzzle) == (Move("0", 2),)
    with pytest.raises(ParseError) as caught:
        read_moves("\n0+1\n0+1", titled("0+1", 2).puzzle)
    expected = "line 2: expected a title or a move, found '0+1', which is both"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('A+1 "red car', 1, 5),
        ('"a"', 1, 1),
        ('A+1\n B-1 "\\x"+1', 2, 6),
        ("A+1 x", 1, 5),
        ("A right 1\nA right 1 x\nB up 1 1\nA right 1", 2, 11),  # x is in no word above
        ("B down 11\nA right 1 1", 2, 11),
        ("1 A right 1\n\n2 B down 2\n3 A right 4 4", 4, 13),  # with numbers before the moves
        ("Max+Exit\nA down 4\nA down 4", 2, 1),
        ("the boards:\nB.....\nB.....\nAA....\n......", 2, 1),
    ],
)
def test_what_is_no_move_has_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read_moves(text, solved("B").puzzle)
    assert (caught.value.line, caught.value.column) == (line, column)


# The lines of a program's output that hold no move; every other line must be a sentence.
OUTPUT = (
    " +---+\n | A B |>\n +---+\nDepth: 2\nNodes expanded: 17\nNumber of moves: 2\nCost: 2 slides\n"
)


@pytest.mark.parametrize(
    "line",
    [
        "Move car # B down 1000 squares",
        "Move car # B dwn 2 squares",
        "Mvoe car # B dwn 2 squares",
        "Move car B down 2",
        "Move B down two squares",
        "B right 2",
        "B+2",
        "A+1 B-1",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_no_line_that_looks_like_a_move_is_dropped_among_sentences(line: str, place: int) -> None:
    puzzle = Puzzle(4, 6, [Vehicle("A", "h", 1, 0, 2), Vehicle("B", "v", 0, 2, 2)], "A")
    lines = ["Move car # B down 2 squares", "Move car # A right 4 squares"]
    assert len(read_moves(OUTPUT + "\n".join(lines) + "\n" + OUTPUT, puzzle)) == 2
    lines.insert(place, line)
    number = place + 8
    with pytest.raises(ParseError, match=f"line {number}: expected a sentence such as"):
        read_moves(OUTPUT + "\n".join(lines) + "\n" + OUTPUT, puzzle)
