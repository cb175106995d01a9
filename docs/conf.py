"""The site: `just docs` builds it and opens it."""

from pathlib import Path
from typing import Any

import rushhour
from rushhour.cli import app

HERE = Path(__file__).parent
PUZZLES = HERE.parent / "puzzles"
ROAD = "..B.../AAB.../....../......"

project = "rushhour"
author = "The rushhour developers"
copyright = "the rushhour developers; MIT or Apache-2.0"  # noqa: A001
version = release = rushhour.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
exclude_patterns = ["_build"]
nitpicky = False

html_theme = "furo"
html_title = "rushhour"
html_static_path = ["_static"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#b3261e", "color-brand-content": "#b3261e"},
    "dark_css_variables": {"color-brand-primary": "#ff8a80", "color-brand-content": "#ff8a80"},
}


def command_line() -> str:
    """Every verb with its arguments and options, as its `--help` has them."""
    text = app(help_is_wanted=True).generate_docs("markdown")
    head, _, verbs = text.partition("## rushhour solve")
    return f"# Command line\n\n{USAGE}\n\n## rushhour solve{verbs}"


USAGE = """`rushhour` and `python -m rushhour` are the same program. `FILE` may be `-`, standard input.
A file without a verb is solved: `rushhour puzzles/jam-01.txt 3` solves it with A\\* and the third
heuristic.

| exit code | means |
|---|---|
| 0 | solved, or nothing is wrong |
| 1 | unsolvable, or something is wrong |
| 2 | wrong usage or malformed input |
| 3 | a limit came first |
| 4 | parts of a batch failed |
| 130 | Ctrl-C |
| 141 | the reader of the output went away, as `head` does |

Where several puzzles end differently, 2 counts more than 3, and 3 more than 1."""


def draw() -> None:
    """The pictures of the pages, in colours that follow the reader's theme."""
    folder = HERE / "_static" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = rushhour.read(PUZZLES / "jam-01.txt")
    solution = rushhour.solve(puzzle).solution
    pictures = {
        "board": puzzle.svg(theme="auto"),
        "strip": solution.svg("strip", theme="auto"),
        "arrows": solution.svg("arrows", theme="auto"),
        "animation": solution.svg("animation", theme="auto"),
    }
    for goal in ("edge", "past", "off", "clear"):
        *_, end = rushhour.solve(ROAD, goal=goal).solution.replay()
        pictures[f"goal-{goal}"] = end.svg(theme="auto")
    for name, picture in pictures.items():
        picture.save(folder / f"{name}.svg")


def setup(sphinx: Any) -> None:
    """Make what is made from the program itself."""
    (HERE / "reference" / "command-line.md").write_text(command_line(), encoding="utf-8")
    draw()
