"""Atlas: the clusters of an enumeration as a table, and the counts over all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rushhour.batch.arrow import require_pyarrow
from rushhour.batch.sealed import SpoiltError, require_seal
from rushhour.enumeration.rows import states_in
from rushhour.enumeration.run import SUMMARY_FILE
from rushhour.enumeration.summary import Summary
from rushhour.generation.ranges import RangeLike, whole
from rushhour.model.errors import RushHourError
from rushhour.model.expect import integer

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import dataset

_AGAIN = "the command that enumerated them restores missing and damaged parts"
# Columns that a question may bound.
_BOUNDED = ("slides", "steps", "vehicles", "trucks", "walls", "states", "solved")


@dataclass(frozen=True, slots=True)
class Atlas:
    """The kept clusters of an enumeration, one row each, and the counts over all of them.

    A row has the hardest board of its cluster in slides, the smallest if there are several; its
    `slides`; the same in `steps` with `steps_board`; `vehicles`, `trucks`, `walls`; the `states` of
    the cluster and the `solved` ones of these; whether it is `minimal`; and the number of states
    at each distance, `slides_histogram` and `steps_histogram`. `data` is a dataset of pyarrow.
    """

    data: dataset.Dataset
    summary: Summary
    options: dict[str, Any]

    def __len__(self) -> int:
        with self._named():
            return int(self.data.count_rows())

    def where(self, *, limit: int | None = None, **bounds: RangeLike) -> pa.Table:
        """The clusters within bounds, in order, such as `where(slides="20..", vehicles=9)`.

        Each of `slides`, `steps`, `vehicles`, `trucks`, `walls`, `states` and `solved` may be a
        number, a range or a pair. Rows are read in batches, and at most `limit` of them are kept.
        RushHourError if the atlas has no such column.
        """
        import pyarrow.dataset as ds

        condition = ds.scalar(True)
        for name, bound in bounds.items():
            self._require(name)
            least, most = whole(name, bound)
            condition &= ds.field(name) >= least
            if most is not None:
                condition &= ds.field(name) <= most
        if limit is not None:
            integer("limit", limit)
        with self._named():
            if limit is None:
                return self.data.to_table(filter=condition)
            return self.data.head(max(limit, 0), filter=condition)

    def hardest(self, count: int = 10, by: str = "slides") -> pa.Table:
        """The `count` clusters with the largest `by`, ties by board; memory for these alone."""
        import pyarrow as pa

        self._require(by)
        integer("count", count)
        order = [(by, "descending"), ("board", "ascending")]
        found = self.data.schema.empty_table()
        with self._named():
            for batch in self.data.to_batches():
                found = pa.concat_tables([found, pa.Table.from_batches([batch])])
                found = found.sort_by(order).slice(0, max(count, 0)).combine_chunks()
        return found

    def table(self) -> pa.Table:
        """All rows; for a large atlas use `where` or `data`."""
        with self._named():
            return self.data.to_table()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Raise a RushHourError that names the damaged part if reading fails."""
        import pyarrow as pa

        try:
            yield
        except (OSError, pa.ArrowException) as error:
            for file in getattr(self.data, "files", ()):
                try:
                    require_seal(Path(file).read_bytes())
                except (OSError, SpoiltError) as reason:
                    raise RushHourError(f"{file}: {reason}; {_AGAIN}") from error
            raise

    def _require(self, name: str) -> None:
        known = [name for name in _BOUNDED if name in self.data.schema.names]
        if name not in known:
            raise RushHourError(f"expected a column among {', '.join(known)}, found {name!r}")


def open_atlas(folder: str | Path) -> Atlas:
    """Open the folder that `rushhour enumerate -o` has written.

    RushHourError if it is not one, if its run has not ended, or if its parts are not those of the
    summary. A changed byte in the rows of a part is found when they are read.
    """
    require_pyarrow()
    path = Path(folder)
    try:
        found = json.loads((path / SUMMARY_FILE).read_text(encoding="utf-8"))
        options = dict(found["options"])
        summary = Summary.from_dict(found).counted(options["keep"], options["metric"])
    except (FileNotFoundError, NotADirectoryError):
        expected = f"expected the folder of a finished enumeration, with {SUMMARY_FILE}"
        raise RushHourError(f"{path}: {expected}; found none") from None
    except (ValueError, KeyError, TypeError):
        raise RushHourError(
            f"{path / SUMMARY_FILE}: expected a summary, found another file"
        ) from None
    parts = sorted(str(part) for part in path.glob("part-*.parquet"))
    found_states = sum(map(states_in, parts))
    if found_states != summary.states:
        states = f"expected parts with {summary.states} states, found {found_states}"
        raise RushHourError(f"{path}: {states} in {len(parts)} parts; {_AGAIN}")
    return Atlas(dataset_of(parts), summary, options)


def dataset_of(parts: list[str]) -> dataset.Dataset:
    """Files of parts as one dataset, whose checksums are verified."""
    import pyarrow.dataset as ds

    scan = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    return ds.dataset(parts, format=ds.ParquetFileFormat(default_fragment_scan_options=scan))
