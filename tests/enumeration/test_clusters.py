"""Every cluster of small sizes, compared with all placements tried one by one by the reference."""

from dataclasses import replace
from typing import Any

import pytest

import rushhour
from rushhour.enumeration.family import Family, FamilyRules, Keep
from rushhour.enumeration.placements import placements
from support.bridge import board_of
from support.brute import Size, boards, clusters, is_minimal_by_fogleman

SIZES = [
    Size(3, 3, 1, (0, 2), "fogleman"),
    Size(3, 3, 0, (1, 1), "all"),
    Size(3, 3, 2, (0, 1), "box"),
    Size(2, 4, 0, (0, 2), "all"),
    Size(4, 3, 1, (0, 0), "all"),
    Size(3, 4, 1, (0, 1), "fogleman"),
    Size(4, 2, 3, (0, 1), "fogleman"),
    Size(1, 5, 0, (0, 2), "all"),
    Size(3, 4, 0, (0, 0), "all", (2, 4)),
    Size(4, 4, 0, (0, 0), "fogleman", (3,)),
    Size(1, 8, 0, (0, 8), "all"),
    Size(2, 7, 0, (0, 0), "all", (2, 3, 4, 5, 6)),
    Size(6, 2, 5, (0, 1), "all", (2, 3, 4, 5, 6)),
    Size(3, 5, 2, (0, 0), "all", (2, 3, 4, 5)),
]


def atlas(size: Size, **options: Any) -> rushhour.atlas.Atlas:
    return rushhour.atlas.enumerate_clusters(
        size.rows,
        size.cols,
        walls=size.walls,
        exit=f"right:{size.exit_row}",
        lengths=size.lengths,
        rules=size.rules,  # type: ignore[arg-type]
        **options,
    )


def family(size: Size) -> Family:
    return Family.of(
        size.rows,
        size.cols,
        walls=size.walls,
        exit=f"right:{size.exit_row}",
        lengths=size.lengths,
        rules=size.rules,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_clusters_are_those_of_the_reference(size: Size) -> None:
    expected = clusters(size)
    found = atlas(size, keep="all").table().to_pylist()
    assert [row["board"] for row in found] == sorted(expected)
    for row in found:
        assert row == expected[row["board"]]


@pytest.mark.parametrize("size", [*SIZES[:4], Size(4, 4, 1, (0, 0), "fogleman")], ids=str)
def test_fogleman_tries_fewer_parts_and_finds_the_same(size: Size) -> None:
    """Whichever solution is found: the order of the vehicles decides."""
    found = atlas(size, keep="solvable")
    for row in found.table().to_pylist():
        board = board_of(found.puzzle(row["board"]))
        orders = (board, replace(board, cars=board.cars[::-1]))
        assert [*map(is_minimal_by_fogleman, orders)] == [row["minimal"]] * 2, row["board"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_closed_form_counts_the_boards(size: Size) -> None:
    assert placements(family(size)) == sum(1 for _ in boards(size))


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_what_is_kept_is_part_of_all(size: Size) -> None:
    everything = atlas(size, keep="all").table().to_pylist()
    solvable = [row for row in everything if row["slides"] is not None]
    assert atlas(size, keep="solvable").table().to_pylist() == solvable
    minimal = [row for row in solvable if row["minimal"]]
    assert atlas(size, keep="minimal").table().to_pylist() == minimal
    counted = atlas(size, keep="none")
    assert (len(counted), counted.summary.solvable) == (0, len(solvable))


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_the_summary_sums_up_the_rows(size: Size) -> None:
    found = atlas(size, keep="all")
    rows = found.table().to_pylist()
    solvable = [row for row in rows if row["slides"] is not None]
    summary = found.summary
    assert summary.states == sum(row["states"] for row in rows)
    assert summary.solvable_states == sum(row["states"] for row in solvable)
    assert summary.unsolvable == len(rows) - len(solvable)
    for column, counts, kept in (
        ("slides", summary.slides, solvable),
        ("steps", summary.steps, solvable),
        ("slides", summary.minimal_slides, [row for row in solvable if row["minimal"]]),
        ("steps", summary.minimal_steps, [row for row in solvable if row["minimal"]]),
    ):
        values = [row[column] for row in kept]
        assert [values.count(distance) for distance in range(len(counts))] == list(counts)
        assert sum(counts) == len(kept)


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_the_records_are_the_hardest_rows_of_each_fleet(size: Size) -> None:
    rows = [row for row in clusters(size).values() if row["slides"] is not None]
    expected = []
    for walls, vehicles in {(row["walls"], row["vehicles"]) for row in rows}:
        those = [row for row in rows if (row["walls"], row["vehicles"]) == (walls, vehicles)]
        for metric, board in (("slides", "board"), ("steps", "steps_board")):
            distance = max(row[metric] for row in those)
            first = min(row[board] for row in those if row[metric] == distance)
            expected.append((walls, vehicles, metric, distance, first))
    assert list(atlas(size, keep="none").summary.records.all) == sorted(expected)


@pytest.mark.parametrize("keep", ["solvable", "minimal"])
def test_only_hard_clusters_are_listed(keep: Keep) -> None:
    size = Size(4, 4, 1, (0, 0), "fogleman")
    rows = atlas(size, keep=keep).table().to_pylist()
    hard = [row for row in rows if row["slides"] >= 6 or row["steps"] >= 8]
    found = atlas(size, keep=keep, least=(6, 8))
    assert found.table().to_pylist() == hard
    assert 0 < len(hard) < len(rows)
    assert found.summary.slides == atlas(size, keep=keep).summary.slides
    assert found.summary.minimal == sum(row["minimal"] for row in hard)


def test_slides_alone_are_the_same_slides() -> None:
    both, alone = atlas(SIZES[0], keep="all").table(), atlas(SIZES[0], keep="all", metric="slide")
    assert alone.table() == both.select(alone.table().schema.names)
    assert alone.summary.steps is None
    assert {record.metric for record in alone.summary.records.all} == {"slides"}


# From the comments in Fogleman's config.h, from the histograms of an independent enumerator, and
# the number that is often quoted as 3.6 x 10^10.
@pytest.mark.parametrize(
    ("side", "walls", "rules", "states"),
    [
        (5, 0, "fogleman", 6_795_364),
        (5, 1, "fogleman", 51_444_145),
        (6, 0, "fogleman", 27_103_652_326),
        pytest.param(6, 0, "box", 36_330_223_056, marks=pytest.mark.slow),
    ],
)
def test_the_closed_form_gives_the_known_numbers(
    side: int, walls: int, rules: FamilyRules, states: int
) -> None:
    family = Family.of(side, side, walls=walls, rules=rules, exit="right:2")
    assert placements(family) == states
