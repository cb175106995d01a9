"""Files: the page and its parts, held in memory under their names. There is no path to follow.

`palette.js` is made here from the colours and sizes that all other pictures have.
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rushhour.render import geometry, palette

_PATHS = {"index.html": "/", "icon.svg": "/favicon.ico"}
_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
}


def contents() -> dict[str, bytes]:
    """What every file of the page holds, by its name."""
    folder = files("rushhour.web") / "static"
    found = {
        file.name: file.read_bytes() for file in folder.iterdir() if _kind(file.name) in _TYPES
    }
    return {**found, "palette.js": _palette().encode()}


def routes() -> list[Route]:
    """A route for each file of the page, by its name or what browsers ask for unasked."""
    return [_route(name, content) for name, content in contents().items()]


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


def _palette() -> str:
    """Colours and sizes as a module of constants."""
    constants = {
        "CELL": geometry.CELL,
        "GAP": geometry.GAP,
        "FRAME": geometry.FRAME,
        "RED": palette.colour("A", "A")._asdict(),
        "FILLS": [palette.colour(str(n), "A")._asdict() for n in range(len(palette.FILLS))],
        "LIGHT": palette.LIGHT._asdict(),
        "DARK": palette.DARK._asdict(),
    }
    return "".join(f"export const {name} = {json.dumps(c)};\n" for name, c in constants.items())


def _route(name: str, content: bytes) -> Route:
    media_type = _TYPES[_kind(name)]
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media_type)

    return Route(_PATHS.get(name, f"/{name}"), serve)
