"""A solution as an animated SVG, which plays by itself, without script, up to the solved board.

A click or the space bar pauses and resumes it; readers who prefer reduced motion see its end first.
Both need a little script in attributes; without script it plays all the same. `schedule` has the
times at which each move begins and ends, for every animation; short moves take less time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from rushhour.model.move import Move
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.model.words import brief
from rushhour.render.board import backdrop, vehicle
from rushhour.render.colouring import colours
from rushhour.render.geometry import CELL, FRAME, Box, extent, floor
from rushhour.render.markup import Svg, element, escape, number, rect
from rushhour.render.page import name_of, page
from rushhour.render.palette import Theme

# Seconds: at the start, for a move, for each of its cells, between moves, at the end.
START, MOVE, PER_CELL, PAUSE, END = 0.8, 0.18, 0.07, 0.22, 2.0


class Moment(NamedTuple):
    """A move and its time in seconds from the beginning."""

    move: Move
    begin: float
    end: float


def schedule(moves: Iterable[Move]) -> list[Moment]:
    """The moves one after another."""
    moments, now = [], START
    for move in moves:
        end = now + MOVE + PER_CELL * abs(move.cells)
        moments.append(Moment(move, now, end))
        now = end + PAUSE
    return moments


CAPTION, LETTER, BAR = 46, 24, 4
# Slow, fast, slow: the control points of a cubic curve, as SMIL writes them.
EASE, STAY = ".4 0 .2 1", "0 0 1 1"


def animated_svg(solution: Solution, *, theme: Theme = "auto") -> Svg:
    """The board on which the moves are played, with a caption for each."""
    moments = schedule(solution.runs())
    seconds = moments[-1].end if moments else 0.0
    view = extent(solution.replay())
    name = f"{name_of(solution.puzzle)}; solved in {len(moments)} moves, played one after another"
    return page(
        view._replace(height=view.height + CAPTION),
        backdrop(solution.puzzle),
        *_vehicles(solution, moments, seconds),
        *_captions(solution, moments, view),
        _bar(solution, view, seconds),
        name=name,
        theme=theme,
        controls=_controls(seconds),
    )


def _vehicles(solution: Solution, moments: list[Moment], seconds: float) -> Iterator[str]:
    looks = colours(solution.puzzle)
    for each in solution.puzzle.vehicles:
        its_moments = [moment for moment in moments if moment.move.vehicle == each.label]
        motion = _motion(each, its_moments, seconds) if its_moments else ""
        yield vehicle(each, solution.puzzle.target, looks[each.label], motion)


def _motion(each: Vehicle, moments: list[Moment], seconds: float) -> str:
    """The motion of a vehicle: its places at fractions of the whole time; it stays at the last."""
    far, times, values = 0, [0.0], [_translation(each, 0)]
    for move, begin, end in moments:
        times += [begin, end]
        values.append(_translation(each, far))
        far += move.cells
        values.append(_translation(each, far))
    if times[-1] < seconds:
        times.append(seconds)
        values.append(values[-1])
    splines = [EASE if index % 2 else STAY for index in range(len(times) - 1)]
    return element(
        "animateTransform",
        attributeName="transform",
        type="translate",
        values=";".join(values),
        keyTimes=";".join(f"{time / seconds:.6f}" for time in times),
        calcMode="spline",
        keySplines=";".join(splines),
        begin="0s",
        dur=f"{seconds:.2f}s",
        fill="freeze",
    )


def _translation(each: Vehicle, cells: int) -> str:
    return f"{cells * CELL} 0" if each.axis == "h" else f"0 {cells * CELL}"


def _captions(solution: Solution, moments: list[Moment], view: Box) -> Iterator[str]:
    """The captions: number and words of each move, shown until the next one begins."""
    x, y = view.middle[0], view.y + view.height + LETTER
    ends = (moment.begin for moment in moments[1:])
    for index, (moment, end) in enumerate(zip_longest(moments, ends), 1):
        words = brief(moment.move, solution.puzzle)
        text = escape(f"{index}/{len(moments)} · {words}")
        shown = _shown(moment.begin, end)
        place = {"x": x, "y": y, "font_size": LETTER}
        yield element("text", text, shown, **place, class_="caption", visibility="hidden")


def _shown(begin: float, end: float | None) -> str:
    """Show a hidden element from one time to another, or for good."""
    length = None if end is None else f"{end - begin:.2f}s"
    fill = "freeze" if end is None else None
    time = {"begin": f"{begin:.2f}s", "dur": length, "fill": fill}
    return element("set", attributeName="visibility", to="visible", **time)


def _bar(solution: Solution, view: Box, seconds: float) -> str:
    """A line below the board that grows with time."""
    if not seconds:
        return ""
    board = floor(solution.puzzle).inset(-FRAME)
    growth = element(
        "animate",
        attributeName="width",
        values=f"0;{number(board.width)}",
        begin="0s",
        dur=f"{seconds:.2f}s",
        fill="freeze",
    )
    y = view.y + view.height + CAPTION - 2 * BAR
    return rect((board.x, y, 0, BAR), growth, rx=BAR / 2, class_="bar")


def _controls(seconds: float) -> dict[str, str]:
    """The script for clicks, keys and reduced motion."""
    if not seconds:
        return {}
    end = f"{seconds:.2f}"
    again = "this.setCurrentTime(0);this.unpauseAnimations()"
    toggle = "this.animationsPaused()?this.unpauseAnimations():this.pauseAnimations()"
    is_calm = "matchMedia('(prefers-reduced-motion: reduce)').matches"
    return {
        "tabindex": "0",
        "onclick": f"if(this.getCurrentTime()>={end}){{{again}}}else {toggle}",
        "onkeydown": "if(event.key===' '){event.preventDefault();this.onclick()}",
        "onload": f"if({is_calm}){{this.setCurrentTime({seconds + 1:.2f});this.pauseAnimations()}}",
    }
