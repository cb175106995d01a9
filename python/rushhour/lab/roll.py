"""Roll: the puzzles of a class, and which of them an answer is for by the name of its file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePath

from rushhour.model.errors import RushHourError
from rushhour.model.expect import items
from rushhour.model.puzzle import Puzzle

_Words = tuple[str, ...]


class Roll:
    """The puzzles, each with its titles: a given name, its own title, its number from 1."""

    def __init__(
        self, puzzles: Sequence[Puzzle | RushHourError], names: Sequence[str | None] = ()
    ) -> None:
        items("puzzles", puzzles, Puzzle | RushHourError, "Puzzle")
        items("names", names, str | None, "text or None")
        if not puzzles:
            raise RushHourError("expected at least one puzzle, found none")
        if names and len(names) != len(puzzles):
            raise RushHourError(f"expected {len(puzzles)} names, found {len(names)}")
        self._puzzles = puzzles
        self._titles = [
            (item.title if isinstance(item, Puzzle) else None, name)
            for item, name in zip(puzzles, names or [None] * len(puzzles), strict=True)
        ]
        self._numbers: defaultdict[_Words, list[int]] = defaultdict(list)
        for number, titles in enumerate(self._titles):
            for words in {_words(title) for title in titles if title is not None}:
                self._numbers[words].append(number)

    def number(self, answer: str) -> int:
        """The index of the puzzle that an answer is for, by the path of its file.

        RushHourError if no name fits, or one that several puzzles have.
        """
        if len(self._puzzles) == 1:
            return 0
        path = PurePath(answer)
        parts = [_words(part) for part in (path.stem, *reversed(path.parts[:-1]))]
        found = self._named(parts) or self._mentioned(parts) or self._numbered(parts)
        if not found:
            where = "in the name of the file or of its folder"
            raise RushHourError(f"expected the name of a puzzle, such as {self.title(0)}, {where}")
        if len(found) > 1:
            several = ", ".join(str(number + 1) for number in found)
            raise RushHourError(f"the name fits more than one puzzle: {several}")
        return found[0]

    def _named(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzles that have the name of the file, or else of a folder that it is in."""
        return next((self._numbers[part] for part in parts if part in self._numbers), [])

    def _mentioned(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzles whose names, with a letter in them, are the longest part of such a name."""
        names = [name for name in self._numbers if not "".join(name).isdecimal()]
        for part in parts:
            inside = [name for name in names if _is_part(name, part)]
            longest = max(map(len, inside), default=0)
            found = {n for name in inside if len(name) == longest for n in self._numbers[name]}
            if found:
                return sorted(found)
        return []

    def _numbered(self, parts: Sequence[_Words]) -> list[int]:
        """The puzzle whose number, from 1, is such a name."""
        numbers = {(str(number + 1),): [number] for number in range(len(self._puzzles))}
        return next((numbers[part] for part in parts if part in numbers), [])

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle with an index; RushHourError if there is only its error."""
        item = self._puzzles[number]
        if isinstance(item, Puzzle):
            return item
        raise RushHourError("its puzzle is malformed")

    def title(self, number: int) -> str:
        """The title of a puzzle, or else its name, or else its number."""
        return next(filter(None, self._titles[number]), str(number + 1))


def _words(text: str) -> _Words:
    """The words and numbers of a title or file name; `jam-01` and `Jam 1` have the same."""
    words = re.findall(r"[^\W\d_]+|\d+", text.casefold())
    return tuple(word.lstrip("0") or "0" if word.isdecimal() else word for word in words)


def _is_part(name: _Words, words: _Words) -> bool:
    """Whether a name stands in a longer one, such as `jam-01` in `anna-jam-01 (1)`."""
    starts = range(len(words) - len(name) + 1)
    return bool(name) and any(words[start : start + len(name)] == name for start in starts)
