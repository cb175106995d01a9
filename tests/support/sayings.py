"""Moves written as people write them, in any form."""

from __future__ import annotations

from collections.abc import Callable

from rushhour import Puzzle

Moves = list[tuple[str, int]]

WORDS = {("h", True): "right", ("h", False): "left", ("v", True): "down", ("v", False): "up"}
SIGNS = {"right": ">", "left": "<", "down": "v", "up": "^"}


def word(puzzle: Puzzle, label: str, cells: int) -> str:
    """The direction of a move in words."""
    return WORDS[puzzle.vehicle(label).axis, cells > 0]


def each(form: str, between: str = "\n") -> Callable[[Moves, Puzzle], str]:
    """The moves in a form: of vehicle `v` by `c` cells, in words `n` to `w`, the `i`th of all."""

    def write(moves: Moves, puzzle: Puzzle) -> str:
        return between.join(
            form.format(
                v=v,
                c=c,
                n=abs(c),
                i=number,
                low=v.lower(),
                w=(w := word(puzzle, v, c)),
                W=w.title(),
                U=w.upper(),
                d=w[0].upper(),
                s=SIGNS[w],
                way="forward" if c > 0 else "back",
            )
            for number, (v, c) in enumerate(moves, 1)
        )

    return write
