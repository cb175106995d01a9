"""Shared by the formats that list one vehicle on each line."""

from __future__ import annotations

from rushhour.errors import UnwritableError
from rushhour.formats.drawn import require_own_exit
from rushhour.formats.source import Line, Source, integer, seen
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Axis


def axis(source: Source, line: Line, word: int) -> Axis:
    """Read one word of a line as h or v."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if found in ("h", "H"):
        return "h"
    if found in ("v", "V"):
        return "v"
    source.fail(f"expected h or v, found {seen(found)}", line.number, line.column_of(word))


def lone_integer(source: Source, line: Line, meaning: str) -> int:
    """Read a line that holds one integer."""
    value = integer(source, line, 0, meaning)
    require_words(source, line, 1, meaning)
    return value


def require_words(source: Source, line: Line, count: int, shape: str) -> None:
    """Refuse a line that does not have as many words as its shape."""
    found = len(line.words())
    if found != count:
        column = line.column_of(min(found, count))
        words = f"{found} word" + "s" * (found != 1)
        source.fail(f"expected {shape}, found {words}", line.number, column)


def require(puzzle: Puzzle, format: str, *, target: str, size: int | None = None) -> None:  # noqa: A002
    """Refuse a board, a target or a label of several words that such a list cannot hold."""
    require_board(puzzle, format, target=target, size=size)
    for vehicle in puzzle.vehicles:
        label = vehicle.label
        if label.split() != [label] or label.startswith("#") or "\0" in label:
            raise UnwritableError(
                f"the format {format} cannot hold the label {label!r}; "
                "--relabel, or relabel() in Python, gives new labels"
            )


def require_board(puzzle: Puzzle, format: str, *, target: str, size: int | None = None) -> None:  # noqa: A002
    """Refuse walls, oblong boards, other sizes, other exits and other labels of the target."""
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
            "--relabel, or relabel() in Python, gives new labels"
        )


def require_numbers(puzzle: Puzzle, format: str) -> None:  # noqa: A002
    """Refuse labels other than 0, 1, ... in order, which an implicit numbering would lose."""
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    if labels != [str(number) for number in range(len(labels))]:
        raise UnwritableError(
            f"the format {format} numbers the vehicles from 0 in their order; "
            "--relabel, or relabel() in Python, gives new labels"
        )
