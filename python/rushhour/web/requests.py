"""Requests: read the body within limits, and work while the client waits."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.status import HTTP_200_OK

from rushhour.web import problems
from rushhour.web.limits import Limits
from rushhour.web.operations import Operation
from rushhour.web.problems import RefusalError
from rushhour.web.searches import BusyError, Searches

_GONE = Response(status_code=499)


class Endpoint:
    """An operation as an endpoint of the server."""

    def __init__(self, operation: Operation, limits: Limits, searches: Searches) -> None:
        self._operation = operation
        self._limits = limits
        self._searches = searches

    async def __call__(self, request: Request) -> Response:
        """Answer a request, with its result or a problem."""
        try:
            asked = await _body(request, self._limits) if self._operation.request else b""
            return await self._answer(request, asked)
        except (BusyError, RefusalError) as error:
            return problems.of_error(error)
        except ClientDisconnect:
            return _GONE

    async def _answer(self, request: Request, asked: bytes) -> Response:
        answer = partial(self._operation.answer_to, asked)
        work = asyncio.ensure_future(self._searches.run(answer))
        try:
            await _while_client_waits(request, work)
            status, body = work.result()
            media_type = "application/json" if status == HTTP_200_OK else problems.MEDIA_TYPE
            return Response(body, status, media_type=media_type)
        finally:
            work.cancel()


async def _while_client_waits(request: Request, work: asyncio.Future[Any]) -> None:
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
