"""The plan of a batch: everything that determines its parts, so that a second run can go on.

Inputs are pinned by their size and the SHA-256 of all their bytes, whatever their folder or date:
reading them once more takes far less time than solving them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rushhour import _core
from rushhour.batch.options import Options
from rushhour.batch.sources import STANDARD_INPUT, Source
from rushhour.errors import RushHourError

FILE = "_plan.json"


@dataclass(frozen=True, slots=True)
class Plan:
    """Inputs, options, rows of a part, and the versions that solve and write."""

    source: Source
    options: Options
    rows: int

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        import pyarrow as pa

        return {
            "rushhour": _core.VERSION,
            "pyarrow": pa.__version__,
            "inputs": [_pinned(file) for file in self.source.files],
            "column": self.source.column,
            "kind": self.source.kind,
            "rows of a part": self.rows,
            "options": asdict(self.options),
        }


def _pinned(file: str) -> str:
    if file == STANDARD_INPUT:
        return STANDARD_INPUT
    with Path(file).open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return f"{Path(file).name}, {stream.tell()} bytes, sha256 {digest}"


def require_same(plan: dict[str, Any], file: Path) -> None:
    """Refuse to go on with what was begun under another plan; every difference is named."""
    begun = _read(file)
    differences = list(_differences(begun, plan))
    if differences:
        raise RushHourError(
            f"{file}: this was begun with other inputs or options: {'; '.join(differences)}; "
            "take another target, or remove this one"
        )
    if STANDARD_INPUT in plan["inputs"]:
        raise RushHourError(f"{file}: standard input cannot be read again; take another target")


def _read(file: Path) -> dict[str, Any]:
    try:
        plan = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        plan = None
    if not isinstance(plan, dict):
        raise RushHourError(f"{file}: expected the plan of a batch, found something else")
    return plan


def _differences(begun: dict[str, Any], asked: dict[str, Any], at: str = "") -> Iterator[str]:
    for name in {**begun, **asked}:
        old, new = begun.get(name), asked.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from _differences(old, new, f"{at}{name} ")
        elif old != new:
            yield f"{at}{name} was {json.dumps(old)}, is now {json.dumps(new)}"
