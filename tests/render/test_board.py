"""The picture of a board: well-formed, true to the cells, the same every time."""

import itertools
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from rushhour import Exit, Move, Puzzle, Vehicle, parse
from rushhour.render.colouring import colours
from rushhour.render.palette import FILLS, RED
from support.bridge import board_from, puzzle_of
from support.pictures import CELL, SVG, covered, labels, parts
from support.strategies import Drawing, drawings

SMALL = parse("..B.../AAB.../..CCx./......")


@settings(deadline=None)
@given(drawings(labels=labels))
def test_every_vehicle_covers_its_cells(drawing: Drawing) -> None:
    puzzle = puzzle_of(board_from(drawing))
    svg = puzzle.svg()
    groups, looks = parts(svg, "vehicle"), colours(puzzle)
    assert len(groups) == len(puzzle.vehicles)
    for group, vehicle in zip(groups, puzzle.vehicles, strict=True):
        shape = group.find(f"{SVG}rect")
        assert shape is not None
        assert covered(shape) == set(vehicle.cells())
        assert shape.get("fill") == looks[vehicle.label].fill
    assert {cell for wall in parts(svg, "wall") for cell in covered(wall)} == set(puzzle.walls)


@settings(deadline=None)
@given(drawings(labels=labels))
def test_everything_is_inside_the_picture(drawing: Drawing) -> None:
    root = ET.fromstring(puzzle_of(board_from(drawing)).svg())
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for x, y in points(root):
        assert left <= x <= left + width
        assert top <= y <= top + height


def points(root: ET.Element) -> Iterator[tuple[float, float]]:
    for shape in root.iter(f"{SVG}rect"):
        x, y, width, height = (float(shape.get(key, "")) for key in ("x", "y", "width", "height"))
        yield from ((x, y), (x + width, y + height))
    for line in root.iter(f"{SVG}polyline"):
        for point in line.get("points", "").split():
            x, y = point.split(",")
            yield float(x), float(y)


@pytest.mark.parametrize(
    ("side", "axis", "opening", "mark"),
    [
        ("right", "h", (3, 1), (1, 0)),
        ("left", "h", (-1, 1), (-1, 0)),
        ("top", "v", (1, -1), (0, -1)),
        ("bottom", "v", (1, 3), (0, 1)),
    ],
)
def test_the_exit_is_where_it_is(
    side: Any, axis: Any, opening: tuple[int, int], mark: tuple[int, int]
) -> None:
    svg = Puzzle(3, 3, [Vehicle("A", axis, 1, 1, 2)], "A", Exit(side, 1)).svg()
    gate, _ = parts(svg, "floor")
    x, y = (float(gate.get(key, "")) for key in ("x", "y"))
    assert (x // CELL, y // CELL) == opening
    (chevron,) = parts(svg, "exit")
    one, tip, other = (
        tuple(map(float, point.split(","))) for point in chevron.get("points", "").split()
    )
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    pointed = (tip[0] - middle[0], tip[1] - middle[1])
    assert tuple((part > 0) - (part < 0) for part in pointed) == mark


def test_the_target_is_red_and_ringed() -> None:
    rings = [len(group.findall(f"{SVG}rect")) for group in parts(SMALL.svg(), "vehicle")]
    fills = [group[0].get("fill") for group in parts(SMALL.svg(), "vehicle")]
    assert (rings[0], rings[1:]) == (2, [1, 1])
    assert fills[0] == RED
    assert set(fills[1:]) < set(FILLS)


def test_a_target_that_has_left_is_in_the_picture() -> None:
    puzzle = parse("AA..../......").apply(Move("A", 6))
    root = ET.fromstring(puzzle.svg())
    left, _, width, _ = map(float, root.get("viewBox", "").split())
    assert left + width >= 8 * CELL
    assert covered(parts(puzzle.svg(), "vehicle")[0][0]) == {(0, 6), (0, 7)}


def test_labels_keep_their_characters() -> None:
    label = "<b>&\"'"
    svg = Puzzle(1, 6, [Vehicle(label, "h", 0, 0, 6)], label, title="<i>").svg()
    (group,) = parts(svg, "vehicle")
    assert (group.get("data-label"), "".join(group.itertext())) == (label, label)
    title = ET.fromstring(svg).find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith("<i>: 1 by 6 cells")


@pytest.mark.parametrize("axis", ["h", "v"])
def test_long_labels_are_cut(axis: Any) -> None:
    label = "W" * 500
    size = (1, 4) if axis == "h" else (4, 1)
    exit_ = Exit("right" if axis == "h" else "bottom", 0)
    svg = Puzzle(*size, [Vehicle(label, axis, 0, 0, 2)], label, exit_).svg()
    (group,) = parts(svg, "vehicle")
    text = "".join(group.itertext())
    assert text.endswith("…")
    assert 10 < len(text) < 30
    assert (group.find(f"{SVG}text").get("transform") is None) == (axis == "h")  # type: ignore[union-attr]


def test_the_largest_board() -> None:
    vehicles = [Vehicle("T", "h", 0, 0, 2)]
    places = itertools.product(range(1, 32), range(0, 32, 2))
    vehicles += [
        Vehicle(f"{row}-{col}", "h", row, col, 2) for row, col in itertools.islice(places, 127)
    ]
    puzzle = Puzzle(32, 32, vehicles, "T", walls=[(31, col) for col in range(32)])
    svg = puzzle.svg()
    assert len(parts(svg, "vehicle")) == 128
    assert len(parts(svg, "wall")) == 32


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: Any) -> None:
    svg = SMALL.svg(theme=theme)
    assert ET.fromstring(svg).get("class") == f"rushhour {theme}"


def test_the_same_puzzle_has_the_same_picture() -> None:
    assert SMALL.svg() == parse("..B.../AAB.../..CCx./......").svg() == SMALL._repr_svg_()


def test_a_picture_can_be_saved(tmp_path: Any) -> None:
    SMALL.svg().save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == SMALL.svg()
