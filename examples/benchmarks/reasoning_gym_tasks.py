"""New puzzles as a data set of reasoning-gym, scored by the distance to the goal.

    pip install rushhour reasoning-gym
    python examples/benchmarks/reasoning_gym_tasks.py

Unlike in reasoning-gym's own `rush_hour` every board is new and may have any size, and an answer
that does not solve has a score for how near it came.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from reasoning_gym.factory import ProceduralDataset, create_dataset, register_dataset

import rushhour
from rushhour.prose import score, tasks


@dataclass
class RushHourTasksConfig:
    """Which puzzles: ranges such as `5..9`; `notation` is picture, boardstring, json or words."""

    slides: str = "3..9"
    vehicles: str = "4..9"
    walls: str = "0"
    rows: int = 6
    cols: int = 6
    notation: str = "picture"
    metric: rushhour.Metric = "slide"
    seed: int | None = None
    size: int = 100

    def validate(self) -> None:
        """Refuse what no data set has."""
        assert self.size > 0, "size must be positive"
        assert self.notation in ("picture", "boardstring", "json", "words"), "unknown notation"


class RushHourTasks(ProceduralDataset):
    """So many tasks of one seed."""

    def __init__(self, config: RushHourTasksConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._made = tasks(
            count=self.size,
            size=(config.rows, config.cols),
            slides=config.slides,
            vehicles=config.vehicles,
            walls=config.walls,
            seed=self.seed,
        )
        self._tasks: list[rushhour.prose.Task] = []

    def __getitem__(self, index: int) -> dict[str, Any]:
        """The task with this number, from 0; the answer is a shortest solution."""
        if not 0 <= index < self.size:
            raise IndexError(index)
        self._tasks += islice(self._made, index + 1 - len(self._tasks))
        task = self._tasks[index]
        return {
            "question": task.prompts[self.config.notation],
            "answer": str(task.made.solution),
            "metadata": {
                "source_dataset": "rush_hour_tasks",
                "source_index": index,
                "id": task.id,
                "board": task.boards["json"],
                "difficulty": {"slides": task.made.slides, "steps": task.made.steps},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a shortest solution, above 1/2 for any, and less the farther from the goal."""
        if answer is None:
            return 0.0
        found = score(entry["metadata"]["board"], answer, metric=self.config.metric)
        return found.value or 0.0


register_dataset("rush_hour_tasks", RushHourTasks, RushHourTasksConfig)

if __name__ == "__main__":
    data = create_dataset("rush_hour_tasks", seed=7, size=3)
    for entry in data:
        print(entry["question"], "\n\nA shortest solution:", entry["answer"])
        print("Its score:", data.score_answer(entry["answer"], entry), "\n")
