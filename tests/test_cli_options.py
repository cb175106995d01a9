"""Options: one name and one meaning in all commands; former names still work."""

from __future__ import annotations

from functools import cache

import pytest

from rushhour.cli import _VERBS, _app, run
from support.commands import result

JAM = "puzzles/jam-01.txt"
# These have meanings or limits of their own, for all searches or for the programs of others.
OWN = {
    "serve": {"--max-states", "--max-memory", "--max-seconds"},
    # Colours have themes, too.
    "generate": {"--max-states", "--max-seconds", "--theme"},
    "tasks": {"--max-seconds", "--theme"},
    "search-records": {"--max-states", "--max-seconds"},
    "grade-code": {"--max-memory", "--max-seconds"},
}
# These say what they read, write or print; the wording differs, the type does not.
WORDED = {
    "--html",
    "--explain",
    "--json",
    "--output",
    "--to",
    "--format",
    "--board",
    "--heuristic",
    "--algorithm",
    "--metric",
    "--exit",
    "--goal",
    "--keep",
    "--count",
    "--max-seconds",
    "--parts",
}


def options():
    app = _app([])
    for verb in _VERBS:
        for argument in app[verb].assemble_argument_collection():
            if argument.name.startswith("--"):
                yield verb, argument


@cache
def by_name():
    found = {}
    for verb, argument in options():
        if argument.name not in OWN.get(verb, ()):
            found.setdefault(argument.name, {})[verb] = argument
    return found


@pytest.mark.parametrize("name", sorted(set(by_name()) - WORDED - {"--all"}))
def test_an_option_has_the_same_help_in_all_commands(name):
    assert len({argument.parameter.help for argument in by_name()[name].values()}) == 1


@pytest.mark.parametrize("name", sorted(WORDED))
def test_the_names_of_concepts_are_in_use(name):
    assert name in by_name()


def test_limits_come_together():
    commands = [set(by_name()[f"--max-{what}"]) for what in ("states", "memory", "seconds")]
    assert commands[0] == commands[1] == commands[2]


@pytest.mark.parametrize(
    ("former", "current"),
    [
        (
            ["--algorithms", "bfs", "astar", "--heuristics", "1"],
            ["--algorithm", "bfs,astar", "--heuristic=1"],
        ),
        (
            ["--algorithms=bfs", "--algorithms=astar", "--heuristics", "1", "2"],
            ["--algorithm", "bfs", "--algorithm", "astar", "--heuristic", "1,2"],
        ),
    ],
)
def test_compare_takes_former_names(former, current, capsys):
    def rows(arguments):
        assert run(["compare", JAM, *arguments, "--csv"]) == 0
        return [line.rsplit(",", 2)[0] for line in capsys.readouterr().out.splitlines()]

    assert rows(former) == rows(current)


def test_render_takes_out(tmp_path):
    for name in ("--out", "--output", "-o"):
        assert run(["render", JAM, name, str(tmp_path / f"{name}.txt")]) == 0
    assert len({file.read_text() for file in tmp_path.iterdir()}) == 1


def test_batch_takes_column_and_kind(tmp_path, capfdbinary):
    pytest.importorskip("pyarrow")
    (tmp_path / "in").write_text("cells\nAA.B/...B/....\n")
    answers = []
    for names in (("--column", "--kind=csv"), ("--board", "--format=csv")):
        code = run(["batch", str(tmp_path / "in"), names[0], "cells", names[1], "-o", "-"])
        answers.append((code, capfdbinary.readouterr().out))
    assert answers[0] == answers[1]
    assert answers[0][0] == 0


@pytest.mark.parametrize("limit", ["--max-states", "--max-memory", "--max-seconds"])
@pytest.mark.parametrize("verb", ["verify", "grade"])
def test_solutions_are_judged_within_limits(verb, limit, tmp_path, capsys):
    moves = "2+1 1-1 5-1 4-2 6-3 3+2 7+3 0+3"
    answer = tmp_path / "a.txt"
    answer.write_text(moves)
    assert run([verb, JAM, moves if verb == "verify" else str(answer), limit, "0"]) == 3
    capsys.readouterr()


# What each verb with a whole number among its options does here; a wrong port starts no service.
TINY = "AA../..../..../....\n"
AT_WORK = {
    **{verb: ["-"] for verb in ("solve", "hint", "explore", "canonical", "minimise", "vary")},
    **{verb: ["-"] for verb in ("sort", "analyse", "audit", "grade", "compare")},
    "play": ["-"],
    "render": ["-", "--as", "text"],
    "sort": ["-", "--by", "slides"],
    "check-heuristic": ["zero", "-", "--no-tiny"],
    "heuristic": ["zero", "-"],
    "watch": ["-"],
    "who": ["-"],
    "verify": ["-", "A+2"],
    "grade": ["-", "-"],
    "grade-code": [".", "-", "--no-tiny"],
    "generate": ["--size", "4x4", "--max-boards", "9", "--slides", "1.."],
    "tasks": ["--size", "4x4", "--max-boards", "9", "--slides", "1.."],
    "enumerate": ["--rows", "3", "--cols", "3"],
    "search-records": ["--size", "4x4", "--rounds", "1", "--boards", "9", "--max-seconds", "1"],
    "serve": ["--port", "99999"],
    "batch": ["boards.csv"],
}


def is_whole(argument):
    return argument.hint is int or int in getattr(argument.hint, "__args__", ())


@pytest.mark.parametrize(
    ("verb", "option"),
    [(verb, argument.name) for verb, argument in options() if is_whole(argument)],
)
@pytest.mark.parametrize("number", [1 << 63, 1 << 64, "9" * 5000], ids=["2^63", "2^64", "digits"])
def test_a_huge_number_is_taken_or_refused(verb, option, number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.csv").write_text("board\n" + TINY, encoding="utf-8")
    output = ["--output", "out.json"] if verb in ("search-records", "batch") else []
    code, _, err = result(verb, *AT_WORK[verb], *output, option, number, text=TINY)
    assert code in {0, 1, 2, 3}
    assert code in {0, 1} or err.startswith("rushhour: ")
