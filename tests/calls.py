"""Every public call with odd values: `python tests/calls.py [NAME]` prints what breaks the law.

The law: a call returns, or raises what its documentation names, which is a RushHourError, a
TypeError, a ValueError or, where it touches files, an OSError; and it ends.
"""

from __future__ import annotations

import contextlib
import inspect
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import rushhour
from rushhour import Exit, Move, Puzzle, Scattered, Setup, Solution, Vehicle

SECONDS = 10
BOARD = "..B./AAB./..../...."


def _closed() -> StringIO:
    stream = StringIO("x")
    stream.close()
    return stream


# Values that some argument refuses, made anew for each call since some can be used up.
ODD: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "2**31": lambda: 2**31,
    "2**63": lambda: 2**63,
    "2**64": lambda: 2**64,
    "-2**63-1": lambda: -(2**63) - 1,
    "10**5000": lambda: 10**5000,
    "-10**5000": lambda: -(10**5000),
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: float("-inf"),
    "1.5": lambda: 1.5,
    "1e300": lambda: 1e300,
    "Fraction": lambda: Fraction(1, 3),
    "Decimal": lambda: Decimal("NaN"),
    "complex": lambda: 1j,
    "''": lambda: "",
    "'Z'": lambda: "Z",
    "long text": lambda: "x" * 10_000,
    "digits": lambda: "9" * 5_000,
    "surrogate": lambda: "\ud800",
    "NUL": lambda: "a\0b",
    "newline": lambda: "A\n",
    "b''": lambda: b"",
    "bytes": lambda: b"\xff\x00",
    "[]": list,
    "[None]": lambda: [None],
    "['\\ud800']": lambda: ["\ud800"],
    "[[]]": lambda: [[]],
    "(0,)": lambda: (0,),
    "(10**30, -1)": lambda: (10**30, -1),
    "(None, None)": lambda: (None, None),
    "{}": dict,
    "{None: None}": lambda: {None: None},
    "{1}": lambda: {1},
    "range": lambda: range(3),
    "object": object,
    "type": lambda: int,
    "lambda": lambda: lambda: None,
    "generator": lambda: (one for one in "A"),
    "StringIO": lambda: StringIO("x"),
    "closed": _closed,
    "BytesIO": lambda: BytesIO(b"\x00"),
    "Path": lambda: Path("nowhere/at/all"),
    "folder": Path,
    "Move": lambda: Move("Z", 1),
    "Vehicle": lambda: Vehicle("Z", "h", 10**30, 0, 2),
    "Exit": lambda: Exit("left", 10**30),
    "Scattered": lambda: Scattered("A", ()),
    "[Vehicle]": lambda: [Vehicle("A", "h", 10**30, 0, 10**30)],
    "[Move]": lambda: [Move("A", 10**30)],
    "((10**30, 0),)": lambda: ((10**30, 0),),
    "Setup": lambda: Setup(None, None, None, None),  # type: ignore[arg-type]
    "Puzzle": lambda: rushhour.parse("..../AA../..BB/...."),
    "walls": lambda: rushhour.parse("AA.x"),
    "Solution": lambda: Solution(rushhour.parse("AA.."), (Move("Z", 10**30),)),
    "Outcome": lambda: rushhour.solve("AA.."),
    "error": lambda: rushhour.RushHourError("x"),
}


def puzzle() -> Puzzle:
    """A small board of two vehicles."""
    return rushhour.parse(BOARD)


def board_file() -> str:
    """A file with one board, in the folder where the call is made."""
    Path("board.txt").write_text(f"{BOARD}\n", encoding="utf-8")
    return "board.txt"


def answers() -> str:
    Path("answers").mkdir(exist_ok=True)
    Path("answers/1.txt").write_text("B+2 A+2", encoding="utf-8")
    return "answers"


def _trace() -> list[Any]:
    found: list[Any] = []
    rushhour.solve(puzzle(), algorithm="bfs", trace=found.append, trace_children=True)
    return found


@cache
def atlas() -> object:
    return rushhour.atlas.enumerate_clusters(3, 3, lengths=[2])


def _kept() -> str:
    rushhour.atlas.enumerate_clusters(2, 2, lengths=[2], output="atlas")
    return "atlas"


@cache
def some_pack() -> Any:
    return rushhour.generation.pack(1, size="4x4", vehicles="2..4", seed=1, difficulty="1..20")


# A valid value for each argument that has no default, or whose default takes long.
VALID: dict[str, Callable[[], object]] = {
    "puzzle": puzzle,
    "puzzles": lambda: [puzzle()],
    "boards": lambda: [BOARD],
    "rows": lambda: 4,
    "cols": lambda: 4,
    "vehicles": lambda: puzzle().vehicles,
    "target": lambda: "A",
    "label": lambda: "A",
    "axis": lambda: "h",
    "row": lambda: 1,
    "col": lambda: 0,
    "length": lambda: 2,
    "side": lambda: "right",
    "line": lambda: 1,
    "cells": lambda: 1,
    "move": lambda: "B+1",
    "moves": lambda: (Move("B", 2), Move("A", 2)),
    "setup": lambda: Setup(4, 4, puzzle().vehicles, "A"),
    "text": lambda: BOARD,
    "path": board_file,
    "file": lambda: "plot.svg",
    "source": board_file,
    "picture": board_file,
    "folder": lambda: "folder",
    "answers": answers,
    "format": lambda: "boardstring",
    "name": lambda: "name",
    "outcome": lambda: rushhour.solve(puzzle()),
    "cluster": lambda: rushhour.explore(puzzle()),
    "state": puzzle,
    "to": puzzle,
    "index": lambda: 0,
    "board": lambda: "..B.AAB.........",
    "size": lambda: "4x4",
    "seed": lambda: 1,
    "count": lambda: 2,
    "max_boards": lambda: 300,
    "stream": lambda: rushhour.generate(size="4x4", slides="1..", count=1, seed=1),
    "analysis": lambda: rushhour.analyse(puzzle()),
    "heuristic": lambda: "blocking",
    "vehicle": lambda: "B",
    "direction": lambda: "down",
    "value": lambda: None,
    "levels": lambda: [puzzle()],
    "random": lambda: __import__("numpy").random.default_rng(1),
    "action": lambda: 0,
    "actions": lambda: [0],
    "other": lambda: None,
    "at": lambda: "A",
    "metric": lambda: "slide",
    "goal": lambda: "edge",
    "tiny": lambda: False,
    "is_solved": lambda: True,
    "date": lambda: "2025-01-01",
    "repeats": lambda: False,
    "trace": _trace,
}
# Arguments that get their valid value though they have a default.
QUICK = {"max_boards", "size", "seed", "count", "tiny", "repeats"}
# The same for one callable alone: what its argument is called means something else elsewhere.
OWN: dict[str, Callable[[], object]] = {
    "rushhour.Scattered.cells": lambda: ((0, 0), (1, 1)),
    "rushhour.Exit.line": lambda: 1,
    "rushhour.Solution.parse.text": lambda: "B+2 A+2",
    "rushhour.Move.parse.text": lambda: "B+1",
    "rushhour.prose.score.text": lambda: "B+2 A+2",
    "rushhour.Cluster.save_graph.path": lambda: "graph.csv",
    "rushhour.certificate.Certificate.save.path": lambda: "certificate",
    "rushhour.certificate.verify_certificate.source": lambda: _certificate().data,
    "rushhour.atlas.open_atlas.folder": _kept,
    "rushhour.State.after.move": lambda: Move("B", 1),
    "rushhour.Vehicle.moved.cells": lambda: 1,
    "rushhour.relabel.format": lambda: "carlist",
    "rushhour.formats.named.name": lambda: "grid",
    "rushhour.lab.tables.name": lambda: "ntnu",
    "rushhour.lab.save_tree.path": lambda: "tree.dot",
    "rushhour.search.read_trace.file": board_file,
    "rushhour.lab.plot.rows": lambda: list(_rows()),
    "rushhour.lab.plot.puzzles": lambda: {"1": puzzle()},
    "rushhour.lab.patterns.heuristic": lambda: "patterns",
    "rushhour.atlas.enumerate_clusters.rows": lambda: 3,
    "rushhour.atlas.enumerate_clusters.cols": lambda: 3,
    "rushhour.atlas.enumerate_clusters.cluster": lambda: None,
    "rushhour.generation.pack.count": lambda: 1,
    "rushhour.generation.pack.difficulty": lambda: "8..12",
    "rushhour.prose.tasks.count": lambda: 1,
    "rushhour.gym.RushHourEnv.action_of.move": lambda: "B+1",
}


def _certificate() -> Any:
    return rushhour.certificate.certify(rushhour.solve(puzzle(), max_memory=None))


def _rows() -> Iterator[Any]:
    from rushhour.lab import compare

    return compare({"1": puzzle()}, algorithms=["bfs"])


def _env() -> Any:
    from rushhour.gym import RushHourEnv

    env = RushHourEnv(puzzle())
    env.reset(seed=1)
    return env


def _vector_env() -> Any:
    from rushhour.gym import RushHourVectorEnv

    env = RushHourVectorEnv(1, [puzzle()])
    env.reset(seed=1)
    return env


def _disk() -> Any:
    return rushhour.explore(puzzle(), disk="disk")


# One value of each class that has methods; its class is not called, unless people make it.
VALUES: dict[str, Callable[[], object]] = {
    "Analysis": lambda: rushhour.analyse(puzzle()),
    "Atlas": atlas,
    "Audit": lambda: rushhour.auditing.audit(StringIO(f"{BOARD} 2\n")),
    "Canonical": lambda: rushhour.generation.change.canonical(puzzle()),
    "Certificate": _certificate,
    "Cluster": lambda: rushhour.explore(puzzle()),
    "DiskCluster": _disk,
    "Finding": lambda: rushhour.auditing.Finding(1, "malformed"),
    "Format": lambda: import_module("rushhour.formats").named("boardstring"),
    "GeneratedPuzzle": lambda: next(VALUES["Generation"]()),  # type: ignore[call-overload]
    "Generation": lambda: rushhour.generate(size="4x4", slides="1..", count=1, seed=1),
    "Hint": lambda: rushhour.hint(puzzle()),
    "Minimised": lambda: rushhour.generation.change.minimise(puzzle()),
    "Move": lambda: Move("B", 1),
    "Order": rushhour.generation.Order,
    "Outcome": lambda: rushhour.solve(puzzle()),
    "Pack": some_pack,
    "PackPuzzle": lambda: some_pack().puzzles[0],
    "PlanningTask": lambda: rushhour.planning.to_pddl(puzzle()),
    "Puzzle": puzzle,
    "RushHourEnv": _env,
    "RushHourVectorEnv": _vector_env,
    "Score": lambda: rushhour.prose.score(puzzle(), "B+2 A+2"),
    "Solution": lambda: rushhour.solve(puzzle()).solution,
    "State": lambda: rushhour.State.of(puzzle()),
    "Summary": lambda: atlas().summary,  # type: ignore[attr-defined]
    "Task": lambda: next(rushhour.prose.tasks(size="4x4", slides="1..", count=1, seed=1)),
    "Variation": lambda: rushhour.generation.change.vary(puzzle()),
    "Vehicle": lambda: Vehicle("A", "h", 0, 0, 2),
    "Verdict": lambda: rushhour.judge(puzzle(), "B+1"),
}
# The classes that people call.
MADE = {
    *("Puzzle", "Vehicle", "Exit", "Move", "Solution", "Setup", "Scattered", "Order"),
    *("RushHourEnv", "RushHourVectorEnv", "Curriculum"),
}

# What a class has besides its public names.
OPERATORS = ("__contains__", "__getitem__", "__eq__", "__add__", "__lt__")
ALLOWED = (rushhour.RushHourError, OSError)
# Arguments whose odd values are valid and take long: an address to wait for, all tiny boards.
EXEMPT = {"rushhour.atlas.enumerate_clusters.cluster", "rushhour.lab.check.tiny"}
# Messages of a binding that name the wrong thing.
FOREIGN = ("failed to extract", "_core", "object has no attribute", "Exceeds the limit")


@dataclass(frozen=True)
class Call:
    """A public callable: `begin` gives it anew, bound to a value if it is a method."""

    name: str
    begin: Callable[[], Callable[..., object]]

    @property
    def method(self) -> str:
        """The last part of its name."""
        return self.name.rpartition(".")[2]

    @cached_property
    def parameters(self) -> list[inspect.Parameter]:
        """All but the options that it hands on."""
        try:
            found = inspect.signature(self.begin()).parameters.values()
        except ValueError:  # a class of the C API
            return []
        kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        return [one for one in found if one.kind not in kinds]

    def value(self, parameter: inspect.Parameter) -> Callable[[], object] | None:
        """What makes a valid value; None if the default is one."""
        own = OWN.get(f"{self.name}.{parameter.name}")
        if own or parameter.default is inspect.Parameter.empty:
            return own or VALID[parameter.name]
        return VALID.get(parameter.name) if parameter.name in QUICK else None

    def make(self, odd: str | None = None, value: object = None) -> object:
        """Call it with valid values, and an odd one for one argument."""
        positional, named = [], {}
        for one in self.parameters:
            valid = self.value(one)
            if one.name != odd and valid is None:
                continue
            given = value if one.name == odd or valid is None else valid()
            if one.kind is inspect.Parameter.POSITIONAL_ONLY:
                positional.append(given)
            else:
                named[one.name] = given
        return used(self.begin()(*positional, **named))


def used(found: object) -> object:
    """A result, the first items of it if it is an iterator."""
    if isinstance(found, Iterator):
        return list(islice(found, 2))
    return found


def calls() -> Iterator[Call]:
    """Every public callable: functions, the classes that people call, methods and operators."""
    for package, name, shown in names():
        value = getattr(import_module(package), name)
        if not isinstance(value, type):
            if callable(value):
                yield Call(f"{package}.{name}", lambda value=value: value)  # type: ignore[misc]
            continue
        if name in MADE:
            yield Call(f"{package}.{name}", lambda value=value: value)  # type: ignore[misc]
        if name in VALUES:
            found = methods(f"{package}.{name}", value, VALUES[name])
            yield from (one for one in found if shown is None or one.method in shown)


def methods(name: str, of: type, make: Callable[[], object]) -> Iterator[Call]:
    """The methods of a class."""
    for key in dir(of):
        static = inspect.getattr_static(of, key)
        if (key.startswith("_") and key not in OPERATORS) or getattr(object, key, 0) is static:
            continue
        function = getattr(static, "__func__", static)
        if isinstance(function, FunctionType) and function.__module__.startswith("rushhour"):
            yield Call(f"{name}.{key}", lambda key=key: getattr(make(), key))  # type: ignore[misc]


def names() -> Iterator[tuple[str, str, set[str] | None]]:
    """The public names, and those of other packages in the reference with the methods it shows."""
    yield from (("rushhour", name, None) for name in rushhour.__all__)
    reference = Path(__file__).parent.parent / "docs/reference/python.md"
    entry = re.compile(
        r"auto(?:class|function):: (rushhour\.[\w.]+)\.(\w+)(?:\n   (:members:) ?(.*))?"
    )
    for found in entry.finditer(reference.read_text(encoding="utf-8")):
        shown = {*found[4].split(", ")} if found[3] and found[4] else None if found[3] else set()
        yield found[1], found[2], shown


def broken(call: Call, values: Iterable[str]) -> Iterator[str]:
    """What breaks the law: a line for each kind of error in a call, with its first value."""
    seen: set[tuple[str, str]] = set()
    for parameter in call.parameters:
        if f"{call.name}.{parameter.name}" in EXEMPT:
            continue
        for word in values:
            fault = fault_of(call, parameter.name, ODD[word]())
            kind = parameter.name, (fault or "").partition(":")[0]
            if fault and kind not in seen:
                seen.add(kind)
                yield f"{call.name}({parameter.name}={word}): {fault}"


def fault_of(call: Call, name: str, value: object) -> str | None:
    """What is wrong with the error of a call; None if it returns or raises a documented one."""
    try:
        with limited():
            call.make(name, value)
    except ALLOWED as error:
        return _foreign(error)
    except (TypeError, ValueError) as error:
        if type(error) in (TypeError, ValueError):
            return _foreign(error)
        return _described(error)
    except Exception as error:
        return None if _documented(call, error) else _described(error)
    except BaseException as error:
        return _described(error)
    return None


def _foreign(error: Exception) -> str | None:
    try:
        text = str(error)
    except Exception as failed:
        return f"{type(error).__name__} has no text: {_described(failed)}"
    return _described(error) if any(word in text for word in FOREIGN) else None


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:120]}"


def _documented(call: Call, error: Exception) -> bool:
    if isinstance(error, IndexError) and call.name.endswith("__getitem__"):
        return True
    words = f"{call.begin().__doc__}"
    return type(error).__name__ in words


class TooLong(BaseException):
    """A call does not end."""


@contextmanager
def limited() -> Iterator[None]:
    """Raise in a call that takes longer than its limit."""

    def stop(*_: object) -> None:
        raise TooLong(f"no end after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main(names: list[str]) -> None:
    total = 0
    for call in calls():
        if names and not any(name in call.name for name in names):
            continue
        began = time.perf_counter()
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            try:
                call.make()
            except BaseException as error:
                print("VALID", call.name, _described(error))
            for line in broken(call, ODD):
                total += 1
                print(line, flush=True)
        seconds = time.perf_counter() - began
        if seconds > 2:
            print(f"    # {call.name} {seconds:.1f} s")
    print(total)


if __name__ == "__main__":
    main(sys.argv[1:])
