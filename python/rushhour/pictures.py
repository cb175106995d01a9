"""Boards from pictures: screenshots, drawings and photographs (extra `pictures`)."""

from __future__ import annotations

import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import rushhour._core as _core
from rushhour.base.expect import brief_repr, expect, file_name
from rushhour.base.packages import needs
from rushhour.errors import PictureError, WrongTypeError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Cell, Exit
from rushhour.render.markup import Svg, element, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from rushhour.render.markup import Svg

__all__ = ["Doubt", "PictureReading", "read_picture"]


# The pixels of a picture file, in bounded memory.


MAX_PIXELS = 120_000_000
"""The most pixels of a picture: the largest cameras of phones have 108 million."""

MAX_BYTES = 200_000_000
"""The most bytes of a picture file."""

ENOUGH = 1400
"""A picture is reduced while it is decoded, but its sides not below this."""

_FORMATS = ("PNG", "JPEG", "MPO", "WEBP", "GIF", "BMP", "HEIF", "AVIF")
_MARKS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"BM")
_BRANDS = (b"avif", b"avis", b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1")
HEAD = 16
"""So many bytes of a file show whether it is a picture."""


class Pixels(NamedTuple):
    """Pixels of three or four bytes, row by row; `full` is the size before they were reduced."""

    data: bytes
    width: int
    height: int
    channels: int
    full: tuple[int, int]

    def address(self) -> str:
        """The picture as an address that holds it, for a drawing."""
        from PIL import Image

        image = Image.frombytes("RGBA"[: self.channels], (self.width, self.height), self.data)
        written = BytesIO()
        image.convert("RGB").save(written, "JPEG", quality=85)
        return f"data:image/jpeg;base64,{b64encode(written.getvalue()).decode()}"


def is_picture(head: bytes) -> bool:
    """Whether a file that begins so is a picture."""
    is_webp = head[:4] == b"RIFF" and head[8:12] == b"WEBP"
    is_brand = head[4:8] == b"ftyp" and head[8:12] in _BRANDS
    # No text begins with BM and a byte 0, but a BMP has zeros in its reserved bytes.
    is_bitmap = head[:2] == b"BM" and head[6:10] == bytes(4)
    return is_webp or is_brand or is_bitmap or head.startswith(_MARKS[:3])


def pixels_of(picture: Any) -> Pixels:
    """The pixels of a path, bytes, a Pillow image or an array, turned as its EXIF data say.

    PictureError if it is no picture, or too large; OSError if there is no file.
    """
    with needs("pictures"):
        from PIL import Image, ImageOps

    source: str | None = None
    if isinstance(picture, str | PathLike):
        source = file_name("picture", picture)
        if Path(source).stat().st_size > MAX_BYTES:
            raise PictureError(f"expected a file of at most {MAX_BYTES} bytes", source)
        picture = Path(source).read_bytes()
    with _blamed(source):
        if isinstance(picture, bytes | bytearray | memoryview):
            Image.init()
            formats = [name for name in _FORMATS if name in Image.OPEN]
            image: Image.Image = Image.open(BytesIO(picture), formats=formats)
        elif isinstance(picture, Image.Image):
            image = picture.copy()
        elif hasattr(picture, "__array_interface__"):
            image = Image.fromarray(picture)
        else:
            expected = "a path, bytes, a Pillow image or an array"
            raise WrongTypeError("picture", expected, brief_repr(picture))
        _check_size(image, source)
        full = image.size
        image.draft("RGB", (ENOUGH, ENOUGH))
        image.load()
        factor = max(1, max(image.size) // (2 * ENOUGH))
        has_alpha = "A" in image.getbands() or "transparency" in image.info
        image = image.convert("RGBA" if has_alpha else "RGB")
        if factor > 1:
            image = image.reduce(factor)
        turned = ImageOps.exif_transpose(image)
        if (turned.width > turned.height) != (image.width > image.height):
            full = (full[1], full[0])
    return Pixels(turned.tobytes(), *turned.size, len(turned.getbands()), full)


def _check_size(image: Image, source: str | None) -> None:
    width, height = image.size
    if width * height > MAX_PIXELS:
        expected = f"expected a picture of at most {MAX_PIXELS} pixels"
        raise PictureError(f"{expected}, found {width} x {height}", source)


@contextmanager
def _blamed(source: str | None) -> Iterator[None]:
    """Turn what Pillow raises for a damaged picture into a PictureError."""
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except (PictureError, WrongTypeError):
            raise
        except UnidentifiedImageError:
            expected = "expected a picture such as PNG, JPEG or WebP, found other bytes"
            raise PictureError(expected, source) from None
        except Image.DecompressionBombError:
            expected = f"expected a picture of at most {MAX_PIXELS} pixels, found more"
            raise PictureError(expected, source) from None
        # Pillow's decoders raise many kinds of errors for damaged files.
        except Exception as error:
            raise PictureError(f"the picture is damaged: {error}", source) from None


# `read_picture`: the board that a picture shows, with what is doubtful about it.


Corner = tuple[float, float]
"""Column and row of a pixel, from the top left of the picture."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What may be otherwise: `kind` is cells, target, exit, place or faint.

    `cells` are the cells that it concerns, if there are such.
    """

    kind: str
    message: str
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class PictureReading:
    """A board as it is seen in a picture, turned as there.

    `corners` are those of the field of cells: top left, top right, bottom right, bottom left.
    `confidence` says from 0 to 1 how often such a reading is right, `cell_confidence` the same of
    each cell, in rows. A reading without `doubts` is meant to be right. `width` and `height` are
    those of the picture.
    """

    puzzle: Puzzle
    corners: tuple[Corner, ...]
    confidence: float
    cell_confidence: tuple[tuple[float, ...], ...]
    doubts: tuple[Doubt, ...]
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.puzzle.rows, self.puzzle.cols

    @property
    def exit(self) -> Exit:
        """Where the target leaves."""
        return self.puzzle.exit

    @property
    def vehicle_confidence(self) -> dict[str, float]:
        """The least confidence of the cells of each vehicle, by its label."""
        return {
            vehicle.label: min(self.cell_confidence[row][col] for row, col in vehicle.cells())
            for vehicle in self.puzzle.vehicles
        }

    def overlay(self, picture: Any = None) -> Svg:
        """A drawing to lay over the picture: grid, vehicles, exit and doubtful cells.

        With the `picture`, as `read_picture` takes it, that lies beneath.
        """
        return overlay(self, None if picture is None else pixels_of(picture).address())


def read_picture(
    picture: Any,
    *,
    corners: Sequence[Corner] | None = None,
    size: int | tuple[int, int] | None = None,
    exit: Exit | str | None = None,  # noqa: A002
    target: Cell | None = None,
    lengths: Sequence[int] = (2, 3),
) -> PictureReading:
    """Read the board of a picture: a path, the bytes of a file, a Pillow image or an array.

    What is known helps: the `corners` of the field of cells, clockwise from its top left, its
    `size`, the side of the `exit`, a cell of the `target`, the `lengths` of vehicles. PictureError
    if there is no board. Needs the extra `pictures`.

    >>> import rushhour
    >>> puzzle = rushhour.parse("BB...CD..E.CDAAE.CD..E..F...GGF.HHH.")
    >>> reading = rushhour.read_picture(puzzle.svg().png())
    >>> reading.puzzle == puzzle, reading.size
    (True, (6, 6))
    """
    pixels = pixels_of(picture)
    source = str(fspath(picture)) if isinstance(picture, str | PathLike) else None
    scale_x, scale_y = pixels.full[0] / pixels.width, pixels.full[1] / pixels.height
    places = None
    if corners is not None:
        expect("corners", corners, Sequence, "four pairs of numbers")
        places = [(float(x) / scale_x, float(y) / scale_y) for x, y in corners]
        if len(places) != 4:
            raise PictureError(f"expected four corners, found {len(places)}", source)
    way_out: tuple[str, int | None] | None = None
    if exit is not None:
        way_out = (exit, None) if isinstance(exit, str) else (exit.side, exit.line)
    try:
        core, found, confidence, cells, doubts = _core.read_picture(
            pixels.data,
            pixels.width,
            pixels.height,
            pixels.channels,
            places,
            (size, size) if isinstance(size, int) else size,
            way_out,
            target,
            list(lengths),
        )
    except PictureError as error:
        raise PictureError(error.message, source) from None
    except OverflowError:  # a number below 0 or of more than 64 bits
        given = brief_repr((size, exit, target, tuple(lengths)))
        expected = "expected size, exit, target and lengths of a board of at most 12 x 12 cells"
        raise PictureError(f"{expected}, found {given}", source) from None
    puzzle = Puzzle._of(core, None)
    rows = range(0, len(cells), puzzle.cols)
    return PictureReading(
        puzzle,
        tuple((x * scale_x, y * scale_y) for x, y in found),
        confidence,
        tuple(tuple(cells[start : start + puzzle.cols]) for start in rows),
        tuple(Doubt(kind, text, tuple(where)) for kind, text, where in doubts),
        *pixels.full,
    )


# A reading as a drawing over its picture.


_INSET = 0.12
_SHOWN = 1400


def overlay(reading: PictureReading, beneath: str | None = None) -> Svg:
    """The grid, a frame around each vehicle and wall, the exit, and marks on doubtful cells.

    `beneath` is the address of the picture itself, if it is drawn too.
    """
    puzzle = reading.puzzle
    rows, cols = reading.size
    at = _projection(reading)
    stroke = max(1.0, min(reading.width, reading.height) / 200)

    def shape(places: Iterable[tuple[float, float]], **style: str | float) -> str:
        points = " ".join(f"{number(x)},{number(y)}" for x, y in (at(u, v) for u, v in places))
        return element("polygon", points=points, **style)

    def box(first: Cell, last: Cell, inset: float, **style: str | float) -> str:
        left, right = first[1] + inset, last[1] + 1 - inset
        top, low = first[0] + inset, last[0] + 1 - inset
        return shape([(left, top), (right, top), (right, low), (left, low)], **style)

    def line(start: tuple[float, float], end: tuple[float, float], **style: str | float) -> str:
        (x, y), (z, w) = at(*start), at(*end)
        return element("line", x1=x, y1=y, x2=z, y2=w, **style)

    def grid(start: tuple[float, float], end: tuple[float, float]) -> str:
        return line(start, end, stroke="#00c2ff", stroke_width=stroke / 2)

    size = {"width": reading.width, "height": reading.height}
    shown: dict[str, float] = dict(size)
    parts: list[str] = []
    if beneath is not None:
        reduced = min(1, _SHOWN / max(size.values()))
        shown = {name: side * reduced for name, side in size.items()}
        parts.append(element("image", href=beneath, **size))
    parts += [grid((k, 0), (k, rows)) for k in range(cols + 1)]
    parts += [grid((0, k), (cols, k)) for k in range(rows + 1)]
    doubtful = sorted({cell for doubt in reading.doubts for cell in doubt.cells})
    parts += [box(cell, cell, 0, fill="#ffb000", fill_opacity=0.45) for cell in doubtful]
    for vehicle in puzzle.vehicles:
        first, *_, last = vehicle.cells()
        tone = "#ff2d55" if vehicle.label == puzzle.target else "#ffffff"
        parts.append(box(first, last, _INSET, fill="none", stroke=tone, stroke_width=2 * stroke))
    parts += [box(cell, cell, _INSET, fill="#000000", fill_opacity=0.6) for cell in puzzle.walls]
    side, way = puzzle.exit.side, puzzle.exit.line
    edge = {"right": cols, "left": 0, "bottom": rows, "top": 0}[side]
    ends = [(edge, way), (edge, way + 1)]
    if side in ("bottom", "top"):
        ends = [(v, u) for u, v in ends]
    parts.append(line(*ends, stroke="#ff2d55", stroke_width=4 * stroke))
    view = f"0 0 {reading.width} {reading.height}"
    return Svg(element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=view, **shown))


def _projection(reading: PictureReading) -> Callable[[float, float], tuple[float, float]]:
    """From columns and rows of the board to pixels (Heckbert 1989: a square to four corners)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = reading.corners
    rows, cols = reading.size
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dx2, dy1, dy2 = x1 - x2, x3 - x2, y1 - y2, y3 - y2
    determinant = dx1 * dy2 - dx2 * dy1
    g = (sx * dy2 - dx2 * sy) / determinant
    h = (dx1 * sy - sx * dy1) / determinant

    def at(u: float, v: float) -> tuple[float, float]:
        u, v = u / cols, v / rows
        depth = g * u + h * v + 1
        x = (x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0
        y = (y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0
        return x / depth, y / depth

    return at
