"""JSON documents whose errors name line, column and path of the value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from rushhour.formats.lines import Line, checked_lines, lone_surrogate
from rushhour.formats.places import Path, Places, without_comments
from rushhour.formats.source import Source
from rushhour.model.errors import ParseError
from rushhour.model.setup import Setup

_NAMES = {
    int: "an integer",
    str: "a string",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
# Above the 32 * 32 cells of the largest board (MAX_SIDE in src/board/mod.rs).
MAX_ITEMS = 1 << 11


def shows_key(source: Source, key: str) -> bool:
    """Whether the head of a source begins like JSON and contains this key."""
    text = source.opening
    return text[:1] in ("{", "[") and bool(re.search(rf'"{key}"\s*:', text))


def is_open(source: Source) -> bool:
    """Whether a text begins like an object, a list of objects or an empty list."""
    return bool(re.match(r"\{|\[\s*\{|\[\s*\]\s*\Z", source.opening))


def read_each(
    source: Source,
    puzzle: Callable[[Document], Setup],
    parts: Callable[[Document], Iterable[Document]] = lambda document: [document],
) -> Iterator[Setup | ParseError]:
    """Read the puzzles of a text, of which an object may have `parts`; errors do not end it."""
    for document in documents(source):
        try:
            found = list(parts(document))
        except ParseError as error:
            yield error
            continue
        for part in found:
            try:
                yield puzzle(part)
            except ParseError as error:
                yield error


def documents(source: Source) -> Iterator[Document]:
    """The objects of a text: a single one, those of a list, or one on each line, as a stream."""
    if are_lines(source, dict):
        yield from line_documents(source)
        return
    top = whole(source)
    if isinstance(top.value, list):
        yield from top.parts()
    else:
        yield top


def line_documents(source: Source) -> Iterator[Document]:
    """The values of JSON lines, as a stream."""
    for line in source.written_lines():
        source.begin = line.number
        yield _Lazy(source, line)


def whole(source: Source) -> Document:
    """The one value of a text."""
    return _Lazy(source, Line(1, source.text()))


def are_lines(source: Source, kind: type) -> bool:
    """Whether the text is JSON lines: at least half of its lines are whole objects, or lists.

    One document in several lines has fewer, however it is set out: its first line opens it, its
    last one closes it, and a comma stands between two values.
    """
    lines = [line for line in source.opening.split("\n") if line.strip()]
    if len(lines) < 2:
        return False
    values = sum(_is_value(line, kind) for line in lines)
    return _is_value(lines[0], kind) or 2 * values >= len(lines)


def _is_value(line: str, kind: type) -> bool:
    """Whether a line is a whole object or list."""
    import json

    text = without_comments(line).strip()
    if text[:1] + text[-1:] != ("{}" if kind is dict else "[]"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


class Document:
    """A JSON value and its path in the text."""

    def __init__(self, source: Source, places: Places, value: Any, path: Path) -> None:
        self.source = source
        self._places = places
        self._value = value
        self.path = path

    @property
    def value(self) -> Any:
        """The value itself."""
        return self._value

    def fail(self, message: str) -> NoReturn:
        """Raise a ParseError about this value."""
        self.source.fail(message + self._path_in_words(), *self.place)

    def _path_in_words(self) -> str:
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f" at {path.removeprefix('.')}" if path else ""

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the value, from 1."""
        return self._places.of(self.path)

    def object(
        self, types: dict[str, type], *, optional: set[str] | None = None, strict: bool = True
    ) -> dict[str, Any]:
        """The value as an object with keys of these types; `strict` refuses other keys."""
        self.check(dict)
        value: dict[str, Any] = self.value
        for key in value:
            if strict and key not in types:
                self._unknown(key, list(types))
        for key, kind in types.items():
            if key in value:
                self.member(key).check(kind)
            elif key not in (optional or ()):
                self.fail(f"expected the key {key!r}, found none")
        return value

    def _unknown(self, key: str, known: list[str]) -> NoReturn:
        from difflib import get_close_matches

        near = get_close_matches(key[:40], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected {', '.join(known)}"
        message = f"found the key {key[:40]!r}; {hint}{self._path_in_words()}"
        self.source.fail(message, *self.member(key).place)

    def check(self, kind: type) -> None:
        """Refuse a value of another type; true does not count as an integer."""
        if type(self.value) is not kind:
            self.fail(f"expected {_NAMES[kind]}, found {seen(self.value)}")
        if isinstance(self.value, str) and lone_surrogate(self.value) is not None:
            self.fail("expected a string, found one with a lone surrogate")

    def member(self, key: str | int) -> Document:
        """The value under a key or an index."""
        return Document(self.source, self._places, self.value[key], (*self.path, key))

    def parts(self) -> Iterator[Document]:
        """The values of a list of puzzles, each the beginning of one."""
        for index in range(len(self.value)):
            item = self.member(index)
            self.source.begin = item.place[0]
            yield item

    def items(self, key: str) -> list[Document]:
        """The values of the list under a key, at most as many as a board has cells."""
        member = self.member(key)
        member.check(list)
        if len(member.value) > MAX_ITEMS:
            member.fail(f"expected at most {MAX_ITEMS} items, found {len(member.value)}")
        return [member.member(index) for index in range(len(member.value))]


def seen(value: Any) -> str:
    """A value as JSON, shortened; only the kind of a list or object."""
    if isinstance(value, list | dict):
        return _NAMES[type(value)]
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    return repr(value[:40] if isinstance(value, str) else value)[:42]


class _Lazy(Document):
    """A text that is decoded on use, so that a malformed line spoils no other."""

    def __init__(self, source: Source, line: Line) -> None:
        super().__init__(source, Places(without_comments(line.text), line.number), None, ())
        self._line = line
        self._is_read = False

    @property
    def value(self) -> Any:
        if not self._is_read:
            self._value, self._is_read = self._decoded(), True
        return self._value

    def _decoded(self) -> Any:
        import json

        checked_lines([self._line])
        first = self._places.first_line
        try:
            return json.loads(self._places.text, object_pairs_hook=_object)
        except json.JSONDecodeError as error:
            what = f"found an error in it: {error.msg[:1].lower()}{error.msg[1:]}"
            line, column = first + error.lineno - 1, error.colno
        except RecursionError:
            what, line, column = "found one that is nested too deep", first, None
        except _TwiceError as error:
            what, line, column = f"found the key {str(error)[:40]!r} twice", first, None
        except ValueError:
            what, line, column = "found a number of too many digits", first, None
        self.source.fail(f"expected JSON, {what}", line, column)


class _TwiceError(ValueError):
    """An object has a key twice, of which Python would keep only the last."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _TwiceError(max(counts, key=lambda key: counts[key]))
    return value
