"""Who searches when: short before long, no more than may wait, and nothing for those who go."""

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service import SMALL, Service, search, serving


@pytest.fixture(scope="module")
def narrow() -> Iterator[Service]:
    """A service that searches for one and lets one wait."""
    with serving("--searches", "1", "--waiting", "1") as service:
        yield service


class TestManyAtOnce:
    def test_who_finds_the_queue_full_is_refused_and_the_short_ones_go_on(
        self, narrow: Service
    ) -> None:
        posts = []
        with ThreadPoolExecutor(3) as pool:
            for _ in range(3):
                posts.append(pool.submit(narrow.post, "solve", search(max_seconds=3)))
                time.sleep(0.3)  # each has shown by then that it is long
                assert narrow.ask("solve", puzzle=SMALL)["cost"] == 2
            answers = [post.result() for post in posts]
        assert sorted(answer.status for answer in answers) == [200, 200, 503]
        (refused,) = (answer for answer in answers if answer.status == 503)
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["content-type"] == "application/problem+json"

    def test_a_long_search_does_not_keep_the_others_waiting(self, narrow: Service) -> None:
        with ThreadPoolExecutor(1) as pool:
            long = pool.submit(narrow.ask, "solve", **search(max_seconds=3))
            time.sleep(0.5)
            for _ in range(100):
                assert narrow.ask("solve", puzzle=SMALL)["cost"] == 2
            assert not long.done()
            assert long.result()["status"] == "unknown"


class TestAbandonment:
    """A search that nobody waits for ends: the service is idle again."""

    @staticmethod
    def _post(connection: socket.socket, name: str) -> None:
        body = json.dumps(search(max_seconds=30)).encode()
        head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    @staticmethod
    def _becomes(service: Service, *, busy: bool) -> bool:
        return any(service.is_busy() == busy for _ in range(40))

    @pytest.mark.parametrize("name", ["solve", "explore", "hint"])
    def test_a_client_that_goes(self, service: Service, name: str) -> None:
        with service.connect() as connection:
            self._post(connection, name)
            assert self._becomes(service, busy=True)
        assert self._becomes(service, busy=False)

    def test_clients_that_go_while_they_wait(self, service: Service) -> None:
        connections = [service.connect() for _ in range(20)]
        for connection in connections:
            self._post(connection, "solve")
        assert self._becomes(service, busy=True)
        for connection in connections:
            connection.close()
        assert self._becomes(service, busy=False)

    def test_the_service_ends_at_once_though_it_searches(self) -> None:
        with serving() as service, service.connect() as connection:
            self._post(connection, "solve")
            assert self._becomes(service, busy=True)
