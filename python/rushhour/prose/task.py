"""tasks: new puzzles as questions to a language model, with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rushhour.generation import GeneratedPuzzle, Generation, generate
from rushhour.model.expect import expect
from rushhour.prose.prompt import boards_of, prompt
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Task:
    """A new puzzle to be solved in words.

    `made` is the puzzle with its optima and a shortest solution in slides; `fewest_steps` is a
    solution with the fewest steps. `boards` and `prompts` have the board, and the whole question,
    by the name of a notation: `picture`, `boardstring`, `json`, `words`.
    """

    made: GeneratedPuzzle
    fewest_steps: str
    boards: dict[str, str]
    prompts: dict[str, str]

    @property
    def id(self) -> str:
        """The seed and the number of the puzzle, such as `7-1`."""
        return f"{self.made.seed}-{self.made.number}"

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as JSON holds them: those of `GeneratedPuzzle.to_dict` among them."""
        return {
            "id": self.id,
            **self.made.to_dict(),
            "fewest_steps": self.fewest_steps,
            "boards": self.boards,
            "prompts": self.prompts,
        }


def tasks(stream: Generation | None = None, **wanted: Any) -> Iterator[Task]:
    """Make tasks for language models, from new puzzles that no model has seen.

    Pass a stream that `generate` returned, or the arguments of `generate`. The same `seed` gives
    the same tasks.

    >>> task = next(tasks(slides="3..5", vehicles="4..6", seed=1))
    >>> task.id, 3 <= task.made.slides <= 5
    ('1-1', True)
    """
    expect("stream", stream, Iterable | None, "a stream of generated puzzles or None")
    for made in generate(**wanted) if stream is None else stream:
        expect("stream", made, GeneratedPuzzle, "generated puzzles")
        yield task_of(made)


def task_of(made: GeneratedPuzzle) -> Task:
    """The task of a puzzle that was made."""
    boards = boards_of(made.board)
    return Task(
        made,
        str(solve(made.board, metric="step").solution),
        boards,
        {name: prompt(made.board, name, board) for name, board in boards.items()},
    )
