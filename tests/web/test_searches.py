"""Who searches when: short before long, no more than may wait, and nothing for those who go."""

import json
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from support.service import SMALL, Service, becomes, search, serving


@pytest.fixture(scope="module")
def narrow() -> Iterator[Service]:
    """A service that searches for one and lets one wait."""
    with serving("--searches", "1", "--waiting", "1") as service:
        yield service


def post(connection: socket.socket, name: str = "solve") -> None:
    """Ask for a search that does not end, and do not wait for the answer."""
    body = json.dumps(search()).encode()
    head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


def answered(connections: list[socket.socket]) -> list[socket.socket]:
    """Those on which an answer has come."""
    return select.select(connections, [], [], 0)[0]


@contextmanager
def searching(service: Service, count: int) -> Iterator[list[socket.socket]]:
    """Clients that ask for searches that do not end, and go after all."""
    with ExitStack() as stack:
        connections = [stack.enter_context(service.connect()) for _ in range(count)]
        for connection in connections:
            post(connection)
        yield connections


class TestManyAtOnce:
    def test_who_finds_the_queue_full_is_refused(self, narrow: Service) -> None:
        with searching(narrow, 6) as connections:
            while len(answered(connections)) < 4:
                time.sleep(0.05)
            refused = answered(connections)
            assert len(refused) < 6
            for connection in refused:
                answer = connection.recv(1 << 16)
                assert answer.startswith(b"HTTP/1.1 503 ")
                assert b"retry-after: 1" in answer.lower()
                assert b"application/problem+json" in answer

    def test_long_searches_do_not_keep_the_short_ones_waiting(self, narrow: Service) -> None:
        with searching(narrow, 1) as connections:
            assert becomes(narrow, busy=True)
            for _ in range(100):
                assert narrow.ask("solve", puzzle=SMALL)["cost"] == 2
            assert answered(connections) == []


class TestAbandonment:
    """A search that nobody waits for ends: the service is idle again."""

    @pytest.mark.parametrize("name", ["solve", "explore", "hint"])
    def test_a_client_that_goes(self, service: Service, name: str) -> None:
        with service.connect() as connection:
            post(connection, name)
            assert becomes(service, busy=True)
        assert becomes(service, busy=False)

    def test_clients_that_go_while_they_wait(self, service: Service) -> None:
        with searching(service, 20):
            assert becomes(service, busy=True)
        assert becomes(service, busy=False)

    def test_the_service_ends_though_it_searches(self) -> None:
        with ExitStack() as clients, serving() as service:
            clients.enter_context(searching(service, 3))
            assert becomes(service, busy=True)
