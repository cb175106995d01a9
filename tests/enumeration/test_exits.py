"""Exits on other sides: each cluster explored by the reference where it is, without turning it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import rushhour
from rushhour.cli import run
from rushhour.enumeration.assignment import clusters_beside
from rushhour.enumeration.family import Family
from rushhour.enumeration.placements import placements
from rushhour.errors import RushHourError
from rushhour.model.setup import Side
from support.brute import Size, boards, clusters
from support.reference import METRICS, Board, Car, distances, flood, is_goal

# Rows and columns as they are, and the row or column of the exit.
EXITS: list[tuple[Side, int, int, int]] = [
    ("left", 3, 3, 0),
    ("left", 3, 4, 2),
    ("top", 3, 3, 1),
    ("top", 3, 4, 1),
    ("top", 4, 3, 0),
    ("bottom", 3, 4, 3),
    ("bottom", 4, 3, 2),
]


def as_right(side: Side, board: str, rows: int, cols: int) -> str:
    """The image whose target leaves on the right."""
    cells = board.replace("/", "")
    grid = [list(cells[row * cols : row * cols + cols]) for row in range(rows)]
    if side == "left":
        grid = [row[::-1] for row in grid]
    else:
        grid = grid[::-1] if side == "top" else grid
        grid = [[row[col] for row in grid] for col in range(cols)]
    return ("" if rows == cols else "/").join("".join(row) for row in grid) + "/" * (len(grid) == 1)


def as_board(text: str, rows: int, cols: int, side: Side, line: int) -> Board:
    """The board of the reference that a text shows."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for place, label in enumerate(text.replace("/", "")):
        cells.setdefault(label, []).append(divmod(place, cols))
    walls = frozenset(cells.pop("x", []))
    cells.pop(".", None)
    cars = tuple(
        Car(label, "h" if at[0][0] == at[1][0] else "v", *at[0], len(at))
        for label, at in cells.items()
    )
    return Board(rows, cols, side, line, walls, cars, "A")


def measured(board: Board) -> dict[str, Any]:
    """What a row says of the cluster of a board."""
    found: dict[str, Any] = {}
    for metric in METRICS:
        graph = flood(board, metric, "edge")
        goals = [state for state in graph if is_goal(board, state, "edge")]
        distance = distances(graph, goals)
        found |= {"states": len(graph), "solved": len(goals) or None}
        found[f"{metric}s_histogram"] = [n for _, n in sorted(Counter(distance.values()).items())]
        found[f"{metric}s"] = max(distance.values(), default=None)
        found[f"{metric} of start"] = distance.get(board.start)
    return found


@pytest.mark.parametrize("walls", [0, 1])
@pytest.mark.parametrize(("side", "rows", "cols", "line"), EXITS)
def test_all_clusters_are_those_of_the_reference(
    side: Side, rows: int, cols: int, line: int, walls: int
) -> None:
    atlas = rushhour.atlas.enumerate_clusters(
        rows, cols, walls=walls, exit=f"{side}:{line}", rules="all", keep="all"
    )
    turned = (rows, cols) if side == "left" else (cols, rows)
    size = Size(*turned, line, (walls, walls), "all")
    found = atlas.table().to_pylist()
    assert [row["board"] for row in found] == sorted(row["board"] for row in found)
    images = [as_right(side, row["board"], rows, cols) for row in found]
    assert sorted(images) == sorted(clusters(size))
    for row in found:
        board = as_board(row["board"], rows, cols, side, line)
        expected = measured(board)
        for name in ("states", "solved", "slides", "steps"):
            assert row[name] == expected[name]
        assert row["slides"] == expected["slide of start"]
        for name in ("slides_histogram", "steps_histogram"):
            assert (row[name] or []) == expected[name]
    number = sum(1 for _ in boards(size))
    assert atlas.summary.states == number == sum(row["states"] for row in found)
    family = Family.of(rows, cols, walls=walls, exit=f"{side}:{line}", rules="all")
    assert placements(family) == number


@pytest.mark.parametrize(("side", "rows", "cols", "line"), [("right", 4, 3, 2), *EXITS])
def test_the_puzzle_of_a_board_has_the_exit_of_its_atlas(
    side: Side, rows: int, cols: int, line: int
) -> None:
    where = f"{side}:{line}"
    atlas = rushhour.atlas.enumerate_clusters(
        rows, cols, walls="0..2", exit=where, rules="all", keep="all"
    )
    for row in atlas.table().to_pylist():
        puzzle = atlas.puzzle(row["board"])
        assert puzzle.exit == rushhour.Exit(side, line)
        assert rushhour.solve(puzzle).cost == row["slides"]
        if row["steps_board"] is not None:
            steps = rushhour.solve(atlas.puzzle(row["steps_board"]), metric="step")
            assert steps.cost == row["steps"]


def test_records_and_parts_hold_boards_as_they_are(tmp_path: Path) -> None:
    words = ["--rows", "4", "--cols", "3", "--walls", "0..1", "--exit", "bottom:1"]
    words += ["--keep", "solvable", "-o", str(tmp_path / "atlas")]
    assert run(["enumerate", *words]) == 0
    atlas = rushhour.atlas.open_atlas(tmp_path / "atlas")
    assert atlas.options["exit"] == "bottom:1"
    assert (atlas.options["rows"], atlas.options["cols"]) == (4, 3)
    part = pq.read_table(tmp_path / "atlas" / "part-000000.parquet")
    rows = {row["board"]: row for row in part.to_pylist()}
    for record in atlas.summary.records.all:
        puzzle = rushhour.parse(record.board, "boardstring")
        assert puzzle.exit == rushhour.Exit("bottom", 1)
        metric = "slide" if record.metric == "slides" else "step"
        assert rushhour.solve(puzzle, metric=metric).cost == record.distance
        assert metric == "step" or rows[record.board]["slides"] == record.distance
    before = (tmp_path / "atlas" / "_records.csv").read_bytes()
    (tmp_path / "atlas" / "_records.csv").unlink()
    assert run(["enumerate", *words]) == 0
    assert (tmp_path / "atlas" / "_records.csv").read_bytes() == before
    assert json.loads((tmp_path / "atlas" / "_summary.json").read_text())["records"]


def test_the_clusters_beside_a_puzzle_with_another_exit() -> None:
    puzzle = rushhour.parse(".BB/A../A../...", "boardstring")
    assert puzzle.exit.side == "bottom"
    found = clusters_beside(puzzle).to_pylist()
    assert [(row["board"], row["slides"]) for row in found] == [("ABB/A../.../...", 1)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exit": "left:3"}, "expected an exit from left:0 to left:2, found left:3"),
        ({"exit": "top:4"}, "expected an exit from top:0 to top:3, found top:4"),
        ({"exit": "bottom", "rows": 9}, "expected 1 to 8 rows, found 9"),
        ({"exit": "above"}, "expected an exit such as right:2"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RushHourError, match=message):
        rushhour.atlas.enumerate_clusters(**{"rows": 3, "cols": 4, **options})
