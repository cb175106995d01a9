"""Records: hard boards of large sizes, found in rounds that a second call continues."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args

from rushhour.batch.durable import locked_file
from rushhour.generation.hunt import Best, Hunt, RoundEndedError
from rushhour.generation.order import Order
from rushhour.generation.ranges import RangeLike
from rushhour.model import expect
from rushhour.model.errors import RushHourError
from rushhour.model.move import Metric
from rushhour.output.files import save
from rushhour.output.seals import SpoiltError, sealed_json, unsealed_json
from rushhour.search.query import checked_limits
from rushhour.search.threads import thread_count

# Harder than any board on which a round can be ended in a lifetime.
_OUT_OF_REACH = 1_000_000
# The core counts to below this.
_MOST = 1 << 64


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """The rounds that a file holds after a search, None where no board had a solution.

    `stopped_by` is `seconds` if the limit came before the last round, otherwise None. The file held
    the first `former` rounds before this call.
    """

    hunt: Hunt
    rounds: tuple[Best | None, ...]
    stopped_by: str | None
    former: int

    @property
    def best(self) -> Best | None:
        """The hardest board of all rounds; None if there is none."""
        return self.hunt.hardest(self.rounds)


class RecordProgress(NamedTuple):
    """How far a search is: rounds done, of how many, and the boards tried in those at work."""

    done: int
    rounds: int
    boards: int
    best: Best | None


def search_records(
    output: str | Path,
    *,
    size: str | int | tuple[int, int] = "8x8",
    walls: RangeLike = 0,
    vehicles: RangeLike | None = None,
    metric: Metric = "slide",
    rounds: int = 10,
    boards: int = 10_000,
    seed: int = 0,
    max_states: int = 1 << 18,
    max_seconds: float | None = None,
    threads: int | None = None,
    progress: Callable[[Best], object] | None = None,
    watch: Callable[[RecordProgress], object] = lambda _: None,
) -> RecordSearch:
    """Search for boards that are hard in `metric`. `output` is a JSON file of the rounds so far.

    Round n depends on seed + n, on `boards`, the number of boards that it tries, on the metric and
    on what boards there are; clusters of more than `max_states` states are passed over. The file is
    written whole after each round, and a second call goes on after the rounds that it holds; with
    any number of `threads`, each of which works on a round of its own, its bytes are the same.
    `max_seconds` ends the search; the rounds at work, one for each thread, are lost and begin anew
    in the next call. `progress` is called with the best board of each round, `watch` several times
    a second. RushHourError if it is the file of another search, OSError while another call works
    on it.
    """
    for name, number in (("rounds", rounds), ("boards", boards), ("seed", seed)):
        expect.integer(name, number)
        least = 0 if name == "seed" else 1
        if not least <= number < _MOST:
            expected = f"expected {least} to 2^64 - 1 for {name}"
            raise RushHourError(f"{expected}, found {number}")
    if seed + rounds > _MOST:
        raise RushHourError(
            f"expected seed and rounds of at most 2^64 together, found {seed + rounds}"
        )
    expect.known("metric", metric, get_args(Metric))
    _, _, seconds = checked_limits(None, None, max_seconds)
    slides = _OUT_OF_REACH, None
    order = Order.of(
        size=size, walls=walls, vehicles=vehicles, slides=slides, max_states=max_states
    )
    hunt = Hunt(order, metric, boards)
    options = {**hunt.order.to_dict(), "metric": metric, "boards": boards, "seed": seed}
    deadline = None if seconds is None else time.monotonic() + seconds
    stopped_by = None
    with locked_file(output):
        found = _known(Path(output), options)
        former = min(len(found), rounds)

        def pulse(boards: int) -> None:
            watch(RecordProgress(len(found), rounds, boards, hunt.hardest(found)))

        seeds = iter(range(seed + len(found), seed + rounds))
        try:
            for best in hunt.rounds(seeds, thread_count(threads), deadline, pulse):
                found.append(best)
                save(output, _json(options, found))
                if best is not None and progress is not None:
                    progress(best)
        except RoundEndedError:
            stopped_by = "seconds"
    return RecordSearch(hunt, tuple(found[:rounds]), stopped_by, former)


def _json(options: dict[str, Any], found: list[Best | None]) -> bytes:
    rows = [best and {name: getattr(best, name) for name in Best.__slots__} for best in found]
    return sealed_json({"search": options, "rounds": rows})


def _known(file: Path, options: dict[str, Any]) -> list[Best | None]:
    """The rounds of a former call."""
    try:
        content = unsealed_json(file.read_bytes())
        search, rows = content["search"], content["rounds"]
        found = [None if row is None else Best(**row) for row in rows]
    except FileNotFoundError:
        return []
    except SpoiltError as error:
        choice = "take another file, or remove this one to search anew"
        raise RushHourError(f"{file}: {error}; {choice}") from None
    except (KeyError, TypeError):
        wanted = "expected the rounds of a search, found another file"
        raise RushHourError(f"{file}: {wanted}") from None
    wanted = json.loads(json.dumps(options))
    if search != wanted:
        raise RushHourError(f"{file}: {_difference(search, wanted)}")
    return found


def _difference(begun: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The options of two searches that are not the same."""
    names = [name for name in begun | wanted if begun.get(name) != wanted.get(name)]
    old, new = (
        ", ".join(_worded(name, one.get(name)) for name in names) for one in (begun, wanted)
    )
    return f"expected the search that began this file, with {old}; found {new}"


def _worded(name: str, value: Any) -> str:
    """An option with its value, as people write it: `walls 0..1`."""
    if name == "size":
        text = "x".join(map(str, value))
    elif name in ("walls", "vehicles"):
        least, most = value
        text = str(least) if least == most else f"{least}..{'' if most is None else most}"
    else:
        text = str(value)
    return f"{name.replace('_', ' ')} {text}"
