"""Batches of boards of which something is declared: the target, the exit, the size, the marks."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings

import rushhour._core as _core
from rushhour import Puzzle, solve_batch
from rushhour.batch import replay
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part, run_part
from rushhour.errors import WrongValueError
from rushhour.formats.declared import Declared
from support import reference
from support.bridge import board_from, puzzle_of
from support.commands import result
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings

# Wall, empty cell and labels as no format has them.
WALL, EMPTY, LABELS = "%", ",", "zyxwvutsrqponmlkjihgfedcbaXAR."


def drawn(puzzle: Puzzle) -> tuple[str, str]:
    """The cells of a puzzle in one line, in other marks, and the label of the target there."""
    names = {one.label: LABELS[at] for at, one in enumerate(puzzle.vehicles)}
    cells = dict.fromkeys(puzzle.walls, WALL)
    for vehicle in puzzle.vehicles:
        cells |= dict.fromkeys(vehicle.cells(), names[vehicle.label])
    places = ((row, col) for row in range(puzzle.rows) for col in range(puzzle.cols))
    return "".join(cells.get(place, EMPTY) for place in places), names[puzzle.target]


@settings(max_examples=60, deadline=None)
@given(drawings(max_rows=5, max_cols=5, small=True))
def test_answers_are_those_of_the_reference_and_replay(drawing: Drawing) -> None:
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    text, target = drawn(puzzle)
    way_out = (puzzle.exit.side, puzzle.exit.line)
    declared = Declared(way_out, (puzzle.rows, puzzle.cols), EMPTY, WALL)
    part, pool = Part(0, 0, pa.array([text.encode()], pa.large_binary())), _core.WorkerPool(1)
    for goal in GOALS:
        options = BatchOptions(goal=goal, both=True, target=target, declared=declared)
        table = run_part(part, options, pool)
        (answer,) = table.to_pylist()
        best = [reference.solve(board, metric, goal) for metric in METRICS]
        lengths = [None if moves is None else len(moves) for moves in best]
        assert [answer["slides"], answer["steps"]] == lengths, answer
        assert list(replay.faults(part, table, options, pool)) == []
        if answer["moves"]:
            at = table.column_names.index("moves")
            fewer = pa.array([" ".join(answer["moves"].split()[1:])])
            spoilt = table.set_column(at, "moves", fewer)
            assert list(replay.faults(part, spoilt, options, pool)) != []


@pytest.mark.parametrize(
    ("board", "options", "slides"),
    [
        ("..B...rrB..." + 12 * ".", {"size": "4x6", "target": "r"}, 2),
        ("B...\nB.rr\n....\n....", {"exit": "left", "target": "r", "empty": "."}, 2),
        ("B.../B.rr/..../....", {"exit": "left", "target": "r"}, 2),
        ("B.../B.rr/..../....", {"exit": "left:1", "target": "r"}, 2),
        ("B.../B.rr/..../....", {"target": "r"}, 0),
        ("0010 2210 0000 3300", {"size": "4x4", "empty": "0", "target": "2"}, 2),
        ("#../#XX/...", {"wall": "#", "target": "X", "exit": "right:1"}, 0),
        ("..B./XXB./..../....", {}, 2),
    ],
)
def test_options_say_what_a_board_does_not(
    board: str, options: dict[str, str], slides: int | None
) -> None:
    (answer,) = solve_batch([board], **options).to_pylist()
    assert (answer["slides"], answer["error"]) == (slides, None), answer


@pytest.mark.parametrize(
    ("board", "options", "error"),
    [
        ("AA.", {"size": "3x3"}, "row 0: expected 3 rows, found 1"),
        (
            "AA..",
            {"size": "3x3"},
            "row 0: expected 3 cells, or 9 of a whole board, found 4: 'AA..'",
        ),
        ("AA......./AA.......", {"size": "3x3"}, "row 0: expected one board, found 2"),
        ("AA../.../...", {"empty": "."}, "row 0: expected 4 cells in row 2, found 3: '...'"),
        ("AA./.../...", {"exit": "top"}, "row 0: invalid board: "),
        ("..B/AAB/...", {"target": "C"}, "row 0: invalid board: "),
        (
            "RR./AA./...",
            {"wall": "x"},
            "row 0: expected one possible target, found A and R; name that of all boards: --target",
        ),
        ("", {"size": "3x3"}, "row 0: expected a puzzle, found an empty text"),
    ],
)
def test_errors_say_what_was_expected(board: str, options: dict[str, str], error: str) -> None:
    found = solve_batch([board], **options)["error"][0].as_py()
    assert (found or "").startswith(error)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(WrongValueError, match="expected an exit such as right:2"):
        solve_batch(["AA.."], exit="up")
    with pytest.raises(WrongValueError, match="expected a size such as 6x6"):
        solve_batch(["AA.."], size="6")


def test_the_command_takes_them_verifies_and_resumes(tmp_path: Path) -> None:
    file, output = tmp_path / "boards.txt", tmp_path / "out"
    file.write_text(".,r.,r..,\n\n,,,rr,,BB\n" * 4)
    words = ["batch", file, "-o", output, "--part-rows", 2]
    known = ["--size", "3x3", "--empty", ".,", "--target", "r", "--exit", "bottom:2"]
    code, _, err = result(*words, *known, "--verify")
    assert code == 2, "the second board has its target in a row"
    statuses = pq.read_table(output)["slides"].to_pylist()
    assert statuses == [1, None] * 4
    assert "4 malformed, 4 solved" in err
    code, _, err = result(*words, *known, "--verify")
    assert "4 malformed, 4 solved" in err
    code, _, err = result(*words, *known[:-2])
    assert code == 2
    assert '--exit was ["bottom", 2], is now null' in err


@pytest.mark.parametrize(
    ("line", "options", "answer"),
    [
        ("#.B #.B XX.", ["--wall", "#"], '"solved",1,"X+1",'),
        ("001 221 000", ["--empty", "0", "--target", "2"], '"unsolvable",,,'),
    ],
)
def test_a_line_of_a_drawing_has_no_comment_and_no_number(
    line: str, options: list[str], answer: str, tmp_path: Path
) -> None:
    (tmp_path / "boards.txt").write_text(f"{line}\n")
    words = ["batch", tmp_path / "boards.txt", "-o", tmp_path / "answers.csv", "--size", "3x3"]
    assert result(*words, *options)[0] < 2
    found = (tmp_path / "answers.csv").read_text().splitlines()
    assert found[1].startswith(f'"{line}",{answer}')


def test_files_of_puzzles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("..B\nrrB\n...\n")
    code, _, err = result("batch", tmp_path / "grid.txt", "-o", "-", "--target", "r")
    assert code == 2
    assert "expected a board on each line for --target" in err
    assert "rushhour convert takes these options" in err
