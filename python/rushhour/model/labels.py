"""Labels in lines of text: plain, or as JSON strings if they could not be read back.

Formats allow any label: `red car`, `#1`, even one with a line end. In a solution a blank, a comma
or a `#` ends a label, and text that begins with a quote or a bracket is JSON.
"""

from __future__ import annotations

import json
import re

from rushhour.model.errors import ParseError

QUOTED = r'"(?:[^"\\]|\\.)*"'
_PLAIN = re.compile(r'[^\s,#"{\[][^\s,#]*')


def quoted(label: str) -> str:
    """The label as it is written in a solution."""
    if _PLAIN.fullmatch(label) and label.isprintable():
        return label
    return json.dumps(label, ensure_ascii=not label.isprintable())


def unquoted(text: str) -> str:
    """The label written in a solution; ParseError if quotes do not hold a JSON string."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ParseError(f"expected a label in quotes as JSON has it, found {text[:40]}") from None
