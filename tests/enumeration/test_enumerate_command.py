"""The command `rushhour enumerate`, and the lines of Fogleman's program."""

import errno
import hashlib
import json
import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour.atlas import open_atlas
from rushhour.base import files
from rushhour.cli import output, progress, run
from support.loading import loaded

ROOT = Path(__file__).parents[2]

# SHA-256 of the sorted lines that Fogleman's program (github.com/fogleman/rush, cpp/, PrimaryRow 2)
# prints; `MinWalls` and `MaxWalls` are the walls.
FOGLEMAN = {
    (4, 0, 32): "fcab20f8c6b7c7d8ea84e5cedbf6d1dfb73e312f84ad68bcd82f494355a3de7b",
    (4, 1, 0): hashlib.sha256().hexdigest(),
    (4, 2, 0): hashlib.sha256().hexdigest(),
    (5, 0, 1_730): "238b9fab48c2595afc87bddb2cf5428e22f0db17f8e1344dc25852dad956b648",
    (5, 1, 4_311): "c225f5274660df691b28bb3610eadc23087eccd1a29ed5798ed732735528bad2",
    (5, 2, 1_279): "e157d6564f8728656e333acb369cd73cbed8782757d8ed01be1a2967a0458ea0",
}


@pytest.mark.parametrize(
    ("side", "walls", "count"),
    [pytest.param(*row, marks=pytest.mark.slow) if row[1] == 2 else row for row in FOGLEMAN],
)
def test_the_lines_are_those_of_foglemans_program(
    side: int, walls: int, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--rows", side, "--cols", side, "--walls", f"{walls}..{walls}", "--exit", "right:2"]
    assert run(["enumerate", *map(str, words), "--format", "fogleman"]) == 0
    lines = sorted(capsys.readouterr().out.splitlines(keepends=True))
    assert len(lines) == count
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == FOGLEMAN[side, walls, count]


def test_the_counts_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", "--rows", "3", "--cols", "3", "--keep", "all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert run(["enumerate", "--rows", "3", "--cols", "3", "--keep", "all"]) == 0
    table = capsys.readouterr().out
    assert f"{found['states']:,}  equal to the closed-form count" in table
    lines = [line.split() for line in table.splitlines()[-len(found["slides"]) :]]
    assert [int(line[1]) for line in lines] == found["slides"]


@pytest.mark.parametrize(("parts", "words"), [("3", "part 3"), ("3..4", "parts 3 to 4")])
def test_the_parts_are_named(parts: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    size = ["--rows", "4", "--cols", "4", "--walls", "1", "--part-states", "9000"]
    assert run(["enumerate", *size, "--parts", parts]) == 0
    assert re.search(f"  in {words} of \\d+, not compared\n", capsys.readouterr().out)


def test_progress_is_told_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    size = ["enumerate", "--rows", "4", "--cols", "4", "--walls", "1", "--part-states", "9000"]
    assert run(size) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "_MINUTE", 0.0)
    assert run(size) == 0
    lines = capsys.readouterr().err.splitlines()
    words = r"rushhour: [\d,]+ of [\d,]+ states, [\d.]+%, \d:\d\d:\d\d left"
    assert all(re.fullmatch(words, line) for line in lines), lines
    assert "100.0%, 0:00:00 left" in lines[-1]
    assert len(lines) > 5


def test_what_a_former_run_has_left_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = ["--rows", "4", "--cols", "4", "--walls", "1", "--part-states", "9000"]
    words = ["enumerate", *size, "-o", str(tmp_path)]

    def said(*more: str) -> str:
        assert run([*words, *more]) == 0
        return capsys.readouterr().err.replace(f"{tmp_path}", "atlas")

    assert re.fullmatch(r"rushhour: atlas: has part 2 of (\d+)\n", said("--parts", "2"))
    found = r"rushhour: atlas: 1 of (\d+) parts found; enumerating \d+\n"
    match = re.fullmatch(rf"{found}rushhour: atlas: has parts 0 to \d+ of \1\n", said())
    assert match
    parts = int(match[1])
    there = f"rushhour: atlas: has parts 0 to {parts - 1} of {parts}\n"
    assert said() == f"rushhour: atlas: {parts} of {parts} parts found\n{there}"
    part = tmp_path / "part-000003.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    damaged, again, last = said().splitlines(keepends=True)
    assert re.match(r"rushhour: atlas/part-000003.parquet: expected .*; it is enumerated", damaged)
    assert again == f"rushhour: atlas: {parts - 1} of {parts} parts found; enumerating 1\n"
    assert last == there


def test_a_run_on_a_full_disk_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["enumerate", "--rows", "4", "--cols", "4", "-o", str(tmp_path), "--json"]

    def full(_: int) -> None:
        if list(tmp_path.glob("_unfinished-*-part-*")):
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(files.os, "fsync", full)
        assert run(words) == 3
    out, err = capsys.readouterr()
    part = tmp_path / "part-000000.parquet"
    what = "No space left on device; run the same command again to resume"
    assert (out, err) == ("", f"rushhour: {part}: {what}\n")
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out)["minimal"] == 32


def said_of_minimal(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, dict[str, Any]]:
    """The line on minimal clusters of 4x4, and the counts as JSON."""
    size = ["enumerate", "--rows", "4", "--cols", "4", *words]
    assert run(size) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("minimal "))
    assert run([*size, "--json"]) == 0
    return " ".join(line.split()), json.loads(capsys.readouterr().out)


def test_what_is_not_counted_is_not_zero(capsys: pytest.CaptureFixture[str]) -> None:
    line, found = said_of_minimal(capsys, "--keep", "none")
    assert line == "minimal not counted"
    names = ("minimal", "minimal_slides", "minimal_steps", "unsolvable")
    assert [found[name] for name in names] == [None] * 4
    line, found = said_of_minimal(capsys, "--metric", "slide", "--min-distance", "99,0")
    assert line == "minimal 0 of those with at least 99 slides"
    assert (found["minimal"], sum(found["minimal_slides"])) == (0, 0)
    assert (found["steps"], found["minimal_steps"]) == (None, None)


def test_minimal_clusters_are_counted_among_those_within_the_bound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line, found = said_of_minimal(capsys)
    assert (line, "min_distance" in found) == ("minimal 32 clusters", False)
    line, found = said_of_minimal(capsys, "--min-distance", "6,6")
    assert line == "minimal 24 of those with at least 6 slides or 6 steps"
    assert (found["minimal"], found["min_distance"]) == (24, [6, 6])


def test_jobs_share_the_parts_of_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three jobs write the files of one run, their counts add up, and the whole command ends it."""

    def job(name: str, *words: str) -> dict[str, list[int]]:
        size = ["--rows", "4", "--cols", "4", "--walls", "1", "--part-states", "9000", "--json"]
        assert run(["enumerate", *size, "-o", str(tmp_path / name), *words]) == 0
        found: dict[str, list[int]] = json.loads(capsys.readouterr().out)
        return found

    def files(name: str) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in (tmp_path / name).glob("*.*")}

    whole = job("whole")
    jobs = [job("jobs", "--parts", parts) for parts in ("2..3", "..1", "4..")]
    count = len(list((tmp_path / "whole").glob("part-*")))
    assert [found["parts"] for found in jobs] == [
        [2, 3, count],
        [0, 1, count],
        [4, count - 1, count],
    ]
    assert "parts" not in whole
    for name in ("slides", "minimal_steps"):
        columns = zip_longest(*(found[name] for found in jobs), fillvalue=0)
        assert list(map(sum, columns)) == whole[name]
    assert not (tmp_path / "jobs" / "_summary.json").exists()
    assert job("jobs") == whole
    assert files("jobs") == files("whole")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--parts", "5"], "expected a range of parts within 0..0, found 5..5"),
        (["--parts", "1.."], "expected a range of parts within 0..0, found 1.."),
        (["--parts", "9..3"], "expected a range of parts from low to high, found 9..3"),
        (["--parts", "-1"], "expected at least 0 for parts, found -1"),
        (["--parts", ""], "expected a whole number or a range such as 20..25 for parts, found ''"),
        (["--parts", "one"], "expected a whole number or a range such as 20..25 for parts"),
        (["--exit", "left:1", "--format", "fogleman"], "expected an exit on the right with"),
        (["--exit", "here"], "expected an exit such as right:2"),
        (["--format", "fogleman", "--json"], "expected --format without --json, found both"),
        (
            ["--format", "fogleman", "--rules", "all", "--min-distance", "1,1"],
            "expected --format without --rules or --min-distance, found both",
        ),
        (["--format", "fogleman", "--keep", "all"], "expected --format without --keep"),
        (["--format", "fogleman", "-o", "x"], "expected --format without --output, found both"),
        (["-o", "-"], "expected a folder for --output, found '-'"),
        (["-o", ""], "expected a folder for --output, found ''"),
        (
            ["--min-distance", "40"],
            "expected SLIDES,STEPS such as 40,75 for --min-distance, found '40'",
        ),
        (["--rows", "7", "--cols", "7"], "accept that with --yes"),
        (["--rows", "7", "--cols", "7", "--parts", "0..999999"], "accept that with --yes"),
        (["--rows", "8", "--cols", "8"], "expected at most 16777216 placements of rows"),
    ],
)
def test_wrong_words_are_refused(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = [] if {"--format", "-o"} & {*words} else ["-o", str(tmp_path / "atlas")]
    size = [] if "--rows" in words else ["--rows", "3", "--cols", "3"]
    assert run(["enumerate", *size, *words, *output]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_scheduler_that_does_not_answer_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dask = pytest.importorskip("dask")
    monkeypatch.setattr(output, "_PATIENCE", 0.2)
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        words = ["--rows", "3", "--cols", "3", "--cluster", "tcp://127.0.0.1:1"]
        assert run(["enumerate", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "rushhour: waiting for the Dask scheduler at tcp://127.0.0.1:1"
    assert said[1].startswith("rushhour: expected the address of a Dask scheduler")


def test_the_puzzles_of_an_atlas_are_counted_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The 32 puzzles of 4x4 that Fogleman's program has, by benches/atlas.py."""
    atlas = loaded(ROOT / "benches" / "atlas.py")
    size = ["enumerate", "--rows", "4", "--cols", "4", "--exit", "right:2"]
    assert run([*size, "--output", str(tmp_path / "w0")]) == 0
    capsys.readouterr()
    head, *rows = atlas.counted([str(tmp_path / "w0")])
    assert head == "walls,slides,vehicles,trucks,puzzles"
    assert sum(int(row.split(",")[-1]) for row in rows) == 32
    assert run([*size, "--format", "fogleman"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert list(atlas.missing(lines, [str(tmp_path / "w0")])) == ["32 lines have 0 walls"]
    slides, board, states, *_ = lines[0].split()
    wrong = [f"{slides} {board} {int(states) + 1}", f"{int(slides) + 1} {board} {states}"]
    other = f"{slides} {re.sub('[o.]', 'x', board, count=1)} {states}"
    found = list(atlas.missing([*wrong, other], [str(tmp_path / "w0")]))
    assert found == [*wrong, "2 lines have 0 walls"]
    (checked,) = atlas.checked(1000, [str(tmp_path / "w0")])
    assert checked.endswith(" rows, 32 of them minimal")
    row = {"board": "..B.../AAB.../....../......", "slides": 2, "steps": 6, "minimal": True}
    row["steps_board"] = row["board"]
    assert atlas.wrong(row) is None
    for change in ({"slides": 3}, {"steps": 5}, {"minimal": False}):
        assert atlas.wrong(row | change) is not None


@pytest.mark.slow
def test_puzzles_are_counted_some_parts_at_a_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of 5x5 with two walls, by benches/atlas_parts.py; Fogleman's program has 1 279."""
    monkeypatch.syspath_prepend(ROOT / "benches")
    parts = loaded(ROOT / "benches" / "atlas_parts.py")
    for name, value in {"ROWS": 5, "COLS": 5, "PART_STATES": 100_000, "HARDEST": 20}.items():
        monkeypatch.setattr(parts, name, value)
    size = ["enumerate", "--rows", "5", "--cols", "5", "--walls", "2"]
    assert run([*size, "--format", "fogleman"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1279
    wrong = f"{int(lines[0][:2]) + 1} {lines[0][3:]}"
    known = tmp_path / "list.txt"
    known.write_text("\n".join([wrong, *lines[1:]]))

    folder, counted, begun = str(tmp_path / "sums"), parts.counted, []

    def counted_twice(*wanted: object) -> object:
        if len(begun) == 2:
            raise KeyboardInterrupt
        begun.append(wanted)
        return counted(*wanted)

    monkeypatch.setattr(parts, "counted", counted_twice)
    following = ["next", folder, "3", str(known)]
    with pytest.raises(KeyboardInterrupt):
        parts.main(following)
    monkeypatch.setattr(parts, "counted", counted)
    assert parts.main(following) == 0
    sums = parts.Sums.read(Path(folder))
    assert len(sums.ranges) > 3
    for name, total in {"puzzles": 1279, "listed": 1278}.items():
        assert sum(int(row[name]) for row in sums.ranges) == total

    assert run([*size, "--metric", "slide", "--output", str(tmp_path / "w2")]) == 0
    whole = loaded(ROOT / "benches" / "atlas.py")
    counts = [line.split(",")[1:] for line in list(whole.counted([str(tmp_path / "w2")]))[1:]]
    assert [(*kind, count) for kind, count in sorted(sums.counts.items())] == [
        tuple(map(int, line)) for line in counts
    ]
    hardest = open_atlas(tmp_path / "w2").where(minimal=True)
    hardest = sorted(hardest.to_pylist(), key=lambda row: (-row["slides"], row["board"]))
    assert [row["board"] for row in sums.hardest] == [row["board"] for row in hardest[:20]]

    capsys.readouterr()
    assert parts.main(["again", folder, "3"]) == 0
    table = Path(folder) / "parts.csv"
    table.write_text(table.read_text().replace(sums.ranges[1]["sha256"], "0" * 64))
    assert parts.main(["again", folder, "3"]) == 1
    assert capsys.readouterr().out == "the same\nanother\n"
    with pytest.raises(ValueError, match=r"parts.csv: expected a first part of 0, 3.*; found 1$"):
        parts.main(["again", folder, "1"])
    known.write_text("06 two\n")
    with pytest.raises(ValueError, match="expected slides, a board and states, found '06 two'"):
        parts.main(following)
    known.write_text("\n".join(lines))
    sums.ranges.remove(max(sums.ranges, key=lambda row: int(row["puzzles"])))
    sums.write(Path(folder))
    with pytest.raises(ValueError, match=r"counts.csv: expected \d+ puzzles as in parts.csv"):
        parts.main(following)


def test_the_sums_of_two_walls_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the parts counted so far, on 6x6; the hardest are what their rows say."""
    monkeypatch.syspath_prepend(ROOT / "benches")
    parts = loaded(ROOT / "benches" / "atlas_parts.py")
    sums = parts.Sums.read(ROOT / "docs" / "explanation" / "atlas-two-walls")
    first = [int(row["first"]) for row in sums.ranges]
    assert first == [0, *(int(row["last"]) + 1 for row in sums.ranges[:-1])]
    slides = [int(row["slides"]) for row in sums.hardest]
    assert slides == sorted(slides, reverse=True)
    for row in sums.hardest[:5]:
        found = parts.minimise(row["board"])
        assert (found.slides, found.is_minimal) == (int(row["slides"]), True)
        assert len(rushhour.explore(row["board"])) == int(row["states"])
