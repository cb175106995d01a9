"""Known puzzles are found again by their clusters, whatever state, image or labels a board has."""

from __future__ import annotations

import json
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Puzzle, Vehicle
from rushhour.auditing import LISTS, KnownPuzzles, audit
from support.commands import result
from support.strategies import Drawing, drawings, examples

JAM = "CC...HB..D.HBAAD.HB..D..F...GGF.EEE."


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The board upside down."""
    rows, (side, line) = puzzle.rows, (puzzle.exit.side, puzzle.exit.line)
    vehicles = [
        Vehicle(v.label, v.axis, rows - v.row - (1 if v.axis == "h" else v.length), v.col, v.length)
        for v in puzzle.vehicles
    ]
    if side in ("left", "right"):
        way_out = rushhour.Exit(side, rows - 1 - line)
    else:
        way_out = rushhour.Exit("bottom" if side == "top" else "top", line)
    walls = [(rows - 1 - row, col) for row, col in puzzle.walls]
    return Puzzle(rows, puzzle.cols, vehicles, puzzle.target, way_out, walls)


def relabelled(puzzle: Puzzle) -> Puzzle:
    """The same board with other labels in another order."""
    names = {vehicle.label: f"v{number}" for number, vehicle in enumerate(puzzle.vehicles)}
    vehicles = [Vehicle(names[v.label], v.axis, v.row, v.col, v.length) for v in puzzle.vehicles]
    return Puzzle(
        puzzle.rows, puzzle.cols, vehicles[::-1], names[puzzle.target], puzzle.exit, puzzle.walls
    )


def test_each_relation_of_a_board_to_a_known_one() -> None:
    known, jam = KnownPuzzles(["classics"]), rushhour.parse(JAM)
    later = jam.apply(next(iter(jam.legal_moves())))
    boards = {
        "same": [jam, relabelled(jam)],
        "image": [mirrored(jam)],
        "state": [later, mirrored(later), relabelled(later)],
    }
    for relation, puzzles in boards.items():
        for puzzle in puzzles:
            found = [(one.name, one.relation(puzzle)) for one in known.find(puzzle)]
            assert found == [("Jam-1", relation), ("GameP01", relation)]


def test_every_published_puzzle_is_known_from_its_list() -> None:
    for name in LISTS:
        known = KnownPuzzles([name])
        assert len(known) == {"classics": 50, "records": 775, "hardest": 4000}[name]
        for one in list(known)[:: len(known) // 20]:
            assert one.number in {found.number for found in known.find(one.puzzle)}


def images(puzzle: Puzzle) -> set[object]:
    """The cells of the vehicles, target, exit and walls in all eight positions, in plain Python."""
    rows, cols = puzzle.rows, puzzle.cols
    side, line = puzzle.exit.side, puzzle.exit.line
    beyond = {"left": (line, -1), "right": (line, cols), "top": (-1, line), "bottom": (rows, line)}
    found: set[object] = set()
    for turns, is_flipped in product(range(4), (False, True)):

        def place(
            cell: tuple[int, int], turns: int = turns, is_flipped: bool = is_flipped
        ) -> tuple[int, int]:
            row, col, height, width = *cell, rows, cols
            if is_flipped:
                col = width - 1 - col
            for _ in range(turns):
                row, col, height, width = col, height - 1 - row, width, height
            return row, col

        cars = {v.label: tuple(sorted(map(place, v.cells()))) for v in puzzle.vehicles}
        size = (cols, rows) if turns % 2 else (rows, cols)
        walls = tuple(sorted(map(place, puzzle.walls)))
        target = cars[puzzle.target]
        found.add((size, target, place(beyond[side]), walls, tuple(sorted(cars.values()))))
    return found


def reached(puzzle: Puzzle) -> set[object]:
    """The images of every board that moves lead to."""
    seen, left = {puzzle}, [puzzle]
    while left:
        board = left.pop()
        new = {board.apply(move) for move in board.legal_moves()} - seen
        seen |= new
        left += new
    return set().union(*map(images, seen))


@examples(60)
@given(
    drawing=drawings(4, 4, small=True), shifts=st.lists(st.integers(0, 3), min_size=16), flip=...
)
def test_boards_are_the_same_puzzle_if_moves_and_turns_lead_from_one_to_the_other(
    drawing: Drawing, shifts: list[int], flip: bool
) -> None:
    """The second board has the same vehicles in the same lines, often in another cluster."""
    first = second = puzzle_of(drawing)
    for index, shift in zip(range(len(first.vehicles)), shifts, strict=False):
        second = put_at(second, index, shift)
    if flip:
        second = mirrored(second)
    known = known_of(first)
    assert bool(known.find(second)) == bool(reached(first) & images(second))


def put_at(puzzle: Puzzle, index: int, place: int) -> Puzzle:
    """The board with a vehicle elsewhere in its line; the same board if that is not legal."""
    vehicles = list(puzzle.vehicles)
    one = vehicles[index]
    row, col = (one.row, place) if one.axis == "h" else (place, one.col)
    vehicles[index] = Vehicle(one.label, one.axis, row, col, one.length)
    try:
        return Puzzle(puzzle.rows, puzzle.cols, vehicles, puzzle.target, puzzle.exit, puzzle.walls)
    except rushhour.InvalidBoardError:
        return puzzle


def puzzle_of(drawing: Drawing) -> Puzzle:
    vehicles = [Vehicle(*vehicle) for vehicle in drawing.vehicles]  # type: ignore[arg-type]
    way_out = rushhour.Exit(drawing.exit_side, drawing.exit_line)  # type: ignore[arg-type]
    walls = tuple(sorted(drawing.walls))
    return Puzzle(drawing.rows, drawing.cols, vehicles, drawing.target, way_out, walls)


def known_of(puzzle: Puzzle) -> KnownPuzzles:
    file = StringIO(rushhour.write(puzzle, "json"))
    return KnownPuzzles([file])


def test_a_planted_state_is_found_among_many(tmp_path: Path) -> None:
    jam = rushhour.parse(JAM)
    planted = jam
    for number in range(30):
        planted = planted.apply(list(planted.legal_moves())[number % 3])
    others = [one.puzzle for one in KnownPuzzles(["hardest"])]
    lines = [rushhour.write(board, "boardstring") for board in others[:2000]]
    lines[1234:1234] = [rushhour.write(rushhour.relabel(planted, "boardstring"), "boardstring")]
    file = tmp_path / "boards.txt"
    file.write_text("".join(lines))
    known = [one for one in audit(file, against=["classics"]) if one.kind == "known"]
    found = [one.known_as for one in known if one.number == 1235]
    assert found == ["puzzle 1 of classics, Jam-1", "puzzle 45 of classics, GameP01"]
    # The hardest cards are among the hardest boards.
    assert known[0].known_as == "puzzle 40 of classics, Jam-40"


def test_an_audit_finds_two_states_of_one_cluster() -> None:
    boards = "AAB./..B./....\nAA../..B./..B.\n..../..B./AAB.\n.B../.BAA/....\n"
    found = [(one.number, one.kind, one.same_as) for one in audit(StringIO(boards))]
    assert (2, "another state", 1) in found
    assert (3, "mirror image", 1) in found
    assert {kind for number, kind, _ in found if number == 4} <= {"already solved"}


def test_a_limit_leaves_it_undecided() -> None:
    boards = f"{JAM}\n"
    later = rushhour.parse(JAM).apply(rushhour.Move("C", 1))
    boards += rushhour.write(later, "boardstring")
    kinds = [one.kind for one in audit(StringIO(boards), max_states=2000)]
    assert kinds == ["another state"]
    kinds = [one.kind for one in audit(StringIO(boards), max_states=60)]
    assert "another state" not in kinds
    assert "undecided" in kinds


def test_a_limit_on_what_is_known_hides_no_duplicate(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text(f"{JAM}\n")
    found = audit(StringIO(f"{JAM}\n{JAM}\n"), against=[file], max_states=100)
    assert [(one.number, one.kind) for one in found if one.kind == "duplicate"] == [
        (2, "duplicate")
    ]


def test_the_command_says_where_puzzles_are_known_from(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("name,board\nfirst,..B./AAB./..../....\n")
    code, out, err = result("who", JAM, "--against", "classics")
    first, second = out.splitlines()
    assert first == f"{JAM}, puzzle 1: the same board as puzzle 1 of classics, Jam-1"
    assert second.endswith("the same board as puzzle 45 of classics, GameP01")
    assert (code, err) == (0, "")
    code, out, _ = result("who", "..../AA../..B./..B.", "--against", file, "--json")
    places = [{"source": str(file), "number": 1, "name": "first", "relation": "state"}]
    assert (code, json.loads(out)["known"]) == (0, places)
    assert result("who", JAM, "--against", file)[:2] == (
        1,
        f"{JAM}, puzzle 1: none of 1 known puzzle\n",
    )
    code, _, err = result("who", JAM, "--against", "classic")
    assert (code, "classic" in err) == (2, True)
    assert result("who", "..B./AAB./...", "--against", file)[0] == 2


def test_generated_puzzles_are_none_of_several_lists(tmp_path: Path) -> None:
    order = ["generate", "--size", "4x4", "--slides", "4..", "--vehicles", "5", "--seed", "1"]
    made = []
    for number in range(2):
        files = [word for file in made for word in ("--exclude", file)]
        file = tmp_path / f"{number}.txt"
        assert result(*order, *files, "--exclude", "classics", "-o", file)[0] == 0
        made.append(file)
    known = KnownPuzzles([made[0]])
    assert known.find(rushhour.read(made[1])) == []
    assert {one.source for one in KnownPuzzles([tmp_path])} == {*map(str, made)}


def test_one_source_may_stand_alone(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text(f"{JAM}\n")
    for source in (file, str(file), StringIO(f"{JAM}\n"), "classics"):
        assert KnownPuzzles(source).find(JAM)
    for wrong in (7, None, [7]):
        with pytest.raises(rushhour.errors.WrongTypeError):
            KnownPuzzles(wrong)  # type: ignore[arg-type]


def test_a_known_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("..B./AAB./....\n..B./AAB./...\n")
    with pytest.raises(rushhour.ParseError, match=r"known.txt, puzzle 2, line 2, column 11: "):
        KnownPuzzles([file])
    with pytest.raises(FileNotFoundError):
        KnownPuzzles([tmp_path / "none.txt"])
