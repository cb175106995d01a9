"""Writing files: whole or not at all, and never in place of an input.

A file is written under a temporary name in the same folder and renamed once it is on the disk.
Devices, pipes and the files behind standard output and standard error are written directly, since
they cannot be replaced.

`created` makes a file that must not exist yet, and `write_all` serves streams of any pace.

`save` and `written` replace an existing file, as `open(file, "w")` does. The command line calls
`check_outputs` first, which always refuses an input, and any other file unless `--force` is given.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EEXIST, EISDIR
from io import BufferedWriter, FileIO
from pathlib import Path
from secrets import token_hex
from select import select
from stat import S_ISDIR, S_ISREG
from typing import IO, BinaryIO

from rushhour.base.expect import file_name
from rushhour.errors import RushHourError

StrPath = str | os.PathLike[str]

STREAM = "-"
"""The name of standard input and standard output on the command line."""
UNFINISHED = "_unfinished-"
"""The prefix of files that a killed process may leave; readers of a folder skip names with `_`."""


def save(path: StrPath, data: bytes) -> None:
    """Write a file whole or not at all, replacing an existing one. OSError names the file."""
    with written(path) as file:
        file.write(data)


@contextmanager
def written(path: StrPath) -> Iterator[BinaryIO]:
    """Open a new file, which becomes `path` when the block ends; after an error nothing is left.

    Symbolic links stay and lead to the new file, which gets the mode of the old one. OSError names
    `path`.
    """
    file_name("path", path)
    found = _status(path)
    stream = _stream_of(found)
    if stream is not None or (found is not None and not S_ISREG(found.st_mode)):
        with _opened(path if stream is None else os.dup(stream), "w", path) as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(UNFINISHED + token_hex(8))
    try:
        with _opened(draft, "x", path) as file:
            yield file
            file.flush()
            with _naming(path):
                os.fsync(file.fileno())
        with _naming(path):
            if found is not None:
                shutil.copymode(target, draft)
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    with suppress(OSError):
        sync_folder(target.parent)


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
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path)) from None
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


def files_in(root: Path) -> Iterator[Path]:
    """The files of a folder and its sub-folders in order of name, without hidden ones; or the file.

    OSError if there is no such file, or a folder that cannot be read.
    """
    root.stat()
    if not root.is_dir():
        yield root
        return
    for folder, folders, names in os.walk(root, onerror=_raise):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))


def _raise(error: OSError) -> None:
    raise error


def check_outputs(
    paths: Iterable[StrPath], inputs: Collection[StrPath] = (), *, force: bool = False
) -> None:
    """Refuse outputs that would replace an input or, without `force`, any file.

    `-` among the inputs is standard input. Links are followed, so one file under two names counts
    as one; two outputs must be different files. RushHourError says what is in the way; OSError if a
    folder is missing.
    """
    known: dict[str, str] = {}
    for path in paths:
        name, place = os.fspath(path), os.path.realpath(path)
        found = _status(path)
        if found is None:
            with _naming(name):
                Path(place).parent.stat()
        elif not S_ISREG(found.st_mode) or _stream_of(found) is not None:
            continue
        if place in known:
            raise RushHourError(f"expected two files to write, found {known[place]} and {name}")
        known[place] = name
        _require_free(name, found, inputs, force=force)


def _require_free(
    name: str, found: os.stat_result | None, inputs: Iterable[StrPath], *, force: bool
) -> None:
    if found is None:
        return
    require_no_input(name, found, inputs)
    if not force:
        raise RushHourError(f"{name}: expected a new file, found one; --force replaces it")


def require_no_input(name: str, found: os.stat_result, inputs: Iterable[StrPath]) -> None:
    """Refuse to write to a file that is read; nobody may be told to remove it."""
    if any(_is_same(found, other) for other in inputs):
        raise RushHourError(f"{name}: expected a file to write, found an input")


def _is_same(found: os.stat_result, name: StrPath) -> bool:
    """Whether an input is this file; False if its status cannot be read."""
    with suppress(OSError, ValueError):
        seen = os.fstat(0) if os.fspath(name) == STREAM else os.stat(name)  # noqa: PTH116
        return os.path.samestat(seen, found)
    return False


def _status(path: StrPath) -> os.stat_result | None:
    """The status of the file at a path, None if there is none. OSError if it is not writable."""
    try:
        found = os.stat(path)  # noqa: PTH116 - follows links, and names the path as it was given
    except FileNotFoundError:
        return None
    if S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), os.fspath(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), os.fspath(path))
    return found


def _stream_of(found: os.stat_result | None) -> int | None:
    """The descriptor of standard output or standard error, if it leads to this file."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            number = stream.fileno()
            if found is not None and os.path.samestat(os.fstat(number), found):
                stream.flush()
                return number
    return None


class _Named(FileIO):
    """A file whose errors have the name that the user gave."""

    def __init__(self, file: StrPath | int, mode: str, name: StrPath) -> None:
        self._shown = name
        with _naming(name):
            super().__init__(file, mode)

    def write(self, data: object, /) -> int:
        """Write some bytes; returns how many were written."""
        with _naming(self._shown):
            return super().write(data)  # type: ignore[arg-type]


def _opened(file: StrPath | int, mode: str, name: StrPath) -> BinaryIO:
    return BufferedWriter(_Named(file, mode, name))


@contextmanager
def _naming(name: StrPath) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = error.strerror or str(error)
        raise OSError(error.errno, message, os.fspath(name)) from None


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, if the system can; OSError if that fails."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Locks that keep a second run away from a folder or a file; they end with their process.


LOCK = "_lock"
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


@contextmanager
def locked(folder: Path, *, is_shared: bool = False) -> Iterator[None]:
    """Lock a folder against a second run; OSError if it is locked.

    A shared lock keeps only those away who lock it alone; where there are no locks, such as on some
    network file systems, it does nothing.

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
        alone = is_writable and not is_shared
        try:
            _lock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH, folder)
        except OSError as error:
            if not is_shared or error.errno == errno.EWOULDBLOCK:
                raise
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
        message = "another run is at work here; wait for it, or give each job its own --output"
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
