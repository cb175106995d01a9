"""Pictures of solutions: every board in them is a board of the replay, and the last is solved."""

import itertools
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour import Move, Puzzle, Solution
from rushhour.errors import UnknownNameError
from rushhour.render.animation import schedule
from support.bridge import board_from, puzzle_of
from support.pictures import CELL, SVG, covered, labels, parts
from support.strategies import Drawing, drawings

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
HOSTILE = "</script><!--&\"'"


@st.composite
def solutions(draw: st.DrawFn) -> Solution:
    """Legal moves on any board; whether they end at the goal does not matter to a picture."""
    drawing: Drawing = draw(drawings(max_rows=6, max_cols=6, labels=labels))
    state = puzzle = puzzle_of(board_from(drawing))
    moves = []
    for pick in draw(st.lists(st.integers(0, 2**16), max_size=12)):
        options = list(state.legal_moves(goal="off"))
        if options:
            moves.append(options[pick % len(options)])
            state = state.apply(moves[-1])
    return Solution(puzzle, tuple(moves), "slide", "off")


def solution_of(name: str, **options: Any) -> Solution:
    found = rushhour.solve(rushhour.read(PUZZLES / f"{name}.txt"), **options).solution
    assert found is not None
    return found


def cells_of(groups: list[ET.Element]) -> list[set[tuple[int, int]]]:
    return [covered(group[0]) for group in groups]


def cells_in(puzzle: Puzzle) -> list[set[tuple[int, int]]]:
    return [set(vehicle.cells()) for vehicle in puzzle.vehicles]


def vehicles_in(panel: ET.Element) -> list[ET.Element]:
    return [part for part in panel if part.get("class") == "vehicle"]


@settings(deadline=None)
@given(solutions())
def test_a_strip_has_every_board(solution: Solution) -> None:
    panels = parts(solution.svg("strip"), "panel")
    slides = Solution(solution.puzzle, solution.runs(), "slide", "off")
    boards = list(slides.replay())
    assert len(panels) == len(boards)
    for panel, board in zip(panels, boards, strict=True):
        assert cells_of(vehicles_in(panel)) == cells_in(board)
    captions = [panel[-1].text for panel in panels]
    assert captions[0] == "start"
    numbers = [int((caption or "").split(".")[0]) for caption in captions[1:]]
    assert numbers == list(range(1, len(boards)))


def test_a_strip_is_wrapped_into_rows() -> None:
    root = ET.fromstring(solution_of("jam-40").svg("strip"))
    width, height = (float(root.get(key, "")) for key in ("width", "height"))
    assert width < 1100
    assert height > width
    places = [part.get("transform") for part in root.iter(f"{SVG}g") if part.get("transform")]
    assert len(set(places)) == 52


def test_the_ghost_stands_where_the_vehicle_was() -> None:
    solution = solution_of("jam-01")
    before = list(solution.replay())
    for number, panel in enumerate(parts(solution.svg(), "panel")[1:]):
        ghosts = [part for part in panel if part.get("class") == "ghost"]
        was = before[number].vehicle(solution.moves[number].vehicle)
        assert [covered(ghost) for ghost in ghosts] == [set(was.cells())]


@settings(deadline=None)
@given(solutions())
def test_arrows_lead_from_board_to_board(solution: Solution) -> None:
    svg = solution.svg("arrows")
    panels = parts(svg, "panel") or [ET.fromstring(svg)]
    numbers = [text.text for panel in panels for text in panel if text.get("class") == "count"]
    assert numbers == [str(number) for number in range(1, len(solution.runs()) + 1)]
    state, runs = solution.puzzle, iter(solution.runs())
    for panel in panels:
        assert cells_of(vehicles_in(panel)) == cells_in(state)
        moved = []
        for ends in shafts(panel):
            run = next(runs)
            check_arrow(state, run, *ends)
            moved.append(run)
        assert len({run.vehicle for run in moved}) == len(moved)
        for run in moved:
            state = state.apply(run)
    assert next(runs, None) is None


def shafts(panel: ET.Element) -> list[tuple[complex, complex]]:
    """The ends of each arrow: the start of its shaft, and the tip of its head."""
    starts = [part.get("d", "") for part in panel if part.get("class") == "shaft"]
    tips = [part.get("d", "") for part in panel if part.get("class") == "head"]
    return [(first_point(start), first_point(tip)) for start, tip in zip(starts, tips, strict=True)]


def first_point(path: str) -> complex:
    x, y = map(float, re.findall(r"-?[0-9.]+", path)[:2])
    return complex(x, y)


def check_arrow(state: Puzzle, run: Move, start: complex, end: complex) -> None:
    """From the cell that goes first to where it will be; the label is in the middle."""
    vehicle = state.vehicle(run.vehicle)
    front = -1 if run.cells > 0 else 0
    assert abs(start - middle([vehicle.cells()[front]])) < 1
    assert abs(end - middle([vehicle.moved(run.cells).cells()[front]])) < CELL / 3


def middle(cells: list[tuple[int, int]]) -> complex:
    rows, cols = zip(*cells, strict=True)
    return complex(sum(cols) / len(cols) + 0.5, sum(rows) / len(rows) + 0.5) * CELL


@settings(deadline=None)
@given(solutions())
def test_an_animation_goes_from_board_to_board(solution: Solution) -> None:
    root = ET.fromstring(solution.svg("animation"))
    groups = vehicles_in(root)
    assert cells_of(groups) == cells_in(solution.puzzle)
    moments = schedule(solution.runs())
    slides = Solution(solution.puzzle, solution.runs(), "slide", "off")
    seconds = moments[-1].end if moments else 1.0
    for time, board in zip([0.0, *(m.end for m in moments)], slides.replay(), strict=True):
        assert places(groups, solution.puzzle, time / seconds) == corners(board)


def places(groups: list[ET.Element], puzzle: Puzzle, part: float) -> list[tuple[float, float]]:
    """Row and column of each vehicle when so much of the time has gone, as SMIL defines it."""
    found = []
    for group, (row, col) in zip(groups, corners(puzzle), strict=True):
        motion = group.find(f"{SVG}animateTransform")
        right, down = (0.0, 0.0) if motion is None else position(motion, part)
        found.append((row + down / CELL, col + right / CELL))
    return found


def position(motion: ET.Element, part: float) -> tuple[float, float]:
    assert (motion.get("fill"), motion.get("calcMode")) == ("freeze", "spline")
    assert (motion.get("type"), motion.get("attributeName")) == ("translate", "transform")
    times = [float(time) for time in motion.get("keyTimes", "").split(";")]
    values = [tuple(map(float, value.split())) for value in motion.get("values", "").split(";")]
    splines = motion.get("keySplines", "").split(";")
    assert times[0] == 0
    assert times[-1] == 1
    assert times == sorted(set(times))
    assert len(times) == len(values) == len(splines) + 1
    index = min(range(len(times)), key=lambda at: (abs(times[at] - part) > 1e-5, -times[at]))
    if abs(times[index] - part) < 1e-5:
        return values[index][0], values[index][1]
    after = next(at for at, time in enumerate(times) if time > part)
    assert values[after - 1] == values[after], "moves while another does"
    return values[after][0], values[after][1]


def corners(puzzle: Puzzle) -> list[tuple[float, float]]:
    return [(vehicle.row, vehicle.col) for vehicle in puzzle.vehicles]


def test_an_animation_names_one_move_at_a_time() -> None:
    solution = solution_of("jam-01")
    texts = parts(solution.svg("animation"), "caption")
    spans = []
    for text in texts:
        shown = text.find(f"{SVG}set")
        assert shown is not None
        assert text.get("visibility") == "hidden"
        begin = float(shown.get("begin", "").removesuffix("s"))
        spans.append((begin, float((shown.get("dur") or "inf").removesuffix("s"))))
    assert len(texts) == 8
    for (begin, length), (later, _) in itertools.pairwise(spans):
        assert begin + length == pytest.approx(later, abs=0.02)
    assert spans[-1][1] == float("inf")


def test_a_player_has_the_moves_and_nothing_from_elsewhere() -> None:
    solution = solution_of("jam-40")
    page = solution.html()
    data = json.loads(page.split('type="application/json">')[1].split("</script>")[0])
    puzzle = solution.puzzle
    moves = tuple(
        Move(puzzle.vehicles[move["vehicle"]].label, move["right"] + move["down"])
        for move in data["moves"]
    )
    assert Solution(puzzle, moves).verify() == ()
    assert page.count("<li>") == 51
    assert set(re.findall(r"https?://[\w./-]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|img|iframe|object|embed)\b|@import|url\(", page)


def test_no_label_ends_the_script_of_a_player() -> None:
    puzzle = Puzzle(1, 6, [rushhour.Vehicle(HOSTILE, "h", 0, 0, 2)], HOSTILE, title=HOSTILE)
    page = Solution(puzzle, (Move(HOSTILE, 4),)).html()
    assert page.count("</script>") == 2
    assert "<!--" not in page
    data = json.loads(page.split('type="application/json">')[1].split("</script>")[0])
    assert data["moves"][0]["words"].endswith(" right 4")
    assert HOSTILE in data["moves"][0]["words"]


@pytest.mark.parametrize("form", ["strip", "arrows", "animation"])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_without_moves_there_is_the_board(form: Any, theme: Any) -> None:
    solution = Solution(rushhour.parse("....AA/......"), ())
    (group,) = parts(solution.svg(form, theme=theme), "vehicle")
    assert covered(group[0]) == {(0, 4), (0, 5)}
    assert "Already solved" in solution.html()


def test_steps_in_a_row_are_one_arrow() -> None:
    solution = solution_of("jam-01", metric="step")
    assert len(solution.moves) == 16
    assert len(parts(solution.svg("strip"), "panel")) == len(solution.runs()) + 1


@pytest.mark.parametrize("form", ["strip", "arrows", "animation"])
def test_the_same_solution_has_the_same_picture(form: Any) -> None:
    one, other = (solution_of("jam-03").svg(form) for _ in range(2))
    assert one == other
    assert solution_of("jam-03").html() == solution_of("jam-03").html()


def test_names_are_checked() -> None:
    solution = solution_of("jam-01")
    with pytest.raises(UnknownNameError, match="no form named 'stirp'; did you mean 'strip'"):
        solution.svg("stirp")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no theme named 'drak'; did you mean 'dark'"):
        solution.svg(theme="drak")  # type: ignore[arg-type]


def test_a_notebook_shows_the_player_in_a_frame() -> None:
    frame = ET.fromstring(solution_of("jam-01")._repr_html_())
    assert (frame.tag, frame.get("sandbox")) == ("iframe", "allow-scripts")
    assert (frame.get("srcdoc") or "").startswith("<!doctype html>")
    assert '"plays": false' in (frame.get("srcdoc") or "")


def test_a_large_board_with_a_long_solution() -> None:
    puzzle = Puzzle(32, 32, [rushhour.Vehicle("A", "h", 0, 0, 2)], "A")
    moves = tuple(Move("A", 1 if number % 2 else -1) for number in range(1, 201))
    svg = Solution(puzzle, moves).svg("strip")
    assert len(parts(svg, "panel")) == 201
