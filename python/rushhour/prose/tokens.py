"""Tokens: every character of a text is a blank or in one token, and a letter says its kind.

```text
L, D  a label of the puzzle; D if it is L, R, U or D     w  left, right, up, down    + -  a sign
M     a number that may be a label                       a  an arrow                 J  an object
K, d  another capital; d if it is L, R, U or D           v  a verb: move, slides     P  an action
T     "the target", "the red car"                        n  a noun: car, truck       C  CSV
Y     a label and a direction in one word: AR            u  a unit: cells            !  a cut
S, B  a move in one word: A-Right-2, A2R; and one of one cell, without a number: A>, AR
W     two cells, by letter and number or in pairs: b1-b4, (0, 1) -> (3, 1)
N, G  another number; G if no move is so long            c, t  one, two; once, twice
o, f, k, y, z  to, the, by; of; and, then; can; any other word       h  a place: row 2, (1, 2)
i     "all the way", which is no number of cells
e     another word of two letters that begins like a direction: RR
m, X  a word with a digit in it; what begins as a move in a form that is not read
q     a quote or a mark of emphasis without its partner
```

Other signs are their own kind, and `?` if they are rare. The forms of moves are patterns over
these letters (`notations`), so nothing is passed over inside a move or between two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from rushhour.model.move import quoted
from rushhour.model.puzzle import Puzzle
from rushhour.model.words import WAYS
from rushhour.planning import vehicle_names

_COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_TIMES = ["once", "twice", "thrice"]
NUMBERS = {word: number for words in (_COUNTS, _TIMES) for number, word in enumerate(words, 1)}
ARROWS = dict(zip("←→↑↓⬅➡⬆⬇", ("left", "right", "up", "down") * 2, strict=True))
SIGNS = {"<": "left", ">": "right", "^": "up", "v": "down"}
INITIALS = {word[0].upper(): word for word in WAYS}
COMPASS = {"west": "left", "east": "right", "north": "up", "south": "down"}
# Of the sign that tells that an arrow is a picture.
_PICTURE = "\ufe0f"
_RUN = "|".join(rf"(?:{arrow}{_PICTURE}?){{1,40}}" for arrow in ARROWS)
_SIGN = f"(?:[<>^]|{_RUN})"
_CALL = rf"(?i:(?:move|slide|push|go)?_?(?:{'|'.join(WAYS)}))"
_WAY = rf"(?:{'|'.join(WAYS)}|[LRUDv]|{_SIGN})"
MINUS = r"\-\u2212\u2010\u2011\u2013\uff0d"
_QUOTES = "\"'`*_“”‘’«»„"  # noqa: RUF001 - as texts have them

_WORDS = {
    "n": "car cars truck trucks vehicle vehicles",
    "b": "block blocks piece pieces",
    "u": "cell cells square squares space spaces step steps unit units tile tiles place places"
    " position positions times",
    "o": "to the by",
    "f": "of",
    "k": "and then again so first next finally lastly now",
    "y": "can could may might would cannot let lets allow allows",
    "w": " ".join(f"{way} {way}ward {way}wards" for way in (*WAYS, *COMPASS)),
    "c": " ".join(_COUNTS),
    "t": " ".join(_TIMES),
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}
# The kinds of other words by their shape, in the order in which they are tried.
_SHAPES = (
    ("v", re.compile(r"(?i:(?:mov|slid|shift|push|pull|driv)[a-z]{1,3}|go|goes|going)")),
    ("z", re.compile(r"I|[0-9]*(?:1st|2nd|3rd|[0-9]th)|[0-9]+x[0-9]+")),
    ("d", re.compile("[LRUD]")),
    ("K", re.compile("[A-Z]")),
    ("h", re.compile(r"(?i:r[0-9]{1,2}c[0-9]{1,2})")),
)

_NOUNS_OF_PLACES = r"(?i:rows?|col(?:umn)?s?|cells?|squares?|positions?|lines?|steps?)"
_LINKS = rf"(?:[{MINUS}&]|to|and|through)"
# The parts of an object, by the keys that people and models give them.
KEYS = {
    "vehicle": ("vehicle", "car", "label", "piece", "block", "id", "name"),
    "cells": (
        *("cells", "distance", "steps", "squares", "spaces", "count", "amount", "by", "n"),
        *("delta", "shift", "offset"),
    ),
    "way": ("direction", "dir", "way", "move"),
}
_PARTS = tuple(KEYS.items())
_ANY_KEY = "|".join(key for keys in KEYS.values() for key in keys)
# An object with two of these keys describes where a vehicle stands.
_PLACES = {"axis", "orientation", "row", "col", "column", "x", "y", "length", "size", "position"}
CUTS = {
    "fence": "```",
    "open": r"(?i:<answer>|</think>|\\boxed\{)",
    "close": r"(?i:</answer>)",
    "title": r"(?im:^[#*_>`\t ]{0,8}(?:(?:the|my)[ \t])?(?:answer|solution)[*_\t ]{0,4}(?::|$))",
    "final": r"(?i:final[ \t](?:answer|solution|moves?|list|sequence))",
    "again": r"(?i:start(?:ing)?[ \t](?:over|again)|restart(?:ing)?|from[ \t]scratch"
    r"|reset[ \t]the[ \t]board|try(?:ing)?[ \t]again)",
    "remarks": r"(?im:^[#*_>`\t ]{0,8}(?:explanation|reasoning|verification|check)[*_\t ]{0,4}"
    r"(?::|$))",
}
"""What begins or ends a list of moves. Every repetition, here and below, is bounded."""


class Token(NamedTuple):
    """A token by its kind, its place in the text, and what it says.

    `value` is a label, a direction, a number of cells, the name of a cut, or the moves of a longer
    form: each as its vehicle, its cells and, if the form names one, its direction.
    """

    kind: str
    start: int
    end: int
    value: object = None


SaidMove = tuple[str, int, str | None]
NamedCell = tuple[str | int, int]
"""A cell by its letter and its number, as on a chessboard, or by two numbers."""


class Lexer:
    """The tokens of texts about a puzzle.

    `12R` is vehicle 12, one cell to the right; with `short_labels` it is vehicle 1, two cells. With
    `small` a small letter can stand for the vehicle of the capital, as `a` does not in a sentence.
    """

    def __init__(self, puzzle: Puzzle, *, short_labels: bool = False, small: bool = False) -> None:
        self._least = 1 if small else 2
        self.labels = {vehicle.label: vehicle.axis for vehicle in puzzle.vehicles}
        self._lengths = {vehicle.label: vehicle.length for vehicle in puzzle.vehicles}
        self.has_numbers = any(re.fullmatch("[0-9]{1,3}", label) for label in self.labels)
        self._target = puzzle.target
        self._names = {name: label for label, name in vehicle_names(puzzle).items()}
        self._folded = {label.casefold(): label for label in reversed(self.labels)}
        self._quoted = {quoted(label): label for label in self.labels}
        self._readers: dict[str, Callable[[str], tuple[str, object]]] = {
            "quoted": self._label,
            "odd": self._label,
            "joined": self._joined,
            "call": self._called,
            "corners": lambda text: ("W", _corners(text)),
            "pairs": lambda text: ("W", _pairs_of_cells(text)),
            "target": lambda text: ("T", self.label(text)),
            "word": self._word,
            "joint": lambda text: ("Y", (text[:-1], INITIALS[text[-1]])),
            "initial": lambda text: ("D" if text in self.labels else "d", text),
            "single": lambda _: ("c", "one"),
            "arrow": lambda text: ("a", ARROWS[text]),
            "number": self._number,
            "object": self._object,
            "csv": self._csv,
            "plan": self._plan,
        }
        own = "|".join(map(re.escape, self.labels))
        self._shapes = (
            *_SHAPES,
            ("X", re.compile(rf"(?:{own})[LRUD]\w?|(?i:(?:{own})-(?:{'|'.join(WAYS)}))")),
            ("e", re.compile(r"[LRUD][^\W\d_]")),
        )
        self._pattern = re.compile(self._lexemes(puzzle.cols))
        names = sorted(self.labels, key=len, reverse=not short_labels)
        self._joined_parts = re.compile(
            rf"(?P<label>{'|'.join(map(re.escape, names))})(?:[-_]?(?P<way>{_WAY})[-_]?"
            r"(?P<cells>[0-9]*)|[ \t]?(?P<before>[0-9]+)(?P<letter>[LRUD]))",
            re.IGNORECASE,
        )

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text in their order; marks of emphasis in pairs are left out."""
        found: list[Token] = [Token("\n", 0, 0)]
        for match in self._pattern.finditer(text):
            name = match.lastgroup or ""
            if not name.startswith("blank"):
                found.append(self._token(name, match))
        return _without_pairs(found, text)

    def label(self, name: str) -> str:
        """The label that a text means: its own, else that of another case, else the target's."""
        if name in self.labels:
            return name
        if re.fullmatch(r"(?i:red|target)(?:[ \t]\S+){0,3}", name):
            return self._folded.get(name.casefold(), self._target)
        return self._folded.get(name.casefold(), name)

    def _lexemes(self, cols: int) -> str:
        """The pattern of a token; the name of the group that matched says how it is read."""
        own = "|".join(sorted(map(re.escape, self.labels), key=lambda text: -len(text)))
        # Labels that are no words by themselves, such as "red car" and "#1".
        odd = [text for text in self.labels if not re.fullmatch(r"[^\W_]+", text)]
        odd_labels = [rf"{_edge(text, 0)}(?i:{re.escape(text)}){_edge(text, -1)}" for text in odd]
        quotes = [re.escape(text) for text in self._quoted if text.startswith('"')]
        cell = "|".join([re.escape(text) for text in self.labels if len(text) == 1] + ["[.o#x_]"])
        times = "x" * ("x" not in self._folded)  # as in x3, where no vehicle is called so
        number = "[0-9]{1,3}"
        bar, end = f"(?:{_SIGN}|[-_]{_WAY}[-_])", r"(?!\w)"
        glued = rf"(?!(?:{own})(?!\w))(?:{own})"  # a label may end in a letter of a direction
        joined = (
            rf"(?i:(?:{own}){bar}){number}{end}|{glued}v{number}{end}"
            rf"|(?:{glued}|(?:{own})[ \t]){number}[LRUD]{end}"
            rf"|(?:(?:{own})(?:{_SIGN}|[-_](?i:{'|'.join(WAYS)}))|{glued}[LRUDv]){end}"
            rf"(?![<>^]|[-_]\w|[ \t]?[-+]?[0-9]+(?![0-9]|{_WAY}))"
        )
        corner = "[A-Za-z][0-9]{1,2}"
        corners = rf"(?!(?:{own})(?!\w)){corner}[ \t]?(?:[{MINUS}]>?|[→>:])[ \t]?{corner}"
        cell_pair = rf"[(\[][ \t]?{number}[ \t]?,[ \t]?{number}[ \t]?[)\]]"
        pair = rf"|\([ \t]?{number}[ \t]?,[ \t]?{number}[ \t]?\)" * (not self.has_numbers)
        lexemes = {
            "blanks": r"(?<=[^\n])[^\S\n]+",
            **CUTS,
            "pairs": rf"(?i:from[ \t])?{cell_pair}[ \t]?(?:to|[{MINUS}=]>?|→)[ \t]?{cell_pair}",
            "csv": r"(?im:^\ufeff?car[ \t]{0,3},[ \t]{0,3}move[ \t\r]{0,3}$)"
            r"(?:\n(?:[ \t\r]{0,9}(?=\n)|[^\n`,]{0,90},[^\n`]{0,30}))*",
            "plan": r"(?:[0-9.]{1,20}[ \t]?:[ \t]?)?\([ \t]?"
            r"(?i:(?:forward|back)-[0-9]{1,3}-by-[0-9]{1,3})[ \t]{1,4}[\w-]{1,80}[^()\n]{0,2000}\)"
            r"(?:[ \t]?\[[0-9.]{1,20}\])?",
            "half_plan": r"\(?(?i:forward|back)-[0-9][^\s()]{0,20}"
            r"|\([ \t]?(?i:forward|back)(?!\w)",
            "no_plan": r"\([ \t]?(?i:finish)-[0-9]{1,3}[^()\n]{0,2000}\)",
            "object": r"""\{(?=[^{}]{0,300}["'][A-Za-z]{1,20}["'][ \t]{0,3}:)[^{}]{0,300}\}""",
            "call": rf"(?<![\w.])(?:(?:\w{{1,20}}\.)?{_CALL}\([ \t]?[\"']?(?:{own})[\"']?[ \t]?"
            rf"(?:,[ \t]?{number}[ \t]?)?|(?:{own})\.{_CALL}\([^()\n]{{0,40}})\)",
            "key": rf"""["'](?i:{_ANY_KEY})["'][ \t]{{0,3}}:""",
            "picture": rf"(?m:^[ \t]{{0,8}}(?:[|#<][ \t]?){{0,2}}(?:(?:{cell})[ \t]?){{{cols}}}"
            r"[ \t]{0,3}(?:[|#][ \t]{0,2}){0,2}>?[ \t\r]{0,3}$)",
            "rule": r"[-=]{3,}|\+[-=+]{2,}|\|(?:[ \t]{0,3}:?-{2,9}:?[ \t]{0,3}\|)+",
            "bullet": r"(?m:^[ \t]{0,9}(?:[-+*•·>–—]{1,3}[ \t]{1,9}))",  # noqa: RUF001
            "quoted": "|".join(quotes) or r"(?!)",
            "odd": "|".join(odd_labels) or r"(?!)",
            "single": r"(?<!\w)(?i:an?[ \t](?:cell|square|space|step|unit|tile|place|position))"
            r"(?!\w)",
            "item": r"(?<!\w)(?i:(?:step|move|turn|slide)[ \t]?#?[0-9]{1,3}[ \t]?[:.)])",
            "place": rf"(?<!\w){_NOUNS_OF_PLACES}(?:[ \t]#?|#){number}"
            rf"(?:[ \t]?{_LINKS}[ \t]?{number}){{0,5}}(?!\w){pair}",
            "date": r"(?<!\w)[0-9]{4}-[0-9]{2}-[0-9]{2}(?!\w)",
            "far": r"(?<!\w)(?i:all[ \t]the[ \t]way|as[ \t]far[ \t]as)(?!\w)",
            "target": r"(?<!\w)(?i:target|red)(?:[ \t](?i:car|vehicle|block|piece))?"
            rf"(?:{self._own_name()})?(?!\w)",
            "joined": rf"(?<![^\W_])(?:{joined})",
            "corners": rf"(?<![^\W_]){corners}(?!\w)",
            "joint": rf"(?<![^\W_])(?:{own}|[A-Z]|[0-9]{{1,2}})[LRUD](?=[ \t]?{number}(?!\w))"
            rf"|(?<![^\W_])(?:{own})[LRUD](?!\w)",
            "initial": rf"(?<![^\W_])[LRUD](?={number}(?!\w))",
            "number": r"[0-9]+(?:\.[0-9]+)?(?![^\W_])",
            "word": r"[^\W_]+(?:['’_][^\W_]+)*(?:-[^\W\d_]{2,}){0,9}",  # noqa: RUF001
            "dash": rf"(?<=[ \t])[{MINUS}](?=\s|$)(?![ \t]{{0,9}}[0-9])|—|[-=]{{1,2}}>"
            rf"|[→➡]{_PICTURE}?(?=[ \t]{{0,9}}[^\W\d])",
            "plus": r"[+\uff0b]",
            "minus": rf"[{MINUS}]",
            "arrow": f"[{''.join(ARROWS)}]",
            "mark": rf"(?P<same>[{_QUOTES}])(?P=same)*",
            "blank": rf"[^\S\n]+|{_PICTURE}|(?<=[ \t])[×{times}](?=[0-9])",  # noqa: RUF001
            "sign": r"[\s\S]",
        }
        return "|".join(f"(?P<{name}>{form})" for name, form in lexemes.items())

    def _own_name(self) -> str:
        """The pattern of the target's label behind a word for it: "the red car A".

        A number is the label if another follows, as in "the red car 0 drives right 3"; else it may
        be that of the cells: "the red car 3 right".
        """
        label = rf"[ \t]#?[ \t]?\(?{re.escape(self._target)}(?!\w)\)?"
        if not self._target.isdecimal():
            return label
        return rf"{label}(?=[^\n.,;!?]{{1,40}}(?:[0-9]|{'|'.join(_COUNTS)}))"

    def _token(self, name: str, match: re.Match[str]) -> Token:
        text = match[0]
        read = self._readers.get(name)
        if read is not None:
            kind, value = read(text)
        elif name in CUTS:
            kind, value = "!", name
        else:
            kind, value = _SIMPLE.get(name) or (text if text in _SIGNS else "?"), text
        return Token(kind, *match.span(), value)

    def _label(self, text: str) -> tuple[str, object]:
        label = self._quoted.get(text) or self.label(text)
        return "M" if label.isdecimal() else "L", label

    def _word(self, text: str) -> tuple[str, object]:
        lower = text.lower()
        if text in self.labels and lower not in WAYS:
            return "D" if text in INITIALS else "L", text
        if len(text) >= self._least and lower in self._folded and lower not in _KINDS:
            return "L", self._folded[lower]
        shapes = (kind for kind, shape in self._shapes if shape.fullmatch(text))
        rest = "m" if any(char.isnumeric() for char in text) else "z"
        kind = _KINDS.get(lower) or next(shapes, rest)
        return kind, lower if kind in "wct" else text

    def _number(self, text: str) -> tuple[str, object]:
        if not re.fullmatch("[0-9]{1,3}", text):
            return "G", text
        return "M" if self.has_numbers else "N", text

    def _joined(self, text: str) -> tuple[str, object]:
        """A move in one word: one cell if it has no number."""
        parts = self._joined_parts.fullmatch(text)
        if parts is None:
            return "X", None
        word, cells = parts["way"] or parts["letter"], parts["cells"] or parts["before"]
        word = word.replace(_PICTURE, "")
        arrows = len(word) if word[0] in ARROWS else 1
        way = way_of(word[0] if arrows > 1 else word)
        if way is None or (cells and arrows > 1):
            return "X", None
        found: SaidMove = self.label(parts["label"]), WAYS[way][1] * int(cells or arrows), way
        return ("S" if cells else "B"), [found]

    def _called(self, text: str) -> tuple[str, object]:
        """A move in a call of a program: `moveLeft(B, 2)` or `B.left(2)`."""
        name, _, arguments = text.rstrip(")").partition("(")
        way = re.search(rf"(?:{'|'.join(WAYS)})$", name.lower())
        assert way is not None
        words = [word.strip(" \t\"'") for word in arguments.split(",") if word.strip()]
        owner = name[: way.start()].rpartition(".")[0]
        if owner in self.labels:
            words.insert(0, owner)
        label, cells, *more = (*words, "1") if len(words) < 2 else words
        if more or not re.fullmatch("[0-9]{1,3}", cells):  # two vehicles or numbers
            return "X", None
        said: SaidMove = self.label(label), WAYS[way[0]][1] * int(cells), way[0]
        return ("S" if len(words) > 1 else "B"), [said]

    def _object(self, text: str) -> tuple[str, object]:
        """A move in an object; X if it looks like one, z if it has no part of a move."""
        pairs = _pairs(text)
        if pairs is None:
            return "X" if re.search(rf"[\"'](?i:{_ANY_KEY})[\"']", text) else "z", None
        return self.in_object(pairs)

    def in_object(self, pairs: list[tuple[str, object]]) -> tuple[str, object]:
        """The same for the keys, in small letters, and values of an object."""
        pairs = _along(pairs)
        found = {part: [value for key, value in pairs if key in keys] for part, keys in _PARTS}
        if not any(found.values()) or len(_PLACES & {key for key, _ in pairs}) >= 2:
            return "z", None
        names, counts, ways = found["vehicle"], found["cells"], found["way"]
        if (len(names), len(counts)) != (1, 1) or len(ways) > 1:
            return "X", None
        name, count, way = str(names[0]), str(counts[0]), way_of(str(ways[0])) if ways else None
        if not re.fullmatch("[0-9]{1,3}" if ways else "[+-]?[0-9]{1,3}", count):
            return "X", None
        is_lost = not ways and any(way_of(str(value)) for _, value in pairs if value != names[0])
        if is_lost or (ways and way is None):  # a direction is among other keys, or is none
            return "X", None
        sign = 1 if way is None else WAYS[way][1]
        return "J", [(self.label(name), sign * int(count), way)]

    def _csv(self, text: str) -> tuple[str, object]:
        """The moves in the lines below a head, where + is right or up; else the line itself."""
        rows = [line.strip() for line in text.split("\n")[1:]]
        return "C", [self._row(row) for row in rows if row]

    def _row(self, row: str) -> SaidMove | str:
        label, _, cells = (part.strip() for part in row.rpartition(","))
        if not label or not re.fullmatch(r"[+-]?[0-9]{1,3}", cells):
            return row[:60]
        label = self._quoted.get(label, label)
        return label, int(cells) * (-1 if self.labels.get(label) == "v" else 1), None

    def _plan(self, text: str) -> tuple[str, object]:
        """The move in an action of a plan; X if the vehicle has another length."""
        words = text[text.index("(") + 1 :].lower().split()
        way, length, _, cells = words[0].split("-")
        name = words[1].rstrip(")")
        label = self._names.get(name, name)
        if self._lengths.get(label, int(length)) != int(length):
            return "X", None
        return "P", [(label, int(cells) * (1 if way == "forward" else -1), None)]


_SIMPLE = {
    "half_plan": "X",
    "no_plan": "z",
    "key": "X",
    "picture": "z",
    "rule": ",",
    "bullet": ",",
    "item": ",",
    "place": "h",
    "date": "z",
    "far": "i",
    "dash": ",",
    "plus": "+",
    "minus": "-",
    "mark": "q",
}
_SIGNS = set("\n:,;.!()[]|#<>^=/")


def _along(pairs: list[tuple[str, object]]) -> list[tuple[str, object]]:
    """The pairs with a direction and a distance for `dx` and `dy`, of which only one is not 0."""
    steps = [(key, value) for key, value in pairs if key in ("dx", "dy")]
    far = [(key, value) for key, value in steps if type(value) is int and value != 0]
    others = [pair for pair in pairs if pair[0] not in ("dx", "dy")]
    is_plain = len({key for key, _ in steps}) == len(steps)
    if len(far) != 1 or not is_plain or any(type(value) is not int for _, value in steps):
        return pairs
    key, cells = far[0]
    assert isinstance(cells, int)
    ways = ("left", "right") if key == "dx" else ("up", "down")
    return [*others, ("direction", ways[cells > 0]), ("distance", abs(cells))]


def _pairs(text: str) -> list[tuple[str, object]] | None:
    """The keys, in small letters, and values of an object as JSON or Python has it."""
    if '"' not in text:
        text = text.replace("'", '"')
    try:
        found: list[tuple[str, object]] = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return None
    return [(key.lower(), value) for key, value in found]


def way_of(word: str) -> str | None:
    """The direction that a word, a letter or an arrow means."""
    word = ARROWS.get(word) or SIGNS.get(word) or INITIALS.get(word.upper()) or word.lower()
    word = re.sub("wards?$", "", word)
    word = COMPASS.get(word, word)
    return word if word in WAYS else None


def _edge(label: str, place: int) -> str:
    """What parts a label from a word beside it."""
    if not re.match(r"\w", label[place]):
        return ""
    return r"(?<!\w)" if place == 0 else r"(?!\w)"


def _without_pairs(tokens: list[Token], text: str) -> list[Token]:
    """The tokens without marks of emphasis and quotes that have a partner in their line."""
    paired: set[int] = set()
    open_marks: dict[str, int] = {}
    for number, token in enumerate(tokens):
        if token.kind == "\n":
            open_marks.clear()
        elif token.kind == "q":
            mark = _plain(text[token.start : token.end])
            before = open_marks.pop(mark, None)
            if before is None:
                open_marks[mark] = number
            else:
                paired |= {before, number}
    return [token for number, token in enumerate(tokens) if number not in paired]


def _plain(mark: str) -> str:
    """A mark of which the partner is the same."""
    return mark.translate(str.maketrans("“”„«»‘’", '"""""\'\''))  # noqa: RUF001


def _corners(text: str) -> tuple[NamedCell, NamedCell]:
    """The two cells of a text such as `b1-b4`."""
    (first, row), (last, to) = re.findall(r"([A-Za-z])([0-9]+)", text)
    return (first.lower(), int(row)), (last.lower(), int(to))


def _pairs_of_cells(text: str) -> tuple[NamedCell, NamedCell]:
    """The two cells of a text such as `(0, 1) -> (3, 1)`."""
    first, second, third, fourth = map(int, re.findall("[0-9]+", text))
    return (first, second), (third, fourth)
