"""The files of the page, held in memory by name, so that no path is ever resolved."""

from __future__ import annotations

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rushhour.web.page import contents

# Requested by browsers on their own.
_PATHS = {"index.html": "/", "icon.svg": "/favicon.ico"}
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def routes() -> list[Route]:
    """A route for each file of the page."""
    return [_route(name, content) for name, content in contents().items()]


def _route(name: str, content: bytes) -> Route:
    media_type = _TYPES[name.rpartition(".")[2]]
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media_type)

    return Route(_PATHS.get(name, f"/{name}"), serve)
