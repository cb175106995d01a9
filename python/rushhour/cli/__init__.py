"""The command line: one file per verb, one line each in `_VERBS`.

Exit codes: 0 solved, 1 unsolvable or wrong, 2 usage or malformed input, 3 a limit, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

from rushhour.cli.exit import INTERRUPTED, MALFORMED

_VERBS = {
    "solve": "rushhour.cli.solve:solve",
    "explore": "rushhour.cli.explore:explore",
    "convert": "rushhour.cli.convert:convert",
    "check": "rushhour.cli.check:check",
    "verify": "rushhour.cli.verify:verify",
}


def main(tokens: list[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:] if tokens is None else tokens))


def run(tokens: list[str]) -> int:
    """Run the command line; the exit code comes back."""
    try:
        code = _dispatch(tokens)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _say(f"{place}{error.strerror or error}", MALFORMED)
    return code


def _dispatch(tokens: list[str]) -> int:
    from cyclopts import App, CycloptsError

    from rushhour._core import VERSION
    from rushhour.cli.solve import solve
    from rushhour.errors import RushHourError

    app = App(
        "rushhour",
        help="Solve and explain Rush Hour / Unblock Me sliding puzzles.",
        version=VERSION,
        usage="Usage: rushhour FILE [1|2|3|HEURISTIC] [OPTIONS]  or  rushhour COMMAND ...",
        help_format="plaintext",
        default_command=solve,
        suppress_keyboard_interrupt=False,
    )
    for name, place in _VERBS.items():
        app.command(place, name=name)
    try:
        code = app(
            tokens,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except (CycloptsError, RushHourError) as error:
        return _say(str(error).strip(), MALFORMED)
    return code if isinstance(code, int) else 0


def _say(message: str, code: int) -> int:
    print(f"rushhour: {message}", file=sys.stderr)
    return code
