"""Clusters: every state that can be reached from a puzzle, with its distance to the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.model.errors import LimitReachedError
from rushhour.model.expect import file_name, integer
from rushhour.model.extras import needs
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.output.files import StrPath, written
from rushhour.search.disk import DiskCluster
from rushhour.search.explored import ExploredCluster
from rushhour.search.query import GIB, Progress, checked_limits, reporter
from rushhour.search.threads import thread_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rushhour.render.markup import Svg
    from rushhour.render.palette import Theme
    from rushhour.render.plot import Plot


_Table: TypeAlias = bytes


@overload
def explore(
    puzzle: Puzzle | str,
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    disk: None = None,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Cluster: ...


@overload
def explore(
    puzzle: Puzzle | str,
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    disk: StrPath,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> DiskCluster: ...


def explore(
    puzzle: Puzzle | str,
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    disk: StrPath | None = None,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Cluster | DiskCluster:
    """Find every state that can be reached, and the distance of each to the nearest goal.

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
    check_names(metric, goal)
    limits = checked_limits(max_states, max_memory, max_seconds)
    count = thread_count(threads)
    if disk is not None:
        folder = file_name("disk", disk)
        core_on_disk = _core.explore_on_disk(
            puzzle._core, metric, goal, folder, count, limits, reporter(progress)
        )
        return DiskCluster(puzzle, metric, goal, core_on_disk, folder)
    core, stop, states = _core.explore(
        puzzle._core, metric, goal, count, *limits, reporter(progress)
    )
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

    def __reduce__(self) -> tuple[Any, ...]:
        return explore, (self.puzzle, self.metric, self.goal)

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
        limits = checked_limits(max_states, max_memory, max_seconds)
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
        limits = checked_limits(max_states, max_memory, max_seconds)
        refined = self._core.refined(aligned._core, limits)
        return None if refined is None else self._solution(aligned, refined)

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
        from rushhour.search.graph_files import check_graph_name, write_graph

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

    def to_scipy(self) -> Any:
        """The graph as a scipy.sparse.csr_array of ones."""
        with needs("graph"):
            import numpy as np
            from scipy.sparse import csr_array

        starts, neighbours = self.graph()
        ones = np.ones(len(neighbours), np.int8)
        return csr_array((ones, neighbours, starts), shape=(len(self), len(self)))

    def to_networkx(self) -> Any:
        """The graph as an undirected networkx.Graph; nodes have the attribute `distance`."""
        with needs("graph"):
            import networkx

        graph = networkx.Graph()
        _, distances = self.arrays()
        graph.add_nodes_from((i, {"distance": int(d)}) for i, d in enumerate(distances))
        graph.add_edges_from(self.edges())
        return graph

    def to_igraph(self) -> Any:
        """The graph as an undirected igraph.Graph; vertices have the attribute `distance`."""
        with needs("graph"):
            import igraph

        _, distances = self.arrays()
        graph = igraph.Graph(n=len(self), edges=list(self.edges()))
        graph.vs["distance"] = distances.tolist()
        return graph

    def to_rustworkx(self) -> Any:
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
