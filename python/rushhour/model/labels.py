"""Labels in lines of text: as they are, or as JSON strings where they would not be read back.

Formats allow any label: `red car`, `#1`, one with a line end. In a solution a blank, a comma or a
`#` ends the label, and what begins with a quote or a bracket is JSON.
"""

from __future__ import annotations

import json
import re

from rushhour.model.errors import ParseError

QUOTED = r'"(?:[^"\\]|\\.)*"'
_PLAIN = re.compile(r'[^\s,#"{\[][^\s,#]*')


def quoted(label: str) -> str:
    """The label as a solution has it."""
    if _PLAIN.fullmatch(label) and label.isprintable():
        return label
    return json.dumps(label, ensure_ascii=not label.isprintable())


def unquoted(text: str) -> str:
    """The label that a solution names. ParseError where quotes hold no JSON string."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ParseError(f"expected a label in quotes as JSON has it, found {text[:40]}") from None
