"""What can go wrong before a search: messages say what was expected, what was seen, where."""

from __future__ import annotations

from collections.abc import Sequence

from rushhour.text.display import shown


class RushHourError(ValueError):
    """The base of every error that this package raises on purpose.

    `str` gives a line that a terminal can only show, whatever a text, a label or a name contains.
    """

    def __str__(self) -> str:
        return shown(super().__str__())


class WrongTypeError(RushHourError, TypeError):
    """An argument of a type that it cannot have; a TypeError, too, as Python's own functions raise.

    `name` is the argument's; `expected` and `found` say in words what it should be and is.
    """

    def __init__(self, name: str, expected: str, found: str) -> None:
        super().__init__(name, expected, found)
        self.name = name
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return shown(f"expected {self.expected} for {self.name}, found {self.found}")


class ParseError(RushHourError):
    """A text that does not follow its format.

    `line` and `column` count from 1 and are None where no single place is to blame;
    `source` is the name of the file, or None for a text that came from no file; `puzzle` is the
    number of the puzzle in the file, from 1, or None in a file of one.
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


class InvalidBoardError(RushHourError):
    """A description that no board can have: `reasons` holds every rule that it breaks.

    `source` is the name of the file; in a file of many, `puzzle` is the number of this one, from 1,
    and `line` the line in which it begins.
    """

    def __init__(
        self, reasons: list[str], source: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(reasons, source, line)
        self.reasons = reasons
        self.source = source
        self.line = line
        self.puzzle: int | None = None

    def __str__(self) -> str:
        text = "invalid board: " + "; ".join(self.reasons)
        return _placed(text, self.source, self.puzzle, self.line)


class IllegalMoveError(RushHourError):
    """A move that the rules forbid in the state where it was tried."""


class LimitReachedError(RushHourError):
    """The limit `stopped_by` came before the answer, when so many `states` were known."""

    def __init__(self, stopped_by: str, states: int) -> None:
        super().__init__(stopped_by, states)
        self.stopped_by = stopped_by
        self.states = states

    def __str__(self) -> str:
        return f"the limit on {self.stopped_by} was reached after {self.states} states"


class HeuristicError(RushHourError):
    """An answer that is no estimate, from a heuristic of the user's own.

    `heuristic` is its name, `value` what it answered, `state` the rows of the board.
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


class RefutedError(RushHourError):
    """A certificate that does not hold: what is wrong in it, and where."""


class MissingExtraError(RushHourError, ImportError):
    """A package that is not installed; an ImportError, too.

    `name` is the package, `extra` the extra of this package that installs it.
    """

    def __init__(self, name: str, extra: str) -> None:
        super().__init__(name, extra)
        self.name = name
        self.extra = extra

    def __str__(self) -> str:
        return f"needs {self.name}: pip install 'rushhour[{self.extra}]'"


class UnwritableError(RushHourError):
    """A puzzle that a format has no way to express, such as walls in a car list."""


class UnknownNameError(RushHourError):
    """A name that a registry does not hold; the message lists those that it does."""

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
    """Names in a row: `a, b or c`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


class FormatWarning(UserWarning):
    """A text that contradicts itself but leaves the board clear: a wrong count of pieces."""


def _placed(
    message: str,
    source: str | None,
    puzzle: int | None,
    line: int | None,
    column: int | None = None,
) -> str:
    """A message behind the place that it is about: `jams.txt, puzzle 2, line 9: ...`."""
    counts = {"puzzle": puzzle, "line": line, "column": column}
    places = [source, *(f"{name} {count}" for name, count in counts.items() if count)]
    return shown(": ".join(filter(None, [", ".join(filter(None, places)), message])))
