"""The atlas: every cluster of a size, from `rushhour enumerate`, opened and questioned.

>>> import rushhour
>>> atlas = rushhour.atlas.enumerate_clusters(4, 4)
>>> len(atlas), atlas.summary.solvable, atlas.summary.states
(32, 493, 9304)
>>> atlas.hardest(1).select(["slides", "board"]).to_pylist()
[{'slides': 7, 'board': 'BB.FAA.FECCCE.DD'}]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rushhour.base.expect import expect, file_name, integer
from rushhour.base.ranges import RangeLike, ascending
from rushhour.base.seals import SpoiltError, unsealed_json
from rushhour.base.text import JsonDict
from rushhour.enumeration.family import (
    PART_STATES,
    EnumerationSettings,
    Family,
    FamilyRules,
    Keep,
    Measured,
)
from rushhour.enumeration.run import (
    SUMMARY_FILE,
    EnumerationRun,
    RunWatch,
    engine,
    require_patience,
)
from rushhour.enumeration.summary import Summary, schema
from rushhour.errors import RushHourError, WrongValueError
from rushhour.formats import parse
from rushhour.generation.order import exit_of
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit
from rushhour.store import AGAIN, digests_of, require_pyarrow

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import dataset

__all__ = ["Atlas", "enumerate_clusters", "open_atlas"]


# Atlas: the clusters of an enumeration as a table, and the counts over all of them.


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
    options: JsonDict

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
        >>> atlas = rushhour.atlas.enumerate_clusters(4, 4, exit="left:1")
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
            raise WrongValueError(f"expected a column among {', '.join(known)}, found {name!r}")


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


# enumerate_clusters: all boards of a size, in memory or into a folder.


def enumerate_clusters(
    rows: int,
    cols: int,
    *,
    walls: RangeLike = 0,
    exit: str | Exit | None = None,  # noqa: A002
    lengths: str | Iterable[int] = (2, 3),
    rules: FamilyRules = "fogleman",
    metric: Measured = "both",
    keep: Keep = "minimal",
    output: str | Path | None = None,
    threads: int | None = None,
    part_states: int = PART_STATES,
    parts: RangeLike = (0, None),
    progress: RunWatch | None = None,
    yes: bool = False,
    least: tuple[int, int] | None = None,
    cluster: str | None = None,
) -> Atlas:
    """Enumerate every board of a size, and return its clusters as an atlas.

    `exit` is such as `right:2` or `top`; by default it is on the right, in the middle or just
    above. `rules` says which boards there are (`Family`), `keep` which clusters become rows:
    `minimal`, `solvable`, `all`, or `none` for the counts alone; with `least=(S, T)` they also have
    at least S slides or T steps, and minimal clusters are counted among these alone.
    `metric="slide"` leaves out the distances in steps.

    With `output` the rows go to a folder of Parquet parts, in bounded memory. The same call again
    resumes a stopped run; the bytes depend neither on that nor on `threads`. The number of states
    is compared with a closed-form count; RushHourError if it differs, if no such board can exist,
    if the folder holds something else, or if the run would take more than a day without `yes`.

    `parts="0..99"` enumerates only the parts with these numbers, from 0, as one of several jobs;
    the states are then not compared, and the atlas has these parts alone. Once a folder has the
    files of all parts, the same call without `parts` completes it.

    `progress` is called after each part with a tuple of the states enumerated, their number (None
    with `parts`), the states of this run, and how many parts are done, of how many. `cluster` is
    the address of a Dask scheduler whose workers enumerate the parts, or `local:N`; `threads` is
    then the number for each worker.
    """
    require_pyarrow()
    import pyarrow as pa
    import pyarrow.dataset as ds

    place = None if output is None else Path(file_name("output", output))
    family = Family.of(rows, cols, walls=walls, exit=exit, lengths=lengths, rules=rules)
    settings = EnumerationSettings(family, metric, keep, part_states=part_states, least=least)
    bounds = ascending("parts", parts)
    require_patience(settings, bounds, threads, place, is_patient=yes)
    with engine(settings, threads, cluster) as chosen:
        run = EnumerationRun(settings, chosen, progress or (lambda _: None), bounds)
        if place is not None:
            files = run.into_folder(place)
            if run.is_complete:
                return open_atlas(place)
            return Atlas(dataset_of(files), run.summary, settings.as_json()["options"])
        tables = [table.replace_schema_metadata(None) for table in run.tables()]
    found = pa.concat_tables([schema(settings).empty_table(), *tables])
    return Atlas(ds.dataset(found), run.summary, settings.as_json()["options"])
