"""Every measure once more, from its definition alone, on the clusters of the reference."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace
from functools import cached_property

import networkx
import numpy as np

from support import reference
from support.reference import ALONG, Board, Car, Cell, Move, State

Solution = tuple[tuple[Move, State], ...]


def predicted_moves(slides: int, walk: float) -> float:
    """The difficulty, by the formula of docs/reference/measures.md."""
    return math.exp(0.223 + 0.812 * math.log(slides) + 0.205 * walk)


class Measured:
    """The cluster of a board in slides to the goal `edge`, and what is measured of it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.moves: dict[State, list[tuple[Move, State]]] = {}
        waiting = [board.start]
        while waiting:
            state = waiting.pop()
            if state not in self.moves:
                self.moves[state] = reference.successors(board, state, "slide", "edge")
                waiting += [child for _, child in self.moves[state]]
        graph = {state: [child for _, child in found] for state, found in self.moves.items()}
        goals = [state for state in graph if reference.is_goal(board, state, "edge")]
        self.distance = reference.distances(graph, goals)

    @property
    def slides(self) -> int | None:
        return self.distance.get(self.board.start)

    def good(self, state: State) -> list[tuple[Move, State]]:
        """The slides that lead nearer."""
        nearer = self.distance[state] - 1
        return [
            (move, child) for move, child in self.moves[state] if self.distance[child] == nearer
        ]

    @cached_property
    def solutions(self) -> list[Solution]:
        """Every optimal solution, each move with the state after it."""
        found: list[Solution] = []
        waiting: list[tuple[State, Solution]] = [(self.board.start, ())]
        while waiting:
            state, path = waiting.pop()
            if self.distance[state] == 0:
                found.append(path)
            waiting += [(child, (*path, (move, child))) for move, child in self.good(state)]
        return found

    def classes(self) -> int:
        """The components of the graph whose edges exchange two neighbouring moves."""
        graph = networkx.Graph()
        words = {tuple(move for move, _ in solution) for solution in self.solutions}
        graph.add_nodes_from(words)
        for word in words:
            for at, (one, other) in enumerate(itertools.pairwise(word)):
                swapped = (*word[:at], other, one, *word[at + 2 :])
                if one[0] != other[0] and swapped in words:
                    graph.add_edge(word, swapped)
        return networkx.number_connected_components(graph)

    def bottlenecks(self) -> int:
        paths = [{state for _, state in solution[:-1]} for solution in self.solutions]
        return len(set.intersection(*paths)) if paths else 0

    def red_herrings(self) -> set[str]:
        moved = {move[0] for solution in self.solutions for move, _ in solution}
        return self.labels() - moved

    def idle(self) -> set[str]:
        moved = {move[0] for found in self.moves.values() for move, _ in found}
        return self.labels() - moved

    def essential(self) -> set[str]:
        return {label for label in self.labels() if self.optimum_without(label) != self.slides}

    def optimum_without(self, label: str) -> int | None:
        cars = tuple(car for car in self.board.cars if car.label != label)
        moves = reference.solve(replace(self.board, cars=cars), "slide", "edge")
        return None if moves is None else len(moves)

    def returning(self) -> set[str]:
        """The vehicles that move both ways in every solution."""
        ways = [{(label, cells > 0) for (label, cells), _ in one} for one in self.solutions]
        both = [
            {label for label, _ in one if {(label, True), (label, False)} <= one} for one in ways
        ]
        return set.intersection(*both)

    def least_moves(self) -> dict[str, int]:
        """The fewest moves of each vehicle in an optimal solution."""
        counts = [Counter(label for (label, _), _ in one) for one in self.solutions]
        return {label: min(count[label] for count in counts) for label in self.labels()}

    def on_road(self) -> set[str]:
        """The vehicles between the target and its exit at the start."""
        return {self.board.cars[index].label for index in self.blockers(self.board.start)}

    def symmetry(self) -> float | None:
        """The share of the cells of pieces that the best image of the board has, too."""
        board = self.board
        pieces = [reference.cells(car.axis, car.length, (car.row, car.col)) for car in board.cars]
        del pieces[board.target_index]
        pieces += [{wall} for wall in board.walls]
        last_row, last_col = board.rows - 1, board.cols - 1
        images = [
            lambda row, col: (last_row - row, col),
            lambda row, col: (row, last_col - col),
            lambda row, col: (last_row - row, last_col - col),
        ]
        if board.rows == board.cols:
            images += [
                lambda row, col: (col, row),
                lambda row, col: (last_col - col, last_row - row),
                lambda row, col: (col, last_row - row),
                lambda row, col: (last_col - col, row),
            ]
        if not pieces:
            return None
        shared = [
            sum(len(piece) for piece in pieces if {image(*cell) for cell in piece} in pieces)
            for image in images
        ]
        return max(shared) / sum(map(len, pieces))

    # --- Fogleman's words

    def size(self, state: State) -> tuple[int, int]:
        """The cells of horizontal and vertical vehicles as numbers; lesser states are smaller."""
        masks = {"h": 0, "v": 0}
        for car, corner in zip(self.board.cars, state, strict=True):
            for row, col in reference.cells(car.axis, car.length, corner):
                masks[car.axis] |= 1 << (row * self.board.cols + col)
        return masks["h"], masks["v"]

    def canonical(self) -> bool:
        return self.board.start == min(self.moves, key=self.size)

    def hardest(self) -> State:
        """The smallest of the states that are farthest from a goal."""
        farthest = max(self.distance.values())
        return min((s for s in self.moves if self.distance[s] == farthest), key=self.size)

    def started(self, state: State) -> Board:
        """The board with another start."""
        pairs = zip(self.board.cars, state, strict=True)
        return replace(
            self.board, cars=tuple(replace(car, row=row, col=col) for car, (row, col) in pairs)
        )

    def minimal(self) -> bool:
        """Whether the hardest state changes without any vehicle that one solution leaves alone."""
        hardest = Measured(self.started(self.hardest()))
        state, moved = hardest.board.start, set()
        while self.distance[state]:
            (label, _), state = hardest.good(state)[0]
            moved.add(label)
        return all(
            hardest.optimum_without(label) != hardest.slides for label in self.labels() - moved
        )

    def labels(self) -> set[str]:
        return {car.label for car in self.board.cars} - {self.board.target}

    def surprisal(self) -> float:
        """The mean over all optimal solutions of the sum of log2(legal / good)."""
        total = 0.0
        for solution in self.solutions:
            state = self.board.start
            for _, child in solution:
                total += math.log2(len(self.moves[state]) / len(self.good(state)))
                state = child
        return total / len(self.solutions)

    def least(self, looks_wrong) -> int:
        """The least number, over optimal solutions, of moves that look wrong."""
        counts = []
        for solution in self.solutions:
            states = [self.board.start, *(state for _, state in solution)]
            moves = [move for move, _ in solution]
            steps = zip(moves, itertools.pairwise(states), strict=True)
            counts.append(sum(looks_wrong(move, *pair) for move, pair in steps))
        return min(counts)

    def counterintuitive(self) -> int:
        away = -1 if self.board.exit_side in ("right", "bottom") else 1
        return self.least(
            lambda move, before, after: (
                (move[0] == self.board.target and move[1] * away > 0)
                or len(self.blockers(after)) > len(self.blockers(before))
            )
        )

    def dependency_raises(self) -> int:
        return self.least(
            lambda _, before, after: len(self.dependencies(after)) > len(self.dependencies(before))
        )

    # --- what a person sees

    def owners(self, state: State) -> dict[Cell, int]:
        return {
            cell: index
            for index, (car, corner) in enumerate(zip(self.board.cars, state, strict=True))
            for cell in reference.cells(car.axis, car.length, corner)
        }

    def road(self, state: State) -> set[Cell]:
        return reference.exit_lane(self.board, range(1 - reference.gap(self.board, state), 1))

    def blockers(self, state: State) -> set[int]:
        owners = self.owners(state)
        return {owners[cell] for cell in self.road(state) if cell in owners}

    def dependencies(self, state: State) -> set[int]:
        """The vehicles that must free a cell, found by adding demands until nothing is new."""
        owners = self.owners(state)
        demands = {(owners[cell], cell) for cell in self.road(state) if cell in owners}
        while True:
            more = set(demands)
            for index, cell in demands:
                for entered in self.escapes(self.board.cars[index], state[index], cell):
                    more |= {(owners[new], new) for new in entered if new in owners}
            if more == demands:
                return {index for index, _ in demands}
            demands = more

    def escapes(self, car: Car, corner: Cell, cell: Cell) -> list[set[Cell]]:
        """The cells that a vehicle enters when it frees a cell, in either direction."""
        body = reference.cells(car.axis, car.length, corner)
        floor = reference.floor(self.board.rows, self.board.cols) - self.board.walls
        found = []
        for sign in (-1, 1):
            entered: set[Cell] = set()
            here = corner
            while cell in reference.cells(car.axis, car.length, here):
                here = reference.shifted(here, ALONG[car.axis], sign)
                entered |= reference.cells(car.axis, car.length, here)
            if entered <= floor:
                found.append(entered - body)
        return found

    # --- walks

    def expected(self, chances) -> dict:
        """The expected number of moves from each place; `chances` gives those after a place."""
        start = (self.board.start, None)
        places = {start: 0}
        rows = []
        waiting = [start]
        for place in waiting:
            after = chances(*place)
            rows.append(after)
            for other, _ in after:
                if self.distance[other[0]] and other not in places:
                    places[other] = len(places)
                    waiting.append(other)
        matrix = np.eye(len(places))
        for at, after in enumerate(rows):
            for other, chance in after:
                if other in places:
                    matrix[at, places[other]] -= chance
        return np.linalg.solve(matrix, np.ones(len(places)))[0]

    def random_walk(self) -> float:
        if self.slides == 0:
            return 0.0
        return self.expected(
            lambda state, _: [((t, None), 1 / len(self.moves[state])) for _, t in self.moves[state]]
        )

    def noisy_walk(self) -> float:
        if self.slides == 0:
            return 0.0

        def chances(state, _):
            legal, good = self.moves[state], self.good(state)
            random = [((t, None), 0.5 / len(legal)) for _, t in legal]
            return random + [((t, None), 0.5 / len(good)) for _, t in good]

        return self.expected(chances)

    def human_walk(self) -> float:
        """ln of the expected slides of the player that sees what people see."""
        return math.log(self.expected(self.human_chances))

    def human_chances(self, state, last) -> list:
        """The places after a state and the vehicle moved last, with their probabilities."""
        related = {self.board.cars[index].label for index in self.dependencies(state)}
        related.add(self.board.target)
        legal = self.moves[state]
        weights = []
        for (label, cells), after in legal:
            same_way = [n for (other, n), _ in legal if other == label and n * cells > 0]
            weight = 100.0 if self.distance[after] == 0 else 1.0
            weight *= 15 if abs(cells) == max(map(abs, same_way)) else 1
            weight *= 2.5 if label in related else 1
            weight *= 1.4 ** (abs(cells) - 1)
            weight *= 0.6 ** (len(self.blockers(after)) - len(self.blockers(state)))
            weights.append(weight * (0.3 if label == last else 1))
        total = sum(weights)
        pairs = zip(legal, weights, strict=True)
        return [((after, move[0]), weight / total) for (move, after), weight in pairs]

    # --- the graph of lanes

    def lane_graph(self) -> networkx.DiGraph:
        """The vehicles in one another's lanes at the start, as far as the target leads."""
        state, cars = self.board.start, self.board.cars
        owners, target = self.owners(state), self.board.target_index
        graph = networkx.DiGraph()
        graph.add_node(target)
        waiting = [target]
        while waiting:
            index = waiting.pop()
            car, line = cars[index], 0 if cars[index].axis == "h" else 1
            lane = {cell for cell in owners if cell[line] == (car.row, car.col)[line]}
            ahead = self.road(state) if index == target else lane
            for other in {owners[cell] for cell in ahead if cell in owners} - {index}:
                if other not in graph:
                    waiting.append(other)
                graph.add_edge(index, other)
        return graph
