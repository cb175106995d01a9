"""Help: the usage of each verb and its examples, and where help is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_origin

from rushhour.base.expect import known
from rushhour.base.packages import plugins

if TYPE_CHECKING:
    from cyclopts import App
    from cyclopts.argument import Argument

HELP = ("--help", "-h")
VERSION = ("--version", "-V")

# The options that take the names of what other packages add.
_USERS: dict[Literal["formats", "heuristics"], set[str]] = {
    "formats": {"--format", "--to", "--boards"},
    "heuristics": {"--heuristic"},
}

_EXAMPLES = "\n\nExamples\n--------\n"


def asked(tokens: Sequence[str], verbs: Sequence[str]) -> list[str]:
    """The words of a command line, with `help VERB` as `VERB --help`."""
    if tokens[:1] != ["help"]:
        return list(tokens)
    for verb in tokens[1:2]:
        known("command", verb, verbs)
    return [*tokens[1:], HELP[0]]


def describe(app: App, verb: str) -> None:
    """Give the help of a verb its usage and its examples."""
    command = app[verb]
    command.usage = " ".join(("Usage:", app.name[0], verb, *_usage(command)))
    assert command.default_command is not None
    lines = "".join(f"\n  {line}" for line in examples(command.default_command))
    more = "".join(f"{line}\n\n" for line in plugged(_options(command)))
    command.help_epilogue = f"{more}Examples:{lines}"


def plugged(options: Collection[str]) -> Iterator[str]:
    """What other packages add to these options, a line for each kind."""
    for kind, users in _USERS.items():
        found = plugins(f"rushhour.{kind}") if users & set(options) else {}
        if found:
            names = ", ".join(f"{name} ({one.package})" for name, one in found.items())
            yield f"More {kind}, of other packages: {names}"


def _options(command: App) -> list[str]:
    return [one.name for one in command.assemble_argument_collection() if one.show]


def examples(verb: Callable[..., object]) -> list[str]:
    """The commands that the documentation of a verb has as examples."""
    _, _, lines = (inspect.getdoc(verb) or "").partition(_EXAMPLES)
    return lines.splitlines()


def _usage(command: App) -> Iterator[str]:
    """The arguments and required options of a verb, optional ones in brackets."""
    arguments = [one for one in command.assemble_argument_collection() if one.show]
    named = [one for one in arguments if one.index is None and not is_list(one)]
    yield from (f"{one.name} {one.parameter.metavar}" for one in named if one.required)
    if not all(one.required for one in named):
        yield "[OPTIONS]"
    yield from (placed(one) for one in arguments if one not in named)


def placed(argument: Argument) -> str:
    """An argument without a name as usage has it: `FILE...`, in brackets if it is optional."""
    name = argument.name.upper() + "..." * is_list(argument)
    return name if argument.required else f"[{name}]"


def is_list(argument: Argument) -> bool:
    """Whether an argument without a name takes several words."""
    field = argument.field_info
    is_tuple = argument.index is not None and get_origin(argument.hint) is tuple
    return field.kind is field.VAR_POSITIONAL or is_tuple


_CURRENT = {
    "batch": {"--column": "--board", "--kind": "--format"},
    "compare": {"--algorithms": "--algorithm", "--heuristics": "--heuristic"},
    "render": {"--out": "--output"},
}


def with_current_names(tokens: Sequence[str]) -> list[str]:
    """The words of a command line with every former option replaced by its current name."""
    current = _CURRENT.get(tokens[0], {}) if tokens else {}
    return [_renamed(token, current) for token in tokens]


def _renamed(token: str, current: dict[str, str]) -> str:
    name, equals, value = token.partition("=")
    return current.get(name, name) + equals + value
