"""Questions to an atlas, answered from its rows."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb
import polars
import pyarrow.parquet as pq
import pytest

import rushhour
from rushhour.atlas import Atlas
from rushhour.errors import RushHourError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "atlas"
    rushhour.atlas.enumerate_clusters(
        4, 4, walls="0..1", keep="solvable", output=path, part_states=50_000
    )
    assert len(list(path.glob("part-*"))) > 1
    return path


def test_bounds_select_rows(folder: Path) -> None:
    atlas = rushhour.atlas.open_atlas(folder)
    rows = atlas.table().to_pylist()
    assert len(rows) == len(atlas) == atlas.summary.solvable
    found = atlas.where(slides="5..", vehicles=(4, 6), walls=0).to_pylist()
    wanted = [r for r in rows if r["slides"] >= 5 and 4 <= r["vehicles"] <= 6 and not r["walls"]]
    assert found == wanted
    assert found
    assert atlas.where(slides="5..", vehicles=(4, 6), walls=0, limit=2).to_pylist() == wanted[:2]


@pytest.mark.parametrize("by", ["slides", "steps", "states"])
def test_the_hardest_come_first(by: str, folder: Path) -> None:
    atlas = rushhour.atlas.open_atlas(folder)
    rows = sorted(atlas.table().to_pylist(), key=lambda row: (-row[by], row["board"]))
    assert atlas.hardest(7, by).to_pylist() == rows[:7]


def test_every_board_is_as_hard_as_its_row_says(folder: Path) -> None:
    for row in rushhour.atlas.open_atlas(folder).hardest(20, "steps").to_pylist():
        slides = rushhour.explore(row["board"])
        assert (slides.distance(), len(slides), slides.goals) == (
            row["slides"],
            row["states"],
            row["solved"],
        )
        assert list(slides.histogram) == row["slides_histogram"]
        assert rushhour.solve(row["steps_board"], metric="step").cost == row["steps"]


@pytest.mark.parametrize(
    ("rows", "cols", "exit_"),
    [
        (1, 5, "right"),
        (1, 6, "left"),
        (5, 1, "bottom"),
        (6, 1, "top"),
        (2, 5, "left:1"),
        (3, 3, "top"),
    ],
)
def test_every_board_is_a_text_that_is_read(rows: int, cols: int, exit_: str) -> None:
    atlas = rushhour.atlas.enumerate_clusters(rows, cols, exit=exit_, lengths=(2, 3), rules="all")
    boards = {row[name] for row in atlas.table().to_pylist() for name in ("board", "steps_board")}
    assert boards
    for board in boards - {None}:
        assert (atlas.puzzle(board).rows, atlas.puzzle(board).cols) == (rows, cols)
        assert rushhour.parse(board, target="A").rows == rows


def test_other_libraries_read_the_folder(folder: Path) -> None:
    files = str(folder / "part-*.parquet")
    hardest = rushhour.atlas.open_atlas(folder).hardest(1)["slides"][0].as_py()
    assert polars.scan_parquet(files).select(polars.col("slides").max()).collect().item() == hardest
    assert duckdb.sql(f"select max(slides) from '{files}'").fetchall() == [(hardest,)]


def test_a_summary_without_its_seal_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """So is one of a version that did not seal it."""
    rushhour.atlas.enumerate_clusters(4, 4, keep="none", metric="slide", output=tmp_path)
    file = tmp_path / "_summary.json"
    found = json.loads(file.read_text())
    del found["seal"]
    file.write_text(json.dumps(found))
    reason = "expected a sealed file, found another file or a piece of one; remove it, and"
    with pytest.raises(RushHourError, match=f"_summary.json: {reason}"):
        rushhour.atlas.open_atlas(tmp_path)
    file.unlink()
    atlas = rushhour.atlas.enumerate_clusters(4, 4, keep="none", metric="slide", output=tmp_path)
    assert rushhour.atlas.open_atlas(tmp_path).summary == atlas.summary
    left_out = (atlas.summary.unsolvable, atlas.summary.steps, atlas.summary.minimal_slides)
    assert left_out == (None, None, None)


@pytest.mark.parametrize("minimal", [True, False])
def test_minimal_clusters_are_selected(minimal: bool, folder: Path) -> None:
    atlas = rushhour.atlas.open_atlas(folder)
    rows = [row for row in atlas.table().to_pylist() if row["minimal"] is minimal]
    assert atlas.where(minimal=minimal).to_pylist() == rows
    hard = [row for row in rows if row["slides"] >= 4]
    assert atlas.where(minimal=minimal, slides="4..").to_pylist() == hard != rows


def test_an_atlas_is_shown_in_a_line(folder: Path) -> None:
    atlas = rushhour.atlas.open_atlas(folder)
    rows = atlas.table().to_pylist()
    farthest = ", ".join(f"{max(row[name] for row in rows)} {name}" for name in ("slides", "steps"))
    assert repr(atlas) == f"<Atlas 4x4, walls 0..1: {len(rows)} clusters, up to {farthest}>"
    few = rushhour.atlas.enumerate_clusters(3, 4, walls=1, metric="slide", keep="none")
    assert repr(few).endswith(f"{few.summary.solvable} clusters, up to 1 slide>")


def copied(folder: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of an atlas, and its second part."""
    shutil.copytree(folder, tmp_path / "copy")
    return tmp_path / "copy", tmp_path / "copy" / "part-000001.parquet"


def test_an_atlas_with_a_missing_part_is_refused(folder: Path, tmp_path: Path) -> None:
    copy, part = copied(folder, tmp_path)
    part.unlink()
    with pytest.raises(RushHourError, match=f"{part}: expected a part, found none"):
        rushhour.atlas.open_atlas(copy)


@pytest.mark.parametrize("size", [0, 100, -10])
def test_a_part_without_its_footer_is_named(size: int, folder: Path, tmp_path: Path) -> None:
    copy, part = copied(folder, tmp_path)
    part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(RushHourError, match=f"{part}: expected (a sealed file|the bytes)"):
        rushhour.atlas.open_atlas(copy)


@pytest.mark.parametrize("read", [Atlas.table, Atlas.hardest, partial(Atlas.where, slides=2)])
def test_a_changed_byte_is_found_when_its_row_is_read(
    read: Callable[[Atlas], object], folder: Path, tmp_path: Path
) -> None:
    copy, part = copied(folder, tmp_path)
    data = bytearray(part.read_bytes())
    atlas = rushhour.atlas.open_atlas(copy)
    column = pq.read_metadata(part).row_group(0).column(0)
    data[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
    part.write_bytes(data)
    assert pq.read_table(part)["board"].to_pylist(), "it goes unnoticed without checksums"
    with pytest.raises(RushHourError, match=f"{part}: expected the bytes that were written"):
        rushhour.atlas.open_atlas(copy)
    with pytest.raises(RushHourError, match=f"{part}: expected the bytes that were written"):
        read(atlas)


def test_what_is_no_atlas_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RushHourError, match=r"with _summary.json; found none"):
        rushhour.atlas.open_atlas(folder / "_summary.json")
    with pytest.raises(RushHourError, match=r"with _summary.json; found none"):
        rushhour.atlas.open_atlas(tmp_path)
    (tmp_path / "_summary.json").write_text("[]")
    with pytest.raises(RushHourError, match="expected a sealed file, found another"):
        rushhour.atlas.open_atlas(tmp_path)
    with pytest.raises(RushHourError, match="expected a column among slides, steps"):
        rushhour.atlas.open_atlas(folder).where(colour=3)
    with pytest.raises(RushHourError, match=r"a range of slides from low to high, found 9\.\.3"):
        rushhour.atlas.open_atlas(folder).where(slides="9..3")
