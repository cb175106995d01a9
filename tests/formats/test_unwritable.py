"""What a format cannot hold is refused when it is written, with what to do."""

import pytest

import rushhour
from rushhour import Exit, Move, Puzzle, Vehicle
from rushhour.errors import UnwritableError
from support.examples import bars

RELABEL = "; --relabel, or relabel() in Python, gives new labels"


def solved(text: str, move: str) -> Puzzle:
    return rushhour.parse(text).apply(Move.parse(move))


UNWRITABLE = [
    ("fogleman", "AA..", "the format fogleman can be read but not written"),
    ("json", solved("AA..", "A+2"), "vehicle A has left the board"),
    ("csc", "AAx......", "the format csc has no walls"),
    ("csc", "AA./...", "the format csc has square boards only"),
    ("ntnu", "AA..", "the format ntnu has boards of 6x6 cells only"),
    (
        "csc",
        Puzzle(2, 2, bars("1 h 0 0 2"), "1", Exit("left", 0)),
        "the format csc has no exit at the left",
    ),
    (
        "boardstring",
        Puzzle(2, 2, bars("A v 0 0 2"), "A", Exit("top", 0)),
        "the format boardstring has no exit at the top",
    ),
    (
        "table",
        Puzzle(2, 2, [Vehicle("A,B", "h", 0, 0, 2)], "A,B"),
        "the format table cannot hold the label 'A,B'" + RELABEL,
    ),
    (
        "csc",
        "AA..",
        "the format csc labels the target 1, not A" + RELABEL,
    ),
    (
        "boardstring",
        Puzzle(2, 2, bars("X h 0 0 2"), "X"),
        "the format boardstring labels the target A, not X" + RELABEL,
    ),
    (
        "itb",
        "AA..",
        "the format itb labels the target P, not A" + RELABEL,
    ),
    (
        "itb",
        Puzzle(2, 3, bars("P h 0 0 2"), "P", walls=[(1, 1)]),
        "the format itb has no walls",
    ),
    (
        "itb",
        Puzzle(2, 2, bars("P h 1 0 2, 1 h 0 0 2"), "P"),
        "the first row of this board could be taken for a number",
    ),
    (
        "carlist",
        Puzzle(3, 3, [*bars("0 h 0 0 2"), Vehicle("a b", "h", 1, 0, 2)], "0"),
        "the format carlist cannot hold the label 'a b'" + RELABEL,
    ),
    (
        "boardstring",
        Puzzle(3, 3, bars("A h 0 0 2, o h 1 0 2"), "A"),
        "the format boardstring cannot hold the label 'o', expected one character other than "
        '. o x / # { } [ ] " \\ , _ -; --relabel, or relabel() in Python, gives new labels',
    ),
    (
        "ntnu",
        Puzzle(6, 6, bars("0 h 0 0 2, B h 1 0 2"), "0"),
        "the format ntnu numbers the vehicles from 0 in their order" + RELABEL,
    ),
    (
        "blocks",
        Puzzle(6, 6, bars("T h 0 0 3"), "T"),
        "the format blocks has horizontal targets of 2 cells only",
    ),
    (
        "nyu",
        Puzzle(6, 6, bars("T v 0 0 3"), "T"),
        "the format nyu has horizontal targets only",
    ),
    (
        "uva",
        Puzzle(3, 3, bars("X h 0 0 2"), "X"),
        "the format uva has no size: a reader would take the smallest square, but the last row "
        "and column of this board are empty",
    ),
    (
        "uva",
        Puzzle(2, 2, [*bars("X h 0 0 2"), Vehicle("a,b", "h", 1, 0, 2)], "X"),
        "the format uva cannot hold a comma in a label" + RELABEL,
    ),
    (
        "grid",
        Puzzle(3, 3, bars("X h 0 0 2, A h 1 0 2"), "A"),
        "the format grid shows its target by the label * or X, or as the only one "
        "that people give a target" + RELABEL,
    ),
    (
        "grid",
        Puzzle(1, 3, bars("X h 0 0 2"), "X"),
        "a grid of this board could be taken for another format",
    ),
    (
        "carlist",
        Puzzle(6, 6, bars("0 h 0 0 2"), "0", title="Jam # 1"),
        "the format carlist cannot hold the title 'Jam # 1'",
    ),
]


UNWRITABLE += [
    (
        "carlist",
        Puzzle(6, 6, bars("B h 1 0 2, 0 h 0 0 2"), "0", title=title),
        f"the format carlist cannot hold the title {title!r}",
    )
    for title in [
        "",
        ".",
        " a",
        "a\nb",
        "6 6",
        "0,1,2,3",
        "1 2 3 4",
        "# a",
        "a\u2028b",
        "\ufeffa",
    ]
]


@pytest.mark.parametrize(("name", "puzzle", "message"), UNWRITABLE)
def test_what_a_format_cannot_hold(name: str, puzzle: Puzzle | str, message: str):
    puzzle = rushhour.parse(puzzle) if isinstance(puzzle, str) else puzzle
    with pytest.raises(UnwritableError) as caught:
        rushhour.write(puzzle, name)
    assert str(caught.value) == message
