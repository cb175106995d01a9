"""The examples for reasoning-gym and verifiers: their tasks, and the scores of answers to them."""

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import rushhour
from support.bridge import board_of
from support.loading import loaded
from support.reference import solve

EXAMPLES = Path(__file__).parents[2] / "examples" / "benchmarks"


def test_a_data_set_of_reasoning_gym() -> None:
    gym = pytest.importorskip("reasoning_gym")
    loaded(EXAMPLES / "reasoning_gym_tasks.py")
    data = gym.create_dataset("rush_hour_tasks", seed=7, size=4, slides="2..4", notation="words")
    again = gym.create_dataset("rush_hour_tasks", seed=7, size=4, slides="2..4", notation="words")
    entries = list(data)
    assert len(entries) == 4
    assert again[3] == entries[3]
    for entry in entries:
        puzzle = rushhour.parse(entry["metadata"]["board"])
        assert rushhour.solve(puzzle).cost == entry["metadata"]["difficulty"]["slides"]
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer("Final answer: I give up", entry) == 0.0
        assert data.score_answer(None, entry) == 0.0
        first = entry["answer"].split()[0]
        assert 0.0 < data.score_answer(f"Final answer: {first}", entry) < 0.5


def test_a_task_set_of_verifiers() -> None:
    vf: Any = pytest.importorskip("verifiers.v1")
    example = loaded(EXAMPLES / "verifiers_tasks.py")
    tasks = list(example.RushHourTaskset(example.RushHourConfig(count=3, slides="2..4")))
    assert [task.data.id for task in tasks] == ["7-1", "7-2", "7-3"]
    for task in tasks:
        solution = str(rushhour.solve(rushhour.parse(task.data.board)).solution)
        assert rushhour.solve(rushhour.parse(task.data.board)).cost == task.data.slides
        for reply, value in ((f"Final answer: {solution}", 1.0), ("No idea.", 0.0)):
            trace = vf.Trace(
                task=vf.TraceTask(type=type(task).__name__, data=task.data),
                agent=vf.AgentInfo(config=vf.AgentConfig()),
                root_reply=reply,
            )
            asyncio.run(task.score(trace))
            assert trace.rewards["value"].value == value
            assert trace.metrics["solved"] == value


@pytest.mark.weekly
def test_the_public_set_is_what_its_digest_says() -> None:
    example = loaded(EXAMPLES / "public_set.py")
    lines = list(example.lines(example.SEED))
    assert sha256("".join(lines).encode()).hexdigest() == example.SHA_256
    found = [json.loads(line) for line in lines]
    for names in ({one["id"] for one in found}, {one["boards"]["json"] for one in found}):
        assert len(names) == 500
    for one in found[:: len(found) // 50]:
        puzzle = rushhour.parse(one["boards"]["json"])
        best = solve(board_of(puzzle), "slide", "edge")
        assert best is not None
        assert len(best) == one["slides"]
        assert rushhour.prose.score(puzzle, one["solution"]).value == 1.0
