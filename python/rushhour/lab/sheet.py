"""Sheet: the grades of a class as a page of HTML to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rushhour.base.text import shown
from rushhour.lab.grade import Grade, note, summary, verdicts

_STYLE = (
    "body{font:10pt sans-serif;margin:1em}table{border-collapse:collapse;width:100%}"
    "th,td{border:1px solid #888;padding:.2em .4em;text-align:left;vertical-align:top}"
    "td:last-child{overflow-wrap:anywhere}td:nth-last-child(-n+4):not(:last-child){white-space:nowrap}"
    "thead{display:table-header-group}tr{break-inside:avoid}"
)


def sheet(grades: Sequence[Grade], notes: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the page: a table with a row for each answer, below it what is in all."""
    has_students = any(grade.student for grade in grades)
    columns, *rows = verdicts(grades)
    head = [*["student"] * has_students, "answer", "puzzle", *columns, "notes"]
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Grades</title>'
    yield f"<style>{_STYLE}</style>\n<table>\n<thead>{_row(head, 'th')}</thead>\n<tbody>"
    for grade, row in zip(grades, rows, strict=True):
        answer = "" if grade.status == "missing" else grade.answer
        cells = (answer, grade.puzzle, *row, note(grade))
        yield _row([*[grade.student or ""] * has_students, *cells], "td")
    yield "</tbody>\n</table>"
    for line in (summary(grades), *notes):
        yield f"<p>{escape(shown(line))}</p>"
    yield "</html>"


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(shown(cell))}</{tag}>' for cell in cells)}</tr>"
