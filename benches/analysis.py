"""Time of all measures, beside a SciPy solve of the largest of their equations on the same boards.

```text
python benches/analysis.py [FILE...]
```

Times are processor times in milliseconds, the best of three. SciPy solves the equations of the
human walk alone, by BiCGSTAB without a preconditioner. Its matrix is made beforehand by the
definitions of the tests, which is not timed.
"""

from __future__ import annotations

import math
import sys
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np
from scipy.sparse import csr_array, eye_array
from scipy.sparse.linalg import bicgstab

import rushhour
from usage import arguments

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.bridge import board_of  # noqa: E402
from support.measured import Measured  # noqa: E402

FILES = [ROOT / "puzzles" / f"jam-{number:02}.txt" for number in (1, 34, 40)]


def best(work) -> float:
    """The least time of three runs, in milliseconds."""
    times = []
    for _ in range(3):
        begun = process_time()
        work()
        times.append(1000 * (process_time() - begun))
    return min(times)


def system(measured: Measured) -> csr_array:
    """The matrix of the human walk."""
    rows, columns, values = [], [], []
    places = {(measured.board.start, None): 0}
    waiting = list(places)
    for place in waiting:
        for after, chance in measured.human_chances(*place):
            if measured.distance[after[0]]:
                if after not in places:
                    places[after] = len(places)
                    waiting.append(after)
                rows.append(places[place])
                columns.append(places[after])
                values.append(chance)
    size = (len(places), len(places))
    return csr_array(eye_array(len(places)) - csr_array((values, (rows, columns)), shape=size))


def solved(matrix: csr_array) -> float:
    """The walk from the start, by SciPy."""
    ones = np.ones(matrix.shape[0])
    found, _ = bicgstab(matrix, ones, rtol=1e-7 / math.sqrt(len(ones)))
    return math.log(found[0])


chosen = arguments() or FILES
print(f"{'puzzle':12} {'states':>7} {'all ms':>8} {'SciPy ms':>9} {'ratio':>6} {'difference':>11}")
for file in map(Path, chosen):
    puzzle = rushhour.read(file)
    analysis = puzzle.analyse()
    ours = best(puzzle.analyse)
    matrix = system(Measured(board_of(puzzle)))
    theirs = best(partial(solved, matrix))
    difference = abs(solved(matrix) - analysis.walk)
    ratio = theirs / ours
    print(
        f"{file.stem:12} {analysis.states:7} {ours:8.1f} {theirs:9.1f} {ratio:6.1f} "
        f"{difference:11.1e}"
    )
