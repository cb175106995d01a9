"""Figures in documents, and the commands beside them that print them.

A comment of its own in the line below a paragraph or a table says where its figures are from:

    <!-- run: rushhour solve puzzles/jam-01.txt -->   the command line, in the project's folder
    <!-- run: len(rushhour.heuristics()) -->          an expression in Python, printed
    <!-- slow: ... -->                                either, if it takes more than some seconds

Several comments may follow one another. Every figure above them must be in what they print: a
number of three digits or more, or a count in words. Figures of times and of large runs have no
mark: the text names their command and the machine.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from commands import result

ROOT = Path(__file__).parent.parent
WORDS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
COUNTS = {word: str(number) for number, word in enumerate(WORDS.split(), 10)}
_MARK = re.compile(r"<!-- (run|slow): (.+?) -->")
# Thousands are parted by blanks of any width or by commas.
_PARTED = re.compile(r"(?<=\d)[ ,\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_FIGURE = re.compile(rf"(?<![\w.-])(?:\d{{3,}}|{'|'.join(COUNTS)})(?![\w.])", re.IGNORECASE)


class Figures(NamedTuple):
    """The figures of a block in a document, and the commands that print them."""

    file: str
    line: int
    figures: tuple[str, ...]
    commands: tuple[str, ...]
    is_slow: bool


def figures_in(text: str) -> tuple[str, ...]:
    """The figures of a text as plain numbers."""
    found = _FIGURE.findall(_PARTED.sub("", text))
    return tuple(COUNTS.get(figure.lower(), figure) for figure in found)


def marked(path: Path) -> list[Figures]:
    """The marked blocks of a document."""
    found, above, marks = [], list[str](), list[tuple[str, str]]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        mark = _MARK.fullmatch(line.strip())
        if mark:
            marks.append((mark[1], mark[2]))
        elif marks:
            commands, is_slow = tuple(one for _, one in marks), ("slow" in dict(marks))
            name, figures = str(path.relative_to(ROOT)), figures_in("\n".join(above))
            found.append(Figures(name, number, figures, commands, is_slow))
            above, marks = [], []
        else:
            above = [*above, line] if line.strip() else []
    return found


def printed(command: str) -> str:
    """What a command prints, with plain numbers."""
    if command.startswith("rushhour "):
        code, out, err = result(*command.split()[1:])
        assert code in (0, 1), err
    else:
        names = {"rushhour": import_module("rushhour"), "lab": import_module("rushhour.lab")}
        out = str(eval(command, {**names, "load": import_module}))
    return _PARTED.sub("", out)
