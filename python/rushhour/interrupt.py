"""Ctrl-C while the command `rushhour` starts: exit code 130 and no traceback."""

import sys
from types import TracebackType

INTERRUPTED = 130


def _is_the_command() -> bool:
    """Whether `rushhour` or `python -m rushhour` starts, not a program that imports it."""
    program = sys.argv[0] if sys.argv else ""
    if program == "-m":  # as long as Python looks for the module
        return "rushhour" in sys.orig_argv or "-mrushhour" in sys.orig_argv
    return program.replace("\\", "/").rpartition("/")[2] in {"rushhour", "rushhour.exe"}


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


if _is_the_command():
    sys.excepthook = _hook
