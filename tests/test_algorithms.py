"""What the textbook searches promise, and every count of theirs against plain loops.

`reference_search.py` has best-first and depth-first search once more; random boards, all metrics,
goals, orders of ties and policies are compared with it, expansion by expansion.
"""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import rushhour
from rushhour import LimitReachedError, Move, Outcome, RushHourError, algorithms, explore, solve
from rushhour.formats.json import as_dict
from rushhour.search import Expansion
from support import reference, reference_search
from support.bridge import board_from, board_of, drawn
from support.cases import CASES, Case
from support.reference_search import Count, Rule
from support.strategies import ANY_GOAL, ANY_METRIC, crowded, examples

DUPLICATES = ("better", "equal", "keep")
TIES = ("fifo", "lifo", "heap")
PUZZLE = "BB.CD.E..CD.EAA...E..FFFGGH.....HIII"
GUIDES: dict[str, Callable[..., Any]] = {
    "blocking": reference_search.blocking,
    "distance": reference_search.distance,
}


def counts(outcome: Outcome) -> tuple[Any, ...]:
    """What the reference counts as well; a solution has one cost, whoever counts."""
    if outcome.solution is not None:
        assert outcome.cost == outcome.depth == len(outcome.solution) == outcome.solution.cost
    ends = outcome.cost, outcome.expanded, outcome.generated
    return (*ends, outcome.reopened, outcome.max_open)


def expected(count: Count) -> tuple[Any, ...]:
    """The same of the reference."""
    return count.cost, count.expanded, count.generated, count.reopened, count.max_open


def by_reference(case: Case, guide: str | None, rule: Rule) -> Count:
    """Search with the reference."""
    h = GUIDES[guide](case.board, case.goal) if guide else lambda _: 0
    return reference_search.best_first(case.board, case.metric, case.goal, h, rule)


@examples(25)
@given(CASES)
def test_blind_searches_count_as_the_reference(case: Case) -> None:
    def g_first(g: int, _: int) -> int:
        return g

    fifo = by_reference(case, None, Rule(g_first))
    assert counts(case.solve(algorithm="bfs")) == expected(fifo)
    for ties in TIES:
        count = by_reference(case, None, Rule(g_first, ties))
        assert counts(case.solve(algorithm="uniform", ties=ties)) == expected(count)
    naive = by_reference(case, None, Rule(g_first, "fifo", "keep"))
    assert counts(case.solve(algorithm="naive")) == expected(naive)
    assert (naive.expanded, naive.generated) == (fifo.expanded, fifo.generated)


@examples(25)
@given(CASES)
def test_searches_without_the_move_back_count_as_the_reference(case: Case) -> None:
    for algorithm, duplicates in {"bfs": "better", "uniform": "better", "naive": "keep"}.items():
        whole = case.solve(algorithm=algorithm)
        rule = Rule(lambda g, _: g, "fifo", duplicates, undo=False)
        outcome = case.solve(algorithm=algorithm, undo=False)
        assert counts(outcome) == expected(by_reference(case, None, rule))
        backs = max(0, outcome.expanded - 1)
        assert whole.generated - outcome.generated == backs
        assert whole.duplicates - outcome.duplicates == backs
        assert (whole.expanded, whole.solution) == (outcome.expanded, outcome.solution)


@examples(25)
@given(CASES, st.booleans())
def test_depth_first_counts_as_the_reference(case: Case, undo: bool) -> None:
    shown: list[Expansion] = []
    outcome = case.solve(algorithm="dfs", trace=shown.append, undo=undo)
    count = reference_search.depth_first(case.board, case.metric, case.goal, undo=undo)
    assert counts(outcome)[:4] == expected(count)[:4]
    assert outcome.solution is None or outcome.solution.verify() == ()
    assert len(shown) == len(count.order)


PRIORITIES: dict[str, Callable[[int, int], int]] = {
    "astar": lambda g, h: g + h,
    "weighted": lambda g, h: 2 * g + 3 * h,
    "greedy": lambda _, h: h,
}
CHOICES = st.tuples(
    st.sampled_from(sorted(GUIDES)),
    st.sampled_from(TIES),
    st.sampled_from(DUPLICATES),
    st.booleans(),
    st.booleans(),
)


@examples(60)
@given(CASES, st.sampled_from(sorted(PRIORITIES)), CHOICES)
def test_guided_searches_count_as_the_reference(
    case: Case, algorithm: str, choice: tuple[str, Any, Any, bool, bool]
) -> None:
    guide, ties, duplicates, reopen, undo = choice
    options: dict[str, Any] = {"weight": 1.5} if algorithm == "weighted" else {}
    outcome = case.solve(
        algorithm=algorithm,
        heuristic=guide,
        ties=ties,
        duplicates=duplicates,
        reopen=reopen,
        undo=undo,
        **options,
    )
    rule = Rule(PRIORITIES[algorithm], ties, duplicates, reopen, undo)
    assert counts(outcome) == expected(by_reference(case, guide, rule))
    assert outcome.solution is None or outcome.solution.verify() == ()
    known = 1 + outcome.generated - outcome.duplicates
    assert outcome.evaluated == known <= len(case.graph)


@examples(25)
@given(CASES, st.sampled_from(sorted(PRIORITIES)), CHOICES)
def test_both_lists_of_the_reference_are_the_same(
    case: Case, algorithm: str, choice: tuple[str, Any, Any, bool, bool]
) -> None:
    guide, ties, duplicates, reopen, undo = choice
    rule = Rule(PRIORITIES[algorithm], ties, duplicates, reopen, undo)
    question = case.board, case.metric, case.goal, GUIDES[guide](case.board, case.goal), rule
    found = reference_search.best_first(*question, reference_search.Sorted)
    assert found == reference_search.best_first(*question)


def is_bound(case: Case, outcome: Outcome) -> bool:
    """Whether a bound and a cost may stand beside the optimum."""
    if case.optimum is None:
        return outcome.status == "unsolvable"
    return outcome.cost is not None and outcome.lower_bound <= case.optimum <= outcome.cost


@examples(40)
@given(CASES, st.sampled_from(rushhour.heuristics()), st.sampled_from(TIES))
def test_algorithms_keep_their_promises(
    case: Case, heuristic: rushhour.search.Heuristic, ties: str
) -> None:
    is_admissible = heuristic.admissible[case.metric]
    for algorithm in algorithms():
        if algorithm.name == "ida":
            continue
        options: dict[str, Any] = {"heuristic": heuristic.name, "ties": ties}
        taken = {name: value for name, value in options.items() if name in algorithm.takes}
        outcome = case.solve(algorithm=algorithm.name, **taken)
        note(f"{algorithm.name}: {outcome}")
        assert is_bound(case, outcome)
        assert outcome.solution is None or outcome.solution.verify() == ()
        if case.optimum is None or outcome.cost is None:
            continue
        assert outcome.proved_optimal == (outcome.lower_bound == case.optimum == outcome.cost)
        if algorithm.optimal == "always" or (algorithm.optimal == "admissible" and is_admissible):
            assert outcome.lower_bound == outcome.cost == case.optimum
        if algorithm.optimal == "within weight" and is_admissible:
            assert outcome.cost <= 2 * outcome.lower_bound <= 2 * case.optimum


@examples(25)
@given(CASES, st.sampled_from(rushhour.heuristics()))
def test_without_reopening_a_consistent_heuristic_is_enough(
    case: Case, heuristic: rushhour.search.Heuristic
) -> None:
    outcome = case.solve(heuristic=heuristic.name, reopen=False)
    assert outcome.reopened == 0
    assert is_bound(case, outcome)
    if heuristic.consistent[case.metric]:
        assert outcome.cost == case.optimum
        assert counts(outcome) == counts(case.solve(heuristic=heuristic.name))


@examples(25)
@given(CASES)
def test_both_ends_meet_at_the_optimum(case: Case) -> None:
    shown: list[Expansion] = []
    outcome = case.solve(algorithm="bidirectional", trace=shown.append)
    assert outcome.cost == case.optimum == case.solve(algorithm="bfs").cost
    assert outcome.lower_bound == case.optimum or case.optimum is None
    depths = [{e.g for e in shown if e.from_goal == side} for side in (False, True)]
    assert all(found == set(range(len(found))) for found in depths)
    if outcome.cost:
        assert sum(map(len, depths)) == outcome.cost


# 34 vehicles, 1712 states, no solution; to list all endings takes minutes.
CROWDED = "BCCDEE/BFFDGH/.II.GH/AAJKL./MMJKLN/OPPQQN/ORRSSN/TTUVVW/XXUYYW/ZZabcc/deabff/degghh"


@examples(20)
@given(st.builds(Case, crowded().map(board_from), ANY_METRIC, ANY_GOAL))
def test_both_ends_decide_crowded_boards(case: Case) -> None:
    try:
        explore(case.puzzle, metric=case.metric, goal=case.goal, max_states=1000)
    except LimitReachedError:
        return
    shown: list[Expansion] = []
    outcome = case.solve(algorithm="bidirectional", trace=shown.append)
    assert outcome.status == ("unsolvable" if case.optimum is None else "solved")
    assert outcome.cost == case.optimum
    assert outcome.lower_bound == case.optimum or case.optimum is None
    assert outcome.solution is None or outcome.solution.verify() == ()
    assert sum(not e.from_goal for e in shown) <= len(case.graph)


def test_a_small_cluster_is_exhausted_before_its_endings() -> None:
    graph = reference.flood(board_of(rushhour.parse(CROWDED)), "slide", "edge")
    outcome = solve(CROWDED, algorithm="bidirectional", max_seconds=20)
    assert (outcome.status, outcome.expanded) == ("unsolvable", len(graph))


@pytest.mark.parametrize(("limit", "value"), [("states", 300), ("memory", 200_000)])
def test_limits_hold_while_endings_are_looked_for(limit: str, value: int) -> None:
    options: dict[str, Any] = {f"max_{limit}": value, "max_seconds": 20}
    outcome = solve(CROWDED, algorithm="bidirectional", **options)
    assert (outcome.status, outcome.stopped_by) == ("unknown", limit)


def test_progress_is_told_while_endings_are_looked_for() -> None:
    def stop(seen: rushhour.Progress) -> None:
        raise KeyboardInterrupt

    # With two vehicles more the search takes a minute; the first report comes far earlier.
    with pytest.raises(KeyboardInterrupt):
        solve(f"{CROWDED}/ii..../.jj...", algorithm="bidirectional", progress=stop)


@examples(25)
@given(CASES)
def test_ida_ends_at_the_optimum(case: Case) -> None:
    if case.optimum is None or case.optimum > 8:
        return
    outcome = case.solve(algorithm="ida", max_seconds=20)
    if outcome.stopped_by is None:
        assert outcome.lower_bound == outcome.cost == case.optimum
        assert outcome.solution is not None
        assert outcome.solution.verify() == ()
        assert outcome.duplicates <= outcome.generated


GUIDED = [algorithm.name for algorithm in algorithms() if "heuristic" in algorithm.takes]


@pytest.mark.parametrize("algorithm", GUIDED)
@pytest.mark.parametrize(
    ("puzzle", "bound"), [("..B.../AAB.../....../......", 1), ("..AA/..../..../....", 0)]
)
def test_what_an_inadmissible_heuristic_proves(algorithm: str, puzzle: str, bound: int) -> None:
    outcome = solve(rushhour.parse(puzzle), algorithm=algorithm, heuristic="distance")
    assert (outcome.status, outcome.lower_bound) == ("solved", bound)


@examples(20)
@given(CASES, st.sampled_from([a for a in algorithms() if "trace" in a.takes and a.name != "ida"]))
def test_traces_show_every_expansion(case: Case, algorithm: rushhour.search.Algorithm) -> None:
    shown: list[Expansion] = []
    outcome = case.solve(algorithm=algorithm.name, trace=shown.append)
    assert [e.number for e in shown] == list(range(1, outcome.expanded + 1))
    assert outcome == case.solve(algorithm=algorithm.name)
    if shown and algorithm.name != "bidirectional":
        assert (shown[0].g, shown[0].move, shown[0].open, shown[0].closed) == (0, None, 0, 0)
        assert [e.closed for e in shown] == list(range(len(shown)))
    for e in shown:
        assert (e.h is not None) == ("heuristic" in algorithm.takes)
        assert e.f == value_of(algorithm.name, e)


def value_of(algorithm: str, e: Expansion) -> float | None:
    """What f should be."""
    h = e.h or 0
    values = {"astar": e.g + h, "weighted": e.g + 2 * h, "greedy": h, "dfs": None}
    return values.get(algorithm, e.g)


def test_a_trace_of_a_known_puzzle() -> None:
    shown: list[Expansion] = []
    solve("..B.../AAB.../....../......", algorithm="bfs", trace=shown.append)
    first, second, *_ = shown
    start = "..B.../AAB.../....../......"
    assert first[:-3] == (1, start, None, None, None, 0, None, 0, 0, 0)
    assert (first.memory > 0, first.from_goal, first.children) == (True, False, None)
    assert second.state == "....../AAB.../..B.../......"
    assert second.move == rushhour.Move("B", 1)
    assert (second.g, second.f, second.closed) == (1, 1, 1)


@pytest.mark.parametrize("algorithm", [a.name for a in algorithms() if "trace" in a.takes])
@pytest.mark.parametrize("name", ["jam-01", "jam-10", "assignment"])
def test_a_trace_names_parents_and_repeats(name: str, algorithm: str) -> None:
    """The move back from a state is the state of its parent, and a repeat has the same state."""
    puzzle = rushhour.read(Path(__file__).parent.parent / "puzzles" / f"{name}.txt")
    shown: list[Expansion] = []
    solve(puzzle, algorithm=algorithm, trace=shown.append, max_states=3000)
    last: dict[tuple[str, bool], int] = {}
    for e in shown[:3000]:
        assert e.earlier == last.get((e.state, e.from_goal))
        last[e.state, e.from_goal] = e.number
        assert (e.move is None) == (e.parent is None)
        if e.move is not None and e.parent is not None:
            before = shown[e.parent - 1]
            back = Move(e.move.vehicle, -e.move.cells)
            assert e.parent < e.number
            assert rushhour.parse(e.state).apply(back) == rushhour.parse(before.state)


@pytest.mark.parametrize("number", range(1, 41))
def test_a_trace_has_the_labels_of_the_puzzle(number: int) -> None:
    puzzle = rushhour.read(Path(__file__).parent.parent / "puzzles" / f"jam-{number:02}.txt")
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    shown: list[Expansion] = []
    solve(puzzle, algorithm="bfs", trace=shown.append, max_states=1500)
    depths = {}
    for e in shown[:400]:
        state = rushhour.parse(e.state)
        assert {vehicle.label for vehicle in state.vehicles} == labels
        if e.move is None:
            assert (state, e.g) == (puzzle, 0)
        else:
            before = state.apply(Move(e.move.vehicle, -e.move.cells))
            assert depths[before] == e.g - 1
            assert before.apply(e.move) == state
        depths[state] = e.g
    assert len(depths) > 100


def test_a_trace_shows_a_target_with_a_long_label_beyond_its_exit() -> None:
    vehicles = [rushhour.Vehicle("red car", "h", 0, 1, 3), rushhour.Vehicle("b", "v", 0, 0, 2)]
    puzzle = rushhour.Puzzle(2, 6, vehicles, "red car", title="a title")
    shown: list[Expansion] = []
    solve(puzzle, goal="off", metric="step", algorithm="bfs", trace=shown.append)
    assert json.loads(shown[0].state) == as_dict(rushhour.Puzzle(2, 6, vehicles, "red car"))
    columns = [json.loads(e.state)["vehicles"][0]["col"] for e in shown]
    assert max(columns) == 5  # two of its three cells are outside


@pytest.mark.parametrize("label", ["x", "o", "#", ".", "/", "+", "12", "a b", "{", '"'])
def test_a_trace_of_a_label_that_is_no_letter(label: str) -> None:
    vehicles = [rushhour.Vehicle(label, "h", 0, 1, 2), rushhour.Vehicle("b", "v", 0, 4, 2)]
    puzzle = rushhour.Puzzle(4, 6, vehicles, label)
    shown: list[Expansion] = []
    solve(puzzle, algorithm="bfs", trace=shown.append)
    assert rushhour.parse(shown[0].state) == puzzle
    assert {e.move.vehicle for e in shown if e.move} == {label, "b"}


def test_a_heuristic_may_stand_second() -> None:
    assert solve(PUZZLE, 2) == solve(PUZZLE, heuristic="blocking")
    with pytest.raises(RushHourError, match="no heuristic named 'step'"):
        solve(PUZZLE, "step")


def test_what_a_trace_raises_ends_the_search() -> None:
    def fail(expansion: Expansion) -> None:
        if expansion.number == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solve(PUZZLE, algorithm="bfs", trace=fail)


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ({}, "fast"),
        ({"ties": "fifo", "duplicates": "better"}, "fast"),
        ({"heuristic": "zero"}, "astar"),
        ({"ties": "heap"}, "astar"),
        ({"duplicates": "keep"}, "astar"),
        ({"reopen": False}, "astar"),
        ({"undo": False}, "astar"),
        ({"trace": lambda _: None}, "astar"),
        ({"weight": 1}, "weighted"),
    ],
)
def test_auto_is_the_first_that_takes_what_is_given(options: dict[str, Any], chosen: str) -> None:
    assert solve(PUZZLE, **options).algorithm == chosen


EXAMPLES: dict[str, Any] = {
    "heuristic": "blocking",
    "weight": 2,
    "ties": "lifo",
    "duplicates": "equal",
    "reopen": True,
    "undo": False,
    "trace": lambda _: None,
}


@pytest.mark.parametrize(("algorithm", "setting"), list(product(algorithms(), EXAMPLES)))
def test_what_is_not_taken_is_refused(algorithm: rushhour.search.Algorithm, setting: str) -> None:
    if setting in algorithm.takes:
        assert solve(PUZZLE, algorithm=algorithm.name, **{setting: EXAMPLES[setting]}).cost
        return
    message = f"the algorithm {algorithm.name} takes no {setting}; expected .*(astar|weighted)"
    with pytest.raises(RushHourError, match=message):
        solve(PUZZLE, algorithm=algorithm.name, **{setting: EXAMPLES[setting]})


@pytest.mark.parametrize("weight", [0, 0.99, -1, float("nan"), float("inf"), 1e7, "x", None])
def test_weights(weight: Any) -> None:
    if weight is None:
        assert counts(solve(PUZZLE, algorithm="weighted")) == counts(solve(PUZZLE, weight=2))
        return
    expected = "a number or None" if isinstance(weight, str) else "a weight from 1 to 1000000"
    with pytest.raises(RushHourError, match=f"expected {expected}"):
        solve(PUZZLE, weight=weight)


def test_a_weight_of_one_is_astar() -> None:
    weighted, astar = solve(PUZZLE, weight=1), solve(PUZZLE, algorithm="astar")
    assert counts(weighted) == counts(astar)


def test_settings_are_told() -> None:
    options: dict[str, Any] = {"weight": 1.25, "ties": "heap", "reopen": False, "undo": False}
    assert solve(PUZZLE, **options).settings == options


@examples(20)
@given(CASES, ANY_GOAL, ANY_METRIC)
def test_states_of_the_order_are_the_same(case: Case, goal: Any, metric: Any) -> None:
    """The expansions of a depth-first search, state by state."""
    case = Case(case.board, metric, goal)
    shown: list[Expansion] = []
    case.solve(algorithm="dfs", trace=shown.append)
    order = reference_search.depth_first(case.board, case.metric, case.goal).order
    assert len(shown) == len(order)
    for e, state in zip(shown, order, strict=True):
        if e.state.startswith("{"):  # a board string would not say this exit
            vehicles = json.loads(e.state)["vehicles"]
            assert tuple((one["row"], one["col"]) for one in vehicles) == state
        else:
            assert e.state == drawn(case.board, state)
