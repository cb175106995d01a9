"""Addresses of the page, which carry a puzzle of any kind and its title.

```text
http://127.0.0.1:8000/#view=play&puzzle=..B.../AAB.../....../......&title=Two+moves
```

`puzzle` is a text in any format. Other parts, such as moves, do not change the puzzle.
"""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from itertools import islice
from urllib.parse import parse_qs, urlencode

from rushhour.formats.opening import lines_of
from rushhour.formats.source import Source
from rushhour.model.errors import ParseError
from rushhour.model.setup import Setup

# The page writes four; more than these are not from it.
_MOST_PARTS = 16


def carries(fragment: str) -> bool:
    """Whether what stands behind the `#` of an address has a part `puzzle`."""
    return fragment.startswith("puzzle=") or "&puzzle=" in fragment


def fragment_of(puzzle: str, title: str | None, moves: str) -> str:
    """What stands behind the `#` of the address for a text of a puzzle, its title and moves.

    >>> fragment_of("AA../", None, "A+1")
    'view=play&puzzle=AA../&moves=A%2B1'
    """
    parts = {"view": "play", "puzzle": puzzle, "title": title, "moves": moves}
    return urlencode({name: part for name, part in parts.items() if part}, safe="/,:")


def setup_of(fragment: str, target: str | None = None) -> Setup:
    """The puzzle that it carries; ParseError without a place if it does not carry one."""
    from rushhour.formats.detection import format_of

    parts = _parts(fragment)
    texts = parts.get("puzzle", [])
    if len(texts) != 1:
        raise ParseError(f"expected one puzzle in the link, found {len(texts)}")
    if carries(texts[0].partition("#")[2]):
        raise ParseError("expected a puzzle in the link, found another link to the page")
    source = Source(lines_of(StringIO(texts[0], newline=None)))
    found = list(islice(format_of(source, None, target).read(source, target), 2))
    if len(found) != 1:
        raise ParseError(f"expected one puzzle in the link, found {'several' if found else 'none'}")
    if isinstance(found[0], ParseError):
        raise found[0]
    title = parts.get("title", [None])[0]
    return replace(found[0], title=title) if title else found[0]


def _parts(fragment: str) -> dict[str, list[str]]:
    try:
        return parse_qs(fragment, errors="strict", max_num_fields=_MOST_PARTS)
    except ValueError:
        expected = f"at most {_MOST_PARTS} parts in UTF-8"
        raise ParseError(f"expected {expected} behind the #, found {fragment[:40]!r}") from None
