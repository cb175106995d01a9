"""The server: a socket, and uvicorn with our own connection class."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from rushhour.web.connection import Connection, batch

# Connections that the system queues until they are accepted; they take no file descriptor.
_BACKLOG = 2048


def serve(
    app: ASGIApp,
    listener: socket.socket,
    *,
    patience: int,
    ending: Callable[[], object] = lambda: None,
) -> None:
    """Serve on a listening socket until a signal, which is raised again after the shutdown.

    `patience` limits the head of a request, and a pause in reading answers, in seconds.
    `ending` is called in the signal's handler.
    """
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=patience,
        timeout_graceful_shutdown=1,
        backlog=batch(),
    )
    _Server(config, ending).run(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; OSError if the address cannot be used."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        reason = (
            error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        )
        raise OSError(error.errno, reason, f"{host}:{port}") from None


class _Server(uvicorn.Server):
    """A server that notifies its application before shutdown, so that no search delays it."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], object]) -> None:
        super().__init__(config)
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(_BACKLOG)  # asyncio has set it to one turn's number

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending()
        # It would log every request that it cuts off after a second.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)
