"""Pictures as pixels: resvg renders any SVG (extra `pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from rushhour.base.packages import needs
from rushhour.errors import WrongValueError
from rushhour.model.setup import Vehicle
from rushhour.model.solution import Solution
from rushhour.render.animation import END, PAUSE, START, Moment, schedule
from rushhour.render.board import backdrop, sprite
from rushhour.render.colouring import colours
from rushhour.render.geometry import CELL, extent, outline
from rushhour.render.page import page
from rushhour.render.palette import DARK, LIGHT, Theme

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

# CSS pixels in an inch, for lengths with units; resvg's default is 0.
DPI = 96
# Pixels in an inch on paper.
PRINT = 300


def require_extra() -> None:
    """Raise MissingExtraError without the packages that render."""
    with needs("pictures"):
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401


def png(svg: str, *, zoom: float = 1) -> bytes:
    """A picture as PNG, `zoom` pixels for one of the SVG; the theme `auto` gives the light one."""
    require_extra()
    from PIL import ImageFont
    from resvg_py import svg_to_bytes

    # On a machine without fonts the labels use the one that comes with Pillow.
    fallback = cast("FreeTypeFont", ImageFont.load_default(size=10))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "fallback.ttf"
        file.write_bytes(fallback.font_bytes)
        family = fallback.getname()[0]
        fonts = [str(file)]
        return svg_to_bytes(
            svg_string=svg, zoom=zoom, dpi=DPI, font_files=fonts, sans_serif_family=family
        )


def image(svg: str, *, zoom: float = 1) -> Image:
    """A picture as a Pillow image with a transparent background."""
    require_extra()
    from PIL import Image

    return Image.open(BytesIO(png(svg, zoom=zoom))).convert("RGBA")


def pdf(pages: Sequence[str]) -> bytes:
    """Pictures as the pages of a PDF, at the resolution of print."""
    data, painted = BytesIO(), (flat(image(page, zoom=PRINT / DPI)) for page in pages)
    first = next(painted)  # the others are rendered one at a time, at 26 MB each
    first.save(data, "PDF", save_all=True, append_images=painted, resolution=PRINT)
    return data.getvalue()


def flat(picture: Image) -> Image:
    """The picture on a white background."""
    from PIL import Image

    ground = Image.new("RGB", picture.size, "white")
    ground.paste(picture, mask=picture.getchannel("A"))
    return ground


# A solution as an animated GIF (extra `pictures`): vehicles are painted once, then moved.


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
        raise WrongValueError(f"expected at most {MOST:,} moves for a GIF, {found}")
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
