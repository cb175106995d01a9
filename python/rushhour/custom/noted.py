"""A State that notes what a function asks of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any

from rushhour.custom.state import Layout, State
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle


@dataclass(frozen=True, slots=True)
class Look:
    """What a function asked of a `State`, and the answer, both in words."""

    question: str
    answer: str

    def __str__(self) -> str:
        return f"{self.question}: {self.answer}"


class NotedState(State):
    """A State whose answers are noted, each once, also those of the states after its moves."""

    __slots__ = ("_busy", "_looks", "_path")

    def __init__(
        self, layout: Layout, offsets: tuple[int, ...], looks: dict[str, str], path: str = ""
    ) -> None:
        super().__init__(layout, offsets)
        self._looks, self._path, self._busy = looks, path, False

    def _noted(self, question: str, find: Callable[[], Any]) -> Any:
        """The answer of the class below, whose own questions are not noted."""
        if self._busy:
            return find()
        self._busy = True
        try:
            answer = find()
        finally:
            self._busy = False
        path = f"{self._path}{question}"
        if type(answer) is State:
            return NotedState(answer._layout, answer._offsets, self._looks, f"{path}.")
        self._looks.setdefault(path, _words(answer))
        return answer

    @property
    def looks(self) -> tuple[Look, ...]:
        """What was asked so far, in order."""
        return tuple(Look(*look) for look in self._looks.items())


def noted(puzzle: Puzzle, metric: Metric, goal: Goal) -> NotedState:
    """The state of a puzzle, of which nothing has been asked."""
    plain = State.of(puzzle, metric=metric, goal=goal)
    return NotedState(plain._layout, plain._offsets, {})


def _method(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of State that is noted with its arguments."""
    bind = signature(method).bind

    @wraps(method)
    def ask(state: NotedState, *arguments: Any, **named: Any) -> Any:
        if state._busy:
            return method(state, *arguments, **named)
        given = list(bind(state, *arguments, **named).arguments.values())[1:]
        shown = ", ".join(map(_words, given))
        question = f"[{shown}]" if name == "__getitem__" else f"{name}({shown})"
        return state._noted(question, lambda: method(state, *arguments, **named))

    return ask


def _property(name: str, found: property) -> property:
    """A property of State that is noted."""
    return property(lambda state: state._noted(name, lambda: found.__get__(state)))


def _words(value: object) -> str:
    """A value of a State in words: vehicles by their labels."""
    if isinstance(value, Vehicle):
        return value.label
    if isinstance(value, Puzzle):
        return "a puzzle"
    if isinstance(value, list | tuple | frozenset):
        return ", ".join(map(_words, value)) or "none"
    return str(value)


for _name, _member in list(vars(State).items()):
    if isinstance(_member, property):
        setattr(NotedState, _name, _property(_name, _member))
    elif callable(_member) and (not _name.startswith("_") or _name == "__getitem__"):
        setattr(NotedState, _name, _method(_name, _member))
