"""Layouts: rows of a comparison as text, for programs, papers and people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import chain, groupby

from rushhour.base.text import aligned, csv_cell, shown
from rushhour.custom.state import State
from rushhour.lab.check import Tally, Verdict, number
from rushhour.lab.compare import Row
from rushhour.search.options import heuristic

HEAD = (
    "puzzle",
    "algorithm",
    "heuristic",
    "depth",
    "cost",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "max open",
    "kB",
    "branching",
    "ms",
    "optimal",
)
"""The columns of a table for readers; the first three hold words."""
_NAMES = 3

RowCells = tuple[str, ...]


def cells(row: Row) -> RowCells:
    """A row for readers: bounds in place of an unknown cost, and few digits."""
    costs = {"solved": str(row.cost), "unsolvable": "none", "unknown": f">= {row.lower_bound}"}
    factor = row.branching_factor
    return (
        shown(row.puzzle),
        " ".join(filter(None, [row.algorithm, row.settings])),
        shown(row.heuristic or ""),
        "" if row.depth is None else str(row.depth),
        costs[row.status],
        str(row.expanded),
        str(row.generated),
        str(row.duplicates),
        str(row.reopened),
        str(row.max_open),
        f"{row.memory / 1000:.0f}",
        "" if factor is None else f"{factor:.3f}",
        f"{1000 * row.seconds:.1f}",
        {True: "yes", False: "no", None: ""}[row.optimal],
    )


def totals(rows: Sequence[Row]) -> Iterator[RowCells]:
    """A line for each method: the sums over all puzzles, of open list and memory the maxima."""
    methods = dict.fromkeys((row.algorithm, row.settings, row.heuristic) for row in rows)
    for method in methods:
        mine = [row for row in rows if (row.algorithm, row.settings, row.heuristic) == method]
        yield (
            f"all {len(mine)}",
            *cells(mine[0])[1:3],
            "",
            "",
            *(str(sum(getattr(row, name) for row in mine)) for name in _SUMS),
            str(max(row.max_open for row in mine)),
            f"{max(row.memory for row in mine) / 1000:.0f}",
            "",
            f"{1000 * sum(row.seconds for row in mine):.1f}",
            f"{sum(row.optimal is True for row in mine)} of {len(mine)}",
        )


_SUMS = ("expanded", "generated", "duplicates", "reopened")


def body(rows: Sequence[Row]) -> tuple[list[RowCells], list[RowCells]]:
    """The lines of a table and, for several puzzles, the lines of totals."""
    several = len({row.puzzle for row in rows}) > 1
    return [cells(row) for row in rows], list(totals(rows)) if several else []


def _chosen(
    rows: Iterable[Row], columns: Sequence[str]
) -> tuple[int, RowCells, list[RowCells], list[RowCells]]:
    """The head of a table in some of its columns, its lines and those of totals.

    Before them stands the number of columns that hold words, which are the first.
    """
    at = [place for place, name in enumerate(HEAD) if name in columns or not columns]
    (head,), lines, below = (
        [tuple(cells[place] for place in at) for cells in part]
        for part in ([HEAD], *body(list(rows)))
    )
    return sum(place < _NAMES for place in at), head, lines, below


def as_table(
    rows: Sequence[Row], line: int | None = None, columns: Sequence[str] = ()
) -> Iterator[str]:
    """A table in plain text, in bands of columns if it is wider than the line.

    `columns` are some of `HEAD`, whose order they keep; none are all, also below.
    """
    names, head, *sections = _chosen(rows, columns)
    return aligned(head, *sections, names=names, right=range(names, len(head)), line=line)


def as_csv(
    rows: Iterable[Row], places: Mapping[str, tuple[str, int]] | None = None
) -> Iterator[str]:
    """All fields of each row as CSV with a header; empty if there is no value.

    `places` has the file of each puzzle and its number there, for two columns in front. A name that
    a spreadsheet would take for a formula gets a quote before it.
    """
    from csv import writer
    from io import StringIO

    names = [*(field.name for field in fields(Row)), "optimal"]
    names = names if places is None else ["file", "number", *names]
    values = ([*_place(row, places), *asdict(_guarded(row)).values(), row.optimal] for row in rows)
    for line in chain([names], values):
        text = StringIO()
        writer(text, lineterminator="").writerow(line)
        yield text.getvalue()


def _place(row: Row, places: Mapping[str, tuple[str, int]] | None) -> tuple[object, ...]:
    file, number = (places or {}).get(row.puzzle, ("", 0))
    return () if places is None else (csv_cell(file), number)


def _guarded(row: Row) -> Row:
    heuristic = row.heuristic and csv_cell(row.heuristic)
    return replace(row, puzzle=csv_cell(row.puzzle), heuristic=heuristic)


def record(row: Row) -> dict[str, object]:
    """All fields of a row by name."""
    return {**asdict(row), "optimal": row.optimal}


def as_markdown(rows: Iterable[Row], columns: Sequence[str] = ()) -> Iterator[str]:
    """A table of GitHub's Markdown."""
    names, head, lines, below = _chosen(rows, columns)
    rule = ("---",) * names + ("--:",) * (len(head) - names)
    yield from map(_markdown, [head, rule, *lines, *below])


def _markdown(line: RowCells) -> str:
    return "| " + " | ".join(_MARKUP.sub(r"\\\g<0>", cell) for cell in line) + " |"


# Characters that begin code, emphasis, links, HTML, entities, formulas or the next cell.
_MARKUP = re.compile(r"[\\`*_\[\]<&$|~]")


def as_latex(rows: Iterable[Row], columns: Sequence[str] = ()) -> Iterator[str]:
    r"""A LaTeX tabular with rules from the package booktabs."""
    names, head, lines, below = _chosen(rows, columns)
    yield r"% needs \usepackage{booktabs}"
    yield rf"\begin{{tabular}}{{{'l' * names}{'r' * (len(head) - names)}}}"
    yield r"\toprule"
    yield _latex(head)
    yield r"\midrule"
    yield from map(_latex, lines)
    if below:
        yield r"\midrule"
        yield from map(_latex, below)
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _latex(line: RowCells) -> str:
    return " & ".join(cell.translate(_ESCAPES) for cell in line) + r" \\"


_ESCAPES = str.maketrans(
    {symbol: rf"\{symbol}" for symbol in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {">": r"$>$", "<": r"$<$"}
    # After the end of a row these would be its options.
    | {"[": "{[}", "*": "{*}"}
)

LAYOUTS: dict[str, Callable[[Iterable[Row], Sequence[str]], Iterator[str]]] = {
    "markdown": as_markdown,
    "latex": as_latex,
}
"""Tables for documents."""


# Tables of verdicts on registered heuristics, in plain text.


_HEAD = (
    "heuristic",
    "promised",
    "admissible",
    "consistent",
    "too high",
    "worst",
    "falls",
    "h / h*",
    "A*",
    "smallest board where it is too high",
)


def table(verdicts: Iterable[Verdict], line: int | None = None) -> str:
    r"""A table for each metric and goal, with a line for each heuristic.

    The columns: its declarations and whether they hold, the number of states with too high
    estimates and the largest excess, the number of moves on which it falls by more than they cost,
    the ratio of mean estimate and mean distance, the number of optimal solutions of A\*, and the
    rows of the smallest counterexample. Counts are over the puzzles or, without puzzles, over the
    tiny boards. `line` is the largest width, None for no limit.
    """
    groups = groupby(verdicts, lambda verdict: (verdict.metric, verdict.goal))
    return "\n\n".join("\n".join(_lines(list(group), line)) for _, group in groups)


def _lines(verdicts: list[Verdict], line: int | None) -> Iterator[str]:
    first, tiny = verdicts[0], max((verdict.tiny for verdict in verdicts), key=_states)
    yield f"{first.metric}s, goal {first.goal}"
    for name, tally in (("tiny boards", tiny), ("puzzles", first.given)):
        if tally.boards:
            yield f"{tally.boards:,} {name}, {tally.states:,} states, {tally.moves:,} moves"
    yield from aligned(_HEAD, list(map(_row, verdicts)), right=range(4, 9), line=line)


def _states(tally: Tally) -> int:
    return tally.states


def _row(verdict: Verdict) -> tuple[str, ...]:
    tally = verdict.given if verdict.given.boards else verdict.tiny
    excess = verdict.excess
    example = excess and f"{number(excess.estimate)} > {excess.distance} {State.of(excess.puzzle)}"
    return (
        verdict.heuristic,
        _promised(verdict),
        "yes" if verdict.admissible else "no",
        "yes" if verdict.consistent else "no",
        f"{tally.too_high:,}",
        number(tally.worst),
        f"{tally.falls:,}",
        "" if tally.accuracy is None else f"{tally.accuracy:.3f}",
        f"{tally.searches - tally.missed}/{tally.searches}" if tally.searches else "",
        example or "",
    )


def _promised(verdict: Verdict) -> str:
    promise = heuristic(verdict.heuristic)
    if promise.consistent[verdict.metric]:
        return "both"
    return "admissible" if promise.admissible[verdict.metric] else "neither"
