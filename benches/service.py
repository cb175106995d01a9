"""The service under load: `python benches/service.py [SECONDS] [RATE] [CLIENTS]`.

It starts `rushhour serve`, and clients in this process solve the classics over and over, each over
a connection of its own, RATE a second together. Then they do so once more while another client has
a search of 5 seconds run. Clients and service share the processors of the machine, and nothing goes
beyond 127.0.0.1. Exit code 1 if a request failed.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlsplit

import rushhour
from rushhour.formats.json import as_dict
from usage import arguments

PUZZLES = Path(__file__).parent.parent / "puzzles"
# Seconds for one answer, of a search of 5 seconds too: what takes longer has failed.
PATIENCE = 30


class Load(NamedTuple):
    """How hard to ask."""

    seconds: float = 30
    rate: float = 200
    clients: int = 16


class Client:
    """One connection, over which requests go one after another."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self.seconds: list[float] = []
        self.failures = 0

    async def solve_on(self, bodies: list[bytes], load: Load) -> None:
        """Solve in turn and paced, as many as the load has for each client."""
        self._reader, self._writer = await asyncio.open_connection(*self._address)
        pause = load.clients / load.rate
        due = time.perf_counter() + random.random() * pause
        count = round(load.seconds * load.rate / load.clients)
        for body in islice(cycle(random.sample(bodies, len(bodies))), count):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += pause
            await self._timed(body)
        self._writer.close()

    async def _timed(self, body: bytes) -> None:
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.solve(body)
            self.failures += answer["status"] != "solved"
        except (OSError, ValueError, EOFError, KeyError):  # a TimeoutError is an OSError
            self.failures += 1
        self.seconds.append(time.perf_counter() - begun)

    async def solve(self, body: bytes) -> dict[str, object]:
        """The answer to one request."""
        head = f"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        self._writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return dict(json.loads(await self._reader.readexactly(length)))

    async def solve_long(self, body: bytes) -> float:
        """The seconds of one search, over a connection of its own."""
        self._reader, self._writer = await asyncio.open_connection(*self._address)
        begun = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await self.solve(body)
        self._writer.close()
        return time.perf_counter() - begun


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """The service in a process of its own."""
    command = [sys.executable, "-m", "rushhour", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        parts = urlsplit(process.stdout.readline().split()[-1])
        try:
            yield parts.hostname or "", parts.port or 0
        finally:
            process.terminate()


def body_of(puzzle: rushhour.Puzzle, seconds: float | None = None) -> bytes:
    """The request to solve a puzzle."""
    return json.dumps({"puzzle": as_dict(puzzle), "max_seconds": seconds}).encode()


class Measured(NamedTuple):
    """What the clients saw: the milliseconds of each request, and how many failed."""

    title: str
    seconds: float
    times: list[float]
    failed: int

    def __str__(self) -> str:
        p95, p99 = (quantiles(self.times, n=100)[rank - 1] for rank in (95, 99))
        return (
            f"{self.title:28} {len(self.times) / self.seconds:6.0f} a second, "
            f"{self.failed} failed, median {median(self.times):.1f} ms, "
            f"95 % {p95:.1f}, 99 % {p99:.1f}, worst {max(self.times):.0f}"
        )


async def measure(address: tuple[str, int], load: Load, beside: float) -> Measured:
    """Run the clients, with a search of so many seconds beside them or none."""
    bodies = [body_of(rushhour.read(file)) for file in sorted(PUZZLES.glob("jam-*.txt"))]
    long = body_of(rushhour.read(PUZZLES / "uva-12x12_7.csv"), beside)
    clients = [Client(*address) for _ in range(load.clients)]
    tasks = [client.solve_on(bodies, load) for client in clients]
    extra = [Client(*address).solve_long(long)] if beside else []
    begun = time.perf_counter()
    async with asyncio.timeout(load.seconds + PATIENCE):
        results = await asyncio.gather(*tasks, *extra)
    took = time.perf_counter() - begun
    title = f"beside a search of {results[-1]:.1f} s" if beside else "alone"
    times = [1000 * seconds for client in clients for seconds in client.seconds]
    return Measured(title, took, times, sum(client.failures for client in clients))


def main(load: Load) -> int:
    """Measure alone, and beside a long search."""
    with serving() as address:
        alone = asyncio.run(measure(address, load, 0))
        print(alone, flush=True)
        beside = asyncio.run(measure(address, load._replace(seconds=min(load.seconds, 5)), 5))
        print(beside)
    print(f"the search delays the median by {median(beside.times) - median(alone.times):.1f} ms")
    return 1 if alone.failed or beside.failed else 0


if __name__ == "__main__":
    sys.exit(
        main(
            Load(
                *(kind(word) for kind, word in zip((float, float, int), arguments(), strict=False))
            )
        )
    )
