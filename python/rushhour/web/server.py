"""The server: a socket, uvicorn, and connections that are given up when nothing comes."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from rushhour.web import problems


def serve(
    app: ASGIApp,
    listener: socket.socket,
    *,
    patience: int,
    ending: Callable[[], object] = lambda: None,
) -> None:
    """Serve on a listening socket until a signal comes, which is raised again after the end.

    `patience` is for the head of a request, and for a pause in taking answers, in seconds.
    `ending` is called in the signal's handler.
    """
    config = uvicorn.Config(
        app,
        http=_Connection,
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=patience,
        timeout_graceful_shutdown=1,
    )
    _Server(config, ending).run(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The address of a listening socket as a browser takes it."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError where the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = (
            error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        )
        raise OSError(error.errno, reason, f"{host}:{port}") from None


class _Server(uvicorn.Server):
    """A server whose application hears of its end first, so that nothing keeps it waiting."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], object]) -> None:
        super().__init__(config)
        self._ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending()
        # Whose request it cuts off after a second is no news.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)


class _Deadline:
    """Something that is done when the time comes, unless it is called off."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, do: Callable[[], None]
    ) -> None:
        self._loop, self._seconds, self._do = loop, seconds, do
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Let the time begin; if it runs already it is not begun anew."""
        self._timer = self._timer or self._loop.call_later(self._seconds, self._do)

    def call_off(self) -> None:
        """Let the time not come."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class _Connection(H11Protocol):
    """A connection that has the time of an idle one to send a head, and to go on taking answers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # asyncio leaves this out for a listener made with the protocol 0: 40 ms for each answer.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = _Deadline(self.loop, self.timeout_keep_alive, transport.close)
        self._stall = _Deadline(self.loop, self.timeout_keep_alive, transport.abort)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall.begin()

    def resume_writing(self) -> None:
        self._stall.call_off()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.call_off()
        self._stall.call_off()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no HTTP as everything else is refused."""
        refusal = problems.response(400, "expected a request in HTTP/1.1", {"Connection": "close"})
        head = h11.Response(status_code=400, headers=refusal.raw_headers, reason=b"Bad Request")
        for event in (head, h11.Data(data=bytes(refusal.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch_head(self) -> None:
        if self.conn.their_state is h11.IDLE:
            self._head.begin()
        else:
            self._head.call_off()
