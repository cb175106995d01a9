"""The reason for a best move in words, which claim no more than is proved."""

from __future__ import annotations

from rushhour.hints.chain import Block
from rushhour.model.notation import course, direction
from rushhour.model.puzzle import Move, Puzzle
from rushhour.model.solution import Solution
from rushhour.text.display import shown


def reason(line: Solution, links: tuple[Block, ...]) -> str:
    """Why a shortest solution begins with its first move: `B must go down 2 to clear the exit`."""
    target = line.puzzle.target
    if links:
        return _first_move(line, links) + _purpose(links)
    if [run.vehicle for run in line.runs()] == [target]:
        return f"{shown(target)} has a clear road to the exit"
    return _room(line) or _what_follows(line)


def _first_move(line: Solution, links: tuple[Block, ...]) -> str:
    run, least = line.runs()[0], links[-1].cells
    if not links[-1].forced:
        return _goes(line.puzzle, run)
    way = direction(line.puzzle.vehicle(run.vehicle).axis, least)
    return f"{shown(run.vehicle)} must go {way} {'at least ' * (run.cells != least)}{abs(least)}"


def _purpose(links: tuple[Block, ...]) -> str:
    """What each cell of a chain is needed for, from the one that is left to the target's road."""
    if len(links) == 1:
        return " to clear the exit"
    opening, verb = ("since", "needs") if links[-1].forced else ("so that", "can use")
    clauses = []
    for link in links[:0:-1]:
        cell = "its cell" if link is links[-1] else f"{shown(link.blocker)}'s"
        clauses.append(f"{shown(link.blocked)} {verb} {cell} to {_aim(link, links)}")
    *clauses, last = clauses
    return f", {opening} {', '.join(clauses)}{', and ' * bool(clauses)}{last}"


def _aim(link: Block, links: tuple[Block, ...]) -> str:
    before = links[links.index(link) - 1]
    return "clear the exit" if before is links[0] else f"make way for {shown(before.blocked)}"


def _room(line: Solution) -> str | None:
    """The first vehicle that uses a cell which the first move has left."""
    puzzle, (first, *others) = line.puzzle, line.runs()
    places = {vehicle.label: vehicle for vehicle in puzzle.vehicles}
    mover = places[first.vehicle]
    room = set(mover.cells()) - set(mover.moved(first.cells).cells())
    for number, run in enumerate(others, 2):
        other = places[run.vehicle]
        if run.vehicle != first.vehicle and room & set(other.swept(run.cells)):
            when = "next" if number == 2 else f"as move {number} from here"
            uses = f"{_goes(puzzle, run)} {when}"
            return f"{_goes(puzzle, first)} to make room: {uses}; no short chain leads to the exit"
        places[run.vehicle] = other.moved(run.cells)
    return None


def _what_follows(line: Solution) -> str:
    first, *others = (_goes(line.puzzle, run) for run in line.runs()[:4])
    follows = f"; next {', '.join(others)}" if others else ""
    return f"{first}{follows}; no short chain of blockers explains it"


def _goes(puzzle: Puzzle, run: Move) -> str:
    return f"{shown(run.vehicle)} goes {course(run, puzzle)}"
