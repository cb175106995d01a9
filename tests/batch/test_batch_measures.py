"""Batches that say how hard boards are: the values of an analysis, in every kind of output."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import csv, json, parquet

import rushhour
from rushhour.batch import replay
from rushhour.batch.columns import MEASURES, BatchOptions
from rushhour.batch.plan import Part, run_part
from support.batches import LONG, answers, classics, content, finished, many

UNSOLVABLE = "..B/AAB/..."
BOARDS = [*classics()[:6], UNSOLVABLE, "AAB", None, "..AA/..../..../...."]


def analysed(board: str | None) -> dict[str, object]:
    """What the library says, and nothing of what is no board."""
    try:
        found = rushhour.analyse(board or "AAB")
    except rushhour.ParseError:
        return dict.fromkeys(("slides", "steps", *MEASURES))
    values = {name: getattr(found, name) for name in ("slides", "steps", *MEASURES)}
    return {
        name: pytest.approx(value, abs=1e-6) if isinstance(value, float) else value
        for name, value in values.items()
    }


@pytest.mark.parametrize("threads", [1, 3])
def test_measures_are_those_of_an_analysis(threads: int) -> None:
    table = rushhour.solve_batch(BOARDS, analyse=True, threads=threads)
    assert table.schema == BatchOptions(analyse=True).schema()
    rows = table.select(["slides", "steps", *MEASURES]).to_pylist()
    assert rows == [analysed(board) for board in BOARDS]
    assert table["walk"].null_count == 4


def test_limits_hold_for_the_analysis() -> None:
    (row,) = rushhour.solve_batch([LONG], analyse=True, max_memory=1).to_pylist()
    assert (row["status"], row["walk"], row["difficulty"]) == ("unknown", None, None)


def test_every_file_holds_the_same(tmp_path: Path) -> None:
    source = tmp_path / "boards.txt"
    source.write_text("\n".join(classics()[:8]))
    options = ("--analyse", "--part-rows", 3)
    rows = answers(source, *options)
    assert list(rows[0])[2:4] == ["slides", "steps"]
    assert [row["level"] for row in rows] == [rushhour.analyse(b).level for b in classics()[:8]]
    readers = {"parquet": parquet.read_table, "csv": csv.read_csv, "jsonl": json.read_json}
    for kind, read in readers.items():
        finished(source, "-o", tmp_path / f"out.{kind}", *options, "--verify")
        found = read(tmp_path / f"out.{kind}").to_pylist()
        assert [{name: row[name] for name in MEASURES} for row in found] == [
            {name: pytest.approx(row[name]) if name != "level" else row[name] for name in MEASURES}
            for row in rows
        ]


def test_a_run_is_resumed_byte_for_byte(tmp_path: Path) -> None:
    source = tmp_path / "boards.txt"
    source.write_text("\n".join(many(12)))
    options = ("--analyse", "--part-rows", 3)
    finished(source, "-o", tmp_path / "one", *options, "--threads", 1)
    finished(source, "-o", tmp_path / "two", *options, "--threads", 2)
    whole = content(tmp_path / "one")
    assert content(tmp_path / "two") == whole
    (tmp_path / "two" / whole[2][0]).unlink()
    finished(source, "-o", tmp_path / "two", *options)
    assert content(tmp_path / "two") == whole
    said = finished(source, "-o", tmp_path / "two", "--part-rows", 3, code=2)
    assert "analyse was true, is now false" in said


def test_contradictions_are_found() -> None:
    from rushhour._core import WorkerPool

    pool, options = WorkerPool(1), BatchOptions(analyse=True)
    part = Part(0, 0, pa.array([classics()[0].encode()], pa.large_binary()))
    table = run_part(part, options, pool)
    assert list(replay.faults(part, table, options, pool)) == []
    at = table.column_names.index("walk")
    wrong = table.set_column(at, table.schema.field(at), [pa.array([None], pa.float64())])
    assert any("level without walk" in f for f in replay.faults(part, wrong, options, pool))
