"""The page as files, and its board as one module, which does not depend on the service.

Generated here are `palette.js`, from the colours and sizes of all other pictures, `days.js`, from
the puzzles of the days, and `hardest-boards.js`, from the published list. `rush-hour.js` is the
board as one script for other pages.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files

from rushhour.lab import hardest
from rushhour.render import geometry, palette
from rushhour.web import daily, element

_HARDEST = "6x6-0-slides"
_IMPORT = re.compile(r'"\./([\w-]+\.js)"')
# Modules that import one another as ./NAME.js become Blobs that import by URL.
_BUNDLE = """\
const sources = %s;
const urls = {};
const urlOf = (name) => (urls[name] ??= URL.createObjectURL(
  new Blob([sources[name].replace(/"\\.\\/([\\w-]+\\.js)"/g, (_, other) => `"${urlOf(other)}"`)], {
    type: "text/javascript",
  }),
));
export default (await import(urlOf(%s))).default;
"""


def contents() -> dict[str, bytes]:
    """The contents of every file of the page, by name."""
    folder = files("rushhour.web") / "static"
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    found |= {"palette.js": _palette().encode(), "days.js": _days().encode()}
    found |= {"hardest-boards.js": _hardest().encode()}
    return {**found, element.NAME: element.script(found).encode()}


def bundle(name: str) -> str:
    """A module of the page, bundled with all others into one that needs no server."""
    needed = modules(contents(), name)
    return _BUNDLE % (json.dumps(needed), json.dumps(name))


def modules(found: dict[str, bytes], name: str) -> dict[str, str]:
    """A module and all that it imports, as far as they are among the files found, by name."""
    needed: dict[str, str] = {}
    waiting = {name}
    while waiting:
        module = waiting.pop()
        needed[module] = found[module].decode()
        waiting |= set(_IMPORT.findall(needed[module])) & found.keys() - needed.keys()
    return needed


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
    rows = hardest.boards()
    lines = "".join(f"{row.board},{row.published[0]}\n" for row in rows if row.list == _HARDEST)
    return f"export const HARDEST = {json.dumps(lines)};\n"
