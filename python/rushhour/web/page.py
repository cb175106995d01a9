"""The page as files.

Generated here are `palette.js`, from the colours and sizes of all other pictures, `days.js`, from
the puzzles of the days, `hardest-boards.js`, from the published list, `themes.js`, from the other
boards of `boards.css`, and `element-words.js`, from the tables of words. `rush-hour.js` is the
board as one script for other pages. `picture.wasm`, the reader of pictures, is there as soon as
`page/build.py` has made it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rushhour._core import VERSION
from rushhour.lab.histograms import boards
from rushhour.render import geometry, palette
from rushhour.web import daily
from rushhour.web.bundle import bundle

# Requested by browsers on their own.
_PATHS = {"index.html": "/", "icon.svg": "/favicon.ico"}
_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
}


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


_HARDEST = "6x6-0-slides"


def contents() -> dict[str, bytes]:
    """The contents of every file of the page, by name."""
    folder = files("rushhour.web") / "static"
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    found |= {"palette.js": _palette().encode(), "days.js": _days().encode()}
    found |= {"hardest-boards.js": _hardest().encode()}
    found |= {"themes.js": _themes(found["boards.css"].decode()).encode()}
    found |= {"element-words.js": _words(found).encode()}
    return {**found, NAME: script(found).encode()}


def _palette() -> str:
    """Colours and sizes as a module of constants."""
    constants = {
        "CELL": geometry.CELL,
        "GAP": geometry.GAP,
        "FRAME": geometry.FRAME,
        "COLOURS": [palette.colour(n)._asdict() for n in range(len(palette.SIMILAR))],
        "SIMILAR": palette.SIMILAR,
        "LIGHT": palette.LIGHT._asdict(),
        "DARK": palette.DARK._asdict(),
    }
    return "".join(f"export const {name} = {json.dumps(c)};\n" for name, c in constants.items())


def _days() -> str:
    """The puzzles of the days as a module: lines of slides, steps and board."""
    return f"export const DAYS = {json.dumps(daily.text())};\n"


def _hardest() -> str:
    """The hardest boards in slides as a module: lines of board and slides."""
    rows = boards()
    lines = "".join(f"{row.board},{row.published[0]}\n" for row in rows if row.list == _HARDEST)
    return f"export const HARDEST = {json.dumps(lines)};\n"


_THEME = re.compile(r':root\[data-board="(\w+)"\] (\{[^}]*\})')


def _themes(style: str) -> str:
    """The other boards as the style of an element whose attribute `theme` names one."""
    rules = "".join(f':host([theme="{name}"]) {rule}\n' for name, rule in _THEME.findall(style))
    return f"export const THEMES = {json.dumps(rules)};\n"


_TABLE = re.compile(r"words-(\w+)\.json")


def _words(files: Mapping[str, bytes]) -> str:
    """The words of `<rush-hour-game>` in each language as a module."""
    scripts = bundle("element.js", {**files, "element-words.js": b""})
    tables = {}
    for match in filter(None, map(_TABLE.fullmatch, files)):
        table = json.loads(files[match[0]])
        said = (text for text in table if json.dumps(text.removeprefix("# ")) in scripts)
        tables[match[1]] = {text: table[text] for text in said}
    return f"export const WORDS = {json.dumps(tables)};\n"


# The elements `<rush-hour-board>` and `<rush-hour-game>` in one script, for any page.
#
# ```text
# python -m rushhour.web.page > rush-hour.js
# ```
#
# It needs neither a server nor a policy that allows more than scripts of the page's own. It is in
# ASCII, since a page that names no encoding may be read in any.


NAME = "rush-hour.js"

_OTHER = re.compile(r"[^\x00-\x7f]")
_SCRIPT = """\
/* <rush-hour-board> and <rush-hour-game>, of rushhour %s; MIT or Apache-2.0. */
(() => {
"use strict";
%s})();
"""


def script(files: Mapping[str, bytes]) -> str:
    """The script, made of the modules of the page by name."""
    return _OTHER.sub(_escaped, _SCRIPT % (VERSION, bundle("element.js", files)))


def _escaped(match: re.Match[str]) -> str:
    """A character as JavaScript escapes it, in the halves of UTF-16."""
    return re.sub("....", r"\\u\g<0>", match[0].encode("utf-16-be").hex())


if __name__ == "__main__":
    from rushhour.web.page import contents

    sys.stdout.write(contents()[NAME].decode())
