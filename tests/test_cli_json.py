"""One meaning of `--json` and `--csv`: a line for each subject, and where its puzzle is from."""

import csv
import json
from inspect import signature
from io import StringIO
from pathlib import Path

import pytest

from rushhour.cli import _VERBS
from support.commands import result

GOOD = "puzzles/jam-01.txt"

# What a verb is called with for a file of puzzles, and the option for lines of JSON.
ABOUT_PUZZLES = {
    "analyse": [],
    "audit": [],
    "canonical": [],
    "check": [],
    "compare": ["--algorithm", "bfs"],
    "convert": ["--to", "boardstring"],
    "explore": [],
    "hint": [],
    "link": [],
    "minimise": [],
    "solve": [],
    "sort": ["--by", "slides", "--relabel"],
    "vary": ["--count", "1"],
    "who": ["--against", "classics"],
}
# What else prints JSON: one line about one subject, or lines about no puzzle of a file.
OTHERS = {
    "check-heuristic",
    "daily",
    "enumerate",
    "generate",
    "grade",
    "grade-code",
    "heuristic",
    "reproduce",
    "search-records",
    "verify",
    "verify-certificate",
}
TABLES = ["analyse", "compare"]


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in result(*words)[1].splitlines()]


def test_every_verb_with_json_is_here() -> None:
    found = set()
    for name in _VERBS:
        word = name.replace("-", "_")
        verb = getattr(__import__(f"rushhour.cli.{word}", fromlist=[word]), word)
        found |= {name} if "json" in signature(verb).parameters else set()
    assert found == set(ABOUT_PUZZLES) | OTHERS


@pytest.mark.parametrize("verb", ABOUT_PUZZLES)
def test_a_line_begins_with_the_place_of_its_puzzle(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "small.txt"
    file.write_text("AA.B/...B/....\n")
    first, *_ = lines(verb, str(file), *ABOUT_PUZZLES[verb], "--json")
    names = ["file", "puzzles"] if verb == "audit" else ["file", "number"]
    assert (list(first)[:2], first["file"]) == (names, str(file))


@pytest.mark.parametrize("verb", sorted(set(ABOUT_PUZZLES) - {"audit", "check"}))
def test_an_error_is_a_line_too(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("AAB\n")
    found, *others = lines(verb, str(file), *ABOUT_PUZZLES[verb], "--json")
    assert (list(found), others) == (["file", "number", "error"], [])
    assert (found["file"], found["number"]) == (str(file), 1)


@pytest.mark.parametrize("verb", sorted(set(ABOUT_PUZZLES) - {"audit"}))
def test_puzzles_are_numbered_within_their_file(verb: str, tmp_path: Path) -> None:
    text = "AA.B/...B/....\nAAB\nAA../BB../....\n"
    file = tmp_path / "list.txt"
    file.write_text(text)
    found = lines(verb, str(file), *ABOUT_PUZZLES[verb], "--json")
    numbers = sorted(int(str(one["number"])) for one in found)
    assert numbers == [1, 2, 3]


def test_other_verbs_name_their_file(tmp_path: Path) -> None:
    right = lines("verify", "puzzles/assignment.txt", "3-1 5-3 3+3 4+2 0+3", "--json")
    assert [(one["file"], one["number"]) for one in right] == [("puzzles/assignment.txt", 1)]
    proof = str(tmp_path / "proof.json")
    result("puzzles/assignment.txt", "--certificate", proof)
    assert [one["file"] for one in lines("verify-certificate", proof, "--json")] == [proof]


def test_a_malformed_puzzle_of_a_class_is_a_line(tmp_path: Path) -> None:
    for name, text in (("bad.txt", "AAB\n"), ("answers/jam-01.txt", "A+1")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    bad, folder = str(tmp_path / "bad.txt"), str(tmp_path / "answers")
    error, *_ = lines("grade", bad, GOOD, folder, "--json")
    assert (list(error), error["file"]) == (["file", "number", "error"], bad)


@pytest.mark.parametrize("verb", TABLES)
def test_csv_has_the_names_and_values_of_json(verb: str) -> None:
    words = [verb, GOOD, "puzzles/jam-02.txt", *ABOUT_PUZZLES[verb]]
    rows = list(csv.DictReader(StringIO(result(*words, "--csv")[1])))
    objects = lines(*words, "--json")
    assert len(rows) == len(objects) == 2
    for row, one in zip(rows, objects, strict=True):
        assert set(row) - {"error"} == set(one)
        for name, value in one.items():
            if isinstance(value, str | int) and not isinstance(value, bool):
                assert row[name] == str(value)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["analyse", GOOD], ["--csv", "--json"]),
        (["compare", GOOD], ["--csv", "--json"]),
        (["grade", GOOD, "puzzles"], ["--csv", "--json"]),
    ],
)
def test_only_one_of_them_is_taken(words: list[str], options: list[str]) -> None:
    code, out, err = result(*words, *options)
    assert (code, out) == (2, "")
    assert "--csv and --json" in err
