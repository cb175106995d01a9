"""No client holds a connection for longer than it is given, and none keeps another one out."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import chain
from pathlib import Path

import pytest

from rushhour.web.connection import LINGER
from support.service import SMALL, Service, serving

PATIENCE = 1
# What a busy machine may take on top.
SLACK = 10

HOST = "Host: localhost\r\n"
JSON = f"{HOST}Content-Type: application/json\r\n"
LONG, CHUNKED = "Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n"
CHUNK = b"1\r\na\r\n"
BIG_CHUNK = b"8000\r\n" + b"a" * 0x8000 + b"\r\n"


@pytest.fixture(scope="module")
def hasty() -> Iterator[Service]:
    """A service that waits for a second."""
    with serving("--patience", str(PATIENCE)) as service:
        yield service


class Client:
    """A client that sends a request, and the same piece again and again, until it is closed."""

    def __init__(self, service: Service, request: str, piece: bytes) -> None:
        self.received = b""
        self.is_closed = False
        self._piece = piece
        self.socket = service.connect()
        self.socket.sendall(request.encode())
        self.socket.setblocking(False)

    def step(self) -> bool:
        """Send and receive what is possible; whether the connection is closed."""
        try:
            self._send()
            self._receive()
        except ConnectionError:
            self.is_closed = True
        return self.is_closed

    def _send(self) -> None:
        with suppress(BlockingIOError):
            self.socket.send(self._piece)

    def _receive(self) -> None:
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return
        self.received += data
        self.is_closed = self.is_closed or (not data and not self._piece)


def run(clients: list[Client], seconds: float) -> None:
    """Run the clients until all are closed, which takes no longer than so many seconds."""
    began = time.monotonic()
    while left := [client for client in clients if not client.step()]:
        assert time.monotonic() - began < seconds, len(left)
        time.sleep(0.05)
    for client in clients:
        client.socket.close()


CASES = [
    (f"POST /api/x HTTP/1.1\r\n{JSON}{LONG}\r\n", b"a", 404),
    (f"POST /api/x HTTP/1.1\r\n{JSON}{LONG}\r\n", b"", 404),
    (f"POST /api/x HTTP/1.1\r\n{JSON}{LONG}Connection: close\r\n\r\n", b"a", 404),
    (f"POST /api/x HTTP/1.0\r\n{JSON}{LONG}\r\n", b"a", 404),
    (f"POST /api/x HTTP/1.1\r\n{JSON}{CHUNKED}\r\n", CHUNK, 404),
    (f"POST /api/x HTTP/1.1\r\n{JSON}{CHUNKED}\r\nzz\r\n", b"a", 400),
    (f"GET /api/puzzles HTTP/1.1\r\n{HOST}{LONG}\r\n", b"a", 200),
    (f"GET / HTTP/1.1\r\n{HOST}{CHUNKED}\r\n", CHUNK, 200),
    (f"POST /api/solve HTTP/1.1\r\n{HOST}{LONG}\r\n", b"a", 415),
    (f"POST /api/solve HTTP/1.1\r\n{JSON}{LONG}\r\n", b"a", 408),
    (f"POST /api/solve HTTP/1.1\r\n{JSON}{CHUNKED}\r\n", CHUNK, 408),
    (f"POST /api/solve HTTP/1.1\r\n{JSON}Content-Length: 1000000000\r\n\r\n", b"a", 413),
    (f"POST /api/solve HTTP/1.1\r\n{JSON}{CHUNKED}\r\n", BIG_CHUNK, 413),
    (f"GET /api/x HTTP/1.1\r\n{HOST}\r\nGET / HTTP/1.1\r\nX-Slow: ", b"a", 404),
    (f"GET /api/x HTTP/1.1\r\n{HOST}\r\n", b"", 404),
    ("GET / HTTP/1.1\r\nX-Slow: ", b"a", None),
    ("", b"", None),
]


def test_no_client_holds_its_connection(hasty: Service) -> None:
    clients = {case: [Client(hasty, *case[:2]) for _ in range(5)] for case in CASES}
    run(list(chain.from_iterable(clients.values())), PATIENCE + LINGER + SLACK)
    for (request, _, status), same in clients.items():
        answer = b"" if status is None else f"HTTP/1.1 {status} ".encode()
        for client in same:
            assert client.received.startswith(answer), (request, client.received[:80])
            assert bool(client.received) == (status is not None), request
    assert hasty.ask("solve", puzzle=SMALL)["cost"] == 2


def test_a_body_beyond_the_limit_is_refused_before_it_is_sent(hasty: Service) -> None:
    with hasty.connect() as client:
        length = "Content-Length: 131073\r\n"
        client.sendall(f"POST /api/solve HTTP/1.1\r\n{JSON}{length}\r\n".encode())
        answer = b"".join(iter(lambda: client.recv(1 << 16), b""))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"expected a body of at most 131072 bytes" in answer


@pytest.mark.parametrize("more", ["", "Connection: close\r\n"])
def test_a_client_that_sends_all_first_can_read_its_answer(hasty: Service, more: str) -> None:
    """A connection closed with input unread would be reset, and the answer lost."""
    size = 20 << 20
    head = f"POST /api/x HTTP/1.1\r\n{JSON}Content-Length: {size}\r\n{more}\r\n"
    assert hasty.raw(head.encode() + b"a" * size).startswith(b"HTTP/1.1 404 ")


def test_an_answer_that_is_never_taken_is_given_up(hasty: Service) -> None:
    """Also where so little is left that the server thinks it sent: under 64 KiB of it."""
    with ExitStack() as stack:
        for count in (1, 10, 100):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            client.connect(("127.0.0.1", hasty.port))
            client.sendall(f"GET /api/puzzles HTTP/1.1\r\n{HOST}\r\n".encode() * count)
        ends = time.monotonic() + PATIENCE + LINGER + SLACK
        while open_sockets(hasty) > 1:
            assert time.monotonic() < ends
            time.sleep(0.1)


def open_sockets(service: Service) -> int:
    """How many TCP sockets the service has open, its listener included."""
    port = f":{service.port:04X}"
    lines = Path(f"/proc/{service.process.pid}/net/tcp").read_text(encoding="ascii").splitlines()
    ours = {line.split()[9] for line in lines[1:] if line.split()[1].endswith(port)}
    links = Path(f"/proc/{service.process.pid}/fd").iterdir()
    return len(ours & {str(link.readlink())[8:-1] for link in links if link.is_symlink()})


@pytest.mark.parametrize(
    ("request_", "piece"),
    [
        ("", b""),
        ("GET / HTTP/1.1\r\nX-Slow: ", b"a"),
        (f"POST /api/solve HTTP/1.1\r\n{JSON}{LONG}\r\n", b"a"),
        (f"POST /api/x HTTP/1.1\r\n{JSON}{CHUNKED}\r\n", CHUNK),
    ],
)
def test_few_file_descriptors_are_enough(request_: str, piece: bytes) -> None:
    """Who holds connections loses the oldest of them; others get in at once."""
    with serving(descriptors=64) as service, ExitStack() as stack:
        clients = []
        for _ in range(200):
            clients.append(Client(service, request_, piece))
            stack.enter_context(clients[-1].socket)
        for _ in range(10):
            for client in clients:
                client.step()
            began = time.monotonic()
            assert service.ask("solve", puzzle=SMALL)["cost"] == 2
            assert time.monotonic() - began < SLACK / 2
        assert open_sockets(service) <= 33
