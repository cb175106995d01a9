"""Vehicles: JSON lists of vehicles under any usual keys, as games and courses keep their levels.

```text
{"size": 6, "vehicles": [{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "H"},
                         {"id": "A", "x": 2, "y": 0, "length": 3, "orientation": "V"}]}
[{"position": [2, 0], "len": 2, "dir": "h", "primary": true}, ...]
{"levels": [{"nrow": 6, "ncol": 6, "exit": "r", "pieces": [...]}, ...]}
```

The keys are those of `listing`, which also says what the numbers mean and which vehicle is the
target. Without a size the board is 6x6; without labels the target is A and the others are B, C, ...
Keys that mean nothing here are passed over, but for one that looks like a misspelt one.
The reader is `src/reader/vehicles.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import ParseError
from rushhour.formats import document
from rushhour.formats.source import Source
from rushhour.model.setup import Setup


def matches(source: Source) -> bool:
    """Objects with a place, and an axis or a shape, and other keys than those of other formats."""
    return document.matches(source, "vehicles")


def resembles(source: Source) -> bool:
    """Objects with a place or a shape, and a length, a label or a mark."""
    return document.resembles(source, "vehicles")


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; after one that is malformed, reading continues.

    `target` declares the label of the target.
    """
    return document.read(source, "vehicles", target)
