"""How well measures predict people: the 50 boards of Li and Ma, cleaned, fitted and correlated.

The study is no part of the wheel: it runs in a checkout, and needs SciPy. Its data come from the
public repository sherrybao222/RushHour (MIT); FOLDER is a clone of it, its `exp_data`, or a folder
with `trials.csv`, `moves.csv` and `boards/ID.json`.

```text
python -m research.people FOLDER                    # how well measures predict moves and time
python -m research.people FOLDER --test OTHER       # fit to FOLDER, predict other boards
python -m research.people FOLDER --moves            # how likely moves are to simulated players
python -m research.people FOLDER --boards fitted    # of the repository's 70 boards, those 50
```
"""

from research.people.models import (
    RATING,
    Correlation,
    Effects,
    Nested,
    Regression,
    correlations,
    fit,
    forms,
    left_out,
    measured,
    nested,
    regress,
)
from research.people.moves import (
    WALK,
    Attempt,
    Choices,
    Sight,
    Walker,
    attempts,
    choices,
    cross_validated,
    fixed,
)
from research.people.plays import COLUMNS, FITTED, Play, boards, load, puzzles
from research.people.report import report, report_moves, report_test, walkers

__all__ = [
    "COLUMNS",
    "FITTED",
    "RATING",
    "WALK",
    "Attempt",
    "Choices",
    "Correlation",
    "Effects",
    "Nested",
    "Play",
    "Regression",
    "Sight",
    "Walker",
    "attempts",
    "boards",
    "choices",
    "correlations",
    "cross_validated",
    "fit",
    "fixed",
    "forms",
    "left_out",
    "load",
    "measured",
    "nested",
    "puzzles",
    "regress",
    "report",
    "report_moves",
    "report_test",
    "walkers",
]
