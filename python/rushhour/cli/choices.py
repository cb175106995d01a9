"""Choices: what the tab key offers for options whose values are not a fixed list of the help.

The names of other packages are asked for when the key is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from rushhour.model.errors import PluginError

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

Completer = Callable[["CompletionContext"], list[str]]


def among(names: Iterable[str]) -> Completer:
    """These names."""
    found = list(names)
    return lambda _: found


def several(choices: Completer) -> Completer:
    """Each of the choices, behind those that are typed and end in a comma."""

    def after_comma(context: CompletionContext) -> list[str]:
        before, comma, _ = context.incomplete.rpartition(",")
        return [before + comma + name for name in choices(context)]

    return after_comma


def heuristics(_: CompletionContext) -> list[str]:
    """The registered heuristics, and those of other packages."""
    from rushhour.model.plugins import plugins
    from rushhour.search.registry import heuristics as registered

    names = [entry.name for entry in registered()]
    return list(dict.fromkeys([*names, *plugins("rushhour.heuristics")]))


def formats(_: CompletionContext) -> list[str]:
    """The formats of puzzles, and those of other packages."""
    from rushhour.formats.plugged import plugged
    from rushhour.formats.registry import FORMATS

    return [entry.name for entry in (*FORMATS, *plugged())]


def writable(context: CompletionContext) -> list[str]:
    """The formats that can be written; not those of a package that is broken."""
    from rushhour.formats.registry import named

    found = []
    for name in formats(context):
        with suppress(PluginError):
            found += [name] * named(name).is_writable
    return found
