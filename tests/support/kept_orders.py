"""What a puzzle made to order must keep, by the reference."""

from __future__ import annotations

from dataclasses import replace

import networkx
import pytest

from rushhour.generation import GeneratedPuzzle, Order
from support import reference
from support.bridge import board_of, pairs
from support.measured import Measured, predicted_moves


def assert_kept(order: Order, made: GeneratedPuzzle) -> None:
    board = board_of(made.board)
    assert reference.legal(board)
    assert ((board.rows, board.cols), made.board.exit) == (order.size, order.exit)
    lengths = [car.length for car in board.cars]
    assert set(lengths) <= set(order.lengths)
    assert made.board.vehicle(board.target).length == min(order.lengths)
    assert_within(order.vehicles, made.vehicles, len(board.cars))
    assert_within(order.walls, made.walls, len(board.walls))
    share = (sum(lengths) + len(board.walls)) / (board.rows * board.cols)
    assert order.density is None or order.density[0] <= share <= order.density[1]
    assert_optima_are_kept(order, made, board)
    assert_measures_are_kept(order, made, board)


def assert_within(bounds: tuple[int, int | None] | None, found: int | None, true: int) -> None:
    assert found == true
    if bounds is not None:
        assert bounds[0] <= true
        assert bounds[1] is None or true <= bounds[1]


def assert_optima_are_kept(order: Order, made: GeneratedPuzzle, board: reference.Board) -> None:
    cluster = reference.explore(board, "slide", "edge")
    assert made.states == cluster.states <= order.max_states
    assert cluster.optimum is not None
    assert_within(order.slides, made.slides, cluster.optimum)
    if order.hardest:
        assert cluster.optimum == cluster.farthest
    steps = reference.solve(board, "step", "edge")
    assert steps is not None
    assert_within(order.steps, made.steps, len(steps))
    moves = pairs(made.solution.moves)
    assert len(moves) == made.slides
    cell_by_cell = [
        (label, cells // abs(cells)) for label, cells in moves for _ in range(abs(cells))
    ]
    for way, metric in ((moves, "slide"), (cell_by_cell, "step")):
        end = reference.replay(board, way, metric, "edge")  # type: ignore[arg-type]
        assert reference.is_goal(board, end, "edge")


def assert_bounds_are_kept(order: Order, made: GeneratedPuzzle, measured: Measured) -> None:
    """What the reference knows of the measures that are asked for."""
    true = {
        "states": lambda: made.states,
        "red_herrings": lambda: len(measured.red_herrings()),
        "essential": lambda: len(measured.essential()),
        "returning": lambda: len(measured.returning()),
        "canonical": measured.canonical,
        "counterintuitive": measured.counterintuitive,
        "road": lambda: len(measured.on_road()),
        "key_moves": lambda: max(measured.least_moves().values(), default=0),
        "symmetry": measured.symmetry,
        "mag_cycles": lambda: sum(1 for _ in networkx.simple_cycles(measured.lane_graph())),
    }
    for name, least, most in order.measures:
        found = true[name]()
        assert found is not None
        assert least <= found <= most


def assert_measures_are_kept(order: Order, made: GeneratedPuzzle, board: reference.Board) -> None:
    measured = Measured(board)
    assert made.solutions is not None
    if len(measured.solutions) <= 500:
        assert_within(order.solutions, made.solutions, measured.classes())
    if order.no_idle:
        assert not measured.red_herrings()
    assert_bounds_are_kept(order, made, measured)
    if order.minimal:
        assert measured.essential() == measured.labels()
        for wall in board.walls:
            left = reference.solve(replace(board, walls=board.walls - {wall}), "slide", "edge")
            assert left is None or len(left) < made.slides
    assert made.difficulty is not None
    expected = predicted_moves(made.slides, measured.human_walk())
    assert made.difficulty == pytest.approx(expected, rel=1e-6)
    if order.difficulty is not None:
        least, most = order.difficulty
        assert least * (1 - 1e-9) <= made.difficulty <= most * (1 + 1e-9)
