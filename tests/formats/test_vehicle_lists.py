"""Lists of vehicles: what their words say is heeded, and what contradicts itself is refused."""

import json

import pytest

import rushhour
from rushhour import Exit, Puzzle, RushHourError
from support.examples import bars

X = '{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "H"}'
MARKED = '{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "H", "isTarget": true}'
A = '{"id": "A", "x": 0, "y": 0, "length": 2, "orientation": "H"}'
HEAD = "label,axis,length,row,column,fixed\nX,h,2,2,0,false\n"

REFUSED = {
    f'{{"size": {{"x": 8, "y": 8}}, "vehicles": [{X}]}}': "expected the keys 'rows' and 'cols'",
    f'{{"size": 6, "rows": 8, "cols": 8, "vehicles": [{X}]}}': "expected 8 rows and 8 columns",
    f'{{"exit": {{"side": "right", "row": 1}}, "vehicles": [{X}]}}': "found the key 'row'",
    f'{{"target": "A", "vehicles": [{MARKED}, {A}]}}': "found A named and X marked",
    f'{{"levels": [], "puzzles": [{{"vehicles": [{X}]}}]}}': "expected one list of boards",
    HEAD + "C,v,2,4,4,t\n": "expected true or false for the wall, found 't'",
    HEAD + "#,h,0,5,5,false\n": "expected a wall of at least 1 cell",
    'a = [Vehicle("X", 0, 2, 2, "H"),\nVehicle("C", 5, 0, 3, "Q")]': "line 2: expected h or v",
    "car,orientation,col,row,length\nA,H,2,1,2\n": "expected another header than that of uva",
    "id,x,y,col,len,dir\nX,0,2,0,2,h\n": "line 1: expected the column once, found it in 'x' and",
    "id,row,row,len,dir\nX,0,2,2,h\n": "line 1: expected the row once, found it in 'row' and 'row'",
    "label,row,len,dir\nX,2,2,h\n": "line 1: expected a column for the column, found none",
    "label,row,col,len\nX,2,0,2\n": "line 1: expected a column for the axis, found none",
    "id,x,y,w,h\nX,0,2,2,2\n": "line 2: expected a vehicle that is 1 cell wide, found 2x2",
    'Car("X", 0, 2, 2, "H", x=0)\n': "line 1: expected the column once, found it in '0' and '0'",
    'Car(id="X", y=2, x=0, x=1, len=2, dir="H")\n': "the column once, found it in '0' and '1'",
    "2\n0 0 2 2 H\n": "line 1: expected 2 vehicles below this line, found 1",
    f'{{"exitRow": 1, "vehicles": [{X}]}}': "target X is in row 3, but the exit is in row 2",
    f'{{"vehicles": [{X}, {X[:-1]}, "w": 2, "h": 2}}]}}': "blocks two cells wide are of Klotski",
    f"[{MARKED}, {MARKED.replace('X', 'B')}]": "several vehicles leave are another game",
    '[{"id": "X", "x": 0, "y": 2, "start": [2, 0], "end": [3, 1]}]': "found its ends in others",
    f"[{X.replace('orientation', 'turned')}]": "expected the key 'axis', found none at [0]",
    "{vehicles: [{id: 'X', x: 0, y: 2,\nlength: '?', dir: 'H'}]}": (
        "line 2: expected an integer, found '?' at vehicles[0].length"
    ),
    "{size: 6, size: 8, vehicles: []}": "line 1: expected JSON, found the key 'size' twice",
}


@pytest.mark.parametrize(("text", "message"), REFUSED.items())
def test_a_contradiction_is_refused(text: str, message: str) -> None:
    with pytest.raises(RushHourError) as caught:
        rushhour.parse(text, "table" if text.startswith("car,") else None)
    assert message in str(caught.value)


def test_a_call_in_a_comment_makes_no_vehicle() -> None:
    calls = [
        'Vehicle("X", 0, 2, 2, "H"),',
        '# Vehicle("B", 3, 0, 3, "V"),',
        'Vehicle("C", 5, 0, 3, "V")',
    ]
    text = "\n".join(calls)
    assert [one.label for one in rushhour.parse(text).vehicles] == ["X", "C"]


def test_a_fixed_vehicle_of_a_table_is_a_wall() -> None:
    puzzle = rushhour.parse(HEAD + "C,v,2,4,4,true\n")
    assert (len(puzzle.vehicles), puzzle.walls) == (1, ((4, 4), (5, 4)))


def test_a_number_counts_the_cells_of_the_board_row_by_row() -> None:
    car = '{"id": "X", "position": 16, "length": 2, "orientation": "H"}'
    puzzle = rushhour.parse(f'{{"size": 8, "walls": [31], "vehicles": [{car}]}}')
    assert (puzzle.vehicles[0].row, puzzle.vehicles[0].col, puzzle.walls) == (2, 0, ((3, 7),))


TWO = Puzzle(6, 6, bars("X h 2 0 2, B v 0 2 3"), "X")
B = '{"id": "B", "x": 2, "y": 0, "length": 3, "orientation": "V"}'
ROWS = '["..B...", "..B...", "XXB...", "......", "......", "......"]'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"exit": 2, "vehicles": [{X}, {B}]}}',
        f'{{"exit": 17, "exitRow": 2, "grid": {ROWS}}}',
        f'{{"exit": 17, "state": {ROWS}}}',
        f'{{"exitRow": 2, "map": {ROWS}}}',
        f'{{"levels": {{"first": {{"layout": {ROWS}}}}}}}',
        f'{{"puzzle": {{"rows": {ROWS}, "target": "X"}}}}',
    ],
)
def test_an_exit_that_is_the_targets_row(text: str) -> None:
    assert rushhour.parse(text) == TWO


def test_an_exit_and_a_target_beside_rows_count() -> None:
    text = '{"rows": ["....", "B.CC", "B...", "...."], "target": "C", "exit": "left"}'
    puzzle = Puzzle(4, 4, bars("B v 1 0 2, C h 1 2 2"), "C", Exit("left", 1))
    assert rushhour.parse(text) == puzzle


def test_a_declared_target_decides_in_a_list() -> None:
    text = f"[{A}, {X.replace('X', 'Y')}]".replace('"A"', '"Q"')
    with pytest.raises(RushHourError, match="expected a vehicle that is marked as the target"):
        rushhour.parse(text)
    assert rushhour.parse(text, target="Y").target == "Y"
    table = "id,x,y,len,dir\nQ,0,0,2,h\nY,0,2,2,h\n"
    assert rushhour.parse(table, target="Q").target == "Q"


@pytest.mark.parametrize("key", ["isPlayer", "is_player", "player", "isMain"])
def test_a_mark_of_the_target_by_any_of_its_words(key: str) -> None:
    cars = [
        {"name": name, "x": 0, "y": y, "len": 2, "vertical": False, key: name == "Q"}
        for name, y in (("P", 0), ("Q", 2))
    ]
    assert rushhour.parse(json.dumps({"blocks": cars})).target == "Q"


@pytest.mark.parametrize("key", ["exitSide", "exitDirection", "exit_position", "goal", "goalSide"])
@pytest.mark.parametrize("sizes", [("rows", "cols"), ("gridHeight", "gridWidth")])
def test_what_is_around_a_list_by_any_of_its_words(key: str, sizes: tuple[str, str]) -> None:
    rows, cols = sizes
    text = f'{{"{rows}": 4, "{cols}": 7, "{key}": "left", "vehicles": [{X}]}}'
    assert rushhour.parse(text) == Puzzle(4, 7, bars("X h 2 0 2"), "X", Exit("left", 2))


@pytest.mark.parametrize("goal", ['"free the red car"', '"X"', "12", "null", "{}"])
def test_a_goal_that_is_no_place_is_passed_over(goal: str) -> None:
    text = f'{{"rows": 4, "cols": 7, "goal": {goal}, "vehicles": [{X}]}}'
    assert rushhour.parse(text) == Puzzle(4, 7, bars("X h 2 0 2"), "X", Exit("right", 2))


def test_an_exit_under_a_key_that_is_not_known_is_refused() -> None:
    with pytest.raises(
        RushHourError, match="found the key 'exitWall' at exitWall; expected 'exit', "
    ):
        rushhour.parse(f'{{"exitWall": "left", "vehicles": [{X}]}}')
    assert rushhour.parse(f'{{"exitReached": false, "vehicles": [{X}]}}').exit.side == "right"


def test_pieces_of_one_cell_are_another_game() -> None:
    for text in ("X.B\n.A.\n...\n", "id,x,y,w,h\nX,0,2,1,1\nB,0,0,1,1\n"):
        with pytest.raises(RushHourError, match="pieces of one cell are of another game"):
            rushhour.parse(text, target="X")
