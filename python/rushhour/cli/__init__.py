"""The command line: for each verb a module with a function of its name, listed in `_GROUPS`.

Exit codes: 0 solved, 1 unsolvable or wrong, 2 usage or malformed input, 3 a limit, 4 parts of
a batch failed, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from rushhour._core import VERSION as NUMBER
from rushhour._core import exit_at_abort
from rushhour.base.files import STREAM
from rushhour.base.space import MB, require_space
from rushhour.cli.exit import BROKEN_PIPE, FULL, LIMIT, MALFORMED
from rushhour.cli.manual import HELP, VERSION, asked, describe, plugged, with_current_names
from rushhour.cli.output import warn
from rushhour.cli.progress import at_work
from rushhour.custom.functions import is_from_user, users_part
from rushhour.errors import DoubtfulReadingError, RushHourError
from rushhour.interrupt import INTERRUPTED, ended, is_interrupt

if TYPE_CHECKING:
    from cyclopts import App

_GROUPS = {
    "Solve and play": ("solve", "hint", "play", "daily", "explore"),
    "Read, write and draw": ("check", "convert", "link", "render"),
    "Make puzzles": (
        *("generate", "canonical", "minimise", "vary"),
        *("enumerate", "search-records", "tasks"),
    ),
    "Measure": (
        *("analyse", "sort", "compare", "watch", "tree"),
        *("heuristic", "check-heuristic", "reproduce"),
    ),
    "Check what others found": (
        *("verify", "grade", "grade-code"),
        *("audit", "who", "verify-certificate"),
    ),
    "Serve, or solve millions": ("serve", "batch"),
}
_TALKING = ("play", "daily", "serve")
_VERBS = tuple(verb for verbs in _GROUPS.values() for verb in verbs)

# With 60 MB every verb without other packages works.
_SPACE = 100 * MB

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
    code = run(sys.argv[1:] if tokens is None else tokens)
    if code == INTERRUPTED:
        ended()
    sys.exit(code)


def run(tokens: list[str]) -> int:
    """Run the command line; returns the exit code."""
    if sys.stdout is None:
        return _failed("standard output is closed", MALFORMED)
    try:
        if require_space(_SPACE, "a search"):
            exit_at_abort(LIMIT, "rushhour: out of memory: no room is left (ulimit -v)")
        with nullcontext() if _is_talking(tokens) else at_work():
            code = _dispatch(tokens)
        sys.stdout.flush()
    except KeyboardInterrupt as error:
        return _failed(f"interrupted{error}", INTERRUPTED)
    except MemoryError as error:
        return _failed(f"out of memory: {error}" if str(error) else "out of memory", LIMIT)
    except BrokenPipeError:
        _end_output()
        return BROKEN_PIPE
    except OSError as error:
        _end_output()
        place = f"{error.filename}: " if error.filename else ""
        return _failed(f"{place}{reason(error)}", LIMIT if error.errno in FULL else MALFORMED)
    return code


def _is_talking(tokens: list[str]) -> bool:
    """Whether somebody plays or types in the terminal, or a service tells there what it does."""
    is_typed = STREAM in tokens and sys.stdin is not None and sys.stdin.isatty()
    return is_typed or tokens[:1] in ([verb] for verb in _TALKING)


def _end_output() -> None:
    """Write what standard output holds; drop what it cannot take, or the exit raises again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
        if is_interrupt(error):
            raise KeyboardInterrupt from None
        return _failed_inside(error)
    return code if isinstance(code, int) else 0


def _failed_inside(error: Exception) -> int:
    """Report an error of the input, or of a heuristic of the user; raise any other."""
    from traceback import print_exception

    if is_from_user(error):
        print_exception(error.with_traceback(users_part(error)))
        return MALFORMED
    if isinstance(error, RushHourError):
        code = LIMIT if isinstance(error, DoubtfulReadingError) else MALFORMED
        return _failed(str(error).strip(), code)
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

    app = App(
        "rushhour",
        help=_HELP,
        version=NUMBER,
        version_flags=VERSION,
        help_flags=HELP,
        usage=_USAGE,
        help_format="plaintext",
        default_parameter=Parameter(
            negative=(), json_list=False, json_dict=False, show_default=lambda value: value or None
        ),
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


def reason(error: OSError) -> str:
    """What is wrong with a file, and what may have been meant by its name."""
    from difflib import get_close_matches

    if isinstance(error, IsADirectoryError):
        inside = Path(str(error.filename or "FOLDER"), "*")
        return f"expected a file, found a folder; {inside} names the files in it"
    if error.filename in {"1", "2", "3"}:
        number = error.filename
        return f"{error.strerror}; a heuristic comes after the file, as in rushhour FILE {number}"
    near = get_close_matches(str(error.filename), _VERBS, n=1)
    meant = f"; did you mean the command {near[0]}?" if near else ""
    return f"{error.strerror or error}{meant}"


def _failed(message: str, code: int) -> int:
    warn(message)
    return code
