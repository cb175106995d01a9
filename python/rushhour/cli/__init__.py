"""The command line: for each verb a module with a function of its name, listed in `_VERBS`.

Exit codes: 0 solved, 1 unsolvable or wrong, 2 usage or malformed input, 3 a limit, 4 parts of
a batch failed, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from typing import TYPE_CHECKING

from rushhour.cli.aliases import with_current_names
from rushhour.cli.exit import BROKEN_PIPE, FULL, LIMIT, MALFORMED
from rushhour.cli.manual import HELP, VERSION, asked, describe, plugged
from rushhour.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from cyclopts import App

_GROUPS = {
    "Solve and play": ("solve", "hint", "play", "daily", "explore"),
    "Read, write and draw": ("check", "convert", "link", "render"),
    "Make puzzles": (
        *("generate", "canonical", "minimise", "vary"),
        *("enumerate", "search-records", "tasks"),
    ),
    "Measure": ("analyse", "sort", "compare", "check-heuristic", "reproduce"),
    "Check what others found": ("verify", "grade", "audit", "verify-certificate"),
    "Serve, or solve millions": ("serve", "batch"),
}
_VERBS = tuple(verb for verbs in _GROUPS.values() for verb in verbs)

_COMPLETION = "--install-completion"
_COMPLETE = "__complete"  # the scripts of completion ask it for choices
# What may stand in place of a verb.
_NO_VERBS = (*HELP, *VERSION, _COMPLETION, _COMPLETE)
_USAGE = "Usage: rushhour FILE... [HEURISTIC] [OPTIONS]\n       rushhour COMMAND ..."
_HELP = """Solve and explain Rush Hour / Unblock Me sliding puzzles.

Files without a command are solved: rushhour puzzles/jam-01.txt

rushhour help COMMAND describes a command, with its options and examples.

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
        message = f"{place}{error.strerror or error}{command_meant(error.filename)}"
        return _failed(message, LIMIT if error.errno in FULL else MALFORMED)
    return code


def _dispatch(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    try:
        tokens = with_current_names(_with_verb(asked(tokens, _VERBS)))
        app = _app(tokens)
        if not tokens:
            return _overview(app)
        code = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        from rushhour.cli.complaints import worded

        return _failed(f"{worded(error)}; see rushhour {tokens[0]} --help", MALFORMED)
    except SystemExit as error:  # how rich ends a program when it cannot print help
        raise error.__context__ or error from None
    except Exception as error:
        return _failed_inside(error)
    return code if isinstance(code, int) else 0


def _failed_inside(error: Exception) -> int:
    """Report an error of the input, or of a heuristic of the user; raise any other."""
    from traceback import print_exception

    from rushhour.custom.calling import is_from_user, users_part
    from rushhour.model.errors import RushHourError

    if is_from_user(error):
        print_exception(error.with_traceback(users_part(error)))
        return MALFORMED
    if isinstance(error, RushHourError):
        return _failed(str(error).strip(), MALFORMED)
    raise error


def _with_verb(tokens: list[str]) -> list[str]:
    """The words of a command line; files without a verb are solved."""
    is_complete = not tokens or tokens[0] in (*_VERBS, *_NO_VERBS)
    return tokens if is_complete else ["solve", *tokens]


def _overview(app: App) -> int:
    """Print what there is, on standard error, as for any command line that lacks something."""
    from rich.console import Console

    app.help_print([], console=Console(stderr=True))
    return MALFORMED


def _app(tokens: list[str]) -> App:
    from cyclopts import App, Group, Parameter

    from rushhour._core import VERSION as NUMBER

    app = App(
        "rushhour",
        help=_HELP,
        version=NUMBER,
        version_flags=VERSION,
        help_flags=HELP,
        usage=_USAGE,
        help_format="plaintext",
        default_parameter=Parameter(negative=(), show_default=lambda value: value or None),
        group_commands=Group("Options", sort_key=len(_GROUPS)),
        suppress_keyboard_interrupt=False,
    )
    # The verb `enumerate` is a module here, so its name no longer is the builtin.
    for place, (title, verbs) in zip(count(), _GROUPS.items(), strict=False):
        group = Group(title, sort_key=place)
        for order, name in zip(count(), verbs, strict=False):  # a verb is imported when it is used
            word = name.replace("-", "_")
            path = f"rushhour.cli.{word}:{word}"
            app.command(path, name=name, group=group, sort_key=order)
    app.register_install_completion_command(
        _COMPLETION, help="Install completion of commands and options with the tab key."
    )
    if {_COMPLETION, _COMPLETE} & set(tokens[:1]):  # files without a verb are completed, too
        from rushhour.cli.solve import solve

        app.default(solve)
    if not tokens or {*HELP, _COMPLETION} & set(tokens):
        for name in {*_VERBS} & {*tokens[:1]} or _VERBS:  # one verb, or what there is
            describe(app, name)
        app.help_epilogue = "\n\n".join(plugged(["--format", "--heuristic"])) or None
    return app


def command_meant(missing: object) -> str:
    """A hint at the command that may have been meant by the name of a missing file."""
    from difflib import get_close_matches

    near = get_close_matches(str(missing), _VERBS, n=1)
    return f"; did you mean the command {near[0]}?" if near else ""


def _failed(message: str, code: int) -> int:
    from rushhour.cli.output import warn

    warn(message)
    return code
