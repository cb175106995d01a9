"""Writing to standard output and standard error: colours, JSON lines, errors."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from threading import Timer
from typing import TYPE_CHECKING, TypeVar

from rushhour.base.files import STREAM, check_outputs, save, write_all, written
from rushhour.base.text import json_line, shown
from rushhour.cli.exit import FULL
from rushhour.cli.progress import clear
from rushhour.errors import InvalidBoardError, ParseError, RushHourError

if TYPE_CHECKING:
    from rushhour.analysis.mistakes import Mistake

_Part = TypeVar("_Part")
_Connected = TypeVar("_Connected")

_RED, _RESET = "\033[1;31m", "\033[0m"

# Seconds before the line: a scheduler that is there answers sooner.
_PATIENCE = 3.0

# What stopped work says that keeps what is done.
RESUME = "; run the same command again to resume"


@contextmanager
def resumable() -> Iterator[None]:
    """Say that the same command resumes the work that Ctrl-C or a full disk has stopped."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(RESUME) from None
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise OSError(error.errno, f"{error.strerror}{RESUME}", error.filename) from None


def coloured(picture: str, target: str) -> str:
    """A board with its target and its exit in red; unchanged for pipes, files and NO_COLOR."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return picture
    pattern = rf"(?<=[ |]){re.escape(target)}(?=[ |])|(?<=\|)>|^<|^ *[v^]$"
    return re.sub(pattern, lambda match: _RED + match[0] + _RESET, picture, flags=re.MULTILINE)


def line_width() -> int | None:
    """The width of the terminal; None if standard output is not a terminal."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def put(*lines: str) -> None:
    """Print lines to standard output at once, after clearing the line of progress."""
    clear()
    print(*lines, sep="\n", flush=True)


def warn(message: str) -> None:
    """Print a line to standard error, after clearing the line of progress."""
    clear()
    print(f"rushhour: {shown(message)}", file=sys.stderr)


def put_text(text: str) -> None:
    """Write a text as it is, but on a terminal with control characters escaped."""
    clear()
    if sys.stdout.isatty():
        text = "\n".join(map(shown, text.split("\n")))
    sys.stdout.write(text)


def print_json(answer: dict[str, object]) -> None:
    """Print an object in one line, flushed, so that a reader of a pipe need not wait."""
    put(json_line(answer))


def print_pictures(files: list[bytes], suffix: str) -> None:
    """Print pictures: text to anything, pixels only to a pipe, several only as plain text."""
    wanted = f"expected a file to write, such as --output out{suffix},"
    if suffix != ".txt" and len(files) > 1:
        raise RushHourError(f"{wanted} for several pictures")
    if suffix in (".txt", ".svg", ".html"):
        put_text("\n\n".join(data.decode() for data in files) + "\n")
    elif sys.stdout.isatty():
        raise RushHourError(f"{wanted} or a pipe")
    else:
        write_all(sys.stdout.buffer, files[0])


def save_pictures(
    out: Path, pictures: list[bytes], inputs: Collection[str], *, force: bool
) -> None:
    """Write pictures to a file or, if there are several, to numbered files."""
    width = len(str(len(pictures)))
    numbers = [""] if len(pictures) == 1 else [f"-{n + 1:0{width}}" for n in range(len(pictures))]
    outputs = [out.with_stem(out.stem + number) for number in numbers]
    check_outputs(outputs, inputs, force=force)
    for name, picture in zip(outputs, pictures, strict=True):
        save(name, picture)


def put_parts(parts: Iterable[bytes], output: str | None) -> None:
    """Print the parts of an output as they come, or write them to a file.

    The file appears when the last part is written, or on Ctrl-C with the parts before it. Until
    then they are in a file `_unfinished-...` beside it, which a killed process leaves. Without a
    part there is no file.
    """
    if output is None:
        for part in parts:
            put_text(part.decode())
            sys.stdout.flush()
        return
    ended: list[BaseException] = []
    coming = until_error(parts, ended)
    first = next(coming, None)
    if first is not None:
        with written(output_file(output)) as file:
            for part in chain([first], coming):
                file.write(part)
                file.flush()
    if ended:
        raise ended[0]


def until_error(parts: Iterable[_Part], ended: list[BaseException]) -> Iterator[_Part]:
    """The parts before an error, or before Ctrl-C, which goes to `ended`."""
    try:
        yield from parts
    except GeneratorExit:
        raise
    except BaseException as error:
        ended.append(error)


def output_file(name: str) -> str:
    """The file that an option names; `-` is standard output."""
    return "/dev/stdout" if name == STREAM else name


def complain(
    file: str,
    number: int,
    error: RushHourError,
    *,
    json: bool,
    mistake: Mistake | None = None,
) -> None:
    """Print the error of a puzzle, with its file and number unless the error has a place."""
    if json:
        why = {} if mistake is None else {"mistake": mistake.to_dict()}
        print_json({"file": file, "number": number, "error": str(error), **why})
    has_place = isinstance(error, ParseError | InvalidBoardError)
    name = "standard input" if file == STREAM else file
    warn(str(error) if has_place else f"{name}, puzzle {number}: {error}")
    for line in mistake.sentences() if mistake is not None and not json else ():
        warn(line)


@contextmanager
def patiently(
    connection: AbstractContextManager[_Connected], address: str | None
) -> Iterator[_Connected]:
    """A connection to the address of `--cluster`; if it takes long, say once what is waited for."""
    timer = Timer(_PATIENCE, warn, [f"waiting for the Dask scheduler at {address}"])
    timer.daemon = True
    if address is not None and not address.startswith("local:"):
        timer.start()
    try:
        with connection as connected:
            timer.cancel()
            yield connected
    finally:
        timer.cancel()
