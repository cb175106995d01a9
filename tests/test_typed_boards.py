"""Boards on the command line, and what is said of a drawing: its exit, size and marks."""

import json
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour.formats import attempts
from rushhour.formats.declared import Declared
from support.commands import result

LINE = "..B.....B...AAB....................."
ROWS = ["..B...", "..B...", "AAB...", "......", "......", "......"]


@pytest.mark.parametrize("board", [LINE, "\n".join(ROWS), "/".join(ROWS), "\\n".join(ROWS)])
@pytest.mark.parametrize("verb", ["solve", "hint", "check", "explore", "link", "canonical"])
def test_a_board_stands_in_the_place_of_a_file(verb: str, board: str, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(LINE)
    code, out, _ = result(verb, board)
    assert code == 0
    assert out == result(verb, file)[1]
    assert out == result(verb, "-", text=board.replace("\\n", "\n"))[1]


# The board of LINE as values of JSON: rows, a list of vehicles, cells under labels.
VALUES = [
    json.dumps(ROWS),
    '{"rows": 6, "cols": 6, "target": "A", "vehicles": ['
    '{"label": "A", "axis": "h", "row": 2, "col": 0, "length": 2},'
    '{"label": "B", "axis": "v", "row": 0, "col": 2, "length": 3}]}',
    '{"A": [[2, 0], [2, 1]], "B": [[0, 2], [1, 2], [2, 2]]}',
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("verb", ["solve", "hint", "check", "explore", "link", "canonical"])
def test_a_value_of_json_stands_in_the_place_of_a_file(verb: str, value: str) -> None:
    assert result(verb, value)[:2] == result(verb, LINE)[:2]


@pytest.mark.parametrize("value", ["[]", "{}", '["A"', '{"vehicles": 3}'])
def test_what_is_nearly_json_is_an_error(value: str) -> None:
    code, out, err = result("check", value)
    assert code != 0
    assert out + err


def test_a_board_without_a_verb_is_solved_beside_files() -> None:
    assert result(LINE) == result("solve", LINE)
    code, out, _ = result("solve", LINE, "/".join(ROWS), "--json")
    moves = [json.loads(line)["moves"] for line in out.splitlines()]
    assert (code, len(moves), moves[0]) == (0, 2, moves[1])


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((LINE[:-1],), "expected a square number of cells"),
        (("nosuch.txt",), "nosuch.txt: No such file"),
        (("a.b.c.d.e.f.txt",), "a.b.c.d.e.f.txt: No such file"),
        (("jam.txt", "--size", "2x2"), "jam.txt: No such file"),
        ((LINE, "--exit", "up"), "expected an exit such as right:2 or top, found 'up'"),
        ((LINE, "--size", "6"), "expected a size such as 6x6, found '6'"),
        ((LINE, "--empty", ".", "--wall", "x."), "expected other marks for walls"),
        ((LINE, "--size", "6x6", "--format", "grid"), "found both"),
        ((LINE, "--size", "5x7"), "expected 7 cells, or 35 of a whole board, found 36"),
        (("AA/..", "--size", "3x2"), "expected 3 rows, found 2"),
        (("AA--BB..", "--size", "2x4"), "expected one mark for empty cells, found . and -"),
    ],
)
def test_what_is_no_board_is_a_file_or_an_error(words: tuple[str, ...], error: str) -> None:
    code, out, err = result("solve", *words)
    assert code == 2
    assert error in out + err


@pytest.mark.parametrize("mark", [".", "_", "-", "o"])
def test_a_mark_of_empty_cells_is_no_vehicle_beside_a_size(mark: str) -> None:
    board = f"AA{mark}{mark}BBBB"
    code, out, _ = result("check", board, "--size", "2x4")
    assert (code, out) == (0, "puzzle 1: valid, 2x4, 2 vehicles, exit right of row 1\n")


def test_a_file_of_that_name_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(LINE).write_text("AA./.../...")
    code, out, _ = result("solve", LINE, "--json")
    assert (code, json.loads(out)["slides"]) == (0, 1)


@pytest.mark.parametrize(
    ("board", "options", "way_out"),
    [
        (LINE, (), ("right", 2)),
        (LINE, ("--exit", "left"), ("left", 2)),
        (LINE, ("--exit", "right:2"), ("right", 2)),
        ("..A.../..A.../BBB.../....../....../......", ("--exit", "bottom"), ("bottom", 2)),
        ("BB../..A./..A./....", ("--exit", "top:2", "--target", "A"), ("top", 2)),
    ],
)
def test_the_exit_is_the_declared_one(
    board: str, options: tuple[str, ...], way_out: tuple[str, int]
) -> None:
    code, out, _ = result("convert", board, "--to", "json", *options)
    assert code == 0
    puzzle = rushhour.parse(out)
    assert (puzzle.exit.side, puzzle.exit.line) == way_out


MARKS = st.lists(st.sampled_from("._-o0*#+~:xX1"), min_size=2, max_size=2, unique=True)


@settings(max_examples=100, deadline=None)
@given(MARKS, st.booleans(), st.sampled_from(["\n", "/", ""]), st.integers(0, 3))
def test_declared_marks_are_what_they_say(
    marks: list[str], is_blank: bool, between: str, walls: int
) -> None:
    empty, wall = " " if is_blank and between == "\n" else marks[0], marks[1]
    rows = ["..b.cc", "..b...", "AAb...", ".....d", ".....d", "......"]
    cells = [list(row) for row in rows]
    places = [(5, 0), (0, 0), (5, 5)][:walls]
    for row, col in places:
        cells[row][col] = "#"
    drawn = [
        "".join(row).replace(".", "\0").replace("#", wall).replace("\0", empty) for row in cells
    ]
    found = list(
        attempts(
            StringIO(between.join(drawn)),
            target="A",
            declared=Declared(empty=empty, wall=wall, size=(6, 6)),
        )
    )
    expected = rushhour.parse("/".join("".join(row).replace("#", "x") for row in cells))
    assert found == [expected]


def test_blanks_at_the_ends_of_lines_are_cells() -> None:
    text = "  b\n  b\nAAb\n   \n\n      \n"
    code, out, _ = result("check", "-", "--empty", " ", text=text)
    assert (code, out) == (0, "puzzle 1: valid, 6x6, 2 vehicles, exit right of row 3\n")


def test_several_boards_of_a_size() -> None:
    text = "AA.\n...\n...\nAA..b...b\n"
    code, out, _ = result("check", "-", "--size", "3x3", text=text)
    assert (code, out.count("valid, 3x3")) == (2, 1)
    assert out.count("puzzle 2") == 1


def test_a_picture_and_an_audit_take_none_of_these(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    code, _, err = result("solve", picture, "--empty", ".")
    assert (code, "found a picture" in err) == (2, True)
    code, _, err = result("audit", LINE, "--exit", "left")
    assert (code, "expected no --exit" in err) == (2, True)


def test_convert_and_render_take_folders_of_any_formats(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    (folder / "sub").mkdir(parents=True)
    texts = {
        "a.txt": "6\n0 0 2 h 2\n1 2 0 v 3\n",
        "b.json": rushhour.write(rushhour.parse(LINE), "json"),
        "sub/c.txt": "\n".join(ROWS),
        ".hidden": "nothing",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    code, out, err = result("convert", folder, LINE, "--to", "boardstring", "--relabel")
    assert (code, out.splitlines(), err) == (0, [LINE.replace("B", "a")] * 4, "")
    code, out, err = result("render", folder, "--as", "cards", "-o", tmp_path / "cards.svg")
    assert (code, err) == (0, "")
    (tmp_path / "empty").mkdir()
    code, _, err = result("convert", tmp_path / "empty", "--to", "grid")
    assert (code, "expected a file in the folder, found none" in err) == (2, True)


@pytest.mark.parametrize(("board", "slides"), [("AA../", 1), ("AA..", 0), ("AAB/..B/...", 2)])
def test_a_small_board_stands_in_the_place_of_a_file(board: str, slides: int) -> None:
    """As a heuristic is refuted by one. What cannot be read is the name of a file."""
    code, out, _ = result("solve", board, "--json")
    assert (code, json.loads(out)["slides"]) == (0, slides)
    for word in ("AAB./", "./AA", "jam..", "a.py", "no/such.x/"):
        code, out, err = result("solve", word)
        assert (code, f"{word}: No such file" in out + err) == (2, True)


def test_a_typed_board_is_called_as_it_is() -> None:
    for verb in ("compare", "analyse"):
        code, out, _ = result(verb, "AAB/..B/...", "/".join(ROWS))
        assert code == 0
        names = [line.split()[0] for line in out.splitlines()[1:3]]
        assert names[0] == "AAB/..B/..."
