# ruff: noqa: E501, RUF001, UP031 (messages in one line each, as they are shown)
"""What is wrong with a text is said in words that are fixed here, with its line and its column.

And however hostile a text is, it is refused soon and by a RushHourError.
"""

import gzip
import re
from io import BytesIO, StringIO
from pathlib import Path

import pytest

import rushhour
from commands import result
from examples import CAR, EXAMPLES, LINE, PUZZLE, bars
from rushhour import (
    Exit,
    InvalidBoardError,
    Move,
    ParseError,
    Puzzle,
    RushHourError,
    Scattered,
    UnknownNameError,
    UnwritableError,
    Vehicle,
)
from rushhour.formats import FORMATS, attempts
from rushhour.formats.lines import MAX_CHARACTERS, MAX_LINES
from rushhour.model.notation import read_moves

NAMES = ", ".join(entry.name for entry in FORMATS)
CARD = '{"player": true, "position": 12, "length": 2, "id": "r", "orientation": "horizontal"}'
HEADER = "car,orientation,col,row,length\n"

NO_SIZES = [
    *("8.0", "6,6", "size 8", "Size: 8", "rows=8 cols=8", "8 rows", "\uff18", "\u00b2", "8;"),
    *("8 9", "9x8", "six", "Level 5", "Puzzle 3 (8x8)", "8x"),
]
SIZE = "expected the size of the board, such as 6, found %s; a title is a line above the size"
NOTED = (
    "expected the size %d in a line of its own, found it in a comment; "
    "without such a line the board is 6x6"
)
BELOW = (
    "expected a vehicle id x y h|v length below the size %s, found %s; "
    "a title above the size has a letter"
)
GAP = "expected %s without a blank line between them, found one above this; a file holds one puzzle"

# text, line, column, message; a message that ends in ... goes on in the words of Python
TABLE: dict[str | None, list[tuple[str, int | None, int | None, str]]] = {
    None: [
        ("", None, None, "expected a puzzle, found an empty text"),
        ("\n # only a comment\n", None, None, "expected a puzzle, found an empty text"),
        ("####\n#AA#\n####", None, None, "expected a puzzle, found comments alone; walls are x"),
        (
            "6 6\n6\nB 0 0 h 2\n",
            1,
            None,
            "expected one possible format, found carlist and itb; name it: format='carlist' in Python, --format carlist on the command line",
        ),
        (
            '{"cars": [], "rows": 3}',
            1,
            None,
            "expected one possible format, found nyu and json; name it: format='nyu' in Python, --format nyu on the command line",
        ),
        ("\0", 1, 1, "expected text, found a NUL character"),
        ("..\n.\0", 2, 2, "expected text, found a NUL character"),
        ("AA.\ud800", 1, 4, "expected text, found the lone surrogate '\\ud800'"),
    ],
    "boardstring": [
        ("AA.", 1, 1, "expected a square number of cells, or rows parted by /, found 3 cells"),
        (
            "# a\n  AA.",
            2,
            3,
            "expected a square number of cells, or rows parted by /, found 3 cells",
        ),
        ("AA.. 4", 1, 6, "expected one board in a line, found 2 words"),
        ("AA../..B", 1, 6, "expected 4 cells in row 2, found 3: '..B'"),
        (" AA.B/...B/..B", 1, 12, "expected 4 cells in row 3, found 3: '..B'"),
    ],
    "fogleman": [
        ("5 AA..", 1, 1, "expected moves, board and cluster size, found 2 words"),
        ("x AA.. 7", 1, 1, "expected the number of moves, found 'x'"),
        ("5 AA.. 7.5", 1, 8, "expected the size of the cluster, found '7.5'"),
        ("5 AA. 7", 1, 3, "expected a square number of cells, or rows parted by /, found 3 cells"),
        ("5 AA./.. 7", 1, 7, "expected 3 cells in row 2, found 2: '..'"),
    ],
    "carlist": [
        ("6", 1, None, "expected id x y h|v length, found the end of the puzzle"),
        ("Jam\n6\n.", 2, None, "expected id x y h|v length, found the end of the puzzle"),
        ("Jam", 1, 1, SIZE % "'Jam'"),
        *((f"{line}\n0 1 2 h 2\n1 0 0 v 2", 1, 1, SIZE % f"{line!r}") for line in NO_SIZES),
        ("1000000000\n0 1 2 h 2", 1, 1, SIZE % "a number of 10 digits"),
        ("Jam-1\nsize 8\n0 1 2 h 2", 1, 1, SIZE % "'Jam-1'"),
        ("Jam-1\n8 9\n0 1 2 h 2", 1, 1, SIZE % "'Jam-1'"),
        ("6\n8\n0 1 2 h 2", 2, 1, BELOW % (6, "'8'")),
        ("8\n8\n0 1 2 h 2", 2, 1, BELOW % (8, "'8'")),
        ("6x6\n3\n0 1 2 h 2", 2, 1, BELOW % (6, "'3'")),
        ("# size 8\n0 1 2 h 2", 2, None, NOTED % 8),
        ("\n#size: 8\n# by hand\n\n0 1 2 h 2", 5, None, NOTED % 8),
        ("8\n0 1 2 h 2\n.\n# level 2, 10 x 10\n0 1 2 h 2", 5, None, NOTED % 10),
        ("12\n6\n1 2 h 2\n.\n", 2, 1, BELOW % (12, "'6'")),
        ("Jam\n8\n3\n0 1 2 h 2", 3, 1, BELOW % (8, "'3'")),
        (
            "8.0\n3\n0 1 2 h 2",
            1,
            1,
            "expected the size alone or a title with a letter above it, found '8.0'",
        ),
        *(
            (
                f"{title}\n3\n0 1 2 h 2",
                1,
                1,
                f"expected a title that agrees with the size 3 below it, found {title!r}",
            )
            for title in ("size 8", "Size: 8", "rows=8 cols=8", "8 rows", "A (8x8)", "cols = 8")
        ),
        *(
            (
                f"1 2 h 2\n0 1 v 3\n\n{more}0 3 h 2\n5 0 v 2",
                4,
                None,
                "expected vehicles without a blank line between them, found one above this; "
                "a line . ends a puzzle",
            )
            for more in ("", "6\n")
        ),
        ("0 1 2 h", 1, 5, "expected h or v, found '2'"),
        ("0 1 2 d 2", 1, 7, "expected h or v, found 'd'"),
        ("0 1 2 h 2 7", 1, 11, "expected id x y h|v length, found 6 words"),
        ("0 1 y h 2", 1, 5, "expected y, the row, found 'y'"),
        ("0 x 2 h 2", 1, 3, "expected x, the column, found 'x'"),
        ("0 1 2 h 1234567890", 1, 9, "expected the length, found a number of 10 digits"),
        ("6\n0 1 2", 2, 6, "expected id x y h|v length, found 3 words"),
        ("6\n0", 2, 1, BELOW % (6, "'0'")),
        ("6\n1 2 h 2\n1 2 h two", 3, 7, "expected the length, found 'two'"),
        ("0 ١ 2 h 2", 1, 3, "expected x, the column, found '١'"),
        ("0 1 2 h 2\n3 0 v 2", 2, 8, "expected id x y h|v length, found 4 words"),
        ("1 2 h 2\n1 3 0 v 2", 2, 9, "expected x y h|v length, found 5 words"),
    ],
    "csc": [
        ("six", 1, 1, "expected the size of the board, found 'six'"),
        ("6 6", 1, 3, "expected the size of the board, found 2 words"),
        ("6", 1, None, "expected the number of vehicles, found the end of the text"),
        ("6\nh", 2, 1, "expected the number of vehicles, found 'h'"),
        ("6\n1 2\n1 h 2 2 3", 2, 3, "expected the number of vehicles, found 2 words"),
        ("6\n2\n1 h 2 2 3", 2, 1, "expected 2 vehicles, found 1"),
        ("6\n1\n1 h 2 2", 3, 8, "expected label h|v length x y, found 4 words"),
        ("6\n1\n1 x 2 2 3", 3, 3, "expected h or v, found 'x'"),
        ("6\n1\n1 h 2 2 c", 3, 9, "expected y, the row, found 'c'"),
        ("6\n1\n1 h 2 b 3", 3, 7, "expected x, the column, found 'b'"),
        ("6\n1\n1 h a 2 3", 3, 5, "expected the length, found 'a'"),
    ],
    "matrix": [
        ("2 2 0\n1 1 x", 2, 5, "expected the number of a vehicle or 0, found 'x'"),
        ("2 2 0\n1 1 -1", 2, 5, "expected the number of a vehicle or 0, found '-1'"),
        ("2 2 0\n1 1 1.0", 2, 5, "expected the number of a vehicle or 0, found '1.0'"),
        ("2 2 0\n1 1", 2, 1, "expected 3 cells in row 2, found 2: '1 1'"),
        ("[[2, 2, 0], [1, 1]]", 1, 1, "expected 3 cells in row 2, found 2: '1 1'"),
        ("[[]]", 1, None, "expected rows of numbers, found none"),
        ("1 1 0\n0 0 0\n\n0 0 0", 4, None, GAP % "rows"),
    ],
    "ntnu": [
        ("0,2,2,2\n1,0,0,2\n\n1,5,0,2", 4, None, GAP % "vehicles"),
        (
            "0,2,2,2\n2,0,4,3",
            2,
            1,
            "expected orientation,x,y,length with the orientation 0 or 1, found '2,0,4,3'",
        ),
        (
            "0,2,2",
            1,
            1,
            "expected orientation,x,y,length with the orientation 0 or 1, found '0,2,2'",
        ),
        (
            "0,2,2,٣",
            1,
            1,
            "expected orientation,x,y,length with the orientation 0 or 1, found '0,2,2,٣'",
        ),
        (
            "1" + "0" * 5000,
            1,
            1,
            "expected orientation,x,y,length with the orientation 0 or 1, found a number of 5001 digits",
        ),
    ],
    "uva": [
        (
            "X,H,1,3,2",
            1,
            1,
            "expected the header car,orientation,col,row,length, found 'X,H,1,3,2'",
        ),
        (
            "car,orientation,col,row,length\n",
            1,
            None,
            "expected a vehicle, found the end of the text",
        ),
        (
            "car,orientation,col,row,length\nX,H,1,3",
            2,
            1,
            "expected 5 fields between commas, found 4",
        ),
        (
            "car,orientation,col,row,length\n,H,1,3,2",
            2,
            1,
            "expected a label, found an empty field",
        ),
        ("car,orientation,col,row,length\nX,D,1,3,2", 2, 3, "expected H or V, found 'D'"),
        ("car,orientation,col,row,length\nX,H,a,3,2", 2, 5, "expected the column, found 'a'"),
        (
            "car,orientation,col,row,length\nX,H,1,,2",
            2,
            7,
            "expected the row, found an empty field",
        ),
        ("car,orientation,col,row,length\nX,H,1,3,1e1", 2, 9, "expected the length, found '1e1'"),
    ],
    "blocks": [
        ('[["B1", 2, V, (0, 0)]', 1, 1, "expected a Python literal, found an error in it: ..."),
        (
            '\n\n [["B1", 2, V, (0 0)]], (2, 0)',
            3,
            16,
            "expected a Python literal, found an error in it: ...",
        ),
        ("1\n2", None, None, "expected one Python literal, found 2 statements"),
        ("", None, None, "expected a puzzle, found an empty text"),
        ("import os", None, None, "expected one Python literal, found a statement"),
        ("[]", 1, 1, "expected a list of blocks and the target's cell, found []"),
        (
            "f([])",
            1,
            1,
            "expected two arguments: a list of blocks and the target's cell, found f([])",
        ),
        ("4, (2, 0)", 1, 1, "expected a list of blocks, found 4"),
        ('\n[["B1", 2, V]], (2, 0)', 2, 2, 'expected ["B1", 2, V, (0, 0)], found ["B1", 2, V]'),
        ('[["B1", 2, D, (0, 0)]], (2, 0)', 1, 12, "expected H or V, found D"),
        ('[["é", 2, D, (0, 0)]], (2, 0)', 1, 11, "expected H or V, found D"),
        ("[[B1, 2, V, (0, 0)]], (2, 0)", 1, 3, "expected a name in quotes, found B1"),
        ('[["\\ud800", 2, V, (0, 0)]], (2, 0)', 1, 3, 'expected a name in quotes, found "\\ud800"'),
        ('[["B1", 2.0, V, (0, 0)]], (2, 0)', 1, 9, "expected an integer, found 2.0"),
        ('[["B1", ~2, V, (0, 0)]], (2, 0)', 1, 9, "expected an integer, found ~2"),
        ('[["B1", 2, V, (0, 0, 0)]], (2, 0)', 1, 15, "expected (row, column), found (0, 0, 0)"),
        ("[], 2", 1, 5, "expected (row, column), found 2"),
        ("[], (2, -True)", 1, 9, "expected an integer, found -True"),
    ],
    "itb": [
        (
            "6 6\n1\n",
            2,
            None,
            "expected rows and columns, the number of pieces and a picture, found the end of the text",
        ),
        ("six 6\n1\nPPK", 1, 1, "expected the number of rows, found 'six'"),
        ("6\n1\nPPK", 1, 2, "expected the number of columns, found the end of the line"),
        ("6 6\none\nPPK", 2, 1, "expected the number of pieces, found 'one'"),
        ("2 2\n0\nPP", 3, None, "expected an exit K outside the picture, found none"),
        ("2 2\n0\nPPK\nKK", 4, 1, "expected one exit K, found 3"),
        ("2 2\n0\nK", 3, 1, "expected the exit K next to a picture, found it alone"),
        (
            "2 2\n0\n  K\nPP",
            3,
            3,
            "expected the exit K above or below a column of the picture, found it farther out",
        ),
        ("2 2\n0\nPPK\n..\n\n..", 6, None, GAP % "rows"),
        ("6 a\n0\nPPK\n..", 1, 3, "expected the number of columns, found 'a'"),
        ("2x2\n0\nPPK\n..", 1, 1, "expected the number of rows, found '2x2'"),
        ("2 2\n0\nPP\nK\n..", 4, 1, "expected the exit K outside the picture, found it inside"),
        ("2 2\n0\nPP K\n..", 3, 4, "expected the exit K next to the picture, found it elsewhere"),
        ("2 2\n0\nPPK\n...", 4, 1, "expected 2 cells in row 2, found 3: '...'"),
        ("2 2\n0\nPPK\n ..", 4, 2, "expected row 2 to begin in column 1, found 2"),
        ("2 3\n0\nPKP\n...", 3, 2, "expected the exit K next to the picture, found it elsewhere"),
    ],
    "grid": [
        ("XX.\n...\n\n...", 4, None, GAP % "rows"),
        ("XX.\n....", 2, 1, "expected 3 cells in row 2, found 4: '....'"),
        (
            "XX.\n.. .",
            2,
            1,
            "expected cells in one word, or with blanks between all of them, found '.. .'",
        ),
        (
            "XX.\n.#.\n...",
            2,
            2,
            "expected x for walls and a blank behind the # of a comment, found '.#.'",
        ),
        (
            "XX.\n#..\n...",
            2,
            1,
            "expected x for walls and a blank behind the # of a comment, found '#..'",
        ),
        (
            "###\nXX.\n...",
            1,
            1,
            "expected x for walls and a blank behind the # of a comment, found '###'",
        ),
        ("XX.\n..o", 2, 3, "expected one mark for empty cells, found both . and o"),
        (
            "AA.R\n...R",
            None,
            None,
            "expected one possible target, found A and R; name it: --target A or --target R on the command line, parse(text, target='A') in Python",
        ),
        (
            "\n".join(f"{2 * letter}." for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"),
            None,
            None,
            "expected one possible target, found X, A and R; name it: --target X or --target A or --target R on the command line, parse(text, target='X') in Python",
        ),
        (
            "TT..\n....",
            None,
            None,
            "expected a target labelled X, A, R, P or *, found none; name it: --target T on the command line, parse(text, target='T') in Python",
        ),
    ],
    "frame": [
        (
            " +-----+\n | A A |>\n",
            1,
            None,
            "expected the lower edge of a frame, found none",
        ),
        (" +-----+\n +-----+\n", 1, None, "expected rows of cells in the frame, found none"),
        (" +-----+\n | A A |\n +-----+\n", 1, None, "expected one arrow at the frame, found none"),
        (" +-----+\n<| A A |>\n +-----+\n", 1, None, "expected one arrow at the frame, found 2"),
        (
            " +-----+\n | A A |>\n | . |\n +-----+\n",
            3,
            None,
            "expected 2 cells in row 2, found 1: '.'",
        ),
        (
            " +-----+\n | A A |>\n . .\n +-----+\n",
            3,
            None,
            "expected cells between | and |, found ' . .'",
        ),
        (
            "  ^\n +-----+\n | A . |\n | A . |\n +-----+\n",
            1,
            None,
            "expected the arrow over a column of the frame, found it elsewhere",
        ),
        (
            " +---------+\n | B B C C |>\n +---------+\n",
            1,
            None,
            "expected one possible target, found B and C; name it: --target B or --target C on the command line, parse(text, target='B') in Python",
        ),
        (
            " +-----+\n | A . |>\n | A . |\n +-----+\n",
            1,
            None,
            "expected a vehicle that points at the arrow, found none",
        ),
    ],
    "json": [
        ("[]", None, None, "expected a puzzle, found none"),
        (" [ ]\n", None, None, "expected a puzzle, found none"),
        ("{", 1, 2, "expected JSON, found an error in it: ..."),
        ('[\n{"rows" 3}]', 2, 9, "expected JSON, found an error in it: ..."),
        ('{"a": NaN} x', 1, 12, "expected JSON, found an error in it: ..."),
        ("3", 1, 1, "expected an object, found 3"),
        ("[3]", 1, 2, "expected an object, found 3 at [0]"),
        ("[[]]", 1, 2, "expected an object, found a list at [0]"),
        ("{}", 1, 1, "expected the key 'rows', found none"),
        ('{"rows": 2, "rows": 3}', 1, None, "expected JSON, found the key 'rows' twice"),
        ('[\n {"cols": 6,\n\t"rows" : "é"}]', 3, 11, "expected an integer, found 'é' at [0].rows"),
        ("# a\n[[],\n  # b\n {}]", 2, 2, "expected an object, found a list at [0]"),
        ('{"rows": 2, "col": 3}', 1, 20, "found the key 'col'; did you mean 'cols'?"),
        (
            '{"rows": 2, "zzz": 3}',
            1,
            20,
            "found the key 'zzz'; expected rows, cols, exit, walls, target, title, vehicles",
        ),
        (PUZZLE.replace("2", "2.0", 1), 1, 10, "expected an integer, found 2.0 at rows"),
        (PUZZLE.replace("2", "true", 1), 1, 10, "expected an integer, found true at rows"),
        (PUZZLE.replace("2", "null", 1), 1, 10, "expected an integer, found null at rows"),
        (PUZZLE.replace("2", "NaN", 1), 1, 10, "expected an integer, found nan at rows"),
        (
            PUZZLE.replace("2", "-Infinity", 1),
            1,
            10,
            "expected an integer, found -inf at rows",
        ),
        (PUZZLE.replace("2", '"2"', 1), 1, 10, "expected an integer, found '2' at rows"),
        (LINE % "7", 1, 52, "expected an object, found 7 at vehicles[0]"),
        (
            LINE % CAR.replace('"h"', '"x"'),
            1,
            75,
            "expected 'h' or 'v', found 'x' at vehicles[0].axis",
        ),
        (
            LINE % CAR.replace('"h"', '["h"]'),
            1,
            75,
            "expected a string, found a list at vehicles[0].axis",
        ),
        (
            LINE % CAR.replace('"A"', '"\\ud800"'),
            1,
            62,
            "expected a string, found one with a lone surrogate at vehicles[0].label",
        ),
        (
            PUZZLE.replace("{", '{"exit": {"side": "up", "line": 0}, ', 1),
            1,
            19,
            "expected 'right', 'left', 'top' or 'bottom', found 'up' at exit.side",
        ),
        (
            PUZZLE.replace("{", '{"exit": "left", ', 1),
            1,
            10,
            "expected an object, found 'left' at exit",
        ),
        (
            PUZZLE.replace("{", '{"walls": [[0]], ', 1),
            1,
            12,
            "expected [row, column], found a list at walls[0]",
        ),
        (
            PUZZLE.replace("{", '{"walls": [7], ', 1),
            1,
            12,
            "expected [row, column], found 7 at walls[0]",
        ),
        (
            PUZZLE.replace("{", '{"title": {}, ', 1),
            1,
            11,
            "expected a string, found an object at title",
        ),
        (
            PUZZLE + "\n" + LINE % CAR.replace('"h"', "7"),
            2,
            75,
            "expected a string, found 7 at vehicles[0].axis",
        ),
        (PUZZLE + "\n" + PUZZLE[:-1], 2, 113, "expected JSON, found an error in it: ..."),
        (PUZZLE + "\nx", 2, 1, "expected JSON, found an error in it: ..."),
        (
            PUZZLE.replace("{", '{"walls": [%s], ' % ", ".join(["[0, 0]"] * 2049), 1),
            1,
            11,
            "expected at most 2048 items, found 2049 at walls",
        ),
    ],
    "nyu": [
        ('{"cars": []}', 1, 1, 'expected one car with "player": true, found 0'),
        (
            '{"cars": [%s, %s]}' % (CARD, CARD),
            1,
            1,
            'expected one car with "player": true, found 2',
        ),
        (
            '{"cars": [%s]}' % CARD.replace("horiz", "diag"),
            1,
            83,
            "expected 'horizontal' or 'vertical', found 'diagontal' at cars[0].orientation",
        ),
        (
            '{"cars": [%s]}' % CARD.replace("true", "1"),
            1,
            22,
            "expected true or false, found 1 at cars[0].player",
        ),
        ('{"car": [%s]}' % CARD, 1, 1, "expected the key 'cars', found none"),
        ('{"id": 7, "cars": [%s]}' % CARD, 1, 8, "expected a string, found 7 at id"),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "message"),
    [(name, *row) for name, rows in TABLE.items() for row in rows],
)
def test_a_malformed_text(
    name: str | None, text: str, line: int | None, column: int | None, message: str
):
    with pytest.raises(ParseError) as caught:
        list(rushhour.parse_all(text, name))
    error = caught.value
    assert (error.line, error.column) == (line, column)
    if message.endswith("..."):
        assert error.message.startswith(message[:-3])
    else:
        assert error.message == message


NO_FORMAT = [
    ("hello", ""),
    ("AAA", ""),
    ("AA......X.txt", "; to read a file, use read"),
    ("6 6\n......", ""),
    ("abcd", ""),
    ("some\nprose here", ""),
    ("boards/jam-1.txt", "; to read a file, use read"),
    ("C:\\boards\\jam 1.csv", "; to read a file, use read"),
    ("jam01.csv", "; to read a file, use read"),
    ("./a/long/way/to/some/board.json", "; to read a file, use read"),
]
BOARD = "............AA......................"
# A spoilt text is still blamed by the one format that it resembles.
RESEMBLING = [
    ("boardstring", BOARD[1:]),
    ("boardstring", f"{BOARD}\n{BOARD[1:]}\n{BOARD}"),
    ("boardstring", f"AA../....\nAA../...\n{BOARD}"),
    ("fogleman", f"3 {BOARD} 5\n3 {BOARD}\n3 {BOARD} 6"),
    ("carlist", "Jam-1\n6\n1 2 d 2\n0 1 v 3\n.\n"),
    ("csc", "6\n2\n1 d 2 2 3\n2 v 3 1 2"),
    ("ntnu", "0;2;2;2\n0,0,4,3"),
    ("blocks", "[[B1, 2, V, (0, 0)]], (2, 0)"),
    ("blocks", "x = make_init_state([], 3, 4)"),
    ("uva", "name,orientation,col,row,length\nX,H,1,1,2"),
    ("uva", "X,H,1,1,2"),
    ("itb", "2 3\nPP.K\n..."),
    ("itb", "6 a\n1\nPP.K\n....\n....\n...."),
    ("itb", "a 6\n1\nPP.K\n....\n....\n...."),
    ("itb", "6x6\n1\nPP.K\n....\n....\n...."),
    ("boardstring", "AA...."),
    ("matrix", "2 2 0 0\n1 1 0\n0 0 0 0"),
    ("matrix", "2 2 0 -1\n1 1 0 0\n0 0 0 0"),
    ("grid", "XX..\n....\n..."),
    ("json", '{"vehicle": []}'),
    ("json", "[]"),
    ("json", "{"),
]


@pytest.mark.parametrize(("name", "text"), RESEMBLING)
def test_a_spoilt_text_is_blamed_by_its_format(name: str, text: str):
    items = [str(item) for item in attempts(StringIO(text))]
    assert items == [str(item) for item in attempts(StringIO(text), name)]
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text)
    assert "in one of the formats" not in str(caught.value)


@pytest.mark.parametrize(("text", "hint"), NO_FORMAT)
def test_a_text_in_no_format(text: str, hint: str):
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text)
    first = text.split("\n", maxsplit=1)[0]
    expected = f"line 1: expected a puzzle in one of the formats {NAMES}, found {first!r}{hint}"
    assert str(caught.value) == expected


def test_the_message_names_the_file(tmp_path: Path):
    path = tmp_path / "board.txt"
    path.write_text("6\n1\n1 h 2 2\n", encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        rushhour.read(path, "csc")
    expected = f"{path}, line 3, column 8: expected label h|v length x y, found 4 words"
    assert str(caught.value) == expected
    path.write_text("6\n0\n", encoding="utf-8")
    with pytest.raises(InvalidBoardError) as invalid:
        rushhour.read(path, "csc")
    expected = f"{path}: invalid board: no vehicle has the target's label 1"
    assert str(invalid.value) == expected


def test_one_puzzle_and_no_more_or_less(tmp_path: Path):
    text = "AA..\n" * 2
    with pytest.raises(ParseError, match=r"^expected one puzzle, found several; use read_all$"):
        rushhour.parse(text)
    with pytest.raises(ParseError, match=r"^expected a puzzle, found none$"):
        rushhour.parse(".", "carlist")
    path = tmp_path / "two.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParseError, match=r"two.txt: expected one puzzle, found several"):
        rushhour.read(path)


def test_a_name_that_no_format_has():
    with pytest.raises(UnknownNameError) as caught:
        rushhour.parse("AA..", "fogelman")
    found = str(caught.value)
    assert found.startswith("no format named 'fogelman'; did you mean 'fogleman'? expected boards")
    assert found.endswith(", grid, frame, nyu, pieces or json")
    with pytest.raises(UnknownNameError) as caught:
        rushhour.parse("AA..", "zzz")
    names = " or ".join(NAMES.rsplit(", ", 1))
    assert str(caught.value) == f"no format named 'zzz'; expected {names}"


def test_a_target_is_declared_for_drawings_only():
    with pytest.raises(ParseError) as caught:
        rushhour.parse("6\n0", "csc", target="X")
    message = "expected a drawn board for a declared target, found csc, which says itself which vehicle it is"
    assert str(caught.value) == message


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
        ("grid", "XX.B\nCC.C\n.D..", 3),
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
        "csc",
        "AA..",
        "the format csc labels the target 1, not A; --relabel, or relabel() in Python, gives new labels",
    ),
    (
        "boardstring",
        Puzzle(2, 2, bars("X h 0 0 2"), "X"),
        "the format boardstring labels the target A, not X; --relabel, or relabel() in Python, gives new labels",
    ),
    (
        "itb",
        "AA..",
        "the format itb labels the target P, not A; --relabel, or relabel() in Python, gives new labels",
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
        "the format carlist cannot hold the label 'a b'; --relabel, or relabel() in Python, gives new labels",
    ),
    (
        "boardstring",
        Puzzle(3, 3, bars("A h 0 0 2, o h 1 0 2"), "A"),
        "the format boardstring cannot hold the label 'o', expected one character other than "
        '. o x / # { } [ ] " \\ ,; --relabel, or relabel() in Python, gives new labels',
    ),
    (
        "ntnu",
        Puzzle(6, 6, bars("0 h 0 0 2, B h 1 0 2"), "0"),
        "the format ntnu numbers the vehicles from 0 in their order; --relabel, or relabel() in Python, gives new labels",
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
        "the format uva cannot hold a comma in a label; --relabel, or relabel() in Python, gives new labels",
    ),
    (
        "grid",
        Puzzle(3, 3, bars("X h 0 0 2, A h 1 0 2"), "A"),
        "the format grid shows its target by the label * or X, or as the only one that people give a target; "
        "--relabel, or relabel() in Python, gives new labels",
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


SHAPE = 'expected a solution such as {"moves": [{"vehicle": "A", "cells": 2}, ...]}, found no list'
ITEM = 'expected {"vehicle": "A", "cells": 2} at moves[0]'
MOVES = [
    ("A+1\nB*2", "line 2, column 1: expected a move such as A+2 or B-1, found 'B*2'"),
    ("A+1, A+0", "line 1, column 6: expected a move such as A+2 or B-1, found 'A+0'"),
    ("A+\u0661", "line 1, column 1: expected a move such as A+2 or B-1, found 'A+\u0661'"),
    ("Move car # A up 1 square", "line 1: expected a move of vehicle A along its row, found up"),
    (
        "x\nMove car # A left 0 squares",
        "line 2: expected a move of at least 1 square, found 0",
    ),
    ("[", "line 1, column 2: expected JSON, found an error in it: expecting value"),
    ("{}", SHAPE + " of moves"),
    ('{"moves": 3}', SHAPE + " of moves"),
    ("[3]", ITEM),
    ('[{"vehicle": "A", "cells": 1.5}]', ITEM),
    ('[{"vehicle": "A", "cells": Infinity}]', ITEM),
    ('[{"vehicle": "A", "cells": true}]', ITEM),
    ('[{"vehicle": "A", "cells": 0}]', ITEM),
    ('[{"vehicle": 1, "cells": 1}]', ITEM),
    ("[" * 100_000, "expected JSON, found too deep a nest or too long a number"),
    ("[1" + "0" * 5000 + "]", "expected JSON, found too deep a nest or too long a number"),
]


@pytest.mark.parametrize(("text", "message"), MOVES)
def test_a_malformed_solution(text: str, message: str):
    with pytest.raises(ParseError) as caught:
        read_moves(text, rushhour.parse("AA.."))
    assert str(caught.value) == message


LONG = "1" + "0" * 5000
MILLION = 1_000_000
HOSTILE = {
    "a million cars": ("carlist", "6\n" + "0 1 2 h 2\n" * MILLION),
    "a million csc": ("csc", f"6\n{MILLION}\n" + "1 h 2 2 3\n" * MILLION),
    "a million ntnu": ("ntnu", "0,2,2,2\n" * MILLION),
    "a million uva": ("uva", HEADER + "X,H,1,3,2\n" * MILLION),
    "a million rows": ("grid", "X.\n" * MILLION),
    "a million rows of itb": ("itb", "6 6\n2\n" + "X.\n" * MILLION),
    "a million blocks": ("blocks", "[" + '["B1", 2, V, (0, 0)],\n' * MILLION + "], (2, 0)"),
    "a million cards": ("nyu", '{"cars": [' + ", ".join([CARD] * MILLION) + "]}"),
    "a million vehicles": ("json", LINE % ", ".join([CAR] * MILLION)),
    "many vehicles": ("json", LINE % ", ".join([CAR] * 30_000)),
    "many walls": (
        "json",
        PUZZLE.replace("{", '{"walls": [%s], ' % ",".join(["[9,9]"] * 300_000), 1),
    ),
    "a long board": ("boardstring", "A" * MAX_CHARACTERS),
    "a board too long": ("boardstring", "A" * (MAX_CHARACTERS + 1)),
    "a wide grid": ("grid", ("X" * 2000 + "\n") * 2000),
    "rows without cells": ("boardstring", "A" + "/" * MILLION),
    "a wide grid of words": (
        "grid",
        "X " * (MAX_CHARACTERS // 2) + "\n" + "X " * (MAX_CHARACTERS // 2),
    ),
    "a line of blanks": ("ntnu", " " * MAX_CHARACTERS + "x"),
    "a line of commas": ("uva", HEADER + "," * MAX_CHARACTERS),
    "a line of numbers": ("carlist", "1 " * (MAX_CHARACTERS // 2)),
    "a line of exits": ("itb", "6 6\n2\n" + "K" * MAX_CHARACTERS),
    "deep JSON": ("json", '{"rows": ' + "[" * MILLION),
    "deep closed JSON": ("json", '{"vehicles": ' + "[" * 900 + "]" * 900 + "}"),
    "deep objects": ("json", '{"rows": ' * 400_000),
    "deep cards": ("nyu", '[{"cars": ' + "[" * MILLION + "]" * MILLION + "}]"),
    "deep literal": ("blocks", "[[" * 60_000),
    "deep signs": ("blocks", "[], (2, " + "-" * 100_000 + "1)"),
    "deep sums": ("blocks", "[], (2, " + "1+" * 60_000 + "1)"),
    "deep calls": ("blocks", "f" + "()" * 60_000),
    "a long number in JSON": ("json", PUZZLE.replace("2", LONG)),
    "a long number of digits": ("json", PUZZLE.replace("2", "1" * 4000)),
    "a long float": ("json", PUZZLE.replace("2", "1e999")),
    "a long literal": ("blocks", f"[], (2, {LONG})"),
    "a length of 10^9": ("json", PUZZLE.replace("2}", "1000000000}")),
    "a length of 10^30": ("json", PUZZLE.replace("2}", "1" + "0" * 30 + "}")),
    "lengths of 10^9": ("csc", "6\n1\n1 h 999999999 1 1"),
    "a size of 10^9": ("csc", "999999999\n1\n1 h 2 1 1"),
    "a position of 10^30": ("nyu", '{"cars": [%s]}' % CARD.replace("12", "1" + "0" * 30)),
    "a far vehicle": ("uva", HEADER + "X,H,999999999,1,999999999"),
    "a long number": ("carlist", f"{LONG}\n{LONG} {LONG} {LONG} h {LONG}"),
    "other digits": ("ntnu", "\u0660,\u0661,\u0661,\u0662"),
    "wide digits": ("csc", "\uff16\n\uff11\n\uff11 h \uff12 \uff11 \uff11"),
    "superscripts": ("carlist", "\u00b2\n0 0 0 h \u00b2"),
    "not a number": ("json", PUZZLE.replace("2", "NaN")),
    "infinity": ("json", PUZZLE.replace("2", "-Infinity")),
    "an escape": ("blocks", '[["\\d", 2, V, (0, 0)]], (2, 9)'),
    "a surrogate": ("blocks", '[["\\ud800", 2, V, (0, 0)]], (2, 0)'),
    "a surrogate key": ("json", '{"\\ud800": 1, "rows": 2}'),
    "a surrogate title": ("json", PUZZLE.replace("{", '{"title": "\\udfff", ', 1)),
    "a comment of a million lines": ("grid", "# a comment\n" * MILLION),
    "many blank lines": ("grid", "\n" * MILLION),
}


# Each takes at most seconds. A reader whose work grows with the square of the text takes hours.
@pytest.mark.timeout(120)
@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@pytest.mark.parametrize("named", [True, False], ids=["named", "detected"])
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_text_is_refused_soon(what: str, named: bool):
    name, text = HOSTILE[what]
    with pytest.raises(RushHourError) as caught:
        rushhour.parse(text, name if named else None)
    assert len(str(caught.value)) < 1000


def test_the_limits_are_named():
    with pytest.raises(ParseError) as caught:
        rushhour.parse(("# licence\n\n" + "0,2,2,2\n") * (MAX_LINES + 1), "ntnu")
    place = 3 * MAX_LINES + 3
    assert str(caught.value) == f"line {place}: expected at most {MAX_LINES} lines for a puzzle"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("\n" + "." * (MAX_CHARACTERS + 1), "grid")
    assert str(caught.value) == f"line 2: expected at most {MAX_CHARACTERS} characters in a line"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("{\n" + (" " * 1000 + "\n") * 5000 + "}", "json")
    assert caught.value.message == f"expected at most {MAX_CHARACTERS} characters for a document"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("[], (" + " " * (1 << 17) + "2, 0)", "blocks")
    assert caught.value.message == "expected at most 131072 characters for a Python literal"


def test_a_line_that_never_ends_is_not_read_to_its_end():
    class Endless(StringIO):
        def readline(self, size: int = -1) -> str:
            assert 0 < size <= MAX_CHARACTERS + 2
            return "A" * size

    with pytest.raises(ParseError, match=r"^line 1: expected at most"):
        next(rushhour.read_all(Endless()))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": expected a puzzle, found an empty text"),
        (b"\xef\xbb\xbf\r\n", ": expected a puzzle, found an empty text"),
        (
            b"6\n1\n1 h 2 1 1\n# caf\xe9",
            ", line 4, column 6: expected text in UTF-8, found the byte 0xe9",
        ),
        ("AA..".encode("utf-16-le"), ", line 1, column 2: expected text, found a NUL character"),
        (b"\xff", ", line 1, column 1: expected text in UTF-8, found the byte 0xff"),
        (bytes(range(256)) * 1000, ", line 1, column 1: expected text, found a NUL character"),
        (b"\x7fELF\2\1\1\0", ", line 1, column 8: expected text, found a NUL character"),
    ],
)
def test_a_file_that_is_no_text(content: bytes, message: str, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ParseError) as caught:
        rushhour.read(path)
    assert str(caught.value) == f"{path}{message}"


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_needs_its_mark(mark: str, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes("\ufeff..B...\r\n..B...\r\nAAB...\r\n......\r\n".encode(mark))
    assert rushhour.read(path) == rushhour.parse("..B.../..B.../AAB.../......")
    path.write_bytes(path.read_bytes() + b"!")  # half a character
    with pytest.raises(ParseError):
        rushhour.read(path)


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_wherever_a_text_comes_from(mark: str, tmp_path: Path):
    data = "\ufeffAA.B/...B/....\r\n".encode(mark)
    expected = rushhour.parse("AA.B/...B/....")
    path = tmp_path / "boards.txt"
    path.write_bytes(data)
    with path.open("rb") as binary, path.open("rb", buffering=0) as raw:
        for file in (path, binary, raw, BytesIO(data)):
            assert list(rushhour.read_all(file)) == [expected]
    assert [found.kind for found in rushhour.audit(BytesIO(data))] == []
    assert result("solve", "-", text=data) == result("solve", path)
    assert result("audit", "-", text=data)[0] == 0
    rows = {
        "boards.txt": "AA.B/...B/....\r\nAAB/...\r\n",
        "boards.csv": "id,board\r\n1,AA.B/...B/....\r\n2,AAB/...\r\n",
        "boards.jsonl": '{"board": "AA.B/...B/...."}\r\n{"board": "AAB/..."}\r\n',
    }
    for name, text in rows.items():
        found = []
        for encoding in ("utf-8", mark):
            content = f"\ufeff{text}".encode(encoding)
            (tmp_path / name).write_bytes(content)
            (tmp_path / f"{name}.gz").write_bytes(gzip.compress(content))
            for file in (tmp_path / name, tmp_path / f"{name}.gz"):
                code, out, _ = result("batch", file, "-o", "-")
                found.append((code, out))
        assert found == found[:1] * 4
        assert "solved" in found[0][1]


NUMBERS = ["9" * 5000, "-" + "9" * 5000, "9" * 4300, "\u0663" * 5000, "0x" + "f" * 6000, "1e999"]
NUMBERED = [
    *(text for text, _ in EXAMPLES.values()),
    "# size 8\n0 1 2 h 2\n",
    "Level 8x8, 5 rows\n8\n0 1 2 h 2\n",
    "http://here/#view=play&puzzle=6%0A0+1+2+h+2",
]


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@pytest.mark.parametrize("text", NUMBERED)
def test_a_number_of_any_length_is_no_surprise(text: str):
    own = next(iter(entry.name for entry in FORMATS if EXAMPLES[entry.name][0] == text), "carlist")
    for match in re.finditer(r"\d+", text):
        for number in NUMBERS:
            long = text[: match.start()] + number + text[match.end() :]
            for name in (None, own):
                for item in attempts(StringIO(long), name):
                    assert isinstance(item, Puzzle | RushHourError)
                    assert str(item)


@pytest.mark.parametrize("letters", ["XA", "XR", "XAR", "XABCDEFGHIJKLMNOPQRSTUV"])
def test_the_target_of_the_cards_is_x(letters: str):
    puzzle = rushhour.parse("\n".join(f"{2 * letter}." for letter in letters))
    assert puzzle.target == "X"


def test_a_table_names_the_command_to_use():
    with pytest.raises(ParseError, match="expected puzzles, found a table with a column"):
        rushhour.parse("name,board,slides\na,AA.B/...B/....,2\n")


def test_no_file_and_a_directory_are_errors_of_the_system(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        rushhour.read(tmp_path / "none.txt")
    with pytest.raises(OSError, match="directory"):
        rushhour.read(tmp_path)


@pytest.mark.parametrize("argument", [None, b"AA..", Path("jam.txt"), 5])
def test_an_argument_that_is_no_text_is_a_type_error(argument: object):
    with pytest.raises(rushhour.WrongTypeError):
        rushhour.parse(argument)  # type: ignore[arg-type]


ITB = "2 3\n1\nPP.K\n..B\n..B\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ITB, "line 1: the header says 2 3 rows and columns, the picture has 3 and 3"),
        (
            ITB.replace("2 3", "3 3 9"),
            "line 1: the header says 3 3 9 rows and columns, the picture has 3 and 3",
        ),
        (
            ITB.replace("2 3\n1", "3 3\n2"),
            "line 2: the header says 2 pieces, the picture has 1 beside the target",
        ),
        (
            ITB.replace("2 3\n1", "3 3\n1 or so"),
            "line 2: the header says 1 or so pieces, the picture has 1 beside the target",
        ),
    ],
)
def test_a_header_that_contradicts_a_clear_picture_only_warns(text: str, message: str):
    with pytest.warns(rushhour.FormatWarning) as warned:
        puzzle = rushhour.parse(text, "itb")
    assert [str(warning.message) for warning in warned] == [message]
    assert (puzzle.rows, puzzle.cols, len(puzzle.vehicles)) == (3, 3, 2)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("json", "[" * 100_000, "line 1: expected JSON, found one that is nested too deep"),
        (
            "json",
            f'\n{{"rows": {LONG}}}',
            "line 1: expected JSON, found a number of too many digits",
        ),
        (
            "blocks",
            HOSTILE["deep signs"][1],
            "expected a Python literal, found one that is nested too deep",
        ),
    ],
)
def test_what_is_too_deep_or_too_long_says_so(name: str, text: str, message: str):
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text, name)
    assert str(caught.value) == message
