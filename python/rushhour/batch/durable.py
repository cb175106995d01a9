"""Files that are there as a whole or not at all, whatever ends the process or the machine.

And streams that get all of what is written, however slowly it is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

# What a killed run leaves behind: no part, and no data to those who read the folder.
TEMPORARY = "_unfinished-"


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file under a temporary name, which becomes `path` when all its bytes are on the disk.

    OSError, with the name, where there is no room or no permission; then nothing is left.
    """
    try:
        with NamedTemporaryFile(prefix=TEMPORARY, dir=path.parent, delete=False) as file:
            try:
                yield cast("BinaryIO", file)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).chmod(0o666 & ~_umask())
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
        sync_folder(path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def write_all(stream: BinaryIO, data: bytes | memoryview) -> None:
    """Write to a stream until nothing is left, though it may take but a piece, or nothing now.

    That is what unbuffered and non-blocking ones do. BrokenPipeError where nobody reads any more.
    """
    stream.flush()
    raw = getattr(stream, "raw", stream)
    rest = memoryview(data)
    while rest:
        taken = raw.write(rest)
        if taken is None:  # it is full
            select([], [raw], [])
        else:
            rest = rest[taken:]


def sync_folder(folder: Path) -> None:
    """Put the names of a folder on the disk, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second run out of a folder; the lock dies with its process. OSError says so."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    with (folder / "_lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = "another run is at work here"
            raise OSError(error.errno, message, str(folder)) from None
        yield
