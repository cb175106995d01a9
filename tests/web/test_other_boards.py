"""The boards of the page in other colours: read from its style, and measured for every vision."""

import itertools
import re

import pytest

from rushhour.render.palette import SIMILAR, colour, contrast
from rushhour.web.page import contents
from support.colours import VISIONS, difference, lab

STYLE = contents()["boards.css"].decode()
BOARDS = dict(re.findall(r':root\[data-board="(\w+)"\] \{(.*?)\n\}', STYLE, re.DOTALL))
NUMBERS = range(len(SIMILAR))
RED = NUMBERS[-1]


def values(board: str, name: str) -> list[str]:
    """The values of a variable in light and dark colours; none if the board has none."""
    found = re.search(rf"--board-{name}: (?:light-dark\((#\w+), (#\w+)\)|(\S+));", BOARDS[board])
    return [] if found is None else [each for each in found.groups() if each]


def fills(board: str) -> list[str]:
    return [(values(board, f"fill-{number}") or [colour(number).fill])[0] for number in NUMBERS]


def test_the_boards_are_those_that_can_be_chosen() -> None:
    page = contents()["index.html"].decode()
    assert {"plain", *BOARDS} == set(re.findall(r'name="board" value="(\w+)"', page))


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("board", BOARDS)
def test_colours_of_neighbours_stay_apart(board: str, vision: str) -> None:
    shades = [lab(fill, vision) for fill in fills(board)]
    for one, other in itertools.combinations(NUMBERS, 2):
        far = difference(shades[one], shades[other])
        assert far > (12 if other == RED else 9), (one, other)
        if other not in SIMILAR[one] and vision == "normal":
            assert far > 20, (one, other)


@pytest.mark.parametrize("board", BOARDS)
def test_labels_can_be_read(board: str) -> None:
    least = 7 if board == "contrast" else 4.5
    for number, fill in enumerate(fills(board)):
        (ink,) = values(board, f"ink-{number}") or [colour(number).ink]
        assert contrast(fill, ink) >= least, number


@pytest.mark.parametrize("board", BOARDS)
def test_the_board_and_its_vehicles_have_contrast(board: str) -> None:
    names = ("floor", "frame", "text", "edge")
    colours = {name: values(board, name) for name in names}
    (part,) = values(board, "edge-opacity")
    for scheme in range(len(colours["floor"])):
        floor, frame, text, edge = (colours[name][scheme] for name in names)
        assert contrast(text, floor) >= 7
        assert contrast(frame, floor) >= 3
        for fill in fills(board):
            line = mixed(edge, fill, float(part))
            assert max(contrast(fill, floor), contrast(line, floor)) >= 3, fill


def mixed(one: str, other: str, part: float) -> str:
    """So much of one colour over another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(part * a + (1 - part) * b):02x}" for a, b in pairs)
