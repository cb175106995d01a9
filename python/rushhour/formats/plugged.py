"""Formats of other packages, under the entry point `rushhour.formats`.

Such a format is a module, or an object, with the functions that a format of this package has:
`matches` and `read`, and where it makes sense `resembles`, `write` and `write_item`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rushhour.formats.registry import FORMATS, Format
from rushhour.model.plugins import Plugin, plugins, usable


@dataclass(frozen=True, slots=True)
class PluggedFormat(Format):
    """A format of another package; an exception that it raises becomes a PluginError."""

    plugin: Plugin

    def _module(self) -> Any:
        return _guarded(self.plugin)


@lru_cache(maxsize=1)
def plugged() -> tuple[PluggedFormat, ...]:
    """The formats of other packages; names of this package's formats are taken."""
    taken = {entry.name for entry in FORMATS}
    found = plugins("rushhour.formats").values()
    return tuple(
        PluggedFormat(one.name, f"from the package {one.package}", one)
        for one in found
        if one.name not in taken
    )


def matching(matches: Callable[[Format], bool]) -> list[Format]:
    """The formats of other packages for which a test holds; one that fails gives a warning."""
    known = {entry.name: entry for entry in plugged()}

    def tried(plugin: Plugin) -> Format | None:
        entry = known.get(plugin.name)
        return entry if entry is not None and matches(entry) else None

    return [entry for entry in usable("rushhour.formats", tried) if entry is not None]


@lru_cache
def _guarded(plugin: Plugin) -> _Guarded:
    return _Guarded(plugin)


class _Guarded:
    """The functions of a plug-in, whose exceptions name it."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._module = plugin.load()
        plugin.require(self._module, ("matches", "read"))

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._module, name)
        return self._reader(function) if name == "read" else self._caller(function)

    def _caller(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            with self._plugin.blamed():
                return function(*values, **named)

        return call

    def _reader(self, function: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def read(*values: Any, **named: Any) -> Iterator[Any]:
            with self._plugin.blamed():
                yield from function(*values, **named)

        return read
