"""Make an assignment for a term: a task with new boards, tests, a model answer and a notebook.

    python examples/course/make.py --seed 2026 -o term

The seed decides all that varies, so that the answers of another term are of no use; the same seed
makes the same files. Exit codes: 0 it is made, 2 the folder is there already.
"""

import argparse
import json
import random
import re
import runpy
import sys
from pathlib import Path
from string import Template

import rushhour
from rushhour.generation import generate
from rushhour.lab import check

HERE = Path(__file__).parent
PUBLIC, HIDDEN = 5, 10
SIZES = [(5, 6), (6, 5), (6, 6), (6, 7), (7, 6)]
# A plain search in Python explores so many states in a second or two.
MOST_STATES = 3000

WORDS = {
    "slide": {
        "least": "the fewest moves",
        "cost": "A move is one vehicle that drives any number of cells in one direction. Each move "
        "costs 1, however far it goes. The cost of a solution is the number of its moves.",
        "cost_short": "1, however far it goes",
        "baseline": "blocking",
        "baseline_is": "1 plus the number of blockers, and 0 where the board is solved",
    },
    "step": {
        "least": "the fewest steps",
        "cost": "A step is one vehicle that drives one cell. Each step costs 1, so a move of three "
        "cells costs 3. The cost of a solution is the number of cells that all vehicles drive.",
        "cost_short": "as many steps as it has cells",
        "baseline": "distance-blockers",
        "baseline_is": "the cells between car `X` and the edge plus the number of blockers",
    },
}


class Term:
    """All that a seed decides: what a move costs, the size, the boards."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.seed = seed
        self.metric = chance.choice(["slide", "step"])
        self.size = chance.choice(SIZES)
        self.walls = chance.choice([0, 0, 1, 2])
        self.public = self._boards(chance, PUBLIC, "4..8", [])
        self.hidden = self._boards(chance, HIDDEN, "7..13", self.public)
        # The model answer must have all marks, also where a few states make the difference.
        while self.expanded(model()["h"]) >= self.expanded(self.words["baseline"]):
            self.hidden = self._boards(chance, HIDDEN, "7..13", self.public)

    def _boards(
        self,
        chance: random.Random,
        number: int,
        slides: str,
        exclude: list[rushhour.Puzzle],
    ) -> list[rushhour.Puzzle]:
        rows, cols = self.size
        made = generate(
            size=self.size,
            walls=self.walls,
            vehicles=(rows * cols // 6, rows * cols // 3),
            slides=slides,
            max_states=MOST_STATES,
            count=number,
            exclude=exclude,
            seed=chance.randrange(1 << 32),
        )
        boards = [rushhour.relabel(one.board, "grid") for one in made]
        if len(boards) < number:
            raise SystemExit(f"expected {number} boards, made {len(boards)}; take another seed")
        return sorted(boards, key=lambda one: rushhour.solve(one, metric=self.metric).cost or 0)

    def expanded(self, heuristic: object) -> int:
        """The states that A* expands with a heuristic on the boards of the grading."""
        guide = {"heuristic": heuristic, "algorithm": "astar", "metric": self.metric}
        return sum(rushhour.solve(one, **guide).expanded for one in self.hidden)

    @property
    def words(self) -> dict[str, str]:
        """The words for what a move costs."""
        return WORDS[self.metric]

    @property
    def values(self) -> dict[str, object]:
        """What stands for each name in the texts."""
        rows, cols = self.size
        first, second = self.public[:2]
        options = f"--to grid --metric {self.metric} --baseline {self.words['baseline']}"
        return {
            **self.words,
            "seed": self.seed,
            "rows": rows,
            "cols": cols,
            "metric": self.metric,
            "metric_plural": f"{self.metric}s",
            "walls_too": " or through a wall" * bool(self.walls),
            "walls_mark": ", `x` is a wall" * bool(self.walls),
            "board": text_of(first),
            "options": f"{options} --part solve,h --own-search",
            "states": len(rushhour.explore(first, metric=self.metric)),
            "solutions": rushhour.explore(second, metric=self.metric).count_solutions(),
            "need": self._need(),
            "table": "\n".join(self._rows()),
        }

    def _need(self) -> str:
        """The answer to the third question."""
        if self.metric == "step":
            return (
                "Yes: each blocker has to move so many cells before the target leaves, a cell costs"
                " 1, and no step moves two vehicles."
            )
        found = check("manhattan", metric=self.metric).excess
        assert found is not None
        return (
            "No: a move of several cells costs 1. The smallest board on which g is too high has g ="
            f" {found.estimate}, but {found.distance} moves are enough:\n\n"
            f"```text\n{found.puzzle}\n```"
        )

    def _rows(self) -> list[str]:
        named = [(f"student/boards/{n}.txt", one) for n, one in enumerate(self.public, 1)]
        named += [(f"teacher/boards/{n:02}.txt", one) for n, one in enumerate(self.hidden, 1)]
        found = [(name, rushhour.explore(one, metric=self.metric)) for name, one in named]
        return [f"| {name} | {one.distance()} | {len(one)} |" for name, one in found]


def model() -> dict[str, object]:
    """The functions of the model answer."""
    return runpy.run_path(str(HERE / "answer.py"))


def text_of(puzzle: rushhour.Puzzle) -> str:
    """A board as students get it."""
    return rushhour.write(puzzle, "grid").strip()


def make(seed: int, folder: Path) -> None:
    """Write the assignment of a seed into a new folder."""
    term = Term(seed)
    student, teacher = folder / "student", folder / "teacher"
    task = filled("task.md", term)
    files = {
        student / "TASK.md": task,
        student / "rush.py": set_to("skeleton.py", term),
        student / "test_public.py": set_to("public.py", term),
        student / "rush.ipynb": notebook(task, set_to("skeleton.py", term)),
        teacher / "README.md": filled("teacher.md", term),
        teacher / "autograder.sh": filled("autograder.sh", term),
        teacher / "answer" / "rush.py": set_to("answer.py", term),
    }
    files |= {student / "boards" / f"{n}.txt": text_of(one) for n, one in enumerate(term.public, 1)}
    files |= {
        teacher / "boards" / f"{n:02}.txt": text_of(one) for n, one in enumerate(term.hidden, 1)
    }
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def filled(name: str, term: Term) -> str:
    """A text with the values of a term."""
    return Template((HERE / name).read_text("utf-8")).substitute(term.values)


def set_to(name: str, term: Term) -> str:
    """A program with the constants of a term."""
    text = (HERE / name).read_text("utf-8")
    for constant, value in (("METRIC", term.metric), ("BASELINE", term.words["baseline"])):
        text = re.sub(rf"^{constant} = .*$", f'{constant} = "{value}"', text, flags=re.MULTILINE)
    return text


def notebook(task: str, skeleton: str) -> str:
    """The task and the skeleton as a notebook, with a cell for each function."""
    head, *functions = re.split(r"\n\n\n(?=def )", skeleton.rstrip("\n"))
    sources = [("markdown", task.rstrip("\n")), *(("code", one) for one in (head, *functions))]
    sources.append(("code", "%run -e -i test_public.py"))
    cells = []
    for number, (kind, source) in enumerate(sources):
        code = {"execution_count": None, "outputs": []} if kind == "code" else {}
        lines = source.splitlines(keepends=True)
        cells.append(
            {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, **code, "source": lines}
        )
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    page = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(page, indent=1)


def main(words: list[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, required=True, help="any number, such as the year")
    parser.add_argument("-o", "--output", type=Path, required=True, help="a new folder")
    options = parser.parse_args(words)
    if options.output.exists():
        print(f"{options.output}: expected a new folder, found one", file=sys.stderr)
        return 2
    make(options.seed, options.output)
    print(f"{options.output / 'student'} is for students, {options.output / 'teacher'} for you")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
