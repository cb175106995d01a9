"""Files: the page and its parts, held in memory under their names. There is no path to follow."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
}


def routes() -> list[Route]:
    """A route for each file of the page; `index.html` is the root."""
    folder = files("rushhour.web") / "static"
    return [_route(file) for file in folder.iterdir() if _kind(file) in _TYPES]


def _kind(file: Traversable) -> str:
    return file.name.rpartition(".")[2]


def _route(file: Traversable) -> Route:
    content, media_type = file.read_bytes(), _TYPES[_kind(file)]
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media_type)

    return Route("/" if file.name == "index.html" else f"/{file.name}", serve)
