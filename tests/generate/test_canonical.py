"""The name of a cluster, and what can be taken off a board, against the reference."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import Exit, LimitReachedError, Puzzle, Vehicle, _core, parse
from rushhour.generation.change import canonical
from rushhour.model.setup import Axis, Side
from support import reference
from support.bridge import board_from, puzzle_of
from support.measured import Measured
from support.reference import Board
from support.soak_images import IMAGES
from support.strategies import drawings, examples

BOARDS = drawings(6, 6, small=True).map(board_from)
NO_LIMITS = (None, None, None)
JAM_40 = "OXX.B./OCD.BP/OCDAAP/QQQE.P/..FEGG/HHFII./"


def name_of(puzzle: Puzzle) -> str:
    return canonical(puzzle).name


def states(board: Board) -> list[reference.State]:
    return sorted(reference.flood(board, "slide", "edge"))


@examples(150)
@given(board=BOARDS, image=st.sampled_from(IMAGES), data=st.data())
def test_all_states_and_images_of_a_cluster_have_one_name(
    board: Board, image: object, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(states(board)))
    turned = image.board(board)  # type: ignore[attr-defined]
    other = puzzle_of(turned, image.state(board, state))  # type: ignore[attr-defined]
    names = [replace(car, label=f"V{i}") for i, car in enumerate(turned.cars)]
    relabelled = replace(turned, cars=tuple(names[::-1]), target=names[turned.target_index].label)
    assert name_of(other) == name_of(puzzle_of(board)) == name_of(puzzle_of(relabelled))


@examples(150)
@given(board=BOARDS, pick=st.integers(0, 9), shift=st.integers(1, 3))
def test_clusters_with_one_name_are_images_of_each_other(
    board: Board, pick: int, shift: int
) -> None:
    """Move one vehicle along its line, over others too: a cluster of its own or the same one."""
    car = board.cars[pick % len(board.cars)]
    place = {"col": car.col + shift} if car.axis == "h" else {"row": car.row + shift}
    cars = tuple(replace(car, **place) if other == car else other for other in board.cars)
    other = replace(board, cars=cars)
    if not reference.legal(other):
        return
    images = {
        look(image.board(board), image.state(board, state))
        for image in IMAGES
        for state in states(board)
    }
    assert (name_of(puzzle_of(board)) == name_of(puzzle_of(other))) == (
        look(other, other.start) in images
    )


def look(board: Board, state: reference.State) -> tuple[object, ...]:
    """A state without labels."""
    bodies = sorted(
        (car.axis, car.length, place, car.label == board.target)
        for car, place in zip(board.cars, state, strict=True)
    )
    exit_ = (board.exit_side, board.exit_line)
    return board.rows, board.cols, exit_, board.walls, tuple(bodies)


def test_a_limit_on_the_cluster_raises() -> None:
    with pytest.raises(LimitReachedError):
        canonical(parse(JAM_40), max_states=10)
    with pytest.raises(LimitReachedError):
        _core.removable(parse(JAM_40)._core, (1, None, None), None)


@examples(60)
@given(board=BOARDS)
def test_what_can_go_is_what_the_optimum_does_not_need(board: Board) -> None:
    optimum = reference.solve(board, "slide", "edge")
    puzzle = puzzle_of(board)
    found = _core.removable(puzzle._core, NO_LIMITS, None)
    if optimum is None:
        assert found is None
        return
    assert found is not None
    vehicles, walls = found
    labels = {car.label for car in board.cars if car.label != board.target}
    assert {board.cars[index].label for index in vehicles} == labels - Measured(board).essential()
    for index, wall in enumerate(sorted(board.walls)):
        left = reference.solve(replace(board, walls=board.walls - {wall}), "slide", "edge")
        assert (index in walls) == (left is not None and len(left) == len(optimum))


def test_nothing_of_a_solved_puzzle_is_needed() -> None:
    puzzle = parse("..B./..B./..AA/x...")
    assert _core.removable(puzzle._core, NO_LIMITS, None) == ([1], [0])
    out = Puzzle(1, 4, [replace(puzzle.vehicles[0], row=0, col=4)], "A", driven_out=True)
    assert _core.removable(out._core, NO_LIMITS, None) == ([], [])


@pytest.mark.parametrize("side", ["right", "left", "top", "bottom"])
def test_everything_can_go_when_the_target_is_beyond_the_edge(side: Side) -> None:
    """It is solved already, wherever it stands."""
    axis: Axis = "h" if side in ("right", "left") else "v"
    place = {"right": (1, 4), "left": (1, -2), "top": (-1, 1), "bottom": (3, 1)}[side]
    vehicles = [Vehicle("B", "v", 2, 0, 2), Vehicle("A", axis, *place, 2)]
    puzzle = Puzzle(4, 4, vehicles, "A", Exit(side, 1), walls=[(3, 3)], driven_out=True)
    assert puzzle.driven_out
    assert _core.removable(puzzle._core, NO_LIMITS, None) == ([0], [0])
