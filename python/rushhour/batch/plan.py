"""The plan of a batch: everything that determines its parts, so that a second run can resume it.

Inputs are identified by size and SHA-256, not by folder or date: reading them once more takes far
less time than solving them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rushhour import _core
from rushhour.batch.options import Options
from rushhour.batch.sources import STANDARD_INPUT, SourceFiles
from rushhour.model.errors import RushHourError

if TYPE_CHECKING:
    import pyarrow as pa

FILE = "_plan.json"
# The options that have another name in a plan.
_OPTIONS = {
    "column": "--board",
    "kind": "--format",
    "separator": "--separator",
    "keep": "--keep",
    "rows of a part": "--part-rows",
    "states of a part": "--part-states",
    "least": "--min-distance",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Inputs, options, rows of a part, and the versions that solved and wrote them."""

    source: SourceFiles
    options: Options
    rows: int

    def schema(self) -> pa.Schema:
        """The columns of the output: the kept ones, then the answers."""
        import pyarrow as pa

        return pa.schema([*self.kept(), *self.options.schema()])

    def kept(self) -> tuple[pa.Field, ...]:
        """The kept columns; RushHourError if one has the name of an answer."""
        answers, kept = self.options.schema().names, self.source.kept()
        for name in (field.name for field in kept if field.name in answers):
            clash = f"{name!r} is a column of the answers too"
            raise RushHourError(f"--keep: {clash}; rename it in the input, or keep only others")
        return kept

    def as_json(self) -> dict[str, Any]:
        """The plan as plain values."""
        import pyarrow as pa

        return {
            "rushhour": _core.VERSION,
            "pyarrow": pa.__version__,
            "inputs": self.source.pinned(),
            "column": self.source.column,
            "kind": self.source.kind,
            "separator": self.source.separator,
            "keep": [f"{field.name}: {field.type}" for field in self.kept()],
            "rows of a part": self.rows,
            "options": asdict(self.options),
        }


def mark(plan: dict[str, Any]) -> str:
    """A short digest of a plan, for the names of unfinished files."""
    return hashlib.sha256(json.dumps(plan).encode()).hexdigest()[:16]


def read(file: Path) -> dict[str, Any] | None:
    """The plan in a file; None if there is no file, RushHourError if it holds something else."""
    try:
        plan = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        plan = None
    if not isinstance(plan, dict) or not {"rushhour", "options"} <= plan.keys():
        raise RushHourError(f"{file}: expected the plan of a run, found something else")
    return plan


def require_same(begun: dict[str, Any], asked: dict[str, Any], file: Path) -> None:
    """Refuse to resume a run with another plan; the error names every difference."""
    if others := list(differences(begun, asked)):
        raise RushHourError(
            f"{file}: this was begun with other inputs or options: {'; '.join(others)}; "
            "take another target, or remove this one"
        )
    for name in asked.get("inputs", ()):
        if not re.search(r", \d+ bytes, sha256 [0-9a-f]{64}$", name):
            what = "standard input" if name == STANDARD_INPUT else f"the pipe {name}"
            raise RushHourError(f"{file}: {what} cannot be read again; take another target")


def differences(begun: dict[str, Any], asked: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Every value that differs, with the option that sets it, if there is one."""
    begun, asked = _typed(begun), _typed(asked)
    for name in {**begun, **asked}:
        old, new = begun.get(name), asked.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from differences(old, new, "--")
        elif old != new:
            option = _OPTIONS.get(name, prefix + name.replace("_", "-"))
            yield f"{option} was {json.dumps(old)}, is now {json.dumps(new)}"


def _typed(options: dict[str, Any]) -> dict[str, Any]:
    """Options as people type them: plans have an exit on the right as its row."""
    row = options.get("exit_row")
    return options if row is None else {**options, "exit": f"right:{row}", "exit_row": None}
