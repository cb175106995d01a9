"""New puzzles as a task set of verifiers, whose reward is the score of the answer.

    pip install rushhour verifiers
    python examples/benchmarks/verifiers_tasks.py

As a package of its own, with `RushHourTaskset` in its `__init__.py`, it is what
`--env.taskset.id` names.
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from rushhour.prose import score, tasks


class RushHourConfig(vf.TasksetConfig):
    """Which puzzles: ranges such as `5..9`; `notation` is picture, boardstring, json or words."""

    count: int = 100
    seed: int = 7
    size: str = "6x6"
    slides: str = "3..9"
    vehicles: str = "4..9"
    walls: str = "0"
    notation: str = "picture"


class RushHourData(vf.TaskData):
    """A question, and the board that its answer is replayed on."""

    board: str
    slides: int


class RushHourTask(vf.Task[RushHourData]):
    """A puzzle to be solved in words."""

    @vf.reward
    async def value(self, trace: vf.Trace) -> float:
        """1 for a shortest solution, above 1/2 for any, and less the farther from the goal."""
        return score(self.data.board, trace.last_reply).value or 0.0

    @vf.metric
    async def solved(self, trace: vf.Trace) -> float:
        """Whether every move is legal and the target is out."""
        return float(score(self.data.board, trace.last_reply).solved)


class RushHourTaskset(vf.Taskset[RushHourTask, RushHourConfig]):
    """So many tasks of one seed."""

    def load(self) -> Iterator[RushHourTask]:
        """The tasks, each made when it is asked for."""
        config = self.config
        rows, cols = map(int, config.size.split("x"))
        for task in tasks(
            count=config.count,
            size=(rows, cols),
            slides=config.slides,
            vehicles=config.vehicles,
            walls=config.walls,
            seed=config.seed,
        ):
            data = RushHourData(
                id=task.id,
                prompt=task.prompts[config.notation],
                board=task.boards["json"],
                slides=task.made.slides,
            )
            yield RushHourTask(data, config.task)


if __name__ == "__main__":
    for task in RushHourTaskset(RushHourConfig(count=3)):
        print(task.data.id, task.data.prompt, "\n")
