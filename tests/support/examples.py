"""An example of every format and what it says, written by hand."""

from dataclasses import replace

from rushhour import Exit, Setup, Vehicle


def bars(text: str) -> tuple[Vehicle, ...]:
    """Vehicles from lines of label, axis, row, col, length, parted by commas."""
    rows = (part.split() for part in text.split(","))
    return tuple(Vehicle(row[0], row[1], *map(int, row[2:])) for row in rows)  # type: ignore[arg-type]


HARDEST = Setup(
    6,
    6,
    bars(
        "A h 2 1 2, B h 0 1 2, D h 1 4 2, E h 3 3 2, F h 4 0 2, G h 5 0 2, H h 5 2 3, "
        "I v 0 0 2, J v 2 0 2, K v 3 2 2, L v 1 3 2, M v 3 5 3"
    ),
    "A",
    walls=((0, 3),),
)
PICTURE = "IBBxoo/IooLDD/JAALoo/JoKEEM/FFKooM/GGHHHM"

CAR_LIST = """\
6
0 1 2 h 2
1 2 0 v 2
2 4 0 h 2
3 3 1 v 3
4 4 1 v 2
5 4 3 h 2
"""
CAR_LIST_SETUP = Setup(
    6, 6, bars("0 h 2 1 2, 1 v 0 2 2, 2 h 0 4 2, 3 v 1 3 3, 4 v 1 4 2, 5 h 3 4 2"), "0"
)

SOLVER = """\
board = make_init_state(
\t\t[["B1", 2, V, (0, 0)],
         ["B2", 2, H, (0, 1)],
         ["B3", 3, V, (1, 2)],
         ["B4", 3, H, (5, 0)],
         ["B5", 3, V, (0, 5)],
         ["B6", 3, H, (3, 3)],
         ["B7", 2, V, (4, 4)]
         ], (2, 0))
"""
SOLVER_SETUP = Setup(
    6,
    6,
    bars(
        "B1 v 0 0 2, B2 h 0 1 2, B3 v 1 2 3, B4 h 5 0 3, B5 v 0 5 3, B6 h 3 3 3, B7 v 4 4 2, "
        "T h 2 0 2"
    ),
    "T",
)

# Each named after its format; read on its own it is recognised.
EXAMPLES: dict[str, tuple[str, list[Setup]]] = {
    "boardstring": (PICTURE.replace("/", "") + "\n", [HARDEST]),
    "fogleman": (
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n01 AAo/ooo/ooo 2\n",
        [HARDEST, Setup(3, 3, bars("A h 0 0 2"), "A")],
    ),
    "levels": (
        "1. IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\nLevel 2: AAo/ooo/ooo 1\n",
        [replace(HARDEST, title="1"), Setup(3, 3, bars("A h 0 0 2"), "A", title="Level 2")],
    ),
    "link": (
        "https://www.michaelfogleman.com/rush/#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM/60\n"
        "localhost/#aCCxa..A00.A...A\n",
        [
            HARDEST,
            Setup(4, 4, bars("0 h 2 0 2, A v 1 3 3, C h 0 1 2, a v 0 0 2"), "0", walls=((0, 3),)),
        ],
    ),
    "carlist": (CAR_LIST, [CAR_LIST_SETUP]),
    "csc": (
        "6\n3\n1 h 2 2 3\n2 v 3 1 2\n3 h 2 1 1\n",
        [Setup(6, 6, bars("1 h 2 1 2, 2 v 1 0 3, 3 h 0 0 2"), "1")],
    ),
    "matrix": (
        "2  2 0 0\n1  1 0 0\n10 0 0 3\n10 0 0 3\n10 0 0 0\n",
        [Setup(5, 4, bars("1 h 1 0 2, 2 h 0 0 2, 3 v 2 3 2, 10 v 2 0 3"), "1")],
    ),
    "ntnu": (
        "0,2,2,2\n0,0,4,3\n1,4,0,3\n",
        [Setup(6, 6, bars("0 h 2 2 2, 1 h 4 0 3, 2 v 0 4 3"), "0")],
    ),
    "strings": (
        'rushhour(0, ["--B---",\n "--B---", "XXB---",\n "--AA--", "------",\n "------"])\n',
        [Setup(6, 6, bars("X h 2 0 2, A h 3 2 2, B v 0 2 3"), "X")],
    ),
    "code": (
        "int board[3][4] = {\n  {0, 0, 2, 0},\n  {1, 1, 2, 0},\n  {0, 0, 0, 0}};\n",
        [Setup(3, 4, bars("1 h 1 0 2, 2 v 0 2 2"), "1")],
    ),
    "blocks": (SOLVER, [SOLVER_SETUP]),
    "uva": (
        "car,orientation,col,row,length\nA,H,2,1,2\nB,v,5,2,3\nX,H,1,3,2\n",
        [Setup(5, 5, bars("A h 0 1 2, B v 1 4 3, X h 2 0 2"), "X")],
    ),
    "itb": (
        "3 4\n2\n  K\nBBP.\nCCP.\n....\n",
        [Setup(3, 4, bars("P v 0 2 2, B h 0 0 2, C h 1 0 2"), "P", Exit("top", 2))],
    ),
    "grid": (
        ". . B C .\n. . B C .\nX X B . .\nx . . . D\n. . . . D\n",
        [Setup(5, 5, bars("X h 2 0 2, B v 0 2 3, C v 0 3 2, D v 3 4 2"), "X", walls=((3, 0),))],
    ),
    "frame": (
        "a title\n +----------+\n | .  B1 . |\n | .  B1 . |\n<| XX XX . |\n"
        " | #  .  . |\n +----------+\nMove car # XX\n",
        [Setup(4, 3, bars("XX h 2 0 2, B1 v 0 1 2"), "XX", Exit("left", 2), walls=((3, 0),))],
    ),
    "pddl": (
        "(define (problem two) (:domain d) (:objects p1 p2 p3 - pos red b - car)\n"
        "(:init (horizontal red) (row red p2) (col red p1) (length red 2)\n"
        "(vertical b) (row b p1) (col b p3) (length b 2) (next p1 p2) (next p2 p3))\n"
        "(:goal (col red p2)))\n",
        [Setup(3, 3, bars("red h 1 0 2, b v 0 2 2"), "red", Exit("right", 1), title="two")],
    ),
    "cells": (
        "X: (2,0) (2,1)\nB: (0,2) (1,2) (2,2)\n",
        [Setup(6, 6, bars("X h 2 0 2, B v 0 2 3"), "X")],
    ),
    "nyu": (
        '{"cars": [{"player": false, "position": 17, "length": 2, "id": "0",\n'
        ' "orientation": "vertical"},\n{"player": true, "position": 12, "length": 2, "id": "r",\n'
        ' "orientation": "horizontal"}], "id": "prb1"}\n',
        [Setup(6, 6, bars("0 v 2 5 2, r h 2 0 2"), "r", title="prb1")],
    ),
    "pieces": (
        '[{"row": 0, "col": 2, "length": 3, "isHorizontal": false},\n'
        ' {"row": 2, "col": 0, "length": 2, "isHorizontal": true, "isTarget": true},\n'
        ' {"row": 5, "col": 3, "length": 3, "isHorizontal": true, "isTarget": false}]\n',
        [Setup(6, 6, bars("B v 0 2 3, A h 2 0 2, C h 5 3 3"), "A")],
    ),
    "table": (
        "length;dir;column;row;id\n2;H;1;2;X\n3;V;4;0;B\n1;-;5;5;#\n",
        [Setup(6, 6, bars("X h 2 1 2, B v 0 4 3"), "X", walls=((5, 5),))],
    ),
    "vehicles": (
        '{"levels": [{"nrow": 5, "ncol": 6, "exit": "l", "walls": [[4, 0]], "name": "first",\n'
        ' "cars": [{"id": "B", "x": 2, "y": 0, "len": 3, "vertical": true},\n'
        '  {"id": "R", "x": 3, "y": 2, "len": 2, "vertical": false, "isTarget": true}]},\n'
        ' {"blocks": [{"position": [2, 0], "size": 2, "dir": "H", "color": "red"},\n'
        '  {"position": [0, 4], "size": 3, "dir": "V", "color": "blue"}]}]}\n',
        [
            Setup(
                5,
                6,
                bars("B v 0 2 3, R h 2 3 2"),
                "R",
                Exit("left", 2),
                walls=((4, 0),),
                title="first",
            ),
            Setup(6, 6, bars("A h 2 0 2, B v 0 4 3"), "A"),
        ],
    ),
    "json": (
        '{"rows": 3, "cols": 4, "exit": {"side": "left", "line": 1}, "walls": [[0, 3]],\n'
        ' "target": "car", "title": "Jam #1",\n'
        ' "vehicles": [{"label": "car", "axis": "h", "row": 1, "col": 2, "length": 2}]}\n',
        [Setup(3, 4, bars("car h 1 2 2"), "car", Exit("left", 1), walls=((0, 3),), title="Jam #1")],
    ),
}

LINE = '{"rows": 2, "cols": 2, "target": "A", "vehicles": [%s]}'
CAR = '{"label": "A", "axis": "h", "row": 0, "col": 0, "length": 2}'
PUZZLE = LINE % CAR
