"""Roll: the puzzles of a class, and which of them an answer is for by the name of its file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePath

from rushhour.model.errors import RushHourError
from rushhour.model.puzzle import Puzzle


class Roll:
    """The puzzles, each with its titles: a given name, its own title, its number from 1."""

    def __init__(
        self, puzzles: Sequence[Puzzle | RushHourError], names: Sequence[str | None] = ()
    ) -> None:
        if names and len(names) != len(puzzles):
            raise RushHourError(f"expected {len(puzzles)} names, found {len(names)}")
        self._puzzles = puzzles
        self._titles = [
            (item.title if isinstance(item, Puzzle) else None, name)
            for item, name in zip(puzzles, names or [None] * len(puzzles), strict=True)
        ]
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, titles in enumerate(self._titles):
            for slug in {_slug(title) for title in titles if title is not None}:
                self._numbers[slug].append(number)

    def number(self, answer: str) -> int:
        """The index of the puzzle that an answer is for, by the path of its file.

        RushHourError if no name fits, or one that several puzzles have.
        """
        if len(self._puzzles) == 1:
            return 0
        path = PurePath(answer)
        words = [_slug(word) for word in (path.stem, *reversed(path.parts[:-1]))]
        found = next((self._numbers[word] for word in words if word in self._numbers), None)
        if found is None:
            numbers = {str(number + 1): [number] for number in range(len(self._puzzles))}
            found = next((numbers[word] for word in words if word in numbers), None)
        if found is None:
            raise RushHourError("the name is neither file name, title nor number of a puzzle")
        if len(found) > 1:
            several = ", ".join(str(number + 1) for number in found)
            raise RushHourError(f"the name fits more than one puzzle: {several}")
        return found[0]

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle with an index; RushHourError if there is only its error."""
        item = self._puzzles[number]
        if isinstance(item, Puzzle):
            return item
        raise RushHourError("its puzzle is malformed")

    def title(self, number: int) -> str:
        """The title of a puzzle, or else its name, or else its number."""
        return next(filter(None, self._titles[number]), str(number + 1))


def _slug(text: str) -> str:
    """The normal form of a title or file name, in which `jam-01` equals `Jam 1`."""
    words = re.findall(r"[^\W\d_]+|\d+", text.casefold())
    return "".join(word.lstrip("0") or "0" if word.isdecimal() else word for word in words)
