"""Canonical puzzles, what can go, and neighbours, against the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rushhour import Exit, LimitReachedError, Puzzle, RushHourError, Vehicle, _core, parse
from rushhour.generation.change import canonical as canonical_of
from rushhour.generation.change import minimise as minimise_of
from rushhour.generation.change import vary as vary_of
from rushhour.model.move import quoted
from support import reference
from support.bridge import board_from, board_of, puzzle_of, state_of
from support.measured import Measured, predicted_moves
from support.reference import Board, Car
from support.soak_images import IMAGES
from support.strategies import drawings, examples

BOARDS = drawings(6, 6, small=True).map(board_from)
SMALL = drawings(4, 4, small=True).map(board_from)
JAM_40 = "OXX.B./OCD.BP/OCDAAP/QQQE.P/..FEGG/HHFII./"
Look = tuple[object, ...]


def look(board: Board, state: reference.State) -> Look:
    """A state without labels."""
    cars = sorted(
        (car.axis, car.length, place, car.label == board.target)
        for car, place in zip(board.cars, state, strict=True)
    )
    return board.rows, board.cols, board.exit_side, board.exit_line, board.walls, tuple(cars)


def neighbours(puzzle: Puzzle) -> list[tuple[str, Puzzle]]:
    names = [quoted(vehicle.label) for vehicle in puzzle.vehicles]
    found = _core.neighbours(puzzle._core, names)
    return [(change, Puzzle._of(core, None)) for change, core in found]


def look_of(puzzle: Puzzle) -> Look:
    return look(board_of(puzzle), board_of(puzzle).start)


@examples(40)
@given(board=BOARDS, image=st.sampled_from(IMAGES), data=st.data())
def test_all_states_and_images_have_one_representative(
    board: Board, image: object, data: st.DataObject
) -> None:
    states = sorted(reference.flood(board, "slide", "edge"))
    turned = image.board(board)  # type: ignore[attr-defined]
    state = data.draw(st.sampled_from(states))
    one = canonical_of(puzzle_of(board))
    other = canonical_of(puzzle_of(turned, image.state(board, state)))  # type: ignore[attr-defined]
    assert (one.board, one.name, one.states) == (other.board, other.name, len(states))
    images = {look(i.board(board), i.state(board, each)) for i in IMAGES for each in states}
    assert look_of(one.board) in images
    assert look_of(one.mirror) in images


@examples(30)
@given(board=BOARDS)
def test_the_hardest_state_has_the_most_slides(board: Board) -> None:
    cluster = reference.explore(board, "slide", "edge")
    found = canonical_of(puzzle_of(board))
    assert (found.slides, found.most_slides) == (cluster.optimum, cluster.farthest)
    assert (found.hardest is None) == (cluster.farthest is None)
    if found.hardest is not None:
        assert state_of(found.hardest) in reference.flood(board, "slide", "edge")
        solution = reference.solve(board_of(found.hardest), "slide", "edge")
        assert solution is not None
        assert len(solution) == cluster.farthest


@examples(30)
@given(board=SMALL)
def test_every_largest_set_that_can_go_is_found(board: Board) -> None:
    parts = [car.label for car in board.cars if car.label != board.target] + sorted(board.walls)
    assume(len(parts) <= 5)
    found = minimise_of(puzzle_of(board))
    optimum = slides(board)
    assert found.slides == optimum
    if optimum is None:
        assert found.reductions == ()
        return
    subsets = [set(some) for n in range(len(parts) + 1) for some in combinations(parts, n)]
    good = [some for some in subsets if slides(without(board, some)) == optimum]
    largest = [some for some in good if not any(some < other for other in good)]
    sets = [{*one.vehicles, *one.walls} for one in found.reductions]
    assert sorted(sets, key=repr) == sorted(largest, key=repr)
    assert [len(one) for one in sets] == sorted((len(one) for one in sets), reverse=True)
    for one, left in zip(sets, found.reductions, strict=True):
        assert look_of(left.board) == look_of(puzzle_of(without(board, one)))
    assert found.is_minimal == (good == [set()])


def without(board: Board, parts: set[object]) -> Board:
    cars = tuple(car for car in board.cars if car.label not in parts)
    return replace(board, cars=cars, walls=frozenset(board.walls) - parts)


def slides(board: Board) -> int | None:
    solution = reference.solve(board, "slide", "edge")
    return None if solution is None else len(solution)


@examples(60)
@given(board=BOARDS)
def test_neighbours_are_all_boards_one_change_away(board: Board) -> None:
    found = [look_of(board) for _, board in neighbours(puzzle_of(board))]
    assert len(found) == len({change for change, _ in neighbours(puzzle_of(board))})
    assert set(found) == {look(other, other.start) for other in changed(board)}


def changed(board: Board) -> Iterator[Board]:
    """Every legal board that one change makes, by trying all places and lengths."""
    for part in [*(car.label for car in board.cars if car.label != board.target), *board.walls]:
        yield without(board, {part})
    cells = {(row, col) for row in range(board.rows) for col in range(board.cols)}
    for index, car in enumerate(board.cars):
        for other in cars(board, car.label) if car.label != board.target else ():
            if is_near(car, other):
                placed = (*board.cars[:index], other, *board.cars[index + 1 :])
                yield from legal(replace(board, cars=placed), other)
    for car in cars(board, "new"):
        if car.length in (2, 3):
            yield from legal(replace(board, cars=(*board.cars, car)), car)
    for wall in sorted(cells):
        yield from legal_walls(board, board.walls | {wall})
        for old in board.walls:
            if abs(old[0] - wall[0]) + abs(old[1] - wall[1]) == 1:
                yield from legal_walls(board, board.walls - {old} | {wall})


def cars(board: Board, label: str) -> Iterator[Car]:
    for row in range(board.rows):
        for col in range(board.cols):
            for length in range(2, max(board.rows, board.cols) + 1):
                yield Car(label, "h", row, col, length)
                yield Car(label, "v", row, col, length)


def is_near(car: Car, other: Car) -> bool:
    one, two = body(car), body(other)
    if car.axis != other.axis:
        return False
    if car.length == other.length:
        across = (1, 0) if car.axis == "h" else (0, 1)
        away = (other.row - car.row, other.col - car.col)
        return away in (across, (-across[0], -across[1]))
    return abs(car.length - other.length) == 1 and (one < two or two < one)


def body(car: Car) -> set[tuple[int, int]]:
    down, right = (0, 1) if car.axis == "h" else (1, 0)
    return {(car.row + down * i, car.col + right * i) for i in range(car.length)}


def legal(board: Board, changed: Car) -> Iterator[Board]:
    """The board if it keeps the rules and the vehicle does not lie along the road."""
    line = changed.row if changed.axis == "h" else changed.col
    target = board.cars[board.target_index]
    if reference.legal(board) and (changed.axis, line) != (target.axis, board.exit_line):
        yield board


def legal_walls(board: Board, walls: frozenset[tuple[int, int]]) -> Iterator[Board]:
    """The board with other walls if it keeps the rules and no new wall is on the road."""
    target = board.cars[board.target_index]
    (wall,) = walls - board.walls or {None}
    if wall is None or wall[target.axis == "v"] == board.exit_line:
        return
    if not any(wall in body(car) for car in board.cars):
        yield replace(board, walls=walls)


@examples(10)
@given(board=SMALL)
def test_every_variant_is_what_it_is_said_to_be(board: Board) -> None:
    base, found = slides(board), vary_of(puzzle_of(board))
    assert found.slides == base
    if base is None:
        assert (found.variants, found.tried) == ((), 0)
        return
    near = [slides(board_of(each)) for _, each in neighbours(puzzle_of(board))]
    assert (found.tried, found.unsolvable) == (len(near), near.count(None))
    for one in found.variants:
        assert slides(board_of(one.board)) == one.slides
        is_longer, is_shorter = one.slides > base, one.slides < base
        assert one.kind == ("harder" if is_longer else "easier" if is_shorter else "subtler")
        if one.kind == "subtler":
            expected = difficulty(board_of(one.board))
            assert one.difficulty == pytest.approx(expected, rel=1e-6)
            assert expected > difficulty(board)
    others = sum(one.kind != "subtler" for one in found.variants)
    assert others == len(near) - near.count(None) - near.count(base)


def difficulty(board: Board) -> float:
    length = slides(board)
    assert length is not None
    return predicted_moves(length, Measured(board).human_walk())


def test_limits_end_the_work_and_are_named() -> None:
    puzzle = parse(JAM_40)
    with pytest.raises(LimitReachedError):
        canonical_of(puzzle, max_states=10)
    assert minimise_of(puzzle, max_states=10).stopped_by == "states"
    assert minimise_of(puzzle, max_seconds=0).stopped_by == "seconds"
    assert vary_of(puzzle, max_seconds=0).stopped_by == "seconds"
    assert vary_of(puzzle, max_states=10).stopped_by == "states"
    with pytest.raises(RushHourError):
        minimise_of(puzzle, max_sets=0)


def test_a_limit_on_difficulty_leaves_equals_open() -> None:
    """Larger clusters are not walked; each neighbour is solved all the same."""
    puzzle = parse(JAM_40)
    every, cut = vary_of(puzzle), vary_of(puzzle, max_states=4700)
    equals = every.tried - every.unsolvable - sum(v.kind != "subtler" for v in every.variants)
    assert every.open == 0
    assert (cut.difficulty, cut.stopped_by, cut.tried) == (None, None, every.tried)
    assert cut.open >= equals


def test_a_limit_on_sets_says_that_there_are_more() -> None:
    """Either wall keeps B from leaving upwards, where E is not in the way."""
    puzzle = parse("..x.../..x.../AAB.../..B.../..EE..")
    every = minimise_of(puzzle)
    assert [one.walls for one in every.reductions] == [((0, 2),), ((1, 2),)]
    assert every.stopped_by is None
    assert minimise_of(puzzle, max_sets=2) == every
    cut = minimise_of(puzzle, max_sets=1)
    assert (len(cut.reductions), cut.stopped_by) == (1, "sets")


def test_a_solved_puzzle_needs_nothing() -> None:
    (found,) = minimise_of("..B./..B./..AA/x...").reductions
    assert (found.vehicles, found.walls) == (("B",), ((3, 0),))


@pytest.mark.parametrize("side", ["right", "left", "top", "bottom"])
def test_targets_beyond_the_edge_are_solved(side: str) -> None:
    axis = "h" if side in ("right", "left") else "v"
    place = {"right": (1, 4), "left": (1, -2), "top": (-2, 1), "bottom": (4, 1)}[side]
    target = Vehicle("A", axis, *place, 2)  # type: ignore[arg-type]
    other = Vehicle("B", "v", 2, 0, 2)
    puzzle = Puzzle(4, 4, [other, target], "A", Exit(side, 1), driven_out=True)  # type: ignore[arg-type]
    assert canonical_of(puzzle).slides == 0
    assert minimise_of(puzzle).reductions[0].vehicles == ("B",)
    assert vary_of(puzzle).slides == 0


def test_large_and_empty_boards_have_answers() -> None:
    alone = parse("/".join(["." * 12] * 5 + ["AA" + "." * 10] + ["." * 12] * 6))
    assert canonical_of(alone).states == 11
    assert minimise_of(alone).is_minimal
    found = vary_of(alone, max_states=2000)
    assert (found.slides, found.stopped_by) == (1, None)
    full = Puzzle(32, 32, [Vehicle(f"V{i}", "h", i // 4, i % 4 * 8, 2) for i in range(128)], "V3")
    assert all("new V" not in change and "new B" not in change for change, _ in neighbours(full))
