"""Text of users in terminals and spreadsheets, and tables in lines of any width."""

import csv
import io
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, Puzzle, Vehicle
from rushhour.base.text import aligned, csv_cell, fitted, json_line, padded, shown, width
from support.commands import result

ESCAPE = "\x1b[31mred\x1b[0m\x9b2J\x07\u202e\r\n\t"
KEPT = ["Jam 1", "日本語", "🚗", "👨\u200d👩\u200d👧", "❤\ufe0f", "é e\u0301", "اب", "a\\b", ""]
DANGEROUS = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
FORMULA = "=cmd|' /C calc'!A0"


class TestShown:
    @pytest.mark.parametrize("text", KEPT)
    def test_what_is_harmless_stays(self, text: str) -> None:
        assert shown(text) == text
        assert json.loads(json_line({"x": text})) == {"x": text}

    def test_escapes(self) -> None:
        assert shown(ESCAPE) == r"\x1b[31mred\x1b[0m\x9b2J\x07\u202e\r\n\t"
        assert shown("\udcff") == r"\udcff"

    @given(st.text(st.characters(exclude_categories=[])))
    def test_nothing_that_a_terminal_obeys_is_left(self, text: str) -> None:
        assert not DANGEROUS.search(shown(text))
        assert shown(shown(text)) == shown(text)
        assert all(unicodedata.category(character) != "Cs" for character in shown(text))

    @given(st.dictionaries(st.text(), st.text()))
    def test_json_is_harmless_and_the_same(self, value: dict[str, str]) -> None:
        assert json.loads(json_line(value)) == value
        assert not DANGEROUS.search(json_line(value))


class TestCells:
    @pytest.mark.parametrize(
        ("text", "cell"),
        [
            (FORMULA, f"'{FORMULA}"),
            ("+1+cmd", "'+1+cmd"),
            ("-A1", "'-A1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            (" =A1", "' =A1"),
            ("\uff1dA1", "'\uff1dA1"),
            ("\t=A1", r"\t=A1"),
            ("\r=A1", r"\r=A1"),
            ("-", "-"),
            ("+2", "+2"),
            ("-2", "-2"),
            ("-2.5", "-2.5"),
            ("A+2", "A+2"),
            ("Jam 1", "Jam 1"),
        ],
    )
    def test_formulas(self, text: str, cell: str) -> None:
        assert csv_cell(text) == cell


class TestWidth:
    @pytest.mark.parametrize(
        ("text", "columns"), [("A", 1), ("日本", 4), ("🚗", 2), ("e\u0301", 1)]
    )
    def test_columns(self, text: str, columns: int) -> None:
        assert width(text) == columns
        assert padded(text, 6) == text + " " * (6 - columns)
        assert padded(text, 6, right=True) == " " * (6 - columns) + text

    @given(st.text(st.sampled_from("ab日🚗")), st.integers(4, 12))
    def test_fitted(self, text: str, columns: int) -> None:
        short = fitted(text, columns)
        assert width(short) <= columns
        assert short == text if width(text) <= columns else "..." in short

    def test_both_ends_of_a_long_name_stay(self) -> None:
        assert fitted("students/alice/answers/jam-02.txt", 20) == "students...am-02.txt"
        assert width(fitted("x" * 2_000_000, 20)) == 20

    @pytest.mark.parametrize("label", ["🚗", "日本", "👍🏽", "e\u0301", "\x1b[2J"])
    def test_every_line_of_a_board_is_as_wide(self, label: str) -> None:
        car, other = Vehicle(label, "h", 0, 0, 2), Vehicle("B", "v", 1, 0, 2)
        for side in ("left", "right"):
            puzzle = Puzzle(3, 4, [car, other], target=label, exit=Exit(side, 0), walls=[(2, 3)])
            first, *rows, last = (line[1:].rstrip("<>") for line in str(puzzle).splitlines())
            assert {width(line) for line in (first, *rows, last)} == {len(first)}

    def test_an_exit_at_the_bottom_is_below_its_column(self) -> None:
        puzzle = Puzzle(3, 3, [Vehicle("🚗", "v", 0, 1, 2)], target="🚗")
        *_, row, _, arrow = str(puzzle).splitlines()
        assert arrow.index("v") == row.index(".", row.index(".") + 1)


class TestAligned:
    HEAD = ("puzzle", "method", "expanded", "generated", "what is wrong")
    ROWS = (
        ("jam-01", "bfs", "1057", "11570", ""),
        ("日本", "astar", "50", "601", "nothing here"),
    )

    def test_any_width(self) -> None:
        assert list(aligned(self.HEAD, self.ROWS, names=2, right=range(2, 4))) == [
            "puzzle  method  expanded  generated  what is wrong",
            "jam-01  bfs         1057      11570",
            "日本    astar         50        601  nothing here",
        ]

    def test_bands_with_the_names_again(self) -> None:
        rows = [row[:4] for row in self.ROWS]
        assert list(aligned(self.HEAD[:4], rows, rows, names=2, right=range(2, 4), line=28)) == [
            "puzzle  method  expanded",
            "jam-01  bfs         1057",
            "日本    astar         50",
            "------------------------",
            "jam-01  bfs         1057",
            "日本    astar         50",
            "",
            "puzzle  method  generated",
            "jam-01  bfs         11570",
            "日本    astar         601",
            "-------------------------",
            "jam-01  bfs         11570",
            "日本    astar         601",
        ]

    def test_prose_below_its_row(self) -> None:
        assert list(aligned(self.HEAD, self.ROWS, names=2, prose=True, line=36))[-3:] == [
            "jam-01  bfs     1057      11570",
            "日本    astar   50        601",
            "    nothing here",
        ]

    def test_long_names_are_cut_in_the_middle(self) -> None:
        [_, row] = aligned(("puzzle", "cost"), [("a" * 30 + "b" * 30, "5")], line=40)
        assert row == "aaaaaaaa...bbbbbbbbb  5"

    @given(st.integers(0, 100), st.booleans())
    def test_no_cell_is_lost(self, line: int, prose: bool) -> None:
        text = "\n".join(aligned(self.HEAD, self.ROWS, names=2, prose=prose, line=line))
        for cell in ("expanded", "11570", "1057", "astar", "601", "jam-01"):
            assert cell in text


TITLE = f"{ESCAPE}{FORMULA}"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A puzzle with a hostile title and labels, in a file with a hostile name."""
    good = Puzzle(
        4,
        5,
        [Vehicle("A\x1b[2J", "h", 1, 0, 2), Vehicle("B\u202e\x9b", "v", 0, 2, 2)],
        target="A\x1b[2J",
        title=TITLE,
    )
    bad = {"label": "C\x1b[2J\x9b\u202e", "axis": "h", "row": 0, "col": 0, "length": 1}
    malformed = json.dumps({"rows": 4, "cols": 4, "target": "x\x1b", "vehicles": [bad]})
    file = tmp_path / "evil\x1b[2J\u202e.json"
    file.write_text(rushhour.write(good, "json") + malformed + "\n", encoding="utf-8")
    return file


class TestCommands:
    """What each command prints of hostile text is harmless."""

    @pytest.mark.parametrize(
        "command",
        [
            "solve FILE",
            "solve FILE --json",
            "solve FILE --show-boards",
            "explore FILE",
            "explore FILE --json",
            "hint FILE",
            "hint FILE --move x\x1b+1",
            "check FILE",
            "check FILE --json",
            "audit FILE",
            "audit FILE --json",
            "compare FILE --algorithms bfs",
            "compare FILE --algorithms bfs --csv",
            "compare FILE --algorithms bfs --json",
            "compare FILE --algorithms bfs --markdown",
            "compare FILE --algorithms bfs --latex",
            "check-heuristic zero FILE --no-tiny",
            "heuristic advanced FILE --explain",
            "heuristic advanced FILE --json",
            "convert FILE --to boardstring",
            "render FILE",
            "grade FILE ANSWERS",
            "grade FILE ANSWERS --csv",
            "grade FILE ANSWERS --json",
            "verify FILE x\x1b[2J+1",
            "verify-certificate FILE",
            "solve FILE\x1b",
            "solve FILE --certificate FILE",
            "solve FILE --heuristic \x1b[2J",
            "solve \x1b[2J --no-such-option\x1b[2J",
            "batch FILE -o FILE",
        ],
    )
    def test_no_escape_comes_through(self, command: str, hostile: Path, tmp_path: Path) -> None:
        answers = tmp_path / "answers"
        answers.mkdir()
        (answers / "=1\x1b[2J.txt").write_text("A\x1b[2J+9")
        (answers / "1.txt").write_text("nothing")
        words = {"FILE": str(hostile), "ANSWERS": str(answers), "FILE\x1b": f"{hostile}\x1b"}
        code, out, err = result(*(words.get(word, word) for word in command.split(" ")))
        assert "Traceback" not in err
        assert code in (0, 1, 2)
        assert not DANGEROUS.search((out + err).replace("\n", "").replace("\r", ""))

    @pytest.mark.parametrize("verb", ["compare FILE --algorithms bfs", "grade FILE ANSWERS"])
    def test_no_spreadsheet_computes_a_name(self, verb: str, tmp_path: Path) -> None:
        puzzle = Puzzle(3, 3, [Vehicle("A", "h", 0, 0, 2)], target="A", title=FORMULA)
        (tmp_path / "in.json").write_text(rushhour.write(puzzle, "json"))
        (tmp_path / "answers").mkdir()
        (tmp_path / "answers" / "=1+1.txt").write_text("A+1")
        words = {"FILE": str(tmp_path / "in.json"), "ANSWERS": str(tmp_path / "answers")}
        code, out, _ = result(*(words.get(word, word) for word in verb.split()), "--csv")
        [row] = csv.DictReader(io.StringIO(out))
        assert (code, row["puzzle"]) == (0, f"'{FORMULA}")
        assert row.get("answer", "'=1+1.txt") == "'=1+1.txt"

    def test_markup_of_a_title_is_text(self, tmp_path: Path) -> None:
        title = "[red]a|b <img src=x> `c` *d* [e](f) $g$ \\"
        puzzle = Puzzle(3, 3, [Vehicle("A", "h", 0, 0, 2)], target="A", title=title)
        file = tmp_path / "in.json"
        file.write_text(rushhour.write(puzzle, "json"))
        command = ["compare", str(file), "--algorithms", "bfs"]
        assert title in result(*command)[1]
        assert (
            result(*command, "--markdown")[1]
            .splitlines()[2]
            .startswith(r"| \[red\]a\|b \<img src=x> \`c\` \*d\* \[e\](f) \$g\$ \\ | bfs |")
        )
        assert result(*command, "--latex")[1].splitlines()[5].startswith("{[}red]a|b ")
