"""Reader of data/*.perft: boards with counts to check; data/README.md defines the grammar."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast, get_args

from support.reference import Board, Car, Cell, Goal, Metric, Side, cells

EMPTY, WALL = "o.", "x"
GIVEN = ("id", "board", "exit", "target", "goal")


class Check(NamedTuple):
    """One line to check: `kind metric values...`, on a board and under a goal."""

    id: str
    board: Board
    goal: Goal
    kind: str
    metric: Metric
    values: list[str]


def read(file: Path) -> Iterator[Check]:
    """The checks of a file, in its order."""
    given: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        word, *values = line.split() or ["#"]
        if word == "id":
            given = {"goal": ["edge"]}
        if word in GIVEN:
            given[word] = values
        elif not word.startswith("#"):
            yield check(given, word, values)


def check(given: dict[str, list[str]], kind: str, values: list[str]) -> Check:
    """A line to check, with what the lines before it gave."""
    goal, metric = given["goal"][0], values[0]
    if goal not in get_args(Goal) or metric not in get_args(Metric):
        raise ValueError(f"expected a goal and a metric, found {goal!r} and {metric!r}")
    board = board_of(given["board"], given["target"][0], given.get("exit"))
    return Check(
        given["id"][0], board, cast("Goal", goal), kind, cast("Metric", metric), values[1:]
    )


def board_of(rows: list[str], target: str, way_out: list[str] | None = None) -> Board:
    """The board of a drawing; without an exit line the target's exit is on the right."""
    where: dict[str, list[Cell]] = {}
    for row, text in enumerate(rows):
        for col, label in enumerate(text):
            where.setdefault(label, []).append((row, col))
    walls = frozenset(where.pop(WALL, []))
    cars = tuple(car_of(label, body) for label, body in where.items() if label not in EMPTY)
    side, line = way_out or ["right", str(where[target][0][0])]
    return Board(len(rows), len(rows[0]), cast("Side", side), int(line), walls, cars, target)


def car_of(label: str, body: list[Cell]) -> Car:
    """The car whose cells carry one label, read row by row."""
    (row, col), last = body[0], body[-1]
    car = Car(label, "h" if row == last[0] else "v", row, col, len(body))
    if cells(car.axis, car.length, (row, col)) != set(body):
        raise ValueError(f"expected a straight vehicle {label}, found {body}")
    return car
