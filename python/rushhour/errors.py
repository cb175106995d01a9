"""Errors and warnings; their messages say what was expected, what was found, and where."""

from __future__ import annotations

from collections.abc import Sequence

from rushhour.base.text import shown


class RushHourError(Exception):
    """The base class of all errors that this package raises on purpose.

    `str` gives one line that is safe to print, whatever a text, label or name contains.
    """

    def __str__(self) -> str:
        return shown(super().__str__())


class WrongTypeError(RushHourError, TypeError):
    """An argument has a wrong type; also a TypeError, as Python's own functions raise.

    `name` is the name of the argument; `expected` and `found` describe its type in words.
    """

    def __init__(self, name: str, expected: str, found: str) -> None:
        super().__init__(name, expected, found)
        self.name = name
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return shown(f"expected {self.expected} for {self.name}, found {self.found}")


class WrongValueError(RushHourError, ValueError):
    """An argument has a value that it cannot have; also a ValueError."""


class ParseError(RushHourError, ValueError):
    """A text does not follow its format.

    `line` and `column` count from 1 and are None if the error has no single place; `source` is the
    name of the file, None for a text that is not from a file; `puzzle` is the number of the puzzle
    in the file, from 1, or None in a file of one.
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message, line, column, source)
        self.message = message
        self.line = line
        self.column = column
        self.source = source
        self.puzzle: int | None = None

    def __str__(self) -> str:
        return _placed(self.message, self.source, self.puzzle, self.line, self.column)


class InvalidBoardError(RushHourError, ValueError):
    """A board breaks the rules: `reasons` lists every rule that it breaks.

    As in every message, rows and columns count from 1; those of `Vehicle` and `Exit` count from 0.
    `source` is the name of the file; in a file of many, `puzzle` is the number of this one, from 1,
    and `line` the line in which it begins. `setup` is the board as a text describes it.
    """

    def __init__(
        self, reasons: list[str], source: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(reasons, source, line)
        self.reasons = reasons
        self.source = source
        self.line = line
        self.puzzle: int | None = None
        self.setup: object | None = None

    def __str__(self) -> str:
        text = "invalid board: " + "; ".join(self.reasons)
        return _placed(text, self.source, self.puzzle, self.line)


class InvalidOrderError(RushHourError, ValueError):
    """An order that no puzzle can meet: `reasons` lists everything that is wrong with it."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(reasons)
        self.reasons = reasons

    def __str__(self) -> str:
        return shown("; ".join(self.reasons))


class IllegalMoveError(RushHourError, ValueError):
    """A move is illegal in the state where it was tried."""


class LimitReachedError(RushHourError):
    """The limit `stopped_by` was reached before the answer, after `states` states.

    `least` is the least limit with which the search could begin; None if it had begun, or if that
    is not known.
    """

    def __init__(self, stopped_by: str, states: int, least: int | None = None) -> None:
        super().__init__(stopped_by, states, *([] if least is None else [least]))
        self.stopped_by = stopped_by
        self.states = states
        self.least = least

    def __str__(self) -> str:
        if self.stopped_by == "disk":
            return f"the disk was full after {self.states} states"
        text = f"the limit on {self.stopped_by} was reached after {self.states} states"
        return text if self.least is None else f"{text}; the least limit is {self.least}"


class HeuristicError(RushHourError, ValueError):
    """A custom heuristic returned a value that is not an estimate.

    `heuristic` is its name, `value` the value, `state` the rows of the board.
    """

    def __init__(self, heuristic: str, expected: str, value: object, state: str) -> None:
        super().__init__(heuristic, expected, value, state)
        self.heuristic = heuristic
        self.expected = expected
        self.value = value
        self.state = state

    def __str__(self) -> str:
        expected, _, hint = self.expected.partition("; ")
        found = f"{self.value!r:.60}" + (f"; {hint}" if hint else "")
        place = f"heuristic {self.heuristic}"
        return shown(f"{place}: expected {expected}, found {found}, at {self.state}")


class GoalError(RushHourError, ValueError):
    """A custom goal returned a value that is neither True nor False.

    `goal` is its name, `value` the value, `state` the rows of the board.
    """

    def __init__(self, goal: str, value: object, state: str) -> None:
        super().__init__(goal, value, state)
        self.goal = goal
        self.value = value
        self.state = state

    def __str__(self) -> str:
        hint = "; does a branch lack its return?" if self.value is None else ""
        found = f"{self.value!r:.60}{hint}"
        return shown(f"goal {self.goal}: expected True or False, found {found}, at {self.state}")


class RefutedError(RushHourError):
    """A certificate does not hold; the message says what is wrong in it, and where."""


class MissingExtraError(RushHourError, ImportError):
    """A package is not installed; also an ImportError.

    `name` is the package, `extra` the extra of this package that installs it.
    """

    def __init__(self, name: str, extra: str) -> None:
        super().__init__(name, extra)
        self.name = name
        self.extra = extra

    def __str__(self) -> str:
        return f"needs {self.name}: pip install 'rushhour[{self.extra}]'"


class PluginError(RushHourError):
    """A plug-in failed: `name` is its name, `package` the package that it comes from."""

    def __init__(self, name: str, package: str, what: str) -> None:
        super().__init__(name, package, what)
        self.name = name
        self.package = package
        self.what = what

    def __str__(self) -> str:
        return shown(f"plug-in {self.name!r} of the package {self.package}: {self.what}")


class PictureError(RushHourError, ValueError):
    """A picture shows no board that can be read, or it is no picture.

    `source` is the name of its file, None if it is not from a file.
    """

    def __init__(self, message: str, source: str | None = None) -> None:
        super().__init__(message, source)
        self.message = message
        self.source = source

    def __str__(self) -> str:
        return _placed(self.message, self.source, None, None)


class DoubtfulReadingError(RushHourError):
    """A picture was read with doubts, which nobody has confirmed: `doubts` is their number."""

    def __init__(self, doubts: int, source: str | None = None) -> None:
        super().__init__(doubts, source)
        self.doubts = doubts
        self.source = source

    def __str__(self) -> str:
        many = "1 doubt" if self.doubts == 1 else f"{self.doubts} doubts"
        text = f"the picture was read with {many}; if the board above is right, add --yes"
        return _placed(text, self.source, None, None)


class UnwritableError(RushHourError, ValueError):
    """A format cannot express a puzzle, such as walls in a car list."""


class UnknownNameError(RushHourError, ValueError):
    """A name is not registered; the message lists the names that are."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        super().__init__(kind, name, known)
        self.kind = kind
        self.name = name
        self.known = known

    def __str__(self) -> str:
        from difflib import get_close_matches

        near = get_close_matches(self.name, self.known, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        return f"no {self.kind} named {self.name!r}; {hint}expected {listed(self.known)}"


def listed(names: Sequence[str]) -> str:
    """Names joined in a list: `a, b or c`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


class FormatWarning(UserWarning):
    """A text contradicts itself, but its board is clear: for example a wrong count of pieces."""


class PluginWarning(UserWarning):
    """A plug-in is passed over, since it failed or since its name is taken."""


def _placed(
    message: str,
    source: str | None,
    puzzle: int | None,
    line: int | None,
    column: int | None = None,
) -> str:
    """A message with its place in front: `jams.txt, puzzle 2, line 9: ...`."""
    counts = {"puzzle": puzzle, "line": line, "column": column}
    places = [source, *(f"{name} {count}" for name, count in counts.items() if count)]
    return shown(": ".join(filter(None, [", ".join(filter(None, places)), message])))
