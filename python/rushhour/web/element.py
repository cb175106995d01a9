"""The elements `<rush-hour-board>` and `<rush-hour-game>` in one script, for any page.

```text
python -m rushhour.web.element > rush-hour.js
```

The modules of the page become functions in one script, each after those that it imports; so it
needs neither a server nor a policy that allows more than scripts of the page's own. It is in ASCII,
since a page that names no encoding may be read in any.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping

NAME = "rush-hour.js"

_ROOT = "element.js"
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_FORWARD = re.compile(r"^export (\{[^}]*\});\n", re.MULTILINE)
_OTHERS = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_OTHER = re.compile(r"[^\x00-\x7f]")
_HEAD = """\
/* <rush-hour-board> and <rush-hour-game>, of rushhour %s; MIT or Apache-2.0. */
(() => {
"use strict";
const modules = {};
"""


def script(files: Mapping[str, bytes]) -> str:
    """The script, made of the modules of the page by name."""
    from rushhour import __version__

    parts = [_wrapped(name, files[name].decode()) for name in _in_order(_ROOT, files)]
    text = _HEAD % __version__ + "".join(parts) + "})();\n"
    return _OTHER.sub(_escaped, text)


def _in_order(root: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The modules that a module needs, each after those that it needs, and itself."""
    done: list[str] = []
    waiting = [(root, False)]
    while waiting:
        name, is_ready = waiting.pop()
        if name in done:
            continue
        if is_ready:
            done.append(name)
            continue
        needed = [match[2] for match in _IMPORT.finditer(files[name].decode())]
        waiting += [(name, True), *((other, False) for other in needed)]
    yield from done


def _wrapped(name: str, text: str) -> str:
    """A module as a function that returns what it exports."""
    names = [match[1] for match in _EXPORT.finditer(text)]
    forwarded = [match[1].strip("{} ") for match in _FORWARD.finditer(text)]
    body = _FORWARD.sub("", _EXPORT.sub("", _IMPORT.sub(_taken, text)))
    if found := _OTHERS.search(body):
        line = body[found.start() :].partition("\n")[0]
        raise ValueError(f"{name}: expected an import or export in one of the usual forms: {line}")
    return (
        f"modules[{name!r}] = (() => {{\n{body}return {{ {', '.join([*names, *forwarded])} }};\n"
        "})();\n"
    )


def _escaped(match: re.Match[str]) -> str:
    """A character as JavaScript escapes it, in the halves of UTF-16."""
    return re.sub("....", r"\\u\g<0>", match[0].encode("utf-16-be").hex())


def _taken(match: re.Match[str]) -> str:
    return f"const {match[1]} = modules[{match[2]!r}];\n" if match[1] else ""


if __name__ == "__main__":
    from rushhour.web.page import contents

    sys.stdout.write(contents()[NAME].decode())
