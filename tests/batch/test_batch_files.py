"""`rushhour batch`: every kind of file in and out, and what a hostile one does."""

import gzip
import json
import os
import re
import subprocess
import sys
import time
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.csv
import pyarrow.json
import pytest
from pyarrow import dataset, parquet

import rushhour
from rushhour.batch import sources
from rushhour.batch.sources import SourceFiles
from rushhour.batch.sources import csv as sources_csv
from rushhour.cli import progress
from support.batches import (
    LONG,
    PUZZLES,
    answers,
    classics,
    finished,
    leftovers,
    many,
    parts,
    started,
    wait_until,
)
from support.commands import result
from support.interrupts import interrupted

# Signals, pipes and the system's own messages.
posix = pytest.mark.skipif(sys.platform == "win32", reason="they are other there")
BOARDS = [*classics()[:5], "AAB", "..B/AAB/...", 'A"\\B']


@pytest.fixture(scope="module")
def expected() -> pa.Table:
    return rushhour.solve_batch(BOARDS, both=True)


def write(kind: str, path: Path) -> Path:
    """The boards as a file of a kind, with other columns and lines beside them."""
    column = pa.array(BOARDS)
    table = pa.table(
        {"id": range(len(BOARDS)), "board": column, "note": ['é, "x"\n'] * len(BOARDS)}
    )
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=3)
    elif kind == "csv":
        pa.csv.write_csv(table, path)
    elif kind == "jsonl":
        path.write_text(
            "\n".join(json.dumps({"id": 1, "board": board}) for board in BOARDS) + "\n\n"
        )
    else:
        lines = [f"{n} {board} {n}" if n < 5 else board for n, board in enumerate(BOARDS)]
        path.write_text("\ufeff# boards\n\n" + "\r\n".join(lines))
    return path


@pytest.mark.parametrize("name", ["in.txt", "in", "in.csv", "in.jsonl", "in.parquet"])
def test_every_kind_of_file(name: str, tmp_path: Path, expected: pa.Table) -> None:
    kind = sources.kind_of(name).name
    source = write(kind, tmp_path / name)
    finished(source, "-o", tmp_path / "out", "--both", "--part-rows", 3, code=2)
    found = dataset.dataset(tmp_path / "out").to_table()
    assert found.equals(expected)
    assert [part.name for part in parts(tmp_path / "out")] == [
        f"part-{number:06}.parquet" for number in range(3)
    ]


@pytest.mark.parametrize("kind", ["text", "csv", "jsonl"])
def test_standard_input_and_packed_files(kind: str, tmp_path: Path, expected: pa.Table) -> None:
    source = write(kind, tmp_path / "in")
    text = source.read_text()
    finished("-", "--kind", kind, "-o", tmp_path / "a.parquet", "--both", code=2, text=text)
    packed = tmp_path / "in.gz"
    packed.write_bytes(gzip.compress(source.read_bytes()))
    finished(packed, "--kind", kind, "-o", tmp_path / "b.parquet", "--both", code=2)
    for name in ("a", "b"):
        assert parquet.read_table(tmp_path / f"{name}.parquet").equals(expected)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_another_kind_than_the_name_says(kind: str, tmp_path: Path) -> None:
    said = finished(write(kind, tmp_path / "in"), "-o", tmp_path / "out", code=2)
    expected = f"expected a board a line, found {kind}; say --format {kind}"
    assert said == f"rushhour: {tmp_path / 'in'}: {expected}\n"
    finished(tmp_path / "in", "--kind", kind, "-o", tmp_path / "out", code=2)


def test_every_kind_of_target(tmp_path: Path, expected: pa.Table) -> None:
    source = write("text", tmp_path / "in.txt")
    for name in ("out.parquet", "out.csv", "out.jsonl"):
        finished(source, "-o", tmp_path / name, "--both", "--part-rows", 2, code=2)
    assert parquet.read_table(tmp_path / "out.parquet").equals(expected)
    rows = expected.to_pylist()
    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == rows
    options = pa.csv.ConvertOptions(strings_can_be_null=True, quoted_strings_can_be_null=False)
    table = pa.csv.read_csv(tmp_path / "out.csv", convert_options=options)
    assert table.cast(expected.schema).to_pylist() == rows
    beside = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert sorted(path.name for path in beside) == [
        f"{name}.parts" for name in ("out.csv", "out.jsonl", "out.parquet")
    ]
    for path in beside:
        assert {entry.name for entry in path.iterdir()} == {"_plan.json", "_lock", "_finished.json"}


def test_several_files_are_one_table(tmp_path: Path) -> None:
    one, two = write("text", tmp_path / "a.txt"), write("csv", tmp_path / "b.csv")
    finished(one, two, "-o", tmp_path / "out", "--part-rows", 5, code=2)
    table = dataset.dataset(tmp_path / "out").to_table()
    assert table["board"].to_pylist() == BOARDS * 2
    assert table["error"][13].as_py().startswith("row 13: ")


@pytest.mark.parametrize("reader", ["pyarrow", "polars", "duckdb"])
def test_a_folder_is_one_table_in_order(reader: str, tmp_path: Path) -> None:
    boards = many(230)
    (tmp_path / "in.txt").write_text("\n".join(boards))
    finished(tmp_path / "in.txt", "-o", tmp_path / "out", "--part-rows", 20)
    files = f"{tmp_path / 'out'}/*.parquet"
    if reader == "pyarrow":
        found = dataset.dataset(tmp_path / "out").to_table()["board"].to_pylist()
    elif reader == "polars":
        found = pytest.importorskip("polars").scan_parquet(files).collect()["board"].to_list()
    else:
        rows = pytest.importorskip("duckdb").sql(f"select board from '{files}'").fetchall()
        found = [board for (board,) in rows]
    assert found == boards


def test_lines_of_json_on_standard_output(tmp_path: Path) -> None:
    rows = answers(write("text", tmp_path / "in.txt"), code=2)
    assert [row["board"] for row in rows] == BOARDS
    assert rows[5]["error"].startswith("row 5: expected a square number of cells")


def test_what_was_found_is_summed_up(tmp_path: Path) -> None:
    file = write("text", tmp_path / "in.txt")
    said = finished(file, "-o", tmp_path / "out", code=2)
    what = "expected a square number of cells, or rows parted by /, found 3 cells"
    assert said.splitlines() == [
        "rushhour: 8 rows: 2 malformed, 5 solved, 1 unsolvable",
        f"rushhour: {file}, line 8: {what}",
    ]


def test_a_file_of_another_format_says_how_to_convert_it(tmp_path: Path) -> None:
    puzzle = PUZZLES / "jam-01.txt"
    how = "rushhour convert FILE --to boardstring --relabel"
    said = finished(puzzle, "--format", "text", "-o", tmp_path / "out", code=2).splitlines()
    assert said[0] == "rushhour: 9 rows: 9 malformed"
    assert said[2] == f"rushhour: expected a board on each line; for other texts use {how}"
    code, boards, _ = result("convert", puzzle, "--to", "boardstring", "--relabel")
    (tmp_path / "boards.txt").write_text(boards)
    assert code == 0
    finished(tmp_path / "boards.txt", "-o", tmp_path / "converted", code=0)
    table = tmp_path / "boards.csv"
    table.write_text("board\nAAB\n")
    said = finished(table, "-o", tmp_path / "table", code=2)
    assert "1 row: 1 malformed" in said
    assert how not in said
    grids = tmp_path / "grids.txt"
    grids.write_text("Level 1\nB.B...\nXXB.YY\n......\n")  # B has a gap
    said = finished(grids, "-o", tmp_path / "wrong", code=2)
    assert "1 row: 1 malformed" in said
    assert how not in said


@pytest.mark.parametrize(
    ("boards", "options", "code"),
    [
        (["AA.."], [], 0),
        (["AA..", "..B/AAB/..."], [], 1),
        (["AA..", classics()[0], "..B/AAB/..."], ["--max-states", "1"], 3),
        (["AA..", classics()[0], "AAB"], ["--max-states", "1"], 2),
        ([], [], 0),
    ],
)
def test_exit_codes(boards: list[str], options: list[str], code: int, tmp_path: Path) -> None:
    finished("-", "-o", tmp_path / "out", *options, text="\n".join(boards), code=code)


class TestHostile:
    """What is no table of boards: an error that names the file, or a row with an error."""

    def test_a_truncated_parquet(self, tmp_path: Path) -> None:
        whole = write("parquet", tmp_path / "in.parquet").read_bytes()
        (tmp_path / "in.parquet").write_bytes(whole[:-20])
        said = finished(tmp_path / "in.parquet", "-o", tmp_path / "out", code=2)
        assert f"rushhour: {tmp_path / 'in.parquet'}: Parquet magic bytes not found" in said

    @pytest.mark.parametrize("kind", ["csv", "parquet"])
    def test_a_wrong_column(self, kind: str, tmp_path: Path) -> None:
        source = write(kind, tmp_path / f"in.{kind}")
        said = finished(source, "-o", tmp_path / "out", "--column", "boards", code=2)
        assert f"{source}: expected a column 'boards'" in said
        assert "found ['id', 'board', 'note']" in said
        # What has come to nothing stands in nobody's way.
        finished(source, "-o", tmp_path / "out", code=2)

    def test_a_column_of_numbers(self, tmp_path: Path) -> None:
        source = write("parquet", tmp_path / "in.parquet")
        said = finished(source, "-o", tmp_path / "out", "--column", "id", code=2)
        assert f"{source}: expected a column of texts, found one of int64" in said

    @pytest.mark.parametrize("kind", ["text", "csv", "jsonl"])
    def test_a_line_of_ten_megabytes(self, kind: str, tmp_path: Path) -> None:
        long = "A" * 10_000_000
        lines = ["AA..", long, ".AA/..."]
        if kind == "jsonl":
            lines = [json.dumps({"board": line}) for line in lines]
        text = "\n".join(["board", *lines] if kind == "csv" else lines)
        (tmp_path / "in").write_text(text)
        rows = answers(tmp_path / "in", "--kind", kind, code=2)
        assert [row["status"] for row in rows] == ["solved", None, "solved"]
        assert rows[1]["error"] == "row 1: expected at most 8192 bytes for a board, found more"
        assert len(rows[1]["board"]) == 8192

    def test_a_row_of_a_csv_without_end(self, tmp_path: Path) -> None:
        (tmp_path / "in.csv").write_text('board\nAA..\n"' + "A\n" * 20_000_000)
        said = finished(tmp_path / "in.csv", "-o", "-", code=2)
        assert f"{tmp_path / 'in.csv'}: " in said

    @pytest.mark.parametrize("kind", ["text", "csv", "jsonl"])
    def test_invalid_utf8(self, kind: str, tmp_path: Path) -> None:
        lines = [b"AA..", b"AA\xff.", b"..AA"]
        if kind == "jsonl":
            lines = [b'{"board": "%s"}' % line for line in lines]
        (tmp_path / "in").write_bytes(b"\n".join([b"board", *lines] if kind == "csv" else lines))
        errors = [row["error"] for row in answers(tmp_path / "in", "--kind", kind, code=2)]
        assert errors[::2] == [None, None]
        if kind != "jsonl":
            assert errors[1] == "row 1: expected text in UTF-8, found the byte 0xff"

    def test_spoilt_lines_of_json_keep_their_rows(self, tmp_path: Path) -> None:
        spoilt = ['{"board": 12}', "[]", '{"board": null}', '{"b', '{"a": 1}', '"AA.."']
        good, surrogate = '{"board": "AA.."}', '{"board": "\\ud800"}'
        lines = [good, *spoilt, surrogate, good]
        (tmp_path / "in.jsonl").write_text("\n".join(lines))
        rows = answers(tmp_path / "in.jsonl", code=2)
        assert [row["status"] for row in rows] == ["solved", *[None] * 7, "solved"]
        assert rows[1]["board"] == '{"board": 12}'
        assert rows[3]["error"] == "row 3: expected a board, found null"
        text = "expected a JSON object with a text under 'board'"
        assert [row["error"] for row in rows[1:5]] == [
            f"row 1: {text}",
            f"row 2: {text}",
            "row 3: expected a board, found null",
            "row 4: expected a JSON object, found no JSON",
        ]

    def test_a_line_that_is_no_json_is_no_board(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_text('{"board": "AA.."}\nAA..\n[1]')
        rows = answers(tmp_path / "in.jsonl", "--verify", code=2)
        assert [row["status"] for row in rows] == ["solved", None, None]
        assert [row["board"] for row in rows] == ["AA..", "AA..", "[1]"]

    def test_bytes_that_are_no_text_in_a_csv(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        rows = ["\ufeffbörd,name", "AA..,é", "AA..,é,1", "ÄÄAA/....,x", "..AA,y"]
        for encoding in ("utf-8", "latin-1"):
            head, *tail = rows
            text = head.encode() + "\n".join(["", *tail]).encode(encoding)
            (tmp_path / "in.csv").write_bytes(text)
            found = answers(tmp_path / "in.csv", "--column", "börd", code=2)
            assert found[1]["error"] == "row 1: expected 2 fields, found 3"
            is_text = encoding == "utf-8"
            statuses = ["solved", None, "solved" if is_text else None, "solved"]
            assert [row["status"] for row in found] == statuses
            assert found[1]["board"] == ("AA..,é,1" if is_text else "AA..,\ufffd,1")
        assert "Traceback" not in capfd.readouterr().err

    def test_a_board_that_looks_like_a_fault(self, tmp_path: Path) -> None:
        (tmp_path / "in").write_bytes(b"AA..\n\xff\0\xffAA..\n..AA")
        rows = answers(tmp_path / "in", code=2)
        assert [row["status"] for row in rows] == ["solved", None, "solved"]

    def test_ragged_rows_of_a_csv_keep_their_places(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """At both ends, side by side, around blank lines, over many blocks."""
        monkeypatch.setattr(sources_csv, "BLOCK", 64)
        ragged = {0: "AA..,1,2", 7: "AA..", 8: "..AA,,,,", 50: "AA../....,1,", 99: "..AA"}
        lines = [ragged.get(row, f"AA..,{row}") for row in range(100)]
        text = "\n".join(["board,id", *lines[:30], "", *lines[30:]])
        (tmp_path / "in.csv").write_text(text)
        rows = answers(tmp_path / "in.csv", code=2)
        assert [row["board"] for row in rows] == [ragged.get(row, "AA..") for row in range(100)]
        assert {n: row["error"] for n, row in enumerate(rows) if row["status"] is None} == {
            row: f"row {row}: expected 2 fields, found {1 + line.count(',')}"
            for row, line in ragged.items()
        }

    def test_a_folder_without_boards(self, tmp_path: Path) -> None:
        said = finished(tmp_path, "-o", tmp_path / "out", code=2)
        assert said.startswith(f"rushhour: {tmp_path}: expected a file that ends in .txt")

    @posix
    def test_no_file(self, tmp_path: Path) -> None:
        said = finished(tmp_path / "in", "-o", tmp_path / "out", code=2)
        assert said == f"rushhour: {tmp_path / 'in'}: No such file or directory\n"
        assert "expected a file of boards" in finished("-o", tmp_path / "out", code=2)

    def test_a_folder_of_other_things_as_target(self, tmp_path: Path) -> None:
        source = write("text", tmp_path / "in.txt")
        said = finished(source, "-o", tmp_path, code=2)
        assert "expected an empty folder, or one with _plan.json, found 'in.txt'" in said

    @posix
    def test_a_file_as_target_folder(self, tmp_path: Path) -> None:
        source = write("text", tmp_path / "in")
        said = finished(source, "-o", source, code=2)
        assert said == f"rushhour: {source}: expected a folder, found a file\n"

    def test_parquet_on_standard_input(self) -> None:
        said = finished("-", "--kind", "parquet", "-o", "-", text="", code=2)
        assert "expected text, csv or jsonl; Parquet needs a file" in said

    def test_a_packed_file_that_ends_early(self, tmp_path: Path) -> None:
        packed = gzip.compress(b"AA..\n" * 1000)
        (tmp_path / "in.gz").write_bytes(packed[:-9])
        said = finished(tmp_path / "in.gz", "-o", "-", code=2)
        assert f"{tmp_path / 'in.gz'}: compressed file ended" in said

    def test_a_packed_file_with_spoilt_bytes(self, tmp_path: Path) -> None:
        packed = bytearray(gzip.compress("\n".join(many(3000)).encode()))
        packed[200:240] = bytes(40)
        (tmp_path / "in.txt.gz").write_bytes(packed)
        said = finished(tmp_path / "in.txt.gz", "-o", "-", code=2)
        assert said.startswith(f"rushhour: {tmp_path / 'in.txt.gz'}: error -3 while decompressing")


@pytest.mark.parametrize(
    "name",
    ["out.csv.gz", "out.xlsx", "out.json", "out.CSV.zst", "out.parquet.bz2"],
)
def test_a_file_of_another_kind_is_no_folder(name: str, tmp_path: Path) -> None:
    said = finished(write("text", tmp_path / "in.txt"), "-o", tmp_path / name, code=2)
    assert ": expected .parquet, .csv or .jsonl, a folder or -, found the suffix ." in said
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


def test_folders_may_have_dots_in_their_names(tmp_path: Path) -> None:
    (tmp_path / "my.answers").mkdir()
    for name in ("my.answers", "run.2", "v1.0"):
        finished("-", "-o", tmp_path / name, text="AA..")
        assert len(parts(tmp_path / name)) == 1


def test_packed_standard_input() -> None:
    packed: Any = BytesIO(gzip.compress(b"AA..\n"))
    with patch("sys.stdin", TextIOWrapper(BufferedReader(packed))):
        assert [boards.to_pylist() for boards in SourceFiles(["-"]).read()] == [[b"AA.."]]


def test_one_row_is_no_rows(tmp_path: Path) -> None:
    assert finished("-", "-o", tmp_path / "out", text="AA..") == "rushhour: 1 row: 1 solved\n"


@posix
def test_a_broken_pipe_is_the_end(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(many(3000)))
    with started(tmp_path / "in.txt", "-o", "-", "--part-rows", 100) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith('{"board": ')
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == ""


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader_gets_every_line(unbuffered: str, tmp_path: Path) -> None:
    """Of a pipe that is full and does not block, and of one part that is longer than the pipe."""
    boards = many(3000)
    (tmp_path / "in.txt").write_text("\n".join(boards))
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with started(tmp_path / "in.txt", "-o", "-", stdout=writing, env=environment) as process:
        os.close(writing)
        pieces = []
        while piece := os.read(reading, 1 << 16):
            pieces.append(piece)
            time.sleep(0.01)
        os.close(reading)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, "rushhour: 3,000 rows: 3,000 solved\n")
    assert [json.loads(line)["board"] for line in b"".join(pieces).splitlines()] == boards


@posix
def test_a_pipe_that_breaks_in_mid_part(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(many(3000)))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with started(tmp_path / "in.txt", "-o", "-", env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"board": ')
        process.stdout.close()
        assert process.wait(timeout=60) == 141


@pytest.mark.parametrize("output", ["out", "out.parquet"])
def test_a_refused_input_leaves_nothing(output: str, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,cells\n1,AA..\n")
    assert result("batch", tmp_path / "in.csv", "-o", tmp_path / output)[0] == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_standard_output(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(many(300)))
    with (
        Path("/dev/full").open("w") as full,
        started(tmp_path / "in.txt", "-o", "-", stdout=full) as process,
    ):
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (3, "rushhour: No space left on device\n")


@posix
@pytest.mark.parametrize("cluster", [[], ["--cluster", "local:1"]], ids=["here", "cluster"])
def test_an_interrupt_ends_it_at_once(cluster: list[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join([*many(100), LONG, *many(100)]))
    target = tmp_path / "out"
    options = ["-o", target, "--part-rows", 50, *cluster]
    with started(tmp_path / "in.txt", *options, start_new_session=True) as process:
        wait_until(lambda: len(parts(target)) == 2, process)
        said = interrupted(process)
    go_on = "rushhour: interrupted; run the same command again to resume\n"
    assert (process.returncode, said) == (130, go_on)
    assert leftovers(target) == []
    assert len(parts(target)) == 2


@posix
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    """Four times the rows, read and cut, take no more room once the readers' buffers are full."""
    peaks = []
    for count in (500, 2000):
        lines = "\n".join(many(1000)) + "\n"
        (tmp_path / "in.txt").write_text(lines * count)
        code = (
            "import re, sys\n"
            "from pathlib import Path\n"
            "from rushhour.batch.plan import cut\n"
            "from rushhour.batch.sources import SourceFiles\n"
            "rows = sum(map(len, cut(SourceFiles(sys.argv[1:]).read(), 10_000)))\n"
            "status = Path('/proc/self/status').read_text()\n"  # ru_maxrss would be the parent's
            "print(rows, re.search('VmHWM:\\\\s*([0-9]+)', status)[1])\n"
        )
        command = [sys.executable, "-c", code, str(tmp_path / "in.txt")]
        rows, peak = map(int, subprocess.check_output(command, text=True).split())
        assert rows == 1000 * count
        peaks.append(peak)
    assert peaks[1] < peaks[0] + 10_000


def test_the_bytes_read_are_counted_for_the_time_left(tmp_path: Path) -> None:
    source = SourceFiles(
        [str(write("csv", tmp_path / "in.csv")), str(write("text", tmp_path / "b"))]
    )
    assert source.size is not None
    seen: list[Any] = [source.consumed for _ in source.read()]
    assert seen == sorted(seen)
    assert seen[-1] == source.size


def test_progress_is_told_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_MINUTE", 0.0)
    (tmp_path / "in.txt").write_text("\n".join(many(100)))
    said = finished(tmp_path / "in.txt", "-o", tmp_path / "out", "--part-rows", 50).splitlines()
    assert re.fullmatch(r"rushhour: 50 rows, [0-9,]+/s, 100.0%", said[0])
    assert re.fullmatch(r"rushhour: 100 rows, [0-9,]+/s, 100.0%", said[1])
    assert said[2:] == ["rushhour: 100 rows: 100 solved"]


def script(*arguments: Path) -> subprocess.CompletedProcess[str]:
    """The example, run as its first lines say."""
    file = PUZZLES.parent / "examples" / "solve_many.py"
    command = [sys.executable, str(file), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_to_copy(tmp_path: Path) -> None:
    source = write("csv", tmp_path / "in.csv")
    said = script(source, tmp_path / "out.parquet").stderr
    assert parquet.read_table(tmp_path / "out.parquet").equals(rushhour.solve_batch(BOARDS))
    assert said.startswith("row 5: expected a square number of cells")


def test_the_script_counts_rows_over_all_slices(tmp_path: Path) -> None:
    table = pa.table({"board": [*["AA.."] * 50_000, "AA.", "AA..", "A"]})
    parquet.write_table(table, tmp_path / "in.parquet")
    out = tmp_path / "out.parquet"
    said = script(tmp_path / "in.parquet", out).stderr.splitlines()
    assert [line.partition(":")[0] for line in said] == ["row 50000", "row 50002"]
    assert parquet.read_metadata(out).num_rows == 50_003
    usage = script()
    assert usage.returncode != 0
    assert "solve_many.py BOARDS.parquet ANSWERS.parquet" in usage.stderr
    assert "Traceback" not in usage.stderr


def test_a_bad_line_of_a_text_is_named_by_its_file_and_line(tmp_path: Path) -> None:
    good, bad = "AA./.../...\n", "# boards\r\n\r\nAA./.../...\r\n\nAA./..\n"
    first, second = tmp_path / "first.txt", tmp_path / "second.txt.gz"
    first.write_text(good)
    second.write_bytes(gzip.compress(bad.encode()))
    code, out, err = result("batch", first, second, "-o", "-")
    what = "expected 3 cells in row 2, found 2: '..'"
    assert code == 2
    assert f"rushhour: {second}, line 5: {what}\n" in err
    assert json.loads(out.splitlines()[2])["error"] == f"row 2: {what}"  # data count from 0
    assert f"rushhour: row 1: {what}\n" in result("batch", "-", "-o", "-", text=bad)[2]
