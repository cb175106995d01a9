"""Commands in a terminal: progress, Ctrl-C, and what stands there in the end."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from select import select

import pytest

import rushhour
from rushhour.base.text import width
from rushhour.lab.layouts import HEAD
from support.command_lines import PUZZLES
from support.interrupts import ENDLESS, SOON

COLUMNS = 80
JAMS = [str(PUZZLES / f"jam-{number:02}.txt") for number in (1, 2)]
LARGE = str(PUZZLES / "uva-9x9_6.csv")


# A line of progress appears at the first report instead of after a second.
AT_ONCE = "from rushhour.cli import main, progress; progress._PATIENCE = 0; main()"


def in_terminal(*arguments: str, stdout: Path | None = None) -> tuple[int, str]:
    """The exit code of a command, and all that it writes to a terminal of 80 columns."""
    with begun("-m", "rushhour", *arguments, stdout=stdout) as (pid, screen):
        written = b"".join(iter(lambda: read(screen), b""))
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), written.decode()


@contextmanager
def begun(*words: str, stdout: Path | None = None) -> Iterator[tuple[int, int]]:
    """Python with these words: the process, and the other end of its terminal."""
    pid, screen = pty.fork()
    if pid == 0:
        set_columns(1, COLUMNS)
        if stdout is not None:
            os.dup2(os.open(stdout, os.O_WRONLY | os.O_CREAT), 1)
        env = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")}
        env |= {"TERM": "xterm-256color", "NO_COLOR": "1"}
        os.execve(sys.executable, [sys.executable, *words], env)
    try:
        yield pid, screen
    finally:
        os.close(screen)


def set_columns(screen: int, columns: int) -> None:
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def read(screen: int) -> bytes:
    try:
        return os.read(screen, 65536)
    except OSError:  # how Linux says that the other end is closed
        return b""


def left(written: str) -> list[str]:
    """The lines that stand on the screen in the end; a line too long fails, for it would wrap."""
    lines, column = [""], 0
    for piece in re.findall(r"\x1b\[K|\r|\n|[^\x1b\r\n]+|\x1b.*", written):
        if piece == "\n":
            lines.append("")
            column = 0
        elif piece == "\r":
            column = 0
        elif piece == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            assert "\x1b" not in piece, f"expected no other escape, found {piece[:40]!r}"
            lines[-1] = lines[-1][:column] + piece + lines[-1][column + len(piece) :]
            column += len(piece)
            assert width(lines[-1]) <= COLUMNS, lines[-1]
    assert lines.pop() == "", "expected the cursor in an empty line"
    return lines


def test_a_comparison_has_every_heading_and_every_name() -> None:
    code, written = in_terminal("compare", *JAMS, "--heuristics", "advanced", "critical-path")
    lines = left(written)
    assert code == 0
    heads = [line for line in lines if line.startswith("puzzle ")]
    for name in HEAD:
        assert any(name in head for head in heads), name
    for algorithm in rushhour.algorithms():
        assert any(line.startswith(f"jam-02  {algorithm.name} ") for line in lines)
    assert any("critical-path" in line for line in lines)
    assert lines[-1].startswith("all 2 ")


@pytest.mark.parametrize("layout", [[], ["--csv"], ["--json"]])
def test_progress_leaves_nothing_behind_and_erases_nothing(
    layout: list[str], tmp_path: Path
) -> None:
    arguments = ["compare", JAMS[0], ENDLESS, "--max-seconds", "0.6", *layout]
    arguments += ["--algorithms", "bfs", "dfs"]
    out = tmp_path / "out"
    code, written = in_terminal(*arguments, stdout=out)
    assert code == 0
    assert "search 3 of" in written or "search 4 of" in written or "search 5 of" in written
    assert left(written) == []
    lines = out.read_text().splitlines()
    assert [sum(name in line for line in lines) for name in ("jam-01", "endless")] == [2, 2]


def test_the_boards_of_a_check_only_rise_to_their_number() -> None:
    """57 873 tiny boards, as `check` counts them, and one that is given; for both metrics twice."""
    code, written = in_terminal("check-heuristic", "advanced", JAMS[0])
    assert code == 0
    rises_to(57_874, written)
    code, written = in_terminal("check-heuristic", "--all", "--no-tiny", *JAMS)
    assert code == 0
    rises_to(4, written)


def test_the_boards_of_a_comparison_only_rise_to_their_number() -> None:
    arguments = ["--max-seconds", "0.6", "--algorithms", "bfs", "dfs"]
    code, written = in_terminal("compare", JAMS[0], ENDLESS, *arguments)
    assert code == 0
    rises_to(2, written)


def rises_to(most: int, written: str) -> None:
    """The line of progress says `n of m boards`, where n never falls."""
    seen = re.findall(r"([\d,]+) of ([\d,]+) boards", written)
    numbers = [int(done.replace(",", "")) for done, _ in seen]
    assert numbers
    assert numbers == sorted(numbers)
    assert {int(whole.replace(",", "")) for _, whole in seen} == {most}
    assert max(numbers) <= most


def test_rows_that_come_beside_progress_stand_each_in_its_line() -> None:
    arguments = ["compare", ENDLESS, JAMS[0], "--max-seconds", "1.5", "--algorithms", "bfs"]
    code, written = in_terminal(*arguments, "--markdown")
    assert code == 0
    assert "search 1 of" in written
    assert "\r\x1b[K| puzzle | algorithm" in written
    text = re.sub(r"\r[^\r\n]*\x1b\[K", "", written)
    assert [line[:8] for line in text.splitlines()[2:4]] == ["| endles", "| jam-01"]


@pytest.mark.parametrize("name", ["princeton", "hagenberg", "ntnu", "csc"])
def test_published_tables_fit(name: str) -> None:
    lines = left(in_terminal("reproduce", name)[1])
    assert any(re.fullmatch(r"\d+ of \d+ cells agree", line) for line in lines)
    assert any("published" in line and "computed" in line for line in lines)


def test_an_audit_fits(tmp_path: Path) -> None:
    board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    row = f"{board},a long name of a puzzle that takes room,103,104,99,100\n"
    (tmp_path / "in.csv").write_text(
        "board,name,Slides,step_edge,cost,a column of some length\n" + row * 2
    )
    code, written = in_terminal("audit", str(tmp_path / "in.csv"))
    lines = left(written)
    assert code == 1
    assert lines[0].split() == ["puzzle", "line", "finding", "detail"]
    text = " ".join(line.strip() for line in lines)
    assert "wrong optimum Slides 103, found 60; right as step_edge" in re.sub(r" +", " ", text)
    assert "not checked: cost (slides or steps?); a column of some length (unknown name);" in text


def test_grades_fit(tmp_path: Path) -> None:
    answers = tmp_path / "answers" / "a folder of a student with a long name"
    answers.mkdir(parents=True)
    (answers / "1.txt").write_text("2+9")
    (answers / "2.txt").write_text("2+1")
    code, written = in_terminal("grade", JAMS[0], str(tmp_path / "answers"))
    lines = left(written)
    assert code == 1
    assert lines[0].split() == ["answer", "puzzle", "status", "slides", "steps"]
    assert "    move 1, 2+9: vehicle 7 is in the way; 2+9" in lines
    assert "    the goal 'edge' is not reached at the end; 2+1" in lines


def test_a_cluster_fits() -> None:
    lines = left(in_terminal("explore", str(PUZZLES / "jam-40.txt"))[1])
    moves = rushhour.explore(rushhour.read(PUZZLES / "jam-40.txt")).refined()
    at = next(number for number, line in enumerate(lines) if line.startswith("refined"))
    text = "".join(lines[at + 1 : next(n for n, line in enumerate(lines) if " 0 " in line[:8])])
    assert text.split()[: len(moves or ())] == str(moves).split()


def test_all_heuristics_fit() -> None:
    code, written = in_terminal(
        "check-heuristic", JAMS[0], "--all", "--no-tiny", "--metric", "step"
    )
    lines = left(written)
    assert code == 0
    for name in ("promised", "smallest board where it is too high", "h / h*"):
        assert any(name in line for line in lines)


# Work of each verb that shows progress, more of it than a test waits for.
AT_WORK = {
    "solve": ["solve", ENDLESS],
    "solve by depth": ["solve", ENDLESS, "--algorithm", "dfs"],
    "solve for a certificate": ["solve", LARGE, "--certificate", "proof.json"],
    "hint": ["hint", ENDLESS],
    "explore": ["explore", ENDLESS],
    "explore on disk": ["explore", LARGE, "--disk", "states"],
    "render": ["render", ENDLESS, "--as", "arrows", "-o", "moves.svg"],
    "analyse": ["analyse", ENDLESS],
    "sort": ["sort", ENDLESS, "--by", "slides"],
    "canonical": ["canonical", ENDLESS],
    "minimise": ["minimise", ENDLESS],
    "vary": ["vary", ENDLESS, "--max-states", "9999999999"],
    "compare": ["compare", ENDLESS],
    "check-heuristic": ["check-heuristic", "--all", ENDLESS],
    "heuristic": ["heuristic", "zero", ENDLESS],
    "verify-certificate": ["verify-certificate", "states-78501.json"],
    "audit": ["audit", "list.txt"],
    "generate": ["generate", "--slides", "49"],
    "generate a pack": ["generate", "--pack", "40"],
    "tasks": ["tasks", "--slides", "49"],
    "enumerate": ["enumerate", "--rows", "5", "--cols", "5", "--part-states", "1000"],
    "search-records": ["search-records", "--size", "6x6", "--output", "records.json"],
    "batch": ["batch", "list.txt", "--part-rows", "1", "--output", "answers"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to work in, with a list of boards and a certificate of many states."""
    folder = tmp_path_factory.mktemp("terminal")
    (folder / "list.txt").write_text("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n" * 100_000)
    puzzle = rushhour.read(PUZZLES / "jam-14.txt")
    rushhour.certificate.certify(rushhour.solve(puzzle)).save(folder / "states-78501.json")
    return folder


@pytest.mark.parametrize("words", AT_WORK.values(), ids=AT_WORK)
def test_progress_fits_the_terminal_and_ctrl_c_ends_the_work(
    words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Progress is cut to 80 columns, and to 20 when the window becomes smaller."""
    monkeypatch.chdir(folder)
    with begun("-c", AT_ONCE, *words) as (pid, screen):
        written = until(r"\r([^\r\n]+)\x1b\[K", screen)
        set_columns(screen, 20)
        written += until(r"\r([^\r\n]{1,19})\x1b\[K", screen)
        os.write(screen, b"\x03")
        written += until(r"rushhour: interrupted.*\n", screen)
        assert read(screen) == b"", "expected no word after that"
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 130
    assert "Traceback" not in written
    shown = re.findall(r"\r([^\r\n]+)\x1b\[K", written)
    assert max(map(width, shown)) < COLUMNS


# Every verb that reads puzzles, with a file in the place of FILE.
READS = {
    "solve": [],
    "hint": [],
    "explore": [],
    "check": [],
    "convert": ["--to", "boardstring", "--relabel"],
    "link": [],
    "render": [],
    "canonical": [],
    "minimise": [],
    "vary": [],
    "analyse": [],
    "sort": ["--by", "slides", "--relabel"],
    "compare": ["--algorithms", "bfs"],
    "watch": ["-o", "watch.html"],
    "check-heuristic": ["--no-tiny"],
    "heuristic": ["--explain"],
    "verify": ["2+1 1-1 5-1 4-2 6-3 3+2 7+3 0+3"],
    "audit": [],
    "who": [],
    "grade": ["answers"],
}


def test_every_verb_shows_that_it_is_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nothing comes for long: here the writer of a pipe takes its time."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "a.txt").write_text("2+1 1-1 5-1 4-2 6-3 3+2 7+3 0+3")
    with ExitStack() as stack:
        screens = {}
        for verb, more in READS.items():
            os.mkfifo(verb)
            words = ["blocking"] if verb.endswith("heuristic") else []
            line = ["-m", "rushhour", verb, *words, verb, *more]
            screens[verb] = stack.enter_context(begun(*line))
        written = {
            verb: until(r"\r0:00:0[1-9] at work\x1b\[K", screen)
            for verb, (_, screen) in screens.items()
        }
        for verb, (pid, screen) in screens.items():
            Path(verb).write_text(Path(JAMS[0]).read_text())
            written[verb] += b"".join(iter(partial(read, screen), b"")).decode()
            assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, written[verb]
            assert set(re.findall(r"at work\x1b\[K(.)", written[verb], re.DOTALL)) == {"\r"}, verb
            assert re.search(r"\r\x1b\[K[^\r]*(\r\n|$)", written[verb]), verb


def test_a_pipe_in_the_place_of_a_file_is_read() -> None:
    command = f"{sys.executable} -m rushhour solve <(cat {JAMS[0]}) | tail -2"
    out = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout
    assert out.splitlines() == ["Cost: 8 slides", "Optimal: proved"]


def test_an_enumeration_begins_with_a_line(tmp_path: Path) -> None:
    size = ["enumerate", "--rows", "3", "--cols", "3"]
    code, written = in_terminal(*size, stdout=tmp_path / "counts")
    first, *later, erased, after = written.split("\x1b[K")
    assert (code, first) == (0, "\r0:00:00 planning, and enumerating the first parts")
    # On a slow machine the line of the last part has its time.
    assert later in ([], ["\r0:00:00 42 of 42 states, 100.0%, 0:00:00 left"])
    assert (erased, after) == ("\r", "")


def until(pattern: str, screen: int) -> str:
    """What a command writes until there is such a text."""
    written = ""
    while not re.search(pattern, written):
        assert select([screen], [], [], SOON)[0], f"expected {pattern}, found {written!r}"
        piece = read(screen).decode()
        assert piece, f"expected {pattern}, found {written!r} and an end"
        written += piece
    return written
