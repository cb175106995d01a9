"""Output files: no input is lost, nothing is replaced unasked, nothing is left half done."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rushhour
from rushhour import RushHourError, lab
from rushhour.base.files import check_outputs, save, written
from support.command_lines import PUZZLES
from support.commands import result
from support.interrupts import ENDLESS

JAM = PUZZLES / "jam-01.txt"
# Each verb that writes a file, behind its puzzle.
WRITERS = {
    "trace": ("--algorithm", "bfs", "--trace"),
    "certificate": ("--certificate",),
    "render": ("--as", "text", "-o"),
    "plot": ("--algorithms", "bfs", "--plot"),
    "graph": ("--graph",),
}
VERBS = {"render": "render", "plot": "compare", "graph": "explore"}
# The endings of files that a writer writes.
ENDINGS = {"plot": ".svg", "graph": ".csv"}


def command(writer: str, puzzle: object, out: object, *options: str) -> list[str]:
    return [VERBS.get(writer, "solve"), str(puzzle), *WRITERS[writer], str(out), *options]


@pytest.fixture(params=list(WRITERS))
def writer(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def puzzle(tmp_path: Path, writer: str) -> Path:
    """A puzzle whose name is one that the writer would write."""
    file = tmp_path / f"mine{ENDINGS.get(writer, '.txt')}"
    shutil.copy(JAM, file)
    return file


def links_to(file: Path) -> dict[str, Path]:
    """The file under all kinds of names."""
    names = {name: file.with_stem(name) for name in ("soft", "hard")}
    names["soft"].symlink_to(file.name)
    names["hard"].hardlink_to(file)
    return {
        "same": file,
        "roundabout": file.parent / "." / ".." / file.parent.name / file.name,
    } | names


@pytest.mark.parametrize("name", ["same", "roundabout", "soft", "hard"])
@pytest.mark.parametrize("force", [False, True])
def test_no_output_replaces_its_input(puzzle: Path, writer: str, name: str, force: bool) -> None:
    before, out = puzzle.read_bytes(), links_to(puzzle)[name]
    code, _, err = result(*command(writer, puzzle, out, *["--force"] * force))
    assert (code, err) == (2, f"rushhour: {out}: expected a file to write, found an input\n")
    assert puzzle.read_bytes() == before


def test_standard_input_is_an_input(puzzle: Path, writer: str) -> None:
    before = puzzle.read_bytes()
    arguments = command(writer, "-", puzzle, "--force")
    with puzzle.open() as typed:
        process = subprocess.run(
            [sys.executable, "-m", "rushhour", *arguments],
            stdin=typed,
            capture_output=True,
            check=False,
        )
    assert (process.returncode, b"found an input" in process.stderr) == (2, True)
    assert puzzle.read_bytes() == before


def test_the_moves_to_draw_are_an_input(tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("2+1")
    code, _, err = result("render", str(JAM), "--solution", str(moves), "-o", str(moves), "--force")
    assert (code, "found an input" in err) == (2, True)
    assert moves.read_text() == "2+1"


OWN = """\
def estimate(state):
    return 0


def goal(state):
    return True
"""


@pytest.mark.parametrize(
    ("verb", "option", "output"),
    [
        ("solve", "--heuristic own.py:estimate --algorithm astar", "--trace own.py"),
        ("solve", "--goal own.py:goal", "--trace own.py"),
        ("compare", "--heuristic 2,own.py:estimate --algorithm astar", "--plot link.svg"),
    ],
)
def test_a_function_of_ones_own_is_an_input(
    verb: str, option: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN)
    Path("link.svg").symlink_to("own.py")
    code, _, err = result(verb, str(JAM), *option.split(), *output.split(), "--force")
    assert (code, "found an input" in err) == (2, True)
    assert Path("own.py").read_text() == OWN


def test_the_heuristic_behind_the_files_is_an_input(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN)
    arguments = ["solve", str(JAM), f"{own}:estimate", "--algorithm", "astar"]
    code, _, err = result(*arguments, "--trace", str(own), "--force")
    assert (code, "found an input" in err) == (2, True)
    assert own.read_text() == OWN


def test_a_puzzle_is_not_replaced_by_a_task_for_planners(tmp_path: Path) -> None:
    puzzle = tmp_path / "jam-domain.pddl"
    shutil.copy(JAM, puzzle)
    arguments = ["convert", str(puzzle), "--to", "pddl", "--output", str(tmp_path / "jam")]
    code, _, err = result(*arguments, "--force")
    assert (code, "found an input" in err) == (2, True)
    assert puzzle.read_bytes() == JAM.read_bytes()


def test_an_input_is_not_replaced_by_a_numbered_picture(tmp_path: Path) -> None:
    many = tmp_path / "a-2.txt"
    shutil.copy(PUZZLES / "hardest.txt", many)
    before = many.read_bytes()
    code, _, err = result("render", str(many), "-o", str(tmp_path / "a.txt"), "--force")
    assert (code, "found an input" in err) == (2, True)
    assert many.read_bytes() == before
    assert list(tmp_path.iterdir()) == [many]


def test_what_is_there_is_replaced_by_force_alone(
    puzzle: Path, writer: str, tmp_path: Path
) -> None:
    out = tmp_path / f"out{puzzle.suffix}"
    out.write_text("precious")
    out.chmod(0o600)
    code, printed, err = result(*command(writer, puzzle, out))
    expected = f"rushhour: {out}: expected a new file, found one; --force replaces it\n"
    assert (code, printed, err) == (2, "", expected)
    assert out.read_text() == "precious"
    assert result(*command(writer, puzzle, out, "--force"))[0] == 0
    assert out.read_bytes() != b"precious"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert {file.name for file in tmp_path.iterdir()} == {out.name, puzzle.name}


def test_what_fails_leaves_what_was_there(puzzle: Path, writer: str, tmp_path: Path) -> None:
    puzzle.write_text("no puzzle at all")
    for out in (tmp_path / f"new{puzzle.suffix}", tmp_path / f"old{puzzle.suffix}"):
        if out.stem == "old":
            out.write_text("precious")
        before = {file: file.read_bytes() for file in tmp_path.iterdir()}
        assert result(*command(writer, puzzle, out, "--force", "--max-seconds", "nonsense"))[0] == 2
        assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_folder_that_is_not_there_is_said_before_the_search(writer: str, tmp_path: Path) -> None:
    out = tmp_path / "none" / f"out{ENDINGS.get(writer, '.svg')}"
    arguments = command(writer, ENDLESS, out)
    if writer == "render":
        arguments[arguments.index("text")] = "strip"
    code, printed, err = result(*arguments)
    assert (code, printed) == (2, "")
    assert "No such file or directory" in err


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "trace.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "rushhour", ENDLESS, "--algorithm", "bfs", "--trace", str(out)],
        stderr=subprocess.PIPE,
    )
    with process:
        end = time.monotonic() + 60
        while not any(file.stat().st_size for file in tmp_path.iterdir()):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not out.exists()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert list(tmp_path.iterdir()) == []


def test_two_outputs_are_two_files(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    code, _, err = result(str(JAM), "3", "--trace", out, "--certificate", out)
    assert (code, err) == (2, f"rushhour: expected two files to write, found {out} and {out}\n")


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_may_be_a_file(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with out.open("wb") as stream:
        arguments = [str(JAM), "--algorithm", "bfs", "--trace", name]
        subprocess.run([sys.executable, "-m", "rushhour", *arguments], stdout=stream, check=True)
    text = out.read_text()
    assert text.count('{"number": ') == 1057
    assert "Cost: 8 slides" in text
    piped = subprocess.run(
        [sys.executable, "-m", "rushhour", *arguments], capture_output=True, text=True, check=True
    )
    assert piped.stdout.count('{"number": ') == 1057


def test_pictures_may_go_to_standard_output() -> None:
    assert result("render", str(JAM), "-o", "-") == result("render", str(JAM))


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (tmp_path / "copy").open("wb") as copy, subprocess.Popen(["cat", str(pipe)], stdout=copy):
        assert result(str(JAM), "--algorithm", "bfs", "--trace", str(pipe))[0] == 0
    assert (tmp_path / "copy").read_text().count("\n") == 1057
    assert stat.S_ISFIFO(pipe.stat().st_mode)


class TestPython:
    def test_savers_replace_files_as_a_whole(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        puzzle = rushhour.read(JAM)
        picture, certificate = puzzle.svg(), rushhour.certificate.certify(rushhour.solve(puzzle))
        rows = list(lab.compare([puzzle], algorithms=["bfs"]))
        out = tmp_path / "out.svg"
        savers = (picture.save, certificate.save, lambda file: lab.plot(rows, {"1": puzzle}, file))
        for saver in savers:
            out.write_text("old")
            with monkeypatch.context() as patch:
                patch.setattr(os, "fsync", full)
                with pytest.raises(OSError, match=r"No space left on device: '.*out.svg'"):
                    saver(out)
            assert out.read_text() == "old"
            saver(out)
            assert out.read_text(errors="replace") != "old"
            assert list(tmp_path.iterdir()) == [out]

    def test_the_mode_is_that_of_new_files(self, tmp_path: Path) -> None:
        (tmp_path / "usual").touch()
        save(tmp_path / "ours", b"")
        assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode

    def test_errors_of_the_caller_are_his_own(self, tmp_path: Path) -> None:
        def fail() -> None:
            with written(tmp_path / "file") as file:
                file.write(b"half")
                raise FileNotFoundError(2, "No such file", "elsewhere")

        with pytest.raises(FileNotFoundError, match="elsewhere"):
            fail()
        assert list(tmp_path.iterdir()) == []

    def test_a_full_device_is_named(self) -> None:
        with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
            save("/dev/full", b"x")

    def test_a_folder_is_no_file(self, tmp_path: Path) -> None:
        for check in (lambda: save(tmp_path, b""), lambda: check_outputs([tmp_path], force=True)):
            with pytest.raises(IsADirectoryError):
                check()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
    def test_what_is_protected_stays(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch(mode=0o400)
        with pytest.raises(PermissionError):
            save(tmp_path / "file", b"")

    def test_new_links_and_new_files_are_free(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to("new")
        check_outputs([tmp_path / "link", tmp_path / "other"])
        with pytest.raises(RushHourError, match="expected two files to write"):
            check_outputs([tmp_path / "link", tmp_path / "new"])


def full(file: int) -> None:
    raise OSError(28, "No space left on device")
