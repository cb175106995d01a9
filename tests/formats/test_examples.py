"""Every format reads its example as a person would, and is recognised by it."""

import re
import warnings
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO, TextIOBase
from itertools import chain, repeat
from pathlib import Path

import pytest

import rushhour
from rushhour import Exit, ParseError, Puzzle, Setup
from rushhour.formats import FORMATS, attempts, detect, named
from rushhour.formats.fogleman import FoglemanClaim, read_claims
from rushhour.formats.source import HEAD, Source
from support.examples import (
    CAR_LIST,
    CAR_LIST_SETUP,
    EXAMPLES,
    HARDEST,
    LINE,
    PICTURE,
    PUZZLE,
    SOLVER,
    SOLVER_SETUP,
    bars,
)

NAMES = [entry.name for entry in FORMATS]


def source(text: str, name: str | None = None) -> Source:
    return Source(StringIO(text, newline=None), name)


def setups(text: str, name: str) -> list[Setup | ParseError]:
    return list(named(name).read(source(text)))


def test_every_format_has_an_example():
    assert list(EXAMPLES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_reads_its_example(name: str):
    text, expected = EXAMPLES[name]
    assert setups(text, name) == expected
    puzzles = [Puzzle.from_setup(setup) for setup in expected]
    assert list(rushhour.parse_all(text, name)) == puzzles
    assert list(rushhour.parse_all(text)) == puzzles
    assert [puzzle.title for puzzle in puzzles] == [setup.title for setup in expected]


# Each way to write the same text; None where a format's syntax has its own use for the signs.
WRITINGS = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "lone CR": lambda text: text.replace("\n", "\r"),
    "no line end": lambda text: text.rstrip("\n"),
    "tabs": lambda text: text.replace(" ", "\t") if "Jam #" not in text else text,
    "byte order mark": lambda text: "\ufeff" + text,
    "trailing blanks": lambda text: text.replace("\n", " \t\n"),
    "blank lines": lambda text: "\n \n" + text.replace("\n", "\n\t\n\n"),
    "comments": lambda text: "# first\n" + text.replace("\n", "\n  # a comment, [{ K\n"),
    "many comments": lambda text: "# a long licence\n\n" * HEAD + text,
    "comments in lines": lambda text: text if "{" in text else text.replace("\n", " # A X . o\n"),
}


@pytest.mark.parametrize("writing", WRITINGS)
@pytest.mark.parametrize("name", NAMES)
def test_reads_any_writing_of_it(name: str, writing: str):
    text, expected = EXAMPLES[name]
    text = WRITINGS[writing](text)
    assert setups(text, name) == expected
    assert detect(source(text)).name == name


@pytest.mark.parametrize("name", NAMES)
def test_is_detected_as_itself_and_nothing_else(name: str):
    text, _ = EXAMPLES[name]
    assert [entry.name for entry in FORMATS if entry.matches(source(text))] == [name]


BARE = bars("0 h 2 1 2, 1 v 0 0 2, 2 h 0 1 2")
# The first puzzle of the report (GameP01.txt) as its program prints it.
REPORT = """\
3 3 0 0 0 8
2 0 0 4 0 8
2 1 1 4 0 8
2 0 0 4 0 0
6 0 0 0 7 7
6 0 5 5 5 0
"""
REPORTED = bars(
    "1 h 2 1 2, 2 v 1 0 3, 3 h 0 0 2, 4 v 1 3 3, 5 h 5 2 3, 6 v 4 0 2, 7 h 4 4 2, 8 v 0 5 3"
)

MORE = [
    ("carlist", CAR_LIST.removeprefix("6\n"), [CAR_LIST_SETUP]),
    (
        "carlist",
        "Jam-1\n6\n1 2 h 2\n0 1 v 3\n.\nJam 2 \n4\n0 1 h 2\n.\n.\n",
        [
            Setup(6, 6, bars("0 h 2 1 2, 1 v 1 0 3"), "0", title="Jam-1"),
            Setup(4, 4, bars("0 h 1 0 2"), "0", title="Jam 2"),
        ],
    ),
    ("carlist", "12a\n6\n1 2 h 2\n.\n", [Setup(6, 6, bars("0 h 2 1 2"), "0", title="12a")]),
    ("carlist", "1 2 h 2\n\n0 0 v 2\n\n\n1 0 h 2", [Setup(6, 6, BARE, "0")]),
    ("carlist", "1 2 h 2\n # a comment\n0 0 v 2\n1 0 h 2", [Setup(6, 6, BARE, "0")]),
    *(
        ("carlist", f"{size}\n0 1 2 h 2\n1 0 0 v 2\n2 1 0 h 2", [Setup(8, 8, BARE, "0")])
        for size in ("8", "+8", "8 8", "8  8", "8x8", "8X8", "8 x 8", "8\u00d78")
    ),
    ("carlist", "8x8\n1 2 h 2\n0 0 v 2\n1 0 h 2", [Setup(8, 8, BARE, "0")]),
    ("carlist", "8 8\nA 1 2 h 2", [Setup(8, 8, bars("A h 2 1 2"), "0")]),
    ("carlist", "A 8x8\n8 8\n0 1 2 h 2", [Setup(8, 8, bars("0 h 2 1 2"), "0", title="A 8x8")]),
    ("carlist", "Size 8\n8\n0 1 2 h 2", [Setup(8, 8, bars("0 h 2 1 2"), "0", title="Size 8")]),
    ("carlist", "Level 5\n8\n0 1 2 h 2", [Setup(8, 8, bars("0 h 2 1 2"), "0", title="Level 5")]),
    *(
        ("matrix", text, [Setup(3, 3, bars("1 h 1 1 2, 2 v 0 0 3"), "1")])
        for text in (
            "2 0 0\n2 1 1\n2 0 0",
            "[[2 0 0]\n [2 1 1]\n [2 0 0]]",
            "[[2, 0, 0], [2, 1, 1], [2, 0, 0]]",
            "[[2, 0,\n 0], [2, 1, 1], [2,\n 0, 0]\n]",
            "[2, 0, 0]\n[2, 1, 1]\n[2, 0, 0]",
            "2,0,0\n2,1,1\n2,0,0\n",
            "02 0 0\n2 1 1\n2 0 0",
        )
    ),
    ("matrix", REPORT, [Setup(6, 6, REPORTED, "1")]),
    ("carlist", "0 1 2 H 2\n", [Setup(6, 6, bars("0 h 2 1 2"), "0")]),
    ("boardstring", PICTURE, [HARDEST]),
    ("boardstring", PICTURE + "/", [HARDEST]),
    ("boardstring", PICTURE.replace("o", ".") + "\n" + PICTURE, [HARDEST, HARDEST]),
    ("boardstring", "A/A/.", [Setup(3, 1, bars("A v 0 0 2"), "A")]),
    ("boardstring", "AA.é/...é", [Setup(2, 4, bars("A h 0 0 2, é v 0 3 2"), "A")]),
    ("strings", '["XX-"]', [Setup(1, 3, bars("X h 0 0 2"), "X")]),
    ("strings", "start = ['.é', 'Xé', 'X.']", [Setup(3, 2, bars("X v 1 0 2, é v 0 1 2"), "X")]),
    ("strings", 'f(["XX-"])', [Setup(1, 3, bars("X h 0 0 2"), "X")]),
    ("link", "#BBooooAAo", [Setup(3, 3, bars("A h 2 0 2, B h 0 0 2"), "A")]),
    ("link", "a.org/b#zz......./", [Setup(3, 3, bars("z h 0 0 2"), "z")]),
    (
        "pieces",
        '[[{"row": 1, "col": 3, "length": 2, "horizontal": true, "target": true, "id": 7}],\n'
        ' [{"row": 0, "col": 0, "length": 2, "horizontal": true, "target": true, "id": "é"}]]',
        [Setup(6, 6, bars("7 h 1 3 2"), "7"), Setup(6, 6, bars("é h 0 0 2"), "é")],
    ),
    ("blocks", "[], (2, 4)", [Setup(6, 6, bars("T h 2 4 2"), "T")]),
    (
        "blocks",
        "make_init_state([['T', 2, 'V', (-1, +1)]], (2, 0))",
        [Setup(6, 6, bars("T v -1 1 2, T1 h 2 0 2"), "T1")],
    ),
    ("itb", "2 3\n0\nPP.K\n...\n", [Setup(2, 3, bars("P h 0 0 2"), "P", Exit("right", 0))]),
    ("itb", "2 3\n0\n ...\nK.PP\n", [Setup(2, 3, bars("P h 1 1 2"), "P", Exit("left", 1))]),
    ("itb", "3 1\n0\n.\nP\nP\nK\n", [Setup(3, 1, bars("P v 1 0 2"), "P", Exit("bottom", 0))]),
    ("grid", "AAo\nooB\nooB", [Setup(3, 3, bars("A h 0 0 2, B v 1 2 2"), "A")]),
    ("grid", "**B\nAAB\n...", [Setup(3, 3, bars("* h 0 0 2, A h 1 0 2, B v 0 2 2"), "*")]),
    ("grid", "#fine\nAA..B\n....B", [Setup(2, 5, bars("A h 0 0 2, B v 0 4 2"), "A")]),
    ("grid", "R\nR\n.", [Setup(3, 1, bars("R v 0 0 2"), "R")]),
    ("json", f"[{PUZZLE}, {PUZZLE}]", [Setup(2, 2, bars("A h 0 0 2"), "A")] * 2),
    ("json", f"{PUZZLE}\n\n{PUZZLE}\n", [Setup(2, 2, bars("A h 0 0 2"), "A")] * 2),
    ("json", PUZZLE.replace(", ", ",\n"), [Setup(2, 2, bars("A h 0 0 2"), "A")]),
    (
        "json",
        "\n".join([PUZZLE.replace('"A", "v', '"A", "title": "a #1 \\u00e9", "v')] * 2),
        [Setup(2, 2, bars("A h 0 0 2"), "A", title="a #1 é")] * 2,
    ),
    ("json", f"{PUZZLE} # 1\n# 2\n{PUZZLE} # 3", [Setup(2, 2, bars("A h 0 0 2"), "A")] * 2),
    ("json", PUZZLE.replace(", ", ", # a\n"), [Setup(2, 2, bars("A h 0 0 2"), "A")]),
]


@pytest.mark.parametrize(("name", "text", "expected"), MORE)
def test_reads_the_variants(name: str, text: str, expected: list[Setup]):
    assert setups(text, name) == expected
    assert detect(source(text)).name == name


def test_blocks_are_read_however_they_are_set_out():
    text = SOLVER.removeprefix("board = make_init_state(").rstrip(")\n")
    assert setups(text + ")", "blocks") == [SOLVER_SETUP]
    assert setups(" ".join(SOLVER.split()), "blocks") == [SOLVER_SETUP]


RUN = """\
se = SearchEngine('astar', 'full')
se.search(board, unblockme_goal_fn, heur_num_blocks_blocking)
"""
# The section of the README that shows how a board is written, with its own words around it.
USAGE = f"""\
##Usage
Simply run (where `python` is the version as specified):

```
python unblockme_sample_run.py
```

Note: You may edit `it` to add/remove/change the given sample boards:

```python
{SOLVER}```

Each block must have a `String` name (e.g. 'B3') -- and "the target's" place is (2, 0), as said
by the final argument to `make_init_state()`. The solver's run by these lines:

```python
{RUN}```
"""


@pytest.mark.parametrize(
    "text",
    [
        SOLVER + RUN,
        f"from unblockme import *\n\n{SOLVER}{RUN}",
        f"def main():\n    {SOLVER}    {RUN}",
        SOLVER.replace("(2, 0))", "(2, 0)  # the target (red\n)") + RUN,
        USAGE,
    ],
)
def test_a_board_is_found_in_the_program_and_the_readme_that_set_it_out(text: str):
    assert setups(text, "blocks") == [SOLVER_SETUP]
    assert detect(source(text)).name == "blocks"


def test_a_program_may_set_out_several_boards_and_errors_name_their_lines():
    broken = SOLVER.replace("3, H, (3, 3)", "3, H, (3)")
    text = f"{RUN}{SOLVER}{RUN}{broken}{RUN}{SOLVER}"
    items = list(attempts(StringIO(text)))
    assert [isinstance(item, Puzzle) for item in items] == [True, False, True]
    line = 1 + text[: text.index("(3)")].count("\n")
    message = f"puzzle 2, line {line}, column 24: expected (row, column), found 3"
    assert str(items[1]) == message
    text = "x; board = make_init_state([7], (2, 0)); y"
    assert str(next(attempts(StringIO(text)))).partition(": ")[0].endswith("line 1, column 29")


def test_claims_of_foglemans_list_stay_beside_the_boards():
    text, boards = EXAMPLES["fogleman"]
    claims = [FoglemanClaim(60, 2332), FoglemanClaim(1, 2)]
    assert list(read_claims(source(text))) == list(zip(claims, boards, strict=True))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Rushhour9x9_4.csv", (9, 9)),
        ("9X9.csv", (9, 9)),
        ("9\u00d79.csv", (9, 9)),
        ("9x9 (9x9).csv", (9, 9)),
        ("/boards/6x6/Rushhour9x9_4.csv", (9, 9)),
        ("/boards/6x6/some.csv", (5, 5)),
        ("1920x1080.csv", (5, 5)),
        (None, (5, 5)),
    ],
)
def test_uva_takes_the_size_from_the_name_of_the_file(name: str | None, size: tuple[int, int]):
    (setup,) = named("uva").read(source(EXAMPLES["uva"][0], name))
    assert isinstance(setup, Setup)
    assert (setup.rows, setup.cols) == size


def test_uva_warns_where_it_takes_the_smallest_square():
    with pytest.warns(rushhour.errors.FormatWarning) as warned:
        rushhour.parse(EXAMPLES["uva"][0])
    message = "no size such as 9x9 in the file's name, taken as 5x5, the smallest square"
    assert [str(warning.message) for warning in warned] == [message]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(named("uva").read(source(EXAMPLES["uva"][0], "9x9.csv")))


@pytest.mark.parametrize(
    ("name", "rows", "cols"), [("7x8.csv", 7, 8), ("answer_12x10 (1).csv", 12, 10)]
)
def test_uva_warns_of_a_size_whose_rows_and_columns_differ(name: str, rows: int, cols: int):
    with pytest.warns(rushhour.errors.FormatWarning) as warned:
        (setup,) = named("uva").read(source(EXAMPLES["uva"][0], name))
    assert isinstance(setup, Setup)
    assert (setup.rows, setup.cols) == (rows, cols)
    taken = f"{rows}x{cols} in the file's name, taken as {rows} rows and {cols} columns"
    assert [str(warning.message) for warning in warned] == [f"{name}: {taken}"]


def test_uva_refuses_two_sizes_in_a_name_and_a_size_that_the_vehicles_contradict():
    with pytest.raises(
        ParseError, match=r"expected one size in the file's name, found 6x6 and 9x9"
    ):
        list(named("uva").read(source(EXAMPLES["uva"][0], "9x9 from 6x6.csv")))
    (item,) = attempts(named_text(EXAMPLES["uva"][0], "4x4.csv"))
    assert str(item).startswith("4x4.csv: invalid board: vehicle B leaves the board")


def named_text(text: str, name: str) -> StringIO:
    file = StringIO(text)
    file.name = name
    return file


def warn_here(read: Callable[[], object]) -> tuple[str, int]:
    """The file and the line that the one warning names."""
    with pytest.warns(rushhour.errors.FormatWarning) as warned:
        read()
    return warned[0].filename, warned[0].lineno


def test_a_warning_names_the_line_of_the_caller(tmp_path: Path):
    text, itb = EXAMPLES["uva"][0], "2 3\n1\nPP.K\n..B\n..B\n"
    path = tmp_path / "some.csv"
    path.write_text(text, encoding="utf-8")
    for read in [
        lambda: rushhour.parse(text),
        lambda: rushhour.parse(itb, "itb"),
        lambda: list(rushhour.parse_all(text)),
        lambda: rushhour.read(path),
        lambda: next(rushhour.read_all(path)),
        lambda: rushhour.solve(text),
        lambda: list(rushhour.auditing.audit(path)),
        lambda: rushhour.explore(text),
    ]:
        assert warn_here(read) == (__file__, read.__code__.co_firstlineno)


class Wrapper:
    """An open file behind a wrapper, as the module tempfile has them."""

    mode = "rb"

    def __init__(self, file: BytesIO) -> None:
        self._file = file

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._file)


LATIN = "Été\n6\n0 1 2 h 2\r\n.\n"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_open_files_are_read_and_left_open(ends: str, tmp_path: Path):
    data = LATIN.replace("\r\n", "\n").replace("\n", ends).encode()
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with path.open("rb") as binary, path.open("rb", buffering=0) as raw, path.open() as text:
        for file in (binary, raw, text, BytesIO(data), Wrapper(BytesIO(data))):
            (puzzle,) = rushhour.read_all(file)
            assert (puzzle.title, puzzle) == ("Été", rushhour.read(path))
            assert not file.closed
            file.seek(0)
            assert rushhour.read(file) == puzzle
            file.seek(0)
            assert [found.kind for found in rushhour.auditing.audit(file)] == []


def test_a_binary_file_may_be_closed_before_its_reader(tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"AA..\n" * 1000)
    with path.open("rb") as file:
        puzzles = rushhour.read_all(file)
        next(puzzles)
    puzzles.close()


@pytest.mark.parametrize("file", [b"a.txt", [b"AA.."], [1], bytearray(b"AA..")])
def test_what_is_no_file_is_refused(file: object):
    with pytest.raises(
        rushhour.errors.WrongTypeError, match=r"^expected a path or an open file for path"
    ):
        list(rushhour.read_all(file))  # type: ignore[arg-type]


def test_declares_the_target_of_a_grid():
    text = "TT.A\n...A\nX...\nX..."
    assert rushhour.parse(text, target="T").target == "T"
    assert rushhour.parse(text, target="X").exit == Exit("bottom", 0)


class Lines(TextIOBase):
    """An open text file that says how many of its lines were read."""

    def __init__(self, lines):
        self.lines, self.count = iter(lines), 0

    def readline(self, size=-1):
        self.count += 1
        return next(self.lines, "")


STREAMS = {
    "boardstring": [PICTURE + "\n"],
    "fogleman": ["60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n"],
    "carlist": ["Jam\n", "6\n", "0 1 2 h 2\n", ".\n"],
    "json": [PUZZLE + "\n"],
    "nyu": [EXAMPLES["nyu"][0].replace("\n", "") + "\n"],
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_file_of_many_puzzles_is_a_stream(name: str):
    lines = STREAMS[name]
    file = Lines(chain.from_iterable(repeat(lines, 100_000 // len(lines))))
    puzzles = rushhour.read_all(file)
    first = next(puzzles)
    assert file.count <= HEAD + 2 * len(lines)
    assert next(puzzles) == first
    assert sum(1 for _ in zip(range(1000), puzzles, strict=False)) == 1000
    assert file.count <= HEAD + 1010 * len(lines)


def test_the_file_is_closed_when_the_reader_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    opened = []

    def spied(path: str, mode: str):
        opened.append(Path(path).open(mode))  # noqa: SIM115
        return opened[-1]

    monkeypatch.setattr("rushhour.formats.opening.open", spied, raising=False)
    path = tmp_path / "many.txt"
    path.write_text(f"{PICTURE}\n{PICTURE}\n", encoding="utf-8")
    puzzles = rushhour.read_all(path)
    next(puzzles)
    assert not opened[0].closed
    puzzles.close()
    assert opened[0].closed
    with pytest.raises(ParseError):
        rushhour.read(path)
    assert opened[1].closed


def test_one_bad_puzzle_spoils_no_other():
    bad = {
        "boardstring": [PICTURE, "AAoAA", PICTURE],
        "fogleman": ["1 AA.. 2", "1 AA. 2", "1 AA.. 2"],
        "carlist": ["a\n6\n0 0 h 2\n.", "b\n6\n0 0 h\n.", "c\n6\n0 0 h 2\n."],
        "json": [PUZZLE, PUZZLE[:-1], PUZZLE],
    }
    for name, parts in bad.items():
        items = list(attempts(StringIO("\n".join(parts)), name))
        assert [isinstance(item, Puzzle) for item in items] == [True, False, True], name


@pytest.mark.parametrize("bad", ["\udcff", "\0"])
def test_a_line_that_is_no_text_spoils_no_other(bad: str):
    parts = {
        "boardstring": [PICTURE, PICTURE[:-1] + bad, PICTURE],
        "fogleman": ["1 AA.. 2", f"1 AA.. 2 {bad}", "1 AA.. 2"],
        "carlist": ["6\n0 0 h 2\n.", f"b\n6\n0 0 h 2\n1 1{bad} h 2\n.", "6\n0 0 h 2\n."],
        "json": [PUZZLE, PUZZLE.replace("A", bad), PUZZLE],
    }
    for name, three in parts.items():
        for named_format in (name, None):
            items = list(attempts(StringIO("\n".join(three)), named_format))
            assert [isinstance(item, Puzzle) for item in items] == [True, False, True], name
            assert "puzzle 2, line " in str(items[1])
            assert re.search(r": expected text(,| in UTF-8,) found ", str(items[1]))


def test_a_wrong_board_among_many_is_an_error_in_its_place():
    lines = [PUZZLE, LINE % "", PUZZLE]
    items = list(attempts(StringIO("\n".join(lines))))
    assert [isinstance(item, Puzzle) for item in items] == [True, False, True]
    assert str(items[1]) == "puzzle 2, line 2: invalid board: no vehicle has the target's label A"


BAD_BOARDS = {
    "boardstring": "....\nAA..\n",
    "fogleman": "1 AA.. 2\n3 .... 4\n",
    "carlist": "a\n2\n0 0 h 2\n.\nb\n2\n0 5 h 2\n.\n",
    "json": "[" + PUZZLE + ",\n" + PUZZLE.replace('"A", "v', '"B", "v') + "]",
}


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("boardstring", "puzzle 1, line 1"),
        ("fogleman", "puzzle 2, line 2"),
        ("carlist", "puzzle 2, line 5"),
        ("json", "puzzle 2, line 2"),
    ],
)
def test_a_wrong_board_among_many_has_its_number_and_line(name: str, place: str):
    found = [str(item) for item in attempts(StringIO(BAD_BOARDS[name]), name)]
    assert [text.startswith(f"{place}: invalid board: ") for text in found].count(True) == 1


def test_a_syntax_error_among_many_has_its_number():
    text = "6\n0 0 2 h 2\n.\n6\n0 0 two h 2\n.\n"
    errors = [item for item in attempts(StringIO(text)) if isinstance(item, ParseError)]
    assert [(error.puzzle, error.line) for error in errors] == [(2, 5)]
    assert str(errors[0]).startswith("puzzle 2, line 5, column 5: expected y, the row")


@pytest.mark.parametrize("text", ["AA..", "A.A.", "....AAB..B...B..", "....xxxxAABB...."])
def test_the_core_reads_board_strings_as_the_format_does(text: str):
    """`parse` goes through the core for these, everything else through the format."""
    fast = Puzzle.of_board_string(text)
    slow = list(attempts(StringIO(text)))
    assert [fast] == slow or (fast is None and not isinstance(slow[0], Puzzle))
