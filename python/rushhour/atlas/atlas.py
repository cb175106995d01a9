"""Atlas: the clusters of an enumeration as a table, and the counts over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rushhour.batch.arrow import require_pyarrow
from rushhour.batch.folder import AGAIN, digests_of
from rushhour.enumeration.run import SUMMARY_FILE
from rushhour.enumeration.summary import Summary
from rushhour.formats import parse
from rushhour.generation.order import exit_of
from rushhour.generation.ranges import RangeLike, ascending
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect, file_name, integer
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit
from rushhour.output.seals import SpoiltError, unsealed_json

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import dataset

# More rows than pyarrow keeps at once.
_ALL = 1 << 31
# Columns that a question may bound.
_BOUNDED = ("slides", "steps", "vehicles", "trucks", "walls", "states", "solved")


@dataclass(frozen=True, slots=True, repr=False)
class Atlas:
    """The kept clusters of an enumeration, one row each, and the counts over all of them.

    A row has the hardest board of its cluster in slides, the smallest if there are several; its
    `slides`; the same in `steps` with `steps_board`; `vehicles`, `trucks`, `walls`; the `states` of
    the cluster and the `solved` ones of these; whether it is `minimal`; the number of shortest
    solutions of both boards, `slides_solutions` and `steps_solutions`, as text; and the number of
    states at each distance, `slides_histogram` and `steps_histogram`. Only `puzzle` gives a board
    its exit. `data` is a dataset of pyarrow, whose own errors do not name a damaged file.
    """

    data: dataset.Dataset
    summary: Summary
    options: dict[str, Any]

    def __len__(self) -> int:
        with self._named():
            return int(self.data.count_rows())

    def __repr__(self) -> str:
        """What the atlas is of, in a line: `<Atlas 4x4, walls 0..0: 493 clusters, ...>`."""
        (least, most), counts = self.options["walls"], self.summary
        size = f"{self.options['rows']}x{self.options['cols']}, walls {least}..{most}"
        farthest = [
            f"{len(histogram) - 1} {name}{'s' * (len(histogram) != 2)}"
            for name, histogram in (("slide", counts.slides), ("step", counts.steps))
            if histogram
        ]
        up_to = f", up to {', '.join(farthest)}" if farthest else ""
        return f"<Atlas {size}: {counts.solvable} clusters{up_to}>"

    @property
    def exit(self) -> Exit:
        """Where the target of every board leaves."""
        right = f"right:{self.options.get('exit_row')}"
        return exit_of(self.options.get("exit", right), self.options["rows"], self.options["cols"])

    def puzzle(self, board: str) -> Puzzle:
        """The puzzle of a board of this atlas, with the exit that the board string does not carry.

        >>> import rushhour
        >>> atlas = rushhour.enumerate(4, 4, exit="left:1")
        >>> (hardest,) = atlas.hardest(1).to_pylist()
        >>> hardest["slides"], rushhour.solve(atlas.puzzle(hardest["board"])).cost
        (7, 7)
        """
        found = Puzzle.of_board_string(board) or parse(board, "boardstring", target="A")
        return Puzzle(found.rows, found.cols, found.vehicles, found.target, self.exit, found.walls)

    def where(
        self, *, limit: int | None = None, minimal: bool | None = None, **bounds: RangeLike
    ) -> pa.Table:
        """The clusters within bounds, in order, such as `where(slides="20..", vehicles=9)`.

        Each of `slides`, `steps`, `vehicles`, `trucks`, `walls`, `states` and `solved` may be a
        number, a range or a pair; `minimal` is True or False. Rows are read in batches, and at most
        `limit` of them are kept. RushHourError if the atlas has no such column.
        """
        import pyarrow.dataset as ds

        condition = ds.scalar(True) if minimal is None else ds.field("minimal") == bool(minimal)
        for name, bound in bounds.items():
            self._require(name)
            least, most = ascending(name, bound)
            condition &= ds.field(name) >= least
            if most is not None:
                condition &= ds.field(name) <= most
        if limit is not None:
            integer("limit", limit)
        with self._named():
            if limit is None or limit >= _ALL:
                return self.data.to_table(filter=condition)
            return self.data.head(max(limit, 0), filter=condition)

    def hardest(self, count: int = 10, by: str = "slides") -> pa.Table:
        """The `count` clusters with the largest `by`, ties by board; memory for these alone."""
        import pyarrow as pa

        self._require(by)
        integer("count", count)
        count = min(max(count, 0), _ALL)
        order = [(by, "descending"), ("board", "ascending")]
        found = self.data.schema.empty_table()
        with self._named():
            for batch in self.data.to_batches():
                found = pa.concat_tables([found, pa.Table.from_batches([batch])])
                found = found.sort_by(order).slice(0, count).combine_chunks()
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
                    digests_of(Path(file).parent, [Path(file).name])
                except RushHourError as reason:
                    raise reason from error
            raise

    def _require(self, name: str) -> None:
        expect("by", name, str, "the name of a column")
        known = [name for name in _BOUNDED if name in self.data.schema.names]
        if name not in known:
            raise RushHourError(f"expected a column among {', '.join(known)}, found {name!r}")


def open_atlas(folder: str | Path) -> Atlas:
    """Open the folder that `rushhour enumerate -o` has written.

    RushHourError if it is not one, if its run has not ended, or if the summary or one of the parts
    that it lists is missing or has changed: every byte is read. Other files of the folder are not.
    """
    require_pyarrow()
    path = Path(file_name("folder", folder))
    file = path / SUMMARY_FILE
    try:
        found = unsealed_json(file.read_bytes())
        options, parts = dict(found["options"]), dict(found["parts"])
        summary = Summary.from_dict(found)
    except (FileNotFoundError, NotADirectoryError):
        expected = f"expected the folder of a finished enumeration, with {SUMMARY_FILE}"
        raise RushHourError(f"{path}: {expected}; found none") from None
    except (SpoiltError, KeyError) as error:
        reason = error if isinstance(error, SpoiltError) else "expected a summary, found another"
        again = "remove it, and the command that enumerated writes it anew"
        raise RushHourError(f"{file}: {reason}; {again}") from None
    for name, digest in digests_of(path, parts).items():
        if digest != parts[name]:
            expected = f"expected the part that {SUMMARY_FILE} lists, found another"
            raise RushHourError(f"{path / name}: {expected}; {AGAIN}")
    return Atlas(dataset_of([str(path / name) for name in parts]), summary, options)


def dataset_of(parts: list[str]) -> dataset.Dataset:
    """Files of parts as one dataset, whose checksums are verified."""
    import pyarrow.dataset as ds

    scan = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    return ds.dataset(parts, format=ds.ParquetFileFormat(default_fragment_scan_options=scan))
