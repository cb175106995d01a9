"""Files that are there as a whole or not at all, whatever ends the process or the machine.

And streams that get all of what is written, however slowly it is read.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

# What a killed run leaves behind: no part, and no data to those who read the folder.
TEMPORARY = "_unfinished-"
LOCK = "_lock"


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


@contextmanager
def created(path: Path, temporary: Path) -> Iterator[BinaryIO]:
    """A new file, called `temporary` until all its bytes are on the disk, and `path` from then on.

    OSError, with the name, where there is no room, no permission, or a file of either name, which
    stays as it is; then nothing is left.
    """
    try:
        file = temporary.open("xb+")
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _name(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _name(temporary: Path, path: Path) -> None:
    """Give a file its name, unless there is a file of that name: a link replaces nothing."""
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        temporary.rename(path)


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
    """Keep a second run out of a folder; the lock dies with its process. OSError says so.

    The file of the lock is never written, and OSError if it is a symbolic link.
    """
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW  # a link may lead to a file of the user's
    with os.fdopen(os.open(folder / LOCK, flags, 0o666), "rb+", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = "another run is at work here"
            raise OSError(error.errno, message, str(folder)) from None
        yield
