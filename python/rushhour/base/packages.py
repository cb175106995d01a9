"""Other packages: those of an extra, which are imported on use, and plug-ins.

A plug-in is what another package adds under an entry point; it is found and loaded when needed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from rushhour.base.space import MB, require_space
from rushhour.errors import MissingExtraError, PluginError, PluginWarning, RushHourError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# NumPy and pyarrow take 330 MB, before they compute; with less they end the process.
_SPACE = 600 * MB

Group = Literal["rushhour.formats", "rushhour.heuristics"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import packages of an extra in this block; MissingExtraError if one is not installed.

    MemoryError if the process has too little address space for them.
    """
    require_space(_SPACE, "the packages of an extra")
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "rushhour"):
            raise
        raise MissingExtraError(package, extra) from None


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point of another package: `name` is what users write, `package` whose it is."""

    name: str
    package: str
    entry: EntryPoint = field(repr=False)

    def load(self) -> Any:
        """What the entry point names; PluginError if it cannot be imported."""
        with self.blamed():
            return self.entry.load()

    def require(self, found: object, functions: tuple[str, ...]) -> None:
        """Refuse an object without these functions; PluginError names the first."""
        for name in functions:
            if not callable(getattr(found, name, None)):
                raise PluginError(self.name, self.package, f"expected a function {name}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Turn an exception of the other package into a PluginError that names it."""
        try:
            yield
        except RushHourError:
            raise
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {error}"
            raise PluginError(self.name, self.package, what) from error


@lru_cache(maxsize=2)
def plugins(group: Group) -> dict[str, Plugin]:
    """The plug-ins of a group by name, in order; of two with one name the first package's counts.

    This reads the metadata of all installed packages, some milliseconds, but imports none of them.
    """
    from importlib.metadata import entry_points

    found: dict[str, Plugin] = {}
    for plugin in sorted(map(_plugin, entry_points(group=group)), key=_order):
        if plugin.name in found:
            _warn(plugin, f"the package {found[plugin.name].package} has one of that name")
        found.setdefault(plugin.name, plugin)
    return found


def usable(group: Group, work: Callable[[Plugin], Any]) -> Iterator[Any]:
    """The results of some work with each plug-in of a group; one that fails gives a warning."""
    for plugin in plugins(group).values():
        try:
            yield work(plugin)
        except PluginError as error:
            warnings.warn(PluginWarning(str(error)), stacklevel=2)


def _plugin(entry: EntryPoint) -> Plugin:
    owner = entry.dist
    return Plugin(entry.name, "unknown" if owner is None else owner.name, entry)


def _order(plugin: Plugin) -> tuple[str, str, str]:
    return plugin.name, plugin.package, plugin.entry.value


def _warn(plugin: Plugin, what: str) -> None:
    message = PluginError(plugin.name, plugin.package, what)
    warnings.warn(PluginWarning(str(message)), stacklevel=3)
