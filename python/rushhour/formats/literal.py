"""A Python literal whose errors name their place; it is parsed, but never evaluated."""

from __future__ import annotations

import ast
import re
import tokenize
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any, NoReturn

from rushhour.formats.source import Source, lone_surrogate

# Far more than the largest board takes; Python parses this in a second.
MAX_LITERAL = 1 << 17


@dataclass(frozen=True, slots=True)
class Literal:
    """The syntax tree of a text, with the text itself for quotes in errors."""

    source: Source
    text: str
    root: ast.expr
    # The line and the column, from 1 and 0, at which the literal begins in the source.
    start: tuple[int, int] = (1, 0)

    @classmethod
    def of(cls, source: Source) -> Literal:
        """The literal of a whole text, which may be given a name."""
        return cls.part(source, source.text())

    @classmethod
    def calls(cls, source: Source, name: str) -> Iterator[Literal]:
        """Each call of a function in a program, or in a text about one."""
        text, end = source.text(), 0
        call = re.compile(rf"\b{name}\s*\(\s*\[")
        while match := call.search(text, end):
            start = match.start()
            part = _call(text[start : start + MAX_LITERAL + 1])
            place = text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1)
            yield cls.part(source, part, place)
            end = start + len(part)

    @classmethod
    def part(cls, source: Source, text: str, start: tuple[int, int] = (1, 0)) -> Literal:
        """The literal in a part of a text, which begins at a place."""
        text = _unindented(text)
        if len(text) > MAX_LITERAL:
            source.fail(f"expected at most {MAX_LITERAL} characters for a Python literal")
        try:
            with warnings.catch_warnings():  # escapes in strings can be warned of
                warnings.simplefilter("ignore")
                body = ast.parse(text).body
        except SyntaxError as error:
            message = f"expected a Python literal, found an error in it: {error.msg}"
            source.fail(message, (error.lineno or 1) + start[0] - 1, error.offset)
        except (ValueError, RecursionError, MemoryError):
            source.fail("expected a Python literal, found one that is nested too deep")
        if len(body) == 1 and isinstance(body[0], ast.Expr | ast.Assign):
            return cls(source, text, body[0].value, start)
        found = "a statement" if len(body) == 1 else f"{len(body)} statements"
        source.fail(f"expected one Python literal, found {found}", start[0])

    def items(self, node: ast.expr, meaning: str, length: int | None = None) -> list[ast.expr]:
        """The items of a list or tuple, which must have the length if one is given."""
        if not isinstance(node, ast.List | ast.Tuple) or length not in (None, len(node.elts)):
            self.fail(node, meaning)
        return node.elts

    def integer(self, node: ast.expr) -> int:
        """An integer with or without a sign."""
        signed = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd)
        value = constant(node.operand if isinstance(node, ast.UnaryOp) else node)
        if type(value) is not int or signed != isinstance(node, ast.UnaryOp):
            self.fail(node, "an integer")
        return -value if signed and isinstance(node.op, ast.USub) else value  # type: ignore[attr-defined]

    def text_of(self, node: ast.expr, meaning: str) -> str:
        """A string without lone surrogates, which cannot be encoded."""
        value = constant(node)
        if not isinstance(value, str) or lone_surrogate(value) is not None:
            self.fail(node, meaning)
        return value

    def fail(self, node: ast.expr, expected: str) -> NoReturn:
        """Raise an error about a part of the literal; columns are counted in characters."""
        line = self.text.split("\n")[node.lineno - 1]
        column = len(line.encode()[: node.col_offset].decode()) + 1
        found = (ast.get_source_segment(self.text, node) or "").split("\n")[0][:40]
        column += self.start[1] if node.lineno == 1 else 0
        number = node.lineno + self.start[0] - 1
        self.source.fail(f"expected {expected}, found {found}", number, column)


def _call(text: str) -> str:
    """A call at the beginning of a text, up to its last bracket; all of it if none closes it."""
    depth, lines = 0, text.split("\n")
    with suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(StringIO(text).readline):
            depth += (token.string in "([{") - (token.string in ")]}") if token.string else 0
            if depth == 0 and token.string == ")":
                row, column = token.end
                return "\n".join([*lines[: row - 1], lines[row - 1][:column]])
    return text


def _unindented(text: str) -> str:
    """The text with its first line that is not blank unindented, as Python requires."""
    start = len(text) - len(text.lstrip())
    return text[: text.rfind("\n", 0, start) + 1] + text[start:]


def constant(node: ast.expr) -> Any:
    """The value of a constant, None of anything else."""
    return node.value if isinstance(node, ast.Constant) else None
