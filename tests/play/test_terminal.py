"""The command in a pseudo-terminal, and without one."""

import contextlib
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rushhour.cli import run

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAM = str(PUZZLES / "jam-01.txt")
COMMAND = [sys.executable, "-m", "rushhour", "play"]


class Terminal:
    """A command in a terminal of 100 columns and 30 lines."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], {**env, **environment})
        self.seen = ""

    def wait_for(self, text: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} is not in {self.seen[-2000:]!r}"
            self._read()

    def _read(self) -> None:
        if select.select([self.screen], [], [], 0.1)[0]:
            with contextlib.suppress(OSError):  # how Linux says that the other end is closed
                self.seen += os.read(self.screen, 65536).decode(errors="replace")

    def type(self, keys: str) -> None:
        self.seen = ""
        os.write(self.screen, keys.encode())

    def code(self) -> int:
        """The exit code, once it has ended."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self._read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it does not end; it shows {self.seen[-2000:]!r}")


def test_a_game_in_a_terminal() -> None:
    terminal = Terminal(JAM)
    terminal.wait_for("8 slides to go")
    assert "\x1b[" in terminal.seen
    terminal.type("?")
    terminal.wait_for("hint: vehicle")
    terminal.type("\r")
    terminal.wait_for("a best move")
    terminal.type("\x1b[A")
    terminal.wait_for("cannot go that way")
    terminal.type("\x11")
    assert terminal.code() == 0
    assert "\x1b[?1049l" in terminal.seen  # the screen is given back


def test_an_interrupt_ends_it() -> None:
    terminal = Terminal(str(PUZZLES / "uva-12x12_7.csv"))
    terminal.wait_for("searching")
    terminal.type("\x03")
    assert terminal.code() == 130


def test_one_of_many() -> None:
    terminal = Terminal(str(PUZZLES / "hardest.txt"), "2")
    terminal.wait_for("58 slides to go")
    terminal.type("\x1b")
    assert terminal.code() == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.txt"], "none.txt: No such file or directory"),
        ([str(PUZZLES / "hardest.txt")], "found several; give the number of one"),
        ([str(PUZZLES / "hardest.txt"), "4"], "expected a puzzle number 4, found 3 puzzles"),
    ],
)
def test_what_cannot_be_played(arguments: list[str], message: str) -> None:
    terminal = Terminal(*arguments)
    assert terminal.code() == 2
    assert message in terminal.seen


def test_a_dumb_terminal_is_refused() -> None:
    terminal = Terminal(JAM, TERM="dumb")
    assert terminal.code() == 2
    assert "expected a terminal" in terminal.seen


def test_without_a_terminal() -> None:
    process = subprocess.run([*COMMAND, JAM], input="", capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (2, "")
    assert "rushhour: expected a terminal for input and output; without" in process.stderr


def test_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("textual", "rushhour.play.app"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert run(["play", JAM]) == 2
    assert "pip install 'rushhour[play]'" in capsys.readouterr().err
