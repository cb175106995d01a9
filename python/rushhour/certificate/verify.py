"""verify_certificate: call the checker, and raise the errors of this package."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO, IOBase
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from rushhour.certificate import checker
from rushhour.certificate.checker import Proved
from rushhour.model.errors import ParseError, RefutedError
from rushhour.model.expect import expect, file_name


def verify_certificate(
    source: str | PathLike[str] | bytes | BinaryIO,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Proved:
    """Check a certificate (a path, bytes or an open file) without the solver.

    Returns what it proves. RefutedError if its claim does not hold, ParseError if it is not a
    certificate, OSError if there is no such file. `progress` is called regularly with the number of
    states checked and the number of all. A check takes some 25 microseconds and 170 bytes for each
    state.

    >>> import rushhour
    >>> certificate = rushhour.certify(rushhour.solve("..B.../AAB.../....../......"))
    >>> verify_certificate(certificate.data).claim
    'cost = 2'
    """
    name = file_name("source", source) if isinstance(source, str | PathLike) else None
    try:
        with _opened(source) as file:
            return checker.check(file, progress)
    except checker.RefutedError as error:
        raise RefutedError(str(error)) from None
    except checker.MalformedError as error:
        raise ParseError(str(error), source=name) from None


def _opened(source: str | PathLike[str] | bytes | BinaryIO) -> AbstractContextManager[BinaryIO]:
    if isinstance(source, str | PathLike):
        return Path(source).open("rb")
    if isinstance(source, bytes):
        return BytesIO(source)
    return nullcontext(expect("source", source, IOBase, "a path, bytes or an open file"))
