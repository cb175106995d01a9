"""Parts that outlive their makers: kills, full disks, read-only targets, and runs that go on."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import dataset, parquet

import rushhour
from rushhour import store as folders
from rushhour._core import WorkerPool
from rushhour.batch import run as runs
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part, Plan, run_part
from rushhour.batch.run import Result, Run
from rushhour.batch.sources import SourceFiles
from rushhour.store import mark, seal
from support.batches import (
    OPTIONS,
    PART,
    ROWS,
    content,
    finished,
    leftovers,
    many,
    parts,
    started,
    wait_until,
)

resource = pytest.importorskip("resource")  # neither it nor signals are on every system


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_byte(
    threads: int, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    finished(source, "-o", tmp_path / "out", *OPTIONS, "--threads", threads, code=2)
    assert content(tmp_path / "out") == content(undisturbed)


@pytest.mark.parametrize("name", ["out", "out.parquet"])
def test_a_killed_process_is_gone_on_with(
    name: str, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / name
    folder = target if name == "out" else tmp_path / "out.parquet.parts"
    killed = 0
    while killed < 2:
        with started(source, "-o", target, *OPTIONS, "--threads", 2) as process:
            already = len(parts(folder))
            wait_until(lambda: len(parts(folder)) >= already + 5, process)  # noqa: B023
            process.kill()
        killed += 1
        assert content(folder) == content(undisturbed)[: len(parts(folder))]
        assert len(parts(folder)) < ROWS / PART
    before = {part.name: part.stat().st_mtime_ns for part in parts(folder)}
    finished(source, "-o", target, *OPTIONS, "--threads", 1, code=2)
    table = dataset.dataset(undisturbed).to_table()
    if name == "out":
        assert content(target) == content(undisturbed)
        assert leftovers(target) == []
        after = {part.name: part.stat().st_mtime_ns for part in parts(target)}
        assert {name: after[name] for name in before} == before, "what was done was done again"
    else:
        assert parts(folder) == []
        assert parquet.read_table(target).equals(table)


def test_a_run_cut_off_while_it_writes(source: Path, undisturbed: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    shutil.copytree(undisturbed, target)
    parts(target)[7].unlink()
    mark = plan_mark(target)
    (target / f"_unfinished-{mark}-part-000007.parquet").write_bytes(b"PAR1")
    spoilt = parts(target)[20]
    spoilt.write_bytes(spoilt.read_bytes()[:-50])
    finished(source, "-o", target, *OPTIONS, code=2)
    assert content(target) == content(undisturbed)
    assert leftovers(target) == []


def test_a_second_run_has_nothing_to_do(
    source: Path, undisturbed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a part was solved again")

    monkeypatch.setattr(runs, "run_part", refuse)
    said = finished(source, "-o", undisturbed, *OPTIONS, code=2)
    place = f"rushhour: {source}, line 1: "
    assert said.startswith(f"rushhour: 1,000 rows: 1 malformed, 999 solved\n{place}")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--metric", "step"], '--metric was "slide", is now "step"'),
        (["--max-states", "9"], "--max-states was null, is now 9"),
        (
            ["--goal", "off", "--column", "b"],
            '--board was "board", is now "b"; --goal was "edge", is now',
        ),
    ],
)
def test_other_options_are_refused(
    change: list[str], message: str, source: Path, undisturbed: Path
) -> None:
    said = finished(source, "-o", undisturbed, *OPTIONS, *change, code=2)
    assert (
        f"{undisturbed / '_plan.json'}: this was begun with other inputs or options: {message}"
        in said
    )


def test_another_size_of_parts_is_refused(source: Path, undisturbed: Path) -> None:
    said = finished(source, "-o", undisturbed, "--both", "--states", "--part-rows", 60, code=2)
    assert "this was begun with other inputs or options: --part-rows was 25, is now 60" in said


def test_other_inputs_are_refused(source: Path, undisturbed: Path, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(source.read_text().replace("nonsense", "nonsens!"))
    said = finished(tmp_path / "in.txt", "-o", undisturbed, *OPTIONS, code=2)
    assert "inputs was [" in said
    shutil.copy(source, tmp_path / "in.txt")  # another place and date, but the same bytes
    finished(tmp_path / "in.txt", "-o", undisturbed, *OPTIONS, code=2)


def test_other_versions_and_strange_plans_are_refused(
    source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    shutil.copytree(undisturbed, target)
    begun = json.loads((target / "_plan.json").read_text())
    (target / "_plan.json").write_text(json.dumps(begun | {"rushhour": "0.0.9"}))
    said = finished(source, "-o", target, *OPTIONS, code=2)
    assert f'rushhour was "0.0.9", is now "{rushhour.__version__}"' in said
    (target / "_plan.json").write_text("{")
    said = finished(source, "-o", target, *OPTIONS, code=2)
    assert "_plan.json: expected the plan of a run, found something else" in said


def test_standard_input_is_read_but_once(tmp_path: Path) -> None:
    finished("-", "-o", tmp_path / "out", text="AA..")
    said = finished("-", "-o", tmp_path / "out", text="AA..", code=2)
    assert "standard input cannot be read again; take another target" in said


def test_two_runs_do_not_meet(source: Path, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with started(source, "-o", tmp_path / "out", *OPTIONS) as process:
        wait_until(lambda: len(parts(tmp_path / "out")) > 0, process)
        process.send_signal(signal.SIGSTOP)
        said = finished(source, "-o", tmp_path / "out", *OPTIONS, code=2)
        process.kill()
    what = "another run is at work here; wait for it, or give each job its own --output"
    assert said == f"rushhour: {tmp_path / 'out'}: {what}\n"


class TestVerify:
    def test_what_is_right(self, source: Path, undisturbed: Path) -> None:
        said = finished(source, "-o", undisturbed, *OPTIONS, "--verify", code=2)
        assert "wrong" not in said

    @pytest.mark.parametrize(
        ("row", "column", "value", "message"),
        [
            (7, "moves", "A-9", "row 82: move 1, A-9: "),
            (7, "moves", "", "row 82: the goal is not reached"),
            (8, "slides", 1, "row 83: moves that cost other than the slides say"),
            (8, "slides", None, "row 83: solved without slides"),
            (8, "steps", 5000, "row 83: more steps than the moves cost"),
            (8, "steps", 1, "row 83: more slides than steps"),
            (9, "moves", None, "row 84: solved without moves"),
            (9, "status", "unsolvable", "row 84: slides of a board that is not solved"),
            (9, "status", "sold", "row 84: a board without a status, or an error with one"),
            (9, "expanded", None, "row 84: no count of expanded states"),
            (9, "states", -1, "row 84: less than no states"),
            (9, "error", "row 84: ", "row 84: a board without a status, or an error with one"),
            (3, "board", "AA..", "row 78: another board than that of the input"),
            (3, "board", None, "row 78: another board than that of the input"),
        ],
    )
    def test_what_is_wrong_is_solved_again(
        self, row: int, column: str, value: object, message: str,
        source: Path, undisturbed: Path, tmp_path: Path,
    ) -> None:  # fmt: skip
        target = tmp_path / "out"
        shutil.copytree(undisturbed, target)
        table = parquet.read_table(parts(target)[3]).replace_schema_metadata()
        rows = table.to_pylist()
        rows[row][column] = value
        reseal(parts(target)[3], pa.Table.from_pylist(rows, table.schema))
        said = finished(source, "-o", target, *OPTIONS, code=2)
        assert "again" not in said, "nobody asked"
        said = finished(source, "-o", target, *OPTIONS, "--verify", code=2)
        assert "rushhour: part 3 (rows 75 to 99) is solved again: " in said
        assert message in said
        assert content(target) == content(undisturbed)

    def test_few_of_many_wrong_rows_are_told(
        self, source: Path, undisturbed: Path, tmp_path: Path
    ) -> None:
        target = tmp_path / "out"
        shutil.copytree(undisturbed, target)
        for part in parts(target)[1:]:
            table = parquet.read_table(part).replace_schema_metadata()
            moves = pa.array(["A-9"] * len(table))
            reseal(part, table.set_column(table.column_names.index("moves"), "moves", moves))
        said = finished(source, "-o", target, *OPTIONS, "--verify", code=2)
        assert "; and 20 more\nrushhour: part 2 " in said
        assert "rushhour: and 34 more\n" in said
        assert len(said.splitlines()) == 8
        assert content(target) == content(undisturbed)

    def test_a_solver_that_is_wrong(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def wrong(part: Part, options: BatchOptions, pool: WorkerPool) -> pa.Table:
            table = run_part(part, options, pool)
            moves = pa.array(["A-9"] * len(table))
            return table.set_column(table.column_names.index("moves"), "moves", moves)

        (tmp_path / "in.txt").write_text("AA..\n" * 20)
        monkeypatch.setattr(runs, "run_part", wrong)
        for name in ("out", "out.csv"):
            said = finished(tmp_path / "in.txt", "-o", tmp_path / name, "--verify", code=1)
            assert said.count("rushhour: wrong: row ") == 5
            assert "rushhour: wrong: and 15 more\n" in said
            assert not (tmp_path / "out.csv").exists()

    @pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl"])
    def test_a_finished_file(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        source = tmp_path / "in.txt"
        source.write_text("\n".join([*many(70), "nonsense", 'A"\\B', "", "AA../....", "..AA"]))
        arguments = (source, "-o", tmp_path / name, "--both", "--part-rows", 20)
        finished(*arguments, code=2)
        before = (tmp_path / name).read_bytes()
        assert "wrong" not in finished(*arguments, "--verify", code=2)
        (tmp_path / name).unlink()

        def wrong(part: Part, options: BatchOptions, pool: WorkerPool) -> pa.Table:
            table = run_part(part, options, pool)
            slides = pa.array([7] * len(table), pa.int64())
            return table.set_column(table.column_names.index("slides"), "slides", slides)

        with monkeypatch.context() as context:
            context.setattr(runs, "run_part", wrong)
            finished(*arguments, code=2)
        after = (tmp_path / name).read_bytes()
        assert after != before
        said = finished(*arguments, "--verify", code=2)
        assert "rushhour: wrong: row 0: moves that cost other than the slides say\n" in said
        assert (tmp_path / name).read_bytes() == after, "it is never overwritten"


def plan_mark(folder: Path) -> str:
    """What is in the names of files that a killed run leaves in a folder."""
    return mark(json.loads((folder / "_plan.json").read_text()))


def reseal(part: Path, table: pa.Table) -> None:
    """Write other answers as a solver would that is wrong."""
    metadata = parquet.read_metadata(part).metadata
    assert metadata is not None
    part.write_bytes(seal(table, json.loads(metadata[b"rushhour answers"])))


class Panic(BaseException):
    """What a panic of the core is in Python: no Exception."""


class TestFailedParts:
    """A part that fails is tried again, then reported; the rest goes on."""

    def test_the_rest_goes_on(
        self, source: Path, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried = []

        def fail(part: Part, options: BatchOptions, pool: WorkerPool) -> pa.Table:
            if part.number in (3, 8):
                tried.append(part.number)
                raise Panic("no room")
            return run_part(part, options, pool)

        target = tmp_path / "out"
        with monkeypatch.context() as context:
            context.setattr(runs, "run_part", fail)
            said = finished(source, "-o", target, *OPTIONS, code=4)
        assert tried == [3, 3, 8, 8]
        assert "rushhour: part 3 (rows 75 to 99) failed: Panic: no room" in said
        assert len(parts(target)) == ROWS / PART - 2
        finished(source, "-o", target, *OPTIONS, code=2)
        assert content(target) == content(undisturbed)

    def test_one_file_waits_for_all_its_parts(
        self, source: Path, undisturbed: Path, tmp_path: Path
    ) -> None:
        def lossy(
            lost: Iterable[int],
        ) -> Callable[[Iterable[Part], BatchOptions], Iterator[Result]]:
            def engine(todo: Iterable[Part], options: BatchOptions) -> Iterator[Result]:
                for part in todo:
                    is_lost = part.number in lost
                    yield part, OSError("lost") if is_lost else run_part(part, options, POOL)

            return engine

        target, options = tmp_path / "out.csv", BatchOptions(both=True, states=True)
        pinned = Plan(SourceFiles([str(source)]), options, PART)
        report = Run(pinned, POOL, engine=lossy([0, 5])).into_file(target)
        assert (len(report.failed), target.exists()) == (2, False)
        report = Run(pinned, POOL, engine=lossy([7])).into_file(target)
        assert (report.failed, report.solved_now, report.rows) == ([], 2 * PART, ROWS)
        finished(source, "-o", tmp_path / "whole.csv", *OPTIONS, code=2)
        assert target.read_bytes() == (tmp_path / "whole.csv").read_bytes()


POOL = WorkerPool(1)


def mounted(target: Path, options: str) -> None:
    """Mount a small tmpfs, or skip the test where that is not permitted."""
    target.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(target)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a tmpfs cannot be mounted here: {error}")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system that is soon full."""
    mounted(tmp_path / "small", "size=128k")
    yield tmp_path / "small"
    subprocess.run(["umount", str(tmp_path / "small")], check=True)


def test_a_full_disk(small: Path, source: Path, undisturbed: Path) -> None:
    said = finished(source, "-o", small / "out", *OPTIONS, code=3)
    assert "No space left on device; run the same command again to resume" in said
    assert str(small / "out") in said
    done = len(parts(small / "out"))
    assert 3 < done < ROWS / PART
    assert content(small / "out") == content(undisturbed)[:done]
    assert leftovers(small / "out") == []
    said = finished(source, "-o", small / "out", *OPTIONS, code=3)  # and still no room
    assert "No space left on device" in said
    subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
    finished(source, "-o", small / "out", *OPTIONS, code=2)
    assert content(small / "out") == content(undisturbed)


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl"])
def test_a_limit_on_the_size_of_files(
    name: str, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    """A disk that is full for one file, where no tmpfs can be mounted: the joined file alone."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    target = tmp_path / name
    with started(source, "-o", target, *OPTIONS, preexec_fn=limit) as process:
        _, said = process.communicate(timeout=120)
    resumed = "File too large; run the same command again to resume"
    assert (process.returncode, said) == (3, f"rushhour: {target}: {resumed}\n")
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.parts"]
    assert content(tmp_path / f"{name}.parts") == content(undisturbed)
    finished(source, "-o", target, *OPTIONS, code=2)
    assert "nothing is left to do" in finished(source, "-o", target, *OPTIONS, code=2)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder into which nobody can write, root included."""
    target = tmp_path / "read-only"
    if os.geteuid() != 0:
        target.mkdir(mode=0o555)
        yield target
        return
    mounted(target, "ro")
    yield target
    subprocess.run(["umount", str(target)], check=True)


def test_a_read_only_target(read_only: Path, source: Path) -> None:
    for name in ("out", "out.csv"):
        said = finished(source, "-o", read_only / name, *OPTIONS, code=2)
        assert said.startswith(f"rushhour: {read_only / name}")
        assert any(text in said for text in ("Read-only file system", "Permission denied"))


def test_parts_are_written_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ends a run between the bytes and the name leaves no part, and no data in the folder."""
    seen: list[list[str]] = []

    def cut_off(*arguments: object, **options: object) -> None:
        seen.append(sorted(path.name for path in tmp_path.iterdir()))
        raise KeyboardInterrupt

    folder = folders.Folder(tmp_path, Plan(SourceFiles([]), BatchOptions(), PART).as_json())
    monkeypatch.setattr(os, "link", cut_off)
    with contextlib.suppress(KeyboardInterrupt):
        folder.write(0, "0", rushhour.solve_batch(["AA.."]))
    assert len(seen) == 1
    assert all(name.startswith("_") for name in seen[0])
    assert list(tmp_path.iterdir()) == []
