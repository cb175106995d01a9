"""The pages and pictures of the site that come from the program itself."""

from collections.abc import Iterable
from pathlib import Path

import published

import rushhour
from rushhour.analysis.measures import measures as registered
from rushhour.cli import _app
from rushhour.cli.manual import examples
from rushhour.web.operations import operations
from rushhour.web.page import NAME, contents

PUZZLES = Path(__file__).parent.parent / "puzzles"
ROAD = "..B.../AAB.../....../......"

USAGE = """`rushhour` and `python -m rushhour` are the same program. `rushhour help VERB`
describes a verb. Files without a verb are solved: `rushhour puzzles/jam-01.txt 3` solves one with
A\\* and the third heuristic, `rushhour puzzles/jam-*.txt` solves forty.

Of several files, `solve`, `explore` and `check` print a head for each, such as
`==> puzzles/jam-01.txt <==`; a file that cannot be read does not end the others. Every object of
`--json` has the `file` and the `number` of its puzzle there. `FILE` may be `-`, standard input, and
can be left out in a pipe: `cat board.txt | rushhour solve`.

| exit code | means |
|---|---|
| 0 | solved, or nothing is wrong |
| 1 | unsolvable, or something is wrong |
| 2 | wrong usage or malformed input |
| 3 | a limit came first |
| 4 | parts of a batch failed |
| 130 | Ctrl-C |
| 141 | the reader of the output went away, as `head` does |

Where several puzzles end differently, 2 counts more than 3, and 3 more than 1."""


def generate(docs: Path) -> None:
    """Write them into the folder of the site."""
    reference = docs / "reference"
    pages = {
        "command-line.md": command_line(),
        "service.md": service(),
        "_heuristics.md": heuristics(),
        "_algorithms.md": algorithms(),
        "_measures.md": measures(),
    }
    for name, text in pages.items():
        (reference / name).write_text(text, encoding="utf-8")
    (docs / "_static" / NAME).write_bytes(contents()[NAME])
    draw(docs / "_static" / "pictures")
    published.write(docs)


def command_line() -> str:
    """Every verb with its arguments and options, as its `--help` has them."""
    app = _app(["--help"])
    _, *verbs = app.generate_docs("markdown").split("\n## rushhour ")
    parts = [f"# Command line\n\n{USAGE}\n"]
    for part in verbs:
        verb = part.partition("\n")[0]
        usage = part.replace(f"rushhour {verb} {verb}", f"rushhour {verb}", 1).rstrip()
        shown = "\n".join(examples(app[verb].default_command))
        parts.append(f"## rushhour {usage}\n\n**Examples**:\n\n```text\n{shown}\n```\n")
    return "\n".join(parts).replace("```console", "```text")


def draw(folder: Path) -> None:
    """The pictures of the pages, in colours that follow the reader's theme."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = rushhour.read(PUZZLES / "jam-01.txt")
    solution = rushhour.solve(puzzle).solution
    pictures = {
        "board": puzzle.svg(theme="auto"),
        "strip": solution.svg("strip", theme="auto"),
        "arrows": solution.svg("arrows", theme="auto"),
        "animation": solution.svg("animation", theme="auto"),
    }
    for goal in ("edge", "past", "off", "clear"):
        *_, end = rushhour.solve(ROAD, goal=goal).solution.replay()
        pictures[f"goal-{goal}"] = end.svg(theme="auto")
    for name, picture in pictures.items():
        picture.save(folder / f"{name}.svg")


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def heuristics() -> str:
    """What every heuristic promises in each metric."""
    head = [
        "heuristic",
        "estimate",
        "slide: admissible",
        "consistent",
        "step: admissible",
        "consistent",
    ]
    promises = [
        [
            f"`{entry.name}`",
            entry.help,
            *(
                "yes" if promise[metric] else "no"
                for metric in ("slide", "step")
                for promise in (entry.admissible, entry.consistent)
            ),
        ]
        for entry in rushhour.heuristics()
    ]
    return table(head, promises)


def algorithms() -> str:
    """What every algorithm promises, and what it takes."""
    when = {
        "always": "always",
        "admissible": "if h is admissible",
        "within weight": "within the weight, if h is admissible",
        "never": "no",
    }
    return table(
        ["algorithm", "expands", "shortest", "takes"],
        (
            [f"`{entry.name}`", entry.help, when[entry.optimal], ", ".join(entry.takes)]
            for entry in rushhour.algorithms()
        ),
    )


def measures() -> str:
    """What every measure of an analysis is."""
    return table(
        ["measure", "is", "unit", "good for", "source"],
        ([f"`{m.name}`", m.formula, m.unit, m.help, m.source] for m in registered()),
    )


def service() -> str:
    """Every operation of the service, from its schema."""
    parts = [
        "# Service",
        "`rushhour serve` answers these requests. `/openapi.json` has the whole schema.",
    ]
    for operation in operations():
        verb = "GET" if operation.request is None else "POST"
        parts += [f"## {verb} {operation.path}", operation.help]
    return "\n\n".join(parts) + "\n"
