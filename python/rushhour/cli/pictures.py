"""Picture files in the place of puzzle files: recognised by their content, shown if doubtful."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rushhour.base.files import STREAM
from rushhour.cli.output import warn
from rushhour.errors import DoubtfulReadingError, PictureError, RushHourError, WrongValueError
from rushhour.formats.opening import standard_input
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit
from rushhour.pictures import HEAD, MAX_BYTES, is_picture

if TYPE_CHECKING:
    from rushhour.cli.options import ReadingOptions
    from rushhour.pictures import Corner, PictureReading


def picture_in(file: str | BinaryIO) -> str | bytes | None:
    """The picture that a file or stream holds; None if it begins like anything else.

    A name of what can be read but once, such as a pipe, is left alone.
    """
    if isinstance(file, str) and file != STREAM:
        if not Path(file).is_file():
            return None
        with Path(file).open("rb") as opened:
            return file if is_picture(opened.read(HEAD)) else None
    stream = standard_input() if isinstance(file, str) else file
    peek = getattr(stream, "peek", None)
    if peek is None or not is_picture(peek(HEAD)[:HEAD]):
        return None
    return stream.read(MAX_BYTES + 1)


def reading_of(picture: str | bytes, known: ReadingOptions) -> PictureReading:
    """The reading of a picture with what the options say of it.

    The label of the target is one of the reading. RushHourError for options that are for texts.
    """
    from rushhour.pictures import read_picture

    declared = known.declared
    if declared.empty is not None or declared.wall is not None:
        raise RushHourError("--empty and --wall are for texts, found a picture")
    side, line = declared.exit or (None, None)
    read = partial(
        read_picture,
        picture,
        corners=None if known.corners is None else _corners(known.corners),
        size=declared.size,
        exit=side if side is None or line is None else Exit(side, line),
    )
    reading = read()
    if known.target is None:
        return reading
    cells = {vehicle.label: vehicle.cells()[0] for vehicle in reading.puzzle.vehicles}
    if known.target not in cells:
        raise PictureError(f"no vehicle of the reading has the label {known.target[:40]!r}")
    return read(target=cells[known.target])


def puzzle_of_picture(picture: str | bytes, known: ReadingOptions) -> Puzzle:
    """The board of a picture.

    A doubtful one is shown with its doubts on standard error. DoubtfulReadingError without `--yes`.
    """
    reading = reading_of(picture, known)
    show_doubts(reading)
    if reading.doubts and not known.yes:
        name = picture if isinstance(picture, str) else None
        raise DoubtfulReadingError(len(reading.doubts), name)
    return reading.puzzle


def show_doubts(reading: PictureReading) -> None:
    """Print the board of a doubtful reading and its doubts on standard error."""
    if reading.doubts:
        for line in str(reading.puzzle).splitlines():
            warn(line)
        for doubt in reading.doubts:
            warn(f"doubt: {doubt}")


def _corners(text: str) -> list[Corner]:
    """Four corners such as `12,8 400,10 398,402 10,400`."""
    numbers = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if len(numbers) != 8 or not all(
        re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", one) for one in numbers
    ):
        expected = "expected --corners of four pixels such as '12,8 400,10 398,402 10,400'"
        raise WrongValueError(f"{expected}, found {text[:80]!r}")
    places = [float(number) for number in numbers]
    return list(zip(places[::2], places[1::2], strict=True))
