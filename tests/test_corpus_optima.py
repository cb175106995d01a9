"""Every optimum and cluster size of the outside corpus, in the folder RUSHHOUR_CORPUS."""

import csv
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from rushhour import Puzzle
from rushhour.formats.fogleman import FoglemanClaim, read_claims
from rushhour.formats.source import Source
from rushhour.model.move import Goal, Metric
from support.corpus_tables import COLUMNS, TABLES

pytestmark = pytest.mark.slow
FILES: list[tuple[str, int | None, int | None]] = [
    ("csc/GameP01.txt", 8, 16),
    ("csc/GameP14.txt", 17, None),
    ("csc/GameP33.txt", 40, None),
    ("csc/GameP40.txt", 51, 81),
    ("uva/Rushhour9x9_4.csv", 27, 51),
]


class Optima(NamedTuple):
    """The default goal's optima; None where there is no solution."""

    slides: int | None
    steps: int | None


def optimum(puzzle: Puzzle, metric: Metric = "slide", goal: Goal = "edge") -> int | None:
    """The cost of a shortest solution, which is checked cell by cell."""
    outcome = rushhour.solve(puzzle, metric=metric, goal=goal)
    assert outcome.status != "unknown"
    assert outcome.solution is None or outcome.solution.verify() == ()
    return outcome.cost


def optima(puzzle: Puzzle) -> Optima:
    """Both optima."""
    return Optima(optimum(puzzle), optimum(puzzle, "step"))


@pytest.mark.parametrize("table", TABLES)
def test_tables(corpus: Path, table: str) -> None:
    with (corpus / table).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            puzzle = rushhour.parse(row.get("board36") or row["board64"])
            found = {
                name: str(optimum(puzzle, *question))
                for name, question in COLUMNS.items()
                if name in row
            }
            if "reachable" in row:
                found["reachable"] = str(len(rushhour.explore(puzzle)))
            assert found.items() <= row.items(), row["name"]


@pytest.mark.parametrize(
    ("table", "pattern"),
    [
        ("ntnu/expected.csv", "ntnu/{}.txt"),
        ("uva/expected_6x6.csv", "uva/{}.csv"),
        ("nyu/expected.csv", "nyu/{}.json"),
    ],
)
def test_files_behind_the_tables(corpus: Path, table: str, pattern: str) -> None:
    with (corpus / table).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found = optima(rushhour.read(corpus / pattern.format(row["name"])))
            assert list(map(str, found)) == [row["slide_edge"], row["step_edge"]]


def test_the_classics_as_a_file_of_many_puzzles(corpus: Path) -> None:
    with (corpus / "jams" / "expected.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    puzzles = rushhour.read_all(corpus / "jams" / "jams.txt")
    for puzzle, row in zip(puzzles, rows, strict=True):
        assert puzzle.title == row["name"]
        assert list(map(str, optima(puzzle))) == [row["slide_edge"], row["step_edge"]]


@pytest.mark.parametrize(("file", "slides", "steps"), FILES)
def test_files(corpus: Path, file: str, slides: int | None, steps: int | None) -> None:
    found = optima(rushhour.read(corpus / file))
    assert found.slides == slides
    assert steps is None or found.steps == steps


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
def test_itb(corpus: Path) -> None:
    for line in (corpus / "itb" / "expected.txt").read_text(encoding="utf-8").splitlines():
        name = line.split()[0]
        numbers = re.search(r"slide (\d+) step (\d+)", line)
        expected = Optima(*map(int, numbers.groups())) if numbers else Optima(None, None)
        puzzle = rushhour.read(corpus / "itb" / f"{name}.txt")
        assert optima(puzzle) == expected, name
        if size := re.search(r"reachable=(\d+)", line):
            assert len(rushhour.explore(puzzle)) == int(size[1]), name


def claims(corpus: Path) -> list[tuple[FoglemanClaim, Puzzle]]:
    """The lines of Fogleman's sample."""
    with (corpus / "fogleman" / "sample.txt").open(encoding="utf-8") as file:
        entries = list(read_claims(Source(file)))
    errors = [entry for entry in entries if isinstance(entry, rushhour.ParseError)]
    assert not errors
    return [(e[0], Puzzle.from_setup(e[1])) for e in entries if isinstance(e, tuple)]


def test_fogleman(corpus: Path) -> None:
    found = claims(corpus)
    assert len(found) == 9034
    for claim, puzzle in found:
        assert optimum(puzzle) == claim.slides, puzzle


def test_fogleman_clusters(corpus: Path) -> None:

    for claim, puzzle in claims(corpus):
        assert len(rushhour.explore(puzzle)) == claim.states, puzzle
