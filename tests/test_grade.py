"""Grades: every notation, every way to be wrong, and files that nobody should have to read."""

import csv
import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rushhour import Move, ParseError, RushHourError, lab, parse, read, solve, write
from rushhour.lab.grade import MOST_BYTES, Grade, summary, table
from rushhour.lab.roster import with_students
from rushhour.model.notation import read_moves
from rushhour.prose import score
from support.commands import result

ROOT = Path(__file__).parent.parent
JAM = ROOT / "puzzles" / "jam-01.txt"
BEST = "2+1 1-1 5-1 4-2 6-3 3+2 7+3 0+3"
UVA = "car,move\n2,1\n1,1\n5,1\n4,-2\n6,-3\n3,-2\n7,-3\n0,3\n"
DOWN = "car,move\n2,1\n1,-1\n5,-1\n4,-2\n6,-3\n3,2\n7,3\n0,3\n"
SENTENCES = """\
Move car # 2 right 1 square
Move car # 1 up 1 square
Move car # 5 up 1 square
Move car # 4 left 2 squares
Move car # 6 left 3 squares
Move car # 3 down 2 squares
Move car # 7 down 3 squares
Move car # 0 right 3 squares
Depth: 8
"""


def graded(folder: Path, text: str | bytes, name: str = "answer.txt") -> Grade:
    """The grade of one answer to the first classic."""
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    (found,) = lab.grade([read(JAM)], folder)
    return found


@pytest.mark.parametrize("text", [BEST, SENTENCES, UVA, "\ufeff" + UVA, UVA.upper()])
def test_right_in_every_notation(tmp_path: Path, text: str) -> None:
    assert graded(tmp_path, text) == Grade(
        "answer.txt", "1", "solved", None, 8, 8, 16, 16, moves=BEST
    )


def test_right_as_the_solver_prints_it(tmp_path: Path) -> None:
    for metric, name in (("slide", "slides"), ("step", "steps")):
        how = ["--metric", metric, "--json"]
        text = result(JAM, *how)[1]
        found = graded(tmp_path, text)
        assert found.status == "solved"
        assert getattr(found, name) == getattr(found, f"least_{name}")


def test_longer_than_needed(tmp_path: Path) -> None:
    found = graded(tmp_path, f"2+1 2-1 {BEST}")
    assert (found.slides, found.least_slides, found.steps, found.least_steps) == (10, 8, 18, 16)


def test_the_sheet_and_our_goal_grade_alike(tmp_path: Path) -> None:
    file = ROOT / "puzzles" / "assignment.txt"
    _, text, _ = result(str(file), "3", "--goal", "past")
    assert "Move car # 0 right 4 squares" in text.splitlines()
    puzzle = read(file)
    (tmp_path / "anna.txt").write_text(text, encoding="utf-8")
    for goal, steps in (("edge", 12), ("past", 13)):
        (found,) = lab.grade([puzzle], tmp_path, goal=goal)
        assert (found.status, found.slides, found.steps) == ("solved", 5, steps)
        assert (found.least_slides, found.least_steps) == (5, steps)
        assert score(puzzle, text, goal=goal).value == 1


# The sheet of the car-list assignment has the red car drive beyond the edge: 0+4, not 0+3.
@pytest.mark.parametrize("beyond", [1, 2])
def test_to_drive_out_of_the_exit_costs_nothing(tmp_path: Path, beyond: int) -> None:
    found = graded(tmp_path, BEST.replace("0+3", f"0+{3 + beyond}"))
    assert (found.slides, found.steps, found.beyond) == (8, 16, beyond)
    assert (found.least_slides, found.least_steps) == (8, 16)
    note = f"not counted: {beyond} cell{'s' * (beyond > 1)} beyond the goal, out of the exit"
    assert note in list(table([found]))[1]
    far = graded(tmp_path, BEST.replace("0+3", "0+6"))
    assert far.status == "illegal"


@pytest.mark.parametrize(
    ("text", "status", "fault"),
    [
        ("2+1 1-1", "unsolved", "the goal 'edge' is not reached at the end"),
        ("", "unsolved", "expected moves, found none"),
        ("2+3 2+1", "illegal", "move 2, 2+1: vehicle 7 is in the way"),
        ("9+1", "illegal", "move 1, 9+1: there is no vehicle 9"),
        ("0-1", "illegal", "move 1, 0-1: vehicle 1 is in the way"),
        ("2+1 what", "malformed", "line 1, column 5: expected a move such as A+2 or B-1"),
        (
            "Move car # 1 left 1 square",
            "malformed",
            "expected a move of vehicle 1 along its column",
        ),
        ("car,move\n2,one\n", "malformed", "line 2: expected a vehicle and the cells that it goes"),
        ("car,move\n2,0\n", "malformed", "line 2: expected a vehicle and the cells that it goes"),
        ("car,move\nnothing\n", "malformed", "line 2: expected a vehicle and the cells"),
        ('{"moves": 3}', "malformed", "found no list of moves"),
        ("[" * 100_000, "malformed", "expected JSON, found too deep a nest"),
        (b"\xff\xfe\x00", "malformed", "expected text in UTF-8"),
        (b"A+1 " * MOST_BYTES, "malformed", f"expected at most {MOST_BYTES} bytes, found more"),
    ],
)
def test_wrong_in_every_way(tmp_path: Path, text: str | bytes, status: str, fault: str) -> None:
    found = graded(tmp_path, text)
    assert found.status == status
    assert fault in str(found.fault)
    assert (found.slides, found.steps) == (None, None)


def test_a_frequent_mistake_is_named(tmp_path: Path) -> None:
    found = graded(tmp_path, DOWN, "output.csv")
    assert found.status == "illegal"
    assert str(found.fault).endswith("; right if + were down")
    assert not str(graded(tmp_path, "car,move\n2,9\n", "output.csv").fault).endswith("down")


def test_rows_of_csv_go_right_and_up() -> None:
    puzzle = parse("..B.../AAB.../....../......")
    assert read_moves("car, move\n\nB,-2\nA,4\n", puzzle) == (Move("B", 2), Move("A", 4))
    with pytest.raises(ParseError, match="line 3: expected a vehicle"):
        read_moves("car,move\nB,-2\nA;4\n", puzzle)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text('AB01+-, \n"{}[]:#carmove') | st.binary())
def test_nothing_in_a_file_ends_it(tmp_path_factory: pytest.TempPathFactory, content: str) -> None:
    folder = tmp_path_factory.mktemp("answers")
    text = content if isinstance(content, bytes) else content.encode(errors="surrogatepass")
    assert graded(folder, text).status in ("solved", "unsolved", "illegal", "malformed")


def test_folders_are_read_in_order_and_hidden_files_are_not(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/y.txt", ".hidden", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BEST)
    found = [grade.answer for grade in lab.grade([read(JAM)], tmp_path)]
    assert found == ["b.txt", "a/y.txt", "a/z.txt"]


def test_what_is_no_file_is_malformed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nothing")
    (tmp_path / "\udcff").write_text(BEST)
    found = {grade.answer: grade for grade in lab.grade([read(JAM)], tmp_path)}
    assert found["pipe"].fault == "expected a file"
    assert str(found["loop"].fault).startswith("cannot be read: ")
    assert found["gone"].fault == "cannot be read: No such file or directory"
    assert found["\ufffd"].status == "solved"


def test_answers_to_several_puzzles_by_title_and_number(tmp_path: Path) -> None:
    puzzles = [
        parse("..B.../AAB.../....../......"),
        parse("Jam-2\n6\n0 2 h 2\n.\n", "carlist"),
        parse("Jam-10\n6\n1 2 h 2\n.\n", "carlist"),
    ]
    names = {"alice/1.txt": "B+2 A+4", "jam-02.txt": "0+4", "Jam 10/bob.txt": "0+3", "c.txt": "0+4"}
    for name, text in names.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = {grade.answer: grade for grade in lab.grade(puzzles, tmp_path)}
    assert [found[name].status for name in names] == ["solved", "solved", "solved", "malformed"]
    assert [found[name].puzzle for name in names] == ["1", "Jam-2", "Jam-10", ""]
    where = "in the name of the file or of its folder"
    assert found["c.txt"].fault == f"expected the name of a puzzle, such as 1, {where}"


LONG, SHORT = "AA....\n......", "AA..\n...."
TO_LONG, TO_SHORT = "A+4", "A+2"


def test_answers_to_several_puzzles_by_file_name(tmp_path: Path) -> None:
    names = {"long.txt": TO_LONG, "SHORT/anna.csv": TO_SHORT, "carl/short.txt": TO_SHORT}
    names |= {"short/1.txt": TO_SHORT, "2.txt": TO_SHORT, "other.txt": TO_LONG}
    for name, text in names.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    puzzles = [parse(LONG, "grid"), parse(SHORT, "grid")]
    found = {one.answer: one for one in lab.grade(puzzles, tmp_path, names=["long", "short"])}
    assert [found[name].status for name in names] == ["solved"] * 5 + ["malformed"]
    assert [found[name].puzzle for name in names] == ["long", *["short"] * 4, ""]


def test_answers_may_have_the_name_of_their_puzzle_among_other_words(tmp_path: Path) -> None:
    puzzles = [parse(LONG, "grid"), parse(SHORT, "grid")]
    given = {
        "anna-jam-01.txt": "jam-1",
        "jam 1 (2).txt": "jam-1",
        "4711_jam01_hard.txt": "jam-01-hard",
        "Jam-01-hard (Ben)/2.txt": "jam-01-hard",
        "jam-011.txt": "",
        "1-jam.txt": "",
    }
    for name in given:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TO_SHORT)
    found = {
        one.answer: one for one in lab.grade(puzzles, tmp_path, names=["jam-1", "jam-01-hard"])
    }
    assert {name: found[name].puzzle for name in given} == given


def test_answers_from_windows(tmp_path: Path) -> None:
    assert graded(tmp_path, SENTENCES.encode("utf-16")).status == "solved"
    assert graded(tmp_path, "\ufeff".encode("utf-16-be") + BEST.encode("utf-16-be")).slides == 8
    for without_mark in ("utf-16-le", "utf-16-be"):
        assert graded(tmp_path, BEST.encode(without_mark)).slides == 8
        assert scored(tmp_path, BEST.encode(without_mark)).slides == 8
    assert "found a ZIP archive, such as a document of Word" in str(
        graded(tmp_path, b"PK\3\4\xff").fault
    )


def scored(folder: Path, content: bytes, name: str = "answer.txt") -> Grade:
    (folder / name).write_bytes(content)
    (found,) = lab.grade([read(JAM)], folder / name, prose=True)
    return found


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_prose_is_read_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    text = f"Z\u00fcge \u00e4 la carte: {BEST}\n"
    assert scored(tmp_path, text.encode(encoding)).score == 1.0
    long = "\u00fc so, " * 400_000 + f"\nFinal answer: {BEST}\n"
    assert scored(tmp_path, long.encode(encoding)).score == 1.0
    assert scored(tmp_path, (" " + long).encode(encoding)).score == 1.0
    line = json.dumps({"id": "z\u00fc", "answer": text}, ensure_ascii=False) + "\n"
    found = scored(tmp_path, line.encode(encoding), "answers.jsonl")
    assert (found.answer, found.score) == ("z\u00fc", 1.0)
    (tmp_path / "plain").mkdir()
    assert graded(tmp_path / "plain", f"{BEST} # f\u00fcr".encode(encoding)).slides == 8


def test_bytes_that_are_no_text_are_malformed_in_prose_too(tmp_path: Path) -> None:
    for content in (b"\xff\xfe\x00 B+2", b"PK\3\4\xff", b"\x89PNG\r\n\x1a\n\0\xff"):
        assert scored(tmp_path, content).status == graded(tmp_path, content).status == "malformed"


def test_the_moves_that_were_read_and_what_was_not_are_shown(tmp_path: Path) -> None:
    found = scored(tmp_path, f"2+1, 2--1, {BEST}".encode())
    assert (found.status, found.unread, found.score) == ("unreadable", "2--1,", 0.0)
    assert found.moves == f"2+1 {BEST}"
    assert list(table([found]))[1].endswith(f"not read as a move: 2--1,; 2+1 {BEST}")
    assert graded(tmp_path, "2+1 1-9").moves == "2+1 1-9"


def test_prose_is_named_if_it_reads_more(tmp_path: Path) -> None:
    text = "1) 2 right 1 makes room\n2) 1 up 1"
    assert str(graded(tmp_path, text).fault).endswith("; --prose reads 2 moves in it")
    commented = graded(tmp_path, "# 2+1 1-1")
    assert commented.status == "unsolved"
    assert commented.fault == "expected moves, found none; --prose reads 2 moves in it"
    assert "--prose" not in str(graded(tmp_path, "I cannot do it").fault)
    assert "--prose" not in str(graded(tmp_path, "2+1 what 2++1").fault)


def test_a_folder_before_the_puzzles_is_refused(tmp_path: Path) -> None:
    code, _, err = result("grade", tmp_path, JAM)
    assert code == 2
    assert "expected a puzzle file, found a folder; answers come last" in err


def test_a_name_of_two_puzzles_fits_neither(tmp_path: Path) -> None:
    (tmp_path / "jam.txt").write_text(TO_LONG)
    puzzles = [parse(LONG, "grid"), parse(SHORT, "grid")]
    (found,) = lab.grade(puzzles, tmp_path, names=["jam", "Jam"])
    assert (found.status, found.fault) == (
        "malformed",
        "the name fits more than one puzzle: 1, 2",
    )
    with pytest.raises(RushHourError, match="expected 2 names, found 1"):
        list(lab.grade(puzzles, tmp_path, names=["jam"]))


def test_a_malformed_puzzle_keeps_the_numbers_of_the_others(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.txt").write_text(TO_SHORT)
    broken = ParseError("no board")
    first, second = lab.grade([broken, parse(SHORT, "grid")], tmp_path)
    assert (first.status, first.fault) == ("malformed", "its puzzle is malformed")
    assert (second.status, second.puzzle) == ("solved", "2")


def test_the_goal_decides(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(BEST)
    (clear,) = lab.grade([read(JAM)], tmp_path, goal="clear")
    (past,) = lab.grade([read(JAM)], tmp_path, goal="past")
    assert (clear.status, clear.slides, clear.least_slides) == ("solved", 8, 7)
    assert past.status == "unsolved"


def test_optima_that_are_not_found_in_time_are_unknown(tmp_path: Path) -> None:
    puzzle = read(ROOT / "puzzles" / "uva-9x9_4.csv")
    (tmp_path / "a.txt").write_text(str(solve(puzzle).solution))
    (found,) = lab.grade([puzzle], tmp_path, max_seconds=0)
    assert (found.status, found.slides, found.least_slides) == ("solved", 27, None)


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(lab.grade([read(JAM)], tmp_path / "nothing"))


def graded_by_command(*arguments: object) -> tuple[int, str, str]:
    return result("grade", *arguments)


def test_command_line(tmp_path: Path) -> None:
    (tmp_path / "alice.txt").write_text(BEST)
    (tmp_path / "bob.txt").write_text(f"2+1 2-1 {BEST}")
    assert graded_by_command(JAM, tmp_path)[0] == 0
    (tmp_path / "carol.txt").write_text("2+9")
    found = graded_by_command(JAM, tmp_path)
    assert found[0] == 1
    assert found[1].splitlines() == [
        "answer     puzzle  status   slides      steps        "
        "what is wrong, and the moves as they were read",
        f"alice.txt  jam-01  solved   8 shortest  16 shortest  {BEST}",
        f"bob.txt    jam-01  solved   10 (+2)     18 (+2)      2+1 2-1 {BEST}",
        "carol.txt  jam-01  illegal  -           -            "
        "move 1, 2+9: vehicle 7 is in the way; 2+9",
        "3 answers, 2 solved, shortest in slides 1, in steps 1; on average 9.0 slides (+1.0)",
    ]
    rows = list(csv.DictReader(io.StringIO(graded_by_command(JAM, tmp_path, "--csv")[1])))
    assert [(row["answer"], row["status"], row["slides"]) for row in rows] == [
        ("alice.txt", "solved", "8"),
        ("bob.txt", "solved", "10"),
        ("carol.txt", "illegal", ""),
    ]
    lines = map(json.loads, graded_by_command(JAM, tmp_path, "--json")[1].splitlines())
    assert [line["least_steps"] for line in lines] == [16, 16, None]


def test_a_solution_may_be_shortest_in_one_metric_alone() -> None:
    few, near = ("solved", None, 2, 2, 9, 6), ("solved", None, 3, 2, 6, 6)
    grades = [Grade("few", "1", *few), Grade("near", "1", *near), Grade("none", "1", "unsolved")]
    mean = "; on average 2.0 slides (+0.0)"
    assert summary(grades[:1]) == f"1 answer, 1 solved, shortest in slides 1, in steps 0{mean}"
    mean = "; on average 3.0 slides (+1.0)"
    assert summary(grades[1:]) == f"2 answers, 1 solved, shortest in slides 0, in steps 1{mean}"


def test_command_line_takes_several_puzzle_files(tmp_path: Path) -> None:
    boards, answers = tmp_path / "boards", tmp_path / "answers"
    for name, text in {
        "a.txt": LONG,
        "b.txt": SHORT,
        "two.txt": "AA..../......\nAA../....\n",
    }.items():
        boards.mkdir(exist_ok=True)
        (boards / name).write_text(text)
    for name, text in {"a.txt": TO_LONG, "b/anna.txt": TO_SHORT, "4.txt": TO_SHORT}.items():
        (answers / name).parent.mkdir(parents=True, exist_ok=True)
        (answers / name).write_text(text)
    files = [boards / name for name in ("a.txt", "b.txt", "two.txt")]
    found = graded_by_command(*files, answers, "--json")
    lines = list(map(json.loads, found[1].splitlines()))
    places = {line["answer"]: (line["puzzle"], line["status"]) for line in lines}
    assert places == {
        "a.txt": ("a", "solved"),
        "b/anna.txt": ("b", "solved"),
        "4.txt": ("4", "solved"),
    }
    missing = graded_by_command(files[0], boards / "none.txt", answers)
    assert missing[0] == 2
    assert "none.txt: No such file or directory" in missing[2]


def test_exit_codes(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert graded_by_command(JAM, empty)[0] == 2
    assert graded_by_command(JAM, tmp_path / "nothing")[0] == 2
    assert graded_by_command(tmp_path / "nothing", empty)[0] == 2
    assert graded_by_command(JAM, empty, "--csv", "--json")[0] == 2
    puzzle = ROOT / "puzzles" / "uva-9x9_4.csv"
    (empty / "a.txt").write_text(str(solve(read(puzzle)).solution))
    assert graded_by_command(puzzle, empty, "--max-seconds", "0")[0] == 3


CLASS = {
    "anna_muster.txt": BEST.encode(),
    "Ben-jam-01.txt": f"1. {BEST.replace(' ', chr(10))}".replace("\n", "\n2. ", 1).encode("utf-16"),
    "carl (2).txt": b"Moves:\n\x95 2+1\n\x95 1\x961\n\x95 5\x961\n\x95 4\x962\n\x95 6\x963"
    b"\n\x95 3+2\n\x95 7+3\n\x95 0+3\n",
    "carl.txt": "moves: \u201c2+1\u201d, \u201c1\u22121\u201d, \u201c2+5\u201d".encode(),
    "muster anna.txt": b"2+1 1-1",
    "x.txt": BEST.encode(),
}
ROSTER = "Anna Muster;1\n\nBen\nCarl, 3\nDora\n"


def of_a_class(folder: Path, *options: object) -> tuple[int, str, str]:
    answers = folder / "answers"
    answers.mkdir()
    for name, content in CLASS.items():
        (answers / name).write_bytes(content)
    (folder / "class.txt").write_text(ROSTER)
    return graded_by_command(JAM, answers, "--roster", folder / "class.txt", *options)


def test_a_class_with_its_roster(tmp_path: Path) -> None:
    code, out, err = of_a_class(tmp_path)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    statuses = {line.split("  ")[0]: line for line in lines[1 : len(CLASS) + 2]}
    assert "solved" in statuses["anna_muster.txt"]
    assert "solved" in statuses["carl (2).txt"]
    assert "solved" in statuses["Ben-jam-01.txt"]
    assert "move 3, 2+5: " in statuses["carl.txt"]
    assert "no answer of Dora" in statuses["Dora"]
    assert lines[-4:] == [
        "1 answer missing: Dora (jam-01)",
        "2 answers of Anna Muster to jam-01: anna_muster.txt, muster anna.txt",
        "2 answers of Carl to jam-01: carl (2).txt, carl.txt",
        "of no student, or of several: x.txt",
    ]
    assert f"{len(CLASS)} answers, " in out


def test_a_class_in_json_csv_and_html(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in of_a_class(tmp_path, "--json")[1].splitlines()]
    students = {row["answer"]: (row["student"], row["status"] == "missing") for row in rows}
    assert students["muster anna.txt"] == ("Anna Muster", False)
    assert students["Dora"] == ("Dora", True)
    assert students["x.txt"] == (None, False)
    roster = ("--roster", tmp_path / "class.txt")
    text = graded_by_command(JAM, tmp_path / "answers", *roster, "--csv")[1]
    table_of_csv = list(csv.DictReader(io.StringIO(text)))
    assert [row["student"] for row in table_of_csv].count("Carl") == 2
    (tmp_path / "answers" / "<b>dora.txt").write_text("<script>")
    page = graded_by_command(JAM, tmp_path / "answers", *roster, "--html")[1]
    assert page.count("<tr>") == 2 + len(CLASS)
    assert "<script>" not in page
    assert "&lt;b&gt;dora.txt" in page
    page = graded_by_command(JAM, tmp_path / "answers", *roster, "--html", "--prose")[1]
    assert "<th>status</th><th>score</th><th>slides</th>" in page
    assert "<td>solved</td><td>1.000</td><td>8 shortest</td>" in page
    code, _, err = graded_by_command(JAM, tmp_path / "answers", "--html", "--csv")
    assert (code, "expected one of --csv, --json and --html, found" in err) == (2, True)


@pytest.mark.parametrize(
    ("roster", "message"),
    [("Anna\nBen\nANNA\n", "found 'ANNA' twice"), ("\n;;\n", "expected the names of students")],
)
def test_a_roster_that_cannot_be(tmp_path: Path, roster: str, message: str) -> None:
    (tmp_path / "class.txt").write_text(roster)
    code, _, err = graded_by_command(JAM, JAM, "--roster", tmp_path / "class.txt")
    assert (code, message in err) == (2, True)


def test_students_of_several_puzzles_and_of_one_word_alike(tmp_path: Path) -> None:
    names = ["jam-01/Anna.txt", "jam-02/anna lee.txt", "anna-lee/jam-01.txt", "joanna/jam-01.txt"]
    grades = [
        Grade(name, name[:6] if name[0] == "j" and name[1] == "a" else "jam-01", "solved")
        for name in names
    ]
    found = with_students(grades, ["Anna", "Anna Lee"])
    assert [one.student for one in found] == ["Anna", "Anna Lee", "Anna Lee", None, "Anna"]
    assert (found[-1].status, found[-1].puzzle) == ("missing", "jam-02")


def task_files(folder: Path, answers: list[object]) -> tuple[Path, Path]:
    """Four tasks, with optima of 1, 2, 2 and 1 slides, and a file with these lines of answers."""
    tasks, given = folder / "tasks.jsonl", folder / "answers.jsonl"
    open_road, blocked = "AA..../....../......", "..B.../AAB.../....../......"
    boards = {"t-1": open_road, "t-2": blocked, "t-3": blocked, "t-4": open_road}
    lines = [
        json.loads(write(parse(board), "json")) | {"title": title}
        for title, board in boards.items()
    ]
    tasks.write_text("\n".join(map(json.dumps, lines)))
    texts = [line if isinstance(line, str) else json.dumps(line) for line in answers]
    given.write_text("\n".join(texts))
    return tasks, given


def test_totals_name_what_is_missing_repeated_unreadable_and_unknown(tmp_path: Path) -> None:
    answers: list[object] = [
        {"id": "t-1", "answer": "Final answer: A+4"},
        {"id": "t-1", "answer": "Final answer: A+1"},
        {"id": "t-2", "answer": "Final answer: B+2 A+3 B-2 A+1"},
        {"id": "t-3", "answer": "Final answer: B++2 A+4"},
        {"id": "t-9", "answer": "Final answer: A+4"},
        {"answer": "A+4"},
        {"id": "t-3"},
        "no JSON",
    ]
    code, out, _ = result("grade", *task_files(tmp_path, answers), "--prose", "--totals", "--json")
    found = json.loads(out)
    assert code == 1
    assert found["answered"] == 3
    assert found["missing"] == ["t-4"]
    assert found["repeated"] == ["t-1", "t-3"]
    assert found["unreadable"] == ["t-3"]
    assert found["unknown"] == ["t-9", "answers.jsonl, line 6", "answers.jsonl, line 8"]
    total = found["all"]
    assert (total["slides"], total["asked"], total["solved"], total["shortest"]) == (
        [1, 2],
        4,
        2,
        1,
    )
    # The scores are 1, 1/2 + 1/2 * 2/4, 0 and 0.
    assert total["mean_score"] == pytest.approx((1 + 3 / 4) / 4)
    # Wilson's interval of 2 in 4, by hand.
    assert total["solved_interval"] == pytest.approx([0.150, 0.850], abs=5e-4)
    code, out, _ = result("grade", *task_files(tmp_path, answers), "--prose", "--totals")
    assert out.splitlines()[:4] == [
        "4 tasks asked, 3 answered",
        "solved: 2, 0.500 [0.150, 0.850]; shortest in slides: 1",
        "mean score: 0.438 [0.000, 0.943]",
        "missing: t-4",
    ]


def test_each_bad_line_of_answers_has_its_message(tmp_path: Path) -> None:
    answers: list[object] = [{"id": "t-9", "answer": "A+4"}, {"answer": "A+4"}, "no JSON", "[1]"]
    answers.append({"id": "t-1", "answer": 4})
    code, out, _ = result("grade", *task_files(tmp_path, answers), "--prose", "--json")
    assert code == 1
    assert [json.loads(line)["fault"] for line in out.splitlines()] == [
        "expected the id of a puzzle, such as t-1, found 't-9'",
        'expected an object with an "id", found none',
        "expected a line of JSON of at most 16777216 bytes, found none",
        'expected an object with an "id", found none',
        'expected text under "answer", found int',
    ]


def test_bands_of_ten_slides_add_up() -> None:
    graded = [
        Grade("", f"t-{number}", "missing", least_slides=least, least_steps=least)
        for number, least in enumerate([1, 9, 10, 10, 25])
    ]
    found = lab.totals(graded)
    assert [(band.slides, band.asked) for band in found.bands] == [
        ((1, 9), 2),
        ((10, 10), 2),
        ((25, 25), 1),
    ]
    assert found.all.score_interval == (0.0, 0.0)
    assert found.bands[2].score_interval is None


def test_totals_refuse_tasks_of_one_title_and_other_forms(tmp_path: Path) -> None:
    puzzle = parse(SHORT, "grid")
    (tmp_path / "1.txt").write_text(TO_SHORT)
    with pytest.raises(
        RushHourError, match="expected puzzles with titles that differ, found two x"
    ):
        list(lab.grade([puzzle, puzzle], tmp_path, names=["x", "x"], every=True))
    code, _, err = result("grade", JAM, tmp_path, "--totals", "--csv")
    assert code == 2
    assert "expected --totals alone or with --json" in err
