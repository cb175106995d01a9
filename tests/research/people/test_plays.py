"""The files of the study of people: columns of this project and of the repository."""

import subprocess
import sys
from pathlib import Path

import pytest

from research import people
from rushhour import ParseError
from support.study import BOARD, written

OURS = """participant,instance,optimal_length,moves,complete,skipped,start_ms,end_ms,rt_ms,trial
p01,a,7,5,False,False,0,20000,20001.0,0
p01,a,7,30,True,False,30000,50000,19999.0,1
p01,a,7,20,True,False,30000,50000,19999.0,1
p01,a,7,8,True,False,60000,70000,9999.0,2
p02,a,7,1,False,True,10,10,0.0,0
p02,b,11,14,True,False,50,90000,89000.0,0
p01,b,11,44,False,True,80000,90000,10000.0,0
"""

# The header and the kinds of cells of exp_data/paths.csv, spaces included; the same rows.
ORIGINAL = """subject,assignment, instance, optimal_length, human_length, complete, \
start_time, end_time, rt,nodes_expanded, skipped, trial_number
one,x,a,7,5,False,1.51630404000e+12,1.51630406000e+12,20001.0,999,False,0
one,x,a,7,30,True,1.51630407000e+12,1.51630409000e+12,19999.0,999,False,1
one,x,a,7,20,True,1.51630407000e+12,1.51630409000e+12,19999.0,999,False,1
one,y,a,7,8,True,1.51630410000e+12,1.51630411000e+12,9999.0,999,False,2
two,z,a,7,1,False,1.51630504001e+12,1.51630504001e+12,0.0,999,True,0
two,z,b,11,14,True,1.51630504005e+12,1.51630513000e+12,89000.0,999,False,0
one,y,b,11,44,False,1.51630412000e+12,1.51630413000e+12,10000.0,999,True,0
"""


PLAYS = {
    people.Play("one", "a", 25, 40_000.0, 2, solved=True, place=0),
    people.Play("one", "b", 44, 10_000.0, 1, solved=False, place=1),
    people.Play("two", "b", 14, 89_000.0, 1, solved=True, place=0),
}


@pytest.mark.parametrize("name", ["paths.csv", "exp_data/paths.csv"])
def test_the_files_of_the_repository_are_recognised(tmp_path: Path, name: str) -> None:
    assert set(people.load(written(tmp_path, name, ORIGINAL))) == PLAYS


def test_our_columns_give_the_same_plays(tmp_path: Path) -> None:
    text = OURS.replace("p01", "one").replace("p02", "two")
    assert set(people.load(written(tmp_path, "trials.csv", text))) == PLAYS


@pytest.mark.parametrize("name", ["boards", "data_adopted", "exp_data/data_adopted"])
def test_boards_are_found(tmp_path: Path, name: str) -> None:
    analyses = people.boards(written(tmp_path, f"{name}/a.json", BOARD))
    assert [(board, one.slides) for board, one in analyses.items()] == [("a", 2)]


def test_boards_may_be_text(tmp_path: Path) -> None:
    analyses = people.boards(written(tmp_path, "boards/a.txt", "..B.../AAB.../....../......"))
    assert [(board, one.slides) for board, one in analyses.items()] == [("a", 2)]


def test_without_starts_the_order_of_the_file_counts(tmp_path: Path) -> None:
    """The trials of the classic cards in zahybnaya/rushhour_malab_version have no start."""
    text = """subject,instance,optimal_length,human_length,complete,rt,skipped
one,b,8,11,True,86.1,False
one,a,14,30,False,20.5,False
one,a,14,30,False,20.5,False
one,a,14,51,True,74.5,False
one,a,14,15,True,7.5,False
"""
    assert people.load(written(tmp_path, "trials.csv", text)) == (
        people.Play("one", "b", 11, 86.1, 1, solved=True, place=0),
        people.Play("one", "a", 111, 115.5, 3, solved=True, place=1),
    )


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "notes.txt", "")
    with pytest.raises(FileNotFoundError, match=r"expected trials\.csv or .*, found notes\.txt"):
        people.load(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"expected boards or .*, found notes"):
        people.boards(tmp_path)
    (tmp_path / "boards").mkdir()
    with pytest.raises(
        FileNotFoundError, match=r"expected boards as ID\.json or ID\.txt, found none"
    ):
        people.boards(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("human_length", "length", "expected a column 'human_length' .*found the columns subject"),
        ("subject,assignment", "who,assignment", "expected a column 'subject'"),
        ("20001.0", "soon", "expected a number of at least 0 as 'rt_ms' in line 2, found 'soon'"),
        ("20001.0", "nan", "expected a number of at least 0 as 'rt_ms'"),
        ("7,30,True", "7,30,Maybe", "expected True or False as 'complete' in line 3, .*'Maybe'"),
        ("7,30,True", "7,3.5,True", "expected a whole number as 'moves' in line 3, found '3.5'"),
        ("7,30,True", "7,0,True", "expected at least 1 for a board that was solved"),
        ("two,z,b,11,14,True", "two,z", "expected at least 9 cells in line 7, found 8"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in ORIGINAL
    with pytest.raises(ParseError, match=message):
        people.load(written(tmp_path, "paths.csv", ORIGINAL.replace(old, new)))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "trials.csv").write_bytes(OURS.encode() + b"\xff\xfe,1,2\n")
    with pytest.raises(ParseError, match=r"trials\.csv: expected rows of text"):
        people.load(tmp_path)


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "research.people"]
    written(written(tmp_path, "paths.csv", ORIGINAL), "data_adopted/a.json", BOARD)
    found = subprocess.run([*command, tmp_path], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr == f"error: {tmp_path}: expected a board b.json, found none\n"
