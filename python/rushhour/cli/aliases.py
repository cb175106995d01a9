"""Former names of options: commands still accept them, help lists only the current ones."""

from __future__ import annotations

from collections.abc import Sequence

_CURRENT = {
    "batch": {"--column": "--board", "--kind": "--format"},
    "compare": {"--algorithms": "--algorithm", "--heuristics": "--heuristic"},
    "render": {"--out": "--output"},
}


def with_current_names(tokens: Sequence[str]) -> list[str]:
    """The words of a command line with every former option replaced by its current name."""
    current = _CURRENT.get(tokens[0], {}) if tokens else {}
    return [_renamed(token, current) for token in tokens]


def _renamed(token: str, current: dict[str, str]) -> str:
    name, equals, value = token.partition("=")
    return current.get(name, name) + equals + value
