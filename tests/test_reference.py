"""The reference against facts worked out by hand, laws, published tables and slower searches."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given, settings

from make_perft import KINDS
from support.corpus_tables import COLUMNS, SMALL_TABLES
from support.perft_data import board_of, read
from support.reference import (
    GOALS,
    METRICS,
    Board,
    Car,
    Goal,
    Metric,
    State,
    explore,
    flood,
    is_goal,
    legal,
    lexicographic_optimum,
    optimal_solution_count,
    perft,
    replay,
    solve,
    successors,
)
from support.strategies import (
    SMALL_SPACE,
    Drawing,
    board_from,
    drawings,
    random_walks,
    walk,
    words,
)

PERFT = sorted((Path(__file__).parent / "data").glob("*.perft"))
# The files of whole classics, which plain Python explores in minutes.
LARGE = {"classics", "sizes"}
JAM_1 = "CCoooH BooDoH BAADoH BooDoo FoooGG FoEEEo"
TWO = "..B.C. AAB.C. ......"
OVERLAP = (Car("A", "h", 0, 0, 2), Car("B", "v", 0, 1, 2))


def slow_if(value: object, is_slow: bool) -> ParameterSet:
    """A parameter whose test is left out of the quick ones."""
    return pytest.param(value, marks=[pytest.mark.slow] if is_slow else [])


def drawn(text: str, exit_side: str = "right", exit_line: int = 0, target: str = "A") -> Board:
    """A board from rows separated by spaces."""
    return board_of(text.split(), target, [exit_side, str(exit_line)])


def optimum(board: Board, metric: Metric, goal: Goal) -> int | None:
    """The length of a shortest solution."""
    solution = solve(board, metric, goal)
    return None if solution is None else len(solution)


def first_moves(board: Board, metric: Metric, goal: Goal) -> list[tuple[str, int]]:
    """The moves of the start."""
    return [move for move, _ in successors(board, board.start, metric, goal)]


def test_successors_come_in_file_order_backwards_first_near_to_far() -> None:
    board = drawn("..AA..B .x....B .......", exit_line=0)
    assert first_moves(board, "slide", "edge") == [
        ("A", -1),
        ("A", -2),
        ("A", 1),
        ("A", 2),
        ("B", 1),
    ]
    assert first_moves(board, "step", "edge") == [("A", -1), ("A", 1), ("B", 1)]


def test_walls_stop_vehicles() -> None:
    assert first_moves(drawn("x.AA.x."), "slide", "off") == [("A", -1), ("A", 1)]


@pytest.mark.parametrize(
    ("text", "side", "line", "sign"),
    [
        (".AA", "right", 0, 1),
        ("AA.", "left", 0, -1),
        ("A A .", "top", 0, -1),
        (". A A", "bottom", 0, 1),
    ],
)
def test_the_target_drives_out_of_its_exit_only(text: str, side: str, line: int, sign: int) -> None:
    board = drawn(text, side, line)
    outward = {"edge": 0, "clear": 0, "past": 1, "off": 2}
    for goal in GOALS:
        moves = [count * sign for _, count in first_moves(board, "slide", goal)]
        assert sorted(moves) == [-1, *range(1, outward[goal] + 1)]


def test_nobody_follows_the_target_out() -> None:
    board = drawn("BBAA")
    gone = replay(board, [("A", 2)], "slide", "off")
    assert [move for move, _ in successors(board, gone, "slide", "off")] == [
        ("B", 1),
        ("B", 2),
        ("A", -1),
        ("A", -2),
    ]


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ("..AA", {"edge", "clear"}),
        (".AA.", {"clear"}),
        (".AAx", set()),
        (".AAB ...B", set()),
        ("xAA.", {"clear"}),
    ],
)
def test_goals_of_a_start(text: str, solved: set[Goal]) -> None:
    board = drawn(text)
    assert {goal for goal in GOALS if is_goal(board, board.start, goal)} == solved


@pytest.mark.parametrize(
    ("goal", "slides", "steps"), [("edge", 2, 4), ("past", 2, 5), ("off", 2, 6), ("clear", 1, 2)]
)
def test_optima_of_one_blocker(goal: Goal, slides: int, steps: int) -> None:
    board = drawn("...B. .AAB. ..... .....", exit_line=1)
    assert (optimum(board, "slide", goal), optimum(board, "step", goal)) == (slides, steps)


def test_perft_counts_paths_through_solved_states() -> None:
    # Three places in a row: 0 and 2 have 1 step, 1 has 2; all slides lead to the two others.
    assert perft(drawn("AA.."), "step", 4) == [1, 2, 2, 4]
    assert perft(drawn("AA.."), "slide", 4) == [2, 4, 8, 16]


def test_cluster_of_a_free_road() -> None:
    cluster = explore(drawn("AA.."), metric="step", goal="edge")
    assert (cluster.states, cluster.moves, cluster.goals, cluster.unsolvable) == (3, 4, 1, 0)
    assert (cluster.optimum, cluster.farthest, cluster.histogram) == (2, 2, (1, 1, 1))


def test_an_unsolvable_cluster_has_no_distances() -> None:
    cluster = explore(drawn("AAx. BB.."), metric="slide", goal="edge")
    assert (cluster.states, cluster.goals, cluster.unsolvable) == (3, 0, 3)
    assert (cluster.optimum, cluster.farthest, cluster.histogram) == (None, None, ())
    assert solve(drawn("AAx. BB.."), "slide", "edge") is None
    assert lexicographic_optimum(drawn("AAx. BB.."), "edge", "slide") is None
    assert optimal_solution_count(drawn("AAx. BB.."), "slide", "edge") == 0


def test_independent_moves_multiply_solutions() -> None:
    # B and C go down in either order; one row more gives each a choice of two slides.
    assert optimal_solution_count(drawn(f"{TWO} ......", exit_line=1), "slide", "edge") == 2
    assert optimal_solution_count(drawn(f"{TWO} ...... ......", exit_line=1), "slide", "edge") == 8
    assert optimal_solution_count(drawn(JAM_1, exit_line=2), "slide", "edge") == 61


def test_fewest_slides_and_fewest_steps_can_be_different_solutions() -> None:
    # B goes down 3 cells, or up 1 after C makes room.
    board = drawn("..CC.. ...B.. ...B.. AA.B.. ...... ...... ......", exit_line=3)
    assert lexicographic_optimum(board, "edge", "slide") == (2, 7)
    assert lexicographic_optimum(board, "edge", "step") == (3, 6)


def test_replay_names_the_illegal_move() -> None:
    with pytest.raises(ValueError, match=r"legal step, found \('A', 2\) as move 2"):
        replay(drawn("AA..."), [("A", 1), ("A", 2)], "step", "edge")


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 2, "right", 0, frozenset(), OVERLAP, "A"),
        Board(2, 2, "right", 0, frozenset({(0, 0)}), OVERLAP[:1], "A"),
        Board(2, 2, "right", 0, frozenset({(2, 0)}), OVERLAP[:1], "A"),
        Board(2, 2, "right", 1, frozenset(), OVERLAP[:1], "A"),
        Board(2, 2, "top", 0, frozenset(), OVERLAP[:1], "A"),
        Board(2, 2, "right", 0, frozenset(), OVERLAP[:1], "B"),
        Board(2, 2, "right", 0, frozenset(), (Car("A", "h", 0, 1, 2),), "A"),
        Board(2, 2, "right", 0, frozenset(), (Car("A", "h", 0, 0, 1),), "A"),
        Board(2, 2, "right", 0, frozenset(), (OVERLAP[0], Car("A", "h", 1, 0, 2)), "A"),
    ],
    ids=["overlap", "wall", "stray wall", "line", "axis", "target", "off", "short", "label"],
)
def test_illegal_boards(board: Board) -> None:
    assert not legal(board)


@pytest.mark.parametrize(
    "file", [slow_if(file, file.stem in LARGE) for file in PERFT], ids=lambda file: file.stem
)
def test_counts_of_the_data_files(file: Path) -> None:
    for check in read(file):
        assert legal(check.board)
        assert KINDS[check.kind](check) == check.values, check.id


@given(drawings(), random_walks())
def test_every_move_is_legal_and_can_be_undone(drawing: Drawing, picks: list[int]) -> None:
    board = board_from(drawing)
    assert legal(board)
    before = board.start
    for (label, count), after in walk(
        picks, before, lambda s: successors(board, s, "slide", "off")
    ):
        assert dict(successors(board, after, "slide", "off"))[label, -count] == before
        before = after


@given(drawings(labels=words))
def test_labels_may_be_words(drawing: Drawing) -> None:
    board = board_from(drawing)
    assert replay(board, first_moves(board, "step", "off")[:1], "step", "off")


@settings(deadline=None, max_examples=50)
@given(drawings(max_rows=6, max_cols=6, small=True))
def test_laws_of_metrics_and_goals(drawing: Drawing) -> None:
    board = board_from(drawing)
    slide, step = (explore(board, metric=metric, goal="edge") for metric in METRICS)
    assert (slide.states, slide.goals) == (step.states, step.goals)
    assert slide.states <= SMALL_SPACE
    assert slide.moves % 2 == step.moves % 2 == 0
    assert slide.unsolvable in (0, slide.states)
    assert all(slide.distance[state] <= d for state, d in step.distance.items())


@settings(deadline=None, max_examples=50)
@given(drawings(max_rows=6, max_cols=6, small=True))
def test_optima_under_the_other_goals_follow_from_edge(drawing: Drawing) -> None:
    board = board_from(drawing)
    slides, steps = optimum(board, "slide", "edge"), optimum(board, "step", "edge")
    if slides is None or steps is None:
        assert {optimum(board, metric, goal) for metric in METRICS for goal in GOALS} == {None}
        return
    length = next(car.length for car in board.cars if car.label == board.target)
    assert optimum(board, "slide", "past") == optimum(board, "slide", "off") == max(slides, 1)
    assert optimum(board, "slide", "clear") == max(slides - 1, 0)
    assert optimum(board, "step", "past") == steps + 1
    assert optimum(board, "step", "off") == steps + length


@settings(deadline=None, max_examples=50)
@given(drawings(max_rows=5, max_cols=5, small=True))
def test_searches_agree_with_slower_ones(drawing: Drawing) -> None:
    board = board_from(drawing)
    for metric in METRICS:
        solution = solve(board, metric, "past")
        assert explore(board, metric=metric, goal="past").optimum == (
            None if solution is None else len(solution)
        )
        assert solution is None or is_goal(board, replay(board, solution, metric, "past"), "past")
        assert perft(board, metric, 2) == [len(list(paths(board, metric, d))) for d in (1, 2)]
        both = lexicographic_optimum(board, "past", metric)
        assert (both and both[METRICS.index(metric)]) == (solution and len(solution))


def paths(board: Board, metric: Metric, depth: int) -> Iterator[State]:
    """The ends of all paths of so many moves, one by one."""
    ends = [board.start]
    for _ in range(depth):
        ends = [child for end in ends for _, child in successors(board, end, metric, "edge")]
    yield from ends


@pytest.mark.slow
@pytest.mark.parametrize("table", SMALL_TABLES)
def test_published_tables(corpus: Path, table: str) -> None:
    with (corpus / table).open(encoding="utf-8") as file:
        for row in list(csv.DictReader(file))[::4]:
            board = board_of([row["board36"][i : i + 6] for i in range(0, 36, 6)], "A")
            found = {name: optimum(board, *question) for name, question in COLUMNS.items()}
            found |= {"cars": len(board.cars), "reachable": len(flood(board, "step", "edge"))}
            assert {name: str(number) for name, number in found.items()}.items() <= row.items()


def test_published_counts(corpus: Path) -> None:
    for check in read(corpus / "perft" / "sample.perft"):
        assert KINDS[check.kind](check) == check.values, check.id
