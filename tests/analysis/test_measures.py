"""Every measure against its definition on whole clusters, and against published counts."""

from pathlib import Path

import networkx
import pytest
from hypothesis import assume, given

import rushhour
from rushhour import Analysis
from support.bridge import board_from, puzzle_of
from support.measured import Measured
from support.strategies import Drawing, drawings, examples

PUZZLES = Path(__file__).parents[2] / "puzzles"
# Optimal solutions: that of Jam-1 is drawn in tests/support/reference.py, the others are published.
PUBLISHED = {"jam-01": 61, "jam-34": 149_486_734_320, "jam-40": 191_226_816}
# More solutions, places or vehicles take the definitions too long.
MOST_SOLUTIONS, MOST_PLACES = 300, 1200


def analysed(name: str) -> Analysis:
    return rushhour.read(PUZZLES / f"{name}.txt").analyse()


@pytest.mark.parametrize("name", PUBLISHED)
def test_optimal_solutions_are_as_many_as_published(name: str) -> None:
    assert analysed(name).optimal_solutions == PUBLISHED[name]


def test_the_sizes_of_a_cluster_are_those_published() -> None:
    analysis = analysed("jam-40")
    assert (analysis.states, analysis.goal_states, analysis.slides) == (4780, 199, 51)
    assert analysis.histogram is not None
    assert sum(analysis.histogram) == 4780
    analysis = rushhour.analyse("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
    assert (analysis.states, analysis.goal_states) == (2332, 110)
    assert (analysis.slides, analysis.steps) == (60, 103)


@examples(20)
@given(drawings(small=True, max_rows=6, max_cols=6))
def test_counts_and_vehicles_follow_their_definitions(drawing: Drawing) -> None:
    board = board_from(drawing)
    analysis, measured = puzzle_of(board).analyse(), Measured(board)
    assert analysis.status == ("unsolvable" if measured.slides is None else "solved")
    assert (analysis.slides, analysis.states) == (measured.slides, len(measured.moves))
    assert set(analysis.idle or ()) == measured.idle()
    assert set(analysis.road or ()) == measured.on_road()
    assert analysis.symmetry == pytest.approx(measured.symmetry())
    total = sum(map(len, measured.moves.values()))
    assert analysis.branching == pytest.approx(total / len(measured.moves))
    if measured.slides is None:
        check_unsolvable(analysis)
        return
    assert analysis.goal_states == list(measured.distance.values()).count(0)
    assert analysis.eccentricity == max(measured.distance.values())
    assert set(analysis.essential or ()) == measured.essential()
    assert analysis.canonical == measured.canonical()
    assert analysis.unsolved == (measured.board.start == measured.hardest())
    assert analysis.minimal == measured.minimal()
    assume((analysis.optimal_solutions or 0) <= MOST_SOLUTIONS)
    check_solutions(analysis, measured)


@pytest.mark.parametrize(("rows", "count"), [(4, 1), (5, 0)])
def test_bottlenecks_by_hand(rows: int, count: int) -> None:
    """B goes down 2 cells, or 3 where there are 5 rows; then A drives out."""
    board = "/".join(["..B...", "AAB...", *["......"] * (rows - 2)])
    assert rushhour.analyse(board).bottlenecks == count


def check_unsolvable(analysis: Analysis) -> None:
    assert analysis.stopped_by is None
    for name in ("steps", "difficulty", "rating", "level", "walk", "random_walk", "noisy_walk"):
        assert getattr(analysis, name) is None
    assert analysis.optimal_solutions is None
    assert (analysis.essential, analysis.unsolved, analysis.minimal) == (None, None, None)


def check_solutions(analysis: Analysis, measured: Measured) -> None:
    assert analysis.optimal_solutions == len(measured.solutions)
    assert analysis.optimal_solutions_up_to_order == measured.classes()
    assert analysis.bottlenecks == measured.bottlenecks()
    assert set(analysis.red_herrings or ()) == measured.red_herrings()
    assert set(analysis.returning or ()) == measured.returning()
    assert analysis.surprisal == pytest.approx(measured.surprisal())
    assert analysis.counterintuitive == measured.counterintuitive()
    assert analysis.dependency_raises == measured.dependency_raises()
    moves = measured.least_moves()
    assert analysis.key_moves == max(moves.values(), default=0)
    most = {label for label, count in moves.items() if count == analysis.key_moves > 0}
    assert set(analysis.key or ()) == most


@examples(20)
@given(drawings(small=True, max_rows=6, max_cols=6))
def test_walks_solve_their_equations(drawing: Drawing) -> None:
    board = board_from(drawing)
    analysis = puzzle_of(board).analyse()
    assume(analysis.slides is not None and len(board.cars) * (analysis.states or 0) <= MOST_PLACES)
    measured = Measured(board)
    assert analysis.random_walk == pytest.approx(measured.random_walk(), rel=2e-7)
    assert analysis.noisy_walk == pytest.approx(measured.noisy_walk(), rel=2e-7)
    if analysis.slides == 0:
        assert analysis.walk is None
        return
    assert analysis.walk == pytest.approx(measured.human_walk(), abs=2e-7)
    assert analysis.walk_error is not None
    assert analysis.walk_error < 2e-7


@examples(25)
@given(drawings(small=True))
def test_the_graph_of_lanes_follows_its_definition(drawing: Drawing) -> None:
    board = board_from(drawing)
    analysis, graph = puzzle_of(board).analyse(), Measured(board).lane_graph()
    assert analysis.mag_nodes == graph.number_of_nodes()
    assert analysis.mag_edges == graph.number_of_edges()
    distances = networkx.single_source_shortest_path_length(graph, board.target_index)
    assert analysis.mag_depth == max(distances.values())
    assert analysis.mag_components == networkx.number_strongly_connected_components(graph)
    cycles = list(zip(networkx.simple_cycles(graph), range(5000), strict=False))
    assume(len(cycles) < 5000)
    assert analysis.mag_cycles == len(cycles)


def test_boards_of_the_database_are_unsolved_and_minimal(corpus: Path) -> None:
    """Fogleman's program wrote no others. Another start of the same cluster is not unsolved."""
    lines = (corpus / "fogleman" / "sample.txt").read_text().splitlines()
    boards = [board for _, board, states in map(str.split, lines) if int(states) < 2000]
    for puzzle in map(rushhour.parse, boards[1::400]):
        analysis, other = puzzle.analyse(), puzzle.apply(next(iter(puzzle.legal_moves())))
        assert (analysis.unsolved, analysis.minimal) == (True, True)
        assert (other.analyse().unsolved, other.analyse().minimal) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"jam-{number:02}" for number in range(1, 41)])
def test_solutions_of_the_classics_are_those_of_the_cluster(name: str) -> None:
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    analysis, cluster = puzzle.analyse(), rushhour.explore(puzzle)
    assert analysis.optimal_solutions == cluster.count_solutions()
    assert analysis.steps == rushhour.solve(puzzle, metric="step").cost
    assert analysis.histogram == cluster.histogram
