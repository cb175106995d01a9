"""Tasks for language models: the same for a seed, and every notation holds the same board."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour import Solution
from rushhour.cli import run
from rushhour.prose import score
from rushhour.prose.task import NOTATIONS, boards_of, prompt, task_of, tasks

WANTED: dict[str, Any] = {"slides": "4..7", "vehicles": "5..8", "count": 3, "seed": 7}
WORDS = ["tasks", "--count", "3", "--slides", "4..7", "--vehicles", "5..8", "--seed", "7"]
WALLED = rushhour.parse("..Bx../AAB.../....../CCx...")


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert run([*WORDS, *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_seed_fixes_them(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = lines(capsys), lines(capsys, "--threads", "1")
    assert one == other == [task.to_dict() for task in tasks(**WANTED)]
    assert [task["id"] for task in one] == ["7-1", "7-2", "7-3"]


def test_their_answers_are_optimal() -> None:
    for task in tasks(**WANTED):
        board = task.made.board
        shortest = Solution.parse(board, task.fewest_steps, metric="step")
        assert (shortest.verify(), shortest.steps) == ((), task.made.steps)
        assert task.made.steps == rushhour.solve(board, metric="step").cost
        assert 4 <= task.made.slides <= 7
        assert score(board, f"Final answer: {task.to_dict()['solution']}").value == 1.0


def test_every_notation_holds_the_same_board() -> None:
    boards = boards_of(WALLED)
    assert tuple(boards) == NOTATIONS
    assert rushhour.parse(boards["boardstring"]) == WALLED
    assert rushhour.parse(boards["json"]) == WALLED
    grid = re.sub(r"[ +|>-]", "", boards["picture"]).strip().replace("#", "x")
    assert rushhour.parse(grid.replace("\n", "/")) == WALLED
    assert boards["words"].splitlines() == [
        "A: row 1, columns 0 to 1",
        "B: column 2, rows 0 to 1",
        "C: row 3, columns 0 to 1",
        "wall: row 0, column 3",
        "wall: row 3, column 2",
    ]


def test_a_prompt_is_no_answer_to_itself() -> None:
    board = next(tasks(**WANTED)).made.board
    for notation, text in boards_of(board).items():
        asked = prompt(board, notation, text)
        assert text in asked
        assert score(board, asked + "\nFinal answer: A-9").found == 1


def test_an_exit_on_the_left_is_in_the_notations_that_hold_it() -> None:
    order: dict[str, Any] = {"size": "5x5", "exit": "left:2", "slides": "2..5", "seed": 1}
    task = task_of(next(rushhour.generate(**order)))
    assert list(task.prompts) == ["picture", "json", "words"]
    assert "touches the left edge, in row 2" in task.prompts["words"]


def test_the_file_holds_puzzles_to_grade_answers_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = lines(capsys)
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, made)), encoding="utf-8")
    read = list(rushhour.read_all(tmp_path / "tasks.jsonl"))
    assert [puzzle.title for puzzle in read] == [task["id"] for task in made]
    assert [rushhour.solve(puzzle).cost for puzzle in read] == [task["slides"] for task in made]
    texts = [f"So: {made[0]['solution']}", "no idea", "A+9", 5, "\udc00"]
    answers = [{"id": f"7-{number}", "answer": text} for number, text in enumerate(texts, 1)]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
    words = ["grade", "--prose", str(tmp_path / "tasks.jsonl"), str(tmp_path / "answers.jsonl")]
    assert run([*words, "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    statuses = ["solved", "malformed", "illegal", "malformed", "malformed"]
    assert [one["status"] for one in found] == statuses
    assert [one["score"] for one in found] == [1.0, 0.0, 0.0, None, None]
    assert run(words) == 1
    assert "score" in capsys.readouterr().out.splitlines()[0]


def test_a_long_answer_is_read_from_its_end(tmp_path: Path) -> None:
    from rushhour.lab import grade

    best = str(rushhour.solve("..B.../AAB.../....../......").solution)
    text = "B+1 B-1 A+9 so, \u00e9h " * 500_000 + f"\nFinal answer: {best}"
    (tmp_path / "long.txt").write_text(text, encoding="utf-8")
    puzzles = [rushhour.parse("..B.../AAB.../....../......")]
    (long,) = grade(puzzles, tmp_path, prose=True)
    assert (long.status, long.score) == ("solved", 1.0)


def test_a_line_without_end_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = import_module("rushhour.lab.grade")

    monkeypatch.setattr(answers, "MOST_LINE", 100)
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps({"id": 1, "answer": "x" * 500}) + '\n{"id": 2, "answer": "y"}\n')
    long, short = answers.answers_in(file, prose=True)
    assert (long.name, str(long.text)) == (
        "answers.jsonl, line 1",
        "expected a line of JSON of at most 100 bytes, found none",
    )
    assert short == answers.NamedAnswer("2", "y", is_line=True)


@pytest.mark.parametrize(
    "text",
    [
        '{"board": 3}',
        '{"board": "AAB"}',
        '{"board": "..BAAB..B/"}',
        '{"board": "AA. .."}',
        '{"board": {"rows": 2}}',
        '{"board": "AA..", "id": []}',
    ],
)
def test_a_record_without_a_board_is_refused(text: str) -> None:
    with pytest.raises(rushhour.RushHourError):
        rushhour.parse(text)
