"""Each limit: what is beyond it is refused or cut short, and says so."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.service import SMALL, Service, search, serving


@pytest.fixture(scope="module")
def hasty() -> Iterator[Service]:
    """A service that waits for a second."""
    with serving("--patience", "1") as service:
        yield service


class TestOneSearch:
    @pytest.mark.parametrize(
        ("options", "name"),
        [({"max_states": 1000}, "states"), ({"max_seconds": 0.2}, "seconds")],
    )
    def test_a_request_may_ask_for_less(
        self, service: Service, options: dict[str, Any], name: str
    ) -> None:
        answer = service.ask("solve", **search(**options))
        assert (answer["status"], answer["stopped_by"], answer["cost"]) == ("unknown", name, None)
        assert 0 < answer["lower_bound"] <= 25
        refused = service.post("explore", search(**options))
        assert refused.status == 422
        assert f"the limit on {name} was reached" in refused.body["detail"]

    @pytest.mark.parametrize(
        ("option", "name"),
        [
            (["--max-states", "1000"], "states"),
            (["--max-memory", "1M"], "memory"),
            (["--max-seconds", "0.2"], "seconds"),
        ],
    )
    def test_but_not_for_more(self, option: list[str], name: str) -> None:
        with serving(*option) as service:
            more = search(max_states=10**9, max_seconds=3600)
            assert service.ask("solve", **more)["stopped_by"] == name
            assert service.ask("solve", **search())["stopped_by"] == name
            assert service.ask("solve", puzzle=SMALL)["cost"] == 2

    def test_no_memory_can_be_asked_for(self, service: Service) -> None:
        assert service.post("solve", search(max_memory=1 << 40)).status == 422


class TestSizes:
    def test_the_largest_board(self, service: Service) -> None:
        vehicles = [
            {"label": f"vehicle {row}-{col}", "axis": "h", "row": row, "col": 8 * col, "length": 7}
            for row in range(32)
            for col in range(4)
        ]
        board = {"rows": 32, "cols": 32, "target": "vehicle 0-3", "vehicles": vehicles}
        assert service.ask("validate", puzzle=board)["valid"]
        answer = service.ask("validate", puzzle={**board, "rows": 33})
        assert answer["reasons"] == [
            "expected 1 to 32 rows and columns, found 33 rows and 32 columns"
        ]
        more = [*vehicles, {**vehicles[0], "label": "one more"}]
        answer = service.ask("validate", puzzle={**board, "vehicles": more})
        assert answer["reasons"] == ["expected at most 128 vehicles, found 129"]

    def test_numbers_that_no_board_has(self, service: Service) -> None:
        for number in (1001, -1001, 10**30, 1.5, "6", None, True):
            board = {"rows": number, "cols": 6, "target": "A", "vehicles": []}
            assert service.post("validate", {"puzzle": board}).status == 422

    def test_labels_and_titles(self, service: Service) -> None:
        long = "A" * 65
        vehicle = {"label": long, "axis": "h", "row": 0, "col": 0, "length": 2}
        board = {"rows": 6, "cols": 6, "target": long, "vehicles": [vehicle]}
        assert service.post("validate", {"puzzle": board}).status == 422
        reasons = service.ask("validate", puzzle=json.dumps(board))["reasons"]
        assert reasons[0].startswith("the puzzle does not fit an answer")

    def test_a_body(self, service: Service) -> None:
        room = (128 << 10) - len('{"puzzle": ""}')
        answer = service.post("solve", {"puzzle": "A" * room})
        assert answer.status == 422
        answer = service.post("solve", {"puzzle": "A" * (room + 1)})
        assert (answer.status, answer.body["detail"]) == (
            413,
            "expected a body of at most 131072 bytes",
        )

    def test_a_million_vehicles(self, service: Service) -> None:
        vehicle = '{"label": "A", "axis": "h", "row": 0, "col": 0, "length": 2}'
        body = '{"puzzle": {"rows": 6, "vehicles": [' + ",".join([vehicle] * 10**6) + "]}}"
        kind = {"Content-Type": "application/json"}
        assert service.send("POST", "/api/solve", body, kind).status == 413
        for text in ("0 0 2 h 2\n", "A/", "[" * 10):
            body = '{"puzzle": "' + (text * 10**6).replace("\n", "\\n") + '"}'
            assert service.send("POST", "/api/solve", body, kind).status == 413

    def test_a_body_in_chunks(self, service: Service) -> None:
        def chunks(count: int) -> Iterator[bytes]:
            yield from (b" " * 8192 for _ in range(count))
            yield b'{"puzzle": "..B.../AAB.../....../......"}'

        kind = {"Content-Type": "application/json"}
        assert service.send("POST", "/api/solve", chunks(8), kind).status == 200
        assert service.send("POST", "/api/solve", chunks(16), kind).status == 413
        assert service.send("POST", "/api/solve", chunks(500), kind).status == 413


class TestPatience:
    """Nothing that comes too slowly keeps a thread or a connection."""

    @pytest.mark.parametrize(
        "data", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "]
    )
    def test_a_head_that_never_ends(self, hasty: Service, data: bytes) -> None:
        with hasty.connect() as slow:
            slow.sendall(data)
            assert hasty.ask("solve", puzzle=SMALL)["cost"] == 2
            assert slow.recv(1) == b""

    def test_a_body_that_never_ends(self, hasty: Service) -> None:
        head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with hasty.connect() as slow:
            slow.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
            assert hasty.ask("solve", puzzle=SMALL)["cost"] == 2
            assert slow.recv(1 << 16).startswith(b"HTTP/1.1 408 ")

    def test_an_answer_that_is_never_taken(self, hasty: Service) -> None:
        ask = b"GET /api/puzzles HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with hasty.connect() as slow, pytest.raises(ConnectionError):
            slow.sendall(ask * 10**6)
        assert hasty.ask("solve", puzzle=SMALL)["cost"] == 2

    def test_hundreds_of_idle_connections(self, hasty: Service) -> None:
        idle = [hasty.connect() for _ in range(300)]
        assert hasty.ask("solve", puzzle=SMALL)["cost"] == 2
        assert {connection.recv(1) for connection in idle} == {b""}
        for connection in idle:
            connection.close()
