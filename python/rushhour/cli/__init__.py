"""The command line: for each verb a module with a function of its name, listed in `_VERBS`.

Exit codes: 0 solved, 1 unsolvable or wrong, 2 usage or malformed input, 3 a limit, 4 parts of
a batch failed, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rushhour.cli.aliases import with_current_names
from rushhour.cli.exit import BROKEN_PIPE, INTERRUPTED, LIMIT, MALFORMED

if TYPE_CHECKING:
    from cyclopts import App

_VERBS = (
    "solve",
    "explore",
    "hint",
    "play",
    "render",
    "convert",
    "check",
    "verify",
    "verify-certificate",
    "analyse",
    "sort",
    "generate",
    "audit",
    "batch",
    "compare",
    "reproduce",
    "check-heuristic",
    "grade",
    "serve",
)

_HELP = """Solve and explain Rush Hour / Unblock Me sliding puzzles.

A file without a command is solved.

Exit codes: 0 solved, 1 unsolvable or wrong, 2 usage or malformed input,
3 a limit came first, 4 parts of a batch failed, 130 interrupted,
141 the reader of the output has gone.
"""


def main(tokens: list[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:] if tokens is None else tokens))


def run(tokens: list[str]) -> int:
    """Run the command line; returns the exit code."""
    if sys.stdout is None:
        return _failed("standard output is closed", MALFORMED)
    try:
        code = _dispatch(tokens)
        sys.stdout.flush()
    except KeyboardInterrupt as error:
        return _failed(f"interrupted{error}", INTERRUPTED)
    except MemoryError as error:
        return _failed(f"out of memory: {error}" if str(error) else "out of memory", LIMIT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _failed(f"{place}{error.strerror or error}{_hint(error.filename)}", MALFORMED)
    return code


def _dispatch(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from rushhour.model.errors import RushHourError

    try:
        tokens = with_current_names(tokens)
        app = _app(tokens)
        code = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _failed(f"{_in_house_style(str(error))}; see rushhour --help", MALFORMED)
    except RushHourError as error:
        return _failed(str(error).strip(), MALFORMED)
    return code if isinstance(code, int) else 0


def _app(tokens: list[str]) -> App:
    from cyclopts import App, Parameter

    from rushhour._core import VERSION
    from rushhour.cli.solve import solve

    app = App(
        "rushhour",
        help=_HELP,
        version=VERSION,
        usage="Usage: rushhour FILE [1|2|3|HEURISTIC] [OPTIONS]  or  rushhour COMMAND ...",
        help_format="plaintext",
        default_command=solve,
        default_parameter=Parameter(negative=(), show_default=lambda value: value or None),
        suppress_keyboard_interrupt=False,
    )
    for name in _VERBS:  # a verb is imported when it is used
        word = name.replace("-", "_")
        app.command(f"rushhour.cli.{word}:{word}", name=name)
    if {"--help", "-h"} & set(tokens):  # the list of verbs describes each of them
        app.resolved_commands()
    return app


def _in_house_style(message: str) -> str:
    """A message of the argument parser without its capital letter and full stop."""
    message = " ".join(message.split()).removesuffix(".")
    return message[:1].lower() + message[1:]


def _hint(missing: object) -> str:
    """The command that may have been meant by the name of a missing file."""
    from difflib import get_close_matches

    near = get_close_matches(str(missing), _VERBS, n=1)
    return f"; did you mean the command {near[0]}?" if near else ""


def _failed(message: str, code: int) -> int:
    from rushhour.cli.output import warn

    warn(message)
    return code
