"""Every way in which people write boards is read as the board that was written."""

import warnings
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, ParseError, Puzzle, RushHourError, Vehicle
from rushhour.errors import FormatWarning
from rushhour.formats import attempts
from rushhour.formats.declared import Declared
from rushhour.formats.listing import synonyms
from support.examples import bars
from support.strategies import Drawing, drawings, examples
from support.ways import WAYS, Unfit, several

LAYOUTS = {
    "to the right": Puzzle(6, 6, bars("X h 2 0 2, B v 0 3 3, C v 2 5 3, D h 4 1 3"), "X"),
    "with walls": Puzzle(
        5, 6, bars("X h 1 1 2, B v 0 4 2, C v 2 3 2"), "X", walls=((0, 2), (3, 4), (4, 0))
    ),
    "to the left": Puzzle(
        6, 5, bars("X h 3 2 2, B v 2 1 2, E h 0 0 3"), "X", Exit("left", 3), walls=((5, 4),)
    ),
    "to the top": Puzzle(4, 6, bars("X v 2 3 2, C h 1 3 2, B h 0 0 2"), "X", Exit("top", 3)),
    "to the bottom": Puzzle(5, 5, bars("X v 0 1 2, B h 3 1 2, D v 2 4 3"), "X"),
}


def read(text: str, name: str | None = None) -> list[Puzzle | RushHourError]:
    file = StringIO(text)
    if name is not None:
        file.name = name
    return list(attempts(file))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", WAYS)
def test_a_layout_in_this_way(name: str, layout: str):
    puzzle = LAYOUTS[layout]
    try:
        text = WAYS[name](puzzle)
    except Unfit:
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", FormatWarning)
        assert read(text) == [puzzle], text
    expected = ("behind it a solution of 1 move", "row 1 is taken as the top row")
    assert all(any(one in str(found.message) for one in expected) for found in said)


def test_the_layouts_make_many_texts_in_many_ways():
    texts = {}
    for name, write in WAYS.items():
        for puzzle in LAYOUTS.values():
            try:
                texts.setdefault(name, []).append(write(puzzle))
            except Unfit:
                continue
    assert len(texts) == len(WAYS) >= 40
    assert sum(map(len, texts.values())) >= 120


def renamed(drawing: Drawing) -> Puzzle:
    """The drawing with its target labelled X."""
    others = iter("BCDEFGHIJKLMNOQSTUVWYZbcdefghijklmn")
    labels = {
        vehicle[0]: "X" if vehicle[0] == drawing.target else next(others)
        for vehicle in drawing.vehicles
    }
    vehicles = tuple(Vehicle(labels[v[0]], *v[1:]) for v in drawing.vehicles)
    way_out = Exit(drawing.exit_side, drawing.exit_line)
    return Puzzle(drawing.rows, drawing.cols, vehicles, "X", way_out, tuple(sorted(drawing.walls)))


@examples(300)
@given(drawing=drawings(), name=st.sampled_from(sorted(WAYS)))
def test_a_random_board_in_this_way(drawing: Drawing, name: str):
    puzzle = renamed(drawing)
    try:
        text = WAYS[name](puzzle)
    except Unfit:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        items = read(text)
    assert items == [puzzle], text


SQUARES = "\U0001f7e6\U0001f7e9\U0001f7e8\U0001f7e7\U0001f7ea\U0001f7eb\U0001f535\U0001f7e2"
RED, WHITE, BLACK = "\U0001f7e5", "\u2b1c", "\u2b1b"


@examples(300)
@given(drawing=drawings(), empty=st.sampled_from([WHITE, BLACK, f"{WHITE}\ufe0f", "\U0001f7eb"]))
def test_a_random_board_of_coloured_squares(drawing: Drawing, empty: str):
    others = [vehicle for vehicle in drawing.vehicles if vehicle[0] != drawing.target]
    squares = [square for square in SQUARES if square != empty]
    known = {"h": "right", "v": "bottom"}
    axis = next(vehicle[1] for vehicle in drawing.vehicles if vehicle[0] == drawing.target)
    if len(others) > len(squares) or drawing.walls or known[axis] != drawing.exit_side:
        return
    labels = {vehicle[0]: square for vehicle, square in zip(others, squares, strict=False)}
    labels[drawing.target] = RED
    vehicles = tuple(Vehicle(labels[v[0]], *v[1:]) for v in drawing.vehicles)
    puzzle = Puzzle(drawing.rows, drawing.cols, vehicles, RED)
    rows = [[empty] * puzzle.cols for _ in range(puzzle.rows)]
    for vehicle in vehicles:
        for row, col in vehicle.cells():
            rows[row][col] = vehicle.label
    free = {*range(puzzle.rows * puzzle.cols)} - {
        r * puzzle.cols + c for v in vehicles for r, c in v.cells()
    }
    lines = [
        len({cell // puzzle.cols for cell in free}),
        len({cell % puzzle.cols for cell in free}),
    ]
    if min(puzzle.rows, puzzle.cols) < 3 or min(lines) < 2:
        return  # they could be a vehicle
    assert read("\n".join(map("".join, rows)) + "\n") == [puzzle]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{WHITE * 3}\n{RED * 2}{BLACK}\n{BLACK}{WHITE * 2}\n", "one mark for empty cells, found"),
        (
            f"{WHITE * 3}\n{SQUARES[0] * 2}{WHITE}\n{WHITE * 3}\n",
            "expected a target labelled X, A, R, P or *, found none",
        ),
    ],
)
def test_coloured_squares_that_are_not_plain(text: str, message: str):
    (error,) = read(text)
    assert message in str(error)


@pytest.mark.parametrize(
    "parted", ["\n", "----\n", "======\n", "\n\n***\n", "Level {number}\n", "\nPuzzle {number}:\n"]
)
def test_several_grids_in_one_file(parted: str):
    puzzles = [LAYOUTS["to the right"], LAYOUTS["to the right"].apply("D+1")]
    found = read(several(puzzles, parted))
    assert found == puzzles


def test_the_page_has_the_table_of_synonyms():
    page = (Path(__file__).parents[2] / "docs/reference/formats.md").read_text(encoding="utf-8")
    assert "\n".join(synonyms()) in page


LIST = (
    '[{"id": "X", "row": %s, "col": %s, "len": 2, "dir": "h"}, '
    '{"id": "B", "row": %s, "col": 6, "len": 3, "dir": "v"}]'
)


def test_a_list_counted_from_1_is_read_with_a_warning():
    with pytest.warns(FormatWarning, match="read with cells counted from 1: else it is no legal"):
        found = read(LIST % (3, 1, 4))
    assert found == [Puzzle(6, 6, bars("X h 2 0 2, B v 3 5 3"), "X")]


def test_a_board_that_is_legal_only_in_several_other_readings_is_refused():
    text = (
        '[{"id": "X", "position": [1, 6], "len": 2, "dir": "h"}, '
        '{"id": "B", "position": [4, 1], "len": 3, "dir": "v"}]'
    )
    (error,) = read(text)
    assert "cells counted from 0, found a board that is legal only with" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LIST.replace('"dir": "h"', '"direktion": "h"') % (2, 0, 0),
            "found the key 'direktion' at [0].direktion; did you mean 'direction'?",
        ),
        (LIST.replace('"X"', '"Y"') % (2, 0, 0), "expected a vehicle that is marked as the target"),
        (LIST.replace('"h"', '"q"') % (2, 0, 0), "expected 'h' or 'v', found 'q' at [0].dir"),
        (LIST.replace("2,", "2.5,") % (2, 0, 0), "expected an integer, found 2.5 at [0].len"),
        (
            '[{"id": "X", "x": 0, "y": 0, "w": 2, "h": 2}, '
            '{"id": "B", "x": 3, "y": 0, "w": 1, "h": 2}]',
            "expected a vehicle that is 1 cell wide, found 2x2 at [0]",
        ),
        (
            '[{"x": 0, "y": 0, "len": 2, "dir": "h", "primary": true}, '
            '{"x": 0, "y": 1, "len": 2, "dir": "h", "primary": true}]',
            "expected one target, found 2",
        ),
    ],
)
def test_what_a_list_does_not_say_is_refused(text: str, message: str):
    (error,) = read(text)
    assert isinstance(error, RushHourError)
    assert message in str(error)


@pytest.mark.parametrize(
    "rows",
    [
        ["..B.", "XXB.", "...."],
        [[".", ".", "B", "."], ["X", "X", "B", "."], list("....")],
        [[None, None, "B", None], ["X", "X", "B", ""], ["", "", " ", None]],
        [["-1", "-1", "B", "-1"], ["X", "X", "B", "-1"], ["-1"] * 4],
    ],
)
def test_rows_in_python_are_a_board(rows: list):
    puzzle = Puzzle(3, 4, bars("X h 1 0 2, B v 0 2 2"), "X")
    assert rushhour.parse(rows) == Puzzle.from_rows(rows) == puzzle


@pytest.mark.parametrize("rows", [["# X #"], ["# X #", "# B #", "# B #"]])
def test_blanks_beside_a_vehicle_that_stands_are_cells(rows: list[str]):
    (puzzle,) = read("\n".join(["##@##", "# X #", *rows, "#####"]))
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.cols, puzzle.exit) == (3, Exit("top", 1))


def test_a_row_of_walls_without_an_empty_cell_has_vehicles_of_other_such_rows():
    bar = bars("X h 0 0 2, B h 2 0 2, C v 2 2 2, D v 3 1 2")
    walls = ((1, 0), (1, 1), (1, 2), (3, 0), (4, 0))
    puzzle = Puzzle(6, 3, bar, "X", walls=walls)
    assert read("XX_\n###\nBBC\n#DC\n#D_\n___\n") == [puzzle]


def test_a_row_of_a_frame_may_begin_with_a_wall_behind_a_gap():
    puzzle = Puzzle(3, 3, bars("X h 0 1 2"), "X", Exit("left", 0), walls=((0, 0),))
    assert read("# a comment\n*****\n #XX*\n*   *\n*   *\n*****\n") == [puzzle]


def test_a_label_at_the_other_end_of_the_exits_row_is_no_sign_of_an_exit():
    others = "B v 0 0 2, C v 0 1 2, D v 0 2 2, E v 0 5 2"
    puzzle = Puzzle(3, 6, bars(f"X h 0 3 2, {others}"), "X", Exit("left", 0))
    assert read("<BCDXXE\n BCD..E\n ......\n") == [puzzle]


SIX = Puzzle(6, 6, bars("X h 2 0 2, B v 0 2 3"), "X")
SIX_PRINTED = """ +-------------+
 | . . B . . . |
 | . . B . . . |
 | X X B . . . |>
 | . . . . . . |
 | . . . . . . |
 | . . . . . . |
 +-------------+
"""


@pytest.mark.parametrize(
    ("below", "verdict"),
    [
        ("Move car # B down 3 squares\nMove car # X right 4 squares\nDepth: 2\n", "it is right"),
        ("\nSolution:\nB+3 X+4\n", "it is right"),
        ("X+4\n", r"it is wrong: move 1, X\+4: vehicle B is in the way"),
    ],
)
def test_moves_below_a_frame_are_replayed(below: str, verdict: str):
    with pytest.warns(FormatWarning, match=f"behind it a solution of [12] moves?; {verdict}"):
        assert read(SIX_PRINTED + below) == [SIX]


@pytest.mark.parametrize("below", ["", "Two slides to go.\n", "Cost: 2 slides\n", "C+1\n"])
def test_what_is_no_solution_below_a_frame_is_passed_over(below: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormatWarning)
        assert read(SIX_PRINTED + below) == [SIX]


CLOSED = "+----+\n|  B |\n|XXB |\n|    |\n+----+\n"
SMALL = Puzzle(3, 4, bars("X h 1 0 2, B v 0 2 2"), "X")


def test_an_exit_that_is_declared_need_not_be_drawn():
    (error,) = read(CLOSED)
    assert "found none; --exit SIDE:LINE names it on the command line" in str(error)
    for declared, side in (("right", "right"), ("right:1", "right"), ("left", "left")):
        found = list(attempts(StringIO(CLOSED), declared=Declared.of(exit=declared)))
        assert found == [Puzzle(3, 4, SMALL.vehicles, "X", Exit(side, 1))]


def test_a_ring_of_number_signs_is_a_frame_without_its_exit():
    ring = "######\n#..B.#\n#XXB.#\n#....#\n######\n"
    (error,) = read(ring)
    assert "line 1: expected one exit at the frame, found none" in str(error)
    found = list(attempts(StringIO(ring), declared=Declared.of(exit="right")))
    assert found == [SMALL]


@pytest.mark.parametrize("mark", [" <- exit", " <-- EXIT", " exit", " -> exit", " : Exit"])
def test_the_word_exit_beside_a_row_is_the_exit(mark: str):
    for side in ("", "|"):
        rows = [f"{side}{row}{side}" for row in ("--B-", "XXB-", "----")]
        assert read(f"{rows[0]}\n{rows[1]}{mark}\n{rows[2]}\n") == [SMALL]


def test_lines_between_the_rows_of_a_table_are_no_rows():
    rows = ["| . | . | B | . |", "| X | X | B | . | >", "| . | . | . | . |"]
    rule = "|---|:--|---|--:|\n"
    assert read(f"{rows[0]}\n{rule}{rows[1]}\n{rule}{rows[2]}\n") == [SMALL]
    assert read(f"{rows[0]}\n{rule}{rows[1]}\n{rows[2]}\n") == [SMALL]


def test_a_row_of_lines_between_sides_is_empty():
    assert read("|--B-|\n|XXB-|>\n|----|\n") == [SMALL]


@pytest.mark.parametrize("label", ["rr", "RR", "XX"])
def test_a_label_that_repeats_the_targets_letter_is_the_target(label: str):
    rows = [[".", ".", "B1", "."], [label, label, "B1", "."], ["."] * 4]
    found = Puzzle(3, 4, bars(f"{label} h 1 0 2, B1 v 0 2 2"), label)
    for sign in (" ", ","):
        assert read("".join(sign.join(row) + "\n" for row in rows)) == [found]


@pytest.mark.parametrize(
    ("board", "puzzle"),
    [("..B./XXB./....", SMALL), ("..B.....B...XXB.....................", SIX)],
)
def test_board_strings_with_another_target(board: str, puzzle: Puzzle):
    assert read(board) == [puzzle]
    assert read(f"{board}\n{board}\n") == [puzzle, puzzle]


def test_two_arrows_beside_a_board_are_two_exits():
    (error,) = read("..B.>\nXXB.>\n....\n")
    assert "expected one exit beside the board, found 2" in str(error)


def test_an_array_of_numbers_is_a_matrix():
    numpy = pytest.importorskip("numpy")
    rows = numpy.array([[0, 0, 2], [1, 1, 2], [0, 0, 0]])
    puzzle = Puzzle(3, 3, bars("1 h 1 0 2, 2 v 0 2 2"), "1")
    assert rushhour.parse(rows) == puzzle
    from_zero = Puzzle(3, 3, bars("0 h 1 0 2, 1 v 0 2 2"), "0")
    assert Puzzle.from_rows(rows - 1) == from_zero


def test_another_game_is_said_to_be_one():
    (error,) = read("..B.....B...AAB..................... B2\n")
    assert "found fuel behind it: B2" in str(error)
    (error,) = read("BB..\nBB..\nXX..\n....\n")
    assert "blocks two cells wide are of Klotski, another game" in str(error)


def test_a_mark_that_may_be_that_of_empty_cells_is_named_with_its_option():
    (error,) = read("~~B~\nXXB~\n~~~~\n")
    assert str(error).endswith("do not lie in one line; if ~ marks empty cells, --empty ~ says so")
    assert list(attempts(StringIO("~~B~\nXXB~\n~~~~\n"), declared=Declared.of(empty="~"))) == [
        SMALL
    ]


def test_the_lines_of_codingame():
    puzzle = Puzzle(6, 6, bars("0 h 2 1 2, 1 v 0 4 3"), "0")
    assert read("2\n0 1 2 2 H\n1 4 0 3 V\n") == [puzzle]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("X,2,0,H,2\nB,0,2,V,3\n#,4,4,-,1\n", "label,row,column,axis,length"),
        ("X,H,0,2,2\nB,V,2,0,3\n", "label,axis,row,column,length"),
        ("0,2,2,h\n2,0,3,v;\n", "row,column,length,axis"),
    ],
)
def test_a_list_without_a_header_that_could_be_two_boards(text: str, orders: str):
    (error,) = read(text)
    other = orders.replace("row,column", "column,row")
    assert "expected a header such as label,axis,length,row,column, found" in str(error)
    assert str(error).endswith(f"without one it could be {orders} and {other}")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("X,2,0,H,2\nB,1,5,V,3\nC,5,0,H,3\n#,4,4,-,1\n", "label,row,column,axis,length"),
        ("X,H,2,0,2\nB,V,1,5,3\nC,H,5,0,3\n#,-,4,4,1\n", "label,axis,row,column,length"),
        ("2,0,2,X,horizontal\n5,1,3,B,vertical\n0,5,3,C,horizontal\n", "column,row,length"),
        ("X,3,1,H,2\nB,2,6,V,3\nC,6,1,H,3\n", "label,row,column,axis,length, cells counted from 1"),
    ],
)
def test_a_list_without_a_header_that_is_one_board_in_one_order(text: str, order: str):
    with pytest.warns(FormatWarning, match=f"read as {order}"):
        found = read(text)
    if order.startswith("column"):
        assert found == [Puzzle(6, 6, bars("X h 0 2 2, B v 1 5 3, C h 5 0 3"), "X")]
    else:
        walls = ((4, 4),) if "#" in text else ()
        assert found == [Puzzle(6, 6, bars("X h 2 0 2, B v 1 5 3, C h 5 0 3"), "X", walls=walls)]


def test_a_list_without_a_header_that_is_no_board_in_any_order():
    (error,) = read("X,2,9,H,2\nB,0,9,V,3\n")
    assert "no order of the columns is a legal board: label,row,column,axis,length: vehicle X" in (
        str(error)
    )


RECORDS = Puzzle(6, 6, bars("0 h 2 0 2, 1 v 0 2 3"), "0")


@pytest.mark.parametrize(
    "text",
    [
        "0,2,2,h;2,0,3,v;",
        "0,2,2,h;\n2,0,3,v;\n",
        "0,2,2,H; 2,0,3,V",
        "x,y,length,axis;0,2,2,h;2,0,3,v;",
        "x,y,length,axis\n0,2,2,h\n2,0,3,v\n",
    ],
)
def test_records_without_labels_begin_with_the_target(text: str):
    assert read(text) == [RECORDS]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,2,2,h;2,0,v;", "line 1: expected 4 fields, found 3"),
        ("0,2,2,h;\n2,0,3,q;", "line 2: expected h or v, found 'q'"),
        ("0,2,2,h;2,0,3 v;", "line 1: expected 4 fields, found 3"),
        ("0,2,2,h;2,0,three,v;", "line 1: expected the length as a number, found 'three'"),
        ("0,2,2,h;" * 5000, "line 1: expected at most 4096 vehicles, found 5000"),
    ],
)
def test_a_record_that_is_spoilt_has_its_error(text: str, message: str):
    assert [str(error) for error in read(text)] == [message]


B = "..B.....B...AAB....................."
TWO = Puzzle(6, 6, bars("A h 2 0 2, B v 0 2 3"), "A")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"1. {B}\n2) {B}\n3: {B}\n#4 {B}\n", ["1", "2", "3"]),
        (f"1 {B}\n2\t{B}\n", ["1", "2"]),
        (f"Level 1: {B}\nlevel  2 {B}\n", ["Level 1", "level 2"]),
        (f"Level 1\n{B}\n\nLevel 2:\n{B} 2\n", ["Level 1", "Level 2"]),
        (f"Puzzle No. 7;{B};2\n", ["Puzzle No. 7"]),
        (
            f'{{"levels": [{{"level": 1, "board": "{B}"}}, {{"id": "b", "board": "{B}"}}]}}',
            ["1", "b"],
        ),
        (f'[{{"id": 7, "board": "{B}"}}]', ["7"]),
    ],
)
def test_the_levels_of_a_pack(text: str, titles: list[str]):
    found = read(text)
    assert found == [TWO] * len(titles)
    assert [puzzle.title for puzzle in found] == titles


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"1. {B}\nLevel 2\nLevel 3", "expected the board of 'Level 2', found 'Level 3'"),
        (
            f"{B} x\n",
            "line 1, column 38: expected the optimum or moves behind the board, found 'x'",
        ),
        (f"{B} 2\n{B} C+1\n", "expected the optimum or moves behind the board, found 'C+1'"),
        (f"1. {B}\nLevel 2", "expected the board of 'Level 2', found the end of the text"),
    ],
)
def test_a_level_without_its_board_is_refused(text: str, message: str):
    assert message in str(read(text)[-1])


def test_a_number_behind_a_board_is_not_believed():
    (error,) = read(f"{B} -3\n")
    assert str(error) == "line 1, column 38: expected the optimum behind the board, found '-3'"
    for number in ("999999999", "1" * 40, "0"):
        with pytest.warns(FormatWarning, match="line 2: the number behind the board is"):
            assert read(f"{B} 2\n{B} {number}\n") == [TWO, TWO]
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormatWarning)
        assert read(f"{B} 2\n{B} 9999\n....AA/...... 0\n")[:2] == [TWO, TWO]


@pytest.mark.parametrize("between", [" ", "\n", "\n\n", "\nSolution:\n", "\nMoves: "])
@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ("B+3 A+4", "it is right"),
        ("BD3 AR4", "it is right"),
        ("B down 3, A right 4", "it is right"),
        ("B+3 A+3", "it is wrong: the goal 'edge' is not reached at the end"),
        ("A+4 B+3", "it is wrong: move 1, A\\+4: vehicle B is in the way"),
    ],
)
def test_a_solution_behind_a_board_is_replayed(moves: str, verdict: str, between: str):
    with pytest.warns(FormatWarning, match=f"behind it a solution of 2 moves; {verdict}"):
        assert read(f"{B}{between}{moves}\n") == [TWO]


@pytest.mark.parametrize("text", [f"{B}\nC+3", f"{B} B+3 A+4x", f"{B}\nB+3 and so on", f"{B}\n+3"])
def test_what_is_no_solution_is_no_part_of_a_board(text: str):
    (error,) = read(text)
    assert isinstance(error, ParseError)


def test_uneven_rows_are_refused():
    with pytest.raises(ParseError, match="expected 3 cells in row 2, found 2"):
        rushhour.parse(["XX.", ".."])


EXIT = (
    '{"size": 6, "exit": %s, "vehicles": [{"id": "X", "row": %d, "col": 1, "len": 2, "dir": "h"}, '
    '{"id": "B", "row": 1, "col": 6, "len": 3, "dir": "v"}]}'
)


@pytest.mark.parametrize("cell", ["[2, 5]", "[2, 6]"])
def test_an_exit_is_a_cell_at_the_edge_or_beyond_it(cell: str):
    assert read(EXIT.replace('"col": 6', '"col": 4') % (cell, 2))[0].exit == Exit("right", 2)


@pytest.mark.parametrize("col", [1, 3, 4, 7, -2, 100])
def test_an_exit_inside_the_board_or_far_from_it_is_refused(col: int):
    (error,) = read(EXIT.replace('1, "col": 6', '0, "col": 4') % (f"[2, {col}]", 2))
    place = f"row 3, column {col + 1}"
    assert str(error) == f"line 1: expected an exit at the edge of the board, found one at {place}"


def test_an_exit_counts_from_1_as_the_vehicles_do():
    with pytest.warns(FormatWarning, match="cells counted from 1"):
        assert read(EXIT % ("[3, 1]", 3))[0].exit == Exit("left", 2)


@pytest.mark.parametrize("mark", ["_", "-"])
def test_a_board_string_may_have_other_marks_for_empty_cells(mark: str):
    text = "..B./AAB./..../....".replace(".", mark)
    assert read(text) == [Puzzle(4, 4, bars("A h 1 0 2, B v 0 2 2"), "A")]
    (answer,) = rushhour.solve_batch([text]).to_pylist()
    assert (answer["moves"], answer["error"]) == ("B+2 A+2", None)
