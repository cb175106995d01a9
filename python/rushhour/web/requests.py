"""Requests: read the body within limits, and work while the client waits."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rushhour.model.errors import RushHourError
from rushhour.web import problems
from rushhour.web.forms import Form
from rushhour.web.limits import Limits
from rushhour.web.operations import Operation
from rushhour.web.problems import RefusalError
from rushhour.web.searches import BusyError, Searches

_GONE = Response(status_code=499)
_UNREADABLE = (RefusalError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Endpoint:
    """An operation as an endpoint of the server."""

    def __init__(self, operation: Operation, limits: Limits, searches: Searches) -> None:
        self._operation = operation
        self._limits = limits
        self._searches = searches
        self._decoder = msgspec.json.Decoder(operation.request) if operation.request else None

    async def __call__(self, request: Request) -> Response:
        """Answer a request, with its result or a problem."""
        try:
            asked = self._decoder and self._decoder.decode(await _body(request, self._limits))
            return await self._answer(request, asked)
        except _UNREADABLE as error:
            return problems.of_error(error)
        except ClientDisconnect:
            return _GONE

    async def _answer(self, request: Request, asked: object) -> Response:
        work = asyncio.ensure_future(self._searches.run(self._operation.work(asked)))
        try:
            await _while_client_waits(request, work)
            answer = msgspec.json.encode(work.result())
            return Response(answer, media_type="application/json")
        except (BusyError, RushHourError) as error:
            return problems.of_error(error)
        finally:
            work.cancel()


async def _while_client_waits(request: Request, work: asyncio.Future[Form]) -> None:
    """Wait for work; ClientDisconnect if the client disconnects first."""
    left: asyncio.Future[None] = asyncio.ensure_future(_departure(request))
    try:
        either: set[asyncio.Future[Any]] = {work, left}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientDisconnect
    finally:
        left.cancel()


async def _departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _body(request: Request, limits: Limits) -> bytes:
    """Read the body, which must be declared as JSON, in time and within the size limit."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusalError(415, f"expected application/json, found {kind[:80]!r}")
    if "content-encoding" in request.headers:
        raise RefusalError(415, "expected a body without content-encoding")
    try:
        async with asyncio.timeout(limits.patience):
            return await _read(request, limits.body)
    except TimeoutError:
        raise RefusalError(408, f"expected the body within {limits.patience} seconds") from None


async def _read(request: Request, limit: int) -> bytes:
    """Read a body within the limit; a larger one is read only as far as that shows."""
    too_large = RefusalError(413, f"expected a body of at most {limit} bytes")
    if int(request.headers.get("content-length", 0)) > limit:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise too_large
    return bytes(body)
