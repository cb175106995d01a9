"""Loading heuristics and goals by name: from the registry, a module or a file."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from rushhour.base.expect import brief_repr
from rushhour.custom.functions import Function, GoalFunction, known_goal
from rushhour.errors import RushHourError
from rushhour.model.move import Goal
from rushhour.search.options import heuristic_name, heuristic_of


def load(text: str) -> str | Function:
    """Load the heuristic given as NAME, MODULE:FUNCTION or FILE.py:FUNCTION.

    This runs the module or file. RushHourError if it is missing or fails.
    """
    if _is_place(text):
        function: Function = _function(text)
        return function
    found = heuristic_of(text)
    return found if callable(found) else heuristic_name(found)


def load_goal(text: str) -> Goal | GoalFunction:
    """Load the goal given as NAME, MODULE:FUNCTION or FILE.py:FUNCTION.

    This runs the module or file. RushHourError if it is missing or fails.
    """
    return _function(text) if _is_place(text) else known_goal(text)


def _is_place(text: str) -> bool:
    """Whether the text names a function; RushHourError for a file without its function."""
    if text.endswith(".py"):
        raise RushHourError(f"{text}: expected a function of the file, as in {text}:FUNCTION")
    return ":" in text


def _function(text: str) -> Any:
    """The function given as MODULE:FUNCTION or FILE.py:FUNCTION."""
    place, _, name = text.rpartition(":")
    module = _run(place)
    function = getattr(module, name, None)
    if callable(function):
        return function
    if function is not None:
        raise RushHourError(f"{text}: expected a function, found {brief_repr(function)}")
    known = [known for known, value in vars(module).items() if callable(value)]
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise RushHourError(f"{place} has no function {name!r}{hint}")


def _run(place: str) -> ModuleType:
    is_file = place.endswith(".py")
    if is_file and not Path(place).is_file():
        raise RushHourError(f"{place}: no such file")
    sys.path.insert(0, str(Path(place).parent) if is_file else "")
    try:
        return _run_file(Path(place)) if is_file else import_module(place)
    except ModuleNotFoundError as error:
        raise RushHourError(f"{place}: no module named {error.name!r}") from None
    except SyntaxError as error:
        raise RushHourError(f"{place}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        line = extract_tb(error.__traceback__)[-1].lineno
        what = f"{type(error).__name__}: {error}"
        raise RushHourError(f"{place}: running it failed in line {line}: {what}") from None
    finally:
        del sys.path[0]


def _run_file(path: Path) -> ModuleType:
    name = f"_file_{path.stem}"  # so that json.py does not take the place of the module json
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
