"""The domain: one action for each length of vehicle, direction and number of cells.

The lane of each vehicle is a chain of cells (`next`), so an action needs no numbers: a vehicle of
two cells that goes three forward has a chain of five, the last three of which must be clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from rushhour.planning.names import action_name

NAME = "rush-hour"


class Need(NamedTuple):
    """The actions that a task needs: lengths of vehicles, their moves, and lengths of clear roads.

    `moves` are pairs of a length and a number of cells, `roads` numbers of cells between the target
    and its exit; empty unless the goal is a clear road. `is_back` is whether the exit lies at the
    left or top.
    """

    lengths: list[int]
    moves: list[tuple[int, int]]
    target: int
    roads: list[int]
    is_back: bool


def domain(need: Need) -> str:
    """The text of the domain."""
    types = " ".join(f"length-{length}" for length in need.lengths)
    costs = " :action-costs" if need.roads else ""
    predicates = "(at ?v - vehicle ?c - cell) (next ?v - vehicle ?c ?d - cell) (clear ?c - cell)"
    extra = " (target ?v - vehicle) (edge ?c - cell) (solved)" if need.roads else ""
    parts = [
        f"(define (domain {NAME})",
        f"  (:requirements :strips :typing{costs})",
        f"  (:types vehicle cell - object {types} - vehicle)",
        f"  (:predicates {predicates}{extra})",
        *(["  (:functions (total-cost) - number)"] if need.roads else []),
        *(_move(length, cells, bool(need.roads)) for length, cells in need.moves),
        *(_finish(need.target, road, is_back=need.is_back) for road in need.roads),
    ]
    return "\n".join(parts) + ")\n"


def _move(length: int, cells: int, is_priced: bool) -> str:
    chain = [f"?c{number}" for number in range(1, length + abs(cells) + 1)]
    before, after = chain[:length], chain[-length:]
    swept = chain[length:]
    if cells < 0:
        before, after, swept = after, before, chain[:-length]
    needs = [f"(at ?v {before[0]})", *_chained(chain), *_each("clear", swept)]
    effects = [f"(not (at ?v {before[0]}))", f"(at ?v {after[0]})"]
    effects += _each("clear", [cell for cell in before if cell not in after])
    effects += [f"(not (clear {cell}))" for cell in after if cell not in before]
    effects += ["(increase (total-cost) 1)"] * is_priced
    return _action(action_name(length, cells), length, chain, needs, effects)


def _finish(length: int, road: int, *, is_back: bool) -> str:
    """The action that finds the road clear; it costs nothing, since nothing moves."""
    chain = [f"?c{number}" for number in range(1, length + road + 1)]
    place, ahead, edge = chain[0], chain[length:], chain[-1]
    if is_back:
        place, ahead, edge = chain[road], chain[:road], chain[0]
    needs = ["(target ?v)", f"(at ?v {place})", f"(edge {edge})"]
    needs += [*_chained(chain), *_each("clear", ahead)]
    return _action(f"finish-{road}", length, chain, needs, ["(solved)"])


def _action(
    name: str, length: int, chain: list[str], needs: Iterable[str], effects: Iterable[str]
) -> str:
    return "\n".join(
        [
            f"  (:action {name}",
            f"    :parameters (?v - length-{length} {' '.join(chain)} - cell)",
            f"    :precondition (and {' '.join(needs)})",
            f"    :effect (and {' '.join(effects)}))",
        ]
    )


def _chained(chain: list[str]) -> Iterator[str]:
    return (f"(next ?v {one} {other})" for one, other in pairwise(chain))


def _each(predicate: str, cells: Iterable[str]) -> list[str]:
    return [f"({predicate} {cell})" for cell in cells]
