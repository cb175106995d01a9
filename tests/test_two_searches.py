"""The page of examples/two_searches.py: what it holds, and what a browser makes of it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chromium import program

import rushhour

ROOT = Path(__file__).parent.parent
JAM_01 = ROOT / "puzzles" / "jam-01.txt"


def made(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The script, run."""
    command = [sys.executable, str(ROOT / "examples" / "two_searches.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the first classic puzzle."""
    file = tmp_path_factory.mktemp("page") / "page.html"
    process = made(str(JAM_01), str(file))
    assert (process.returncode, process.stderr) == (0, "")
    return file


def test_it_holds_both_traces(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*)</script>', text)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    puzzle = rushhour.read(JAM_01)
    letters = {vehicle.label: chr(256 + i) for i, vehicle in enumerate(puzzle.vehicles)}
    assert (data["exit"], data["target"]) == (["right", 2], letters["0"])
    start = "22...71..3.71003.71..3..5...665.444.".translate(str.maketrans(letters))
    for search, algorithm in zip(data["searches"], ("bfs", "astar"), strict=True):
        outcome = rushhour.solve(puzzle, algorithm=algorithm)
        assert (search["cost"], len(search["frames"])) == (outcome.cost, outcome.expanded)
        assert search["frames"][0][:2] == [start, 0]


def test_it_needs_nothing_but_a_browser(page: Path) -> None:
    links = re.findall(r"https?://[^\s\"']+", page.read_text(encoding="utf-8"))
    assert set(links) == {"http://www.w3.org/2000/svg"}


def test_a_browser_plays_it(page: Path) -> None:
    chromium = program()
    if chromium is None:
        pytest.skip("there is no chromium on the PATH")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    last = page.with_name("last.html")
    script = page.read_text(encoding="utf-8").replace("\nshow(1);\n", "\nshow(most);\n")
    last.write_text(script, encoding="utf-8")
    for file, expected in ((page, "1 of 1057 states expanded"), (last, "Solved in 8 moves.")):
        process = subprocess.run(
            [chromium, *flags, "--dump-dom", file.as_uri()],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert expected in process.stdout
        assert process.stdout.count("<rect") == 2 + 2 * 8 + 1057 + 50


def test_help_and_wrong_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = made("--help")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert asked.stdout.startswith("usage: two_searches.py [-h] [PUZZLE] [PAGE]")
    for wrong in (["--no-such-option"], [str(JAM_01), "page.html", "more"]):
        process = made(*wrong)
        assert (process.returncode, process.stdout) == (2, "")
        assert "error: unrecognized arguments" in process.stderr
    assert not list(tmp_path.iterdir())


def test_labels_of_two_digits(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert made(str(ROOT / "puzzles" / "jam-40.txt"), str(out)).returncode == 0
    assert "\u010c" in out.read_text(encoding="utf-8")  # the thirteenth letter, of vehicle 12


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (ROOT / "puzzles" / "uva-9x9_5.csv", "expected a puzzle that takes up to 10000 expansions"),
        (ROOT / "nothing.txt", "No such file"),
    ],
)
def test_what_it_cannot_show(source: Path, message: str, tmp_path: Path) -> None:
    process = made(str(source), str(tmp_path / "page.html"))
    assert process.returncode == 1
    assert message in process.stderr
    assert "Traceback" not in process.stderr
