"""JSON documents whose errors name line, column and path of the value.

The place of a value is found by its path only when an error needs it. Literals of JavaScript and
Python - keys without quotes, other quotes, comments, commas at the end, a name before them - are
read as the JSON that they mean; then places have no column.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from rushhour.errors import ParseError
from rushhour.formats.source import Line, Source, checked_lines, lone_surrogate
from rushhour.model.setup import Setup

Path = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*+"?|#[^\n]*')


def without_comments(text: str) -> str:
    """The text without comments, which begin with `#` outside strings."""
    if "#" not in text:
        return text
    return _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else "", text)


MAX_LITERAL = 1 << 17
"""The longest text that is read as a literal of a program."""

# What stands before the value of a variable.
_NAME = re.compile(
    r"\s*(?:export\s+default\b|(?:export\s+)?(?:(?:const|let|var)\s+)?[A-Za-z_$][\w$]{0,60}\s*=)"
    r"\s*(?=[\[{])"
)
_PART = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*+"?)|(?P<quoted>'(?:[^'\\\n]|\\.)*+'?)"""
    r"|(?P<note>//[^\n]*|/\*[^*]{0,2000}\*/)|(?P<word>(?<![\w.])[A-Za-z_$][\w$.]*)|(?P<sign>[()])"
)
_LAST_COMMA = re.compile(r""""(?:[^"\\]|\\.)*+"?|,(?=\s*+[\]}])""")
_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_JSON_WORDS = ("true", "false", "null", "NaN", "Infinity")


@lru_cache(maxsize=16)
def as_json(text: str) -> str:
    """The JSON that a literal of JavaScript or Python means, line by line; else the text itself."""
    named = _NAME.match(text)
    if not (named or text.lstrip().startswith(("[", "{"))) or len(text) > MAX_LITERAL:
        return text
    start = named.end() if named else 0
    value = re.sub(r";\s*\Z", "", text[start:]) if named else text
    value = _LAST_COMMA.sub(lambda found: found[0].strip(","), _PART.sub(_of_part, value))
    return "\n" * text.count("\n", 0, start) + value


def _of_part(found: re.Match[str]) -> str:
    """A part of a literal in JSON."""
    kind, part = found.lastgroup, found[0]
    if kind == "note":
        return "\n" * part.count("\n")
    if kind == "sign":
        return {"(": "[", ")": "]"}[part]
    if kind == "quoted":
        return json.dumps(part.strip("'").replace("\\'", "'"), ensure_ascii=False)
    if kind == "word" and part not in _JSON_WORDS:
        return _WORDS.get(part) or f'"{part.rpartition(".")[2]}"'
    return part


def opening(source: Source) -> str:
    """The head of a source, in JSON where it is a literal of a program."""
    return as_json(source.opening)


class Places:
    """The places of the values in a text of valid JSON; `column` only where it has its own."""

    def __init__(self, text: str, first_line: int, *, has_columns: bool = True) -> None:
        self.text = text
        self.first_line = first_line
        self._has_columns = has_columns

    def of(self, path: Path) -> tuple[int, int | None]:
        """Line and column of the value at a path."""
        at = self._skip(0)
        if path and isinstance(path[0], int):  # an item of a list of puzzles
            at, path = self._items[path[0]], path[1:]
        for step in path:
            at = next(start for name, start in self._children(at) if name == step)
        line = bisect_right(self._line_starts, at) - 1
        column = at - self._line_starts[line] + 1
        return self.first_line + line, column if self._has_columns else None

    @cached_property
    def _items(self) -> list[int]:
        return [start for _, start in self._children(self._skip(0))]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def _children(self, at: int) -> list[tuple[str | int, int]]:
        """Key or index, and place, of each value in the object or list at a place."""
        decode, is_object = json.JSONDecoder().raw_decode, self.text[at] == "{"
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
    text = opening(source)
    return text[:1] in ("{", "[") and bool(re.search(rf'"{key}"\s*:', text))


def is_open(source: Source) -> bool:
    """Whether a text begins like an object, a list of objects or an empty list."""
    return bool(re.match(r"\{|\[\s*\{|\[\s*\]\s*\Z", opening(source)))


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
        """Raise a ParseError about this value; its path stands before the advice in a message."""
        what, sign, advice = message.partition("; ")
        self.source.fail(f"{what}{self._path_in_words()}{sign}{advice}", *self.place)

    def _path_in_words(self) -> str:
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f" at {path.removeprefix('.')}" if path else ""

    @property
    def place(self) -> tuple[int, int | None]:
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
        checked_lines([self._line])
        text, first = self._places.text, self._places.first_line
        loose = as_json(text)
        if loose != text:
            try:
                found = self._loaded(loose)
            except json.JSONDecodeError:
                pass  # the error of the text itself is told
            else:
                self._places = Places(loose, first, has_columns=False)
                return found
        try:
            return self._loaded(text)
        except json.JSONDecodeError as error:
            what = f"found an error in it: {error.msg[:1].lower()}{error.msg[1:]}"
            self.source.fail(f"expected JSON, {what}", first + error.lineno - 1, error.colno)

    def _loaded(self, text: str) -> Any:
        """The value of a text; JSONDecodeError for its syntax, ParseError for all else."""
        first = self._places.first_line
        try:
            return json.loads(text, object_pairs_hook=_object)
        except json.JSONDecodeError:
            raise
        except RecursionError:
            what = "found one that is nested too deep"
        except _TwiceError as error:
            what = f"found the key {str(error)[:40]!r} twice"
        except ValueError:
            what = "found a number of too many digits"
        self.source.fail(f"expected JSON, {what}", first)


class _TwiceError(ValueError):
    """An object has a key twice, of which Python would keep only the last."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _TwiceError(max(counts, key=lambda key: counts[key]))
    return value
