"""audit: errors in a data set of puzzles and in what it claims about them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import islice
from os import PathLike
from typing import BinaryIO, TextIO

from rushhour.auditing.claims import Column, Columns, Convention, Coverage, Solver
from rushhour.auditing.entries import AuditEntry, Reader
from rushhour.auditing.examine import KINDS, Examiner, Finding, Seen
from rushhour.auditing.known import LISTS, KnownPuzzle, KnownPuzzles, KnownSource
from rushhour.base.expect import expect
from rushhour.model.move import Goal, Metric, check_names
from rushhour.search.options import GIB, Limits

__all__ = ["KINDS", "LISTS", "Audit", "Column", "Finding", "KnownPuzzle", "KnownPuzzles", "audit"]


def audit(
    source: str | PathLike[str] | TextIO | BinaryIO,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    claims: Mapping[str, str] | None = None,
    board: str | None = None,
    format: str | None = None,  # noqa: A002
    target: str | None = None,
    repeats: bool = True,
    against: KnownSource | Iterable[KnownSource] | KnownPuzzles = (),
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> Audit:
    r"""Find errors in the puzzles of a file, and in what it claims about them, one after another.

    Fogleman's lines, and CSV or JSON lines with a `board` column, make claims. Any other file of
    puzzles makes none; `format` and `target` say how to read it. `slides`, `steps` and `moves`
    count to `goal`, `moves` in `metric`; `step_off` names both, `states` is the size of the
    cluster. `claims` explains columns with other names: `{"slide_exit": "slide_past"}`. The
    `columns` of the audit say which were checked and which were not.

    `repeats` finds duplicates, mirror images and other states of the same cluster, which takes some
    400 bytes for each different puzzle; apart from that, memory does not grow with the file.
    `against` names known puzzles, as `KnownPuzzles` takes them: a puzzle that shares a cluster with
    one of them is a finding of the kind `known`. The limits are those of `solve`,
    for each puzzle and thread. A puzzle that a limit leaves open gives a finding of the kind
    `undecided`. `progress` is called regularly with the number of puzzles examined; an exception in
    it ends the audit.

    >>> from io import StringIO
    >>> for finding in audit(StringIO("board,slides\n..B/AAB/...,3\nAA./.../...,2\n")):
    ...     print(finding)
    puzzle 1, line 2: unsolvable
    puzzle 2, line 3: wrong optimum: slides 2, found 1; right as slide_edge+1, step_past
    >>> checked = audit(StringIO("board,Slides,cost\nAA./.../...,1,2\n"))
    >>> list(checked), [(column.name, column.checked) for column in checked.columns]
    ([], [('Slides', 1), ('cost', 0)])
    """
    expect("source", source, str | PathLike | Iterable, "a path or an open file")
    check_names(metric, goal)
    expect("claims", claims, Mapping | None, "a mapping of columns to claims or None")
    within = Limits.of(max_states, max_memory, max_seconds)
    known = against if isinstance(against, KnownPuzzles) else KnownPuzzles(against)
    default = Convention(metric, goal)
    columns = Columns(default, claims or {})
    coverage = Coverage(columns)
    reader = Reader(columns, coverage, board, format, target)
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    solver = Solver(threads, limits)
    seen = Seen() if repeats else None
    examiner = Examiner(default, solver, seen, coverage, known if known else None, within)
    return Audit(reader.entries(source), examiner, progress)


class Audit(Iterator[Finding]):
    """An iterator over the findings of an audit; `puzzles` counts the puzzles examined so far.

    `columns` says what was checked. Call `close` to stop an audit early.
    """

    def __init__(
        self,
        entries: Iterator[AuditEntry],
        examiner: Examiner,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.puzzles = 0
        self._coverage = examiner.coverage
        self._findings = self._run(entries, examiner, progress or (lambda _: None))

    def __next__(self) -> Finding:
        return next(self._findings)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that were checked so far, and those that were not, with the reason.

        Columns of boards and of names are left out; empty for a file that makes no claims.
        """
        return self._coverage.columns()

    def close(self) -> None:
        """End the threads and close the file."""
        self._findings.close()

    def _run(
        self, entries: Iterator[AuditEntry], examiner: Examiner, progress: Callable[[int], object]
    ) -> Generator[Finding, None, None]:
        """Examine in growing chunks, so that the first findings come soon."""
        size = _FIRST
        try:
            while chunk := list(islice(entries, size)):
                yield from examiner.findings(chunk)
                self.puzzles += len(chunk)
                progress(self.puzzles)
                size = min(2 * size, _MOST)
        finally:
            examiner.solver.close()


_FIRST, _MOST = 64, 4096
