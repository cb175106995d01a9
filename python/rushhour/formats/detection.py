"""Detection: which format a text is in, by its name or by its content."""

from __future__ import annotations

from typing import NoReturn

from rushhour.formats.link import are_fragments
from rushhour.formats.plugged import matching, plugged
from rushhour.formats.registry import FORMATS, Format, named
from rushhour.formats.source import Source


def format_of(source: Source, name: str | None, target: str | None) -> Format:
    """The format of a source: the one named or, without a name, the one detected.

    ParseError where the source is empty, where detection fails, or where a target is declared for
    a format that takes none.
    """
    if not source.head and not (name in (None, "link") and are_fragments(source)):
        _fail_without_lines(source)
    entry = detect(source) if name is None else named(name)
    if target is not None and not entry.takes_target:
        message = f"expected a drawn board for a declared target, found {entry.name}"
        source.fail(f"{message}, which says itself which vehicle it is")
    return entry


def detect(source: Source) -> Format:
    """The only format that a source matches; ParseError names the candidates if there are several.

    Formats of other packages are tried if it matches none of this package.
    If it matches none but resembles exactly one, that format is returned, to explain the errors.
    """
    from rushhour.formats.boardstring import is_file_name

    if are_fragments(source):
        return named("link")
    _refuse_table(source)
    found = [entry for entry in FORMATS if entry.matches(source)]
    if not found:
        found = matching(lambda entry: entry.matches(source))
    if len(found) == 1:
        return found[0]
    similar = [entry for entry in FORMATS if entry.resembles(source)]
    if not found and len(similar) == 1:
        return similar[0]
    source.require_text()
    number, first = source.head[0].number, source.head[0].text.strip()
    if found:
        names = " and ".join(entry.name for entry in found)
        one = found[0].name
        how = f"name it: format={one!r} in Python, --format {one} on the command line"
        source.fail(f"expected one possible format, found {names}; {how}", number)
    names = ", ".join(entry.name for entry in (*FORMATS, *plugged()))
    message = f"expected a puzzle in one of the formats {names}, found {first[:40]!r}"
    is_name = source.name is None and len(source.head) == 1 and is_file_name(first)
    source.fail(message + "; to read a file, use read" * is_name, number)


def _refuse_table(source: Source) -> None:
    """Refuse a table of boards, which could pass for a list of malformed board strings."""
    header = source.head[0].text.casefold().strip().split(",")
    if len(header) > 1 and "board" in header:
        how = "rushhour batch and rushhour audit read it, solve_batch a column of it"
        source.fail(f"expected puzzles, found a table with a column 'board'; {how}")


def _fail_without_lines(source: Source) -> NoReturn:
    source.require_text()
    found = "comments alone; walls are x" if source.tight_comments else "an empty text"
    source.fail(f"expected a puzzle, found {found}")
