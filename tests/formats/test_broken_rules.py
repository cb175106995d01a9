"""The rules of a board: one that breaks several names them all, whatever it comes from."""

import pytest

import rushhour
from rushhour import Exit, InvalidBoardError, Puzzle, Scattered, Vehicle
from support.examples import bars

RULES: list[tuple[tuple, list[str]]] = [
    ((0, 33, [], "A"), ["expected 1 to 32 rows and columns, found 0 rows and 33 columns"]),
    (
        (-1, 10**30, [], "A"),
        [f"expected 1 to 32 rows and columns, found -1 rows and {2**63 - 1} columns"],
    ),
    (
        (32, 32, [Vehicle(str(n), "h", n // 8, 2 * (n % 8), 2) for n in range(129)], "0"),
        ["expected at most 128 vehicles, found 129"],
    ),
    (
        (6, 6, [*bars("A h 0 0 2"), Vehicle("", "h", 1, 0, 2)], "A"),
        ["vehicle number 2 has no label"],
    ),
    ((6, 6, bars("A h 0 0 2, B h 1 0 2, B h 2 0 2"), "A"), ["2 vehicles have the label B"]),
    (
        (6, 6, bars("A h 0 0 2, B h 1 0 1"), "A"),
        ["vehicle B is 1 cell long, expected at least 2"],
    ),
    (
        (6, 6, bars("A h 0 0 2, B h 1 0 -3"), "A"),
        ["vehicle B is -3 cells long, expected at least 2"],
    ),
    (
        (6, 6, [*bars("A h 0 0 2"), Scattered("B", ((1, 0), (1, 1), (2, 1)))], "A"),
        ["the cells of vehicle B do not lie in one line"],
    ),
    (
        (6, 6, [*bars("A h 0 0 2"), Scattered("B", ((1, 0), (1, 1), (3, 0)))], "A"),
        ["the cells of vehicle B do not lie in one line"],
    ),
    (
        (6, 6, [*bars("A h 0 0 2"), Scattered("B", ((1, 0), (1, 1), (1, 3)))], "A"),
        ["vehicle B has a gap at row 2, column 3"],
    ),
    ((6, 6, bars("A h 0 5 2"), "A"), ["vehicle A leaves the board at row 1, column 7"]),
    ((6, 6, bars("A v -1 5 2"), "A"), ["vehicle A leaves the board at row 0, column 6"]),
    (
        (6, 6, [Vehicle("A", "h", 0, 4, 10**9)], "A"),
        ["vehicle A leaves the board at row 1, column 7"],
    ),
    (
        (6, 6, [Vehicle("A", "h", 0, 4, 10**30)], "A"),
        ["vehicle A leaves the board at row 1, column 7"],
    ),
    (
        (6, 6, bars("A h 1 0 3, B v 0 2 2"), "A"),
        ["vehicles A and B overlap at row 2, column 3"],
    ),
    (
        (6, 6, bars("A h 1 0 3"), "A", None, [(6, 0)]),
        ["a wall lies outside the board at row 7, column 1"],
    ),
    (
        (6, 6, bars("A h 1 0 3"), "A", None, [(1, 2)]),
        ["vehicle A stands on the wall at row 2, column 3"],
    ),
    ((6, 6, bars("A h 1 0 3"), "a"), ["no vehicle has the target's label a"]),
    (
        (6, 6, bars("A h 1 0 3"), "A", Exit("right", 6)),
        [
            "the exit is in row 7, outside the board",
            "target A is in row 2, but the exit is in row 7",
        ],
    ),
    (
        (6, 6, bars("A h 1 0 3"), "A", Exit("top", 1)),
        ["target A moves along its row and cannot leave at the top"],
    ),
    (
        (6, 6, bars("A v 1 0 3"), "A", Exit("bottom", 1)),
        ["target A is in column 1, but the exit is in column 2"],
    ),
    (
        (6, 6, bars("B h 1 0 3, B h 1 2 2, C v 5 5 2, D h 3 3 1"), "A", Exit("left", 7), [(5, 5)]),
        [
            "2 vehicles have the label B",
            "vehicles B and B overlap at row 2, column 3",
            "vehicle C leaves the board at row 7, column 6",
            "vehicle D is 1 cell long, expected at least 2",
            "vehicle C stands on the wall at row 6, column 6",
            "the exit is in row 8, outside the board",
            "no vehicle has the target's label A",
        ],
    ),
]


@pytest.mark.parametrize(("arguments", "reasons"), RULES)
def test_a_board_that_breaks_rules_names_them_all(arguments: tuple, reasons: list[str]):
    with pytest.raises(InvalidBoardError) as caught:
        Puzzle(*arguments)
    assert caught.value.reasons == reasons
    assert str(caught.value) == "invalid board: " + "; ".join(reasons)


@pytest.mark.parametrize(
    ("name", "text", "reasons"),
    [
        ("boardstring", "AAx./BCBC/..C.", 2),
        ("grid", "XX.B\nCC.C\n.D..", 4),  # two pieces of one cell are another game, too
        ("csc", "6\n2\n1 h 2 6 3\n1 v 1 1 1", 3),
        ("ntnu", "0,5,2,2\n1,5,2,2", 2),
        ("itb", "2 3\n1\n  K\nPPB\n..B", 1),
        ("blocks", '[["", 1, V, (0, 0)]], (2, 6)', 3),
    ],
)
def test_the_rules_hold_in_every_format(name: str, text: str, reasons: int):
    with pytest.raises(InvalidBoardError) as caught:
        rushhour.parse(text, name)
    assert len(caught.value.reasons) == reasons, caught.value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("boardstring", "..B.AAB.....A..."),
        (None, "..B.AAB.....A..."),
        ("boardstring", "..B.AAB....A...A"),
        ("boardstring", "..B./AAB./..../A..."),
        ("grid", "..B.\nAAB.\n....\nA..."),
        ("itb", "4 4\n1\n..B. \nPPB.K\n....\nP..."),
    ],
)
def test_cells_whose_ends_lie_in_line_are_no_vehicle_if_those_between_do_not(
    name: str | None, text: str
):
    with pytest.raises(InvalidBoardError, match="do not lie in one line"):
        rushhour.parse(text, name)
