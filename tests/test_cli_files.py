"""Several files on one command line, standard input, and a heuristic after the files."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from itertools import groupby
from pathlib import Path

import pytest

from support.command_lines import COMMAND, OVERLAP, SMALL, UNSOLVABLE
from support.commands import result

TINY = "AA..\n....\n....\n"
VERBS = ("solve", "explore", "check")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three files, the second with two puzzles."""
    monkeypatch.chdir(tmp_path)
    texts = {"one.txt": SMALL, "two.txt": "AA./...\n.AA/...\n", "three.txt": TINY}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    return list(texts)


def pages(text: str) -> dict[str, str]:
    """The text below the head of each file."""
    _, *parts = re.split(r"(?:^|\n\n)==> (.*) <==\n", "\n\n" + text.removesuffix("\n"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("verb", VERBS)
def test_each_file_has_a_head_and_what_it_has_alone(verb: str, files: list[str]) -> None:
    code, out, err = result(verb, *files)
    assert (code, err) == (0, "")
    assert pages(out) == {name: result(verb, name)[1].removesuffix("\n") for name in files}


def test_a_single_file_has_no_head(files: list[str]) -> None:
    assert "==>" not in result("check", files[1])[1]


def test_files_without_a_verb_are_solved(files: list[str]) -> None:
    assert result(*files) == result("solve", *files)


@pytest.mark.parametrize("verb", [*VERBS, "compare"])
def test_json_names_the_file_and_the_number_in_it(verb: str, files: list[str]) -> None:
    code, out, _ = result(verb, *files, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    places = [place for place, _ in groupby((one["file"], one["number"]) for one in answers)]
    assert (code, places) == (0, [(files[0], 1), (files[1], 1), (files[1], 2), (files[2], 1)])


@pytest.mark.parametrize(
    ("texts", "code"),
    [([SMALL, UNSOLVABLE], 1), ([OVERLAP, UNSOLVABLE], 2), ([SMALL, OVERLAP, SMALL], 2)],
)
def test_the_gravest_exit_code_wins(texts: list[str], code: int, tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.txt") for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        Path(name).write_text(text, encoding="utf-8")
    assert result(*names)[0] == result(*reversed(names))[0] == code


@pytest.mark.parametrize("verb", [*VERBS, "compare"])
def test_a_missing_file_does_not_end_the_others(verb: str, files: list[str]) -> None:
    code, out, err = result(verb, files[0], "no.txt", files[2], "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    found = {one["file"] for one in answers if "error" not in one and one.get("valid", True)}
    assert (code, found) == (2, {files[0], files[2]})
    assert "no.txt: No such file or directory" in out
    assert verb == "check" or err == "rushhour: no.txt: No such file or directory\n"


def test_a_heuristic_may_follow_the_files(files: list[str]) -> None:
    by_name = result(*files, "--heuristic", "blocking")
    assert by_name[0] == 0
    assert by_name == result(*files, "2") == result(*files, "blocking")
    assert by_name[1] != result(*files, "1")[1]


def test_a_number_is_a_heuristic_even_if_a_file_has_that_name(files: list[str]) -> None:
    Path("2").write_text(UNSOLVABLE, encoding="utf-8")
    assert result(files[0], "2") == result(files[0], "--heuristic", "2")
    assert result(files[0], "./2")[0] == 1


def test_a_word_that_is_neither(files: list[str]) -> None:
    code, out, err = result(files[0], "blockin")
    assert (code, out) == (2, "")
    assert "no file 'blockin', and no heuristic named 'blockin'; did you mean 'blocking'?" in err
    assert "two.text: No such file" in result(files[0], "two.text")[2]


def test_a_certificate_is_about_one_puzzle(files: list[str]) -> None:
    code, _, err = result(*files, "--certificate", "proof.json")
    assert (code, err) == (2, "rushhour: --certificate: expected one file, found 3\n")
    assert not Path("proof.json").exists()


READERS = {
    "solve": [],
    "explore": [],
    "check": [],
    "compare": ["--algorithm", "astar", "--csv"],
    "hint": [],
    "convert": ["--to", "json"],
    "audit": [],
    "render": [],
    "sort": ["--by", "slides"],
    "analyse": ["--csv"],
}


@pytest.mark.parametrize("verb", READERS)
def test_standard_input_is_read_when_piped(verb: str) -> None:
    def told(*files: str) -> tuple[int, str, str]:
        code, out, err = result(verb, *files, *READERS[verb], text=SMALL)
        return code, re.sub(r",\d[\d.e-]*,True", ",seconds", out), err

    assert told() == told("-")
    assert told()[0] == 0
    assert told()[1]


@pytest.mark.parametrize("verb", [*READERS, "batch"])
def test_a_forgotten_file_does_not_wait_for_a_terminal(verb: str) -> None:
    leader, follower = pty.openpty()
    options = ["-o", "-"] if verb == "batch" else READERS[verb]
    command = [*COMMAND, verb, *options]
    done = subprocess.run(command, stdin=follower, capture_output=True, text=True, check=False)
    os.close(follower)
    os.close(leader)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rushhour: expected a ")
    assert "file" in done.stderr


def test_a_mistyped_command_before_a_file_is_recognised(files: list[str]) -> None:
    code, _, err = result("sovle", files[0])
    assert code == 2
    assert "sovle: No such file or directory; did you mean the command solve?" in err
