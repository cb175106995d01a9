"""The English texts of the page, each the key of its words: those of scripts and `index.html`."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = Path(str(files("rushhour.web"))) / "static"
LANGUAGES = sorted(file.stem.removeprefix("words-") for file in STATIC.glob("words-*.json"))
# What is the same in every language: names, and what stands on a key or in a file.
NAMES = {
    "A4",
    "CSV",
    "PNG",
    "SVG",
    "app.js",
    "rushhour",
    "H",
    "F",
    "N",
    "R",
    "S",
    "T",
    "U",
    "W",
    "Y",
}
ATTRIBUTES = ("aria-label", "title")

_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_TEXT = re.compile(rf"\bt\(\s*({_STRING})")
_CALL = re.compile(r"(?<![\w.#])(?<!function )t\(")
_COUNT = re.compile(r"(?<![\w.#])count\(")
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")


def of_scripts() -> set[str]:
    """The texts of the scripts: what each `t` begins with, and `# slide` for what is counted."""
    found: set[str] = set()
    for file in STATIC.glob("*.js"):
        text = _COMMENT.sub("", file.read_text("utf-8"))
        found |= {f"# {unit}" for unit in units(text)}
        if file.name != "translate.js":  # which says the texts of the page
            found |= of_script(file.name, text)
    return found


ENDS = ("left", "right", "top", "bottom")
WAYS = ("left", "right", "up", "down")
# Where the core says sentences in parts.
_SAYING = (
    *("analysis/hints/mod.rs", "analysis/rating.rs", "board/mod.rs", "board/notation.rs"),
    *("board/rules.rs", "operations/lock.rs", "operations/vary.rs"),
)
# Parts of those that it joins, and a label.
_PIECES = {"{whose}'s", "make way for {whom}", "V{number}"}
_RUST_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def of_core() -> set[str]:
    """The texts that the core says in parts: those in its sources, and those that it joins."""
    found: set[str] = set()
    for name in _SAYING:
        source = (ROOT / "src" / name).read_text("utf-8").partition("#[cfg(test)]")[0]
        source = re.sub(r"^ *//[^\n]*\n", "", source, flags=re.MULTILINE)
        texts = [re.sub(r"\\\n\s*", "", text) for text in _RUST_TEXT.findall(source)]
        found |= {text for text in texts if re.search(r"(?<!\{)\{\w+\}", text)}
        found |= set(re.findall(r'Phrase::new\(\s*"([^"{]*)"', source))
        found |= {f"# {unit}" for unit in re.findall(r'counted\([^"]*?, "([\w ]+)"', source)}
    whole = {text for text in found - _PIECES if not re.search(r"\{[{}:]", text)}
    return whole | _joined()


def _joined() -> set[str]:
    """The texts that the core puts together of a verb, a way, a side or a change."""
    moves = {f"{{vehicle}} {verb} {way} {{cells}}" for verb in ("goes", "must go") for way in WAYS}
    clauses = {
        f"{{who}} {verb} {cell} to {aim}"
        for verb in ("needs", "can use")
        for cell in ("its cell", "{whose}'s")
        for aim in ("clear the exit", "make way for {whom}")
    }
    exits = {f"{side} of row {{line}}" for side in ("left", "right")}
    exits |= {f"{side} of column {{line}}" for side in ("top", "bottom")}
    ends = {f"{how} at the {end}" for how in ("longer", "shorter") for end in ENDS}
    changes = {"one row up", "one row down", "one column left", "one column right"} | ends
    new = {f"new {{label}}, {{length}} cells {way} from {{cell}}" for way in ("right", "down")}
    return moves | clauses | exits | new | {f"{{vehicle}} {each}" for each in changes}


def of_script(name: str, text: str) -> set[str]:
    """The texts of a script; every `t` must begin with one, since nobody could find another."""
    found = [ast.literal_eval(each) for each in _TEXT.findall(text)]
    assert len(found) == len(_CALL.findall(text)), f"{name}: expected a text in every t()"
    return set(found)


def units(text: str) -> set[str]:
    """What a script counts, where it says so itself."""
    found = set()
    for call in _COUNT.finditer(text):
        arguments = inside(text, call.end())
        if unit := re.search(rf",\s*({_STRING}),?\s*$", arguments):
            found.add(ast.literal_eval(unit[1]))
    return found


def inside(text: str, start: int) -> str:
    """What stands between a parenthesis and the one that closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    raise AssertionError("an open parenthesis")


_EMPTY = {"input", "meta", "link", "br", "path", "rect", "use", "circle"}


class _Page(HTMLParser):
    """Collects the texts of a page as `language.js` puts them together."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: set[str] = set()
        self._open: list[tuple[str, list[str | int]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ATTRIBUTES and value:
                self.found.add(value)
        if self._open:
            self._open[-1][1].append(0)
        if tag not in _EMPTY:
            self._open.append((tag, []))

    handle_startendtag = handle_starttag

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][1].append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, parts = self._open.pop()
            if not {"head", "noscript"} & {name, *(other for other, _ in self._open)}:
                self._say(parts)
            if name == tag:
                return

    def _say(self, parts: list[str | int]) -> None:
        texts = [part for part in parts if isinstance(part, str) and _LETTER.search(part)]
        if len(texts) == 1:
            self.found.add(texts[0].strip())
        elif texts:
            numbers = iter(range(len(parts)))
            whole = [part if isinstance(part, str) else f"{{{next(numbers)}}}" for part in parts]
            self.found.add("".join(whole).strip())


def of_page() -> set[str]:
    """The texts of `index.html`; a sentence with elements in it has `{0}` and so on for these."""
    page = _Page()
    page.feed((STATIC / "index.html").read_text("utf-8"))
    return page.found - NAMES
