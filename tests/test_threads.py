"""Many threads that share puzzles, clusters, outcomes and functions get what one thread gets.

On CPython without its global lock they run at once; on any other they change places after every few
operations, which `switches` makes more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Barrier, Lock

import pytest

import rushhour
from rushhour import State

ROOT = Path(__file__).parent.parent
THREADS, ROUNDS = 8, 3
JAM = rushhour.read(ROOT / "puzzles" / "jam-04.txt")
SMALL = rushhour.parse("..B.../AAB.../.CCC../......")
LINES = ["AA.B/...B/....", "AA..", "AA.B/...B", "..B.../AAB.../....../......", "?"] * 20


@pytest.fixture(autouse=True)
def switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[], object]) -> None:
    """Do the same work in many threads that begin together; its value must be that of one."""
    expected, start = work(), Barrier(THREADS)

    def repeated() -> list[object]:
        start.wait()
        return [work() for _ in range(ROUNDS)]

    with ThreadPoolExecutor(THREADS) as pool:
        found = [pool.submit(repeated) for _ in range(THREADS)]
        assert all(one.result(timeout=300) == [expected] * ROUNDS for one in found)


def facts(outcome: rushhour.Outcome) -> dict[str, object]:
    return {name: value for name, value in outcome.to_dict().items() if name != "seconds"}


def blocking(state: State) -> int:
    return 0 if state.is_solved else 1 + len(state.blockers())


def second_row(state: State) -> bool:
    return state["B"].row == 1


SEARCHES: dict[str, Callable[[], object]] = {
    "solve": lambda: facts(rushhour.solve(JAM)),
    "textbook": lambda: facts(rushhour.solve(JAM, algorithm="astar", heuristic="lm-cut")),
    "refine": lambda: facts(rushhour.solve(JAM, algorithm="refine", metric="step")),
    "own heuristic": lambda: facts(rushhour.solve(JAM, heuristic=blocking)),
    "own goal": lambda: facts(rushhour.solve(SMALL, goal=second_row)),
    "several": lambda: [
        item.cost if isinstance(item, rushhour.Outcome) else str(item)
        for item in rushhour.solve_many(LINES, threads=2)
    ],
    "explore": lambda: rushhour.explore(JAM).histogram,
    "hint": lambda: str(rushhour.hint(JAM, every=True)),
    "analyse": SMALL.analyse,
    "minimise": lambda: rushhour.generation.change.minimise(SMALL),
    "certify": lambda: (
        rushhour.certificate.verify_certificate(
            rushhour.certificate.certify(rushhour.solve(SMALL)).data
        ).claim
    ),
    "generate": lambda: [
        made.board for made in islice(rushhour.generate(slides=5, size="5x5", seed=7), 2)
    ],
    "text": lambda: rushhour.parse(rushhour.write(JAM, "json")) == JAM,
    "pictures": lambda: rushhour.solve(SMALL).solution.svg("strip"),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_call_in_many_threads(name: str) -> None:
    at_once(SEARCHES[name])


def test_one_cluster_for_many_threads() -> None:
    def questions(cluster: rushhour.Cluster) -> object:
        states = list(islice(cluster, 0, None, 50))
        return (
            [cluster.distance(state) for state in states],
            [cluster.best_moves(state) for state in states],
            [str(state) for state in cluster.hardest()],
            cluster.count_solutions(),
            cluster.refined(),
            len(list(islice(cluster.edges(), 500))),
        )

    expected = questions(rushhour.explore(JAM))
    for _ in range(ROUNDS):  # each cluster makes its tables on the first question
        cluster, start = rushhour.explore(JAM), Barrier(THREADS)

        def asked(cluster: rushhour.Cluster = cluster, start: Barrier = start) -> object:
            start.wait()
            return questions(cluster)

        with ThreadPoolExecutor(THREADS) as pool:
            found = [pool.submit(asked) for _ in range(THREADS)]
            assert all(one.result(timeout=300) == expected for one in found)


def test_one_outcome_for_many_threads() -> None:
    outcome = rushhour.solve(JAM)
    at_once(lambda: (str(outcome), outcome.moves, facts(outcome), outcome.solution.verify()))


def test_one_function_that_counts_for_many_threads() -> None:
    calls, lock = [0], Lock()

    def counting(state: State) -> int:
        with lock:
            calls[0] += 1
        return blocking(state)

    alone = rushhour.solve(SMALL, heuristic=counting)
    one, calls[0] = calls[0], 0
    with ThreadPoolExecutor(THREADS) as pool:
        works = [pool.submit(rushhour.solve, SMALL, heuristic=counting) for _ in range(THREADS)]
        assert {work.result().expanded for work in works} == {alone.expanded}
    assert calls[0] == THREADS * one


def test_an_error_of_one_thread_is_its_own() -> None:
    def wrong(state: State) -> int:
        raise LookupError(state.puzzle.title)

    def failing() -> str:
        with pytest.raises(LookupError) as caught:
            rushhour.solve(SMALL, heuristic=wrong)
        return str(caught.value)

    at_once(failing)


def test_a_generation_at_work_is_refused_and_not_waited_for() -> None:
    seen: list[str] = []

    def ask(_: object) -> None:
        for question in (stream.explanation, lambda: stream.nearest, lambda: next(stream)):
            with pytest.raises(RuntimeError, match="at work") as caught:
                question()
            seen.append(str(caught.value))
        raise LookupError

    stream = rushhour.generate(slides=50, size="6x6", seed=1, progress=ask)
    with pytest.raises(LookupError):
        next(stream)
    assert len(seen) == 3
    assert stream.boards > 0
