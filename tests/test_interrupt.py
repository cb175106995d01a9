"""Ctrl-C while the program starts, at each of some imports, and several times at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rushhour.cli import canonical, run
from support.interrupts import ENDLESS, SOON, wait_for_work

AT_AN_IMPORT = """\
import os, sys

class Interrupt:
    def find_spec(name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt)
"""
CONSOLE_SCRIPT = "import sys\nfrom rushhour.cli import main\nsys.exit(main())\n"
EARLY = ["rushhour._core", "rushhour.model.move", "rushhour.search.solve"]
LATER = ["rushhour.cli", "rushhour.cli.manual"]


def started(arguments: list[str], at: str, folder: Path) -> tuple[int, str]:
    """The exit code and the messages of a Python that is interrupted at an import."""
    (folder / "sitecustomize.py").write_text(AT_AN_IMPORT)
    places = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "INTERRUPT_AT": at}
    command = [sys.executable, *arguments]
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    return process.returncode, process.stderr


@pytest.mark.parametrize("at", [*EARLY, *LATER])
@pytest.mark.parametrize("module", [["-m", "rushhour"], ["-mrushhour"]], ids=" ".join)
def test_the_module_ends_quietly(module: list[str], at: str, tmp_path: Path) -> None:
    assert started([*module, "--version"], at, tmp_path) == (130, "")


@pytest.mark.parametrize("at", [*EARLY, *LATER])
def test_the_console_script_ends_quietly(at: str, tmp_path: Path) -> None:
    script = tmp_path / "rushhour"
    script.write_text(CONSOLE_SCRIPT)
    assert started([str(script), "--version"], at, tmp_path) == (130, "")


def test_a_program_that_imports_the_package_keeps_its_traceback(tmp_path: Path) -> None:
    _, said = started(["-c", "import rushhour"], "rushhour._core", tmp_path)
    assert said.startswith("Traceback")
    assert said.endswith("KeyboardInterrupt\n")


def test_an_error_of_a_wait_that_ctrl_c_ends_is_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in `threading`, whose locks fail if Ctrl-C comes while they are given back."""

    def fail(*_: object, **__: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("release unlocked lock")

    monkeypatch.setattr(canonical, "for_each", fail)
    assert run(["canonical", str(ENDLESS)]) == 130
    assert capsys.readouterr().err == "rushhour: interrupted\n"


BURSTS = {
    "solve": ["solve", str(ENDLESS)],
    "generate": ["generate", "--slides", "90..", "--seed", "1"],
    "enumerate": ["enumerate", "--rows", "5", "--cols", "5", "--walls", "0..3", "--yes"],
    "compare": ["compare", str(ENDLESS), "--all"],
    "batch": ["batch", "boards.txt", "-o", "answers.csv", "--states"],
}


@pytest.mark.parametrize("verb", BURSTS)
def test_a_burst_of_signals_ends_a_verb_quietly(verb: str, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n" * 100_000)
    command = [sys.executable, "-m", "rushhour", *BURSTS[verb]]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, cwd=tmp_path, **streams) as process:  # type: ignore[call-overload]
        wait_for_work(process)
        while process.poll() is None:  # several within a moment would be one for the system, too
            process.send_signal(signal.SIGINT)
            time.sleep(0.002)
        _, said = process.communicate(timeout=SOON)
    assert process.returncode == 130
    assert not [line for line in said.splitlines() if not line.startswith("rushhour: ")], said
