"""How well measures predict people: the 50 boards of Li and Ma, cleaned, fitted and correlated.

The data are not part of this package. They come from the public repository sherrybao222/RushHour
(MIT); FOLDER is a clone of it, its `exp_data`, or a folder with `trials.csv`, `moves.csv` and
`boards/ID.json`.

```text
python -m rushhour.lab.people FOLDER
```
"""

from rushhour.lab.people.candidates import measured
from rushhour.lab.people.correlation import Correlation, correlations
from rushhour.lab.people.effects import Effects, fit
from rushhour.lab.people.nested import Nested, forms, nested
from rushhour.lab.people.plays import COLUMNS, Play, boards, load
from rushhour.lab.people.regression import Regression, left_out, regress
from rushhour.lab.people.report import report

__all__ = [
    "COLUMNS",
    "Correlation",
    "Effects",
    "Nested",
    "Play",
    "Regression",
    "boards",
    "correlations",
    "fit",
    "forms",
    "left_out",
    "load",
    "measured",
    "nested",
    "regress",
    "report",
]
