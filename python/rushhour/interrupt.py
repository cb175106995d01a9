"""Ctrl-C for the command `rushhour`, at any time and many times: exit code 130 and no traceback."""

import _thread
import signal
import sys
from time import monotonic
from types import TracebackType
from typing import Any

INTERRUPTED = 130


def _is_the_command() -> bool:
    """Whether `rushhour` or `python -m rushhour` starts, not a program that imports it."""
    program = sys.argv[0] if sys.argv else ""
    if program == "-m":  # as long as Python looks for the module
        return "rushhour" in sys.orig_argv or "-mrushhour" in sys.orig_argv
    return program.replace("\\", "/").rpartition("/")[2] in {"rushhour", "rushhour.exe"}


def is_interrupt(error: BaseException | None) -> bool:
    """Whether an error is Ctrl-C, or that of a wait which Ctrl-C ended: a lock can fail then."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__context__
    return False


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if is_interrupt(error):
        ended()
        sys.exit(INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


class _Burst:
    """The handler of signals: several within half a second are one Ctrl-C."""

    SECONDS = 0.5

    def __init__(self) -> None:
        self.begun = -self.SECONDS

    def __call__(self, *_: object) -> None:
        now = monotonic()
        if now - self.begun >= self.SECONDS:
            self.begun = now
            raise KeyboardInterrupt


_burst = _Burst()


def _hook_where_nothing_can_be_raised(unraisable: Any) -> None:
    """Raise Ctrl-C again where it can be raised, in place of a line that says it was ignored."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _burst.begun = -_Burst.SECONDS
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(unraisable)


def ended() -> None:
    """Ignore each further Ctrl-C: the command has been interrupted and only cleans up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if _is_the_command():
    sys.excepthook = _hook
    sys.unraisablehook = _hook_where_nothing_can_be_raised
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell may have it ignored
        signal.signal(signal.SIGINT, _burst)
