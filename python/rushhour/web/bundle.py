"""Modules of the page as one script that needs no other file.

Each module becomes a function that returns what it exports, after those that it imports; the last
one is the script itself. Nothing is renamed, so the script can be debugged as its modules. Comments
on lines of their own stay in the sources: they are a fifth of what a visitor waits for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w-]+\.js)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_FORWARD = re.compile(r"^export (\{[^}]*\});\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_OTHERS = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def bundle(name: str, files: Mapping[str, bytes], beside: str | None = None) -> str:
    """The script of a module of the page with all that it imports; it exports what that exports.

    One that is loaded `beside` another takes from that what both import; it exports `modules`.
    """
    known = [] if beside is None else modules(beside, files)
    parts = [
        _wrapped(each, files[each].decode())
        for each in modules(name, files)[:-1]
        if each not in known
    ]
    begin = (
        "const modules = {};\n" if beside is None else f'import {{ modules }} from "./{beside}";\n'
    )
    # No string of the page depends on blank lines, or on the blanks at the beginning of its lines.
    return _INDENT.sub("", "".join([begin, *parts, _taking(files[name].decode())]))


def later(name: str, files: Mapping[str, bytes]) -> list[str]:
    """The modules that a module, or one of those that it imports, loads when they are needed."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for module in modules(waiting.pop(), files):
            named = _LATER.findall(_COMMENT.sub("", files[module].decode()))
            waiting += [each for each in named if each not in found]
            found |= dict.fromkeys(named)
    return list(found)


def modules(name: str, files: Mapping[str, bytes]) -> list[str]:
    """The modules that a module needs, each after those that it needs, and itself."""
    done: list[str] = []
    waiting = [(name, False)]
    while waiting:
        module, is_ready = waiting.pop()
        if module in done:
            continue
        if is_ready:
            done.append(module)
            continue
        needed = [match[2] for match in _IMPORT.finditer(files[module].decode())]
        waiting += [(module, True), *((other, False) for other in needed)]
    return done


def _wrapped(name: str, text: str) -> str:
    """A module as a function that returns what it exports."""
    names = [match[1] for match in _EXPORT.finditer(text)]
    forwarded = [match[1].strip("{} ") for match in _FORWARD.finditer(text)]
    body = _FORWARD.sub("", _EXPORT.sub("", _taking(text)))
    if found := _OTHERS.search(body):
        line = body[found.start() :].partition("\n")[0]
        raise ValueError(f"{name}: expected an import or export in one of the usual forms: {line}")
    return (
        f"modules[{name!r}] ??= (() => {{\n{body}return {{ {', '.join([*names, *forwarded])} }};\n"
        "})();\n"
    )


def _taking(text: str) -> str:
    """A module that takes what it imports from the functions before it."""
    return _COMMENT.sub("", _IMPORT.sub(_taken, text))


def _taken(match: re.Match[str]) -> str:
    names = match[1] and match[1].removeprefix("* as ")
    return f"const {names} = modules[{match[2]!r}];\n" if names else ""
