"""Columns that are carried over from the input, separators, and a limit on seconds."""

import csv
import datetime
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from rushhour.batch.plan import cut
from rushhour.batch.sources import SourceFiles
from support.batches import answers, classics, content, finished, many, parts

EASY = "AA./.../..."
IDS = ["a", 'b"', "c;d", "é\n", None, ""]


def rows() -> list[dict[str, Any]]:
    return [
        {"id": one, "board": board, "origin": f"page {number}"}
        for number, (one, board) in enumerate(zip(IDS, classics(), strict=False))
    ]


def write(path: Path, separator: str = ",") -> Path:
    """The rows as a file of the kind that its name says."""
    if path.suffix in (".csv", ".tsv"):
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows()[0]), delimiter=separator)
            writer.writeheader()
            writer.writerows(rows())
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
    else:
        parquet.write_table(pa.Table.from_pylist(rows()), path)
    return path


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of answers."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return parquet.read_table(path).to_pylist()


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet"])
@pytest.mark.parametrize("target", ["csv", "jsonl", "parquet"])
def test_columns_stand_beside_the_answers_of_their_rows(
    kind: str, target: str, tmp_path: Path
) -> None:
    source = write(tmp_path / f"in.{kind}", "\t" if kind == "tsv" else ",")
    out = tmp_path / f"out.{target}"
    finished(source, "-o", out, "--keep", "origin,id", "--part-rows", 2)
    found = read(out)
    assert list(found[0])[:3] == ["origin", "id", "board"]
    empty = "" if target == "csv" else None
    for row, (one, board) in zip(found, zip(IDS, classics(), strict=False), strict=True):
        wanted = one or (empty if kind in ("csv", "tsv") or one is None or target == "csv" else "")
        assert (row["id"], row["board"], row["status"]) == (wanted, board, "solved")
    assert [row["origin"] for row in found] == [row["origin"] for row in rows()]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_all_is_every_column_but_the_boards(kind: str, tmp_path: Path) -> None:
    source = write(tmp_path / f"in.{kind}")
    found = answers(source, "--keep", "all")
    assert list(found[0])[:3] == ["id", "origin", "board"]
    finished(source, "-o", tmp_path / "named", "--keep", "id,origin")
    finished(source, "-o", tmp_path / "all", "--keep", "all")
    assert content(tmp_path / "named") == content(tmp_path / "all")


def test_without_it_nothing_is_kept(tmp_path: Path) -> None:
    assert "id" not in answers(write(tmp_path / "in.csv"))[0]


def test_types_of_parquet_stay(tmp_path: Path) -> None:
    when = datetime.date(2020, 1, 2)
    columns = {
        "board": [EASY] * 2,
        "id": pa.array([7, None], pa.int32()),
        "score": [0.5, float("nan")],
        "is_old": [True, None],
        "when": [when, when],
        "kind": pa.array(["x", "y"]).dictionary_encode(),
    }
    parquet.write_table(pa.table(columns), tmp_path / "in.parquet")
    finished(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", "--keep", "all")
    table = parquet.read_table(tmp_path / "out.parquet")
    kinds = [pa.int32(), pa.float64(), pa.bool_(), pa.string(), pa.string()]
    assert [field.type for field in table.schema][:5] == kinds
    assert table["when"].to_pylist() == ["2020-01-02"] * 2
    lines = answers(tmp_path / "in.parquet", "--keep", "id,score,is_old")
    assert [list(line.values())[:3] for line in lines] == [[7, 0.5, True], [None] * 3]
    for name in ("out.parquet", "out.csv", "out.jsonl"):
        for _ in range(2):  # the second run replays what the first has joined
            said = finished(
                tmp_path / "in.parquet", "-o", tmp_path / name, "--keep", "all", "--verify"
            )
            assert "wrong" not in said


def test_values_of_json_become_text(tmp_path: Path) -> None:
    values = [5, 6.5, "x", None, [1, "é"], {"a": True}]
    lines = [json.dumps({"board": EASY, "id": value}, ensure_ascii=False) for value in values]
    (tmp_path / "in.jsonl").write_text("\n".join([*lines, "rubbish", '{"board": "AA./.../..."}']))
    found = answers(tmp_path / "in.jsonl", "--keep", "id", code=2)
    texts = ["5", "6.5", "x", None, '[1, "é"]', '{"a": true}', None, None]
    assert [row["id"] for row in found] == texts


def test_rows_with_too_few_fields_keep_nothing_and_their_places(tmp_path: Path) -> None:
    text = f"id,board\n1,{EASY}\n2\n3,{EASY}\n4,{EASY},5\n"
    (tmp_path / "in.csv").write_text(text)
    found = answers(tmp_path / "in.csv", "--keep", "id", code=2)
    assert [row["id"] for row in found] == ["1", None, "3", None]


def test_invalid_utf8_spoils_only_its_own_value(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(b"id,board\n\xff,AA./.../...\n\xc3\xa9,AA./.../...\n")
    found = answers(tmp_path / "in.csv", "--keep", "id")
    assert [row["id"] for row in found] == ["\ufffd", "é"]


def test_a_run_that_was_stopped_resumes_with_its_columns(tmp_path: Path) -> None:
    source, whole, out = tmp_path / "in.csv", tmp_path / "whole", tmp_path / "out"
    source.write_text("id,board\n" + "".join(f"{n},{b}\n" for n, b in enumerate(many(30))))
    options = ("--keep", "id", "--part-rows", 4)
    finished(source, "-o", whole, *options)
    finished(source, "-o", out, *options)
    (out / "part-000003.parquet").unlink()
    finished(source, "-o", out, *options)
    assert content(out) == content(whole)
    said = finished(source, "-o", out, "--part-rows", 4, code=2)
    assert '--keep was ["id: string"], is now []' in said


def test_a_part_with_other_kept_values_is_solved_again(tmp_path: Path) -> None:
    """The parts of two inputs with the same boards are exchanged."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "in.csv").write_text(f"id,board\n{name},{EASY}\n")
        finished(tmp_path / name / "in.csv", "-o", tmp_path / name / "out", "--keep", "id")
    part = "out/part-000000.parquet"
    (tmp_path / "one" / part).write_bytes((tmp_path / "two" / part).read_bytes())
    said = finished(tmp_path / "one/in.csv", "-o", tmp_path / "one/out", "--keep", "id")
    assert "is solved again" in said
    assert parquet.read_table(tmp_path / "one" / part)["id"].to_pylist() == ["one"]


def test_digests_tell_kept_values_apart(tmp_path: Path) -> None:
    digests = set()
    for name, text in enumerate(("a,b", "ab,", ",ab", "b,a")):
        file = tmp_path / f"{name}.csv"
        file.write_text(f"x,y,board\n{text},{EASY}\n")
        source = SourceFiles([str(file)], keep=("x", "y"))
        digests |= {part.digest() for part in cut(source.read(), 5, source.kept())}
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (
            "id,board,status\n1,AA..,x\n",
            ["--keep", "status"],
            "'status' is a column of the answer",
        ),
        ("id,board,status\n1,AA..,x\n", ["--keep", "all"], "'status' is a column of the answer"),
        ("id,board\n1,AA..\n", ["--keep", "ids"], "--keep: expected a column 'ids', found ['id',"),
        ("id,id,board\n1,2,AA..\n", ["--keep", "id"], "--keep: expected a column 'id', found"),
        ("id;board\n1;AA..\n", [], "is ';' the separator? say --separator"),
        ("id,Board\n1,AA..\n", [], "found ['id', 'Board']; --board NAME takes another"),
        ("id,board\n1,AA..\n", ["--separator", ";;"], "--separator: expected one character"),
        ("id,board\n1,AA..\n", ["--separator", '"'], "--separator: expected one character"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_written(
    text: str, arguments: list[str], words: str, tmp_path: Path
) -> None:
    (tmp_path / "in.csv").write_text(text)
    out = tmp_path / "out"
    assert words in finished(tmp_path / "in.csv", "-o", out, *arguments, code=2)
    assert not parts(out) if out.exists() else True


def test_text_has_no_columns(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(EASY)
    assert "--keep needs csv" in finished(tmp_path / "in.txt", "-o", "-", "--keep", "id", code=2)
    assert "--separator needs csv" in finished(
        tmp_path / "in.txt", "-o", "-", "--separator", ";", code=2
    )


def test_files_must_agree_on_the_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"id,board\n1,{EASY}\n")
    (tmp_path / "b.csv").write_text(f"id,more,board\n1,2,{EASY}\n")
    parquet.write_table(pa.table({"id": [1], "board": [EASY]}), tmp_path / "c.parquet")
    both = [tmp_path / "a.csv", tmp_path / "b.csv"]
    assert len(answers(*both, "--keep", "id")) == 2
    said = finished(*both, "-o", "-", "--keep", "all", code=2)
    assert "expected the columns id (string) to keep" in said
    said = finished(both[0], tmp_path / "c.parquet", "-o", "-", "--keep", "id", code=2)
    assert "found id (int64)" in said


def test_standard_input_names_its_columns(tmp_path: Path) -> None:
    text = f"id;board\n7;{EASY}\n"
    options = ["-", "--format", "csv", "--separator", ";", "-o"]
    out = tmp_path / "out.jsonl"
    finished(*options, out, "--keep", "id", text=text)
    assert [row["id"] for row in read(out)] == ["7"]
    said = finished(*options, "-", "--keep", "all", text=text, code=2)
    assert "name the columns" in said
    said = finished("-", "-o", "-", "--keep", "id", text=text, code=2)
    assert "say --format" in said


@pytest.mark.parametrize(("separator", "option"), [(";", ";"), ("\t", "tab"), ("|", "|")])
def test_a_separator_reads_the_same_rows(separator: str, option: str, tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", separator)
    plain = write(tmp_path / "plain.csv")
    found = answers(source, "--separator", option, "--keep", "all")
    assert found == answers(plain, "--keep", "all")


@pytest.mark.parametrize("name", ["out", "out.csv"])
def test_a_run_out_of_time_leaves_parts_that_the_next_resumes(name: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / name
    source.write_text("\n".join(many(10)))
    folder = out if name == "out" else tmp_path / "out.csv.parts"
    for count in range(1, 5):
        said = finished(source, "-o", out, "--part-rows", 2, "--max-seconds", 0, code=3)
        assert "stopped by --max-seconds; run the same command again to resume" in said
        assert len(parts(folder)) == count
        assert not (tmp_path / "out.csv").exists()
    finished(source, "-o", out, "--part-rows", 2, "--max-seconds", 0)
    finished(source, "-o", tmp_path / f"whole{out.suffix}", "--part-rows", 2)
    if name == "out":
        assert content(out) == content(tmp_path / "whole")
    else:
        assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_a_stream_out_of_time_says_that_it_is_not_complete(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("\n".join(many(10)))
    assert len(answers(source, "--part-rows", 2, "--max-seconds", 0, code=3)) == 2
    said = finished(source, "-o", "-", "--part-rows", 2, "--max-seconds", 0, code=3)
    assert said.rstrip().endswith("stopped by --max-seconds")
    assert len(answers(source, "--part-rows", 2, "--max-seconds", 600)) == 10
