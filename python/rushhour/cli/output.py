"""Colours where there is a terminal that wants them."""

from __future__ import annotations

import os
import re
import sys

_RED, _RESET = "\033[1;31m", "\033[0m"


def coloured(picture: str, target: str) -> str:
    """A board with its target and its exit in red; unchanged for pipes, files and NO_COLOR."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return picture
    pattern = rf"(?<=[ |]){re.escape(target)}(?=[ |])|(?<=\|)>|^<|^ *[v^]$"
    return re.sub(pattern, lambda match: _RED + match[0] + _RESET, picture, flags=re.MULTILINE)
