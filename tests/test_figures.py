"""Figures in documents are those that the commands beside them print."""

import re
from pathlib import Path

import pytest

from figures import ROOT, Figures, figures_in, marked, printed

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "DESIGN.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
MARKED = [figures for path in DOCUMENTS for figures in marked(path)]
CASES = [
    pytest.param(one, id=f"{one.file}:{one.line}", marks=[pytest.mark.slow] if one.is_slow else [])
    for one in MARKED
]


@pytest.mark.parametrize("marked_figures", CASES)
def test_a_figure_is_what_its_command_prints(
    marked_figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert marked_figures.figures, "expected a figure above the mark, found none"
    out = "\n".join(map(printed, marked_figures.commands))
    found = set(re.findall(r"\d+", out))
    assert set(marked_figures.figures) <= found, out


# Here every large number and every count in words has a mark, or a command in its line.
GUARDED = [ROOT / "README.md", *sorted((ROOT / "docs" / "jobs").glob("*.md"))]


@pytest.mark.parametrize("path", GUARDED, ids=lambda path: path.stem)
def test_no_new_figure_stands_without_its_command(path: Path) -> None:
    text = re.sub(r"^```(?!text).*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    known = {figure for one in marked(path) for figure in one.figures}
    bare = [line for line in text.splitlines() if not re.search("`[^`]+ [^`]+`|<!--", line)]
    assert {figure for line in bare for figure in large(line)} <= known


def large(line: str) -> list[str]:
    """The figures of five digits or more, and those in words."""
    is_number = re.compile("[0-9]").search
    words = {figure for word in line.split() if not is_number(word) for figure in figures_in(word)}
    return [figure for figure in figures_in(line) if len(figure) > 4 or figure in words]


def test_figures_are_read_in_every_form() -> None:
    text = "57 873 boards, 1,018 and 27\u202f103\u202f652; sixteen formats, 12, jam-014, 1.234"
    assert figures_in(text) == ("57873", "1018", "27103652", "16")


def test_every_form_of_mark_is_read() -> None:
    assert len(MARKED) >= 6
    assert any(len(one.commands) > 1 for one in MARKED)
