"""Text formats: reading, recognising and writing puzzles.

A format reads a text into a `Setup`, which reports syntax only; `Puzzle` then checks the rules.
Each format is a module of this folder, with one line in `registry.FORMATS`.
"""

from rushhour.formats.reading import attempts, parse, parse_all, puzzle_of, read, read_all
from rushhour.formats.registry import FORMATS, Format, detect, named
from rushhour.formats.writing import write, write_all

__all__ = [
    "FORMATS",
    "Format",
    "attempts",
    "detect",
    "named",
    "parse",
    "parse_all",
    "puzzle_of",
    "read",
    "read_all",
    "write",
    "write_all",
]
