"""The chain of blockers: which vehicle blocks which, from the target to the one that moves.

```text
. . . B .        A needs the cell on which B stands. B has no room to leave it upwards, so it
A A . B .  >     must go down, onto a cell of G. So G must make way first.
. . . G G
```

Every link is a fact about the state: the blocker stands on a cell that the blocked vehicle must
enter to clear the way for the vehicle before it, in the direction of a shortest solution.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Vehicle
from rushhour.model.solution import Solution

# Nobody can follow an explanation with more links.
LONGEST = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Now `blocker` stands on `cell`, which `blocked` needs.

    To leave it the blocker moves at least `cells`: positive to the right or down. `forced` says
    that it does so in every solution, since edges, walls and vehicles on its line rule out the
    other direction.
    """

    blocked: str
    blocker: str
    cell: Cell
    cells: int
    forced: bool


def chain(line: Solution) -> tuple[Block, ...]:
    """The shortest chain that ends with the first move of a solution; empty if all are too long."""
    waiting: deque[tuple[Block, ...]] = deque([()])
    seen: set[str] = set()
    while waiting:
        before = waiting.popleft()
        for number, block in _blocks(line, before):
            if block.blocker in seen:
                continue
            seen.add(block.blocker)
            if number == 0:
                return (*before, block)
            if len(before) + 1 < LONGEST:
                waiting.append((*before, block))
    return ()


def _blocks(line: Solution, before: tuple[Block, ...]) -> Iterator[tuple[int, Block]]:
    """The blockers of the last vehicle of a chain, each with the slide that removes it."""
    puzzle = line.puzzle
    standing = {cell: vehicle for vehicle in puzzle.vehicles for cell in vehicle.cells()}
    blocked = puzzle.vehicle(before[-1].blocker if before else puzzle.target)
    needed = blocked.swept(before[-1].cells) if before else road(puzzle)
    is_needed = all(block.forced for block in before)
    for cell in reversed(needed):  # the cell that takes the longest move to leave
        blocker = standing.get(cell, blocked)
        if blocker is not blocked:
            number, way = _departure(line, blocker, cell)
            pushed = blocker.axis == blocked.axis  # vehicles on a line cannot pass each other
            forced = is_needed and (pushed or not _can_leave(puzzle, blocker, cell, -way))
            least = _to_leave(blocker, cell, way)
            yield number, Block(blocked.label, blocker.label, cell, least, forced)


def road(puzzle: Puzzle) -> list[Cell]:
    """The cells between the target and its exit, nearest first."""
    target = puzzle.vehicle(puzzle.target)
    ahead = {
        "right": puzzle.cols - target.col - target.length,
        "left": -target.col,
        "bottom": puzzle.rows - target.row - target.length,
        "top": -target.row,
    }[puzzle.exit.side]
    return target.swept(ahead) if ahead * _outward(puzzle) > 0 else []


def _outward(puzzle: Puzzle) -> int:
    return 1 if puzzle.exit.side in ("right", "bottom") else -1


def _departure(line: Solution, vehicle: Vehicle, cell: Cell) -> tuple[int, int]:
    """The index of the slide that takes a vehicle off a cell, and how far it has gone by then."""
    far = 0
    for number, run in enumerate(line.runs()):
        far += run.cells if run.vehicle == vehicle.label else 0
        if cell not in vehicle.moved(far).cells():
            return number, far
    raise AssertionError(f"{vehicle.label} never leaves {cell} in {line}")


def _to_leave(vehicle: Vehicle, cell: Cell, way: int) -> int:
    """The fewest cells, signed like `way`, that a vehicle must move to leave a cell it covers."""
    place = vehicle.cells().index(cell)
    return place + 1 if way > 0 else place - vehicle.length


def _can_leave(puzzle: Puzzle, vehicle: Vehicle, cell: Cell, way: int) -> bool:
    """Whether its line has room that way: cells up to an edge or wall, less other vehicles."""
    if vehicle.label == puzzle.target and way * _outward(puzzle) > 0:
        return True
    # The target may drive out, so it may take no room.
    others = [other for other in puzzle.vehicles if other.label != puzzle.target]
    taken = {cell for other in others if other.axis == vehicle.axis for cell in other.cells()}
    room = set(_to_the_end(puzzle, vehicle, way)) - taken
    return len(room) >= abs(_to_leave(vehicle, cell, way))


def _to_the_end(puzzle: Puzzle, vehicle: Vehicle, way: int) -> Iterator[Cell]:
    """The cells in front of a vehicle, up to a wall or the edge."""
    longest = max(puzzle.rows, puzzle.cols)
    for row, col in vehicle.swept(longest if way > 0 else -longest):
        on_board = 0 <= row < puzzle.rows and 0 <= col < puzzle.cols
        if not on_board or (row, col) in puzzle.walls:
            return
        yield row, col
