"""What is meant to harm: each gets a 4xx that says why, and `conftest` asks the next request."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest

from support.service import Service

SMALL = {"puzzle": "..B.../AAB.../....../......"}
JSON = {"Content-Type": "application/json"}
PATHS = [
    "/../pyproject.toml",
    "/..%2f..%2fpyproject.toml",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/static/index.html",
    "/board.js%00.html",
    "//etc/passwd",
    "/etc/passwd",
    "/api",
    "/api/",
    "/api/solve/../puzzles",
    "/%ff%fe",
    "/" + "a" * 5000,
    "/?" + "a" * 5000 + "#",
    "http://evil.example/",
]


def post(service: Service, body: bytes, **headers: str) -> Any:
    return service.send("POST", "/api/solve", body, {**JSON, **headers})


def refusal(response: bytes) -> int:
    """The status of a response that is a problem."""
    head, _, body = response.partition(b"\r\n\r\n")
    match = re.match(rb"HTTP/1\.1 (4\d\d) ", head)
    assert match, head
    assert b"application/problem+json" in head.lower()
    assert b'"detail":' in body
    return int(match[1])


class TestOtherOrigins:
    """No page of another site drives the service."""

    @pytest.mark.parametrize(
        "headers",
        [
            {"Host": "evil.example"},
            {"Host": "evil.example:80"},
            {"Host": "localhost.evil.example"},
            {"Host": "127.0.0.1.evil.example"},
            {"Host": "127.0.0.1@evil.example"},
            {"Host": "[::1"},
            {"Host": ""},
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1"},
            {"Origin": "file://"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        ],
    )
    def test_they_are_refused(self, service: Service, headers: dict[str, str]) -> None:
        for answer in (
            service.post("solve", SMALL, **headers),
            service.send("GET", "/api/puzzles", None, headers),
            service.send("GET", "/", None, headers),
        ):
            assert answer.status == 403, answer
            assert answer.headers["content-type"] == "application/problem+json"

    def test_our_own_are_not(self, service: Service) -> None:
        for host in (f"127.0.0.1:{service.port}", "localhost", "[::1]:80", "192.0.2.1"):
            headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
            assert service.post("solve", SMALL, **headers).status == 200

    def test_a_link_to_the_page_may_stand_anywhere(self, service: Service) -> None:
        follows = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        assert service.get("/", **follows, **{"Sec-Fetch-Dest": "document"}).status == 200
        assert service.get("/", **follows, **{"Sec-Fetch-Dest": "iframe"}).status == 403

    def test_a_form_cannot_ask(self, service: Service) -> None:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            assert service.post("solve", SMALL, **{"Content-Type": kind}).status == 415
        headers = {"Host": "localhost"}
        assert service.send("POST", "/api/solve", "{}", headers).status == 415

    def test_a_preflight_allows_nothing(self, service: Service) -> None:
        headers = {"Access-Control-Request-Method": "POST"}
        answer = service.send("OPTIONS", "/api/solve", None, headers)
        assert answer.status == 405
        assert not [name for name in answer.headers if name.startswith("access-control-")]

    @pytest.mark.parametrize("path", ["/", "/api/formats", "/openapi.json", "/no-such-file"])
    def test_what_is_served_is_locked_up(self, service: Service, path: str) -> None:
        headers = service.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        # The reader of pictures is WebAssembly.
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert "frame-ancestors 'none'" in policy
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[" * 100_000,
            b'{"puzzle": ' + b"[" * 100_000,
            b'{"a": ' * 20_000,
            b'{"puzzle": "\xff"}',
            b'{"puzzle": "\\ud800"}',
            b"\xef\xbb\xbf{}",
            '{"puzzle": "AA"}'.encode("utf-16"),
            b'{"puzzle": "a\x00b"}',
            b"\x00" * 1000,
            b"NaN",
            b'{"puzzle": "AA..", "max_seconds": NaN}',
            b'{"puzzle": "AA..", "max_seconds": 1e999}',
            b'{"puzzle": {"rows": ' + b"9" * 100_000 + b"}}",
            b'{"puzzle": null}',
            b'{"puzzle": "AA..", "puzle": ""}',
            b'{"puzzle": "AA..", "__proto__": {}}',
            b"null",
            b'"AA.."',
        ],
    )
    def test_what_is_no_request(self, service: Service, body: bytes) -> None:
        answer = post(service, body)
        assert answer.status in (400, 422)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.body["detail"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\0",
            "AA\0.",
            "[" * 100_000,
            "{" * 100_000,
            '{"vehicles":' * 8_000,
            '[["B1", 2, V, ' + "(" * 50_000,
            "__import__('os').system('id')",
            "[[\"B1\", __import__('os'), V, (0, 0)]], (2, 0)",
            "\n" * 60_000,
            "#" * 100_000,
            "A/" * 50_000,
            "6\n" + "0 0 2 h 2\n" * 9_000,
            "6\n99999999999999999999 0 2 h 2\n",
            "\u202e\ufeff\U0001f697" * 1000,
        ],
    )
    @pytest.mark.parametrize("name", ["solve", "hint", "explore", "analyse"])
    def test_what_is_no_puzzle(self, service: Service, name: str, text: str) -> None:
        answer = service.post(name, {"puzzle": text})
        assert answer.status == 422
        assert answer.body["detail"]

    def test_what_is_compressed(self, service: Service) -> None:
        import gzip

        bomb = gzip.compress(b" " * 10**8)
        assert len(bomb) < 128 << 10
        assert post(service, bomb, **{"Content-Encoding": "gzip"}).status == 415


class TestConnections:
    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_paths_lead_nowhere(self, service: Service, method: str, path: str) -> None:
        kind = "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close"
        response = service.raw(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n{{}}".encode()
        )
        if path.startswith("/?"):
            assert response.startswith(b"HTTP/1.1 200" if method == "GET" else b"HTTP/1.1 405")
        else:
            assert refusal(response) in (404, 405)
            assert b"root:" not in response

    @pytest.mark.parametrize(
        "head",
        [
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"\r\n\r\n\0\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"
            b"Content-Length: 2\r\n\r\n{}",
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        ],
    )
    def test_what_is_no_http(self, service: Service, head: bytes) -> None:
        assert 400 <= refusal(service.raw(head)) < 500

    @pytest.mark.parametrize("header", [b"X: " + b"a" * 10**6, b"X: a\r\n" * 10**5])
    def test_a_head_without_end_is_cut_off(self, service: Service, header: bytes) -> None:
        try:
            response = service.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + header)
        except ConnectionError:
            return
        assert refusal(response) == 400

    def test_methods(self, service: Service) -> None:
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "WHATEVER"):
            answer = service.send(method, "/api/solve", "{}", JSON)
            assert answer.status == 405
            assert answer.headers["allow"] == "POST"

    def test_an_upgrade_is_ignored(self, service: Service) -> None:
        headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        assert service.get("/api/formats", **headers).status == 200

    def test_one_connection_after_another_body(self, service: Service) -> None:
        """A refused body is no part of the next request on its connection."""
        body = b"GET /api/formats HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = f"POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        last = b"GET /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        answers = service.raw(f"{head}\r\n".encode() + body + last)
        assert answers.count(b"HTTP/1.1 ") == answers.count(b"HTTP/1.1 404") <= 2


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_a_client_that_asks_first_is_spared_the_upload(service: Service) -> None:
    command = ["curl", "-s", "-o", "-", "-w", "%{size_upload}", "--data-binary", "@-"]
    headers = ["-H", "Content-Type: application/json", "-H", "Expect: 100-continue"]
    done = subprocess.run(
        [*command, *headers, f"{service.address}api/solve"],
        input=b" " * 10**7,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert b'"status":413' in done.stdout
    assert int(done.stdout.rpartition(b"}")[2]) == 0
