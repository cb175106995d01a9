"""The layers of a cluster against the reference: its distances, its moves, its numbers of paths."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rushhour.formats.json import as_dict
from rushhour.web.operations import operations
from rushhour.web.searches import Bounds, ServiceLimits
from support import reference
from support.bridge import board_from, puzzle_of
from support.core_of_page import Core
from support.reference import GOALS, METRICS, Board, Graph, State
from support.service import Service
from support.strategies import Drawing, drawings

SMALL = "..B.../AAB.../....../......"
JAM = "BB...C/D..E.C/DAAE.C/D..E../F...GG/F.HHH."
JAMMED = "AAxB/...B/CC../...."
MOST = 20_000

(LAYERS,) = (each for each in operations() if each.name == "layers")


def asked(**request: Any) -> tuple[int, Any]:
    status, body = LAYERS.answer_to(
        json.dumps(request).encode(), Bounds(ServiceLimits(), lambda *_: None)
    )
    return status, json.loads(body)


def layers(**request: Any) -> Any:
    status, answer = asked(**request)
    assert status == 200, answer
    return answer


def states_of(board: Board, answer: Any) -> list[State]:
    """The state of each node, cell by cell."""
    return [
        tuple(
            (car.row, offset) if car.axis == "h" else (offset, car.col)
            for car, offset in zip(board.cars, offsets, strict=True)
        )
        for offsets in answer["offsets"]
    ]


def layers_of(answer: Any) -> list[range]:
    """The nodes at each distance."""
    begins = [0]
    for width in answer["widths"]:
        begins.append(begins[-1] + width)
    return [range(*ends) for ends in pairwise(begins)]


def ways(graph: Graph, distance: dict[State, int]) -> dict[State, int]:
    """The number of shortest paths from the states of distance 0."""
    found: dict[State, int] = {}
    for state in sorted(distance, key=distance.__getitem__):
        nearer = [found[child] for child in graph[state] if distance[child] < distance[state]]
        found[state] = sum(nearer) if distance[state] else 1
    return found


@settings(deadline=None)
@given(
    drawings(small=True, max_rows=6, max_cols=6), st.sampled_from(METRICS), st.sampled_from(GOALS)
)
def test_a_whole_cluster_is_that_of_the_reference(drawing: Drawing, metric: Any, goal: Any) -> None:
    board = board_from(drawing)
    graph = reference.flood(board, metric, goal)
    goals = [state for state in graph if reference.is_goal(board, state, goal)]
    distance = reference.distances(graph, goals or [board.start])
    answer = layers(puzzle=as_dict(puzzle_of(board)), metric=metric, goal=goal)
    states = states_of(board, answer)
    assert answer["status"] == ("solved" if goals else "unsolvable")
    assert (answer["states"], answer["every"]) == (len(graph), 1)
    assert len(set(states)) == len(states) == len(graph)
    for level, nodes in enumerate(layers_of(answer)):
        assert {distance[states[node]] for node in nodes} == {level}
    counts = Counter(distance.values())
    assert answer["histogram"] == answer["widths"] == [counts[d] for d in range(len(counts))]
    assert states[answer["start"]] == board.start
    paths = ways(graph, distance)
    assert answer["paths"] == [paths[state] for state in states]
    edges = [tuple(edge) for edge in answer["edges"]]
    assert all(one < other for one, other in edges)
    assert len(set(edges)) == len(edges)
    number = {state: node for node, state in enumerate(states)}
    assert set(edges) == {
        (node, number[child])
        for node, state in enumerate(states)
        for child in graph[state]
        if node < number[child]
    }


@settings(deadline=None)
@given(drawings(small=True, max_rows=6, max_cols=6), st.integers(1, 30), st.data())
def test_a_thinned_cluster_has_some_of_the_same_nodes(
    drawing: Drawing, max_nodes: int, data: st.DataObject
) -> None:
    board = board_from(drawing)
    puzzle = as_dict(puzzle_of(board))
    whole = layers(puzzle=puzzle)
    kept = data.draw(st.lists(st.sampled_from(range(len(whole["offsets"]))), max_size=3))
    keep = [as_dict(puzzle_of(board, states_of(board, whole)[node])) for node in kept]
    answer = layers(puzzle=puzzle, max_nodes=max_nodes, keep=keep)
    every = answer["every"]
    named = {whole["start"], *kept}
    wanted = [
        node
        for nodes in layers_of(whole)
        for place, node in enumerate(nodes)
        if place % every == 0 or node in named
    ]
    assert answer["offsets"] == [whole["offsets"][node] for node in wanted]
    assert answer["paths"] == [whole["paths"][node] for node in wanted]
    assert answer["histogram"] == whole["histogram"]
    assert all(answer["widths"])
    place = {node: number for number, node in enumerate(wanted)}
    assert answer["start"] == place[whole["start"]]
    assert answer["kept"] == [place[node] for node in kept]
    assert sorted(answer["edges"]) == sorted(
        [place[one], place[other]] for one, other in whole["edges"] if {one, other} <= place.keys()
    )

    def nodes(every: int) -> int:
        return sum(-(-width // every) for width in whole["histogram"])

    least = max(max_nodes, len(whole["histogram"]))
    assert nodes(every) <= least
    assert every == 1 or nodes(every - 1) > max_nodes


def crossings(answer: Any, ordered: list[int]) -> int:
    """How many pairs of moves between layers cross, where nodes have these places."""
    level = [d for d, width in enumerate(answer["widths"]) for _ in range(width)]
    found = 0
    for depth in range(len(answer["widths"])):
        ends = [
            (ordered[one], ordered[other])
            for one, other in answer["edges"]
            if (level[one], level[other]) == (depth, depth + 1)
        ]
        found += sum(
            (one - three) * (two - four) < 0
            for at, (one, two) in enumerate(ends)
            for three, four in ends[:at]
        )
    return found


def test_few_moves_cross() -> None:
    """In the order of the nodes far fewer than in the order of their offsets."""
    answer = layers(puzzle="..BC../AABC../....../.DD...")
    by_offsets = [0] * len(answer["offsets"])
    for nodes in layers_of(answer):
        for place, node in enumerate(sorted(nodes, key=answer["offsets"].__getitem__)):
            by_offsets[node] = place
    in_order = [place for nodes in layers_of(answer) for place in range(len(nodes))]
    assert crossings(answer, in_order) < 0.6 * crossings(answer, by_offsets)


def test_by_hand() -> None:
    """B must go down, then A goes right: three states in a row."""
    answer = layers(puzzle="AAB/..B/...")
    assert (answer["widths"], answer["start"]) == ([1, 1, 1], 2)
    assert answer["offsets"] == [[1, 1], [0, 1], [0, 0]]
    assert (answer["edges"], answer["paths"]) == ([[0, 1], [1, 2]], [1, 1, 1])


def test_of_three_six_and_two_states_three_are_one_of_each_layer() -> None:
    """Every fourth and every fifth state are four: one, two and one."""
    answer = layers(puzzle=SMALL, max_nodes=3)
    assert (answer["histogram"], answer["every"]) == ([3, 6, 2], 6)
    assert sum(answer["widths"]) in {3, 4}  # the puzzle may be another one of its layer


def test_where_no_state_is_solved_distances_are_from_the_puzzle() -> None:
    """B has three places and C, where B leaves its row free, three: at most two steps and one."""
    answer = layers(puzzle=JAMMED, metric="step")
    assert answer["status"] == "unsolvable"
    assert (answer["start"], answer["widths"]) == (0, [1, 2, 3, 1])
    paths = [sorted(answer["paths"][node] for node in nodes) for nodes in layers_of(answer)]
    assert paths == [[1], [1, 1], [1, 1, 2], [3]]


def test_states_of_another_board_are_null() -> None:
    answer = layers(
        puzzle=SMALL, keep=[SMALL, "..BB./AA.../...../.....", "..B.../AAB.../....../CC...."]
    )
    assert answer["kept"] == [answer["start"], None, None]


def test_a_large_cluster_is_thinned_to_its_limit() -> None:
    board = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
    answer = layers(puzzle=board)
    assert answer["states"] == 541_934
    assert answer["every"] == 28
    assert len(answer["offsets"]) <= MOST


def test_more_edges_than_can_be_told_apart_are_none() -> None:
    """Four vehicles with eleven places each: 40 moves from each of 14 641 states."""
    rows = [f"{label}{label}{'.' * 10}" for label in "ABCD"]
    answer = layers(puzzle="/".join([*rows, *["." * 12] * 8]))
    assert (answer["every"], len(answer["offsets"]), answer["edges"]) == (1, 11**4, None)


def test_limits(service: Service) -> None:
    refused = [
        {"puzzle": JAM, "max_states": 100},
        {"puzzle": SMALL, "max_nodes": 0},
        {"puzzle": SMALL, "max_nodes": MOST + 1},
        {"puzzle": SMALL, "keep": ["?"]},
    ]
    details = [service.post("layers", request).body["detail"] for request in refused]
    assert details[0].startswith("the limit on states was reached after")
    assert f"an integer from 1 to {MOST}" in details[1] == details[2].replace(f"{MOST + 1}", "0")


def test_the_core_of_the_page_gives_the_same(service: Service, core: Core) -> None:
    for request in ({"puzzle": SMALL}, {"puzzle": JAM, "metric": "step", "max_nodes": 500}):
        assert core.ask("layers", **request) == service.ask("layers", **request)
