"""`rushhour convert FILE --to pddl`: two files for each puzzle, a domain and a problem."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from rushhour.base.files import STREAM, check_outputs
from rushhour.cli import exit as codes
from rushhour.cli.input import LocatedPuzzle
from rushhour.errors import RushHourError
from rushhour.model.move import Goal, Metric
from rushhour.planning import PlanningTask, task_files, to_pddl

PDDL = "pddl"


def write_tasks(
    items: Iterable[LocatedPuzzle],
    output: str | None,
    metric: Metric,
    goal: Goal,
    *,
    force: bool,
    json: bool,
) -> int:
    """Write or print the task of each puzzle; the names of several are numbered."""
    if json == (output is not None):
        seen = "both" if json else "neither"
        raise RushHourError(f"expected --output NAME or --json for {PDDL}, found {seen}")
    if output == STREAM:
        raise RushHourError(f"expected a name for the two files of {PDDL}, found standard output")
    rest, code = iter(items), codes.SOLVED
    first = list(islice(rest, 2))
    for found in chain(first, rest):
        name = output if len(first) == 1 or output is None else f"{output}-{found.number}"
        try:
            if isinstance(found.item, RushHourError):
                raise found.item
            _put(to_pddl(found.item, metric=metric, goal=goal), name, found, force=force)
        except RushHourError as error:
            found.complain(error, json=json)
            code = codes.MALFORMED
    return code


def _put(task: PlanningTask, name: str | None, found: LocatedPuzzle, *, force: bool) -> None:
    if name is None:
        texts = {"domain": task.domain, "problem": task.problem}
        found.print_json({"format": PDDL, **texts})
        return
    check_outputs(task_files(name), [found.file], force=force)
    task.save(name)
