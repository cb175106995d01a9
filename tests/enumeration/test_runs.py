"""Runs into a folder: the same bytes whatever happens, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rushhour
from rushhour.enumeration import run as runs
from rushhour.enumeration.family import EnumerationSettings, Family
from rushhour.enumeration.run import distributed
from rushhour.enumeration.summary import Summary
from rushhour.errors import RushHourError, UnknownNameError

# Twelve parts and more, some tenths of a second each.
OPTIONS: dict[str, Any] = {"keep": "solvable", "part_states": 1_000_000, "threads": 1}
COMMAND = [sys.executable, "-m", "rushhour", "enumerate", "--rows", "5", "--cols", "5"]
COMMAND += ["--keep", "solvable", "--part-states", "1000000"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("undisturbed") / "atlas"
    rushhour.atlas.enumerate_clusters(5, 5, output=folder, **OPTIONS)
    found = contents(folder)
    assert len([name for name in found if name.startswith("part-")]) >= 12
    return found


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_a_byte(
    threads: int, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    rushhour.atlas.enumerate_clusters(
        5, 5, output=tmp_path / "atlas", **OPTIONS | {"threads": threads}
    )
    assert contents(tmp_path / "atlas") == undisturbed


@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_a_cluster_does_not_change_a_byte(undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """Some parts are there, one of them damaged; two workers of a Dask cluster do the rest."""
    pytest.importorskip("distributed")
    folder = tmp_path / "atlas"
    folder.mkdir()
    for name in ("_plan.json", "part-000000.parquet", "part-000005.parquet"):
        (folder / name).write_bytes(undisturbed[name])
    (folder / "part-000003.parquet").write_bytes(undisturbed["part-000003.parquet"][:-9])
    rushhour.atlas.enumerate_clusters(5, 5, output=folder, cluster="local:2", **OPTIONS)
    assert contents(folder) == undisturbed


def test_a_part_that_fails_on_the_cluster_is_named() -> None:
    def failing(*_: object) -> Iterator[tuple[tuple[int, int], Exception]]:
        yield (0, 7), MemoryError("no memory")

    cluster = SimpleNamespace(each=failing, threads=1)
    tables = distributed(EnumerationSettings(Family.of(3, 3)), cluster)  # type: ignore[arg-type]
    with pytest.raises(RushHourError, match="units 0 to 6: no memory"):
        list(tables([(0, 7)]))


@pytest.mark.parametrize("parts", [1, 5])
def test_a_killed_run_is_resumed(parts: int, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "atlas"
    process = subprocess.Popen([*COMMAND, "-o", str(folder)])
    while not (folder / f"part-{parts:06}.parquet").exists():
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = contents(folder)
    assert "_summary.json" not in before
    seen: list[runs.RunProgress] = []
    rushhour.atlas.enumerate_clusters(5, 5, output=folder, progress=seen.append, **OPTIONS)
    assert contents(folder) == undisturbed
    assert seen[-1].states == seen[-1].total == 6_795_364
    assert 0 < seen[-1].now < seen[-1].total


def test_the_progress_of_some_parts_has_no_total() -> None:
    seen: list[runs.RunProgress] = []
    rushhour.atlas.enumerate_clusters(5, 5, parts="2..4", progress=seen.append, **OPTIONS)
    assert [(each.total, each.part, each.parts) for each in seen] == [
        (None, 1, 3),
        (None, 2, 3),
        (None, 3, 3),
    ]
    assert seen[0].states < seen[1].states < seen[2].states == seen[2].now


def test_a_few_parts_of_a_large_family_need_no_patience() -> None:
    large = EnumerationSettings(Family.of(7, 7))
    runs.require_patience(large, (3, 9), 1, is_patient=False)
    for bounds in ((0, None), (3, None), (0, 10**6), (0, 10**30)):
        with pytest.raises(RushHourError, match="on 1 thread; accept that with --yes"):
            runs.require_patience(large, bounds, 1, is_patient=False)
    runs.require_patience(large, (0, None), 1, is_patient=True)


def test_only_what_is_left_of_a_large_family_needs_patience(tmp_path: Path) -> None:
    """6x6 with two walls has 23 683 parts: a range may be open, and done parts do not count."""
    large = EnumerationSettings(Family.of(6, 6, walls=(2, 2)))
    parts = 23_683
    runs.require_patience(large, (parts - 9, None), 1, is_patient=False)

    def require(*bounds: int | None) -> None:
        runs.require_patience(large, bounds, 1, tmp_path, is_patient=False)  # type: ignore[arg-type]

    for number in range(parts - 9):
        (tmp_path / f"part-{number:06}.parquet").touch()
    for bounds in ((0, None), (0, parts - 1), (parts - 9, None)):
        require(*bounds)
    for number in range(9000, 13000):
        (tmp_path / f"part-{number:06}.parquet").unlink()
    require(12999, None)
    require(0, 8999)
    for bounds in ((0, None), (0, parts - 1), (9000, None)):
        with pytest.raises(RushHourError, match=r"up to 2\.0e\+12 states would take about"):
            require(*bounds)


def test_a_finished_run_is_recognised(undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "atlas"
    folder.mkdir()
    for name, data in undisturbed.items():
        (folder / name).write_bytes(data)
    seen: list[runs.RunProgress] = []
    rushhour.atlas.enumerate_clusters(5, 5, output=folder, progress=seen.append, **OPTIONS)
    assert (contents(folder), seen[-1].now) == (undisturbed, 0)


def test_a_damaged_part_is_enumerated_again(undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "atlas"
    folder.mkdir()
    for name, data in undisturbed.items():
        (folder / name).write_bytes(data)
    part = folder / "part-000003.parquet"
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    rushhour.atlas.enumerate_clusters(5, 5, output=folder, **OPTIONS)
    assert contents(folder) == undisturbed


def test_other_options_are_refused(undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "atlas"
    folder.mkdir()
    for name, data in undisturbed.items():
        (folder / name).write_bytes(data)
    with pytest.raises(RushHourError, match='--keep was "solvable", is now "minimal"'):
        rushhour.atlas.enumerate_clusters(5, 5, output=folder, **OPTIONS | {"keep": "minimal"})
    assert contents(folder) == undisturbed


def test_what_differs_is_named_as_its_option_is(tmp_path: Path) -> None:
    rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)
    message = (
        r'options: --exit was "right:1", is now "right:0";'
        r" --min-distance was null, is now \[3, 3\]; take another"
    )
    with pytest.raises(RushHourError, match=message):
        rushhour.atlas.enumerate_clusters(3, 3, exit="right:0", least=(3, 3), output=tmp_path)
    with pytest.raises(RushHourError, match=r'options: --exit was "right:1", is now "top:1"; take'):
        rushhour.atlas.enumerate_clusters(3, 3, exit="top", output=tmp_path)
    with pytest.raises(RushHourError, match=r"--part-states was 500000000, is now 9;"):
        rushhour.atlas.enumerate_clusters(3, 3, part_states=9, output=tmp_path)


def test_a_changed_summary_is_not_replaced(tmp_path: Path) -> None:
    rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)
    (tmp_path / "_slides.csv").write_text("mine")
    with pytest.raises(RushHourError, match="found another file; remove it and run again"):
        rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)
    assert (tmp_path / "_slides.csv").read_text() == "mine"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "t.sh").write_text("mine")
    with pytest.raises(RushHourError, match=r"t\.sh: expected a folder, found a file"):
        rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path / "t.sh")


def test_parts_without_a_plan_are_not_enough(tmp_path: Path) -> None:
    rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)
    (tmp_path / "_plan.json").unlink()
    message = r"found 'part-000000\.parquet'; copy the parts into the folder of one of the jobs"
    with pytest.raises(RushHourError, match=message):
        rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(RushHourError, match="expected an empty folder"):
        rushhour.atlas.enumerate_clusters(3, 3, output=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_run_that_lacks_states_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The sum of the states is compared with the closed form, in memory and in a folder."""
    monkeypatch.setattr(runs, "placements", lambda _: 9_305)
    message = "expected 9305 states by the closed-form count, found 9304"
    with pytest.raises(RushHourError, match=message):
        rushhour.atlas.enumerate_clusters(4, 4)
    with pytest.raises(RushHourError, match=message):
        rushhour.atlas.enumerate_clusters(4, 4, output=tmp_path / "atlas")
    assert not (tmp_path / "atlas" / "_summary.json").exists()
    with pytest.raises(RushHourError, match="expected the folder of a finished enumeration"):
        rushhour.atlas.open_atlas(tmp_path / "atlas")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 9}, "expected 1 to 8 rows, found 9"),
        ({"rows": 0, "cols": -1}, "found 0; expected 1 to 8 columns, found -1"),
        ({"rows": 10**30}, f"expected 1 to 8 rows, found {10**30}"),
        (
            {"rows": 1 << 63, "cols": -(1 << 62)},
            f"expected 1 to 8 rows, found {1 << 63}; expected 1 to 8 columns, found -{1 << 62}",
        ),
        ({"rows": 10**40}, f"expected numbers of at most 38 digits, found {10**40}"),
        ({"cols": 1 << 63, "exit": "top:0"}, f"expected 1 to 8 columns, found {1 << 63}"),
        ({"exit": "right:3"}, "expected an exit from right:0 to right:2, found right:3"),
        ({"walls": "2..1"}, "expected a range of walls from low to high, found 2..1"),
        ({"walls": "0..10"}, "expected 0 to 9 walls, found 0..10"),
        ({"walls": (1 << 62, 1 << 63)}, f"expected 0 to 9 walls, found {1 << 62}..{1 << 63}"),
        ({"walls": "1.."}, "expected a greatest number of walls"),
        ({"walls": "many"}, "for walls, found 'many'"),
        ({"lengths": ()}, "expected at least one length, found none"),
        ({"lengths": (1, 9)}, "expected lengths of 2 to 3 cells, found 1; expected"),
        ({"lengths": count()}, "expected at most 31 lengths, found more: 0, 1, ..."),
        ({"lengths": repeat(2)}, "expected at most 31 lengths, found more: 2, 2, ..."),
        (
            {"rules": "box", "rows": 5, "lengths": "2,4,5"},
            "expected lengths of 2 and 3 cells with the rules box, found 4; expected lengths of "
            "2 and 3 cells with the rules box, found 5",
        ),
        ({"rows": 5, "cols": 2, "lengths": (3,)}, "expected a target of at most 2 cells, found 3"),
        ({"rules": "mine"}, "no rule named 'mine'"),
        ({"keep": "best"}, "no kind of clusters to keep named 'best'"),
        ({"metric": "step"}, "no metric named 'step'"),
        ({"least": (0, -1)}, "expected a least distance of 0 or more, found -1"),
        ({"cluster": "local:0"}, "expected the address of a Dask scheduler or local:N"),
        ({"part_states": 0}, "expected 1 to 2^64 - 1 for part_states, found 0"),
        ({"rows": 7, "cols": 7}, "accept that with --yes, or yes=True"),
    ],
)
def test_what_cannot_be_is_refused(options: Any, message: str, tmp_path: Path) -> None:
    request = {"rows": 3, "cols": 3, **options}
    with pytest.raises((RushHourError, UnknownNameError)) as caught:
        rushhour.atlas.enumerate_clusters(**request, output=tmp_path / "atlas")
    assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_the_counts_are_written_beside_the_parts(undisturbed: dict[str, bytes]) -> None:
    summary = Summary.from_dict(json.loads(undisturbed["_summary.json"]))
    assert (summary.states, summary.solvable, summary.minimal) == (6_795_364, 62_106, 1_730)
    for name, counts in (("slides", summary.slides), ("minimal-steps", summary.minimal_steps)):
        head, *lines = undisturbed[f"_{name}.csv"].decode().splitlines()
        assert head == "eccentricity,clusters"
        assert dict(tuple(map(int, line.split(","))) for line in lines) == {
            distance: count for distance, count in enumerate(counts) if count
        }
