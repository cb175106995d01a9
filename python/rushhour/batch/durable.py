"""Files that appear whole or not at all, even if the process or the machine stops.

Also streams that receive all data, however slow their reader.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import IO, BinaryIO

from rushhour.output.files import sync_folder

# The prefix of files that a killed run leaves behind; readers of the folder skip them.
TEMPORARY = "_unfinished-"
LOCK = "_lock"
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


@contextmanager
def created(path: Path, temporary: Path) -> Iterator[BinaryIO]:
    """Make a new file, called `temporary` until all its bytes are on the disk, then `path`.

    OSError names the path if the disk is full, permission is missing, or a file of either name
    exists, which stays untouched. After an error nothing is left behind.
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
    """Name a file, unless the name is taken: unlike a rename, a link replaces nothing."""
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # the file system has no hard links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        temporary.rename(path)


def write_all(stream: BinaryIO, data: bytes | memoryview) -> None:
    """Write all data to a stream that may take only a piece at a time.

    Unbuffered and non-blocking streams do that. BrokenPipeError if the reader has gone.
    """
    stream.flush()
    raw = getattr(stream, "raw", stream)
    rest = memoryview(data)
    while rest:
        taken = raw.write(rest)
        if taken is None:  # full: wait until it can take more
            select([], [raw], [])
        else:
            rest = rest[taken:]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against a second run; OSError if it is locked.

    The lock ends with its process. Its file is never written; OSError if that is a symbolic link. A
    folder without write permission is locked for reading only, which other readers may share.
    """
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    handle, is_writable = _lock_file(folder)
    if handle is None:
        yield
        return
    with os.fdopen(handle, "rb", buffering=0) as file:
        _lock(file, fcntl.LOCK_EX if is_writable else fcntl.LOCK_SH, folder)
        yield


@contextmanager
def locked_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Lock a file that is replaced again and again; OSError if it is locked.

    The lock is on a file `_lock-NAME` beside it, which is deleted at the end; one that a killed
    process has left locks nothing. Where nobody can write, and for a device, there is no lock.
    """
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    target = Path(os.path.realpath(path))
    lock = target.with_name(f"{LOCK}-{target.name}")
    while True:
        handle = _handle(lock, target)
        if handle is None:
            yield
            return
        with os.fdopen(handle, "rb") as file:
            _lock(file, fcntl.LOCK_EX, target)
            if not _is_at(file, lock):  # the run before has deleted it
                continue
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)
            return


def _handle(lock: Path, target: Path) -> int | None:
    """The lock file of a file, open; None if there can be none."""
    if os.path.lexists(target) and not target.is_file():
        return None
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno in _FORBIDDEN:
            return None
        raise OSError(error.errno, error.strerror, str(target)) from None


def _lock(file: IO[bytes], kind: int, locked: Path) -> None:
    """Lock an open file; OSError names what it stands for."""
    import fcntl

    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "another run is at work here; give each job its own --output"
        raise OSError(error.errno, message, str(locked)) from None


def _is_at(file: IO[bytes], path: Path) -> bool:
    """Whether an open file still has this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except FileNotFoundError:
        return False


def _lock_file(folder: Path) -> tuple[int | None, bool]:
    """The open lock file, None if it is missing and cannot be made; and whether it is writable."""
    file = folder / LOCK
    try:  # a link could lead to a file of the user
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), True
    except OSError as error:
        if error.errno not in _FORBIDDEN:
            raise
    try:
        return os.open(file, os.O_RDONLY | os.O_NOFOLLOW), False
    except FileNotFoundError:
        return None, False
