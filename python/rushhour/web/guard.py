"""Guard: keeps pages of other sites from using the service, and its own from using others.

A page of another site can make a browser send requests, and can point its own name to this address
(DNS rebinding). The first shows in `Sec-Fetch-Site` and `Origin`, which pages cannot forge, the
second in `Host`, which then has that name. A numeric host cannot be rebound.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rushhour.web import problems

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
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
