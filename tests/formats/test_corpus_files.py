"""The outside corpus is read, file by file; it is not part of the project.

Set RUSHHOUR_CORPUS to its folder; without it these tests are skipped.
"""

import csv
import os
from pathlib import Path

import pytest

import rushhour
from rushhour import Puzzle, RushHourError
from rushhour.errors import FormatWarning
from rushhour.formats import detect
from rushhour.formats.fogleman import read_claims
from rushhour.formats.source import Source
from rushhour.model.setup import Vehicle

CORPUS = Path(os.environ.get("RUSHHOUR_CORPUS", ""))
MISSING = "expected the corpus in RUSHHOUR_CORPUS, found none"

pytestmark = pytest.mark.skipif("RUSHHOUR_CORPUS" not in os.environ, reason=MISSING)

FILES = {
    "csc": "csc/*.txt",
    "ntnu": "ntnu/*.txt",
    "uva": "uva/Rushhour*.csv",
    "itb": "itb/bm*.txt",
    "nyu": "nyu/*.json",
    "carlist": "jams/jams.txt",
    "fogleman": "fogleman/sample.txt",
}
PATHS = [
    pytest.param(name, path, id=f"{name}-{path.stem}")
    for name, pattern in FILES.items()
    for path in sorted(CORPUS.glob(pattern))
]


def detected(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return detect(Source(file, str(path))).name


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize(("name", "path"), PATHS)
def test_every_file_is_recognised_and_read(name: str, path: Path):
    assert detected(path) == name
    if name not in ("carlist", "fogleman"):
        puzzle = rushhour.read(path)
        assert puzzle == rushhour.read(path, name)
        assert not puzzle.is_solved()


@pytest.mark.parametrize("name", FILES)
def test_the_corpus_has_every_format(name: str):
    assert list(CORPUS.glob(FILES[name]))


def board36(puzzle: Puzzle) -> str:
    """The picture in letters: the target is A, the others B, C, ... in their order."""
    rows = [["o"] * 6 for _ in range(6)]
    others = [vehicle for vehicle in puzzle.vehicles if vehicle.label != puzzle.target]
    target = puzzle.vehicles[puzzle.index(puzzle.target)]
    for letter, vehicle in zip("ABCDEFGHIJKLMNPQRSTUVWYZ", [target, *others], strict=False):
        for row, col in cells(vehicle):
            rows[row][col] = letter
    return "".join("".join(row) for row in rows)


def cells(vehicle: Vehicle) -> list[tuple[int, int]]:
    steps = range(vehicle.length)
    if vehicle.axis == "h":
        return [(vehicle.row, vehicle.col + step) for step in steps]
    return [(vehicle.row + step, vehicle.col) for step in steps]


def blocks(board: str) -> set[frozenset[int]]:
    """The cells of each vehicle, whatever its letter."""
    return {
        frozenset(i for i, other in enumerate(board) if other == label)
        for label in {*board} - {"o"}
    }


def test_the_forty_classics_look_as_published():
    with (CORPUS / "jams/expected.csv").open(encoding="utf-8") as file:
        expected = {row["name"]: row["board36"] for row in csv.DictReader(file)}
    puzzles = list(rushhour.read_all(CORPUS / "jams/jams.txt"))
    assert [puzzle.title for puzzle in puzzles] == [f"Jam-{number}" for number in range(1, 41)]
    assert len(expected) == 40
    for puzzle in puzzles:
        assert puzzle.title is not None
        picture = expected[puzzle.title]
        assert blocks(board36(puzzle)) == blocks(picture)
        target = [index for index, label in enumerate(picture) if label == "A"]
        assert cells(puzzle.vehicles[puzzle.index(puzzle.target)]) == [divmod(i, 6) for i in target]


def test_foglemans_lines_are_boards_with_claims():
    path = CORPUS / "fogleman/sample.txt"
    with path.open(encoding="utf-8") as file:
        entries = [entry for entry in read_claims(Source(file)) if isinstance(entry, tuple)]
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    assert len(entries) == len(lines) == 9034
    for (claim, setup), line in zip(entries, lines, strict=True):
        moves, board, states = line.split()
        assert claim == (int(moves), int(states))
        puzzle = Puzzle.from_setup(setup)
        assert rushhour.write(puzzle, "boardstring").replace("o", ".").strip() == board.replace(
            "o", "."
        )


# Files with which ITB's students tested their own readers.
PARSING = {
    "tc1": None,
    "tc19": None,
    "tc3": FormatWarning("line 2: the header says 12   adwada pieces, the picture has 12 beside"),
    "tc21": FormatWarning(
        "line 2: the header says 11 pieces, the picture has 12 beside the target"
    ),
    "tc5": "invalid board: vehicle J is 1 cell long, expected at least 2",
    "tc7": "line 9, column 2: expected 6 cells in row 7, found 1: 'A'",
    "tc9": "line 3, column 2: expected one exit K, found 2",
    "tc11": "line 3, column 14: expected the exit K above or below a column of the picture, found",
    "tc13": "line 3: expected an exit K outside the picture, found none",
    "tc15": "invalid board: vehicle M is 1 cell long, expected at least 2",
    "tc17": "invalid board: target P moves along its row and cannot leave at the bottom",
}


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize("name", PARSING)
def test_the_malformed_files_of_itb(name: str):
    path, expected = CORPUS / f"itb/parsing/{name}.txt", PARSING[name]
    assert detected(path) == "itb"
    if expected is None:
        assert rushhour.read(path).exit.line == 2
    elif isinstance(expected, FormatWarning):
        with pytest.warns(FormatWarning) as warned:
            assert rushhour.read(path).target == "P"
        assert f"{path}, {expected}" in str(warned[0].message)
    else:
        with pytest.raises(RushHourError) as caught:
            rushhour.read(path)
        assert expected in str(caught.value)


def test_no_malformed_file_is_left_out():
    assert {path.stem for path in CORPUS.glob("itb/parsing/*")} == set(PARSING)
