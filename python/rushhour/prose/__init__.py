"""Language models: the moves in a free text, how good they are, and tasks to be answered."""

from rushhour.prose.scoring import Score, score
from rushhour.prose.task import Task, tasks

__all__ = ["Score", "Task", "score", "tasks"]
