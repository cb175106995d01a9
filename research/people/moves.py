"""Moves: what people saw and chose in each state, and how likely their choices are to walkers.

`Sight` is what a person sees of a state, the same as the core's, written anew for boards without
walls. A walker chooses a slide with a probability in proportion to its weight, the product of one
number to the power of each feature (conditional logit; McFadden, "Conditional logit analysis of
qualitative choice behavior", 1974).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from research.people.plays import MOVES, PeopleRow, find, rows
from rushhour.errors import RushHourError
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore

_Array: TypeAlias = NDArray[np.float64]


SightState: TypeAlias = tuple[int, ...]
"""The place of each vehicle's first cell in its row or column."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The cells that a vehicle can stand on, from left or top, and its length."""

    cells: tuple[int, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A move of a vehicle in a straight line: where to, and whether it goes as far as it can."""

    vehicle: int
    place: int
    cells: int
    is_farthest: bool


class Sight:
    """A board, for looking at its states. The target leaves to the right."""

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.walls or puzzle.exit.side != "right":
            raise RushHourError("expected a board without walls, with its exit on the right")
        rows, cols = puzzle.rows, puzzle.cols
        self.labels = tuple(vehicle.label for vehicle in puzzle.vehicles)
        self.target = self.labels.index(puzzle.target)
        self.lanes = tuple(
            Lane(
                tuple(range(one.row * cols, (one.row + 1) * cols))
                if one.axis == "h"
                else tuple(range(one.col, rows * cols, cols)),
                one.length,
            )
            for one in puzzle.vehicles
        )
        self.start: SightState = tuple(
            one.col if one.axis == "h" else one.row for one in puzzle.vehicles
        )

    def is_solved(self, state: SightState) -> bool:
        """Whether the target is at its exit."""
        lane = self.lanes[self.target]
        return state[self.target] + lane.length == len(lane.cells)

    def owners(self, state: SightState) -> dict[int, int]:
        """The vehicle on each cell that is not empty."""
        return {
            cell: vehicle
            for vehicle, (lane, place) in enumerate(zip(self.lanes, state, strict=True))
            for cell in lane.cells[place : place + lane.length]
        }

    def slides(self, state: SightState) -> list[Slide]:
        """All legal slides."""
        owners = self.owners(state)
        found = []
        for vehicle, lane in enumerate(self.lanes):
            place = state[vehicle]
            behind, ahead = lane.cells[:place][::-1], lane.cells[place + lane.length :]
            for sign, way in ((-1, behind), (1, ahead)):
                free = next((at for at, cell in enumerate(way) if cell in owners), len(way))
                found += [
                    Slide(vehicle, place + sign * cells, cells, cells == free)
                    for cells in range(1, free + 1)
                ]
        return found

    def is_slide(self, state: SightState, vehicle: int, place: int) -> bool:
        """Whether a vehicle can slide to a place of its lane; not to its own."""
        return any((one.vehicle, one.place) == (vehicle, place) for one in self.slides(state))

    def blockers(self, state: SightState) -> int:
        """How many vehicles are between the target and its exit."""
        owners = self.owners(state)
        return len({owners[cell] for cell in self._road(state) if cell in owners})

    def dependencies(self, state: SightState) -> frozenset[int]:
        """The vehicles that the target depends on.

        Each vehicle between target and exit must free its cell. To free a cell a vehicle goes by
        the shortest move that fits the empty board, in both directions; the vehicles on the cells
        that it enters must free these.
        """
        owners = self.owners(state)
        waiting = [(owners[cell], cell) for cell in self._road(state) if cell in owners]
        demands = set(waiting)
        while waiting:
            vehicle, cell = waiting.pop()
            lane, place = self.lanes[vehicle], state[vehicle]
            at = lane.cells.index(cell)
            entered = lane.cells[place + lane.length : at + 1 + lane.length]
            escapes = [entered] if at + 1 + lane.length <= len(lane.cells) else []
            if at >= lane.length:
                escapes.append(lane.cells[at - lane.length : place])
            for other in (cell for cells in escapes for cell in cells if cell in owners):
                if (owners[other], other) not in demands:
                    demands.add((owners[other], other))
                    waiting.append((owners[other], other))
        return frozenset(vehicle for vehicle, _ in demands)

    def _road(self, state: SightState) -> Sequence[int]:
        lane = self.lanes[self.target]
        return lane.cells[state[self.target] + lane.length :]


MOVE_COLUMNS = ("participant", "instance", "trial", "move_number", "move", "kind", "rt_ms")
"""The columns of the moves that are read, by the names of this project."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The states that a person passed through, from the start; each differs by one slide.

    `idle` counts the records that move nothing. `unread` counts those from the first on that is no
    legal slide: what the board looks like after it is unknown. The repository has some whose cell
    is `undefined`.
    """

    participant: str
    board: str
    states: tuple[SightState, ...]
    idle: int
    unread: int


def attempts(folder: str | os.PathLike[str], boards: Mapping[str, Sight]) -> Iterator[Attempt]:
    """Replay the moves of a folder. Moves at boards that are not given are left out.

    An attempt ends where another participant, board or trial begins, or where the numbers of moves
    go back. Trial 0 belongs to the attempt before it: it has the target's last move out of the
    board, after a record of the kind `win` that moves nothing. ParseError where a move is not
    written `vehicle@cell`.
    """
    path = find(folder, MOVES)
    known = (row for row in rows(path, MOVE_COLUMNS) if row["instance"] in boards)
    for (participant, board, _), records in groupby(known, _Attempts()):
        yield _replayed(participant, board, boards[board], records)


class _Attempts:
    """The key of a record: its participant, its board and a number of the attempt."""

    def __init__(self) -> None:
        self._last = ("", "", "", 0)
        self._number = 0

    def __call__(self, row: PeopleRow) -> tuple[str, str, int]:
        participant, board, trial, number = self._last
        at = row.count("move_number")
        same = (row["participant"], row["instance"]) == (participant, board) and at >= number
        own = trial if same and row["trial"] == "0" else row["trial"]
        self._number += not (same and own == trial)
        self._last = (row["participant"], row["instance"], own, at)
        return row["participant"], row["instance"], self._number


def _replayed(participant: str, board: str, sight: Sight, records: Iterable[PeopleRow]) -> Attempt:
    states, idle, unread = [sight.start], 0, 0
    for row in records:
        (vehicle, place), state = _move(row, sight), states[-1]
        if unread or not (place == state[vehicle] or sight.is_slide(state, vehicle, place)):
            unread += 1
        elif place == state[vehicle]:
            idle += 1
        else:
            states.append((*state[:vehicle], place, *state[vehicle + 1 :]))
    return Attempt(participant, board, tuple(states), idle, unread)


def _move(row: PeopleRow, sight: Sight) -> tuple[int, int]:
    """The vehicle and its place; -1 for a cell that is `undefined`."""
    label, _, cell = row["move"].partition("@")
    vehicle = sight.labels.index(label) if label in sight.labels else None
    if vehicle is not None and cell == "undefined":
        return vehicle, -1
    if vehicle is None or not (cell.isascii() and cell.isdecimal() and len(cell) < 5):
        raise row.error("move", "a vehicle of the board, @ and the number of a cell")
    cells = sight.lanes[vehicle].cells
    if int(cell) not in cells:
        raise row.error("move", "a cell of the vehicle's line")
    return vehicle, cells.index(int(cell))


FEATURES = (
    "solves",
    "farthest",
    "related",
    "cells",
    "blockers",
    "again",
    "again after one",
    "solves in two",
    "solves in three",
    "nearer",
    "farther",
    "nearer by distance",
    "farther by distance",
)
"""What distinguishes the slides of a state; `_Board.features` has their definitions."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Slides, one choice after another.

    `features` is slides x FEATURES. `starts` has the first slide of each choice, `chosen` the one
    that was chosen, `participants` who chose.
    """

    features: _Array
    starts: NDArray[np.int64]
    chosen: NDArray[np.int64]
    participants: tuple[str, ...]

    def columns(self, names: Iterable[str]) -> _Array:
        """The columns of some features."""
        return self.features[:, [FEATURES.index(name) for name in names]]

    def of_slides(self) -> NDArray[np.int64]:
        """The number of the choice that each slide belongs to."""
        ends = np.append(self.starts[1:], len(self.features))
        return np.repeat(np.arange(len(self.starts)), ends - self.starts)


def choices(attempts: Iterable[Attempt], puzzles: Mapping[str, Puzzle]) -> Choices:
    """The slides in every state that people moved in, of the boards with these names.

    Takes about 1 kB a slide: 230 MB for the public data.
    """
    boards = {name: _Board(puzzle) for name, puzzle in puzzles.items()}
    rows: list[tuple[float, ...]] = []
    starts, chosen, participants = [], [], []
    for attempt in attempts:
        for slides, at in _of(attempt, boards[attempt.board]):
            starts.append(len(rows))
            chosen.append(len(rows) + at)
            participants.append(attempt.participant)
            rows += slides
    features = np.array(rows, float).reshape(len(rows), len(FEATURES))
    return Choices(features, np.array(starts), np.array(chosen), tuple(participants))


def _of(attempt: Attempt, board: _Board) -> Iterator[tuple[list[tuple[float, ...]], int]]:
    """For each choice of an attempt its slides, and the place of the chosen one."""
    moved: list[int] = [-1, -1]
    for state, end in zip(attempt.states, attempt.states[1:], strict=False):
        slides = board.slides(state)
        last, before = moved[-1], moved[-2]
        rows = [
            (*row[:5], float(vehicle == last), float(vehicle == before != last), *row[5:])
            for vehicle, _, row in slides
        ]
        at = [after for _, after, _ in slides].index(end)
        moved.append(slides[at][0])
        yield rows, at


class _Board:
    def __init__(self, puzzle: Puzzle) -> None:
        self.sight = Sight(puzzle)
        offsets, distances = explore(puzzle).arrays()
        states = map(tuple, offsets.tolist())
        self.distances: dict[SightState, int] = dict(zip(states, distances.tolist(), strict=True))
        self.slides = cache(self._slides)
        self.dependencies = cache(self.sight.dependencies)
        self.blockers = cache(self.sight.blockers)

    def _slides(self, state: SightState) -> list[tuple[int, SightState, tuple[float, ...]]]:
        """The vehicle, the state after it and the features of each slide, but for memory."""
        found = []
        for slide in self.sight.slides(state):
            end = (*state[: slide.vehicle], slide.place, *state[slide.vehicle + 1 :])
            seen = (
                slide.is_farthest,
                slide.vehicle == self.sight.target or slide.vehicle in self.dependencies(state),
                slide.cells - 1,
                self.blockers(end) - self.blockers(state),
            )
            found.append((slide.vehicle, end, self.features(state, end, seen)))
        return found

    def features(
        self, state: SightState, end: SightState, seen: tuple[float, ...]
    ) -> tuple[float, ...]:
        """FEATURES but `again` and `again after one`, in their order.

        `solves in two` and `in three` are those of a plan: one or two slides remain after this one.
        `nearer` and `farther` say whether the distance falls or rises; `by distance` divides them
        by the distance before.
        """
        before, after = self.distances[state], self.distances[end]
        nearer, farther = float(after < before), float(after > before)
        near = tuple(float(after == left) for left in (1, 2))
        by_distance = (nearer / before, farther / before)
        return (float(after == 0), *map(float, seen), *near, nearer, farther, *by_distance)


WALK = {
    "solves": 100.0,
    "farthest": 15.0,
    "related": 2.5,
    "cells": 1.4,
    "blockers": 0.6,
    "again": 0.3,
}
"""The walker of the measure `walk`."""

_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Walker:
    """How well a walker predicts.

    `likelihoods` has the mean log-likelihood of a chosen slide by participant, `mean` that of all
    slides; the weights that predict a participant were fitted to others. `weights` are those of a
    fit to all.
    """

    name: str
    weights: dict[str, float]
    mean: float
    likelihoods: dict[str, float]


def log_likelihoods(choices: Choices, names: Sequence[str], logarithms: _Array) -> _Array:
    """The log-likelihood of each chosen slide, for weights given by their logarithms."""
    utilities, normal = _normalised(choices, choices.columns(names) @ logarithms)
    return utilities[choices.chosen] - normal


def _normalised(choices: Choices, utilities: _Array) -> tuple[_Array, _Array]:
    """The utilities, and for each choice the logarithm of the sum of their exponentials."""
    highest = np.maximum.reduceat(utilities, choices.starts)
    raised = np.exp(utilities - highest[choices.of_slides()])
    return utilities, highest + np.log(np.add.reduceat(raised, choices.starts))


def fitted(choices: Choices, names: Sequence[str], shares: _Array) -> _Array:
    """The logarithms of the weights that maximise the likelihood, by Newton's method.

    Each choice counts by its share. A small ridge keeps a weight finite that no choice limits.
    """
    columns, of = choices.columns(names), choices.of_slides()
    found = np.zeros(len(names))
    for _ in range(50):
        utilities, normal = _normalised(choices, columns @ found)
        chances = np.exp(utilities - normal[of])
        means = np.add.reduceat(columns * chances[:, None], choices.starts)
        gradient = shares @ (columns[choices.chosen] - means) - _RIDGE * found
        weighted = columns * (chances * shares[of])[:, None]
        curvature = weighted.T @ columns - (means * shares[:, None]).T @ means
        step = np.linalg.solve(curvature + _RIDGE * np.eye(len(names)), gradient)
        found += step / max(1.0, float(np.abs(step).max()) / 3)
        if np.abs(step).max() < 1e-7:
            break
    return found


def fixed(name: str, choices: Choices, weights: dict[str, float]) -> Walker:
    """A walker with these weights; without any, one that chooses at random."""
    logarithms = np.log(np.array(list(weights.values()), float))
    return _walker(name, choices, weights, log_likelihoods(choices, list(weights), logarithms))


def cross_validated(name: str, choices: Choices, names: Sequence[str], folds: int = 11) -> Walker:
    """A walker with these features; each fold of participants is predicted by a fit to the rest."""
    people = sorted(set(choices.participants))
    fold = {person: number % folds for number, person in enumerate(people)}
    of = np.array([fold[person] for person in choices.participants])
    likelihoods = np.zeros(len(of))
    for number in sorted(set(fold.values())):
        logarithms = fitted(choices, names, (of != number).astype(float))
        left_out = of == number
        likelihoods[left_out] = log_likelihoods(choices, names, logarithms)[left_out]
    found = np.exp(fitted(choices, names, np.ones(len(of)))).tolist()
    return _walker(name, choices, dict(zip(names, found, strict=True)), likelihoods)


def _walker(name: str, choices: Choices, weights: dict[str, float], likelihoods: _Array) -> Walker:
    who = np.array(choices.participants)
    by_person = {str(person): float(likelihoods[who == person].mean()) for person in np.unique(who)}
    return Walker(name, weights, float(likelihoods.mean()), by_person)
