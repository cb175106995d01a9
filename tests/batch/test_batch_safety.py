"""What is never lost: files of the user's, whatever they are called and whenever they appear."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rushhour.base import files
from rushhour.batch import run as runs
from rushhour.batch.plan import Part
from rushhour.store import PLAN, read_plan, unfinished
from support.batches import content, finished, leftovers, many, parts

ROWS = 60
NAMES = ["out.parquet", "out.csv", "out.jsonl"]
MINE = b"mine"


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    path.write_text("\n".join([*many(ROWS - 1), "nonsense"]))
    return path


@pytest.fixture
def nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    def refuse(*_: object) -> None:
        raise AssertionError("a part was solved again")

    return lambda: monkeypatch.setattr(runs, "run_part", refuse)


class TestFinished:
    """A second run into a finished file."""

    @pytest.mark.parametrize("name", NAMES)
    def test_says_that_it_is_done(
        self, name: str, boards: Path, tmp_path: Path, nothing_is_solved: Callable[[], None]
    ) -> None:
        arguments = (boards, "-o", tmp_path / name, "--part-rows", 20)
        first = finished(*arguments, code=2)
        whole = (tmp_path / name).read_bytes(), (tmp_path / name).stat()
        nothing_is_solved()
        done = "rushhour: the file was finished before; nothing is left to do\n"
        assert finished(*arguments, code=2) == done + first
        assert ((tmp_path / name).read_bytes(), (tmp_path / name).stat().st_ino) == (
            whole[0],
            whole[1].st_ino,
        )

    def test_exits_as_the_first(self, tmp_path: Path) -> None:
        for lines, code in ((["AA.."], 0), (["..B/AAB/..."], 1)):
            (tmp_path / "in.txt").write_text("\n".join(lines))
            for _ in range(2):
                finished(tmp_path / "in.txt", "-o", tmp_path / f"{code}.csv", code=code)

    @pytest.mark.parametrize("name", NAMES)
    def test_another_file_is_kept(self, name: str, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / name
        target.write_bytes(MINE)
        refused = f"rushhour: {target}: expected a new file, found one; remove it to solve anew\n"
        assert finished(boards, "-o", target, code=2) == refused
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", name]
        target.unlink()
        finished(boards, "-o", target, code=2)
        target.write_bytes(target.read_bytes() + b"\n")
        edited = target.read_bytes()
        assert finished(boards, "-o", target, code=2) == refused
        assert target.read_bytes() == edited

    @pytest.mark.parametrize("record", ["", "{}", "[]", '{"report": {}}', '{"report": []}'])
    def test_a_record_that_is_none(self, record: str, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / "out.csv"
        finished(boards, "-o", target, code=2)
        (tmp_path / "out.csv.parts" / "_finished.json").write_text(record)
        said = finished(boards, "-o", target, code=2)
        file = tmp_path / "out.csv.parts" / "_finished.json"
        assert said.startswith(f"rushhour: {file}: expected a sealed file, found another")
        assert said.endswith("; remove it, and the file of the answers, to solve anew\n")

    def test_other_options_and_inputs_are_refused(self, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / "out.csv"
        finished(boards, "-o", target, code=2)
        whole = target.read_bytes()
        said = finished(boards, "-o", target, "--metric", "step", code=2)
        assert '--metric was "slide", is now "step"' in said
        boards.write_text("AA..")
        assert "inputs was " in finished(boards, "-o", target, code=2)
        assert target.read_bytes() == whole
        target.unlink()
        finished(boards, "-o", target, "--metric", "step")
        assert target.read_text().splitlines()[0].split(",")[2] == '"steps"'

    def test_a_run_that_is_killed_while_it_tidies_up(
        self, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        arguments = (boards, "-o", tmp_path / "out.csv", "--part-rows", 20)
        with monkeypatch.context() as context:
            context.setattr(runs.Folder, "remove_all", killed)
            finished(*arguments, code=130)
        assert len(parts(tmp_path / "out.csv.parts")) == 3
        assert "nothing is left to do" in finished(*arguments, code=2)
        assert parts(tmp_path / "out.csv.parts") == []

    def test_a_run_that_is_killed_before_the_file_has_its_name(
        self, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        nothing_is_solved: Callable[[], None],
    ) -> None:  # fmt: skip
        target = tmp_path / "out.csv"
        arguments = (boards, "-o", target, "--part-rows", 20)

        def killed(temporary: Path, path: Path) -> None:
            if path == target:
                shutil.copy(temporary, tmp_path / "left")
                raise KeyboardInterrupt
            name(temporary, path)

        name = files._name
        with monkeypatch.context() as context:
            context.setattr(files, "_name", killed)
            finished(*arguments, code=130)
        leftover = unfinished(target, plan_of(tmp_path / "out.csv.parts"))
        (tmp_path / "left").rename(leftover)
        nothing_is_solved()
        finished(*arguments, code=2)
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "in.txt",
            "out.csv",
            "out.csv.parts",
        ]


def plan_of(folder: Path) -> dict[str, object]:
    found = read_plan(folder / PLAN)
    assert found is not None
    return found


class TestNames:
    """Names that a batch uses too."""

    def test_an_unfinished_file_of_the_user(self, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / "out"
        names = ["_unfinished-thesis.txt", "_unfinished-part-000000.parquet", "_tmp"]
        for name in names:
            target.mkdir(exist_ok=True)
            (target / name).write_bytes(MINE)
        for _ in range(2):
            finished(boards, "-o", target, code=2)
        assert {name: (target / name).read_bytes() for name in names} == dict.fromkeys(names, MINE)

    def test_a_lock_that_is_a_link(self, boards: Path, tmp_path: Path) -> None:
        (tmp_path / "mine").write_bytes(MINE)
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "_lock").symlink_to(tmp_path / "mine")
        said = finished(boards, "-o", tmp_path / "out", code=2)
        assert said.startswith(f"rushhour: {tmp_path / 'out' / '_lock'}: ")
        assert (tmp_path / "mine").read_bytes() == MINE

    def test_a_lock_of_the_user(self, boards: Path, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "_lock").write_bytes(MINE)
        finished(boards, "-o", tmp_path / "out", code=2)
        assert (tmp_path / "out" / "_lock").read_bytes() == MINE

    def test_a_plan_of_the_user(self, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / "out"
        target.mkdir()
        for mine in (b"", MINE, b"{}", b'{"inputs": []}', b"[1]"):
            (target / "_plan.json").write_bytes(mine)
            said = finished(boards, "-o", target, code=2)
            assert "_plan.json: expected the plan of a run, found something else" in said
            assert (target / "_plan.json").read_bytes() == mine
        (target / "_plan.json").unlink()
        (target / "_plan.json").symlink_to(tmp_path / "nowhere")
        finished(boards, "-o", target, code=2)
        assert (target / "_plan.json").is_symlink()

    def test_parts_in_another_place(self, boards: Path, tmp_path: Path) -> None:
        (tmp_path / "far").mkdir()
        (tmp_path / "out.csv.parts").symlink_to(tmp_path / "far")
        finished(boards, "-o", tmp_path / "out.csv", code=2)
        assert (tmp_path / "out.csv.parts").is_symlink()
        assert len((tmp_path / "out.csv").read_text().splitlines()) == ROWS + 1

    def test_parts_that_are_other_things(self, boards: Path, tmp_path: Path) -> None:
        beside = tmp_path / "out.csv.parts"
        beside.mkdir()
        (beside / "thesis.txt").write_bytes(MINE)
        said = finished(boards, "-o", tmp_path / "out.csv", code=2)
        assert f"{beside}: expected an empty folder, or one with _plan.json" in said
        assert [path.name for path in beside.iterdir()] == ["thesis.txt"]

    def test_files_beside_the_parts_are_kept(self, boards: Path, tmp_path: Path) -> None:
        beside = tmp_path / "out.csv.parts"
        beside.mkdir()
        (beside / "_thesis.txt").write_bytes(MINE)
        (beside / "_finished.json").write_bytes(MINE)
        said = finished(boards, "-o", tmp_path / "out.csv", code=2)
        assert "_finished.json: expected a sealed file, found another file" in said
        (beside / "_finished.json").rename(beside / "_mine")
        (beside / "part-000007.parquet").write_bytes(MINE)
        finished(boards, "-o", tmp_path / "out.csv", code=2)
        for name in ("_thesis.txt", "_mine", "part-000007.parquet"):
            assert (beside / name).read_bytes() == MINE

    def test_a_link_to_nowhere_as_target(self, boards: Path, tmp_path: Path) -> None:
        (tmp_path / "out.csv").symlink_to(tmp_path / "nowhere")
        said = finished(boards, "-o", tmp_path / "out.csv", code=2)
        assert "out.csv: expected a new file, found one" in said
        assert (tmp_path / "out.csv").is_symlink()

    @pytest.mark.parametrize("name", NAMES)
    def test_an_input_is_no_target(self, name: str, tmp_path: Path) -> None:
        file = tmp_path / name
        file.write_bytes(MINE)
        said = finished(file, "--kind", "text", "-o", file, code=2)
        assert said == f"rushhour: {file}: expected a file to write, found an input\n"
        assert file.read_bytes() == MINE

    def test_an_input_in_the_target(self, boards: Path, tmp_path: Path) -> None:
        target = tmp_path / "out"
        finished(boards, "-o", target, "--part-rows", 20, code=2)
        before = content(target)
        for name in ("part-000000.parquet", "_plan.json", "_lock"):
            finished(target / name, "--kind", "text", "-o", target, code=2)
        finished(target / "part-000000.parquet", "-o", target, code=2)
        assert content(target) == before
        assert leftovers(target) == []


def test_a_target_that_appears_during_the_run(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    nothing_is_solved: Callable[[], None],
) -> None:  # fmt: skip
    target = tmp_path / "out.csv"
    run_part = runs.run_part

    def appears(*arguments: object) -> object:
        target.write_bytes(MINE)
        return run_part(*arguments)  # type: ignore[arg-type]

    arguments = (boards, "-o", target, "--part-rows", 20)
    with monkeypatch.context() as context:
        context.setattr(runs, "run_part", appears)
        said = finished(*arguments, code=2)
    refused = f"rushhour: {target}: expected a new file, found one; remove it to solve anew\n"
    assert said == refused
    assert target.read_bytes() == MINE
    assert finished(*arguments, code=2) == refused
    assert len(parts(tmp_path / "out.csv.parts")) == 3, "what was solved is lost"
    target.unlink()
    nothing_is_solved()
    finished(*arguments, code=2)
    assert len(target.read_text().splitlines()) == ROWS + 1


def test_a_part_that_appears_during_a_run_into_a_folder(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    theirs = target / "part-000001.parquet"
    run_part = runs.run_part

    def appears(part: Part, *arguments: object) -> object:
        if part.number == 1:
            theirs.write_bytes(MINE)
        return run_part(part, *arguments)  # type: ignore[arg-type]

    arguments = (boards, "-o", target, "--part-rows", 20)
    with monkeypatch.context() as context:
        context.setattr(runs, "run_part", appears)
        assert finished(*arguments, code=2) == f"rushhour: {theirs}: File exists\n"
    assert theirs.read_bytes() == MINE
    assert leftovers(target) == []
    theirs.rename(tmp_path / "theirs")
    finished(*arguments, code=2)
    assert len(parts(target)) == 3
    assert (tmp_path / "theirs").read_bytes() == MINE


@pytest.mark.parametrize("name", ["out", "out.csv"])
@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_finished_answers_that_can_only_be_read(
    name: str, code: int, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    nothing_is_solved: Callable[[], None],
) -> None:  # fmt: skip
    target = tmp_path / name
    arguments = (boards, "-o", target, "--part-rows", 20)
    finished(*arguments, code=2)
    before = [content(path) for path in tmp_path.iterdir() if path.is_dir()]
    opened = os.open

    def refuse(path: os.PathLike[str] | str, flags: int, *mode: int, **how: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(code, os.strerror(code), os.fspath(path))
        return opened(path, flags, *mode, **how)

    def read_only(path: Path, **_: object) -> None:
        raise OSError(code, os.strerror(code), str(path))

    nothing_is_solved()
    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(Path, "unlink", read_only)
    finished(*arguments, code=2)
    finished(*arguments, "--verify", code=2)
    monkeypatch.undo()
    assert before == [content(path) for path in tmp_path.iterdir() if path.is_dir()]


def test_a_lock_for_reading_keeps_writers_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / files.LOCK).touch()
    opened = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, flags, mode)

    with monkeypatch.context() as context:
        context.setattr(os, "open", refuse)
        reader = files.locked(tmp_path)
        reader.__enter__()
    with pytest.raises(OSError, match="another run is at work"), files.locked(tmp_path):
        pass
    reader.__exit__(None, None, None)
    with files.locked(tmp_path):
        pass


@pytest.mark.parametrize("code", [errno.EPERM, errno.ENOTSUP, errno.EMLINK])
def test_a_file_system_without_links(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refuse)
    target, temporary = tmp_path / "out", tmp_path / "temporary"
    with files.created(target, temporary) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"
    with pytest.raises(FileExistsError), files.created(target, temporary) as file:
        file.write(b"newer")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    with files.created(tmp_path / "out", tmp_path / "temporary") as file:
        file.write(b"new")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_what_a_killed_run_leaves_is_swept(boards: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    finished(boards, "-o", target, "--part-rows", 20, code=2)
    names = ["_plan.json", "_finished.json", "part-000001.parquet", "part-1234567.parquet"]
    found = runs.Folder(target, plan_of(target))
    for name in names:
        unfinished(found.part(0).with_name(name), found.plan).write_bytes(b"PAR1")
    finished(boards, "-o", target, "--part-rows", 20, code=2)
    assert leftovers(target) == []


def test_an_input_is_not_written_and_nobody_is_told_to_remove_it(tmp_path: Path) -> None:
    boards = tmp_path / "boards.csv"
    boards.write_text("board\n..B.../AAB.../....../......\n", encoding="utf-8")
    other = tmp_path / "link.csv"
    other.symlink_to(boards)
    before = boards.read_bytes()
    for output in (boards, other):
        refused = f"rushhour: {output}: expected a file to write, found an input\n"
        assert finished(boards, "-o", output, code=2) == refused
    assert boards.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"boards.csv", "link.csv"}
