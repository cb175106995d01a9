"""The server: a socket, and uvicorn with our own connection class."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from types import FrameType

from rushhour.base.packages import needs

with needs("web"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp

    from rushhour.web import page, problems
    from rushhour.web.connection import Connection, batch
    from rushhour.web.operations import Operation, openapi, operations
    from rushhour.web.requests import Endpoint, Guard
    from rushhour.web.searches import Searches, ServiceLimits

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


# The application: the page, the operations and the schema, behind the guard.


def create_app(
    limits: ServiceLimits | None = None, names: Iterable[str] = (), searches: Searches | None = None
) -> ASGIApp:
    """Make the ASGI application; `names` are its host names, beside numbers and localhost.

    Pass `searches` to be able to end them.

    >>> create_app(ServiceLimits(seconds=5), names=["puzzles.example"]) is not None
    True
    """
    limits = limits or ServiceLimits()
    searches = searches or Searches(limits)
    routes = [_route(operation, limits, searches) for operation in operations()]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        searches.close()

    app = Starlette(
        routes=[*routes, Route("/openapi.json", _schema), *page.routes()],
        exception_handlers={HTTPException: problems.of_status, Exception: problems.of_fault},
        lifespan=lifespan,
    )
    return Guard(app, frozenset(names))


def _route(operation: Operation, limits: ServiceLimits, searches: Searches) -> Route:
    method = "GET" if operation.request is None else "POST"
    return Route(operation.path, Endpoint(operation, limits, searches).__call__, methods=[method])


async def _schema(_request: Request) -> Response:
    return JSONResponse(openapi())
