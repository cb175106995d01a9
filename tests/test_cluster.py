"""Whole clusters: sizes, distances and counts against the reference, in all metrics and goals."""

import csv
import itertools
import pickle
from collections import deque
from pathlib import Path

import pytest
from hypothesis import given

import rushhour
from rushhour import Cluster, LimitReachedError, Puzzle
from support import reference
from support.bridge import board_from, board_of, puzzle_of, state_of
from support.interrupts import ctrl_c
from support.reference import GOALS, METRICS, Goal, Metric
from support.strategies import Drawing, drawings, examples

JAM_1 = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
MILLIONS = "BBBCCCooxxEoFoHHIoEoFGoZIAAoFGSZoNORxoSoQNORWXSoQUVRWXooQUVooooo"
AVEIRO = "BLCoxxDDBLCooGGHBoCoJJJHAAMoPOooxoMoPOQQoRSFoOUUoRSFWWXooRZZooXo"
UNSOLVABLE = "oooBoooooBooAAoBoooooCoooooCoooooCoo"
# Too long for the loop of small boards, with enough states for blocks.
BLOCKS = (
    "....D.C/.BB.D.C/II.FD.C/.AAF.../......G/...HE.G/...HE..",
    "BBBE.H./...E.H./.....H./CAA.I../C..FID./GGGF.D./...F...",
)


@examples(25)
@given(drawings(small=True))
def test_a_cluster_is_that_of_the_reference(drawing: Drawing) -> None:
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    for metric, goal in itertools.product(METRICS, GOALS):
        expected = reference.explore(board, metric, goal)
        cluster = rushhour.explore(puzzle, metric=metric, goal=goal)
        assert len(cluster) == expected.states, (metric, goal)
        assert cluster.histogram == tuple(expected.histogram), (metric, goal)
        assert cluster.distance() == expected.optimum, (metric, goal)
        assert cluster.eccentricity == expected.farthest, (metric, goal)
        assert cluster.hardest(2) == cluster.hardest()[:2]
        for state in cluster.hardest()[:3]:
            assert expected.distance[state_of(state)] == expected.farthest


@pytest.mark.parametrize("board", BLOCKS)
@pytest.mark.parametrize(("metric", "goal"), [("slide", "edge"), ("step", "clear")])
def test_a_cluster_in_blocks_is_that_of_the_reference(
    board: str, metric: Metric, goal: Goal
) -> None:
    drawn = board_of(rushhour.parse(board))
    expected = reference.explore(drawn, metric, goal)
    cluster = rushhour.explore(board, metric=metric, goal=goal)
    assert len(cluster) == expected.states > 4096
    assert cluster.histogram == tuple(expected.histogram)
    for state, distance in itertools.islice(expected.distance.items(), 0, None, 50):
        assert cluster.distance(puzzle_of(drawn, state)) == distance


@examples(25)
@given(drawings(small=True, max_rows=6, max_cols=6))
def test_solutions_are_counted_listed_and_refined_like_those_of_the_reference(
    drawing: Drawing,
) -> None:
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    for metric in METRICS:
        cluster = rushhour.explore(puzzle, metric=metric)
        count = reference.optimal_solution_count(board, metric, "edge")
        assert cluster.count_solutions() == count
        listed = list(itertools.islice(cluster.solutions(), 50))
        assert len(listed) == min(count, 50)
        assert len(set(listed)) == len(listed)
        for solution in listed:
            assert solution.cost == cluster.distance()
            assert not solution.verify()
        check_refined(cluster, board)


def test_states_and_their_places() -> None:
    pytest.importorskip("numpy")
    cluster = rushhour.explore(JAM_1)
    _, distances = cluster.arrays()
    states = list(cluster)
    assert len(set(states)) == len(cluster)
    assert [cluster.distance(state) for state in states] == distances.tolist()
    assert all(cluster.index(states[place]) == place for place in range(0, len(states), 50))
    assert cluster.state(1246) == states[-1]
    for place in (-1, 1247):
        with pytest.raises(IndexError, match="below 1247"):
            cluster.state(place)
    with pytest.raises(rushhour.RushHourError, match="at least 0"):
        cluster.hardest(-1)


def check_refined(cluster: Cluster, board: reference.Board) -> None:
    refined = cluster.refined()
    expected = reference.lexicographic_optimum(board, "edge", cluster.metric)
    assert (refined and (refined.slides, refined.steps)) == expected
    assert refined is None or not refined.verify()


@examples(25)
@given(drawings(small=True))
def test_a_walk_is_the_shortest_way_to_any_state(drawing: Drawing) -> None:
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    for metric, goal in itertools.product(METRICS, GOALS):
        far = reference.distances(reference.flood(board, metric, goal), [board.start])
        floor = reference.floor(board.rows, board.cols)
        on_board = (state for state in far if reference.occupied(board, state) <= floor)
        state = max(on_board, key=far.__getitem__)
        walk = rushhour.explore(puzzle, metric=metric, goal=goal).walk(puzzle_of(board, state))
        assert walk is not None
        here = puzzle
        for move in walk:
            here = here.apply(move)
        assert (state_of(here), len(walk)) == (state, far[state]), (metric, goal)


def test_there_is_no_walk_to_another_cluster() -> None:
    cluster = rushhour.explore(UNSOLVABLE)
    assert cluster.walk(rushhour.parse(JAM_1)) is None
    assert cluster.walk(rushhour.parse(UNSOLVABLE)) == ()


@examples(25)
@given(drawings(small=True, max_rows=6, max_cols=6))
def test_arrays_and_graph_hold_every_state_and_move(drawing: Drawing) -> None:
    pytest.importorskip("numpy")
    board = board_from(drawing)
    puzzle = puzzle_of(board)
    cluster = rushhour.explore(puzzle)
    expected = reference.explore(board, "slide", "edge")
    offsets, distances = cluster.arrays()
    starts, neighbours = cluster.graph()
    assert offsets.shape == (expected.states, len(puzzle.vehicles))
    assert len({tuple(row) for row in offsets.tolist()}) == expected.states
    finite = [int(distance) for distance in distances if distance >= 0]
    assert sorted(finite) == sorted(expected.distance.values())
    assert len(neighbours) == starts[-1] == expected.moves
    for row in range(min(len(cluster), 50)):
        for other in neighbours[starts[row] : starts[row + 1]]:
            assert abs(int(distances[row]) - int(distances[other])) <= 1
            assert (offsets[row] != offsets[other]).sum() == 1


@pytest.mark.parametrize(
    ("board", "states", "goals", "count"),
    [
        (JAM_1, 1247, 172, 61),
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 2332, 110, None),
        ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 9192, 1276, None),
    ],
)
def test_published_clusters(board: str, states: int, goals: int, count: int | None) -> None:
    for metric in METRICS:
        cluster = rushhour.explore(board, metric=metric)
        assert (len(cluster), cluster.goals) == (states, goals)
    assert count in (None, rushhour.explore(board).count_solutions())


def test_the_largest_known_cluster() -> None:
    cluster = rushhour.explore(LARGEST)
    assert len(cluster) == 541_934
    assert cluster.distance() == 15


def test_ctrl_c_ends_a_graph() -> None:
    pytest.importorskip("numpy")
    cluster = rushhour.explore(LARGEST)
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.1):
        deque(iter(cluster.graph, None), maxlen=0)


@examples(25)
@given(drawings(small=True, max_rows=6, max_cols=6))
def test_arrays_give_each_state_its_own_distance(drawing: Drawing) -> None:
    pytest.importorskip("numpy")
    board = board_from(drawing)
    for metric, goal in itertools.product(METRICS, GOALS):
        cluster = rushhour.explore(puzzle_of(board), metric=metric, goal=goal)
        expected = reference.explore(board, metric, goal).distance
        offsets, distances = cluster.arrays()
        assert distances.tolist() == sorted(distances.tolist())
        for row, distance in zip(offsets.tolist(), distances.tolist(), strict=True):
            assert expected.get(state_at(board, row), -1) == distance


def state_at(board: reference.Board, offsets: list[int]) -> reference.State:
    """The reference's state whose cars stand on these offsets of their lines."""
    cars = zip(board.cars, offsets, strict=True)
    return tuple((car.row, at) if car.axis == "h" else (at, car.col) for car, at in cars)


def test_arrays_of_a_board_with_long_keys() -> None:
    pytest.importorskip("numpy")
    cluster = rushhour.explore(AVEIRO)
    offsets, distances = cluster.arrays()
    starts, neighbours = cluster.graph()
    assert len(offsets) == len(cluster) == 281_996
    assert (distances[neighbours[: starts[1]]] <= 1).all()
    assert sorted(set(distances.tolist())) == list(range(cluster.eccentricity + 1))


def test_distances_and_best_moves_of_states() -> None:
    cluster = rushhour.explore(JAM_1)
    state = cluster.hardest()[0]
    assert state in cluster
    for distance in range(cluster.distance(state) or 0, 0, -1):
        assert cluster.distance(state) == distance
        best = cluster.best_moves(state)
        for move in state.legal_moves():
            nearer = cluster.distance(state.apply(move)) == distance - 1
            assert (move in best) == nearer
        state = state.apply(best[0])
    assert state.is_solved()
    assert cluster.best_moves(state) == ()


def test_a_state_may_list_its_vehicles_in_another_order() -> None:
    puzzle = rushhour.parse(JAM_1)
    cluster = rushhour.explore(puzzle)
    other = Puzzle(6, 6, puzzle.vehicles[::-1], puzzle.target)
    assert cluster.distance(other) == cluster.distance()
    assert cluster.solution(other) == cluster.solution()


def test_states_of_other_boards_are_not_in_the_cluster() -> None:
    cluster, other = rushhour.explore(JAM_1), rushhour.parse(UNSOLVABLE)
    assert other not in cluster
    assert "A" not in cluster
    assert cluster.distance(other) is None
    assert cluster.best_moves(other) == ()
    assert cluster.count_solutions(other) == 0


def test_a_cluster_without_a_solved_state() -> None:
    cluster = rushhour.explore(UNSOLVABLE)
    assert len(cluster) > 1
    assert (cluster.histogram, cluster.goals, cluster.eccentricity) == ((), 0, None)
    assert (cluster.distance(), cluster.solution(), cluster.refined()) == (None, None, None)
    assert (cluster.count_solutions(), list(cluster.solutions()), cluster.hardest()) == (0, [], ())


@pytest.mark.slow
def test_threads_change_nothing() -> None:
    """This cluster is searched in blocks, which the threads share."""
    one = rushhour.explore(MILLIONS, threads=1)
    for threads in (2, 7):
        more = rushhour.explore(MILLIONS, threads=threads)
        assert len(one) == len(more) == 1_767_792
        assert one.bytes == more.bytes < 3 * len(one)
        assert one.histogram == more.histogram
        assert one.hardest() == more.hardest()
        assert one.solution() == more.solution()


def test_no_thread_is_refused() -> None:
    with pytest.raises(rushhour.RushHourError, match="expected at least 1 thread, found 0"):
        rushhour.explore(JAM_1, threads=0)


def test_limits_name_themselves() -> None:
    with pytest.raises(
        LimitReachedError, match=r"the limit on states was reached after \d+ states"
    ):
        rushhour.explore(JAM_1, max_states=500)
    with pytest.raises(LimitReachedError, match="the limit on memory"):
        rushhour.explore(JAM_1, max_memory=1000)
    with pytest.raises(LimitReachedError, match="the limit on seconds"):
        rushhour.explore(LARGEST, max_seconds=0.0)


def test_progress_is_called_and_may_end_the_work() -> None:
    path = Path(__file__).parent.parent / "puzzles" / "uva-9x9_6.csv"
    if not path.exists():
        pytest.skip("the board of UvA is not there")

    def stop(seen: rushhour.Progress) -> None:
        assert seen.states > 0
        assert seen.bytes > seen.states
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        rushhour.explore(rushhour.read(path), progress=stop)


def test_a_cluster_can_be_pickled() -> None:
    cluster = rushhour.explore(JAM_1, metric="step")
    again = pickle.loads(pickle.dumps(cluster))
    assert (again.metric, again.histogram) == (cluster.metric, cluster.histogram)


def test_graphs_of_other_libraries() -> None:
    cluster = rushhour.explore(JAM_1)
    edges = 13_044 // 2
    assert cluster.to_scipy().nnz == 2 * edges
    graph = cluster.to_networkx()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (1247, edges)
    assert cluster.to_igraph().ecount() == edges
    assert cluster.to_rustworkx().num_edges() == edges


@pytest.mark.slow
def test_every_cluster_of_the_corpus(corpus: Path) -> None:
    with (corpus / "jams" / "expected.csv").open() as file:
        for row in csv.DictReader(file):
            for metric in METRICS:
                cluster = rushhour.explore(row["board36"], metric=metric)
                assert len(cluster) == int(row["reachable"]), row["name"]
                assert cluster.distance() == int(row[f"{metric}_edge"]), row["name"]
    for line in (corpus / "fogleman" / "sample.txt").read_text().splitlines():
        slides, board, states = line.split()
        cluster = rushhour.explore(board)
        assert (len(cluster), cluster.distance()) == (int(states), int(slides)), line
