"""What must hold for any bytes: one function for each target, which raises where it does not.

`fuzz/python.py` feeds them with what atheris makes up, the tests here with the corpus. Errors of
this package are answers; any other exception is a finding.
"""

import struct
import warnings
from collections.abc import Callable
from contextlib import suppress
from gzip import compress
from io import StringIO
from itertools import islice
from typing import Any

import rushhour
from rushhour import Exit, Move, Puzzle, RushHourError, Solution, Vehicle, _core
from rushhour.errors import FormatWarning, UnwritableError
from rushhour.formats import FORMATS, attempts
from rushhour.formats.declared import Declared
from rushhour.model.notation import read_moves
from rushhour.search.options import Options

warnings.simplefilter("ignore", FormatWarning)
NAMES = [None, *(entry.name for entry in FORMATS)]
WRITABLE = [entry.name for entry in FORMATS if entry.is_writable]
# States and puzzles of one input: more take seconds and find no more.
STATES, PUZZLES = 2000, 5


def formats(data: bytes) -> None:
    """Any text gives puzzles and errors; a puzzle is read back from all in which it is written."""
    name = NAMES[data[0] % len(NAMES)] if data else None
    text = data[1:].decode(errors="surrogateescape")
    for item in islice(attempts(StringIO(text, newline=None), name), PUZZLES):
        assert isinstance(item, Puzzle | RushHourError), item
        assert str(item)
        if isinstance(item, Puzzle):
            for form in WRITABLE:
                with suppress(UnwritableError):
                    read_back(item, form)


def read_back(puzzle: Puzzle, form: str) -> None:
    """What is written is the same puzzle, whether or not the format is named."""
    text = rushhour.write(puzzle, form)
    for again in (rushhour.parse(text, form), rushhour.parse(text)):
        assert again == puzzle, (form, text)
        assert form not in ("json", "nyu") or again.title == puzzle.title, (form, text)


PUZZLE = Puzzle(
    4,
    5,
    [
        Vehicle("A", "h", 1, 0, 2),
        Vehicle("red car", "v", 0, 2, 3),
        Vehicle("#1", "h", 3, 0, 2),
        Vehicle("[", "v", 0, 4, 2),
        Vehicle('"', "h", 3, 3, 2),
    ],
    "A",
)


def moves(data: bytes) -> None:
    """Any text gives moves or an error; moves are written so that the same are read again."""
    text = data.decode(errors="surrogateescape")
    try:
        found = read_moves(text, PUZZLE)
    except RushHourError as error:
        assert str(error)
        return
    assert all(Move.parse(str(move)) == move for move in found)
    written = " ".join(map(str, found))
    assert read_moves(written, PUZZLE) == found, written
    assert all(isinstance(fault, str) for fault in Solution(PUZZLE, found).verify())


def certificate(data: bytes) -> None:
    """A certificate that is accepted claims what the solver finds; any other is an error of ours.

    The bytes are what is in the file before gzip packs it.
    """
    for file in (compress(data, 1, mtime=0), data):
        try:
            proved = rushhour.certificate.verify_certificate(file)
        except RushHourError as error:
            assert str(error)
            continue
        puzzle = puzzle_of(proved.puzzle)
        question: dict[str, Any] = {"metric": proved.metric, "goal": proved.goal}
        outcome = rushhour.solve(puzzle, max_states=STATES, threads=1, **question)
        if outcome.status == "solved":
            assert outcome.cost is not None
            assert proved.lower <= outcome.cost <= proved.upper, proved.claim
        elif outcome.status == "unsolvable":
            assert proved.upper == float("inf"), proved.claim


def puzzle_of(header: dict[str, Any]) -> Puzzle:
    """The puzzle of a certificate's header."""
    vehicles = [
        Vehicle(*(car[name] for name in ("label", "axis", "row", "col", "length")))
        for car in header["vehicles"]
    ]
    way_out = Exit(header["exit"]["side"], header["exit"]["line"])
    walls = [(row, col) for row, col in header["walls"]]
    return Puzzle(header["rows"], header["cols"], vehicles, header["target"], way_out, walls)


def columns(data: bytes) -> None:
    """A column of any bytes has a row for each text: an answer, or what keeps it from being one."""
    first, texts = (data[0], data[1:].split(b"\n")[:PUZZLES]) if data else (0, [])
    table = rushhour.solve_batch(
        [None if text == b"null" else text.decode(errors="replace") for text in texts],
        metric=("slide", "step")[first & 1],  # type: ignore[arg-type]
        share_clusters=bool(first & 2),
        both=bool(first & 4),
        max_states=STATES,
        threads=1,
    )
    assert len(table) == len(texts)
    for text, status, error in zip(
        texts, table["status"].to_pylist(), table["error"].to_pylist(), strict=True
    ):
        assert (status is None) == (error is not None)
        with suppress(RushHourError):
            rushhour.parse(text.decode(errors="replace"), "boardstring")
            assert status or "labels" in error, (text, error)


POOL = _core.WorkerPool(1)
OPTIONS = Options.of(max_states=STATES, max_memory=None)


def buffers(data: bytes) -> None:
    """Arrow's buffers may hold any numbers: rows within them, or an error of ours."""
    count = data[0] % 8 if data else 0
    ends, rest = data[1 : 1 + 8 * count], data[1 + 8 * count :]
    nulls = set(rest[:2])
    try:
        column = _core.BoardColumn(POOL, (ends, rest[2:], nulls), 0, Declared().known(None))
        found = column.solve(POOL, OPTIONS, (False, False, False))
    except RushHourError as error:
        assert "offsets" in str(error)
        return
    offsets = struct.unpack(f"={len(ends) // 8}q", ends[: len(ends) // 8 * 8])
    assert list(offsets) == sorted(offsets)
    assert dict(found).keys() >= {"status", "error"}


TARGETS: dict[str, Callable[[bytes], None]] = {
    "formats": formats,
    "moves": moves,
    "certificate": certificate,
    "columns": columns,
    "buffers": buffers,
}
