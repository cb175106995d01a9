"""Figures in documents are those that the commands beside them print."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from support.figures import ROOT, Block, Mark, blocks, fault_of, figures_in, figures_of, printed

# What the build of the site writes there comes from the program.
MADE = {
    path
    for line in (ROOT / "docs" / ".gitignore").read_text(encoding="utf-8").split()
    for path in (ROOT / "docs").glob(line)
}
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "DESIGN.md",
    *sorted(set((ROOT / "docs").rglob("*.md")) - MADE),
]
BLOCKS = [block for path in DOCUMENTS for block in blocks(path)]
MEASURED = {mark.command for block in BLOCKS for mark in block.marks if mark.kind == "measured"}


def of_kind(block: Block, *kinds: str) -> list[Mark]:
    """The marks of a block that are of one of these kinds."""
    return [mark for mark in block.marks if mark.kind in kinds]


CASES = [
    pytest.param(
        block,
        id=f"{block.file}:{block.line}",
        marks=[pytest.mark.slow] if of_kind(block, "slow") else [],
    )
    for block in BLOCKS
    if block.figures and of_kind(block, "run", "slow")
]


@pytest.mark.parametrize("block", CASES)
def test_a_figure_is_what_its_command_prints(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert not of_kind(block, "measured"), "expected figures that are printed or measured, not both"
    out = "\n".join(printed(mark.command) for mark in block.marks)
    found = set(re.findall(r"\d*\.\d+|\d+", out))
    assert set(block.figures) <= found, out


@pytest.mark.parametrize("measured", sorted(MEASURED))
def test_what_was_measured_names_a_command_a_machine_and_a_date(measured: str) -> None:
    assert fault_of(measured) is None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_figure_stands_without_its_command(path: Path) -> None:
    bare = {block.line: block.figures for block in blocks(path) if not block.marks}
    assert {line: figures for line, figures in bare.items() if figures} == {}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_mark_has_a_figure_and_is_a_comment(path: Path) -> None:
    """One below another block, or within a paragraph, would be shown or be of nothing."""
    text = path.read_text(encoding="utf-8")
    marks = {mark for block in blocks(path) for mark in block.marks if block.figures}
    assert sorted({mark.line for mark in marks}) == [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip().startswith("<!-- ")
    ]
    tokens = MarkdownIt().enable("table").parse(text)
    comments = [
        line for one in tokens if one.type == "html_block" for line in one.content.split("\n")
    ]
    assert len([line for line in comments if line.startswith("<!-- ")]) == len(marks)


def test_figures_are_read_in_every_form() -> None:
    text = (
        "57 873 boards, 1,018, 27\u202f103\u202f652; sixteen formats, 12, jam-014, .92, 1.3 in 100."
    )
    assert figures_in(text) == ("57873", "1018", "27103652", "16", ".92", "1.3", "100")


@pytest.mark.parametrize(
    "text",
    [
        *("in 2010 and 1999", "`--max-states 100000`", '"27 103 652"', "Python 3.11", "10^100"),
        *("[a](b-1000.md)", "```sh\nrushhour tasks --count 100\n```"),
        "```text\n$ rushhour tasks --count 100\n```",
    ],
)
def test_what_is_no_figure(text: str) -> None:
    assert figures_of(text) == ()


def test_a_block_has_its_own_marks_or_those_of_its_section(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    run, other = "<!-- run: 1 -->", "<!-- measured: just bench; a machine; 2026-01-31 -->"
    text = f"# A\n{other}\n\n100\n\n```text\n200\n\n300\n```\n{run}\n{run}\n400\n\n## B\n\n500\n"
    path.write_text(text, encoding="utf-8")
    found = [(block.line, block.figures, len(block.marks)) for block in blocks(path, tmp_path)]
    assert found == [
        *((1, (), 1), (4, ("100",), 1), (6, ("200", "300"), 2)),
        *((13, ("400",), 1), (15, (), 0), (17, ("500",), 0)),
    ]


@pytest.mark.parametrize(
    ("measured", "fault"),
    [
        ("cargo bench; a machine; 2026-01-31", None),
        ("A=1 time rushhour check-heuristic x; a machine; 2026-01-31", None),
        ("cargo bench; a machine", "expected COMMAND; MACHINE; DATE, found"),
        ("cargo bench; 2026-01-31", "expected COMMAND; MACHINE; DATE, found"),
        ("cargo bench; a machine; 2026-31-01", "expected a date such as"),
        ("cargo bench --bench page; a machine; 2026-01-31", "no such command: cargo bench --bench"),
        ("rushhour solves x; a machine; 2026-01-31", "no such command: rushhour solves x"),
        ("python benches/none.py; a machine; 2026-01-31", "no such command"),
        ("python -m research.none; a machine; 2026-01-31", "no such command"),
        ("just none; a machine; 2026-01-31", "no such command"),
        ("none; a machine; 2026-01-31", "no such command"),
        ("cargo bench; a machine; 2026-01-31; x", "expected COMMAND; MACHINE; DATE, found"),
    ],
)
def test_a_mark_that_names_nothing(measured: str, fault: str | None) -> None:
    found = fault_of(measured)
    assert found == fault if fault is None else (found or "").startswith(fault)
