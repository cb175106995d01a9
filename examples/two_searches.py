"""Make a page that shows how breadth-first search and A* differ on one puzzle.

Both searches are traced, and PAGE plays their expansions side by side. It needs only a browser.
"""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import rushhour

HERE = Path(__file__).parent
# The most expansions that a page can show smoothly.
MOST = 10_000


def searched(puzzle: rushhour.Puzzle, title: str, **options: Any) -> dict[str, Any]:
    """A search and its trace: board, g, h and size of the open list for each expansion."""
    frames: list[tuple[str, int, int | None, int]] = []

    def keep(seen: rushhour.Expansion) -> None:
        if seen.number > MOST:
            raise rushhour.RushHourError(f"expected a puzzle that takes up to {MOST} expansions")
        frames.append((seen.state, seen.g, seen.h, seen.open))

    outcome = rushhour.solve(puzzle, trace=keep, **options)
    return {"title": title, "cost": outcome.cost, "frames": frames}


def page(puzzle: rushhour.Puzzle) -> str:
    """The page, with both searches in it."""
    if puzzle.is_solved():
        raise rushhour.RushHourError("expected a puzzle that is not solved")
    puzzle = with_letters(puzzle)
    searches = [
        searched(puzzle, "Breadth-first search", algorithm="bfs"),
        searched(puzzle, "A* with the heuristic advanced", algorithm="astar"),
    ]
    data = {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "exit": [puzzle.exit.side, puzzle.exit.line],
        "target": puzzle.target,
        "searches": searches,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    template = (HERE / "two_searches.template.html").read_text(encoding="utf-8")
    return template.replace("{{data}}", text.replace("</", "<\\/"))


def with_letters(puzzle: rushhour.Puzzle) -> rushhour.Puzzle:
    """The same puzzle with a letter for each vehicle, so that a trace shows board strings."""
    letters = [chr(ord("\u0100") + index) for index in range(len(puzzle.vehicles))]
    pairs = zip(puzzle.vehicles, letters, strict=True)
    renamed = [replace(vehicle, label=letter) for vehicle, letter in pairs]
    return puzzle.with_vehicles(renamed, letters[puzzle.index(puzzle.target)])


def main() -> None:
    """Write the page for a puzzle."""
    parser = argparse.ArgumentParser(description=__doc__)
    jam_01 = HERE.parent / "puzzles" / "jam-01.txt"
    for name, usual in (("puzzle", jam_01), ("page", "two_searches.html")):
        words = f"by default {usual}"
        parser.add_argument(name, nargs="?", metavar=name.upper(), default=usual, help=words)
    asked = parser.parse_args()
    Path(asked.page).write_text(page(rushhour.read(asked.puzzle)), encoding="utf-8")
    print(f"{asked.page}: open it in a browser")


if __name__ == "__main__":
    try:
        main()
    except (OSError, rushhour.RushHourError) as error:
        sys.exit(str(error))
