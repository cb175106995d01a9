"""Packs: rising difficulty, names, themes, hints, and the forms in which they are written."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import parse, parse_all
from rushhour.cli import run
from rushhour.generation import Order, Pack, pack
from rushhour.generation.packs import Curve, Shape, name_of
from support import reference
from support.bridge import board_of
from support.interrupts import interrupted, wait_for_work
from support.kept_orders import assert_kept
from support.reference import Board

SMALL: dict[str, Any] = {
    "count": 8,
    "size": "5x5",
    "vehicles": "3..7",
    "walls": "0..1",
    "difficulty": "5..12",
    "max_states": 300,
    "seed": 3,
}
COMMAND = ["generate", "--pack", "8", "--size", "5x5", "--vehicles", "3..7", "--walls", "0..1"]
COMMAND += ["--difficulty", "5..12", "--max-states", "300", "--seed", "3"]
# What the issue of a puzzle for a game needs, first.
KEYS = ["name", "order", "board", "optimum", "difficulty", "solution", "hint"]
SVG = "{http://www.w3.org/2000/svg}"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def small() -> Pack:
    return pack(**SMALL)


def test_every_puzzle_keeps_what_was_ordered(small: Pack) -> None:
    order = Order.of(
        size="5x5", vehicles="3..7", walls="0..1", slides="1..", max_states=SMALL["max_states"]
    )
    assert len(small) == 8
    assert small.stopped_by is small.explanation is None
    for puzzle in small:
        assert_kept(order, puzzle.made)


def test_each_is_harder_by_the_same_factor(small: Pack) -> None:
    found = [puzzle.made.difficulty or 0 for puzzle in small]
    ratio = (12 / 5) ** (1 / 8)
    for number, difficulty in enumerate(found):
        assert 5 * ratio**number <= difficulty + 1e-3
        assert difficulty < 5 * ratio ** (number + 1) + 1e-3
    assert all(a < b for a, b in pairwise(found))
    assert [puzzle.difficulty for puzzle in small] == found


def test_no_two_share_a_cluster_or_a_name(small: Pack) -> None:
    assert len({puzzle.name for puzzle in small}) == 8
    names = [rushhour.generation.change.canonical(puzzle.board).name for puzzle in small]
    assert names == [puzzle.made.cluster for puzzle in small]
    assert len(set(names)) == 8
    assert [puzzle.order for puzzle in small] == list(range(1, 9))
    assert [puzzle.board.title for puzzle in small] == [puzzle.name for puzzle in small]


def test_a_name_belongs_to_the_cluster() -> None:
    names = {name_of("ff", density, []) for density in (0.3, 0.65, 0.9)}
    assert len({name.split()[0] for name in names}) == 1
    assert {name.split()[1] for name in names} == {"Square", "Street", "Lane"}
    taken: list[str] = []
    for _ in range(400):
        taken.append(name_of("ff", 0.5, taken))
    assert len(set(taken)) == 400


def test_the_hint_is_the_first_move_of_a_shortest_solution(small: Pack) -> None:
    ways = {("h", True): "right", ("h", False): "left", ("v", True): "down", ("v", False): "up"}
    for puzzle in small:
        first = puzzle.made.solution.moves[0]
        assert first in rushhour.explore(puzzle.board).best_moves()
        way = ways[puzzle.board.vehicle(first.vehicle).axis, first.cells > 0]
        hint = rf"{first.vehicle} (must go|goes) {way} {abs(first.cells)}\b"
        assert re.match(hint, puzzle.hint)
        assert len(puzzle.made.solution.moves) == puzzle.made.slides
        assert not puzzle.made.solution.verify()


def test_themes_are_what_the_board_shows(small: Pack) -> None:
    for puzzle in small:
        board = board_of(puzzle.board)
        assert puzzle.theme.density == covered(board) / 25
        assert puzzle.theme.road == len(on_road(board))
        moves = Counter(str(move.vehicle) for move in puzzle.made.solution)
        del moves[board.target]
        assert (puzzle.theme.key is None) == (not moves)
        if puzzle.theme.key is not None:
            assert moves[puzzle.theme.key] == max(moves.values())
    assert len({puzzle.theme.road for puzzle in small}) > 1


def covered(board: Board) -> int:
    return len(board.walls) + sum(car.length for car in board.cars)


def on_road(board: Board) -> set[str]:
    """The vehicles to the right of the target, in its row."""
    (target,) = (car for car in board.cars if car.label == board.target)
    road = {(target.row, col) for col in range(target.col + target.length, board.cols)}
    return {
        car.label
        for car in board.cars
        for at in range(car.length)
        if ((car.row, car.col + at) if car.axis == "h" else (car.row + at, car.col)) in road
    }


@pytest.mark.parametrize("side", ["left", "top", "bottom"])
def test_the_road_leads_to_any_exit(side: str) -> None:
    axis: Any = "h" if side == "left" else "v"
    at = {"left": (1, 2), "top": (2, 1), "bottom": (0, 1)}[side]
    ahead, behind = {
        "left": ((0, 0), (0, 4)),
        "top": ((0, 0), (4, 0)),
        "bottom": ((3, 0), (4, 3)),
    }[side]
    cross: Any = "v" if axis == "h" else "h"
    vehicles = [
        rushhour.Vehicle("A", axis, *at, 2),
        rushhour.Vehicle("B", cross, *ahead, 2),
        rushhour.Vehicle("C", cross, *behind, 2),
    ]
    exit_: Any = rushhour.Exit(side, 1)  # type: ignore[arg-type]
    assert rushhour.Puzzle(5, 5, vehicles, "A", exit_).analyse().road == ("B",)


def test_the_same_seed_gives_the_same_pack_for_any_number_of_threads(small: Pack) -> None:
    for threads in (1, 1, 3):
        again = pack(**SMALL, threads=threads)
        assert (again.to_dict(), again.boards) == (small.to_dict(), small.boards)
    assert pack(**(SMALL | {"seed": 4})).to_dict() != small.to_dict()


def test_known_puzzles_stay_out(small: Pack) -> None:
    other = pack(**SMALL, exclude=[puzzle.board for puzzle in small])
    assert {p.made.cluster for p in other}.isdisjoint(p.made.cluster for p in small)


def test_a_limit_makes_a_smaller_pack_and_says_why(small: Pack) -> None:
    cut = pack(**SMALL, max_seconds=0)
    assert (len(cut), cut.stopped_by) == (0, "seconds")
    none = pack(2, size="4x4", vehicles=3, difficulty="90..100", max_boards=300, seed=1)
    assert (len(none), none.stopped_by) == (0, "boards")
    assert re.match(
        r"no puzzle was found that takes a person 90\.0 to 100\.0 moves; of \d+ slides: 0 of ",
        str(none.explanation),
    )
    with_slides = pack(**SMALL, slides="4..", max_boards=3000)
    assert all(puzzle.made.slides >= 4 for puzzle in with_slides)


def test_a_band_that_cannot_be_filled_keeps_no_other_empty() -> None:
    wanted: dict[str, Any] = {"size": "4x4", "vehicles": "3..5", "seed": 1, "max_boards": 3000}
    found = pack(12, difficulty="1.5..300", **wanted)
    assert found.stopped_by == "boards"
    bands = [found.curve.band(puzzle.difficulty) for puzzle in found]
    assert len({*bands}) == len(bands) >= 4
    assert max(puzzle.difficulty for puzzle in found) < 100
    said = str(found.explanation)
    advice = re.search(r"what can be filled is --pack (\d+) --difficulty (\S+)$", said)
    assert advice is not None
    again = pack(int(advice[1]), difficulty=advice[2], **wanted)
    assert (len(again), again.stopped_by) == (int(advice[1]), None)
    gentle = pack(4, difficulty="4..60", shape="gentle", **wanted)
    advice = re.search(r"--pack (\d+) --difficulty (\S+) --curve gentle$", str(gentle.explanation))
    assert advice is not None
    again = pack(int(advice[1]), difficulty=advice[2], shape="gentle", **wanted)
    assert (len(again), again.stopped_by) == (int(advice[1]), None)
    bands = [gentle.curve.bounds(band) for band in range(int(advice[1]))]
    for band, other in zip(bands, map(again.curve.bounds, range(len(bands))), strict=True):
        assert band == pytest.approx(other, rel=1e-4)


@pytest.mark.parametrize("shape", ["even", "gentle", "steep"])
@given(st.floats(1.5, 50), st.floats(1.1, 40), st.integers(1, 60), st.floats(0, 0.999999))
def test_every_difficulty_has_one_band(
    shape: Shape, least: float, ratio: float, count: int, share: float
) -> None:
    curve = Curve.of((least, least * ratio), count, shape)
    bounds = [curve.bounds(band) for band in range(count)]
    assert [bounds[0][0], bounds[-1][1]] == pytest.approx([curve.least, curve.most])
    assert all(low[1] == pytest.approx(high[0]) for low, high in pairwise(bounds))
    ratios = [high / low for low, high in bounds]
    rises = sorted(ratios, reverse=shape == "steep")
    assert ratios == pytest.approx([ratios[0]] * count if shape == "even" else rises)
    difficulty = curve.least * (curve.most / curve.least) ** share
    band = curve.band(difficulty)
    assert band is not None
    assert bounds[band][0] * 0.999999 <= difficulty <= bounds[band][1] * 1.000001


def test_the_curve_is_drawn(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "curve.svg"
    command = ["generate", "--pack", "3", *COMMAND[3:]]
    assert run([*command, "--curve", "gentle", "--plot-curve", str(file)]) == 0
    boards = capsys.readouterr().out.split()
    tree = ElementTree.parse(file)
    boxes = [one for one in tree.iter(f"{SVG}rect") if one.get("class") == "state"]
    dots = list(tree.iter(f"{SVG}circle"))
    assert len(boxes) == len(dots) == len(boards) == 3
    for box, dot in zip(boxes, dots, strict=True):
        left, top, width, height = (float(box.get(k, "")) for k in ("x", "y", "width", "height"))
        assert left < float(dot.get("cx", "")) < left + width
        assert top - 0.1 <= float(dot.get("cy", "")) <= top + height + 0.1
    heights = [float(box.get("height", "")) for box in boxes]
    assert heights == sorted(heights)
    for wrong in (["--curve", "steep"], ["--plot-curve", str(tmp_path / "other.svg")]):
        assert run(["generate", *wrong]) == 2
        assert "expected --pack with --curve or --plot-curve" in capsys.readouterr().err


@pytest.mark.parametrize(("count", "slides"), [(2, (1, 2)), (3, (4, 5)), (3, (7, 7))])
def test_the_difficulties_of_a_pack_follow_its_slides(count: int, slides: tuple[int, int]) -> None:
    found = pack(count, size="5x5", slides=slides, seed=1)
    assert {puzzle.made.slides for puzzle in found} <= {*range(slides[0], slides[1] + 1)}
    assert (len(found), found.stopped_by) == (count, None)


def test_a_minimal_pack_has_easy_puzzles_of_few_vehicles() -> None:
    found = pack(4, difficulty="4..12", minimal=True, solutions=1, seed=1)
    assert found.stopped_by is None
    assert found[0].made.vehicles < 8
    for puzzle in found:
        assert rushhour.generation.change.minimise(puzzle.board).is_minimal


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"count": 0}, "expected a count from 1 to 1,000, found 0"),
        ({"count": 1001}, "expected a count from 1 to 1,000, found 1001"),
        ({"difficulty": "8.."}, "expected a greatest difficulty for a pack"),
        ({"difficulty": "9..9"}, "expected a range of difficulties for a pack, found 9..9"),
        ({"slides": "9..8"}, "expected a range of slides from low to high, found 9..8"),
        ({"vehicles": 18}, "do not fit a board of 6x6"),
        ({"seed": -1}, "expected a seed from 0 to 2^64 - 1, found -1"),
        ({"exclude": ["?"]}, "expected a puzzle, found '?'"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(wanted: dict[str, Any], error: str) -> None:
    with pytest.raises(rushhour.RushHourError) as caught:
        pack(**wanted)
    assert error in str(caught.value)


def test_a_pack_can_be_read_back(small: Pack) -> None:
    text = json.dumps(small.to_dict())
    assert list(rushhour.parse_all(text)) == [puzzle.board for puzzle in small]
    assert [puzzle.title for puzzle in rushhour.parse_all(text)] == [one.name for one in small]
    broken = small.to_dict() | {"puzzles": "none"}
    with pytest.raises(rushhour.ParseError, match="puzzles"):
        rushhour.parse(json.dumps(broken))


def test_the_document_holds_all_for_a_game(small: Pack) -> None:
    document = json.loads(json.dumps(small.to_dict()))
    assert list(document) == ["format", "seed", "curve", "wanted", "puzzles"]
    assert document["curve"] == {"least": 5.0, "most": 12.0, "count": 8, "shape": "even"}
    for entry, puzzle in zip(document["puzzles"], small, strict=True):
        assert list(entry)[:7] == KEYS
        assert (
            entry["hint_move"]
            == str(rushhour.hint(puzzle.board).move)
            == entry["solution"].split()[0]
        )
        assert parse(entry["board"]) == puzzle.made.board
        cars = {(c.label, c.row, c.col, c.length, c.axis) for c in puzzle.board.vehicles}
        assert cars == {
            (p["id"], p["row"], p["col"], p["length"], "h" if p["horizontal"] else "v")
            for p in entry["pieces"]
        }
        assert [p["id"] for p in entry["pieces"] if p["target"]] == [puzzle.board.target]
        assert [(w["row"], w["col"]) for w in entry["walls"]] == list(puzzle.board.walls)
        solution = rushhour.Solution.parse(parse(entry["board"]), entry["solution"])
        assert (solution.verify(), solution.cost) == ((), entry["optimum"])
        steps = reference.solve(board_of(puzzle.board), "step", "edge")
        assert steps is not None
        assert entry["steps"] == len(steps)


def test_the_list_of_pieces_is_a_format(small: Pack) -> None:
    (puzzle,) = pack(1, difficulty="8..12", seed=1)
    entry = puzzle.to_dict()
    assert parse(json.dumps(entry["pieces"]), "pieces") == puzzle.made.board


def test_the_command_writes_every_form(capsys: Capture, small: Pack, tmp_path: Path) -> None:
    assert run([*COMMAND, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(small.to_dict()))
    assert run(COMMAND) == 0
    assert list(parse_all(capsys.readouterr().out)) == [puzzle.made.board for puzzle in small]
    cards, page = tmp_path / "cards.pdf", tmp_path / "page.html"
    assert run([*COMMAND, "--cards", "-o", str(cards)]) == 0
    assert cards.read_bytes().startswith(b"%PDF")
    assert run([*COMMAND, "--html", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert all(f"{puzzle.order}. {puzzle.name}" in text for puzzle in small)
    assert small.html() == text


@pytest.mark.parametrize(
    "options", [["--count", "2"], ["--to", "matrix"], ["--json", "--html"], ["--slides", "9..8"]]
)
def test_bad_packs_make_nothing(options: list[str], capsys: Capture) -> None:
    assert run([*COMMAND, *options]) == 2
    assert capsys.readouterr().out == ""


def test_a_limit_keeps_the_puzzles_so_far(capsys: Capture) -> None:
    wanted = ["--difficulty", "8..300", "--max-boards", "1500", "--size", "4x4"]
    assert run(["generate", "--pack", "6", "--seed", "1", *wanted]) == 3
    out, err = capsys.readouterr()
    assert f"made {len(out.splitlines())} of 6; the limit on boards was reached first" in err
    assert "no puzzle was found that takes a person" in err


def test_ctrl_c_keeps_the_puzzles_so_far(tmp_path: Path) -> None:
    file = tmp_path / "pack.json"
    command = [sys.executable, "-m", "rushhour", "generate", "--pack", "1000", "--difficulty"]
    command += ["8..500", "--json", "-o", str(file)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_work(process)
    assert "interrupted" in interrupted(process)
    assert process.returncode == 130
    puzzles = json.loads(file.read_text())["puzzles"]
    assert len(puzzles) > 0
    assert [puzzle["order"] for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
