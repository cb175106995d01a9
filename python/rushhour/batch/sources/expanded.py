"""Folders and patterns in the place of files: which files they stand for, and in which order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path

from rushhour.base.files import files_in
from rushhour.batch.sources import KINDS, STANDARD_INPUT
from rushhour.errors import RushHourError

_SUFFIXES = (".txt", *(suffix for kind in KINDS for suffix in kind.suffixes))


def expanded(names: Sequence[str], output: str) -> list[str]:
    """The files that names, folders and patterns such as `boards/*.csv` stand for.

    A folder stands for its files with a suffix of boards, those of sub-folders included, and a
    pattern for the files that fit, both in order of name. Neither takes what a run into `output`
    has written, so that a second run finds the same files. RushHourError if there is no file.
    """
    return [file for name in names for file in _files(name, output)]


def _files(name: str, output: str) -> list[str]:
    is_folder = name != STANDARD_INPUT and os.path.isdir(name)  # noqa: PTH112 - of any length
    if not is_folder and (os.path.lexists(name) or not has_magic(name)):
        return [name]
    wanted = f"a file that ends in {', '.join(_SUFFIXES)}" if is_folder else "a file that fits"
    found = _in_folder(name) if is_folder else _that_fit(name)
    ours = [Path(output).resolve(), Path(f"{output}.parts").resolve()]
    files = [str(file) for file in found if not file.is_dir() and not _is_in(file, ours)]
    if not files:
        raise RushHourError(f"{name}: expected {wanted}, found none")
    return files


def _in_folder(name: str) -> Iterator[Path]:
    """The files of a folder with boards; names that begin with `_` are not data."""
    for file in files_in(Path(name)):
        if file.name.lower().removesuffix(".gz").endswith(_SUFFIXES) and file.name[0] != "_":
            yield file


def _that_fit(pattern: str) -> Iterator[Path]:
    """The files that fit a pattern, which may be absolute, as `Path.glob` takes none."""
    yield from map(Path, sorted(glob(pattern, recursive=True)))  # noqa: PTH207


def _is_in(file: Path, ours: Sequence[Path]) -> bool:
    place = file.resolve()
    return any(place == one or one in place.parents for one in ours)
