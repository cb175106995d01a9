"""What the formats share that list vehicles, a line each."""

from __future__ import annotations

from rushhour.errors import UnwritableError
from rushhour.formats.drawn import require_own_exit
from rushhour.formats.source import Line, Source
from rushhour.puzzle import Puzzle
from rushhour.setup import Axis


def axis(source: Source, line: Line, word: int) -> Axis:
    """Read one word of a line as h or v."""
    words = line.words()
    found = words[word].lower() if word < len(words) else ""
    if found == "h":
        return "h"
    if found == "v":
        return "v"
    seen = repr(found[:40]) if found else "the end of the line"
    source.fail(f"expected h or v, found {seen}", line.number, line.column_of(word))


def require_words(source: Source, line: Line, count: int, shape: str) -> None:
    """Refuse a line that has not as many words as its shape."""
    found = len(line.words())
    if found != count:
        column = line.column_of(min(found, count))
        source.fail(f"expected {shape}, found {found} words", line.number, column)


def require(puzzle: Puzzle, format: str, *, target: str, size: int | None = None) -> None:  # noqa: A002
    """Refuse what no such list holds: walls, oblong boards, other exits, other target labels."""
    if puzzle.walls:
        raise UnwritableError(f"the format {format} has no walls")
    if puzzle.rows != puzzle.cols:
        raise UnwritableError(f"the format {format} has square boards only")
    if size not in (None, puzzle.rows):
        raise UnwritableError(f"the format {format} has boards of {size}x{size} cells only")
    require_own_exit(puzzle, format)
    if puzzle.target != target:
        raise UnwritableError(
            f"the format {format} labels the target {target}, not {puzzle.target}; "
            "relabel the puzzle first"
        )
    for vehicle in puzzle.vehicles:
        if vehicle.label.split() != [vehicle.label] or vehicle.label.startswith("#"):
            raise UnwritableError(
                f"the format {format} cannot hold the label {vehicle.label!r}; "
                "relabel the puzzle first"
            )


def require_numbers(puzzle: Puzzle, format: str) -> None:  # noqa: A002
    """Refuse labels that a list which only numbers its vehicles from 0 would lose."""
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    if labels != [str(number) for number in range(len(labels))]:
        raise UnwritableError(
            f"the format {format} numbers the vehicles from 0 in their order; "
            "relabel the puzzle first"
        )
