"""Figures in documents, and the commands that print them.

A comment of its own in the line below a paragraph, a table or a block of text says where its
figures are from; below a heading, where those of the whole section are from:

    <!-- run: rushhour solve puzzles/jam-01.txt -->   the command line, in the project's folder
    <!-- run: len(rushhour.heuristics()) -->          an expression in Python, printed
    <!-- slow: ... -->                                either, if it takes more than some seconds
    <!-- measured: COMMAND; MACHINE; DATE -->         what was run by hand, where and when

Several comments may follow one another. Every figure above `run` and `slow` must be in what they
print. A figure is a number of three digits or more, one with a decimal point, or a count in words.
"""

import re
import shlex
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from support.commands import result

ROOT = Path(__file__).parents[2]
WORDS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty "
WORDS += "twenty-one twenty-two"
COUNTS = {word: str(number) for number, word in enumerate(WORDS.split(), 10)}
_MARK = re.compile(r"<!-- (run|slow|measured): (.+?) -->")
# Thousands are parted by blanks of any width or by commas.
_PARTED = re.compile(r"(?<=\d)[ ,\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_NUMBER = r"\d{3,}(?:\.\d+)?|\d*\.\d+"
_FIGURE = re.compile(
    rf"(?<![\w.^-])(?:{_NUMBER}|{'|'.join(sorted(COUNTS, key=len, reverse=True))})(?!\w|\.\d)",
    re.IGNORECASE,
)
# What is no figure of ours: code, quotations, links, years, and numbers that are names.
_OTHERS = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\]\([^)]*\)|\b(?:19|20)\d\d\b|(?:Python|Rust|COS|Intelligence) [\d.]+\d"
)
_COMMANDS = re.compile(r"^ *(?:\$ )?(?:rushhour |dask |python |https?:)(?:(?!  ).)*", re.MULTILINE)


class Mark(NamedTuple):
    """A comment that says where figures are from, and its line."""

    line: int
    kind: str
    command: str


class Block(NamedTuple):
    """A paragraph, a table or a fence of a document, with the marks of it or of its section."""

    file: str
    line: int
    figures: tuple[str, ...]
    marks: tuple[Mark, ...]


def figures_in(text: str) -> tuple[str, ...]:
    """The figures of a text as plain numbers."""
    found = _FIGURE.findall(_PARTED.sub("", text))
    return tuple(COUNTS.get(figure.lower(), figure) for figure in found)


def figures_of(block: str) -> tuple[str, ...]:
    """The figures of a block of a document; code and its examples, which are tests, have none."""
    if block.lstrip().startswith("```text"):
        return figures_in(_COMMANDS.sub("", block))
    is_code = block.startswith(("```", "    ", "#"))
    return () if is_code else figures_in(_OTHERS.sub("", block))


def blocks(path: Path, root: Path = ROOT) -> Iterator[Block]:
    """The blocks of a document, from the top."""
    section = tuple[Mark, ...]()
    for line, text, own in _parts(path.read_text(encoding="utf-8")):
        if text.startswith("#"):
            section = own
        yield Block(str(path.relative_to(root)), line, figures_of(text), own or section)


def _parts(document: str) -> Iterator[tuple[int, str, tuple[Mark, ...]]]:
    """Line, text and marks of each block."""
    text, marks, is_fence = list[str](), list[Mark](), False
    for number, line in enumerate([*document.splitlines(), ""], 1):
        mark = _MARK.fullmatch(line.strip())
        ends = not is_fence and not mark and (marks or not line.strip())
        if ends and text:
            yield number - len(text) - len(marks), "\n".join(text), tuple(marks)
        if ends:
            text, marks = [], []
        if mark:
            marks.append(Mark(number, mark[1], mark[2]))
        elif is_fence or line.strip():
            text.append(line)
        is_fence ^= line.lstrip().startswith("```")


@cache
def printed(command: str) -> str:
    """What a command prints, with plain numbers."""
    if command.startswith("rushhour "):
        code, out, err = result(*command.split()[1:])
        assert code in (0, 1), err
    else:
        names = {"rushhour": import_module("rushhour"), "lab": import_module("rushhour.lab")}
        out = str(eval(command, {**names, "load": import_module, "text": text, "lines": lines}))
    return _PARTED.sub("", out)


def text(file: str) -> str:
    """The text of a file of the project, for a constant in it, with plain numbers."""
    return (ROOT / file).read_text(encoding="utf-8").replace("_", "")


def lines(folder: str) -> int:
    """The lines of the Python files of a folder, to the nearest ten."""
    files = (ROOT / folder).glob("*.py")
    return round(sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files), -1)


def fault_of(measured: str) -> str | None:
    """What is wrong with the text of a mark `measured`; None if nothing is."""
    command, *rest = (part.strip() for part in measured.split(";"))
    if len(rest) != 2 or not rest[0]:
        return f"expected COMMAND; MACHINE; DATE, found {measured!r}"
    try:
        date.fromisoformat(rest[1])
    except ValueError:
        return f"expected a date such as 2026-11-26, found {rest[1]!r}"
    return None if _exists(shlex.split(command)) else f"no such command: {command}"


def _exists(words: list[str]) -> bool:
    """Whether a command names a verb, a script, a benchmark or a recipe that is there."""
    match words:
        case ["rushhour", verb, *_]:
            path = f"python/rushhour/cli/{verb.replace('-', '_')}.py"
        case ["python", "-m", module, *_]:
            path = module.replace(".", "/")
        case ["python", path, *_]:
            pass
        case ["cargo", "bench", "--bench", name, *_]:
            path = f"benches/{name}.rs"
        case ["cargo", "bench", *_]:
            path = "benches"
        case ["just", recipe, *_]:
            return bool(re.search(rf"^{recipe}\b", (ROOT / "justfile").read_text("utf-8"), re.M))
        case _:  # `time`, `perf record -e cpu-clock` or an environment before it
            return bool(words) and _exists(words[1:])
    return (ROOT / path).exists()
