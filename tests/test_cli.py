"""The command line as its users see it: its output and its exit code."""

import inspect
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from rushhour import algorithms, analyse, heuristics, parse, parse_all
from rushhour.cli import _VERBS
from rushhour.cli.options import byte_count
from rushhour.search import Algorithm
from support.command_lines import CAR_LIST, COMMAND, LARGE, OVERLAP, PUZZLES, SMALL, UNSOLVABLE, run
from support.commands import result, solved
from support.interrupts import ENDLESS, interrupted, wait_for_work

CAR_LIST_BY_ADVANCED = """\
 +-------------+
 | . . 1 . 2 2 |
 | . . 1 3 4 . |
 | . 0 0 3 4 . |>
 | . . . 3 5 5 |
 | . . . . . . |
 | . . . . . . |
 +-------------+
Move car # 3 up 1 square
Move car # 5 left 3 squares
Move car # 3 down 3 squares
Move car # 4 down 2 squares
Move car # 0 right 3 squares
Depth: 5
Nodes expanded: 27
Nodes generated: 256
Branching factor: 2.776
Cost: 5 slides
Optimal: proved
"""

# Whatever prints does it in one of these ways: help, text, JSON, a picture, a stream.
PRINTED = [
    ("--help",),
    ("solve", "hardest.txt"),
    ("check", "jam-01.txt", "--json"),
    ("--version",),
    ("help", "solve"),
    ("render", "jam-01.txt", "--as", "svg"),
    ("generate", "--seed", "1"),
    ("verify", "jam-01.txt", "2+1"),
    ("daily",),
]

SMALL_WITH_BOARDS = """\
 +-------------+
 | . . B . . . |
 | A A B . . . |>
 | . . . . . . |
 | . . . . . . |
 +-------------+
Move car # B down 2 squares
 +-------------+
 | . . . . . . |
 | A A . . . . |>
 | . . B . . . |
 | . . B . . . |
 +-------------+
Move car # A right 4 squares
"""


class TestSolve:
    def test_the_output_that_the_assignment_prescribes(self) -> None:
        assert result(CAR_LIST, "3") == (0, CAR_LIST_BY_ADVANCED, "")

    def test_a_process_prints_what_a_call_does(self) -> None:
        for text in (SMALL, UNSOLVABLE, SMALL + "AAA.\n"):
            process = run("-", text=text)
            assert (process.returncode, process.stdout, process.stderr) == result("-", text=text)

    def test_the_verb_may_be_left_out(self) -> None:
        assert result("solve", CAR_LIST, "3") == result(CAR_LIST, "3")

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_heuristics_have_numbers_and_names(self, number: int) -> None:
        name = heuristics()[number - 1].name
        assert result(CAR_LIST, str(number)) == result(CAR_LIST, name)
        assert result(CAR_LIST, str(number)) == result(CAR_LIST, "--heuristic", name)
        assert solved(CAR_LIST, str(number))["heuristic"] == name

    def test_the_three_heuristics_expand_less_and_less(self) -> None:
        counts = [solved(CAR_LIST, number)["expanded"] for number in "123"]
        assert counts == sorted(set(counts), reverse=True)

    @pytest.mark.parametrize("entry", algorithms(), ids=lambda entry: entry.name)
    def test_algorithms_have_names(self, entry: Algorithm) -> None:
        answer = solved(CAR_LIST, "--algorithm", entry.name)
        assert (answer["algorithm"], answer["lower_bound"] <= 5) == (entry.name, True)
        assert answer["cost"] >= 5
        may_be_longer = entry.optimal in ("within weight", "never")
        assert answer["cost"] == 5 or may_be_longer
        assert answer["proved_optimal"] or may_be_longer
        assert answer["proved_optimal"] == (answer["cost"] == answer["lower_bound"])
        assert (answer["heuristic"] is not None) == ("heuristic" in entry.takes)

    @pytest.mark.parametrize(
        ("options", "proof"),
        [
            ([], "proved"),
            (["2", "--algorithm", "greedy"], "not proved, every solution costs at least 3 slides"),
            (["--algorithm", "dfs"], "not proved, every solution costs at least 1 slide"),
            (["distance-need"], "not proved, every solution costs at least 1 slide"),
            (["distance-need", "--metric", "step"], "proved"),
        ],
    )
    def test_the_last_line_says_what_is_proved(self, options: list[str], proof: str) -> None:
        code, out, _ = result(CAR_LIST, *options)
        assert (code, out.splitlines()[-1]) == (0, f"Optimal: {proof}")

    def test_depth_first_search_has_one_cost(self) -> None:
        out = result(CAR_LIST, "--algorithm", "dfs")[1]
        answer = solved(CAR_LIST, "--algorithm", "dfs")
        said = out.count("Move car #")
        assert f"Depth: {said}\n" in out
        assert f"Cost: {said} slides\n" in out
        assert (answer["depth"], answer["cost"], answer["slides"]) == (said, said, said)
        moves = [(move["vehicle"], move["cells"] > 0) for move in answer["moves"]]
        assert all(one != other for one, other in pairwise(moves))

    def test_help_names_what_may_not_be_shortest(self) -> None:
        words = " ".join(result("solve", "--help")[1].replace("│", " ").split())
        assert "may not be shortest: weighted, greedy, dfs." in words
        assert "in steps longest-chain, mobility, lookahead, advanced-distance, h-add, ff." in words

    @pytest.mark.parametrize(
        ("metric", "goal", "cost"),
        [
            ("slide", "edge", 5),
            ("slide", "past", 5),
            ("slide", "off", 5),
            ("slide", "clear", 4),
            ("step", "edge", 12),
            ("step", "past", 13),
            ("step", "off", 14),
            ("step", "clear", 9),
        ],
    )
    def test_metrics_and_goals(self, metric: str, goal: str, cost: int) -> None:
        answer = solved(CAR_LIST, "--metric", metric, "--goal", goal)
        assert (answer["metric"], answer["goal"], answer["cost"]) == (metric, goal, cost)

    def test_ties(self) -> None:
        fifo, lifo = (solved(CAR_LIST, "1", "--ties", ties) for ties in ("fifo", "lifo"))
        assert fifo["cost"] == lifo["cost"]
        assert fifo["expanded"] != lifo["expanded"]

    def test_boards_can_be_shown(self) -> None:
        code, out, _ = result("-", "--show-boards", text=SMALL)
        assert code == 0
        assert out.startswith(SMALL_WITH_BOARDS)

    def test_json_says_everything(self) -> None:
        answer = solved("-", "--heuristic", "advanced", text=SMALL)
        assert answer.pop("seconds") >= 0
        assert answer.pop("memory") > 0
        assert answer == {
            "file": "-",
            "number": 1,
            "title": None,
            "status": "solved",
            "metric": "slide",
            "goal": "edge",
            "algorithm": "astar",
            "engine": "best-first",
            "reason": None,
            "heuristic": "advanced",
            "settings": {},
            "depth": 2,
            "cost": 2,
            "slides": 2,
            "steps": 6,
            "moves": [{"vehicle": "B", "cells": 2}, {"vehicle": "A", "cells": 4}],
            "lower_bound": 2,
            "upper_bound": 2,
            "proved_optimal": True,
            "best": "B+2 A+4",
            "stopped_by": None,
            "expanded": 2,
            "generated": 8,
            "duplicates": 2,
            "reopened": 0,
            "max_open": 5,
            "evaluated": 7,
            "branching_factor": 2.372,
        }

    def test_already_solved(self) -> None:
        code, out, _ = result("-", text="....\n..AA\n....\n....\n")
        assert code == 0
        assert "Already solved: no move is needed.\nDepth: 0\n" in out
        assert "Branching factor: -\nCost: 0 slides\n" in out

    def test_unsolvable(self) -> None:
        code, out, err = result("-", text=UNSOLVABLE)
        assert (code, err) == (1, "")
        assert "There is no solution.\n" in out
        code, out, _ = result("-", "--json", text=UNSOLVABLE)
        answer = json.loads(out)
        assert (code, answer["status"], answer["cost"], answer["moves"]) == (
            1,
            "unsolvable",
            None,
            None,
        )

    def test_many_puzzles_in_a_file(self) -> None:
        code, out, _ = result(str(PUZZLES / "hardest.txt"), "--json")
        answers = [json.loads(line) for line in out.splitlines()]
        assert (code, [answer["cost"] for answer in answers]) == (0, [60, 58, 15])
        code, out, _ = result("-", text="Jam\n6\n0 0 2 h 2\n.\nOther\n6\n0 4 2 h 2\n.\n")
        pages = out.split("\n\n")
        assert (code, [page.splitlines()[0] for page in pages]) == (0, ["Jam", "Other"])

    def test_the_worst_of_many_puzzles_decides_the_exit_code(self) -> None:
        boards = {0: SMALL, 1: UNSOLVABLE, 2: "AA.B/..../..../....\n"}
        for worst in ({0}, {0, 1}, {0, 1, 2}, {0, 2}):
            assert result("-", text="".join(boards[code] for code in worst))[0] == max(worst)

    @pytest.mark.parametrize("verb", ["solve", "explore", "convert"])
    def test_json_numbers_every_puzzle_and_error(self, verb: str) -> None:
        text = SMALL.replace("\n", "/") + "\nAAB/..B/...\nAAA.\n" + "AA..\n"
        options = ["--to", "json"] if verb == "convert" else []
        code, out, err = result(verb, "-", *options, "--json", text=text.replace("/\n", "\n"))
        answers = [json.loads(line) for line in out.splitlines()]
        assert (code, [answer["number"] for answer in answers]) == (2, [1, 2, 3, 4])
        errors = {answer["number"]: answer["error"] for answer in answers if "error" in answer}
        assert list(errors) == [3]
        assert errors[3].startswith("<stdin>, puzzle 3, line 3: invalid board: ")
        assert err == f"rushhour: {errors[3]}\n"

    def test_labels_are_kept(self, tmp_path: Path) -> None:
        file = tmp_path / "labels.csv"
        lines = ["car,orientation,col,row,length", "X,H,1,1,2", "Été,V,3,1,2", "Z,V,1,2,2"]
        file.write_text("\n".join(lines), encoding="utf-8")
        assert "Move car # Été down 1 square\n" in result(str(file))[1]


class TestLimits:
    @pytest.mark.parametrize(
        ("file", "option", "name"),
        [
            (CAR_LIST, ["--max-states", "1"], "states"),
            (CAR_LIST, ["--max-memory", "1K"], "memory"),
            (str(ENDLESS), ["--max-seconds", "0.2"], "seconds"),
        ],
    )
    @pytest.mark.parametrize("algorithm", ["auto", "fast", "refine", "astar"])
    def test_a_limit(self, file: str, option: list[str], name: str, algorithm: str) -> None:
        code, out, err = result(file, "--algorithm", algorithm, *option)
        assert (code, err) == (3, "")
        assert f"No answer: the limit on {name} was reached. Every solution costs at least" in out
        code, out, _ = result(file, "--algorithm", algorithm, *option, "--json")
        answer = json.loads(out)
        assert (code, answer["status"], answer["stopped_by"]) == (3, "unknown", name)
        assert (answer["cost"], answer["moves"]) == (None, None)
        assert 0 < answer["lower_bound"] <= 25

    @pytest.mark.parametrize("text", ["", "many", "-1", "1X", ".5G", "1e3", "4GBB", "\u0663"])
    def test_malformed_memory(self, text: str) -> None:
        code, out, err = result(CAR_LIST, f"--max-memory={text}")
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert "--max-memory: expected a number of bytes such as 512MB, 1.5G or 4GiB" in err

    @pytest.mark.parametrize(
        ("text", "count"),
        [("7", 7), ("1k", 2**10), ("512MB", 2**29), ("4GiB", 2**32), ("1.5G", 3 * 2**29)],
    )
    def test_sizes(self, text: str, count: int) -> None:
        assert byte_count(text) == byte_count(text.lower()) == count


class TestOtherVerbs:
    def test_check(self) -> None:
        valid = "puzzle 1: valid, 6x6, 6 vehicles, exit right of row 3\n"
        assert result("check", CAR_LIST) == (0, valid, "")
        code, out, _ = result("check", "-", text=OVERLAP)
        reason = "vehicles 0 and 1 overlap at row 3, column 3"
        head = f"puzzle 1: invalid board\n  {reason}\n"
        assert (code, out[: len(head)]) == (2, head)
        code, out, _ = result("check", "-", "--json", text=OVERLAP)
        answer = {"file": "-", "number": 1, "title": None, "valid": False, "reasons": [reason]}
        found = json.loads(out)
        assert found.pop("mistake")["repairs"]
        assert (code, found) == (2, {**answer, "warnings": [], "solvable": None})

    def test_convert(self) -> None:
        code, out, err = result("convert", CAR_LIST, "--to", "boardstring", "--relabel")
        assert (code, err) == (0, "")
        assert solved("-", text=out)["cost"] == 5
        code, out, _ = result("convert", CAR_LIST, "--to", "carlist")
        lines = Path(CAR_LIST).read_text(encoding="utf-8").splitlines()
        assert out.splitlines() == lines[1:]

    def test_convert_refuses_what_a_format_cannot_hold(self) -> None:
        code, out, err = result("convert", "-", "--to", "carlist", "--relabel", text=UNSOLVABLE)
        assert (code, out) == (2, "")
        assert err.startswith("rushhour: ")

    @pytest.mark.parametrize(
        "to", ["csc", "matrix", "ntnu", "strings", "blocks", "uva", "itb", "grid"]
    )
    def test_convert_refuses_several_puzzles_where_one_has_its_place(self, to: str) -> None:
        text = "a\n6\n0 0 2 h 2\n1 5 5 h 2\n.\n" + "b\n6\n0 1 2 h 2\n1 5 4 v 2\n.\n"
        message = f"the format {to} holds one puzzle, found several; these hold several"
        expected = f"rushhour: {message}: boardstring, link, carlist, nyu, pieces, json\n"
        assert result("convert", "-", "--to", to, "--relabel", text=text) == (2, "", expected)

    @pytest.mark.parametrize("to", ["boardstring", "link", "carlist", "nyu", "pieces", "json"])
    @pytest.mark.parametrize("title", ["a\n", ""])
    def test_convert_writes_several_puzzles_to_be_read_back(self, to: str, title: str) -> None:
        text = "".join(f"{title}6\n0 {col} 2 h 2\n1 5 4 v 2\n.\n" for col in (0, 1, 2))
        code, out, err = result("convert", "-", "--to", to, "--relabel", text=text)
        assert (code, err) == (0, "")
        found = [puzzle.vehicle(puzzle.target).col for puzzle in parse_all(out, to)]
        assert (
            found == [puzzle.vehicle(puzzle.target).col for puzzle in parse_all(out)] == [0, 1, 2]
        )

    def test_convert_writes_several_puzzles_in_any_format_as_json(self) -> None:
        out = result("convert", "-", "--to", "grid", "--relabel", "--json", text=SMALL * 2)[1]
        texts = [json.loads(line)["text"] for line in out.splitlines()]
        assert [parse(text, "grid").rows for text in texts] == [4, 4]

    @pytest.mark.parametrize("verb", ["solve", "check"])
    def test_an_empty_list_is_no_puzzle(self, verb: str) -> None:
        code, out, err = result(verb, "-", text="[]\n")
        assert (code, out) == (2, "") or verb == "check"
        assert "expected a puzzle, found none" in out + err
        assert code == 2

    def test_a_bad_byte_on_standard_input_spoils_one_puzzle(self) -> None:
        data = b"AA..\nAA.\xff\nAA..\n"
        process = subprocess.run(
            [*COMMAND, "check", "-"], input=data, stdout=subprocess.PIPE, check=False
        )
        assert process.returncode == 2
        lines = process.stdout.decode().splitlines()
        assert [line.split(":")[0] for line in lines if line.startswith("puzzle")] == [
            "puzzle 1",
            "puzzle 2",
            "puzzle 3",
        ]

    def test_verify(self) -> None:
        moves = "3-1 5-3 3+3 4+2 0+3"
        expected = (
            "right: every move is legal and the goal 'edge' is reached\n"
            "slides: 5, optimal\n"
            "steps: 12, optimal\n"
        )
        assert result("verify", CAR_LIST, moves) == (0, expected, "")
        wrong = "wrong: move 1, 0+1: vehicle 3 is in the way\n"
        assert result("verify", CAR_LIST, "0+1") == (1, wrong, "")
        assert result("verify", CAR_LIST, "0-1 0+1 " + moves)[1].splitlines()[1:] == [
            "slides: 7, 2 more than the optimum 5",
            "steps: 14, 2 more than the optimum 12",
        ]
        assert result("verify", CAR_LIST, moves.replace("0+3", "0+4"))[1].splitlines()[1:] == [
            "slides: 5, optimal",
            "steps: 12, optimal",
            "not counted: 1 cell beyond the goal, out of the exit",
        ]

    @pytest.mark.parametrize("option", [[], ["--json"]])
    def test_verify_reads_what_solve_writes(self, option: list[str], tmp_path: Path) -> None:
        file = tmp_path / "solution"
        file.write_text(result(CAR_LIST, "--metric", "step", *option)[1], encoding="utf-8")
        code, out, _ = result("verify", CAR_LIST, str(file), "--json")
        answer = json.loads(out)
        assert (code, answer["right"]) == (0, True)
        assert answer["step"] == {"cost": 12, "optimum": 12, "excess": 0}

    def test_explore(self) -> None:
        code, out, _ = result("explore", str(PUZZLES / "jam-01.txt"), "--json")
        answer = json.loads(out)
        assert (code, answer["status"], answer["states"]) == (0, "solved", 1247)
        analysis = analyse((PUZZLES / "jam-01.txt").read_text())
        for name in ("slides", "steps", "difficulty", "rating", "level", "walk"):
            assert answer[name] == getattr(analysis, name)
        assert answer["reasons"] == ["short and direct"]
        code, out, _ = result("explore", "-", text=UNSOLVABLE)
        assert code == 1
        assert "status             unsolvable\nstates             1\n" in out

    def test_explore_at_a_limit_says_what_is_known(self) -> None:
        command = ("explore", str(PUZZLES / "jam-01.txt"), "--max-states", "100")
        code, out, err = result(*command, "--json")
        answer = json.loads(out)
        states = answer.pop("states")
        assert 100 < states < 1247
        assert (code, err) == (3, "")
        assert answer == {
            "file": command[1],
            "number": 1,
            "title": None,
            "metric": "slide",
            "goal": "edge",
            "status": "unknown",
            "stopped_by": "states",
        }
        words = f"No answer: the limit on states was reached after {states} states.\n"
        assert result(*command) == (3, words, "")

    @pytest.mark.parametrize(
        ("word", "reason"),
        [
            ("no-such.txt", "expected a move such as A+2 or B-1, found 'no-such.txt'"),
            ("jam-01", "the puzzle has no vehicle jam"),
            ("solutions of jam 1", "expected a move such as A+2 or B-1, found 'solutions'"),
        ],
    )
    def test_verify_says_that_there_is_no_such_file(self, word: str, reason: str) -> None:
        hint = f"neither a file nor moves such as B+1 A+4: {word!r}"
        assert result("verify", CAR_LIST, word) == (2, "", f"rushhour: {hint}; {reason}\n")

    def test_verify_takes_moves_longer_than_a_file_name(self) -> None:
        back_and_forth = "3-1 3+1 " * 1000
        assert result("verify", CAR_LIST, back_and_forth)[0] == 1

    def test_verify_reads_labels_in_quotes(self, tmp_path: Path) -> None:
        file = tmp_path / "labels.csv"
        lines = ["car,orientation,col,row,length", "X,H,1,1,2", "red car,V,3,1,2", "#1,V,1,2,2"]
        file.write_text("\n".join(lines), encoding="utf-8")
        out = result(str(file))[1]
        assert 'Move car # "red car" down 1 square\n' in out
        solution = tmp_path / "solution"
        solution.write_text(out, encoding="utf-8")
        assert result("verify", str(file), str(solution))[0] == 0
        assert result("verify", str(file), '"red car"+1 X+1')[0] == 0

    @pytest.mark.parametrize("verb", ["", "solve", "explore", "convert", "check", "verify"])
    def test_help(self, verb: str) -> None:
        code, out, err = result(*verb.split(), "--help")
        assert (code, err) == (0, "")
        assert out.startswith("Usage: rushhour")

    @pytest.mark.parametrize("tokens", [["--help"], ["-h"]])
    def test_help_says_of_each_verb_what_it_does(self, tokens: list[str]) -> None:
        words = " ".join(result(*tokens)[1].replace("│", " ").split())
        for name in _VERBS:
            verb = name.replace("-", "_")
            text = inspect.getdoc(getattr(import_module(f"rushhour.cli.{verb}"), verb)) or ""
            does = text.partition("\n\n")[0].replace("\n", " ")
            assert f" {name} {does} " in words

    def test_a_call_imports_no_other_verb(self) -> None:
        code = "import sys; from rushhour.cli import run; run(sys.argv[1:]); print(*sys.modules)"
        command = [sys.executable, "-c", code, "check", CAR_LIST]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        verbs = {f"rushhour.cli.{name.replace('-', '_')}" for name in _VERBS}
        assert verbs & set(out.split()) == {"rushhour.cli.check"}

    def test_version(self) -> None:
        assert re.fullmatch(r"\d+\.\d+\.\d+\n", result("--version")[1])


class TestWhatGoesWrong:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--json", "--nope"], "--nope"),
            (["no-such-file"], "no-such-file: No such file or directory"),
            ([str(PUZZLES)], f"{PUZZLES}: expected a file, found a folder; {PUZZLES}/* names the"),
            ([CAR_LIST, "blockin"], "no heuristic named 'blockin'; did you mean 'blocking'?"),
            ([CAR_LIST, "4"], "no heuristic named '4'"),
            ([CAR_LIST, "1", "--heuristic", "zero"], "expected one heuristic, found two"),
            (
                [CAR_LIST, "--algorithm", "astr"],
                "no algorithm named 'astr'; did you mean 'astar'?",
            ),
            ([CAR_LIST, "--metric", "slides"], "slides"),
            ([CAR_LIST, "--no-such-option"], "--no-such-option"),
            ([CAR_LIST, "--max-states", "x"], "--max-states: expected a whole number, found 'x';"),
            ([CAR_LIST, "--max-seconds", "-1"], "--max-seconds: must be >= 0, found '-1'; see"),
            (
                [CAR_LIST, "--goal", "exit"],
                "--goal: no goal named 'exit'; expected edge, past",
            ),
            ([CAR_LIST, "--json=maybe"], "--json: expected no value, found 'maybe'"),
            ([CAR_LIST, "--ties"], "--ties: expected a value, found none; see rushhour solve --h"),
            ([CAR_LIST, "--reopen"], "no option --reopen; did you mean --no-reopen?"),
            ([CAR_LIST, "-x"], "no option -x"),
            (["compare", CAR_LIST, "--algorithm"], "--algorithm: expected a value, found none"),
            (["hint", CAR_LIST, "x", "y"], "expected no further argument, found 'x' and 1 more"),
            (
                ["grade", CAR_LIST],
                "expected FILE (puzzle files in any format, - for standard input)",
            ),
            (
                ["grade", CAR_LIST],
                " and ANSWERS (a folder with a file for each answer, or one such",
            ),
            (
                ["grade", CAR_LIST],
                "for example: rushhour grade puzzles/assignment.txt answers; see",
            ),
            (
                ["verify", CAR_LIST],
                "expected SOLUTION (a file with moves, - for standard input, or",
            ),
            (
                ["enumerate"],
                "expected --rows (rows of the board, 1 to 8), found none; for example:",
            ),
            ([CAR_LIST, "--format", "carlst"], "did you mean 'carlist'?"),
            (["convert", CAR_LIST, "--to", "carlst"], "did you mean 'carlist'?"),
            (["verify", CAR_LIST, "A2"], "expected a move such as A+2 or B-1, found 'A2'"),
            (["verify", "-", "-"], "standard input cannot hold both"),
        ],
    )
    def test_usage(self, arguments: list[str], words: str) -> None:
        code, out, err = result(*arguments, text="")
        assert (code, out) == (2, "")
        assert err.startswith("rushhour: ")
        assert words in err

    @pytest.mark.parametrize(
        "text",
        ["", "\n", "\0", "6\n", "?\n", OVERLAP, "6\n0 1 2 h\n", "{", "[[]]", "\ufeff", "AAA"],
    )
    @pytest.mark.parametrize("verb", ["solve", "check", "convert"])
    def test_malformed(self, verb: str, text: str) -> None:
        options = ["--to", "json"] if verb == "convert" else []
        code, out, err = result(verb, "-", *options, text=text)
        assert code == 2
        assert out if verb == "check" else err.startswith("rushhour: ")

    @pytest.mark.parametrize("number", ["1", "2", "3"])
    def test_a_heuristic_before_the_file_is_told_its_place(self, number: str) -> None:
        code, _, err = result(number, CAR_LIST)
        assert code == 2
        place = f"a heuristic comes after the file, as in rushhour FILE {number}"
        assert err == f"rushhour: {number}: No such file or directory; {place}\n"

    def test_bytes_that_are_no_text(self, tmp_path: Path) -> None:
        file = tmp_path / "bytes"
        file.write_bytes(b"AA..\xff\n")
        code, _, err = result(str(file))
        assert (code, err.count("\n")) == (2, 1)
        assert "UTF-8" in err

    @pytest.mark.parametrize(
        ("content", "found"),
        [
            (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
            (b"%PDF-1.4\n1 0 obj\n", "a PDF document"),
            (b"PK\3\4\x14\0\6\0", "a ZIP archive, such as a document of Word or LibreOffice"),
            (b"{\\rtf1\\ansi A+4}", "a document in RTF"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1", "a document of an old Word or Excel"),
        ],
    )
    @pytest.mark.parametrize("verb", ["solve", "check", "verify", "grade", "grade --prose"])
    def test_documents_are_named(
        self, verb: str, content: bytes, found: str, tmp_path: Path
    ) -> None:
        file = tmp_path / "document"
        file.write_bytes(content)
        words = [*verb.split(), *([CAR_LIST] if verb[0] in "gv" else []), file]
        code, out, err = result(*words)
        assert code == (1 if "grade" in verb else 2)
        assert f"expected text in UTF-8, found {found}; save it as text, or" in out + err

    @pytest.mark.parametrize("command", ["compare - -", "render - - --as svg", "batch - - -o -"])
    def test_standard_input_can_be_read_but_once(self, command: str) -> None:
        code, _, err = result(*command.split(), text=SMALL)
        assert (code, err) == (2, "rushhour: standard input can be read but once\n")

    @pytest.mark.parametrize("verb", ["solve", "audit", "batch", "verify-certificate", "play"])
    def test_standard_input_may_be_closed(self, verb: str) -> None:
        options = ["-o", "-"] if verb == "batch" else []
        shell = shlex.join([*COMMAND, verb, "-", *options]) + " <&-"
        process = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (process.returncode, process.stderr.count("\n")) == (2, 1)
        assert "standard input is closed" in process.stderr or verb == "play"

    def test_errors_name_file_line_and_column(self, tmp_path: Path) -> None:
        file = tmp_path / "jam.txt"
        file.write_text("6\n0 1 2 h 2\n1 2 zero v 2\n", encoding="utf-8")
        _, _, err = result(str(file))
        assert err.startswith(f"rushhour: {file}, line 3, column 5: expected y, the row")


class TestSignalsAndPipes:
    @pytest.mark.parametrize(
        ("algorithm", "file", "optimum"),
        [
            ("auto", ENDLESS, None),
            ("refine", ENDLESS, None),
            ("fast", LARGE, 25),
            ("astar", LARGE, 25),
        ],
    )
    def test_ctrl_c_ends_a_search_at_once(
        self, algorithm: str, file: str | Path, optimum: int | None
    ) -> None:
        command = [*COMMAND, str(file), "--algorithm", algorithm, "--max-seconds", "120"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, **pipes, text=True) as process:  # type: ignore[call-overload]
            wait_for_work(process)
            known, said = interrupted(process).splitlines()
        assert (process.returncode, said) == (130, "rushhour: interrupted")
        line = r"rushhour: .* MB of memory, at least (\d+) moves(, at most \d+)?"
        least = re.fullmatch(line, known)
        assert least is not None
        assert int(least[1]) > 0
        assert optimum is None or int(least[1]) <= optimum

    @pytest.mark.parametrize("words", PRINTED, ids=" ".join)
    def test_a_reader_that_stops_ends_the_program_quietly(self, words: tuple[str, ...]) -> None:
        # Nobody can read any more before the first line is written.
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as closed:
            process = subprocess.run(
                [*COMMAND, *words],
                cwd=PUZZLES,
                stdout=closed,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert process.returncode in {128 + signal.SIGPIPE, -signal.SIGPIPE}
        assert process.stderr == ""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
    @pytest.mark.parametrize("unbuffered", ["", "1"])
    @pytest.mark.parametrize("words", PRINTED[:3], ids=" ".join)
    def test_a_full_disk_is_a_limit(self, words: tuple[str, ...], unbuffered: str) -> None:
        with Path("/dev/full").open("w") as full:
            process = subprocess.run(
                [*COMMAND, *words],
                cwd=PUZZLES,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (process.returncode, process.stderr) == (3, "rushhour: No space left on device\n")

    def test_a_terminal_gets_colours(self) -> None:
        assert "\033[1;31m0\033[0m" in in_terminal({})
        assert "\033[1;31m>\033[0m" in in_terminal({})

    @pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_colours_can_be_refused(self, environment: dict[str, str]) -> None:
        assert "\033" not in in_terminal(environment)


def in_terminal(environment: dict[str, str]) -> str:
    """What `rushhour` prints on a terminal."""
    leader, follower = pty.openpty()
    settings = {**os.environ, "TERM": "xterm", **environment}
    if "NO_COLOR" not in environment:
        settings.pop("NO_COLOR", None)
    with subprocess.Popen([*COMMAND, CAR_LIST], stdout=follower, env=settings) as process:
        os.close(follower)
        chunks = []
        while chunk := read(leader):
            chunks.append(chunk)
    os.close(leader)
    assert process.returncode == 0
    return b"".join(chunks).decode()


def read(terminal: int) -> bytes:
    """Some output; none at its end, which Linux reports as an error."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
