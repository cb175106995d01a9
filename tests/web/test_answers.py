"""One table of questions, asked in every way there is: each way gives the same answer in JSON.

The core's own tests read the table too (`src/operations/json/mod.rs`). What is `expected` was
counted by hand or by the reference; each place in an answer is a JSON pointer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour import Puzzle
from rushhour.analysis import reasons
from rushhour.generation import change
from support.commands import result
from support.core_of_page import Core
from support.service import Service, without_parts

TABLE = Path(__file__).parents[1] / "data/answers.json"
CASES: list[dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))
# What a search takes, which depends on the machine.
TAKEN = {"seconds", "memory", "engine"}
HARDNESS = ("slides", "steps", "difficulty", "rating", "level", "walk", "reasons")


def analysis_of(puzzle: Puzzle) -> dict[str, Any]:
    found = puzzle.analyse()
    return {"title": puzzle.title, **found.to_dict(), "reasons": reasons(found)}


LIBRARY: dict[str, Callable[..., dict[str, Any]]] = {
    "solve": lambda puzzle, **options: dict(rushhour.solve(puzzle, **options).to_dict()),
    "explore": lambda puzzle, **options: {
        **rushhour.explore(puzzle, **options).to_dict(),
        **{name: analysis_of(puzzle)[name] for name in HARDNESS},
    },
    "hint": lambda puzzle, **options: rushhour.hint(puzzle, **options).to_dict(),
    "analyse": analysis_of,
    "canonical": lambda puzzle: change.canonical(puzzle).to_dict(),
    "minimise": lambda puzzle, **options: change.minimise(puzzle, **options).to_dict(),
    "vary": lambda puzzle: change.vary(puzzle).to_dict(),
}


# Operations for pictures and games, which the service and the page alone have.
SERVED = [case for case in CASES if case["operation"] not in LIBRARY]
SHARED = [case for case in CASES if case["operation"] in LIBRARY]


def by_library(operation: str, puzzle: Any, **options: Any) -> Any:
    read = rushhour.parse(puzzle if isinstance(puzzle, str) else json.dumps(puzzle))
    return json.loads(json.dumps(LIBRARY[operation](read, **options)))


def by_command_line(operation: str, puzzle: Any, **options: Any) -> Any:
    words = [
        "--all" if name == "every" else f"--{name.replace('_', '-')}={value}"
        for name, value in options.items()
    ]
    text = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
    out = result(operation, "-", "--json", *words, text=text)[1]
    answer = json.loads(out)
    assert (answer.pop("file"), answer.pop("number")) == ("-", 1)
    answer.pop("mistake", None)  # the command line's own addition
    return answer


def at(answer: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        answer = answer[int(part) if isinstance(answer, list) else part]
    return answer


def near(answer: Any) -> Any:
    """The same with numbers that are equal up to the order of sums, without what a search takes."""
    if isinstance(answer, float):
        return pytest.approx(answer)
    if isinstance(answer, list):
        return [near(each) for each in answer]
    if isinstance(answer, dict):
        return {name: near(each) for name, each in answer.items() if name not in TAKEN}
    return answer


def names(answer: Any) -> Any:
    """Every key of an answer, in its place."""
    if isinstance(answer, list):
        return [names(each) for each in answer]
    return {key: names(each) for key, each in answer.items()} if isinstance(answer, dict) else None


@pytest.mark.parametrize("case", SHARED, ids=[one["operation"] for one in SHARED])
def test_every_way_gives_the_same_answer(
    case: dict[str, Any], service: Service, request: pytest.FixtureRequest
) -> None:
    operation, question = case["operation"], case["request"]
    answer = by_library(operation, **question)
    for pointer, expected in case["expected"].items():
        assert at(answer, pointer) == expected, pointer
    asked = without_parts(service.ask(operation, **question))
    others = [by_command_line(operation, **question), asked]
    for other in others:
        assert names(other) == names(answer)
        assert {k: v for k, v in other.items() if k not in TAKEN} == near(answer)


@pytest.mark.parametrize("case", SERVED, ids=[one["operation"] for one in SERVED])
def test_the_service_gives_the_answer(case: dict[str, Any], service: Service) -> None:
    answer = service.ask(case["operation"], **case["request"])
    for pointer, expected in case["expected"].items():
        assert at(answer, pointer) == expected, pointer


@pytest.mark.parametrize("case", CASES, ids=[one["operation"] for one in CASES])
def test_the_core_of_the_page_gives_it_too(
    case: dict[str, Any], core: Core, service: Service
) -> None:
    operation, question = case["operation"], case["request"]
    is_shared = operation in LIBRARY
    answer = core.ask(operation, **question)
    answer = without_parts(answer) if is_shared else answer
    expected = (by_library if is_shared else service.ask)(operation, **question)
    assert names(answer) == names(expected)
    assert {k: v for k, v in answer.items() if k not in TAKEN} == near(expected)


def test_every_operation_that_the_command_line_has_is_in_the_table() -> None:
    assert {case["operation"] for case in SHARED} == set(LIBRARY)
