"""The package against the counts of the independent reference in data/*.perft."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rushhour import _core, algorithms, heuristics, parse, read_all, solve
from support.bridge import puzzle_of
from support.interrupts import ctrl_c
from support.perft_data import Check, read
from support.reference import Metric

FILES = sorted((Path(__file__).parent / "data").glob("*.perft"))


def hows(metric: Metric) -> list[dict[str, str]]:
    """The searches whose solutions are optimal: blind ones, A* with every admissible heuristic."""
    admissible = [heuristic for heuristic in heuristics() if heuristic.admissible[metric]]
    blind = [algorithm.name for algorithm in algorithms() if algorithm.optimal == "always"]
    found = [{"algorithm": name} for name in blind]
    return found + [{"heuristic": heuristic.name} for heuristic in admissible]


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def checks(request: pytest.FixtureRequest) -> list[Check]:
    """All lines of one file."""
    return list(read(request.param))


def of_kind(checks: list[Check], kind: str) -> Iterator[Check]:
    """The lines of one kind."""
    return (check for check in checks if check.kind == kind)


def divide(check: Check, depth: int) -> str:
    """The subcount of each first move, so that the wrong one names itself."""
    puzzle = puzzle_of(check.board)
    lines = []
    for move in puzzle.legal_moves(metric=check.metric, goal=check.goal):
        below = [1, *_core.perft(puzzle.apply(move)._core, check.metric, check.goal, depth - 1)]
        lines.append(f"  {move} {below[-1]}")
    return "\n".join(lines)


def test_first_moves_come_in_the_defined_order(checks: list[Check]) -> None:
    for check in of_kind(checks, "moves"):
        found = map(str, puzzle_of(check.board).legal_moves(metric=check.metric, goal=check.goal))
        assert list(found) == check.values, check.id


def test_paths_are_counted(checks: list[Check]) -> None:
    for check in of_kind(checks, "perft"):
        expected = list(map(int, check.values))
        core = puzzle_of(check.board)._core
        found = _core.perft(core, check.metric, check.goal, len(expected))
        for depth, pair in enumerate(zip(found, expected, strict=True), 1):
            place = f"{check.id} {check.metric} {check.goal} depth {depth}"
            assert pair[0] == pair[1], f"{place}, first moves:\n{divide(check, depth)}"


def test_every_algorithm_and_heuristic_finds_the_optimum(checks: list[Check]) -> None:
    for check in of_kind(checks, "space"):
        expected = check.values[0].removeprefix("solution=")
        puzzle = puzzle_of(check.board)
        query = {"metric": check.metric, "goal": check.goal}
        for how in hows(check.metric):
            cost = solve(puzzle, **query, **how).cost  # type: ignore[arg-type]
            assert expected == ("none" if cost is None else str(cost)), (check.id, query, how)


def test_counts_beyond_64_bits_are_exact() -> None:
    core = parse("AA../....")._core  # one vehicle on three places: each has two moves
    assert _core.perft(core, "slide", "edge", 200) == [2**depth for depth in range(1, 201)]


def test_ctrl_c_ends_a_count() -> None:
    puzzle = next(read_all(Path(__file__).parent.parent / "puzzles" / "uva-12x12_7.csv"))
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.3):
        _core.perft(puzzle._core, "slide", "edge", 20)
