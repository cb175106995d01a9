"""The record of a finished run, by which a second run recognises the joined file.

`OUT.parts/_finished.json` is sealed. It holds the SHA-256 of the file, the mark of the plan that it
answers, and the report of the run. It is on the disk before the file gets its name; without the
file it has no meaning.
"""

from __future__ import annotations

import hashlib
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from rushhour.batch import plan
from rushhour.batch.report import Report
from rushhour.model.errors import RushHourError
from rushhour.output.seals import SpoiltError, sealed_json, unsealed_json

if TYPE_CHECKING:
    from rushhour.batch.folder import Folder

FILE = "_finished.json"


def note(folder: Folder, file: BinaryIO, report: Report) -> None:
    """Record that a file, written but not yet named, holds the answers of a folder."""
    record = {"plan": plan.mark(folder.plan), "sha256": _sha256(file), "report": report.as_json()}
    with folder.created(folder.path / FILE) as stream:
        stream.write(sealed_json(record))


def forget(folder: Folder) -> None:
    """Delete the record of a file that is gone; RushHourError if another file has its name."""
    if _read(folder.path / FILE):
        (folder.path / FILE).unlink()


def recognised(folder: Folder, path: Path) -> Report:
    """The report of the run that joined this file; RushHourError if the file is another."""
    record = _read(folder.path / FILE)
    if path.is_file() and record.get("plan") == plan.mark(folder.plan):
        with path.open("rb") as file:
            if record["sha256"] == _sha256(file):
                return Report.from_json(record["report"])
    raise unknown(path)


def unknown(path: Path) -> RushHourError:
    """The error for a file that does not hold the answers of this plan."""
    return RushHourError(f"{path}: expected a new file, found one; remove it to solve anew")


def _read(file: Path) -> dict[str, Any]:
    """The record in a file; empty if there is none, RushHourError if it is damaged."""
    try:
        return unsealed_json(file.read_bytes())
    except FileNotFoundError:
        return {}
    except SpoiltError as error:
        again = "remove it, and the file of the answers, to solve anew"
        raise RushHourError(f"{file}: {error}; {again}") from None


def _sha256(file: BinaryIO) -> str:
    file.seek(0)
    return hashlib.file_digest(cast("BufferedReader", file), "sha256").hexdigest()
