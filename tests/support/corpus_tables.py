"""The tables of the outside corpus: which columns hold the optimum of which metric and goal."""

from support.reference import Goal, Metric

COLUMNS: dict[str, tuple[Metric, Goal]] = {
    "slide_edge": ("slide", "edge"),
    "slide_exit": ("slide", "past"),
    "slide_clear": ("slide", "clear"),
    "step_edge": ("step", "edge"),
    "step_onepast": ("step", "past"),
    "step_off": ("step", "off"),
    "step_clear": ("step", "clear"),
}
# Those whose boards are small enough for the reference, and all.
SMALL_TABLES = [
    "jams/expected.csv",
    "ntnu/expected.csv",
    "uva/expected_6x6.csv",
    "nyu/expected.csv",
]
TABLES = [*SMALL_TABLES, "aveiro8x8/expected.csv"]
