"""Rows of a comparison as text: for other programs, for a paper, for the eye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from itertools import chain

from rushhour.lab.compare import Row

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
    "branching",
    "ms",
    "optimal",
)
"""The columns of a table for readers; the first three hold words."""

Cells = tuple[str, ...]


def cells(row: Row) -> Cells:
    """The row as it is read: of an unknown cost what is proved, and no more digits than tell."""
    costs = {"solved": str(row.cost), "unsolvable": "none", "unknown": f">= {row.lower_bound}"}
    factor = row.branching_factor
    return (
        row.puzzle,
        " ".join(filter(None, [row.algorithm, row.settings])),
        row.heuristic or "",
        "" if row.depth is None else str(row.depth),
        costs[row.status],
        str(row.expanded),
        str(row.generated),
        str(row.duplicates),
        str(row.reopened),
        str(row.max_open),
        "" if factor is None else f"{factor:.3f}",
        f"{1000 * row.seconds:.1f}",
        {True: "yes", False: "no", None: ""}[row.optimal],
    )


def totals(rows: Sequence[Row]) -> Iterator[Cells]:
    """A line for each method: what it took for all puzzles; of open lists the longest."""
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
            "",
            f"{1000 * sum(row.seconds for row in mine):.1f}",
            f"{sum(row.optimal is True for row in mine)} of {len(mine)}",
        )


_SUMS = ("expanded", "generated", "duplicates", "reopened")


def body(rows: Sequence[Row]) -> tuple[list[Cells], list[Cells]]:
    """The lines of a table and, where there are several puzzles, those below them."""
    several = len({row.puzzle for row in rows}) > 1
    return [cells(row) for row in rows], list(totals(rows)) if several else []


def as_csv(rows: Iterable[Row]) -> Iterator[str]:
    """Everything of each row, with names in the first line; empty where there is no value."""
    from csv import writer
    from io import StringIO

    names = [*(field.name for field in fields(Row)), "optimal"]
    values = ([*asdict(row).values(), row.optimal] for row in rows)
    for line in chain([names], values):
        text = StringIO()
        writer(text, lineterminator="").writerow(line)
        yield text.getvalue()


def as_json(rows: Iterable[Row]) -> Iterator[str]:
    """Everything of each row as an object in a line."""
    from json import dumps

    for row in rows:
        yield dumps({**asdict(row), "optimal": row.optimal}, ensure_ascii=False)


def as_markdown(rows: Iterable[Row]) -> Iterator[str]:
    """A table of GitHub's Markdown."""
    lines, below = body(list(rows))
    yield from map(_markdown, [HEAD, ("---",) * 3 + ("--:",) * (len(HEAD) - 3), *lines, *below])


def _markdown(line: Cells) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |"


def as_latex(rows: Iterable[Row]) -> Iterator[str]:
    r"""A tabular of LaTeX with the rules of the package booktabs."""
    lines, below = body(list(rows))
    yield rf"\begin{{tabular}}{{lll{'r' * (len(HEAD) - 3)}}}"
    yield r"\toprule"
    yield _latex(HEAD)
    yield r"\midrule"
    yield from map(_latex, lines)
    if below:
        yield r"\midrule"
        yield from map(_latex, below)
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _latex(line: Cells) -> str:
    return " & ".join(cell.translate(_ESCAPES) for cell in line) + r" \\"


_ESCAPES = str.maketrans(
    {symbol: rf"\{symbol}" for symbol in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {">": r"$>$", "<": r"$<$"}
)

LAYOUTS: dict[str, Callable[[Iterable[Row]], Iterator[str]]] = {
    "csv": as_csv,
    "json": as_json,
    "markdown": as_markdown,
    "latex": as_latex,
}
