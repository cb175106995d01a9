"""JSON documents whose errors name the place: line and column of the syntax, path of the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from rushhour.errors import ParseError
from rushhour.formats.source import Source, lone_surrogate

_NAMES = {
    int: "an integer",
    str: "a string",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
# Above the 32 * 32 cells of the largest board (MAX_SIDE in src/board.rs).
MAX_ITEMS = 1 << 11


def shows_key(source: Source, key: str) -> bool:
    """Whether the head of a source begins like JSON and has this key."""
    text = source.opening
    return text[:1] in ("{", "[") and bool(re.search(rf'"{key}"\s*:', text))


def documents(source: Source) -> Iterator[Document]:
    """The objects of a text: one, those of a list, or one in each line, read in a stream."""
    if _is_lines(source):
        for line in source.written_lines():
            yield _Lazy(source, line.text, line.number)
        return
    top = _Lazy(source, source.text())
    value = top.value
    if isinstance(value, list):
        yield from (Document(source, item, f"[{index}]") for index, item in enumerate(value))
    else:
        yield top


def _is_lines(source: Source) -> bool:
    """Whether a second line opens an object: one object cannot begin with another."""
    return len(source.head) > 1 and all(line.text.lstrip()[0] == "{" for line in source.head[:2])


class Document:
    """A JSON value and its path in the text."""

    def __init__(self, source: Source, value: Any, path: str, line: int | None = None) -> None:
        self.source = source
        self._value = value
        self.path = path
        self.line = line

    @property
    def value(self) -> Any:
        """The value itself."""
        return self._value

    def fail(self, message: str) -> NoReturn:
        """Raise a ParseError about this value."""
        place = f" at {self.path}" if self.path else ""
        self.source.fail(message + place, self.line)

    def object(
        self, types: dict[str, type], *, optional: set[str] | None = None, strict: bool = True
    ) -> dict[str, Any]:
        """The value as an object with keys of these types; `strict` refuses any other key."""
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
        self.fail(f"found the key {key[:40]!r}; {hint}")

    def check(self, kind: type) -> None:
        """Refuse a value of another type; true is no integer."""
        if type(self.value) is not kind:
            self.fail(f"expected {_NAMES[kind]}, found {seen(self.value)}")
        if isinstance(self.value, str) and lone_surrogate(self.value) is not None:
            self.fail("expected a string, found one with a lone surrogate")

    def member(self, key: str) -> Document:
        """The value under a key."""
        path = f"{self.path}.{key}" if self.path else key
        return Document(self.source, self.value[key], path, self.line)

    def items(self, key: str) -> list[Document]:
        """The values of the list under a key, no more than a board has cells."""
        member = self.member(key)
        member.check(list)
        if len(member.value) > MAX_ITEMS:
            member.fail(f"expected at most {MAX_ITEMS} items, found {len(member.value)}")
        return [
            Document(self.source, item, f"{member.path}[{index}]", self.line)
            for index, item in enumerate(member.value)
        ]


def seen(value: Any) -> str:
    """A value as JSON would have it, shortened; a list or an object by its kind alone."""
    if isinstance(value, list | dict):
        return _NAMES[type(value)]
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    return repr(value[:40] if isinstance(value, str) else value)[:42]


class _Lazy(Document):
    """A text that is decoded when its value is asked for, so that one bad line spoils no other."""

    def __init__(self, source: Source, text: str, line: int | None = None) -> None:
        super().__init__(source, None, "", line)
        self._text: str | None = text

    @property
    def value(self) -> Any:
        if self._text is not None:
            self._value = _decoded(self._text, self._refuse)
            self._text = None
        return self._value

    def _refuse(self, message: str, line: int | None, column: int | None) -> NoReturn:
        number = line if self.line is None else self.line
        raise ParseError(message, number, column, self.source.name)


def _decoded(text: str, refuse: Callable[[str, int | None, int | None], NoReturn]) -> Any:
    import json

    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        refuse(f"expected JSON, found an error in it: {what}", error.lineno, error.colno)
    except RecursionError:
        refuse("expected JSON, found one that is nested too deep", None, None)
    except ValueError:
        refuse("expected JSON, found a number of too many digits", None, None)
