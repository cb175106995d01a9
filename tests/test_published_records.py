"""The published records: boards, solutions and certificates, each checked by something else."""

import csv
import json
import re
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from zipfile import ZipFile

import pytest

import rushhour
from rushhour.formats.json import as_dict
from rushhour.lab.histograms import PublishedRecord, proved_distance, records
from support.bridge import board_of
from support.reference import METRICS, solve

ROOT = Path(__file__).parent.parent
ALL = list(records())
ENUMERATED = [record for record in ALL if record.found == "enumerated"]
SIZES = sorted({record.size for record in ENUMERATED})
# The clusters of these have more states.
LARGE = {"5x6", "6x5", "6x6"}


def name(record: PublishedRecord) -> str:
    return record.certificate.removesuffix(".cert")


def test_boards_are_what_the_list_says() -> None:
    assert len({name(record) for record in ALL}) == len(ALL) > 600
    for record in ALL:
        puzzle = record.puzzle
        assert record.size == f"{puzzle.rows}x{puzzle.cols}"
        assert (record.walls, record.vehicles) == (len(puzzle.walls), len(puzzle.vehicles))


def test_solutions_lead_to_the_goal() -> None:
    for record in ALL:
        solution = rushhour.Solution.parse(record.puzzle, record.solution, metric=record.metric)
        assert not solution.verify()
        assert solution.cost == record.distance


def test_optima_are_those_of_the_solver() -> None:
    found = rushhour.solve_many([r.puzzle for r in ENUMERATED if r.metric == "step"], metric="step")
    assert [one.cost for one in found] == [r.distance for r in ENUMERATED if r.metric == "step"]
    found = rushhour.solve_many([r.puzzle for r in ENUMERATED if r.metric == "slide"])
    assert [one.cost for one in found] == [r.distance for r in ENUMERATED if r.metric == "slide"]


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=pytest.mark.slow) if size in LARGE else size for size in SIZES],
)
def test_certificates_prove_the_distances(size: str) -> None:
    with ZipFile(ROOT / "puzzles" / "records" / "certificates.zip") as archive:
        for record in (record for record in ENUMERATED if record.size == size):
            proved = rushhour.certificate.verify_certificate(archive.read(record.certificate))
            assert proved.claim == f"cost = {record.distance}"
            assert proved.metric == record.metric
            assert proved.puzzle == json.loads(json.dumps(as_dict(record.puzzle)))
            assert proved_distance(record) == record.distance


@pytest.mark.parametrize("record", ENUMERATED[::60], ids=name)
def test_the_reference_finds_the_same_distance(record: PublishedRecord) -> None:
    moves = solve(board_of(record.puzzle), record.metric, "edge")
    assert len(moves or []) == record.distance


def test_what_is_enumerated_is_the_end_of_the_published_histograms() -> None:
    folder = files("rushhour.lab") / "published" / "atlas"
    compared = 0
    order = sorted(ENUMERATED, key=lambda r: (r.size, r.walls, r.metric))
    for (size, walls, metric), same in groupby(order, key=lambda r: (r.size, r.walls, r.metric)):
        file = f"{size}-{walls}-{metric}s.csv"
        for path in (folder / file, folder / "large" / file):
            if path.is_file():
                lines = path.read_text(encoding="utf-8").splitlines()
                most = max(int(row["eccentricity"]) for row in csv.DictReader(lines))
                assert max(record.distance for record in same) == most
                compared += 1
    assert compared > 40


def test_an_enumeration_has_the_same_records() -> None:
    for rows, cols, walls in ((3, 3, 2), (3, 4, 1), (4, 3, 0), (4, 4, 0)):
        found = rushhour.atlas.enumerate_clusters(
            rows, cols, walls=walls, keep="none"
        ).summary.records.all
        expected = [
            (r.walls, r.vehicles, f"{r.metric}s", r.distance, r.board)
            for r in ENUMERATED
            if (r.size, r.walls) == (f"{rows}x{cols}", walls)
        ]
        assert list(found) == expected


def test_a_wrong_solution_is_noticed() -> None:
    longer = next(r for r in ENUMERATED if r.distance == 1)
    vehicle, cells = longer.solution.split("+")
    there_and_back = f"{longer.solution} {vehicle}-{cells} {longer.solution}"
    assert proved_distance(longer._replace(solution=there_and_back)) is None
    assert proved_distance(longer._replace(solution=f"{vehicle}-{cells}")) is None


def test_the_page_has_the_hardest_of_each_size() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) x (\d+) \| (\d) \| (\d+) \| (\d*) ?\|", text, re.MULTILINE)
    found = {(f"{rows}x{cols}", walls): most for rows, cols, walls, *most in rows}
    for size, walls in {(record.size, record.walls) for record in ALL}:
        those = [record for record in ALL if (record.size, record.walls) == (size, walls)]
        expected = [
            str(max((record.distance for record in those if record.metric == metric), default=""))
            for metric in METRICS
        ]
        assert found.pop((size, str(walls))) == expected
    assert not found
