"""Moves in the words of people: every notation is read back, and nothing is dropped between two."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour import Move, ParseError, Puzzle, Solution
from rushhour.model.notation import read_moves
from rushhour.prose import score
from rushhour.prose.notations import NOTATIONS
from rushhour.prose.scoring import answer_in
from support.commands import result
from support.sayings import Moves, each, word

LETTERS = rushhour.parse("..B.../AAB.../....../...CC.")
NUMBERS = rushhour.parse("6\n0 0 1 h 2\n1 2 0 v 2\n2 3 3 h 2\n", "carlist")
# Vehicles 1 and 12: `12R` is either.
DOZEN = rushhour.Puzzle(
    6,
    6,
    [
        rushhour.Vehicle("0", "h", 2, 0, 2),
        rushhour.Vehicle("1", "h", 0, 0, 2),
        rushhour.Vehicle("12", "h", 1, 0, 2),
    ],
    "0",
)


def boards(moves: Moves, puzzle: Puzzle) -> str:
    steps = Solution(puzzle, tuple(Move(*move) for move in moves)).replay()
    return "\n\n".join(rushhour.write(board, "grid") for board in list(steps)[1:])


def corners(moves: Moves, puzzle: Puzzle) -> str:
    found = []
    for move in moves:
        row, col = (one := puzzle.vehicle(move[0])).row, one.col
        puzzle = puzzle.apply(Move(*move))
        to = puzzle.vehicle(move[0])
        found.append(f"{'abcdef'[col]}{row + 1}-{'abcdef'[to.col]}{to.row + 1}")
    return " ".join(found)


def objects(moves: Moves, puzzle: Puzzle) -> str:
    return json.dumps(
        [{"car": v, "dir": word(puzzle, v, c)[0].upper(), "n": abs(c)} for v, c in moves]
    )


def pairs_of_python(moves: Moves, puzzle: Puzzle) -> str:
    return str([(v, c) for v, c in moves])


def steps_along_axes(moves: Moves, puzzle: Puzzle) -> str:
    ways = {v.label: v.axis for v in puzzle.vehicles}
    steps = [{"dx": c, "dy": 0} if ways[v] == "h" else {"dx": 0, "dy": c} for v, c in moves]
    return json.dumps([{"car": v, **step} for (v, _), step in zip(moves, steps, strict=True)])


PICTURES = {
    "left": "\u2b05\ufe0f",
    "right": "\u27a1\ufe0f",
    "up": "\u2b06\ufe0f",
    "down": "\u2b07\ufe0f",
}
ARROWS = {"left": "\u2190", "right": "\u2192", "up": "\u2191", "down": "\u2193"}


def pictured(moves: Moves, puzzle: Puzzle) -> str:
    return ", ".join(f"{v} {PICTURES[word(puzzle, v, c)]} {abs(c)}" for v, c in moves)


def runs(moves: Moves, puzzle: Puzzle) -> str:
    return ", ".join(f"{v}{ARROWS[word(puzzle, v, c)] * abs(c)}" for v, c in moves)


COMPASS = {"left": "west", "right": "east", "up": "north", "down": "south"}


def by_compass(moves: Moves, puzzle: Puzzle) -> str:
    return "\n".join(f"{v} {COMPASS[word(puzzle, v, c)]} {abs(c)}" for v, c in moves)


def chained(moves: Moves, puzzle: Puzzle) -> str:
    said = [f"{v} {word(puzzle, v, c)} {abs(c)}" for v, c in moves]
    if len(said) < 2:
        return "".join(f"First move {one}." for one in said)
    return f"First move {', then '.join(said[:-1])}. Finally, {said[-1]}."


def numbered_object(moves: Moves, puzzle: Puzzle) -> str:
    return json.dumps({f"step {n}": f"{v}{c:+d}" for n, (v, c) in enumerate(moves, 1)})


def nested(moves: Moves, puzzle: Puzzle) -> str:
    return json.dumps({"id": 3, "solution": {"moves": [{"id": v, "delta": c} for v, c in moves]}})


def triples(moves: Moves, puzzle: Puzzle) -> str:
    return json.dumps([[v, word(puzzle, v, c), abs(c)] for v, c in moves])


COUNTED = {
    "signs": each("{v}{c:+d}", " "),
    "item numbers": each("{i}. {v}{c:+d}"),
    "bullets": each("* {v}{c:+d}"),
    "cards": each("{v}{d}{n}", " "),
    "cards in lines": each("{v}{d}{n}"),
    "number first": each("{v}{n}{d}", ", "),
    "pointed": each("{v}{s}{n}", " "),
    "hyphens": each("{v}-{W}-{n}"),
    "tuples": each("({v}, {w}, {n})", ", "),
    "colons": each("{v}: {w} {n}"),
    "words": each("{v} {U} {n}"),
    "items of words": each("{i}) {v} {w} {n}"),
    "counts": each("{i} {v} {w} {n}"),
    "distance": each("{v} {n} {w}"),
    "letters": each("{v} {d} {n}"),
    "sentences": each("Move car # {v} {w} {n} squares."),
    "objects": objects,
    "lines of objects": each('{{"car": "{v}", "dir": "{d}", "n": {n}}}'),
    "triples": triples,
    "pairs of Python": pairs_of_python,
    "steps along axes": steps_along_axes,
    "boards": boards,
    "pictures of arrows": pictured,
    "runs of arrows": runs,
    "by compass": by_compass,
    "calls": each("move_{w}({v}, {n});"),
    "methods": each("{v}.{w}({n})"),
    "times": each("{v} {w} \u00d7{n}", ", "),
    "first and then": chained,
    "rows behind their numbers": each("{i},{v},{w},{n}"),
    "moves under numbers": numbered_object,
    "a solution of moves": nested,
}
BARE = {
    "pointed": each("{v}{s}", " "),
    "pointed lines": each("{v}{s}"),
    "cards": each("{v}{d}", " "),
    "words": each("{v} {U}"),
    "tuples": each("({v}, {w})"),
    "items": each("{i}. {v} {w}"),
    "letters": each("{v} {d}"),
}


@st.composite
def walks(draw: st.DrawFn) -> tuple[Puzzle, Moves]:
    """A board and legal moves on it; no vehicle moves twice in a row, since that is one slide."""
    puzzle = start = draw(st.sampled_from([LETTERS, NUMBERS]))
    moves: Moves = []
    for _ in range(draw(st.integers(1, 5))):
        legal = [one for one in puzzle.legal_moves() if not moves or one.vehicle != moves[-1][0]]
        if legal:
            move = draw(st.sampled_from(sorted(legal, key=str)))
            moves.append((move.vehicle, move.cells))
            puzzle = puzzle.apply(move)
    return start, moves


@pytest.mark.parametrize("name", COUNTED)
@settings(max_examples=40, deadline=None)
@given(walk=walks())
def test_moves_in_every_notation_are_read_back(name: str, walk: tuple[Puzzle, Moves]) -> None:
    puzzle, moves = walk
    text = COUNTED[name](moves, puzzle)
    expected = tuple(Move(*move) for move in moves)
    if puzzle is NUMBERS and name in ("distance", "counts"):  # `1 2 up` has two meanings
        try:
            assert read_moves(text, puzzle) == expected
        except ParseError as error:
            assert "could mean" in str(error)  # noqa: PT017 - either is right
        return
    assert read_moves(text, puzzle) == expected
    assert Solution.parse(puzzle, text).moves == expected
    assert name in WHOLE or read_moves(f"Ada Muster\nMoves:\n{text}", puzzle) == expected
    assert score(puzzle, text).read == expected


# A document is read as a whole, and has no head.
WHOLE = (
    *("objects", "triples", "pairs of Python", "steps along axes"),
    *("moves under numbers", "a solution of moves"),
)


@pytest.mark.parametrize("name", BARE)
@settings(max_examples=40, deadline=None)
@given(walk=walks())
def test_a_direction_without_a_number_is_one_cell(name: str, walk: tuple[Puzzle, Moves]) -> None:
    puzzle, moves = walk
    steps = [(v, c // abs(c)) for v, c in moves for _ in range(abs(c))]
    text = BARE[name](steps, puzzle)
    expected = tuple(Move(*step) for step in steps)
    assert read_moves(text, puzzle) == expected
    assert score(puzzle, text).read == expected


@settings(max_examples=100, deadline=None)
@given(walk=walks())
def test_cells_by_letter_and_number_are_what_replays(walk: tuple[Puzzle, Moves]) -> None:
    puzzle, moves = walk
    text = corners(moves, puzzle)
    try:
        assert read_moves(text, puzzle) == tuple(Move(*move) for move in moves)
    except ParseError as error:
        assert "could mean" in str(error)  # noqa: PT017 - either is right


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("b+2 a+4", "B+2 A+4"),
        ("b down 2\na right 4", "B+2 A+4"),
        ("B\u22122 A\u2013 1", "B-2 A-1"),
        ("\u201cB+2\u201d, \u201cA+4\u201d", "B+2 A+4"),
        ("B\u21932 A\u21924", "B+2 A+4"),
        ("\u2022 B+2\n\u2022 A+4", "B+2 A+4"),
        ("Solution:\n1) BD2\n2) AR4", "B+2 A+4"),
        ("[('B', 'down', 2), ('A', 'right', 4)]", "B+2 A+4"),
        ('["BD2", "AR4"]', "B+2 A+4"),
        ('[["B", 2], ["A", 4]]', "B+2 A+4"),
        ('[["B", "d", 2], ["A", "r", 4]]', "B+2 A+4"),
        ("....../AAB.../..B.../...CC.\n....../AAB.../..B.../..CC../", "B+1 C-1"),
        ('{"solution": "BD2 AR4"}', "B+2 A+4"),
        ('{"car": "B", "dir": "D", "n": 2}', "B+2"),
        ("B DOWN\nB DOWN\nA RIGHT", "B+1 B+1 A+1"),
        ("c1-c3 a2-e2", "B+2 A+4"),
        ("c4-c2, a3-e3", "B+2 A+4"),  # row 1 is at the bottom
        ("B: c2-c4\nA: b2-f2", "B+2 A+4"),
        ("Move B down.", "B+1"),
        ("moveDown('B', 2)\ngame.moveRight(\"A\", 4)", "B+2 A+4"),
        ("B.moveDown(2)\nA.right(4)", "B+2 A+4"),
        ("down(B)\nB.down()\nright(A, 4)", "B+1 B+1 A+4"),
        ("B moves 2 southwards; A moves 4 east", "B+2 A+4"),
        ("C right, B down 2, A right 4", "C+1 B+2 A+4"),
        ("C \u2192 , B \u2193 2 , A \u2192 4", "C+1 B+2 A+4"),
        ("C\u2192 B\u21932 A\u21924", "C+1 B+2 A+4"),
        ("First C right, then B down 2. Finally A right 4.", "C+1 B+2 A+4"),
        ("B: (0,2) -> (2,2)\nA: (1,0) -> (1,4)", "B+2 A+4"),
        ("from (3,1) to (3,3)\n[1, 2] to [5, 2]", "B+2 A+4"),  # x and y, from 1
        ('{"vehicle": "B", "move": "down", "distance": 2}', "B+2"),
        ("......\nAAB...\n..BCC.\n......\n", ""),
    ],
)
def test_what_people_write(text: str, moves: str) -> None:
    if not moves:
        with pytest.raises(ParseError):
            read_moves(text, LETTERS)
        return
    assert " ".join(map(str, read_moves(text, LETTERS))) == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [("12R1", "12+1"), ("12R 0R", "12+1 0+1"), ("12R2", "12+2")],
)
def test_the_number_of_a_vehicle(text: str, moves: str) -> None:
    assert " ".join(map(str, read_moves(text, DOZEN))) in (moves, "")


@pytest.mark.parametrize("text", ["A.moveRight(B, 2)", "A.right(2, 3)", "A.right(far)"])
def test_a_call_that_says_more_than_a_move_is_not_read(text: str) -> None:
    assert score(LETTERS, f"B+2 {text}").status == "unreadable"


def test_the_reading_that_replays_is_meant_and_of_two_none() -> None:
    with pytest.raises(ParseError, match=r"12R, which could mean 12\+1 or 1\+2: both are legal"):
        read_moves("12R", DOZEN)
    assert score(DOZEN, "12R").status == "unreadable"
    wide = DOZEN.apply(Move("12", 4))  # now 12 stands at the wall
    assert read_moves("12R", wide) == (Move("1", 2),)
    full = DOZEN.apply(Move("1", 4))
    assert read_moves("12R", full) == (Move("12", 1),)
    assert read_moves("2R", NUMBERS) == (Move("2", 1),)


def test_pairs_that_may_be_rows_or_x_are_what_replays_and_of_two_none() -> None:
    bars = [rushhour.Vehicle("A", "h", 1, 1, 2), rushhour.Vehicle("B", "v", 2, 1, 2)]
    with pytest.raises(ParseError, match=r"could mean A\+1 or B\+1: both are legal"):
        read_moves("(1, 2) -> (1, 3)", Puzzle(5, 5, bars, "A"))
    assert read_moves("(1, 2) -> (1, 3)", Puzzle(4, 5, bars, "A")) == (Move("A", 1),)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B down 2\nthen rest\nA right 4", "line 2, column 1: .*'then'"),
        ("BD2\nAA4\nCR1", "line 2, column 1: .*'AA4'"),
        ("B>\nA>", "B>: vehicle B moves up and down"),
        ("B right 2", "B right 2: vehicle B moves up and down"),
        ("B+2 A right", "line 1, column 5: .*'A right'"),
        ("C right, B down 2, A right 3", "line 1, column 1: .*'C right'"),
        ("B down, A right 4", "line 1, column 1: .*'B down'"),
        ("B all the way down, A right 4", "'B all the way'"),
        ("B\u2193\u21932 A+4", "'B\u2193\u21932'"),
        ("move B to row 4, A right 4", "'move B to row 4,"),
        ("C+1\nB: (0,2) -> (2,2)", "'B: "),
        ("BD2 A>", "'A>'"),
        ("B+2, A+4 (2 moves)", r"line 1, column 10"),
        ("B down 2\nA right 4\nand more", "line 3"),
        ("[('B', 'down', 2), ('A', 'right', 4)", "expected"),
        ("a1-a3", "a1-a3: no vehicle stands there"),
        ("c1-c3 B+1", "'c1-c3'"),
        ("A c1-c3", "A c1-c3: vehicle A stands elsewhere"),
        (
            "......\nAAB...\n..B...\n...CC.\n\n....AA\n......\n..B...\n..BCC.",
            "board 2: vehicle A has",
        ),
        (
            "......\nAA....\n..B...\n..B.CC\n",
            "^line 1, column 1: board 1: it does not solve the puzzle; expected the moves",
        ),
        (
            "......\n....AA\n..B...\n..BCC.\n",
            "board 1: it solves the puzzle; expected the moves that lead",
        ),
        (
            "......\nAA....\n..B...\n..BCC.\n\n......\n....AA\n..B...\n..B.CC\n",
            "board 2: vehicles A and C moved since the one before it, expected one move",
        ),
    ],
)
def test_what_is_not_understood_is_named(text: str, found: str) -> None:
    with pytest.raises(ParseError, match=found):
        read_moves(text, LETTERS)


@pytest.mark.parametrize("bad", ["A rihgt 2", "AX2", "A-up", "A+1.5", "Q", "7", "{}", "A:", "b1-"])
@settings(max_examples=30, deadline=None)
@given(data=st.data(), walk=walks())
def test_nothing_is_dropped_between_two_moves(
    bad: str, data: st.DataObject, walk: tuple[Puzzle, Moves]
) -> None:
    puzzle, moves = walk
    name = data.draw(st.sampled_from([name for name in COUNTED if name not in (*WHOLE, "boards")]))
    if name == "sentences" and bad in ("Q", "A:"):
        return  # among sentences may stand other parts of a program's output
    lines = COUNTED[name](moves, puzzle).replace(", ", "\n").splitlines()
    text = "\n".join([*lines, bad, *lines])
    try:
        found = read_moves(text, puzzle)
    except ParseError:
        return
    assert len(found) > 2 * len(moves) or bad in ("{}",)
    assert Solution(puzzle, found).verify()


def test_every_example_of_the_table_is_read_alone() -> None:
    puzzle = rushhour.parse("A A.../..../....".replace(" ", "").replace("AA...", "AA.."))
    cars = {"A": "h", "B": "v", "C": "h", "3": "v"}
    vehicles = [
        rushhour.Vehicle(label, "v" if axis == "v" else "h", 2 * n, 2, 2)
        for n, (label, axis) in enumerate(cars.items())
    ]
    puzzle = Puzzle(9, 9, vehicles, "A")
    for notation in NOTATIONS:
        if notation.name not in ("plan", "csv"):
            for text in notation.examples:
                found = answer_in(text, puzzle)
                assert found.moves or found.unread, text


def test_verify_reads_every_notation_and_with_prose_free_text() -> None:
    board = "..B...\nAAB...\n......\n......\n"
    for moves in ("BD2 AR4", "B DOWN\nB DOWN\nA RIGHT\nA RIGHT\nA RIGHT\nA RIGHT", "c1-c3 a2-e2"):
        code, out, _ = result("verify", "-", moves, text=board)
        assert (code, out.splitlines()[0].startswith("right")) == (0, True), moves
    text = "First I move B down 2, which makes room; then the red car goes right 4."
    code, _, err = result("verify", "-", text, text=board)
    assert code == 2
    code, out, _ = result("verify", "-", text, "--prose", text=board)
    assert (code, "slides: 2, optimal" in out) == (0, True)
    for wrong in ("B down 2, A rihgt 4", "no idea", "B right 2"):
        code, out, err = result("verify", "-", wrong, "--prose", text=board)
        assert (code, out) == (2, ""), err
