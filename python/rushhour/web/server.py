"""The server: a socket, and uvicorn with connections of our own."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from rushhour.web.connection import Connection, batch

# Connections that the system keeps until they are accepted, which takes no file descriptor.
_BACKLOG = 2048


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
    """The address of a listening socket as a browser takes it."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError where the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(_BACKLOG)  # asyncio has set it to the number accepted in one turn

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending()
        # Whose request it cuts off after a second is no news.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)
