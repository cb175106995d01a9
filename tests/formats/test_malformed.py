"""What is wrong with a text is said in the words of data/malformed.toml, with its place."""

import re
import tomllib
from io import StringIO
from pathlib import Path
from time import process_time

import pytest

import rushhour
from rushhour import InvalidBoardError, ParseError, Puzzle, RushHourError
from rushhour.errors import UnknownNameError
from rushhour.formats import FORMATS, attempts
from rushhour.model.notation import read_moves
from support.examples import PUZZLE

DATA = tomllib.loads((Path(__file__).parents[1] / "data/malformed.toml").read_text("utf-8"))
NAMES = [entry.name for entry in FORMATS]
TOO_LONG = "expected JSON, found too deep a nest or too long a number"
WALLS = ", ".join(["[0, 0]"] * 2049)

# Text, place and message, by the format's name; at the end what no file of text can hold.
READ = [
    (None if name == "any" else name, *case)
    for name, table in DATA["read"].items()
    for case in table["cases"]
]
READ += [
    (None, "AA.\ud800", "1:4", "expected text, found the lone surrogate '\\ud800'"),
    (
        "ntnu",
        "1" + "0" * 5000,
        "1:1",
        "expected orientation,x,y,length with the orientation 0 or 1, "
        "found a number of 5001 digits",
    ),
    (
        "json",
        PUZZLE.replace("{", f'{{"walls": [{WALLS}], ', 1),
        "1:11",
        "expected at most 2048 items, found 2049 at walls",
    ),
]


@pytest.mark.parametrize(("name", "text", "place", "message"), READ)
def test_a_malformed_text(name: str | None, text: str, place: str, message: str):
    with pytest.raises(ParseError) as caught:
        list(rushhour.parse_all(text, name))
    error = caught.value
    found = [str(part) for part in (error.line, error.column) if part is not None]
    assert ":".join(found) == place
    if message.endswith("..."):
        assert error.message.startswith(message[:-3])
    else:
        assert error.message == message


@pytest.mark.parametrize(("name", "text"), DATA["spoilt"]["cases"])
def test_a_spoilt_text_is_blamed_by_its_format(name: str, text: str):
    items = [str(item) for item in attempts(StringIO(text))]
    assert items == [str(item) for item in attempts(StringIO(text), name)]
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text)
    assert "; as " not in str(caught.value)


@pytest.mark.parametrize(("text", "hint"), DATA["no_format"]["cases"])
def test_a_text_in_no_format(text: str, hint: str):
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text)
    first = text.split("\n", maxsplit=1)[0]
    message = str(caught.value)
    assert message.startswith(f"line 1: expected a puzzle, found {first!r}")
    assert message.endswith(hint)
    named = re.findall(r"; as (\w+), \S", message.removesuffix(hint))
    assert {*named} <= {*NAMES}
    assert len(named) <= 2


# A text that is nearly in two formats, and what each of them lacks.
NEARLY = {
    "AA..\n..B.\n..B\n..q.,": (
        ("boardstring", "vehicle B is 1 cell long, expected at least 2"),
        ("grid", "line 3: expected 4 cells in row 3, found 3: '..B'"),
    ),
    "0 1 2 h 2 7": (
        ("grid", "expected a target labelled X, A, R, P or *, found none"),
        ("carlist", "line 1: expected id x y h|v length, found 6 words"),
    ),
}


@pytest.mark.parametrize(("text", "formats"), NEARLY.items())
def test_the_two_nearest_formats_say_what_is_missing(
    text: str, formats: tuple[tuple[str, str], ...]
):
    (error,) = attempts(StringIO(text))
    for name, missing in formats:
        assert f"; as {name}, {missing}" in str(error)


@pytest.mark.parametrize(
    "text", ["a b " * 200_000, "{ " * 300_000, "AA..\n" * 100_000 + "q", "(" * 1_000_000]
)
def test_the_nearest_formats_are_found_soon(text: str):
    began = process_time()
    assert isinstance(next(attempts(StringIO(text))), RushHourError | Puzzle)
    assert process_time() - began < 30


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
    assert found.endswith(", grid, frame, pddl, cells, nyu, pieces, table, vehicles or json")
    with pytest.raises(UnknownNameError) as caught:
        rushhour.parse("AA..", "zzz")
    names = " or ".join(", ".join(NAMES).rsplit(", ", 1))
    assert str(caught.value) == f"no format named 'zzz'; expected {names}"


def test_a_target_is_declared_for_drawings_only():
    with pytest.raises(ParseError) as caught:
        rushhour.parse("6\n0", "csc", target="X")
    expected = "expected a drawn board for a declared target, found csc"
    assert str(caught.value) == f"{expected}, which says itself which vehicle it is"


MOVES = [*DATA["moves"]["cases"], ("[" * 100_000, TOO_LONG), ("[1" + "0" * 5000 + "]", TOO_LONG)]


@pytest.mark.parametrize(("text", "message"), MOVES)
def test_a_malformed_solution(text: str, message: str):
    with pytest.raises(ParseError) as caught:
        read_moves(text, rushhour.parse("AA.."))
    assert str(caught.value) == message


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
    with pytest.raises(rushhour.errors.WrongTypeError):
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
    with pytest.warns(rushhour.errors.FormatWarning) as warned:
        puzzle = rushhour.parse(text, "itb")
    assert [str(warning.message) for warning in warned] == [message]
    assert (puzzle.rows, puzzle.cols, len(puzzle.vehicles)) == (3, 3, 2)
