"""Calls of the user's functions: their names in reports, and the tracebacks of their errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar

from rushhour.custom.state import State

T = TypeVar("T")

_NOTES = ("in the heuristic ", "in the goal ")


def name_of(function: Callable[..., object]) -> str:
    """The name of a function in reports."""
    return str(getattr(function, "__name__", type(function).__name__))


def places_of(function: Callable[..., object]) -> tuple[str, str]:
    """The name of a function with its file, and with the path of that; a module if it has none."""
    code = getattr(function, "__code__", None)
    path = Path(code.co_filename if code else getattr(function, "__module__", None) or "")
    return f"{path.name}:{name_of(function)}", f"{path}:{name_of(function)}"


def call(kind: Literal["heuristic", "goal"], function: Callable[[State], T], state: State) -> T:
    """Call a function of the user; its exceptions get a note that names the state."""
    try:
        return function(state)
    except Exception as error:
        error.add_note(f"in the {kind} {name_of(function)}, for the state {state}")
        raise


def is_from_user(error: BaseException) -> bool:
    """Whether an error was raised by a function of the user, not by this package."""
    return any(note.startswith(_NOTES) for note in getattr(error, "__notes__", ()))


def users_part(error: BaseException) -> TracebackType | None:
    """The traceback of such an error, from the function on."""
    trace, ours = error.__traceback__, None
    while trace is not None:
        ours = trace if trace.tb_frame.f_code.co_filename == __file__ else ours
        trace = trace.tb_next
    return ours and ours.tb_next
