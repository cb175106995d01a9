"""Jobs of an array: each solves some parts of one output, and a last call joins them."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import dataset, parquet

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

fcntl = pytest.importorskip("fcntl")  # not on every system

GUIDE = Path(__file__).parents[2] / "docs" / "jobs" / "batch.md"
LAST = ROWS // PART - 1
# Some parts are asked for by two jobs.
JOBS = ["0..12", "10..22", "20..31", "30.."]


@pytest.mark.parametrize("name", ["out", "out.parquet"])
def test_jobs_at_work_at_once_give_the_bytes_of_one_run(
    name: str, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / name
    folder = target if name == "out" else tmp_path / "out.parquet.parts"
    jobs = [started(source, "-o", target, *OPTIONS, "--threads", 1, "--parts", p) for p in JOBS]
    said = [job.communicate()[1] for job in jobs]
    assert [job.returncode for job in jobs] == [2, 0, 0, 0], said
    assert content(folder) == content(undisturbed)
    assert leftovers(folder) == []
    assert not (tmp_path / "out.parquet").exists()
    finished(source, "-o", target, *OPTIONS, code=2)
    if name == "out":
        assert content(target) == content(undisturbed)
    else:
        table = dataset.dataset(undisturbed).to_table()
        assert parquet.read_table(target).equals(table)


def test_the_last_call_does_what_a_killed_job_has_left(
    source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    with started(source, "-o", target, *OPTIONS, "--threads", 1, "--parts", "5..30") as process:
        wait_until(lambda: len(parts(target)) > 2, process)
        process.kill()
    assert 2 < len(parts(target)) < 26
    assert parts(target)[0].name == "part-000005.parquet"
    finished(source, "-o", target, *OPTIONS, code=2)
    assert content(target) == content(undisturbed)
    assert leftovers(target) == []


def test_what_a_killed_job_has_begun_goes_with_the_last_call(
    source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    finished(source, "-o", target, *OPTIONS, "--parts", "0", code=2)
    plan = next(iter(re.findall("[0-9a-f]{16}", _begun(target, source))))
    draft = target / f"_unfinished-{plan}-0123abcd-part-000009.parquet"
    draft.write_bytes(b"PAR1")
    finished(source, "-o", target, *OPTIONS, "--parts", "9")
    assert draft.exists(), "another job may be at work on it"
    finished(source, "-o", target, *OPTIONS, code=2)
    assert not draft.exists()
    assert content(target) == content(undisturbed)


def _begun(target: Path, source: Path) -> str:
    """The name of a file that a job has begun."""
    with started(source, "-o", target, *OPTIONS, "--threads", 1, "--parts", "1..8") as process:
        wait_until(lambda: list(target.glob("_unfinished-*")) != [], process)
        process.send_signal(signal.SIGSTOP)
        names = [path.name for path in target.glob("_unfinished-*")]
        process.send_signal(signal.SIGCONT)
    return names[0]


def test_a_run_for_all_parts_does_not_meet_a_job(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    with started(source, "-o", target, *OPTIONS, "--parts", "0..9") as process:
        wait_until(lambda: len(parts(target)) > 0, process)
        process.send_signal(signal.SIGSTOP)
        said = finished(source, "-o", target, *OPTIONS, code=2)
        assert f"{target}: another run is at work here; wait for it" in said
        finished(source, "-o", target, *OPTIONS, "--parts", LAST)
        process.kill()


def test_jobs_need_no_locks(
    source: Path, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network file system without them."""

    def refuse(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    finished(source, "-o", tmp_path / "out", *OPTIONS, "--parts", "3..4")
    assert content(tmp_path / "out") == content(undisturbed)[3:5]


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (f"{LAST + 1}..", f"expected a range of parts within 0..{LAST}, found {LAST + 1}.."),
        ("9..3", "expected a range of parts from low to high, found 9..3"),
        ("one", "expected a whole number or a range such as 20..25 for parts, found 'one'"),
    ],
)
def test_parts_that_are_none(bounds: str, message: str, source: Path, tmp_path: Path) -> None:
    said = finished(source, "-o", tmp_path / "out", *OPTIONS, "--parts", bounds, code=2)
    assert message in said


def test_other_options_are_refused_by_a_job(source: Path, tmp_path: Path) -> None:
    finished(source, "-o", tmp_path / "out", *OPTIONS, "--parts", "1")
    more = ["--metric", "step", "--parts", "2"]
    said = finished(source, "-o", tmp_path / "out", *OPTIONS, *more, code=2)
    assert '--metric was "slide", is now "step"' in said


def test_what_can_be_read_or_written_but_once_has_no_parts(tmp_path: Path) -> None:
    said = finished("-", "-o", tmp_path / "out", "--parts", "0", text="AA..", code=2)
    assert said == "rushhour: --parts: expected files, and a file or a folder to write, found -\n"
    assert not (tmp_path / "out").exists()


def _scripts() -> dict[str, str]:
    """The lines of each script of the guide, by the variable of its scheduler."""
    text = GUIDE.read_text(encoding="utf-8")
    lines = re.findall(r"^(?:N=.*\n)?rushhour batch .*--parts \".*$", text, re.MULTILINE)
    lines += re.findall(r"args: \['(rushhour batch .*)'\]", text)
    return {re.findall(r"[A-Z_]{9,}", line)[0]: line for line in lines}


@pytest.mark.parametrize("variable", _scripts())
def test_the_scripts_for_schedulers(variable: str, tmp_path: Path) -> None:
    (tmp_path / "boards.csv").write_text("board\n" + "\n".join(many(200)))
    script = _scripts()[variable] + " --part-rows 10"
    command = script.replace("rushhour batch", f"{sys.executable} -m rushhour batch")
    first = 1 if variable.startswith("SGE") else 0
    for index in (1, 0):
        env = {**os.environ, variable: str(index + first)}
        subprocess.run(["sh", "-c", command], cwd=tmp_path, env=env, check=True)
    assert len(parts(tmp_path / "answers.parquet.parts")) == 20
    finished(tmp_path / "boards.csv", "-o", tmp_path / "answers.parquet", "--part-rows", 10)
    assert parquet.read_table(tmp_path / "answers.parquet").num_rows == 200


def test_there_are_four_schedulers() -> None:
    assert sorted(_scripts()) == [
        "JOB_COMPLETION_INDEX",
        "PBS_ARRAY_INDEX",
        "SGE_TASK_ID",
        "SLURM_ARRAY_TASK_ID",
    ]
