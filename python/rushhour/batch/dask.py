"""The engine for many machines: sends parts to the workers of a Dask cluster.

Workers need this package but no access to input or output, so no shared disk. If a worker dies,
others redo its parts. Answers come with their digest, since workers may keep them in files for a
while. Only a few parts for each worker are in flight, which bounds the memory of
driver and scheduler.
"""

from __future__ import annotations

import logging
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

import rushhour._core as _core
from rushhour.base.packages import needs
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part, run_part
from rushhour.errors import RushHourError
from rushhour.search.options import thread_count
from rushhour.store import digest

if TYPE_CHECKING:
    import pyarrow as pa
    from distributed import Client, Future

    from rushhour.batch.run import Result

_Item = TypeVar("_Item")

# One part in work and one waiting, so that no worker idles.
_AHEAD = 2
# A part that fails is tried once more; Dask counts the deaths of workers.
_RETRIES = 1
# Seconds between two checks of the cluster, and without any worker before it counts as lost.
_PULSE, _PATIENCE = 2.0, 60.0


@contextmanager
def connected(address: str, threads: int | None) -> Iterator[DaskCluster]:
    """Connect to the cluster of a scheduler's address, or to N processes here for `local:N`.

    `threads` is the number for each worker; by default all processors of its machine, or of N local
    workers an equal share.
    """
    with needs("cluster"):
        import distributed

    for name in ("distributed", "distributed.client"):  # lost parts are redone, silently
        logging.getLogger(name).setLevel(logging.CRITICAL)
    local = re.fullmatch(r"local:([1-9][0-9]{0,3})", address)
    if local is None and address.startswith("local:"):
        raise _no_address(address, "N is 1 to 9999")
    if local is None:
        with _client_of(address) as client:
            yield DaskCluster(client, threads)
        return
    share = threads or max(1, thread_count(None) // int(local[1]))
    # Without an address it would try a port that another cluster may have, and warn.
    settings: dict[str, Any] = {
        "dashboard_address": "127.0.0.1:0",
        "silence_logs": logging.CRITICAL,
    }
    with (
        distributed.LocalCluster(None, int(local[1]), threads_per_worker=1, **settings) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield DaskCluster(client, share)


def _client_of(address: str) -> Client:
    from distributed import Client

    try:
        return Client(address)
    except (OSError, ValueError, TypeError) as error:
        raise _no_address(address, " ".join(str(error).split())) from None


def _no_address(address: str, reason: str) -> RushHourError:
    expected = "expected the address of a Dask scheduler or local:N"
    return RushHourError(f"{expected}, found {address!r}: {reason}")


@dataclass(frozen=True, slots=True)
class DaskCluster:
    """A connected cluster; `threads` is for each worker, None for all its processors."""

    client: Client
    threads: int | None

    def solve(self, parts: Iterable[Part], options: BatchOptions) -> Iterator[Result]:
        """Yield each part with its answers, in order; RushHourError if the cluster is lost."""

        def arguments(part: Part) -> tuple[Any, ...]:
            return part.bare(), options, self.threads, _core.VERSION, digest(part.boards)

        yield from self.each(_on_worker, parts, arguments)

    def each(
        self,
        function: Callable[..., pa.Table],
        items: Iterable[_Item],
        arguments: Callable[[_Item], tuple[Any, ...]],
    ) -> Iterator[tuple[_Item, pa.Table | Exception]]:
        """Call a function on the workers for each item, and yield its tables in order.

        The answer is an exception if the call failed twice, or if a byte of its table changed.
        RushHourError if the cluster is lost.
        """
        waiting: deque[tuple[_Item, Future[Any]]] = deque()
        for item in items:
            future = self.client.submit(
                _answered, function, *arguments(item), pure=False, retries=_RETRIES
            )
            waiting.append((item, future))
            if len(waiting) >= _AHEAD * max(1, self._slots()):
                yield self._result(*waiting.popleft())
        while waiting:
            yield self._result(*waiting.popleft())

    def _result(self, item: _Item, future: Future[Any]) -> tuple[_Item, Any]:
        """Wait for an answer, but give up if no worker is left."""
        seen = time.monotonic()
        while True:
            try:
                return item, _received(*future.result(timeout=_PULSE))
            except TimeoutError:
                if self._slots():
                    seen = time.monotonic()
                elif time.monotonic() - seen > _PATIENCE:
                    message = f"no worker was there for {_PATIENCE:.0f} s"
                    raise RushHourError(f"the cluster is lost: {message}") from None
            except CancelledError:
                raise _lost() from None
            except Exception as error:
                return item, error

    def _slots(self) -> int:
        """How many parts are in flight at once."""
        try:
            return sum(self.client.nthreads().values())
        except (OSError, TimeoutError):
            raise _lost() from None


def _answered(function: Callable[..., pa.Table], *arguments: Any) -> tuple[bytes, str]:
    """The table of a function on a worker, as Arrow writes it, and the SHA-256 of that."""
    import pyarrow as pa

    table = function(*arguments)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    data = sink.getvalue().to_pybytes()
    return data, sha256(data).hexdigest()


def _received(data: bytes, digest: str) -> pa.Table:
    """The table that a worker has sent; RushHourError if a byte has changed."""
    import pyarrow as pa

    if sha256(data).hexdigest() != digest:
        raise RushHourError("expected the answers that were sent, found others")
    return pa.ipc.open_stream(data).read_all()


def _on_worker(
    part: Part, options: BatchOptions, threads: int | None, version: str, boards: str
) -> pa.Table:
    """Solve a part on a worker, after checking that version and boards are the driver's."""
    if version != _core.VERSION:
        raise RushHourError(f"expected rushhour {version} on every worker, found {_core.VERSION}")
    if digest(part.boards) != boards:
        raise RushHourError("expected the boards that were sent, found others")
    return run_part(part, options, _core.WorkerPool(thread_count(threads)))


def _lost() -> RushHourError:
    return RushHourError("the cluster is lost: its scheduler does not answer")
