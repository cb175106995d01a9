"""How well measures predict people: the 50 boards of Li and Ma, cleaned, fitted and correlated.

The data are not part of this package. They come from the public repository sherrybao222/RushHour
(MIT); FOLDER is a clone of it, its `exp_data`, or a folder with `trials.csv`, `moves.csv` and
`boards/ID.json`.

```text
python -m rushhour.lab.people FOLDER                    # how well measures predict moves and time
python -m rushhour.lab.people FOLDER --test OTHER       # fit to FOLDER, predict other boards
python -m rushhour.lab.people FOLDER --moves            # how likely moves are to simulated players
python -m rushhour.lab.people FOLDER --boards fitted    # of the repository's 70 boards, those 50
```
"""

from rushhour.lab.people.candidates import measured
from rushhour.lab.people.choices import Choices, choices
from rushhour.lab.people.correlation import Correlation, correlations
from rushhour.lab.people.effects import Effects, fit
from rushhour.lab.people.fitted import FITTED
from rushhour.lab.people.nested import Nested, forms, nested
from rushhour.lab.people.plays import COLUMNS, Play, boards, load, puzzles
from rushhour.lab.people.records import Attempt, attempts
from rushhour.lab.people.regression import RATING, Regression, left_out, regress
from rushhour.lab.people.report import report
from rushhour.lab.people.report_moves import report_moves, walkers
from rushhour.lab.people.report_test import report_test
from rushhour.lab.people.sight import Sight
from rushhour.lab.people.walkers import WALK, Walker, cross_validated, fixed

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
