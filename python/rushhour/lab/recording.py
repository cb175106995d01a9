"""Recordings: the expansions of a search in columns, for pages and pictures of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from math import inf
from operator import sub
from typing import NamedTuple

from rushhour.base.text import shown
from rushhour.lab.explain import Term
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle

SHOWN = 20_000
"""The most expansions that a page holds; of longer searches it shows some."""


Explained = Sequence[Sequence[Term]]
"""The terms of the estimates of some states."""


_Row = tuple[float | None, tuple[int, ...], tuple[int, ...]]


class Root(NamedTuple):
    """An expansion without a parent."""

    offsets: list[int]
    from_goal: bool


# `again` is 1 for a state that was expanded before, 2 if it is reopened on a cheaper way.
_COLUMNS = ("parent", "vehicle", "cells", "earlier", "again", "g", "h", "open", "closed")


class Recording:
    """The expansions of a search in columns, by their indices from 0; -1 is none.

    It takes 44 bytes for each.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.columns = {name: array("i") for name in _COLUMNS}
        self.priorities = array("d")
        self.roots: dict[int, Root] = {}
        self._puzzle = puzzle

    def __len__(self) -> int:
        return len(self.priorities)

    def add(
        self,
        parent: int | None,
        step: tuple[int, int] | None,
        earlier: int | None,
        priority: tuple[int, int | None, float | None],
        sizes: tuple[int, int],
        root: Root | None,
    ) -> None:
        """Add an expansion: `parent` and `earlier` are numbers from 1, the rest as in a trace."""
        if root is not None:
            self.roots[len(self)] = root
        vehicle, cells = step or (-1, 0)
        g, h, f = priority
        before = (earlier or 0) - 1
        is_cheaper = before >= 0 and g < self.columns["g"][before]
        values = (
            (parent or 0) - 1,
            vehicle,
            cells,
            before,
            2 if is_cheaper else int(before >= 0),
            g,
            -1 if h is None else h,
            *sizes,
        )
        for name, value in zip(_COLUMNS, values, strict=True):
            self.columns[name].append(value)
        self.priorities.append(-1 if f is None else f)

    def way(self, moves: Iterable[Move]) -> tuple[list[int], list[Move]]:
        """The expansions on the way of a solution, and its moves behind the last of them."""
        places = zip(*(self.columns[name] for name in ("parent", "vehicle", "cells")), strict=True)
        children = {place: index for index, place in enumerate(places)}
        starts = (index for index, root in self.roots.items() if not root.from_goal)
        found, rest = [max(starts, default=0)], list(moves)
        while rest:
            vehicle = self._puzzle.index(rest[0].vehicle)
            child = children.get((found[-1], vehicle, rest[0].cells))
            if child is None:
                break
            found.append(child)
            rest.pop(0)
        return found, rest

    def record(
        self,
        title: str,
        end: str,
        way: list[int],
        rest: list[Move],
        *,
        is_solved: bool,
        explained: Callable[[list[tuple[int, ...]]], Explained] | None = None,
    ) -> dict[str, object]:
        """The search for the page's script: the expansions that are kept, and how it ended.

        `explained` finds the terms of the estimates of states, given by their offsets.
        """
        kept, start = self._kept(way), self._start()
        places = {index: place for place, index in enumerate(kept)}
        columns = {name: [column[n] for n in kept] for name, column in self.columns.items()}
        priorities = (self.priorities[index] for index in kept)
        return {
            "title": title,
            "end": end,
            "is_solved": is_solved,
            "expansions": len(self),
            "numbers": None if len(kept) == len(self) else [index + 1 for index in kept],
            **columns,
            "parent": [places.get(parent, -1) for parent in columns["parent"]],
            "f": [int(f) if f.is_integer() else round(f, 3) for f in priorities],
            "roots": [
                [places[index], list(map(sub, root.offsets, start)), root.from_goal]
                for index, root in self.roots.items()
                if index in places
            ],
            "way": [places[index] for index in way] if is_solved else [],
            "rest": [[self._puzzle.index(move.vehicle), move.cells] for move in rest],
            "terms": explained and self._terms(kept, explained),
        }

    def _terms(
        self, kept: list[int], explained: Callable[[list[tuple[int, ...]]], Explained]
    ) -> dict[str, object]:
        """The terms of the kept expansions with an estimate; phrases, terms and sums once each.

        Of a term there are the amount, the places of its phrases, between which commas stand, and
        the indices of its vehicles; of a sum the places of its terms; of an expansion the place of
        its sum, or -1.
        """
        guided = [index for index in kept if self.columns["h"][index] >= 0]
        states = self._offsets(kept)
        phrases: dict[str, int] = {}
        terms: dict[_Row, int] = {}
        sums: dict[tuple[int, ...], int] = {}
        places = dict.fromkeys(kept, -1)
        for index, found in zip(
            guided, explained([states[index] for index in guided]), strict=True
        ):
            whole = tuple(terms.setdefault(self._row(term, phrases), len(terms)) for term in found)
            places[index] = sums.setdefault(whole, len(sums))
        return {
            "phrases": list(phrases),
            "terms": list(terms),
            "sums": list(sums),
            "of": list(places.values()),
        }

    def _row(self, term: Term, phrases: dict[str, int]) -> _Row:
        """A term for the page's script; a phrase that is new is added."""
        labels = [term.vehicle, *(move.vehicle for move in term.moves), *term.others]
        vehicles = dict.fromkeys(self._puzzle.index(one) for one in labels if one is not None)
        words = shown(term.words).split(", ")
        places = tuple(phrases.setdefault(one, len(phrases)) for one in words)
        return None if term.amount == inf else term.amount, places, tuple(vehicles)

    def _offsets(self, kept: list[int]) -> dict[int, tuple[int, ...]]:
        """The offsets of the kept expansions, which are in order and have all before them."""
        found: dict[int, tuple[int, ...]] = {}
        parents, vehicles, cells = (self.columns[name] for name in ("parent", "vehicle", "cells"))
        for index in kept:
            if parents[index] < 0:
                found[index] = tuple(self.roots[index].offsets)
                continue
            places = list(found[parents[index]])
            places[vehicles[index]] += cells[index]
            found[index] = tuple(places)
        return found

    def _start(self) -> list[int]:
        """The offsets of the start."""
        nowhere = [0] * len(self._puzzle.vehicles)
        return next((one.offsets for one in self.roots.values() if not one.from_goal), nowhere)

    def _kept(self, way: list[int]) -> list[int]:
        """The expansions that a page holds: every n-th, those of a way, and all before them."""
        parents, step = self.columns["parent"], 1
        while True:
            kept = {*range(0, len(self), step), *way}
            for index in sorted(kept, reverse=True):
                before = parents[index]
                while before >= 0 and before not in kept:
                    kept.add(before)
                    before = parents[before]
            if len(kept) <= SHOWN or step > len(self):
                return sorted(kept)
            step *= 2
