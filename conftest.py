"""The examples in README.md are tests: Python sessions, and commands with what they print."""

from __future__ import annotations

import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from rushhour import cli

ROOT = Path(__file__).parent


def run_console(example: Example) -> str | None:
    """Run a block of one command, `$ rushhour ...`, and compare all that it prints."""
    command, _, expected = example.parsed.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "rushhour", f"expected a rushhour command, found {command!r}"
    with StringIO() as said, chdir(ROOT), redirect_stdout(said), redirect_stderr(said):
        cli.run(arguments)
        found = said.getvalue()
    if found.rstrip() == expected.rstrip():
        return None
    return f"{command}: expected\n{expected}\nfound\n{found}"


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser(language="console", evaluator=run_console),
    ],
    pattern="*.md",
).pytest()
