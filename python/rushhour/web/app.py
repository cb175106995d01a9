"""The application: the page, the operations and the schema, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from rushhour.model.extras import needs
from rushhour.web.limits import Limits

with needs("web"):
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp

    from rushhour.web import files, openapi, problems
    from rushhour.web.guard import Guard
    from rushhour.web.operations import Operation, operations
    from rushhour.web.requests import Endpoint
    from rushhour.web.searches import Searches


def create_app(
    limits: Limits | None = None, names: Iterable[str] = (), searches: Searches | None = None
) -> ASGIApp:
    """Make the ASGI application; `names` are its host names, beside numbers and localhost.

    Pass `searches` to be able to end them.

    >>> create_app(Limits(seconds=5), names=["puzzles.example"]) is not None
    True
    """
    limits = limits or Limits()
    searches = searches or Searches(limits)
    routes = [_route(operation, limits, searches) for operation in operations()]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        searches.close()

    app = Starlette(
        routes=[*routes, Route("/openapi.json", _schema), *files.routes()],
        exception_handlers={HTTPException: problems.of_status, Exception: problems.of_fault},
        lifespan=lifespan,
    )
    return Guard(app, frozenset(names))


def _route(operation: Operation, limits: Limits, searches: Searches) -> Route:
    method = "GET" if operation.request is None else "POST"
    return Route(operation.path, Endpoint(operation, limits, searches).__call__, methods=[method])


async def _schema(_request: Request) -> Response:
    return JSONResponse(openapi.schema())
