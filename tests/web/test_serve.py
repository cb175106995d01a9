"""`rushhour serve` as a command: its address, its errors, its end."""

import socket
import subprocess
import sys
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from support.service import Service, serving


def result(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "rushhour", "serve", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_address_that_is_taken(service: Service) -> None:
    code, out, err = result("--port", str(service.port))
    assert (code, out) == (2, "")
    assert err == f"rushhour: 127.0.0.1:{service.port}: Address already in use\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--host", "no-such-host.invalid"],
        ["--port", "70000"],
        ["--port", "-1"],
        ["--max-memory", "much"],
        ["--searches", "0"],
        ["--max-seconds", "-1"],
        ["puzzle.txt"],
    ],
)
def test_usage(arguments: list[str]) -> None:
    code, out, err = result(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rushhour: ")


def test_without_the_extra_it_names_the_extra() -> None:
    script = (
        "import sys; sys.modules['starlette.applications'] = None; import rushhour.cli as cli; "
    )
    script += "sys.exit(cli.run(['serve', '--port', '0']))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("needs starlette: pip install 'rushhour[web]'\n")


def test_names_by_which_it_may_be_called() -> None:
    with serving("--allow-host", "puzzles.example", "--allow-host", "other.example") as service:
        for name, status in (
            ("puzzles.example", 200),
            ("other.example:80", 200),
            ("x.example", 403),
        ):
            assert service.get("/", Host=name).status == status


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6")
def test_ipv6() -> None:
    with serving("--host", "::1") as service:
        assert service.address.startswith("http://[::1]:")
        connection = HTTPConnection("::1", service.port, timeout=60)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()


@pytest.mark.parametrize("head", ["", "GET / HT", "Content-Length: 9\r\n\r\n{"])
def test_nobody_keeps_it_from_ending(head: str) -> None:
    post = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with ExitStack() as clients, serving() as service:
        connection = clients.enter_context(service.connect())
        connection.sendall((post * head.endswith("{") + head).encode())
        assert service.get("/").status == 200


def test_files_have_types_and_tags(service: Service) -> None:
    kinds = {"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css"}
    for path, kind in {**kinds, "/favicon.ico": "image/svg+xml"}.items():
        answer = service.get(path)
        assert answer.headers["content-type"].startswith(kind)
        again = service.get(path, **{"If-None-Match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, "")


def test_every_file_that_is_named_is_served(service: Service) -> None:
    import re

    from rushhour.web.page import contents

    for content in contents().values():
        for name in re.findall(rb'(?:src|href)="([\w-]+\.\w+)"|"\./([\w-]+\.js)"', content):
            assert service.get("/" + b"".join(name).decode()).status == 200
