"""A solution as an animated GIF (extra `pictures`): vehicles are painted once, then moved."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from rushhour.model.errors import RushHourError
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.render.board import backdrop
from rushhour.render.colouring import colours
from rushhour.render.geometry import CELL, extent, outline
from rushhour.render.page import page
from rushhour.render.palette import DARK, LIGHT, Theme
from rushhour.render.raster import image, require_extra
from rushhour.render.timing import END, PAUSE, START, Moment, schedule
from rushhour.render.vehicle import sprite

if TYPE_CHECKING:
    from PIL.Image import Image

# The seconds of a frame, a whole number of hundredths in GIF.
FRAME = 0.05
# The most moves and roughly the most frames: all are in memory, at up to 300 kB each.
MOST = 1000
# Pixels of the longer side, and the least for a cell.
SIDE, SMALLEST_CELL = 480, 16


def gif(solution: Solution, *, theme: Theme = "light") -> bytes:
    """The moves one after another in a loop; the solved board stays for two seconds."""
    require_extra()
    from PIL import Image

    moments = schedule(solution.runs())
    if len(moments) > MOST:
        found = f"found {len(moments):,}; an HTML file takes any number"
        raise RushHourError(f"expected at most {MOST:,} moves for a GIF, {found}")
    images = _Stage(solution, theme).images(moments)
    first = next(images)
    palette = first.quantize(dither=Image.Dither.NONE)
    others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in images)
    out = BytesIO()
    milliseconds = [round(1000 * seconds) for seconds in _durations(moments)]
    palette.save(out, "GIF", save_all=True, append_images=others, duration=milliseconds, loop=0)
    return out.getvalue()


def _durations(moments: list[Moment]) -> Iterator[float]:
    """The seconds of each image: the start, the frames of each move, a pause, the end."""
    yield START if moments else END
    for number, moment in enumerate(moments, 1):
        yield from [FRAME] * (_frames(moment, len(moments)) - 1)
        yield END if number == len(moments) else PAUSE


def _frames(moment: Moment, moves: int) -> int:
    """The number of frames of a move; fewer for solutions of many moves."""
    return max(1, min(MOST // moves, round((moment.end - moment.begin) / FRAME)))


def _eased(part: float) -> float:
    """The easing curve from 0 to 1: slow, fast, slow."""
    return part * part * (3 - 2 * part)


class _Stage:
    """The board and its vehicles, each painted once."""

    def __init__(self, solution: Solution, theme: Theme) -> None:
        from PIL import Image

        puzzle = solution.puzzle
        self._view = extent(solution.replay())
        longer = max(self._view.width, self._view.height)
        self._zoom = min(1, max(SMALLEST_CELL / CELL, SIDE / longer))
        picture = page(self._view, backdrop(puzzle), name="", theme=theme)
        painted = image(picture, zoom=self._zoom)
        self._empty = Image.new("RGBA", painted.size, (DARK if theme == "dark" else LIGHT).ground)
        self._empty.alpha_composite(painted)
        self._places = {vehicle.label: vehicle for vehicle in puzzle.vehicles}
        looks = colours(puzzle)
        self._sprites = {
            one.label: image(sprite(one, puzzle.target, looks[one.label], theme), zoom=self._zoom)
            for one in puzzle.vehicles
        }

    def images(self, moments: list[Moment]) -> Iterator[Image]:
        """The start, then the frames of each move."""
        yield self._painted(None).convert("RGB")
        for moment in moments:
            mover = self._places[moment.move.vehicle]
            others, count = self._painted(mover.label), _frames(moment, len(moments))
            for frame in range(1, count + 1):
                shift = _eased(frame / count) * moment.move.cells
                yield self._with(others, mover, shift).convert("RGB")
            self._places[mover.label] = mover.moved(moment.move.cells)

    def _painted(self, without: str | None) -> Image:
        whole = self._empty
        for label, vehicle in self._places.items():
            if label != without:
                whole = self._with(whole, vehicle, 0)
        return whole

    def _with(self, ground: Image, vehicle: Vehicle, shift: float) -> Image:
        """A copy of an image with a vehicle on it, some cells from its place."""
        right, down = (shift, 0) if vehicle.axis == "h" else (0, shift)
        at = outline(vehicle)
        x, y = at.x - self._view.x + right * CELL, at.y - self._view.y + down * CELL
        whole, corner = ground.copy(), (round(x * self._zoom), round(y * self._zoom))
        whole.alpha_composite(self._sprites[vehicle.label], corner)
        return whole
