"""A folder of Parquet parts: the finished parts of a batch.

```text
answers/_plan.json           inputs, options and versions
answers/part-000000.parquet  sealed: zstd, one row group
answers/part-000001.parquet
```

The names sort in the order of the rows, and names that begin with `_` are not data: pyarrow, polars
and DuckDB read the parts as one table. No file is replaced, and only parts and unfinished files,
which have the mark of the plan in their names, are deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from struct import unpack_from
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from rushhour.base.files import LOCK, STREAM, UNFINISHED, created, locked
from rushhour.base.packages import needs
from rushhour.base.seals import NO_SEAL, SpoiltError, digest_of, sealed, sealed_json, unsealed_json
from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError, WrongValueError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import pyarrow as pa

    from rushhour._core import _Column, _Texts

PLAN, FINISHED = "_plan.json", "_finished.json"
_PART = re.compile(r"part-(\d{6,})\.parquet")
AGAIN = "the command that wrote this folder restores missing and damaged parts"
_NOTE = re.compile(r"_[a-z-]+\.(json|csv)")
# The values of a plan that, beside the boards, determine the bytes of a part.
_STAMPED = ("rushhour", "pyarrow", "rows of a part", "states of a part", "options")
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
_STAMP, _SEAL = b"rushhour answers", b"rushhour seal"
SUMMARY = b"rushhour summary"
"""The metadata of a table that its part keeps: what its rows were counted to be."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder with the parts of one plan."""

    path: Path
    plan: JsonDict
    job: str = ""

    @staticmethod
    @contextmanager
    def shared(path: Path, content: JsonDict) -> Iterator[Folder]:
        """The same folder for one of several jobs that work in it at once, each on its own parts.

        What a job has not finished has a name of its own, so no job needs a lock; where there are
        locks, a run for all parts waits for none of the jobs: it is refused. RushHourError as for
        `opened`.
        """
        _require_plan_or_nothing(path)
        path.mkdir(parents=True, exist_ok=True)
        with locked(path, is_shared=True):
            folder = Folder(path, content, f"{token_hex(4)}-")
            folder._join_in()
            yield folder

    @staticmethod
    @contextmanager
    def opened(path: Path, content: JsonDict, *, is_done: bool = False) -> Iterator[Folder]:
        """Create the folder, or resume it if it was begun with the same plan.

        RushHourError if it has another plan or holds other files. A plan without any result,
        neither a part nor (`is_done`) a joined file, is replaced. A new folder disappears again
        after an error before its first part.
        """
        _require_plan_or_nothing(path)
        is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        with locked(path):
            folder = Folder(path, content)
            try:
                folder._begin(is_done=is_done)
                yield folder
            except (RushHourError, OSError):
                if is_new and not part_numbers(path):
                    folder._remove()
                raise

    def part(self, number: int) -> Path:
        """The path of a part."""
        return self.path / f"part-{number:06}.parquet"

    def created(self, path: Path) -> AbstractContextManager[BinaryIO]:
        """A new file in or beside the folder, whole or not at all; OSError if it exists."""
        return created(path, unfinished(path, self.plan, self.job))

    def write(self, number: int, digest: str, table: pa.Table) -> None:
        """Write the answers of a part whose boards have this digest.

        Where several jobs share the folder, the part may be there by now: its bytes are the same.
        """
        try:
            with self.created(self.part(number)) as file:
                file.write(seal(table, self._stamp(number, digest)))
        except FileExistsError:
            if not self.job:
                raise

    def read(self, number: int, digest: str, schema: pa.Schema) -> pa.Table | None:
        """The answers of a part; None if missing, SpoiltError if they belong to other boards."""
        try:
            data = self.part(number).read_bytes()
        except FileNotFoundError:
            return None
        return unseal(data, self._stamp(number, digest), schema)

    def tables(self, digests: list[str], schema: pa.Schema) -> Iterator[pa.Table]:
        """All parts, in order; RushHourError if one is missing or has been damaged."""
        for number, digest in enumerate(digests):
            try:
                table = self.read(number, digest, schema)
            except SpoiltError as error:
                raise RushHourError(f"{self.part(number)}: {error}; {AGAIN}") from None
            if table is None:
                raise RushHourError(f"{self.part(number)}: expected a part, found none; {AGAIN}")
            yield table

    def _stamp(self, number: int, digest: str) -> JsonDict:
        stamped = {name: self.plan[name] for name in _STAMPED if name in self.plan}
        return {"part": number, "boards": digest} | stamped

    def digests(self, count: int) -> dict[str, str]:
        """The digests of the first `count` parts by name, of their bytes on the disk."""
        return digests_of(self.path, (self.part(number).name for number in range(count)))

    def note(self, name: str, data: bytes) -> None:
        """Write a file about the parts, which readers of the folder skip; replaces nothing.

        RushHourError if there is one with other content.
        """
        path = self.path / name
        if not os.path.lexists(path):
            with self.created(path) as file:
                file.write(data)
        elif not path.is_file() or path.read_bytes() != data:
            expected = "expected what these parts sum up to, found another file"
            raise RushHourError(f"{path}: {expected}; remove it and run again")

    def remove(self, number: int) -> None:
        """Delete a part."""
        _unlink(self.part(number))

    def remove_unfinished(self, path: Path) -> None:
        """Delete an unfinished file beside the folder that a killed run has left."""
        _unlink(unfinished(path, self.plan))

    def remove_all(self, count: int) -> None:
        """Delete the first `count` parts, which are no longer needed."""
        for number in range(count):
            self.remove(number)

    def _remove(self) -> None:
        """Delete the folder, which holds the plan and the lock; other files keep it there."""
        for name in (PLAN, LOCK):
            _unlink(self.path / name)
        with suppress(OSError):
            self.path.rmdir()

    def require_no_others(self, count: int) -> None:
        """Refuse other Parquet files, which readers of the folder would take for answers."""
        ours = {self.part(number).name for number in range(count)}
        for name in _data(self.path):
            if name.endswith(".parquet") and name not in ours:
                expected = f"expected {count} parts and no other Parquet in this folder"
                raise RushHourError(f"{self.path / name}: {expected}; move this away")

    def _begin(self, *, is_done: bool) -> None:
        file = self.path / PLAN
        begun = read_plan(file)
        for content in filter(None, (begun, self.plan)):
            self._sweep(content)
        if begun is not None and (is_done or part_numbers(self.path)):
            require_same(begun, self.plan, file)
        elif begun != self.plan:
            if begun is not None:
                file.unlink()
            with self.created(file) as stream:
                stream.write(_encoded(self.plan))

    def _join_in(self) -> None:
        """Write the plan, unless another job has; RushHourError if that has another one."""
        file = self.path / PLAN
        if read_plan(file) is None:
            with suppress(FileExistsError), self.created(file) as stream:
                stream.write(_encoded(self.plan))
        begun = read_plan(file)
        assert begun is not None
        require_same(begun, self.plan, file)

    def _sweep(self, content: JsonDict) -> None:
        """Delete unfinished files that a killed run of a plan has left."""
        files = rf"{re.escape(PLAN)}|{re.escape(FINISHED)}|{_PART.pattern}|{_NOTE.pattern}"
        ours = re.compile(f"{_prefix(content)}([0-9a-f]{{8}}-)?({files})")
        for entry in self.path.iterdir():
            if ours.fullmatch(entry.name):
                entry.unlink()


def digests_of(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The digests of sealed files of a folder; RushHourError if one is missing or damaged."""

    def digest(name: str) -> tuple[str, str]:
        try:
            return name, digest_of((path / name).read_bytes())
        except FileNotFoundError:
            raise RushHourError(f"{path / name}: expected a part, found none; {AGAIN}") from None
        except SpoiltError as error:
            raise RushHourError(f"{path / name}: {error}; {AGAIN}") from None

    with ThreadPoolExecutor() as threads:
        return dict(threads.map(digest, names))


def part_numbers(path: Path) -> list[int]:
    """The numbers of the parts in a folder, which need not exist."""
    found = map(_PART.fullmatch, _data(path) if path.is_dir() else ())
    return [int(match[1]) for match in found if match]


def unfinished(path: Path, content: JsonDict, job: str = "") -> Path:
    """The name of a file while a run with this plan writes it."""
    return path.with_name(f"{_prefix(content)}{job}{path.name}")


def _encoded(plan: JsonDict) -> bytes:
    return json.dumps(plan, indent=1).encode() + b"\n"


def _unlink(file: Path) -> None:
    """Delete a file if it exists; in a read-only folder even a missing one could not be deleted."""
    if os.path.lexists(file):
        file.unlink()


def _prefix(content: JsonDict) -> str:
    return f"{UNFINISHED}{mark(content)}-"


def _data(path: Path) -> Iterator[str]:
    """The names that readers of the folder take for data."""
    return (entry.name for entry in path.iterdir() if entry.name[0] not in "._")


def _require_plan_or_nothing(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise RushHourError(f"{path}: expected a folder, found a file")
    if path.is_dir() and not (path / PLAN).exists():
        for name in _data(path):
            hint = "; copy the parts into the folder of one of the jobs" * bool(
                _PART.fullmatch(name)
            )
            raise RushHourError(
                f"{path}: expected an empty folder, or one with {PLAN}, found {name!r}{hint}"
            )


def mark(plan: JsonDict) -> str:
    """A short digest of a plan, for the names of unfinished files."""
    return hashlib.sha256(json.dumps(plan).encode()).hexdigest()[:16]


def read_plan(file: Path) -> JsonDict | None:
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


def require_same(begun: JsonDict, asked: JsonDict, file: Path) -> None:
    """Refuse to resume a run with another plan; the error names every difference."""
    if others := list(differences(begun, asked)):
        raise RushHourError(
            f"{file}: this was begun with other inputs or options: {'; '.join(others)}; "
            "take another target, or remove this one"
        )
    for name in asked.get("inputs", ()):
        if not re.search(r", \d+ bytes, sha256 [0-9a-f]{64}$", name):
            what = "standard input" if name == STREAM else f"the pipe {name}"
            raise RushHourError(f"{file}: {what} cannot be read again; take another target")


def differences(begun: JsonDict, asked: JsonDict, prefix: str = "") -> Iterator[str]:
    """Every value that differs, with the option that sets it, if there is one."""
    begun, asked = _typed(begun), _typed(asked)
    for name in {**begun, **asked}:
        old, new = begun.get(name), asked.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from differences(old, new, "--")
        elif old != new:
            option = _OPTIONS.get(name, prefix + name.replace("_", "-"))
            yield f"{option} was {json.dumps(old)}, is now {json.dumps(new)}"


def _typed(options: JsonDict) -> JsonDict:
    """Options as people type them: plans have an exit on the right as its row."""
    row = options.get("exit_row")
    return options if row is None else {**options, "exit": f"right:{row}", "exit_row": None}


def note_finished(folder: Folder, file: BinaryIO, report: JsonDict) -> None:
    """Record that a file, written but not yet named, holds the answers of a folder.

    `FINISHED` is sealed. It holds the SHA-256 of the file, the mark of the plan that it answers,
    and the report of the run, by which a second run recognises the file. It is on the disk before
    the file gets its name; without the file it has no meaning.
    """
    record = {"plan": mark(folder.plan), "sha256": _sha256(file), "report": report}
    with folder.created(folder.path / FINISHED) as stream:
        stream.write(sealed_json(record))


def forget_finished(folder: Folder) -> None:
    """Delete the record of a file that is gone; RushHourError if another file has its name."""
    if _finished(folder.path / FINISHED):
        (folder.path / FINISHED).unlink()


def recognised(folder: Folder, path: Path) -> JsonDict:
    """The report of the run that joined this file; RushHourError if the file is another."""
    record = _finished(folder.path / FINISHED)
    if path.is_file() and record.get("plan") == mark(folder.plan):
        with path.open("rb") as file:
            if record["sha256"] == _sha256(file):
                return dict(record["report"])
    raise unknown_file(path)


def unknown_file(path: Path) -> RushHourError:
    """The error for a file that does not hold the answers of this plan."""
    return RushHourError(f"{path}: expected a new file, found one; remove it to solve anew")


def _finished(file: Path) -> JsonDict:
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


def seal(table: pa.Table, stamp: JsonDict) -> bytes:
    """The bytes of a sealed part: zstd, one row group; equal rows give equal bytes."""
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    with parquet.ParquetWriter(
        sink, table.schema, compression="zstd", write_page_checksum=True
    ) as writer:
        writer.write_table(table, row_group_size=max(len(table), 1))
        writer.add_key_value_metadata({_STAMP: json.dumps(stamp), _SEAL: NO_SEAL})
    return sealed(sink.getvalue().to_pybytes())


def unseal(data: bytes, stamp: JsonDict, schema: pa.Schema) -> pa.Table:
    """The table of a sealed part; SpoiltError if it has changed or has another stamp or schema."""
    import pyarrow as pa
    from pyarrow import parquet

    digest_of(data)
    try:
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        found = dict(json.loads((file.metadata.metadata or {})[_STAMP]))
        kept = {key: value for key, value in file.metadata.metadata.items() if key == SUMMARY}
        table = file.read(use_threads=False).replace_schema_metadata(kept or None)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        raise SpoiltError("expected a sealed file, found another file") from None
    if others := list(differences(stamp, found)):
        raise SpoiltError(f"expected other answers: {'; '.join(others)}")
    if not table.schema.equals(schema):
        raise SpoiltError(f"expected the columns {schema.names}, found {table.schema.names}")
    return table


# Conversion between pyarrow's arrays and the core's buffers; no board is read here.


def require_pyarrow() -> None:
    """Raise MissingExtraError if pyarrow is not installed."""
    with needs("batch"):
        import pyarrow  # noqa: F401


def column_of(boards: Any) -> pa.ChunkedArray:
    """One column from anything that supports Arrow, or from a list of texts.

    From a table, the column `board` or the only one.
    """
    import pyarrow as pa

    if isinstance(boards, str | bytes):
        raise WrongValueError(f"expected a column of boards, found one text: {boards[:40]!r}")
    try:
        column = _column_of(boards)
    except (pa.ArrowException, TypeError, ValueError) as error:
        hint = "; write(puzzle, 'boardstring') gives one" if "'Puzzle'" in str(error) else ""
        raise RushHourError(f"expected a column of texts: {error}{hint}") from None
    return _member(column) if pa.types.is_struct(column.type) else column


def _column_of(boards: Any) -> pa.ChunkedArray:
    import pyarrow as pa

    if hasattr(boards, "__arrow_c_stream__"):
        return pa.chunked_array(boards)
    if hasattr(boards, "__arrow_c_array__"):
        return pa.chunked_array([pa.array(boards)])
    return pa.chunked_array([pa.array(boards, pa.string())])


def _member(table: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    names = [field.name for field in table.type]
    name = "board" if "board" in names or len(names) != 1 else names[0]
    if names.count(name) != 1:
        raise RushHourError(f"expected one column 'board', found {names}")
    members = [pc.struct_field(chunk, name) for chunk in table.chunks]
    return pa.chunked_array(members, table.type.field(name).type)


def binary(column: pa.ChunkedArray) -> pa.LargeBinaryArray:
    """The texts of a column as one array, whichever of Arrow's text types it has."""
    import pyarrow as pa

    chunks = [_binary(chunk) for chunk in column.chunks]
    return pa.concat_arrays(chunks) if chunks else pa.array([], pa.large_binary())


def _binary(chunk: pa.Array) -> pa.LargeBinaryArray:
    import pyarrow as pa

    if pa.types.is_dictionary(chunk.type):
        return _binary(chunk.dictionary).take(chunk.indices)
    require_text(chunk.type)
    return chunk.cast(pa.large_binary())


def require_text(type_: pa.DataType) -> None:
    """Refuse a column that holds something other than texts."""
    from pyarrow import types

    if types.is_dictionary(type_):
        type_ = type_.value_type
    kinds = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if not any(getattr(types, f"is_{kind}")(type_) for kind in (*kinds, "null")):
        raise RushHourError(f"expected a column of texts, found one of {type_}")


def digest(array: pa.LargeBinaryArray) -> str:
    """The SHA-256 of the texts of an array, their lengths, and which of them are null."""
    import pyarrow.compute as pc

    lengths = pc.fill_null(pc.binary_length(array), -1)
    found = hashlib.sha256(lengths.buffers()[1][: 8 * len(array)])
    found.update(texts(pc.fill_null(array, b"") if array.null_count else array)[1])
    return found.hexdigest()


def texts(array: pa.LargeBinaryArray) -> _Texts:
    """An array in the core's layout: the ends of its texts, their bytes, the null rows."""
    import pyarrow.compute as pc

    _, ends, values = array.buffers()
    if ends is None or values is None:
        return bytes(8 * (len(array) + 1)), b"", set(range(array.null_count))
    ends = ends.slice(8 * array.offset, 8 * (len(array) + 1))
    first, last = unpack_from("=q", ends)[0], unpack_from("=q", ends, 8 * len(array))[0]
    nulls = pc.indices_nonzero(array.is_null()).to_pylist() if array.null_count else ()
    return ends.to_pybytes(), values.slice(first, last - first).to_pybytes(), set(nulls)


def table(columns: list[_Column], schema: pa.Schema, rows: int) -> pa.Table:
    """A table of the core's columns, as named in a schema."""
    import pyarrow as pa

    found = dict(columns)
    return pa.Table.from_arrays(
        [_array(found[field.name], field.type, rows) for field in schema], schema=schema
    )


def _array(buffers: tuple[bytes | None, ...], type_: pa.DataType, rows: int) -> pa.Array:
    import pyarrow as pa

    validity, ends, values = (None if data is None else pa.py_buffer(data) for data in buffers)
    return pa.Array.from_buffers(
        type_, rows, [validity, values] if ends is None else [validity, ends, values]
    )
