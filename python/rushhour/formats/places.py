"""The place of a value in a JSON text, found by its path when an error needs it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

Path = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*+"?|#[^\n]*')


def without_comments(text: str) -> str:
    """The text without comments, which begin with `#` outside strings."""
    if "#" not in text:
        return text
    return _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else "", text)


class Places:
    """The places of the values in a text of valid JSON."""

    def __init__(self, text: str, first_line: int) -> None:
        self.text = text
        self.first_line = first_line

    def of(self, path: Path) -> tuple[int, int]:
        """Line and column of the value at a path."""
        at = self._skip(0)
        if path and isinstance(path[0], int):  # an item of a list of puzzles
            at, path = self._items[path[0]], path[1:]
        for step in path:
            at = next(start for name, start in self._children(at) if name == step)
        line = bisect_right(self._line_starts, at) - 1
        return self.first_line + line, at - self._line_starts[line] + 1

    @cached_property
    def _items(self) -> list[int]:
        return [start for _, start in self._children(self._skip(0))]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def _children(self, at: int) -> list[tuple[str | int, int]]:
        """Key or index, and place, of each value in the object or list at a place."""
        from json import JSONDecoder

        decode, is_object = JSONDecoder().raw_decode, self.text[at] == "{"
        found: list[tuple[str | int, int]] = []
        at = self._skip(at + 1)
        while self.text[at] not in "]}":
            name: str | int = len(found)
            if is_object:
                name, at = decode(self.text, at)
                at = self._skip(self._skip(at) + 1)
            found.append((name, at))
            at = self._skip(decode(self.text, at)[1])
            at = self._skip(at + 1) if self.text[at] == "," else at
        return found

    def _skip(self, at: int) -> int:
        """The place of the next character that is not blank."""
        match = _BLANK.match(self.text, at)
        return at if match is None else match.end()
