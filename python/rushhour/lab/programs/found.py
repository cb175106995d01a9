"""The programs of a folder, and where each begins."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

from rushhour.errors import ParseError, RushHourError

MOST_FILES, MOST_BYTES = 5_000, 50_000_000
"""The most files of a program, and the most bytes in them."""

PYTHON = (".py", ".ipynb")
# What a program is called that has several files, in order of preference.
_STEMS = ("solution", "solver", "rush", "main", "run", "program")
_PLACES = ("{program}", "{puzzle}", "{folder}")
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its name in the folder of a class.

    `source` is its file or its folder, `entry` the file in it that begins, empty if `fault` says
    why there is none.
    """

    name: str
    source: Path
    entry: str = ""
    fault: str = ""

    @property
    def is_python(self) -> bool:
        """Whether it may have functions to ask."""
        return self.entry.lower().endswith(PYTHON)


def programs_in(root: Path, *, one: bool = False, entry: str | None = None) -> list[Program]:
    """The programs of a folder, in order of name: each file and each folder that is not hidden.

    A file is one program, and with `one` a folder is, too. `entry` names the file that begins in
    each folder. OSError if there is no such folder.
    """
    root.stat()
    if one or not root.is_dir():
        return [_program(root, root.resolve().name, entry)]
    names = sorted(name for name in os.listdir(root) if name[0] not in "._")  # noqa: PTH208
    return [_program(root / name, name, entry) for name in names]


def _program(source: Path, name: str, entry: str | None) -> Program:
    printable = name.encode(errors="surrogateescape").decode(errors="replace")
    try:
        _require_plain(source)
        inner = _innermost(source) if entry is None else source
        return Program(printable, inner, _entry(inner, entry))
    except RushHourError as error:
        return Program(printable, source, fault=str(error))
    except OSError as error:
        return Program(printable, source, fault=f"cannot be read: {error.strerror}")


def _require_plain(source: Path) -> None:
    """Refuse what is no file or folder, and what is too much to copy."""
    files, size = 0, 0
    for path in _walked(source):
        status = path.stat() if path == source else path.lstat()
        mode = status.st_mode
        if not (S_ISREG(mode) or S_ISDIR(mode) or S_ISLNK(mode)):
            raise ParseError("expected files and folders, found a pipe or a device")
        files, size = files + 1, size + status.st_size
        if files > MOST_FILES or size > MOST_BYTES:
            most = f"{MOST_FILES} files and {MOST_BYTES // 1_000_000} MB"
            raise ParseError(f"expected a program of at most {most}, found more")


def _walked(source: Path) -> Iterator[Path]:
    yield source
    for folder, folders, names in os.walk(source):
        yield from (Path(folder, name) for name in (*folders, *names))


def _innermost(source: Path) -> Path:
    """The folder that has the files of a program, where an archive has put it into others."""
    while source.is_dir():
        inside = [path for path in source.iterdir() if path.name[0] not in "._"]
        if len(inside) != 1 or not inside[0].is_dir():
            break
        source = inside[0]
    return source


def _entry(source: Path, entry: str | None) -> str:
    """The file that begins, by its path in the folder of the program."""
    if not source.is_dir():
        if _begins(source):
            return source.name
        expected = "expected a .py, an .ipynb or a file that can be executed"
        raise ParseError(f"{expected}, found {_other([source.name])}")
    if entry is not None:
        if (source / entry).is_file():
            return entry
        raise ParseError(f"expected a file {entry}, found none")
    found = sorted(path.name for path in source.iterdir() if path.is_file() and _begins(path))
    if len(found) == 1:
        return found[0]
    for stem in _STEMS:
        for name in found:
            if Path(name).stem.casefold() == stem:
                return name
    expected = "expected one .py, .ipynb or executable file in the folder"
    if not found:
        files = sorted(path.name for path in source.iterdir() if path.name[0] not in "._")
        raise ParseError(f"{expected}, found {_other(files)}")
    several = f"{', '.join(found[:4])}{', ...' * (len(found) > 4)}"
    raise ParseError(f"{expected}, or one called {_STEMS[0]}; found {several}; --entry names one")


def _begins(path: Path) -> bool:
    return path.suffix.lower() in PYTHON or os.access(path, os.X_OK)


def _other(names: Sequence[str]) -> str:
    """Files that are no program, and what to do about them."""
    if not names:
        return "none"
    found = f"{', '.join(names[:4])}{', ...' * (len(names) > 4)}"
    archives = [name for name in names if name.lower().endswith(_ARCHIVES)]
    if archives:
        return f"{found}; unpack {archives[0]}"
    hidden = next((name for name in names if re.search(r"\.(?:py|ipynb)\.\w+$", name)), None)
    if hidden is not None:
        return f"{found}; rename it to {hidden.rpartition('.')[0]}"
    return f"{found}; --run says how another language is run"


def command_of(template: str) -> list[str]:
    """The words of a command line for every program; ParseError if it cannot be split."""
    try:
        words = shlex.split(template)
    except ValueError as error:
        raise ParseError(f"--run: expected a command line, found {template!r}: {error}") from None
    if not words:
        raise ParseError("--run: expected a command line, found none")
    return words


def filled(words: Sequence[str], program: str, puzzle: str) -> list[str]:
    """The words with the names of the program and of its puzzle in their places.

    >>> filled(["java", "{program}", "{puzzle}"], "Main.java", ".tmp/puzzle.txt")
    ['java', 'Main.java', '.tmp/puzzle.txt']
    """
    values = dict(zip(_PLACES, (program, puzzle, "."), strict=True))
    for place, value in values.items():
        words = [word.replace(place, value) for word in words]
    return list(words)
