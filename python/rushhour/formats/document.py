"""Shared by the formats in JSON: the lines of a source that the core reads as documents.

A literal of JavaScript or Python - keys without quotes, other quotes, comments, commas at the end,
a name before it - is read as the JSON that it means. The reader is `src/reader/document.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import ParseError
from rushhour.formats import drawn
from rushhour.formats.source import Source, encodable
from rushhour.model.setup import Setup


def matches(source: Source, format: str) -> bool:  # noqa: A002
    """Whether the head of a source can be in a format, and in no other one in JSON."""
    return _core.is_json(format, encodable(source.opening))


def resembles(source: Source, format: str) -> bool:  # noqa: A002
    """Whether a format should explain the errors of a source that matches no format."""
    return _core.resembles_json(format, encodable(source.opening))


def read(source: Source, format: str, target: str | None = None) -> Iterator[Setup | ParseError]:  # noqa: A002
    """The puzzles of a text: of one document, or of one on each line, as a stream."""
    label = drawn.declared(target)
    if not _core.are_json_lines(format, encodable(source.opening)):
        yield from drawn.items(source, _core.read_json(format, source.text(), None, label))
        return
    for line in source.written_lines():
        source.begin = line.number
        if line.error is not None:
            yield line.error
        else:
            yield from drawn.items(source, _core.read_json(format, line.text, line.number, label))
