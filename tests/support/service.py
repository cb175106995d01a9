"""`rushhour serve` in a process of its own, and a client that shares nothing with it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from support.interrupts import ENDLESS

SMALL = "..B.../AAB.../....../......"


def search(**options: Any) -> dict[str, Any]:
    """A request for a search that does not end by itself."""
    return {"puzzle": ENDLESS.read_text(encoding="utf-8"), **options}


class Answer(NamedTuple):
    """A response whose body, if there is one, is JSON or text."""

    status: int
    headers: dict[str, str]
    body: Any


class Service(NamedTuple):
    """A running service."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """The port that it took."""
        return urlsplit(self.address).port or 0

    def get(self, path: str, **headers: str) -> Answer:
        """The answer to a GET."""
        return self.send("GET", path, None, headers)

    def ask(self, name: str, **request: Any) -> Any:
        """The answer of an operation that must succeed."""
        answer = self.post(name, request)
        assert answer.status == 200, answer
        return answer.body

    def post(self, name: str, request: Any, **headers: str) -> Answer:
        """The answer to a request as JSON."""
        kind = {"Content-Type": "application/json"}
        return self.send("POST", f"/api/{name}", json.dumps(request), {**kind, **headers})

    def send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        """The answer to any request over a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            return _read(connection)
        finally:
            connection.close()

    def raw(self, data: bytes) -> bytes:
        """All that comes back for these bytes until the service closes the connection."""
        with self.connect() as connection:
            connection.sendall(data)
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))

    def connect(self) -> socket.socket:
        """A connection on which nothing was sent."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def is_busy(self) -> bool:
        """Whether most of the time one of its threads runs or wants to, however busy others are."""
        looks = []
        for _ in range(25):
            stats = Path(f"/proc/{self.process.pid}/task").glob("*/stat")
            looks.append(any(") R " in stat.read_text(encoding="ascii") for stat in stats))
            time.sleep(0.01)
        return sum(looks) > len(looks) / 2


class Static(NamedTuple):
    """The page without a server, as any host gives its files."""

    address: str


def becomes(service: Service, *, busy: bool) -> bool:
    """Whether the service searches, or stops searching, before long."""
    return any(service.is_busy() == busy for _ in range(240))


def _read(connection: HTTPConnection) -> Answer:
    response = connection.getresponse()
    body, kind = response.read(), response.headers.get("content-type", "")
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status, headers, json.loads(body) if "json" in kind else body.decode())


@contextmanager
def serving(*options: str, descriptors: int | None = None) -> Iterator[Service]:
    """A service on a free port, ended by Ctrl-C, which must not have complained.

    `descriptors` is how many files and sockets it may have open.
    """
    command = [sys.executable, "-m", "rushhour", "serve", "--port", "0", *options]
    if descriptors is not None:
        command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process: subprocess.Popen[str] = subprocess.Popen(command, **pipes)  # type: ignore[call-overload]
    try:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("rushhour: serving ").strip()
        assert address.startswith("http://"), address
        yield Service(address, process)
    finally:
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
    ended = (process.returncode, complaints)
    assert ended == (130, "rushhour: interrupted\n"), ended


def without_parts(answer: Any) -> Any:
    """An answer as the library has it: without the parts of reasons, for the page's languages."""
    if isinstance(answer, list):
        return [without_parts(each) for each in answer]
    if isinstance(answer, dict):
        return {key: without_parts(each) for key, each in answer.items() if key != "parts"}
    return answer
