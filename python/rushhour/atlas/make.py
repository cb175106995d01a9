"""rushhour.enumerate: all boards of a size, in memory or into a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rushhour.atlas.atlas import Atlas, dataset_of, open_atlas
from rushhour.batch.arrow import require_pyarrow
from rushhour.enumeration.engines import engine
from rushhour.enumeration.family import Family, FamilyRules, Keep
from rushhour.enumeration.rows import schema
from rushhour.enumeration.run import EnumerationRun, RunWatch, require_patience
from rushhour.enumeration.settings import PART_STATES, EnumerationSettings, Measured
from rushhour.generation.ranges import RangeLike, ascending
from rushhour.model.expect import file_name
from rushhour.model.setup import Exit


def enumerate(  # noqa: A001
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
