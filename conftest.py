"""The examples in README.md are tests: Python sessions, and commands with what they print."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).parent


def run_console(example: Example) -> str | None:
    """Run a block of one command, `$ rushhour ...`, and compare all that it prints."""
    command, _, expected = example.parsed.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "rushhour", f"expected a rushhour command, found {command!r}"
    process = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if process.stdout.rstrip() == expected.rstrip():
        return None
    return f"{command}: expected\n{expected}\nfound\n{process.stdout}"


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser(language="console", evaluator=run_console),
    ],
    pattern="*.md",
).pytest()
