"""A program of somebody else's in a process of its own: start it, ask it, end it."""

from __future__ import annotations

import json
import os
import pickle
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Event
from typing import IO, Literal

from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError

FaultKind = Literal["crash", "timeout", "memory", "processes", "output"]

MOST_WRITTEN = 10_000_000
"""The most bytes that a program may print, or write to a file of its own."""
MOST_PROCESSES = 64
"""The most processes that a program may have at once, with their threads."""
MOST_DISK = 128_000_000
"""The most bytes in the folder of a program, where the system keeps files apart."""

_KEEPER = Path(__file__).with_name("keeper.py")
_PACKAGE = Path(__file__).parents[2]
# How `rmtree` takes a function for what it cannot remove.
_ON_ERROR = "onexc" if sys.version_info >= (3, 12) else "onerror"
# Seconds between two looks at Ctrl-C, and those that the end of a program may take.
_PULSE, _SOON = 0.2, 20.0
# What a program may know of the environment; the rest, such as keys to services, is none of its
# business.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "JAVA_HOME", "LD_LIBRARY_PATH", "TZ")


class ProgramError(Exception):
    """A program gave no answer; the text says why in a line.

    It `is_silent` if a command ended with an exit code and nothing else went wrong.
    """

    def __init__(self, kind: FaultKind, text: str, *, is_silent: bool = False) -> None:
        super().__init__(text)
        self.kind: FaultKind = kind
        self.is_silent = is_silent


class Stopped(BaseException):
    """The grader is to end, so that no answer matters any more."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended: its exit code, or minus a signal, or None; and the limit it passed."""

    code: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Shelter:
    """What all programs of a run share: limits, hidden folders, and whose rights they have.

    Without `apart` they have no namespaces, as on a system that has none.
    """

    memory: int
    hidden: tuple[str, ...] = ()
    user: int | None = None
    apart: bool = True
    stop: Event = field(default_factory=Event)

    @contextmanager
    def start(
        self,
        *sources: Path,
        part: str | None = None,
        file: str = "",
        name: str = "",
        command: Sequence[str] | None = None,
        text: str = "",
        own_search: bool = False,
    ) -> Iterator[Process]:
        """Start a program and, in the end, end it.

        It is a part of a file among the sources, or a command with a puzzle's text as its input.
        With `own_search` it cannot import this package, and `h` not its searches.
        """
        job: JsonDict = {
            "sources": list(map(str, sources)),
            "part": part,
            "file": file,
            "name": name,
            "command": command and list(command),
            "text": text,
            "hidden": self.hidden,
            "own_search": own_search,
            "package": str(_PACKAGE),
            "apart": self.apart,
            "user": self.user and self.user + next(_numbers) % 1000,
            "memory": self.memory,
            "processes": MOST_PROCESSES,
            "written": MOST_WRITTEN,
            "disk": MOST_DISK,
        }
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as printed:
            process = Process(job, self.stop, said, printed)
            try:
                yield process
            finally:
                process.close()


def shelter(hidden: Sequence[Path], memory: int) -> tuple[Shelter, list[str]]:
    """The shelter of this system, and what it keeps apart, as a program has found it.

    Root runs programs as another user, if that one can run Python. RushHourError where no program
    can be run at all.
    """
    if os.name == "nt":
        raise RushHourError("programs are run on Linux and macOS; on Windows in WSL")
    needed = [Path(sys.prefix), Path(sys.base_prefix), Path(__file__), Path(tempfile.gettempdir())]
    outside = [
        str(folder)
        for folder in (path.resolve() for path in hidden)
        if not any(place.resolve().is_relative_to(folder) for place in needed)
    ]
    why = ""
    for user in (*[_OTHER_USER] * (os.geteuid() == 0), None):
        made = Shelter(memory, tuple(outside), user)
        with made.start(part="test") as process:
            try:
                process.ask(None, _SOON)
            except ProgramError as error:
                why = str(error)
                continue
        kept = process.kept
        return made, [*kept, *["folder"] * bool(outside and "files" in kept)]
    raise RushHourError(f"no program can be run here: {why}")


# The first of a thousand that no system gives to a person or a service.
_OTHER_USER = 63_000
_numbers = count()


class Process:
    """A program that runs, from its start to `close`."""

    def __init__(self, job: JsonDict, stop: Event, said: IO[bytes], printed: IO[bytes]) -> None:
        self._stop, self._memory = stop, job["memory"]
        self._work = tempfile.mkdtemp(prefix="rushhour-")
        self._said, self._printed = said, printed
        self._got, self._told = b"", b""
        life, self._life = os.pipe()
        self._status, status = os.pipe()
        self._keeper = subprocess.Popen(
            [sys.executable, "-P", "-B", str(_KEEPER), str(life), str(status)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if job["command"] is None else self._printed,
            stderr=self._said,
            bufsize=0,
            pass_fds=(life, status),
            start_new_session=True,
            env=_environment(self._work),
        )
        os.close(life)
        os.close(status)
        self.is_open = True
        self._send({**job, "work": self._work})

    def ready(self, seconds: float) -> None:
        """Wait until the file of a program has run; ProgramError if it fails."""
        self._receive(seconds, "its file has not run to the end")

    def ask(self, question: object, seconds: float) -> JsonDict:
        """The answer to a question; ProgramError if there is none within so many seconds."""
        self._send(question)
        return self._receive(seconds, "no answer")

    def finish(self, seconds: float) -> tuple[str, ProgramError | None]:
        """What a command has printed, and what was wrong when it ended, or was ended."""
        is_late = not self._read_status(time.monotonic() + seconds)
        self.close()
        fault = ProgramError("timeout", f"no end in {seconds:g} s") if is_late else None
        if fault is None and self._ending.code != 0:
            fault = self._fault()
        return _end_of(self._printed, MOST_WRITTEN), fault

    def close(self) -> None:
        """End the program and all that it has started, and remove its folder."""
        if not self.is_open:
            return
        self.is_open = False
        os.close(self._life)
        self._read_status(time.monotonic() + _SOON, stop=False)
        with suppress(ProcessLookupError):  # where a program has ended its keeper
            os.killpg(self._keeper.pid, signal.SIGKILL)
        self._keeper.wait()
        os.close(self._status)
        for channel in (self._keeper.stdin, self._keeper.stdout):
            if channel is not None:
                channel.close()
        how: JsonDict = {_ON_ERROR: _open_and_remove}
        shutil.rmtree(self._work, **how)

    @property
    def kept(self) -> list[str]:
        """What the system keeps apart; known when it is closed."""
        return list(self._lines().get("kept", []))

    @property
    def _ending(self) -> Ending:
        """How the program ended; known when it is closed."""
        found = self._lines()
        code = found.get("code")
        return Ending(code if isinstance(code, int) else None, found.get("reason"))

    def _lines(self) -> JsonDict:
        """What the keeper has told, all its lines in one."""
        whole: JsonDict = {}
        for line in self._told.splitlines():
            with suppress(ValueError, TypeError):  # a program may have written between them
                whole |= json.loads(line)
        return whole

    def _send(self, question: object) -> None:
        data = pickle.dumps(question)
        rest = memoryview(struct.pack(">I", len(data)) + data)
        with suppress(BrokenPipeError):  # then there is no answer, either
            while rest:
                rest = rest[os.write(_number(self._keeper.stdin), rest) :]

    def _receive(self, seconds: float, late: str) -> JsonDict:
        """The next answer; without one the program is ended, as a later one might be for this."""
        try:
            answer = self._next_answer(time.monotonic() + seconds, f"{late} in {seconds:g} s")
        except ProgramError:
            self.close()
            raise
        self.require(answer)
        return answer

    def _next_answer(self, until: float, late: str) -> JsonDict:
        (length,) = struct.unpack(">I", self._exactly(4, until, late))
        if length > self._memory:  # no length, but what a program has written in its place
            raise unreadable()
        if length > MOST_WRITTEN:
            raise ProgramError("output", _excess("output", self._memory))
        text = self._exactly(length, until, late)
        with suppress(ValueError, RecursionError):
            answer = json.loads(text)
            if isinstance(answer, dict):
                return answer
        raise unreadable()

    def require(self, answer: object) -> None:
        """ProgramError if an answer is what the program has raised."""
        if not isinstance(answer, dict) or "raised" not in answer:
            return
        kinds: dict[object, FaultKind] = {"MemoryError": "memory", "output": "output"}
        kind = kinds.get(answer.get("kind"), "crash")
        is_full = kind == "output"
        raise ProgramError(kind, _excess(kind, self._memory) if is_full else str(answer["raised"]))

    def _exactly(self, count: int, until: float, late: str) -> bytes:
        channel = _number(self._keeper.stdout)
        while len(self._got) < count:
            if not self._wait_for(channel, until):
                raise ProgramError("timeout", late)
            piece = os.read(channel, 1 << 16)
            if not piece:
                self._read_status(min(until, time.monotonic() + _PULSE))  # it ends by itself
                self.close()
                raise self._fault()
            self._got += piece
        found, self._got = self._got[:count], self._got[count:]
        return found

    def _read_status(self, until: float, *, stop: bool = True) -> bool:
        """Read what the keeper tells to its end; whether it came in time."""
        while self._wait_for(self._status, until, stop=stop):
            piece = os.read(self._status, 1 << 16)
            if not piece:
                return True
            self._told += piece
        return False

    def _wait_for(self, channel: int, until: float, *, stop: bool = True) -> bool:
        """Whether there is something to read in time; `Stopped` if all is to end."""
        while (left := until - time.monotonic()) > 0:
            ready, _, _ = select.select([channel], [], [], min(left, _PULSE))
            if stop and self._stop.is_set():
                raise Stopped
            if ready:
                return True
        return False

    def _fault(self) -> ProgramError:
        """Why a program has ended without an answer."""
        code, reason = self._ending.code, self._ending.reason
        last = _last_line(self._said)
        if reason == "output" or code == -signal.SIGXFSZ:
            return ProgramError("output", _excess("output", self._memory))
        if reason == "memory":
            return ProgramError("memory", _excess(reason, self._memory))
        if reason == "processes":
            return ProgramError("processes", _excess(reason, self._memory))
        if last.startswith("MemoryError"):
            return ProgramError("memory", last)
        how = f"it ended with exit code {code}"
        if code is None or code < 0:
            how = "it was ended" + ("" if code is None else f" by {_signal(-code)}")
        is_silent = code is not None and code > 0 and not last
        return ProgramError("crash", f"{how}: {last}" if last else how, is_silent=is_silent)


def unreadable() -> ProgramError:
    """The error of an answer that no program gives which leaves the channel alone."""
    return ProgramError("crash", "its answer cannot be read")


def _signal(number: int) -> str:
    known = {sign.value: sign.name for sign in signal.Signals}
    return known.get(number, f"signal {number}")


def _number(channel: IO[bytes] | None) -> int:
    assert channel is not None
    return channel.fileno()


def _environment(work: str) -> dict[str, str]:
    """The environment of a program: what it needs to run, with its folder as its home."""
    own = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    fixed = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONNOUSERSITE": "1"}
    one = dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1")
    return {**own, **fixed, **one, "HOME": work, "TMPDIR": f"{work}/.tmp"}


def _excess(reason: str, memory: int) -> str:
    """The limit that a program has passed."""
    if reason == "memory":
        return f"more than {memory / 1e6:,.0f} MB of memory"
    if reason == "processes":
        return f"more than {MOST_PROCESSES} processes"
    return f"more than {MOST_WRITTEN / 1e6:.0f} MB of output or in a file"


def _end_of(file: IO[bytes], count: int) -> str:
    """The last bytes of what was written to a file, as text."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - count))
    return file.read(count).decode(errors="replace")


def _last_line(file: IO[bytes]) -> str:
    """The last line of what a program said, without its ends."""
    lines = [line.strip() for line in _end_of(file, 4000).splitlines()]
    return next((line[:200] for line in reversed(lines) if line), "")


def _open_and_remove(remove: Callable[[str], object], path: str, _: object) -> None:
    """Remove what a program has locked."""
    with suppress(OSError):
        os.chmod(os.path.dirname(path), 0o700)  # noqa: PTH101, PTH120 - as `rmtree` calls it
        os.chmod(path, 0o700)  # noqa: PTH101
        shutil.rmtree(path) if os.path.isdir(path) else remove(path)  # noqa: PTH112
