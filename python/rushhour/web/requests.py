"""Requests: read the body within limits, and work while the client waits."""

from __future__ import annotations

import asyncio
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.status import HTTP_200_OK
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rushhour.web import problems
from rushhour.web.operations import Operation
from rushhour.web.problems import RefusalError
from rushhour.web.searches import BusyError, Searches, ServiceLimits

_GONE = Response(status_code=499)


class Endpoint:
    """An operation as an endpoint of the server."""

    def __init__(self, operation: Operation, limits: ServiceLimits, searches: Searches) -> None:
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


async def _body(request: Request, limits: ServiceLimits) -> bytes:
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


# Guard: keeps pages of other sites from using the service, and its own from using others.
#
# A page of another site can make a browser send requests, and can point its own name to this
# address (DNS rebinding). The first shows in `Sec-Fetch-Site` and `Origin`, which pages cannot
# forge, the second in `Host`, which then has that name. A numeric host cannot be rebound.


_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """The application behind the guard; `names` are its host names, beside numbers."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on; both answers get the security headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        fault = self._fault(scope["method"], Headers(scope=scope))
        app = self._app if fault is None else problems.response(403, fault)
        await app(scope, receive, guarded)

    def _fault(self, method: str, headers: Headers) -> str | None:
        hosts, origin = headers.getlist("host"), headers.get("origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return f"expected a numeric host or localhost, found {', '.join(hosts)[:80]!r}"
        if origin is not None and origin not in (f"http://{hosts[0]}", f"https://{hosts[0]}"):
            return f"expected a request of this origin, found one of {origin[:80]!r}"
        if _is_foreign(headers) and not _opens_page(method, headers):
            return "expected a request of this origin, found one of another site"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ip_address(name))
        except ValueError:
            return False


def _is_foreign(headers: Headers) -> bool:
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def _opens_page(method: str, headers: Headers) -> bool:
    """Whether the request comes from following a link to the page."""
    kind = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return method == "GET" and kind == ("navigate", "document")
