"""Records: hard boards of sizes that no enumeration reaches, found in rounds that can be resumed.

A round is a stream of an order that no board meets, so it goes on from board to board, always to
the hardest state of a cluster, and ends with the hardest board that it met.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rushhour.formats.writing import board_line
from rushhour.generation.order import Order
from rushhour.generation.ranges import RangeLike
from rushhour.generation.stream import generate
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer
from rushhour.model.puzzle import Puzzle
from rushhour.output.files import save
from rushhour.search.cluster import explore
from rushhour.search.solve import solve

# More slides than any board has on which a round can be ended in a lifetime.
_OUT_OF_REACH = 1_000_000


@dataclass(frozen=True, slots=True)
class Best:
    """The hardest board of a round: its optima, and the states of its cluster.

    No state of the cluster needs more slides.
    """

    seed: int
    slides: int
    steps: int
    states: int
    board: str

    def order(self) -> tuple[int, int, str]:
        """The harder the sooner; ties by steps, then by board."""
        return -self.slides, -self.steps, self.board


def search_records(
    output: str | Path,
    *,
    size: str | int | tuple[int, int] = "8x8",
    walls: RangeLike = 0,
    vehicles: RangeLike | None = None,
    rounds: int = 10,
    boards: int = 10_000,
    seed: int = 0,
    max_states: int = 1 << 18,
    progress: Callable[[Best], object] | None = None,
) -> Best:
    """Search for a hard board; returns the hardest. `output` is a JSON file of the rounds so far.

    Round n depends on seed + n, on `boards`, the number of boards that it tries, and on what boards
    there are; clusters of more than `max_states` states are passed over. The file is written whole
    after each round, and a second call goes on after the rounds that it holds. RushHourError if it
    is the file of another search, or if no round met a board with a solution.
    """
    for name, number in (("rounds", rounds), ("boards", boards), ("seed", seed)):
        integer(name, number)
        least = 0 if name == "seed" else 1
        if number < least:
            raise RushHourError(f"expected at least {least} for {name}, found {number}")
    slides = _OUT_OF_REACH, None
    order = Order.of(
        size=size, walls=walls, vehicles=vehicles, slides=slides, max_states=max_states
    )
    options = {**order.to_dict(), "boards": boards, "seed": seed}
    found = _known(Path(output), options)
    while len(found) < rounds:
        best = _round(order, seed + len(found), boards)
        found.append(best)
        save(output, _json(options, found))
        if best is not None and progress is not None:
            progress(best)
    solvable = [best for best in found[:rounds] if best is not None]
    if not solvable:
        raise RushHourError(f"expected a board with a solution, met none in {rounds} rounds")
    return min(solvable, key=Best.order)


def _round(order: Order, seed: int, boards: int) -> Best | None:
    """The hardest board of a round; None if no board had a solution."""
    stream = generate(order, seed=seed, threads=1, max_boards=boards)
    for _ in stream:  # no board meets the order
        raise AssertionError
    if stream.nearest is None:
        return None
    puzzle = stream.nearest.board
    return Best(seed, stream.nearest.slides, *_measured(puzzle), board_line(puzzle))


def _measured(puzzle: Puzzle) -> tuple[int, int]:
    """The optimum in steps, and the states of the cluster."""
    steps = solve(puzzle, metric="step").cost
    assert steps is not None
    return steps, len(explore(puzzle))


def _json(options: dict[str, Any], found: list[Best | None]) -> bytes:
    rows = [best and {name: getattr(best, name) for name in Best.__slots__} for best in found]
    return json.dumps({"search": options, "rounds": rows}, indent=1).encode() + b"\n"


def _known(file: Path, options: dict[str, Any]) -> list[Best | None]:
    """The rounds of a former call."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        search, rows = content["search"], content["rounds"]
        found = [None if row is None else Best(**row) for row in rows]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError):
        expected = "expected the rounds of a search, found another file"
        raise RushHourError(f"{file}: {expected}") from None
    if search != json.loads(json.dumps(options)):
        raise RushHourError(f"{file}: expected a search with the same options, found another one")
    return found
