"""Make the tables of the rating from boards.

```text
python -m rushhour.analysis.reference percentiles BOARDS > src/analysis/reference.csv
python -m rushhour.analysis.reference levels puzzles/jam-*.txt
```
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from statistics import median, quantiles

from rushhour.analysis.analysis import analyse_many
from rushhour.formats import read_all


def difficulties(files: Sequence[str]) -> list[float]:
    """The difficulty of every puzzle of some files that has one, in their order."""
    puzzles = (puzzle for file in files for puzzle in read_all(file))
    found = (analysis.difficulty for analysis in analyse_many(puzzles))
    return [difficulty for difficulty in found if difficulty is not None]


def percentile_table(found: Sequence[float]) -> list[str]:
    """The lines of `src/analysis/reference.csv`."""
    inner = quantiles(found, n=100, method="inclusive")
    table = [min(found), *inner, max(found)]
    lines = [f"{percent},{difficulty:.3f}" for percent, difficulty in enumerate(table)]
    head = f"# difficulties of {len(found)} boards: python -m {__spec__.name} percentiles BOARDS"
    return [head, "percent,difficulty", *lines]


def level_table(found: Sequence[float]) -> list[str]:
    """The difficulties that part the levels of four equal groups of cards, easiest first.

    The last is rounded up, so that no card is above it.
    """
    size = len(found) // 4
    medians = [median(found[group * size : (group + 1) * size]) for group in range(4)]
    between = [(low * high) ** 0.5 for low, high in pairwise(medians)]
    return [*(f"{bound:.1f}" for bound in between), f"{ceil(10 * max(found)) / 10:.1f}"]


if __name__ == "__main__":
    _, what, *names = sys.argv
    table = percentile_table if what == "percentiles" else level_table
    print("\n".join(table(difficulties(names))))
