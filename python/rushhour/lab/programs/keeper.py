"""Keeper: runs a program of somebody else's, apart from all others, and ends it with all it began.

    python keeper.py LIFE STATUS

`rushhour.lab.programs.process` starts it. It imports nothing of rushhour, so that it begins at
once. Three processes stand in a row:

    keeper    watches memory, processes and output of all below it, and ends them
    first     the first process of a new process namespace, where the system has them; it mounts,
              copies the program into its folder, and collects what ends
    program   drops all rights, takes on its limits, and becomes the program

Standard input begins with the job, a dictionary. Messages are pickles behind their length, and
answers JSON behind their length: what a program says is not trusted. The file descriptor LIFE ends
when the grader does, or when it orders the end; STATUS takes two lines of JSON: what is kept apart,
and how the program ended.
"""

from __future__ import annotations

import ast
import codecs
import ctypes
import errno
import importlib.util
import json
import os
import pickle
import resource
import select
import shutil
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

Job = dict[str, Any]

# Seconds between two looks at the processes of a program.
_PULSE = 0.1
# Seconds for which a heuristic goes on without a word.
_MOMENT = 0.2

# Of linux/sched.h, linux/mount.h, linux/prctl.h and asm/unistd.h, which is 442 everywhere.
_NEW_USER, _NEW_PROCESSES, _NEW_MOUNTS, _NEW_NETWORK, _NEW_IPC = (
    *(0x1000_0000, 0x2000_0000, 0x2_0000, 0x4000_0000, 0x800_0000),
)
_READ_ONLY, _NO_SUID, _NO_DEVICES, _RECURSIVE, _PRIVATE = 1, 2, 4, 0x4000, 0x4_0000
_DIE_WITH_PARENT, _DROP_RIGHT, _SUBREAPER, _NO_NEW_RIGHTS = 1, 24, 36, 38
_MOUNT_SETATTR, _HERE, _ALL_BELOW = 442, -100, 0x8000


def main() -> None:
    """Keep one program."""
    life, status = (int(word) for word in sys.argv[1:3])
    job: Job = receive(0)
    _control(_SUBREAPER, 1)
    kept = _processes_apart(job)
    ended, telling = os.pipe()
    first = os.fork()
    if first == 0:
        os.close(life)
        os.close(ended)
        _never_return(lambda: _first(job, status, telling, kept))
    os.close(telling)
    ending = _watch(job, first, life, ended, is_apart="processes" in kept)
    tell(status, ending)


def _never_return(run: Callable[[], object]) -> NoReturn:
    """Run what a forked process does, and end it whatever happens."""
    try:
        run()
    except BaseException:  # the caller is a copy of another process
        with suppress(BaseException):
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(70)
    os._exit(0)


def tell(status: int, line: dict[str, object]) -> None:
    """Write a line of JSON to the grader, which may be gone."""
    with suppress(OSError):
        os.write(status, json.dumps(line).encode() + b"\n")


# Messages.


def receive(channel: int) -> Any:
    """The next message of the grader; EOFError if there is none."""
    (length,) = struct.unpack(">I", _exactly(channel, 4))
    return pickle.loads(_exactly(channel, length))


def _exactly(channel: int, count: int) -> bytes:
    found = b""
    while len(found) < count:
        piece = os.read(channel, count - len(found))
        if not piece:
            raise EOFError
        found += piece
    return found


def answer(channel: int, value: object) -> None:
    """Send a value to the grader, as JSON behind its length."""
    text = json.dumps(value, default=str).encode(errors="replace")
    data = memoryview(struct.pack(">I", len(text)) + text)
    while data:
        data = data[os.write(channel, data) :]


# What is kept apart. Each step may be refused by the system, and is then left out.


def _apart(job: Job, kind: int) -> None:
    """A new namespace; OSError where the system has none."""
    if not job["apart"]:
        raise OSError(errno.EPERM, "unshare")
    _call("unshare", kind)


def _call(name: str, *arguments: object) -> None:
    """Call a function of C; OSError if it fails, or is not there."""
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        raise OSError(errno.ENOSYS, name)
    if function(*arguments) != 0:
        raise OSError(ctypes.get_errno(), name)


def _control(option: int, value: int) -> None:
    with suppress(OSError):
        _call("prctl", option, value, 0, 0, 0)


def _processes_apart(job: Job) -> list[str]:
    """A namespace for the processes that are forked from now on.

    Root that will become another user may make it; anyone else is root in a namespace of users.
    """
    user, group = os.getuid(), os.getgid()
    with suppress(OSError):
        if job["user"] is None:
            _apart(job, _NEW_USER)
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        _apart(job, _NEW_PROCESSES)
        return ["processes"]
    return []


def _others_apart(job: Job) -> list[str]:
    """Namespaces for network, shared memory and mounts; then the folder of the program."""
    kept = []
    with suppress(OSError):
        _apart(job, _NEW_NETWORK)
        kept.append("network")
    with suppress(OSError):
        _apart(job, _NEW_IPC)
    work = Path(job["work"])
    try:
        _apart(job, _NEW_MOUNTS)
        _mount("/", "", _RECURSIVE | _PRIVATE)
        owner = "" if job["user"] is None else f",uid={job['user']},gid={job['user']}"
        _mount(str(work), f"size={job['disk']},mode=700{owner}")
    except OSError:
        _copy(job, work)
        return kept
    _copy(job, work)
    with suppress(OSError):
        _only_readable(job, work)
        kept.append("files")
    return kept


def _only_readable(job: Job, work: Path) -> None:
    """Cover the hidden folders, and let the program write to its folder alone."""
    own = [str(work)]
    with suppress(OSError):
        _mount("/proc", "", kind="proc")
    with suppress(OSError):
        _mount("/dev/shm", "size=16m")
        own.append("/dev/shm")
    for folder in job["hidden"]:
        if not work.is_relative_to(folder):
            _mount(folder, "size=4k,mode=755")
    if job["own_search"] and job["part"] != "h":
        _mount(job["package"], "size=64k,mode=755")
        text = 'raise ImportError("rushhour cannot be imported here")\n'
        Path(job["package"], "__init__.py").write_text(text, encoding="utf-8")
    _set_attributes("/", _ALL_BELOW, on=_READ_ONLY | _NO_SUID)
    for place in own:
        _set_attributes(place, 0, off=_READ_ONLY)


def _mount(
    place: str, options: str, flags: int = _NO_SUID | _NO_DEVICES, kind: str = "tmpfs"
) -> None:
    source = kind.encode()
    _call("mount", source, place.encode(), source, ctypes.c_ulong(flags), options.encode())


def _set_attributes(place: str, flags: int, *, on: int = 0, off: int = 0) -> None:
    """Mount attributes of a place, and with `_ALL_BELOW` of all below it (Linux 5.12)."""
    attributes = struct.pack("QQQQ", on, off, 0, 0)
    _call("syscall", _MOUNT_SETATTR, _HERE, place.encode(), flags, attributes, len(attributes))


def _copy(job: Job, work: Path) -> None:
    """The program and its puzzle in its folder."""
    for source in map(Path, job["sources"]):
        if source.is_dir():
            shutil.copytree(source, work, symlinks=True, dirs_exist_ok=True)
        else:
            shutil.copy(source, work / source.name)
    (work / ".tmp").mkdir(exist_ok=True)
    (work / ".tmp" / "puzzle.txt").write_text(job["text"], encoding="utf-8")
    if job["user"] is not None:
        for path in (work, *work.rglob("*")):
            os.chown(path, job["user"], job["user"], follow_symlinks=False)


# The first process.


def _first(job: Job, status: int, telling: int, kept: list[str]) -> None:
    _control(_DIE_WITH_PARENT, signal.SIGKILL)
    _control(_SUBREAPER, 1)
    kept += _others_apart(job)
    if job["user"] is not None:
        kept.append("user")
    tell(status, {"kept": kept})
    program = os.fork()
    if program == 0:
        os.close(status)
        os.close(telling)
        _never_return(lambda: _program(job))
    os.write(telling, struct.pack(">i", program))
    _leave(0, 1, 2)
    while True:
        found, ending = os.wait()
        if found == program:
            os.write(telling, struct.pack(">i", os.waitstatus_to_exitcode(ending)))
            os._exit(0)


def _leave(*channels: int) -> None:
    """Leave channels to the program alone, so that they end with it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for channel in channels:
        os.dup2(nothing, channel)
    os.close(nothing)


# The keeper's watch.


def _watch(job: Job, first: int, life: int, ended: int, *, is_apart: bool) -> dict[str, object]:
    """Wait for the end, or bring it about; returns how the program ended."""
    _leave(0, *[1] * (job["command"] is None))
    reason, told = None, b""
    while reason is None and len(told) < 8:
        ready, _, _ = select.select([life, ended], [], [], _PULSE)
        if ended in ready:
            piece = os.read(ended, 8)
            told += piece
            if not piece:
                break
        reason = "stopped" if life in ready else _excess(job, tree())
    reason = reason or _excess(job, {})
    numbers = struct.unpack(f">{len(told) // 4}i", told)
    _end(first, *([] if is_apart else numbers[:1]))
    return {"code": numbers[1] if len(numbers) == 2 else None, "reason": reason}


def _excess(job: Job, seen: dict[int, int]) -> str | None:
    """Which limit the processes of a program have left behind; the first process is ours."""
    if len(seen) > job["processes"] + 1:
        return "processes"
    if sum(seen.values()) > job["memory"] < sum(map(_share, seen, seen.values())):
        return "memory"
    written = max(os.fstat(channel).st_size for channel in (1, 2))
    return "output" if written >= job["written"] else None


def tree() -> dict[int, int]:
    """The processes below this one, with the bytes that each holds; empty without `/proc`."""
    found: dict[int, tuple[int, int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = status.read_text("utf-8", "replace").rpartition(")")[2].split()
            found[int(status.parent.name)] = int(fields[1]), int(fields[21])
    below = {os.getpid()}
    while more := {one for one, (parent, _) in found.items() if parent in below} - below:
        below |= more
    return {one: found[one][1] * resource.getpagesize() for one in below - {os.getpid()}}


def _share(process: int, held: int) -> int:
    """The bytes of a process; of what several hold together, its part (Linux 4.14)."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return held


def _end(first: int, *program: int) -> None:
    """Kill the first process, and with it all of its namespace; without one, every process below.

    Then `program` is the number of the program, which leads a group.
    """
    _kill(first)
    for leader in program:
        with suppress(OSError):
            os.killpg(leader, signal.SIGKILL)
        for _ in range(1000):  # until none is left, also of those that start others meanwhile
            for sign in (signal.SIGSTOP, signal.SIGKILL):
                for one in tree():
                    _kill(one, sign)
            _collect(os.WNOHANG)
            if not tree():
                return
    _collect(0)


def _kill(process: int, sign: int = signal.SIGKILL) -> None:
    with suppress(OSError):
        os.kill(process, sign)


def _collect(how: int) -> None:
    """Collect the processes that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, how)[0]:
            pass


# The program.


def _program(job: Job) -> None:
    """Take on the limits, drop all rights, and become the program."""
    os.setsid()
    for name, most in (
        ("CORE", 0),
        ("FSIZE", job["written"]),
        ("NOFILE", 256),
        ("DATA" if sys.platform == "linux" else "AS", job["memory"]),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    _drop_rights(job["user"])
    _limit_processes(2 * job["processes"])  # the keeper counts as well, and sees what is too much
    os.chdir(job["work"])
    if job["command"] is None:
        _serve(job)
    with open(".tmp/puzzle.txt", "rb") as puzzle:  # noqa: PTH123 - the folder is the current one
        os.dup2(puzzle.fileno(), 0)
    for sign in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(sign, signal.SIG_DFL)
    try:
        os.execvp(job["command"][0], job["command"])
    except OSError as error:
        print(f"{job['command'][0]}: {_unstarted(job, error)}", file=sys.stderr, flush=True)
        os._exit(127)


def _unstarted(job: Job, error: OSError) -> str | None:
    """Why a command did not start."""
    with suppress(OSError), Path(job["command"][0]).open("rb") as file:
        first = file.readline(200)
        if error.errno == errno.ENOENT and first.startswith(b"#!"):
            by_windows = ", and ends in a carriage return" * first.endswith(b"\r\n")
            return f"its first line names no program that is here{by_windows}"
    return error.strerror


def _drop_rights(user: int | None) -> None:
    """Become another user, and give up what a namespace of users grants."""
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    for right in range(64):
        _control(_DROP_RIGHT, right)
    with suppress(OSError):  # the version of the header, this process, no right at all
        _call("capset", struct.pack("Ii", 0x2008_0522, 0), bytes(24))
    _control(_NO_NEW_RIGHTS, 1)


def _limit_processes(most: int) -> None:
    """Limit them, unless the system counts all processes of the user, of whom there may be more."""
    with suppress(OSError, ValueError):
        before = resource.getrlimit(resource.RLIMIT_NPROC)
        resource.setrlimit(resource.RLIMIT_NPROC, (most, before[1]))
        try:
            child = os.fork()
        except OSError:
            resource.setrlimit(resource.RLIMIT_NPROC, before)
            return
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def _serve(job: Job) -> NoReturn:
    """Answer the questions of the grader; what a program prints goes to standard error."""
    questions, answers = os.dup(0), os.dup(1)
    _leave(0)
    os.dup2(2, 1)
    try:
        respond = _PARTS[job["part"]](job)
        answer(answers, {"ready": True})
        for question in _asked(questions):
            answer(answers, _said(respond, question, job))
    except BaseException as error:
        answer(answers, _raised(error, job["work"]))
    os._exit(0)


def _asked(channel: int) -> Iterator[Any]:
    """The questions of the grader, up to its end."""
    with suppress(EOFError):
        while True:
            yield receive(channel)


def _said(respond: Callable[[Any], object], question: Any, job: Job) -> object:
    try:
        return respond(question)
    except BaseException as error:  # also SystemExit, and what a student derives from it
        return _raised(error, job["work"])


def _raised(error: BaseException, work: str) -> Job:
    """An exception in a line: its kind, its text, and the last line of the program in it."""
    kind = type(error).__name__
    text = kind
    with suppress(BaseException):
        lines = str(error).strip().splitlines()
        text = f"{kind}: {lines[-1][:200]}" if lines else kind
        if isinstance(error, ImportError) and sys.modules.get(str(error.name), error) is None:
            text = f"{kind}: {error.name} cannot be imported here"
    with suppress(BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename.startswith((work, "<cell"))]
        if own:
            text += f" ({Path(own[-1].filename).name}, line {own[-1].lineno})"
    is_full = isinstance(error, OSError) and error.errno == errno.EFBIG
    return {"raised": text, "kind": "output" if is_full else kind}


# Parts of a program: functions of its file, by name.


def _solver(job: Job) -> Callable[[Any], object]:
    """The answer of `solve` for the text of a puzzle."""
    if job["own_search"]:
        sys.modules["rushhour"] = None  # type: ignore[assignment]  # so that its import fails
    function = _function(job)
    return lambda text: {"answer": _plain(function(text))}


def _plain(value: object) -> object:
    """What a function returned as values of JSON: a text, a list, what a dictionary names."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | Iterator):
        return [_plain(item) for item in value]
    if fields := getattr(type(value), "__dataclass_fields__", None):
        return {name: _plain(getattr(value, name)) for name in fields}
    text = str(value)
    if " at 0x" in text:  # the text of an object that has none of its own
        raise TypeError(f"expected moves as a text or in a list, found {type(value).__name__}")
    return text


def _heuristic(job: Job) -> Callable[[Any], object]:
    """The estimates of `h` for some states of a puzzle, as many as a moment has time for.

    A state comes as a row of bytes, its offsets. The puzzle comes with the first states of it.
    """
    from rushhour.custom.state import Layout, State

    if job["own_search"]:
        _take_searches_away()
    function = _function(job)
    layout: Layout | None = None

    def estimates(question: tuple[Any, bytes]) -> object:
        nonlocal layout
        board, rows = question
        layout = Layout(*board) if board else layout
        assert layout is not None
        width, until, values = len(layout.tracks), time.monotonic() + _MOMENT, list[object]()
        for at in range(0, len(rows), width):
            offsets = tuple(memoryview(rows)[at : at + width].cast("b"))
            values.append(
                _said(lambda state: _estimate(function(state)), State(layout, offsets), job)
            )
            if isinstance(values[-1], dict) or time.monotonic() > until:
                break
        return {"h": values}

    return estimates


def _take_searches_away() -> None:
    """Take the searches of rushhour out of reach, but for those who are bent on them."""
    rushhour = sys.modules["rushhour"]  # as `custom.state` was imported
    packages = ("_core", "search", *rushhour._PACKAGES, *rushhour._LATER)
    for name in {f"rushhour.{package}" for package in packages} | sys.modules.keys():
        if name.startswith("rushhour.") and name.split(".")[1] in packages:
            sys.modules[name] = None  # type: ignore[assignment]
    for name, value in list(vars(rushhour).items()):
        home = getattr(value, "__module__", getattr(value, "__name__", ""))
        if str(home).split(".")[1:2] in [[package] for package in packages]:
            delattr(rushhour, name)


def _estimate(value: object) -> object:
    """A value as JSON has it; what is no number as its text."""
    if value is None or isinstance(value, int | float):
        return value
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return float(value)
    return {"odd": f"{type(value).__name__} {value!r:.60}"}


def _lister(job: Job) -> Callable[[Any], object]:
    """The names that a file binds, without running it."""
    return lambda _: {"names": list(_bound(job))}


def _tester(_: Job) -> Callable[[Any], object]:
    """Whether rushhour can be imported."""
    from rushhour.custom.state import State

    return lambda _: {"rushhour": State.__module__}


_PARTS = {"solve": _solver, "h": _heuristic, "names": _lister, "test": _tester}


def _function(job: Job) -> Callable[..., Any]:
    """The function of the file; whatever the file raises, if it cannot be run."""
    path = Path(job["work"], job["file"])
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.parent))
    found = _notebook(path) if _is_notebook(path) else vars(_module(path))
    function = found.get(job["name"])
    if not callable(function):
        raise LookupError(f"the file has no function {job['name']}")
    return function  # type: ignore[no-any-return]


def _source(path: Path) -> bytes:
    text = path.read_bytes()
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SyntaxError("expected a file in UTF-8, found one in UTF-16")
    return text


def _is_notebook(path: Path) -> bool:
    return path.suffix.lower() == ".ipynb"


def _module(path: Path) -> ModuleType:
    name = f"_file_{path.stem}"
    loader = SourceFileLoader(name, str(path))  # whatever the case of its suffix
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _notebook(path: Path) -> dict[str, Any]:
    """What the cells of a notebook define; one that fails, such as a plot, ends no other."""
    module = ModuleType(f"_file_{path.stem}")
    sys.modules[module.__name__] = module
    for number, cell in enumerate(_cells(path), 1):
        try:
            exec(compile(cell, f"<cell {number}>", "exec"), vars(module))
        except Exception:
            traceback.print_exc()
    return vars(module)


def _cells(path: Path) -> Iterator[str]:
    """The cells of code, without magic commands and commands of the shell."""
    for cell in json.loads(path.read_text("utf-8-sig"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and not text.startswith("%%"):
            lines = text.split("\n")
            yield "\n".join("" if line.startswith(("%", "!", "?")) else line for line in lines)


def _bound(job: Job) -> Iterator[str]:
    """The names that a file binds outside of functions and classes."""
    path = Path(job["work"], job["file"])
    texts = _cells(path) if _is_notebook(path) else [_source(path)]
    waiting: list[ast.AST] = [ast.parse(text, path.name) for text in texts]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]
        waiting += ast.iter_child_nodes(node)


if __name__ == "__main__":
    main()
