"""Clusters: every state that can be reached from a puzzle, with its distance to the goal.

The states are in memory, or in a folder of sorted files where they are more than fit there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar, overload

import rushhour._core as _core
from rushhour.base.expect import expect, file_name, integer
from rushhour.base.files import StrPath, written
from rushhour.base.packages import needs
from rushhour.custom.functions import require_registered
from rushhour.errors import LimitReachedError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.formats.json import as_dict
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.options import GIB, Limits, Options, Progress, reporter, thread_count

if TYPE_CHECKING:
    import igraph
    import networkx
    import numpy as np
    import rustworkx
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from rushhour.render.markup import Svg
    from rushhour.render.palette import Theme
    from rushhour.render.plot import Plot


_Table: TypeAlias = bytes

# So many of the hardest states are looked through for one with the target on the board.
_MOST = 100_000

_Core = TypeVar("_Core", bound="_core.Cluster | _core.DiskCluster")


class ExploredCluster(Generic[_Core]):
    """The distances of a cluster: their histogram, and queries about single states.

    A state is a Puzzle on the same board; a method without one uses the start.
    """

    __slots__ = ("_core", "goal", "metric", "puzzle")

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal, core: _Core) -> None:
        self.puzzle = puzzle
        self.metric: Metric = metric
        self.goal: Goal = goal
        self._core: _Core = core

    def __len__(self) -> int:
        return len(self._core)

    def __repr__(self) -> str:
        return f"<cluster of {len(self)} states, {self.goals} solved, {self.metric} metric>"

    @property
    def engine(self) -> str:
        """The loop that found the states: `small`, `blocks`, `wide`, `general` or `disk`."""
        return self._core.engine

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many states are at distance 0, 1, 2, ...; empty if no state is solved."""
        return tuple(self._core.histogram)

    @property
    def goals(self) -> int:
        """The number of solved states."""
        return self.histogram[0] if self.histogram else 0

    @property
    def eccentricity(self) -> int | None:
        """The largest distance; None if no state is solved."""
        return len(self.histogram) - 1 if self.histogram else None

    def hardest(self, most: int | None = None) -> tuple[Puzzle, ...]:
        """The states at the largest distance in a fixed order, or the first of them."""
        if most is not None:
            integer("most", most, "an integer or None")
            if most < 0:
                raise WrongValueError(f"expected at least 0 states, found {most}")
            most = min(most, len(self))
        return tuple(self._puzzle(core) for core in self._core.hardest(most))

    def distance(self, state: Puzzle | None = None) -> int | None:
        """The distance of a state; None outside the cluster or if there is no solution."""
        return self._core.distance(self._aligned(state)._core)

    def best_moves(self, state: Puzzle | None = None) -> tuple[Move, ...]:
        """The moves that reduce the distance, in the defined order; none at the goal."""
        aligned = self._aligned(state)
        return self._moves(self._core.best_moves(aligned._core))

    def solution(self, state: Puzzle | None = None) -> Solution | None:
        """One optimal solution of a state, by the first best move each time."""
        aligned = self._aligned(state)
        path = self._core.path(aligned._core)
        return None if path is None else self._solution(aligned, path)

    def _to_dict(self) -> dict[str, object]:
        """The values by name that are known wherever the states are."""
        return {
            "title": self.puzzle.title,
            "status": "solved" if self.goals else "unsolvable",
            "metric": self.metric,
            "goal": self.goal,
            "states": len(self),
            "goal_states": self.goals,
            "distance": self.distance(),
            "eccentricity": self.eccentricity,
            "histogram": list(self.histogram),
            "hardest_states": self.histogram[-1] if self.histogram else 0,
        }

    def one_of_the_hardest(self) -> Puzzle | None:
        """The first of the hardest states whose target is on the board; None without a solution."""
        (first,) = self.hardest(1) or (None,)
        if first is None or not first.driven_out:
            return first
        return next((state for state in self.hardest(_MOST) if not state.driven_out), None)

    def _aligned(self, state: Puzzle | None) -> Puzzle:
        """The state with its vehicles in the order of this cluster's puzzle, where it has them."""
        if state is None:
            return self.puzzle
        expect("state", state, Puzzle, "a Puzzle or None")
        order = {vehicle.label: index for index, vehicle in enumerate(self.puzzle.vehicles)}
        labels = [vehicle.label for vehicle in state.vehicles]
        if labels == list(order) or set(labels) != set(order):
            return state
        return state.with_vehicles(sorted(state.vehicles, key=lambda one: order[one.label]))

    def _moves(self, pairs: list[tuple[int, int]]) -> tuple[Move, ...]:
        vehicles = self.puzzle.vehicles
        return tuple(Move(vehicles[index].label, cells) for index, cells in pairs)

    def _solution(self, state: Puzzle, pairs: list[tuple[int, int]]) -> Solution:
        return Solution(state, self._moves(pairs), self.metric, self.goal)

    def _puzzle(self, core: _core.Puzzle) -> Puzzle:
        return Puzzle._of(core, self.puzzle.title)


@overload
def explore(
    puzzle: Puzzle | StrPath,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    disk: None = None,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Cluster: ...


@overload
def explore(
    puzzle: Puzzle | StrPath,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    disk: StrPath,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> DiskCluster: ...


def explore(
    puzzle: Puzzle | StrPath,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    disk: StrPath | None = None,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Cluster | DiskCluster:
    """Find every state that can be reached, and the distance of each to the nearest goal.

    `puzzle` is a Puzzle, a text, or the path of a file, as for `solve`.
    The search holds 40 bytes a state on small boards. On others it holds 6 to 7 bytes a state of a
    large cluster, and up to 16 of one with 0.3 million states; with long keys (more than some 25
    vehicles) 12.5 for each word of a key, and 10 to 20 more for each state of the two widest
    levels. `threads` is the most threads of the search, by default one for each processor; states,
    distances and order do not depend on it. Small boards, small clusters and long keys use one.
    LimitReachedError if a limit on states, bytes or seconds is reached first; the successors of the
    last 64 states, or of some hundred blocks of states, may exceed `max_states`. `progress` is
    called some twenty times a second; an exception in it ends the search.

    With `disk`, a folder, the states go to sorted files there, for clusters larger than memory. The
    folder must be new, empty or of the same exploration, which is then resumed. What is done stays
    there when a limit is reached, or when the disk is full: `stopped_by` is then `disk`. Below some
    3 MB of `max_memory` one thread works, and never more than 48. If it is too low to begin, the
    error has the least as `least`. RushHourError for a folder with something else, or with a
    damaged file.

    >>> cluster = explore("..B.../AAB.../....../......")
    >>> len(cluster), cluster.histogram
    (11, (3, 6, 2))
    """
    puzzle = puzzle_of(puzzle)
    options = Options.of_cluster(metric, goal, max_states, max_memory, max_seconds)
    folder = None if disk is None else file_name("disk", disk)
    return explored(puzzle, options, folder, threads, progress)


def explored(
    puzzle: Puzzle,
    options: Options,
    folder: str | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Cluster | DiskCluster:
    """Explore with checked options; see `explore`."""
    metric, goal = options.metric, require_registered(options.goal, "explore")
    count, report = thread_count(threads), reporter(progress)
    if folder is not None:
        on_disk = _core.explore_on_disk(puzzle._core, options, folder, count, report)
        return DiskCluster(puzzle, metric, goal, on_disk, folder)
    core, stop, states = _core.explore(puzzle._core, options, count, report)
    if core is None:
        raise LimitReachedError(str(stop), states)
    return Cluster(puzzle, metric, goal, core)


class Cluster(ExploredCluster[_core.Cluster]):
    """All states that can be reached from one another, and how far each is from the goal.

    `explore` returns it. A state is a Puzzle on the same board; a method without one uses the
    start. Distances count `metric`. Without a solved state there are no distances. A method raises
    MemoryError if there is not enough memory for its result.
    """

    __slots__ = ("_table",)

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal, core: _core.Cluster) -> None:
        super().__init__(puzzle, metric, goal, core)
        self._table: _Table | None = None

    def __iter__(self) -> Iterator[Puzzle]:
        """Every state, in the order of `arrays`."""
        return map(self.state, range(len(self)))

    def __contains__(self, state: object) -> bool:
        return isinstance(state, Puzzle) and self._core.contains(self._aligned(state)._core)

    def __reduce__(self) -> tuple[object, ...]:
        return _explored, (self.puzzle, self.metric, self.goal)

    @property
    def bytes(self) -> int:
        """How many bytes the states take."""
        return self._core.bytes

    def walk(
        self,
        to: Puzzle,
        state: Puzzle | None = None,
        *,
        progress: Callable[[Progress], object] | None = None,
    ) -> tuple[Move, ...] | None:
        """The fewest moves from a state to another; None if it cannot be reached.

        The path may pass through solved states. `progress` is as in `explore`.
        """
        start, end = self._aligned(state), self._aligned(to)
        path = self._core.walk(start._core, end._core, reporter(progress))
        return None if path is None else self._moves(path)

    def count_solutions(
        self,
        state: Puzzle | None = None,
        *,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
    ) -> int:
        """The exact number of optimal solutions of a state; 0 if there is none.

        LimitReachedError if a limit is reached first: on the states of the two distances that are
        held at once, on the bytes for them beside the cluster itself, or on seconds.
        """
        limits = Limits.of(max_states, max_memory, max_seconds)
        return self._core.count_optimal(self._aligned(state)._core, limits)

    def solutions(self, state: Puzzle | None = None) -> Iterator[Solution]:
        """Every optimal solution of a state, one at a time, in the order of their moves."""
        start = self._aligned(state)
        if self.distance(start) is None:
            return
        path: list[Move] = []
        pending = [(start, iter(self.best_moves(start)))]
        while pending:
            here, moves = pending[-1]
            if here.is_solved(self.goal):
                yield Solution(start, tuple(path), self.metric, self.goal)
            move = next(moves, None)
            if move is None:
                pending.pop()
                del path[-1:]
            else:
                after = here.apply(move)
                path.append(move)
                pending.append((after, iter(self.best_moves(after))))

    def refined(
        self,
        state: Puzzle | None = None,
        *,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
    ) -> Solution | None:
        """An optimal solution that costs least in the other metric among all optimal ones.

        In a cluster of slides: the fewest steps among the slide-optimal solutions; in one of steps,
        the fewest slides among the step-optimal ones. Both costs are in the solution. None if
        there is no solution.

        LimitReachedError if a limit is reached first: on the states of all optimal solutions, which
        are held at once (in a cluster of steps once for each last move), on the bytes for them
        beside the cluster itself, or on seconds.
        """
        aligned = self._aligned(state)
        limits = Limits.of(max_states, max_memory, max_seconds)
        refined = self._core.refined(aligned._core, limits)
        return None if refined is None else self._solution(aligned, refined)

    def to_dict(
        self,
        *,
        max_states: int | None = None,
        max_memory: int | None = 4 * GIB,
        max_seconds: float | None = None,
    ) -> dict[str, object]:
        """The cluster as JSON holds it; the limits are those of `count_solutions` and `refined`.

        `optimal_solutions` has digits, since it can be beyond 2^53. `stopped_by` names the limit
        that came before it and `refined` were known. `hardest` is one of the hardest states, its
        target on the board: `walk` leads there from the puzzle, with the distances of `profile`,
        and `solution` on to the goal.
        """
        count, refined, stopped_by = None, None, None
        try:
            count = self.count_solutions(
                max_states=max_states, max_memory=max_memory, max_seconds=max_seconds
            )
            refined = self.refined(
                max_states=max_states, max_memory=max_memory, max_seconds=max_seconds
            )
        except LimitReachedError as error:
            count, stopped_by = None, error.stopped_by
        return {
            **self._to_dict(),
            "optimal_solutions": None if count is None else str(count),
            "refined": refined
            and {
                "slides": refined.slides,
                "steps": refined.steps,
                "moves": [asdict(move) for move in refined.moves],
            },
            "stopped_by": stopped_by,
            "hardest": self._way_to_the_hardest(),
        }

    def _way_to_the_hardest(self) -> dict[str, object] | None:
        hardest = self.one_of_the_hardest()
        if hardest is None:
            return None
        walk, solution = self.walk(hardest), self.solution(hardest)
        assert walk is not None
        assert solution is not None
        states = accumulate(walk, Puzzle.apply, initial=self.puzzle)
        return {
            "board": as_dict(hardest),
            "walk": [asdict(move) for move in walk],
            "profile": [self.distance(state) for state in states],
            "solution": [asdict(move) for move in solution.moves],
        }

    def arrays(self) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Every state and its distance, nearest first and then in a fixed order, as NumPy arrays.

        The offsets of the vehicles' first cells along their lines (states x vehicles, int8), and
        the distances (states, int32; -1 where there is no solution).
        """
        with needs("graph"):
            import numpy as np

        offsets = np.frombuffer(self._offsets(), np.int8)
        levels = np.arange(len(self.histogram), dtype=np.int32)
        distances = np.repeat(levels, self.histogram) if self.histogram else np.full(len(self), -1)
        return offsets.reshape(len(self), -1), distances.astype(np.int32, copy=False)

    def graph(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The moves between the states as compressed rows: `indptr` and `indices`.

        The neighbours of state i, in the order of `arrays`, are indices[indptr[i]:indptr[i + 1]].
        """
        with needs("graph"):
            import numpy as np

        starts, neighbours = self._core.graph()
        return np.frombuffer(starts, np.int64), np.frombuffer(neighbours, np.int32)

    def edges(self) -> Iterator[tuple[int, int]]:
        """Each pair of neighbours once, by their places in `arrays`."""
        starts, neighbours = (memoryview(part) for part in self._core.graph())
        others = neighbours.cast("i")
        for row, (first, last) in enumerate(pairwise(starts.cast("q"))):
            yield from ((row, other) for other in others[first:last] if row < other)

    def save_graph(self, path: StrPath) -> None:
        """Write the graph as GraphML, DOT, CSV of moves or Parquet, by the ending of the name.

        States are numbered as in `arrays`. GraphML and DOT hold the board and the distance of each,
        and every move once, which can be undone; CSV and Parquet hold a row for each move. The file
        appears whole or not at all. RushHourError for another ending.
        """
        from rushhour.search.graphs import check_graph_name, write_graph

        name = file_name("path", path)
        check_graph_name(name)
        with written(path) as stream:
            write_graph(self, name, stream)

    def index(self, state: Puzzle | None = None) -> int | None:
        """The place of a state in `arrays`; None outside the cluster."""
        vehicles = self._aligned(state).vehicles
        if state is not None and state not in self:
            return None
        row = bytes((one.col if one.axis == "h" else one.row) & 255 for one in vehicles)
        at = self._offsets().find(row)
        while at % len(row):
            at = self._offsets().find(row, at + 1)
        return at // len(row)

    def state(self, index: int) -> Puzzle:
        """The state at a place in `arrays`; IndexError where there is none.

        The first call lists all states, and keeps a byte for each vehicle of each.
        """
        integer("index", index)
        if not 0 <= index < len(self):
            raise IndexError(f"expected an index below {len(self)}, found {index}")
        width = len(self.puzzle.vehicles)
        row = memoryview(self._offsets())[index * width : (index + 1) * width]
        return self._puzzle(self.puzzle._core.at(row.cast("b").tolist()))

    def to_scipy(self) -> csr_array:
        """The graph as a scipy.sparse.csr_array of ones."""
        with needs("graph"):
            import numpy as np
            from scipy.sparse import csr_array

        starts, neighbours = self.graph()
        ones = np.ones(len(neighbours), np.int8)
        return csr_array((ones, neighbours, starts), shape=(len(self), len(self)))

    def to_networkx(self) -> networkx.Graph:
        """The graph as an undirected networkx.Graph; nodes have the attribute `distance`."""
        with needs("graph"):
            import networkx

        graph = networkx.Graph()
        _, distances = self.arrays()
        graph.add_nodes_from((i, {"distance": int(d)}) for i, d in enumerate(distances))
        graph.add_edges_from(self.edges())
        return graph

    def to_igraph(self) -> igraph.Graph:
        """The graph as an undirected igraph.Graph; vertices have the attribute `distance`."""
        with needs("graph"):
            import igraph

        _, distances = self.arrays()
        graph = igraph.Graph(n=len(self), edges=list(self.edges()))
        graph.vs["distance"] = distances.tolist()
        return graph

    def to_rustworkx(self) -> rustworkx.PyGraph:
        """The graph as an undirected rustworkx.PyGraph whose nodes are the distances."""
        with needs("graph"):
            import rustworkx

        graph = rustworkx.PyGraph(multigraph=False)
        _, distances = self.arrays()
        graph.add_nodes_from(distances.tolist())
        graph.add_edges_from_no_data(list(self.edges()))
        return graph

    def plot(self, form: Plot = "auto", *, theme: Theme = "auto") -> Svg:
        """The cluster as a picture: the `histogram` of its distances, or its `graph`.

        The graph has a column for each distance, the solved states on the left; `auto` draws it for
        clusters of up to 500 states. RushHourError for a graph of more than 5000.
        """
        from rushhour.render.plot import plot_svg

        return plot_svg(self, form, theme=theme)

    def _repr_html_(self) -> str:
        from rushhour.render.plot import cluster_html

        return cluster_html(self)

    def _offsets(self) -> _Table:
        """The table of `arrays`, made once."""
        if self._table is None:
            self._table = self._core.offsets()
        return self._table


class DiskCluster(ExploredCluster[_core.DiskCluster]):
    """All states that can be reached from one another, in the files of a folder.

    `explore` with `disk` returns it. A state is a Puzzle on the same board; a method without one
    uses the start. A distance is looked up in the files, which takes some milliseconds. A damaged
    file raises RushHourError, one that cannot be read OSError. Without a solved state the folder
    keeps the number of states alone.
    """

    __slots__ = ("folder",)

    def __init__(
        self, puzzle: Puzzle, metric: Metric, goal: Goal, core: _core.DiskCluster, folder: str
    ) -> None:
        super().__init__(puzzle, metric, goal, core)
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return _opened, (self.puzzle, self.metric, self.goal, self.folder)

    def to_dict(self) -> dict[str, object]:
        """The cluster as JSON holds it: what is known without its states in memory."""
        hardest, solution = self.one_of_the_hardest(), self.solution()
        return {
            **self._to_dict(),
            "solution": solution and [asdict(move) for move in solution.moves],
            "hardest": hardest and {"board": as_dict(hardest)},
        }

    @property
    def disk_bytes(self) -> int:
        """How many bytes the states take on the disk."""
        return self._core.bytes


def check_disk(puzzle: Puzzle, folder: StrPath, metric: Metric, goal: Goal) -> None:
    """RushHourError for a board or a folder that `explore` with `disk` would refuse."""
    options = Options.of_cluster(metric, goal)
    _core.check_on_disk(puzzle._core, options, file_name("folder", folder))


class DiskEstimate(NamedTuple):
    """About how many states a cluster has at most, the bytes for them, and those that are free."""

    states: float
    disk_bytes: float
    free_bytes: int


def estimate_disk(puzzle: Puzzle | str, folder: StrPath, *, goal: Goal = "edge") -> DiskEstimate:
    """About what `explore` with `disk` needs at most in a folder, which need not exist.

    The number of all legal placements of the vehicles bounds that of the states in one cluster. It
    is estimated from 20 000 random placements, so a cluster may exceed it by some percent. On
    crowded boards most of them belong to other clusters.

    >>> round(estimate_disk("..B.../AAB.../....../......", ".").states)
    11
    """
    puzzle = puzzle_of(puzzle)
    options = Options.of_cluster("slide", goal)
    place = Path(file_name("folder", folder)).absolute()
    there = next(one for one in (place, *place.parents) if one.exists())
    free = shutil.disk_usage(there).free
    return DiskEstimate(*_core.estimate_on_disk(puzzle._core, options), free)


def _opened(puzzle: Puzzle, metric: Metric, goal: Goal, folder: str) -> DiskCluster:
    return explore(puzzle, metric=metric, goal=goal, disk=folder)


def _explored(puzzle: Puzzle, metric: Metric, goal: Goal) -> Cluster:
    return explore(puzzle, metric=metric, goal=goal)
