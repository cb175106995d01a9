"""The rating, tested on boards that it was not fitted to."""

import csv
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import rushhour
from research import people
from rushhour import ParseError
from support.measured import predicted_moves

pytest.importorskip("numpy")

PUZZLES = Path(__file__).parents[3] / "puzzles"


def played(folder: Path, cards: Iterable[int], names: Iterable[str]) -> Path:
    """Classic cards, and people who make as many moves as predicted, but for chance."""
    chance, moves = random.Random(4), {}
    (folder / "boards").mkdir(parents=True)
    for card in cards:
        puzzle = rushhour.read(PUZZLES / f"jam-{card:02}.txt")
        (folder / "boards" / f"{card}.json").write_text(rushhour.write(puzzle, "nyu"))
        analysis = puzzle.analyse()
        assert analysis.slides is not None
        assert analysis.walk is not None
        moves[card] = predicted_moves(analysis.slides, analysis.walk)
    with (folder / "trials.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("participant", "instance", "moves", "complete", "rt_ms"))
        for name in names:
            for card in chance.sample(sorted(moves), len(moves)):
                made = round(moves[card] * chance.uniform(0.98, 1.02))
                writer.writerow((name, card, made, True, 1000))
    return folder


def cells(line: str) -> list[str]:
    """The cells of a line of a table."""
    return re.split(r"  +", line.strip())


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(
        tmp_path_factory.mktemp("study") / "fitted", range(1, 11), ("one", "two", "three")
    )


def test_other_boards_of_other_people(fitted: Path, tmp_path: Path) -> None:
    others = played(tmp_path / "others", range(9, 17), ("four", "five", "six"))
    lines = list(people.report_test(fitted, "all", others))
    # Cards 9 and 10 are known.
    assert lines[0] == "fitted to 10 boards; tested on 6 others, 18 plays by 3 people"
    head, *rows = map(cells, lines[2:8])
    table = {row[0]: dict(zip(head[-3:], row[-3:], strict=True)) for row in rows}
    names = ["slides", "ln slides", "slides + walk", "ln slides + walk", "the rating"]
    assert list(table) == names
    near, beyond = "predicted / found, up to 17 slides", "beyond 17"
    for name in names[-2:]:
        assert float(table[name]["error"]) < 0.03
        assert [float(table[name][one]) for one in (near, beyond)] == pytest.approx([1, 1], abs=0.1)
    assert float(table["slides"]["error"]) > 0.1
    assert "6 of 6 boards are within 0.21 of the rating" in lines
    assert not any(line.startswith("all ") for line in lines)


def test_people_who_played_both_allow_a_comparison_of_all_boards(
    fitted: Path, tmp_path: Path
) -> None:
    others = played(tmp_path / "others", (11, 13, 14, 25), ("one", "four", "five"))
    *_, whole, drawn = people.report_test(fitted, "all", others)
    assert whole.startswith("all 14 boards: rho 0.9")
    assert drawn.startswith("within length, those tested: ")


def test_a_folder_without_other_boards_is_refused(fitted: Path) -> None:
    with pytest.raises(ParseError, match="expected at least 3 other boards solved, found 0"):
        list(people.report_test(fitted, "all", fitted))


def test_moves_and_a_test_are_different_reports(fitted: Path) -> None:
    command = [sys.executable, "-m", "research.people", fitted, "--moves", "--test", fitted]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "not allowed with argument" in found.stderr
