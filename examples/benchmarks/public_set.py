"""A set of 500 tasks for language models, from 4x4 to 8x8, with walls and exits on every side.

    python examples/benchmarks/public_set.py -o tasks.jsonl
    python examples/benchmarks/public_set.py --seed 4711 -o private.jsonl

The public set is that of seed 2026. It is the same on every machine: this script knows its SHA-256.
Keep the seed of a private set to yourself.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path

from rushhour.prose import Task, tasks

SEED = 2026
SHA_256 = "594da171acf4ebadfd5350bfdb8c18841a9510781a9a7e6c45ca59a1973f960e"
EACH = 25
KEPT = ("id", "board", "slides", "steps", "solution", "fewest_steps", "boards", "prompts")


@dataclass(frozen=True)
class Level:
    """What the boards of a level are; of each exit there are equally many."""

    name: str
    size: tuple[int, int]
    slides: str
    vehicles: str
    walls: str
    exits: tuple[str, ...] = ("right", "left", "top", "bottom")


LEVELS = (
    Level("4x4", (4, 4), "2..4", "3..6", "0"),
    Level("5x5", (5, 5), "4..7", "4..8", "0..1"),
    Level("6x6", (6, 6), "6..9", "6..10", "0"),
    Level("6x6 hard", (6, 6), "10..18", "8..12", "0..2"),
    Level("8x8", (8, 8), "8..14", "10..16", "0..3"),
)


def made(seed: int) -> Iterator[tuple[Level, Task]]:
    """The tasks of a seed, level by level."""
    for number, level in enumerate(LEVELS):
        for place, side in enumerate(level.exits):
            stream = tasks(
                size=level.size,
                exit=side,
                slides=level.slides,
                vehicles=level.vehicles,
                walls=level.walls,
                seed=seed + 100 * number + place,
            )
            for task in islice(stream, EACH):
                yield level, task


def lines(seed: int) -> Iterator[str]:
    """The lines of the file, with what is the same on every machine to the last digit."""
    for level, task in made(seed):
        found = task.to_dict()
        kept = {name: found[name] for name in KEPT}
        yield json.dumps({"set_level": level.name, **kept}) + "\n"


def main() -> None:
    """Write a set, and print its SHA-256."""
    about = argparse.ArgumentParser(description=__doc__)
    about.add_argument("--seed", type=int, default=SEED)
    about.add_argument("-o", "--output", type=Path, required=True)
    given = about.parse_args()
    text = "".join(lines(given.seed))
    given.output.write_text(text, encoding="utf-8")
    found = sha256(text.encode()).hexdigest()
    print(f"{given.output}: {text.count(chr(10))} tasks, sha256 {found}")
    if given.seed == SEED and found != SHA_256:
        sys.exit(f"expected the public set, sha256 {SHA_256}")


if __name__ == "__main__":
    main()
