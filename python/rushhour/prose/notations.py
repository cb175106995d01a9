"""Notations: the forms of a move in a text, as one table; and what looks like a move and is none.

A form is a pattern over the kinds of tokens (`tokens`). `<label>`, `<name>`, `<way>`, `<number>`
and so on are the parts of a move. Between the parts stand only the signs that the form has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from rushhour.model.words import WAYS
from rushhour.prose.tokens import NUMBERS, Lexer, NamedCell, SaidMove, Token, way_of

MOST_UNREAD = 20
"""The most texts that are kept of what is not read."""


class Notation(NamedTuple):
    """A form of a move: its name, examples, and the pattern over the kinds of its tokens."""

    name: str
    examples: tuple[str, ...]
    form: str


_PARTS = {
    "label": "[LKMDdT]",
    "other": "[zNmc]",  # after a noun any word is a label, even one that no vehicle has
    "joint": "Y",
    "sign": "[-+]",
    "letter": "[dDa]",
    "initial": "[da]",
    "way": "w",
    "number": "[NM]",
    "count": "[NMct]",
}
_NAME = "(?:(?:[nb][:#]{0,2})?<label>n?|n#?<other>)"
_MOVE = "(?:vo{0,2})?" + _NAME
_GAP = r"[:,;|()\[\]]{0,3}"
_WIDE_GAP = r"[:,;|()\[\]>-]{0,3}"
# The end of a clause: then a direction without a number is one cell.
_END = r"(?=[\n.,;!)\]|k]|$)(?!\n?[^\nLKDdTnv]{0,12}[NMGctu])"
# The same where a direction is alone in its line or clause: the next move may be of vehicle 2.
_BARE_END = (
    r"(?=[\n.,;)\]|]|$|L[dDaw])(?![.,;:)\]|]{1,3}(?:[NGctu]|M(?![dDaw])))"
    r"(?!\n(?:[Gctu]|N(?![.):])|M(?![dDaw.):])))"
)

NOTATIONS = (
    Notation("sign", ("A+2", "B: -1", "**C+3**", "B + 2"), "<label>:?<sign><number>"),
    Notation("joined", ("A-Right-2", "A2R", "A>2", "moveRight(A, 2)", "A.right(2)"), "S"),
    # The first cell of a row that says a move is no move: `| 2L | 1 | down | 2 |`.
    Notation("bare joined", ("A>", "3^", "BD", "A-right", "left(A)"), r"B(?!\|[LKMDdT]\|[wda])"),
    Notation(
        "bare",
        ("A RIGHT", "B down", "(A, right)", "A R"),
        # In `1: 2 right`, 1 may be the number of the item or the vehicle.
        rf"(?<!M:)(?:{_NAME}{_GAP}<way>|{_NAME}[:,|]?<initial>){_BARE_END}"
        r"|(?<=\n)<label>:?<letter>(?=\n|$)",
    ),
    Notation("corners", ("b1-b4", "A a2-c2", "A: (0, 1) -> (3, 1)"), "(?:v?<label>:?)?W"),
    Notation(
        "letter",
        ("AR2", "B D 1", "A: R2", "A → 2", '("A", "R", 2)'),
        rf"(?:<joint>|{_NAME}{_GAP}<letter>){_GAP}<number>",
    ),
    Notation(
        "words",
        (
            "A right 2",
            "A east 2",
            "(A, right, 2)",
            "A: right 2",
            "Move car # 3 down 3 squares",
            "car 2 right one",
            "A down twice",
        ),
        rf"{_MOVE}{_WIDE_GAP}[vz]?o{{0,2}}{_GAP}<way>{_GAP}o?<count>u?",
    ),
    Notation(
        "distance",
        ("A moves 2 right", "slide B two cells to the left", "B by 2 down"),
        rf"{_MOVE}{_WIDE_GAP}v?o?{_GAP}<count>u?[:,;|()\[\]-]{{0,3}}o{{0,2}}<way>(?![fNGct])",
    ),
    Notation("one cell", ("Move A right",), rf"vo?{_NAME}{_WIDE_GAP}<way>{_END}"),
    Notation(
        "object",
        ('{"vehicle": "A", "cells": 2}', '{"car": "A", "direction": "right", "distance": 2}'),
        "J",
    ),
    Notation("plan", ("(forward-2-by-3 car-a ...)",), "P"),
    Notation("csv", ("A,2",), "C"),
)
"""Every notation of a move in free text, in the order in which they are tried."""

_LISTED = ("joined", "bare joined", "object", "plan", "csv")
_BARE = ("bare joined", "bare")
"""Forms without a number: one cell. Beside a move with a number one may be lost: then they are one
cell only where the answer so read solves the puzzle."""

# Numbers of items, before a move: `1.`, `1)`, `(1)`, `1:` and `| 1 |`. A colon and a line of a
# table must be followed by a vehicle, since `1: right 2` moves vehicle 1.
_VEHICLE = r"(?:[vnbTJSBW]|[LKDY][^u]|d[:w+-]|M[:|,]?[w+\-dav])"
_HEADS = (
    r"(?:(?<=\n)|(?<=\n,))#?[NM][.)]",
    r"(?<=[.,;:)NMc])[NM][.)](?=[vnkzTLKDdYJSBW]|M[:|,]?[w+\-dav])",
    r"\([NM]\)(?=[vnkzTLKDdYJSBW]|M[:|,]?[w+\-dav])",
    rf"(?<=\n)#?[NM]:(?={_VEHICLE})",
    rf"(?<=\n)\|[NM]\|(?={_VEHICLE})",
)

# What stands for the tokens of a move that is read.
_READ = "!"
_LABEL, _LETTERS, _FEW = "[LKMDdT]", "[LKDdT]", "[:,|(q]{0,2}"
LOOKS = (
    "[XYmSBW]",  # AR, BDD2, (forward-2
    r"[+-]+[NMG]",  # +2, --2, 3+4
    rf"{_LABEL}q?:?[+-]+[NMG]?",  # A+, A++4, A+1.5
    rf"{_LETTERS}[:,(|q]{{0,3}}[NMGct]",  # A 4, ("A", 4)
    r"M[:q]{0,2}[NMGt]",  # 3: 2
    rf"{_LABEL}a|{_LABEL}=[NMGct]|[LKMDd][<>^]",  # A →, A=4, A>
    rf"{_LABEL}:[dD]|{_LABEL}:?e|(?<=\n,,)[wdD]:?(?=\n|$)",  # A: R, A: RR, 2: R:
    rf"{_LABEL}[:,;|()\[\]>q-]{{0,3}}w(?!f)",  # A right; not: A right of B
    rf"{_LABEL}v[NMGct]",  # A moves 2
    rf"{_LABEL}:?z?ho?h",  # A from row 1 to row 4
    rf"{_LABEL}[:,(|]{{0,2}}v?i|io?w|wi",  # A all the way down
    rf"(?<=[\n.,;k])(?:vo?n?{_LABEL}|n?{_LABEL}v)o+h",  # move A to row 4
    r"(?<!y)(?<!y.)v[zokqLKMDdT]{0,2}w(?!f)",  # then move it right; not: A can move right
    r"w[okq]?[:,|(q]{0,2}[NMGt]|wo?[:,|(q]{0,2}c|aq?[NMG]",  # right 2, right by two, → 2
    r"[NMG]u?[:,|()q-]{0,2}o{0,2}w(?!f)|cuo{0,2}w",  # 2 right, two cells to the right
    r"uo{1,2}w(?![fz])|uw|h,?w(?!f)",  # cells to the right, cell 2 right
    r"(?<=\n)[NMGct]u",  # a line that begins: 2 cells
    r"(?:(?<=\n)|(?<=\n,)|(?<=\n,,)|(?<=\n,,,))[NMG](?=\n|$)",  # a line that is a number
    rf"{_LABEL}k(?={_READ})|{_LETTERS}#?(?={_READ})|[NMG]#?(?={_READ})",  # A and B+2, A B+2, 1 B+2
    rf"(?<={_READ})[NMG]",  # B+2 4
    # A vehicle and a number in one line, whatever stands between: a wrong word, a lost sign. The
    # number is none of cells if another word than a unit follows: `A solution in 2 moves`.
    rf"(?:{_LETTERS}|[nb][:#]{{0,2}}[MNzm])[^\n{_READ}]{{0,9}}[NMGt](?![vz])|{_LETTERS}.?z.?cu",
    rf"(?:(?<=[\n.,;{_READ}v])|(?<=\n\|))M(?!v)[^\n{_READ}]{{1,9}}[NMGt](?=u|[\n.,;|{_READ}]|$)",
    # The same, broken by a line end.
    rf"(?:{_LETTERS}|(?<=[\n#|,v])M){_FEW}(?:z{_FEW}\n{_FEW}z?|\n{_FEW}z){_FEW}[NMGt]",
)
"""What looks like a move, where no notation reads one."""

# A number, a label, a direction or a sign between two moves, or beside one, is part of the text
# only if a word stands next to it. An arrow may lead from one move to the next.
_WORDLIKE = "zehinubvofkyctTJPCSBW"
_STRAY = re.compile(
    rf"(?<![{_WORDLIKE}])(?:[LKMDdNGwT+^=-]|(?<!{_READ})a|a(?!{_READ}))(?![{_WORDLIKE}])"
)

_OTHER = re.compile(rf"[^\n,;:.()\[\]|q{_READ}k]|k(?!.?[{_READ}])")

# Signs that may touch a move. Others make it part of something else: a formula, a longer number.
_BEFORE = frozenset(" \t\r\n\ufeff\xa0([{\"'`*_|,;:>~$“”‘’«»„—…•→")  # noqa: RUF001
_AFTER = frozenset(" \t\r\n\xa0)]}\"'`*_|,;:.!?<$“”‘’«»—…→")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Said:
    """A move that a text names, from `start` to `end`.

    `vehicle` and `cells` are those of a `Move`. `way` is the word for the direction if the text has
    one: a vehicle cannot move across its lane, but a text can say so. `corners` are the cells from
    which and to which a vehicle moves, if the text has these: then `replayed` finds which it is.
    """

    notation: str
    start: int
    end: int
    text: str
    vehicle: str
    cells: int
    way: str | None = None
    corners: tuple[NamedCell, NamedCell] | None = None


@dataclass(slots=True)
class Reading:
    """The moves of a part of a text in their order, and the texts of what is not read.

    `at` is where the first of these begins.
    """

    moves: list[Said] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    at: int = 0

    def __bool__(self) -> bool:
        return bool(self.moves or self.unread)

    def missed(self, *texts: str, at: int) -> None:
        """Note what looks like a move and is not read, and where it begins."""
        self.at = self.at if self.unread else at
        self.unread += texts[: MOST_UNREAD - len(self.unread)]

    def differs(self, other: Reading) -> bool:
        """Whether the other has other moves, or something unread."""
        lists = [[(one.vehicle, one.cells) for one in each.moves] for each in (self, other)]
        return lists[0] != lists[1] or bool(other.unread)

    def add(self, other: Reading) -> None:
        """Append what follows."""
        self.moves += other.moves
        self.missed(*other.unread, at=other.at)


def _compiled() -> re.Pattern[str]:
    """One pattern of heads and notations; the group that matched says which it is."""
    forms = {"head": "|".join(_HEADS)}
    for number, notation in enumerate(NOTATIONS):
        form = notation.form
        for part, kinds in _PARTS.items():
            for place in range(form.count(f"<{part}>")):
                form = form.replace(f"<{part}>", f"(?P<{part}_{number}_{place}>{kinds})", 1)
        forms[f"notation{number}"] = form
    return re.compile("|".join(f"(?P<{name}>{form})" for name, form in forms.items()))


_FORMS, _LOOKS = _compiled(), re.compile("|".join(LOOKS))


class _Entry(NamedTuple):
    """A part of a text by its first and last token: moves, something unread, or a number alone.

    `at` is where the first text that is not read begins.
    """

    first: int
    last: int
    moves: tuple[Said, ...] = ()
    unread: tuple[str, ...] = ()
    at: int = 0


def read(
    text: str, tokens: list[Token], lexer: Lexer, *, whole: bool = False, mixed: bool = False
) -> Reading:
    """The moves that tokens of a text name, and what looks like one and is not read.

    With `whole` no words may stand between moves, beside or below them. With `mixed` a move without
    a number is one cell beside moves with one, too.
    """
    return _Reader(text, tokens, lexer).reading(whole=whole, mixed=mixed)


class _Reader:
    def __init__(self, text: str, tokens: list[Token], lexer: Lexer) -> None:
        self._text = text
        self._tokens = tokens
        self._lexer = lexer
        self._kinds = "".join(token.kind for token in tokens)
        self._after_head = -1

    def reading(self, *, whole: bool, mixed: bool) -> Reading:
        """The moves and what is not read, in their order."""
        entries = list(map(self._entry, _FORMS.finditer(self._kinds)))
        looks = [match.span() for match in _LOOKS.finditer(self._left(entries))]
        entries += [self._missed(start, end - 1) for start, end in looks]
        entries += [self._missed(start, end - 1) for start, end in _strays(self._left(entries))]
        if whole:
            others = _others(self._left(entries))
            entries += [self._missed(start, end - 1) for start, end in others]
        entries = _without_lost(entries, mixed=mixed)
        found, end = Reading(), 0
        for entry in sorted(entries, key=lambda entry: entry.first):
            for one in entry.moves:
                if not (found.moves and _repeats(one, found.moves[-1], self._text)):
                    found.moves.append(one)
            if self._tokens[entry.first].start >= end:
                found.missed(*entry.unread, at=entry.at)
            if entry.unread:
                end = self._tokens[entry.last].end
        if len({one.notation == "csv" for one in found.moves}) > 1:
            found.missed("moves in and outside of CSV", at=found.moves[0].start)
        return found

    def _left(self, entries: list[_Entry]) -> str:
        """The kinds of all tokens, with a mark for those of entries."""
        kinds = list(self._kinds)
        for entry in entries:
            mark = _READ if entry.moves or entry.unread else ","
            kinds[entry.first : entry.last + 1] = mark * (entry.last + 1 - entry.first)
        return "".join(kinds)

    def _entry(self, match: re.Match[str]) -> _Entry:
        kind, first, last = str(match.lastgroup), match.start(), match.end() - 1
        if kind == "head":
            self._after_head = last + 1
            return _Entry(first, last)
        if not self._stands_alone(first, last):
            return self._missed(first, last)
        notation = NOTATIONS[int(kind.removeprefix("notation"))].name
        start, end = self._tokens[first].start, self._tokens[last].end
        place = notation, start, end, self._text[start:end]
        if notation in _LISTED:
            listed = cast("list[SaidMove | str]", self._tokens[first].value)
            moves = tuple(Said(*place, *one) for one in listed if not isinstance(one, str))
            unread = tuple(one for one in listed if isinstance(one, str))
            at = self._text.index(unread[0], start) if unread else start
            return _Entry(first, last, moves, unread, at)
        parts = {
            name.partition("_")[0]: self._tokens[match.start(name)]
            for name, kinds in match.groupdict().items()
            if kinds is not None and "_" in name
        }
        if notation == "corners":
            label = self._lexer.label(str(parts["label"].value)) if "label" in parts else ""
            corners = cast("tuple[NamedCell, NamedCell]", self._tokens[last].value)
            return _Entry(first, last, (Said(*place, label, 0, None, corners),))
        return _Entry(first, last, (Said(*place, *self._move(parts)),))

    def _move(self, parts: dict[str, Token]) -> SaidMove:
        """The vehicle, the cells and the direction that the parts of a move say."""
        joint = parts.get("joint")
        if joint is not None:
            name, way = cast("tuple[str, str]", joint.value)
        else:
            token = parts.get("label") or parts["other"]
            name, way = self._text[token.start : token.end], None
            if token.kind in "LMDT":
                name = str(token.value)
        count = parts.get("number") or parts.get("count")
        cells = 1 if count is None else _number(str(count.value))
        if "sign" in parts:
            return self._lexer.label(name), cells * (1 if parts["sign"].kind == "+" else -1), None
        said = next((parts[name] for name in ("way", "letter", "initial") if name in parts), None)
        if said is not None:
            way = way_of(str(said.value))
        return self._lexer.label(name), WAYS[str(way)][1] * cells, way

    def _stands_alone(self, first: int, last: int) -> bool:
        """Whether no sign touches a move that makes it part of something else."""
        if self._kinds[first] in "JPC":
            return True
        start, end = self._tokens[first].start, self._tokens[last].end
        before, after = self._text[start - 1 : start], self._text[end : end + 2]
        if after[:1] in (".", ",") and after[1:].isdigit():
            return after[0] == "," and self._lexer.has_numbers
        starts = start == 0 or before in _BEFORE or first == self._after_head
        return starts and (not after or after[0] in _AFTER or after == "->")

    def _missed(self, first: int, last: int) -> _Entry:
        """The text of tokens, with what touches them, as one that is not read."""
        start, end = self._tokens[first].start, self._tokens[last].end
        before = re.search(r"\S{0,20}\Z", self._text[max(0, start - 20) : start])
        after = re.match(r"\S{0,20}", self._text[end : end + 20])
        start -= len(before[0]) if before else 0
        text = self._text[start : end + (len(after[0]) if after else 0)]
        start += len(text) - len(text.lstrip())
        return _Entry(first, last, unread=(text.strip()[:60],), at=start)


def _strays(kinds: str) -> Iterator[tuple[int, int]]:
    """Places between the moves, and beside them in their lines, of what is no part of the words."""
    first, last = kinds.find(_READ), kinds.rfind(_READ)
    if first < 0:
        return
    start = max(kinds.rfind(kind, 0, first) for kind in "\n" + _WORDLIKE) + 1
    stop = re.compile(rf"[\n{_WORDLIKE}]").search(kinds, last)
    end = stop.start() if stop else len(kinds)
    for match in _STRAY.finditer(kinds, start):
        if match.end() > end:
            return
        yield match.span()


def _others(kinds: str) -> Iterator[tuple[int, int]]:
    """Whatever is no move and no sign from the line of the first move on."""
    first = kinds.find(_READ)
    if first >= 0:
        start = kinds.rfind("\n", 0, first) + 1
        yield from (one.span() for one in _OTHER.finditer(kinds, start))


def _without_lost(entries: list[_Entry], *, mixed: bool) -> list[_Entry]:
    """The entries; beside other notations a move without a number, or by cells, is not read."""
    seen = {one.notation for entry in entries for one in entry.moves} - {"one cell"}
    alone = (("corners",),) if mixed else (_BARE, ("corners",))
    odd = [kinds for kinds in alone if not seen.issubset(kinds)]
    lost = {name for kinds in odd for name in kinds}
    return [
        entry._replace(
            moves=(), unread=tuple(one.text for one in entry.moves), at=entry.moves[0].start
        )
        if any(one.notation in lost for one in entry.moves)
        else entry
        for entry in entries
    ]


def _number(text: str) -> int:
    return NUMBERS[text] if text in NUMBERS else int(text)


def _repeats(one: Said, last: Said, text: str) -> bool:
    """Whether a move only repeats the one before it: `Move A right 2 (A+2)`."""
    is_same = (one.vehicle, one.cells) == (last.vehicle, last.cells) and one.cells != 0
    between = text[last.end : one.start]
    is_aside = len(between) <= 12 and re.fullmatch(r"[ \t*_`\"']*[(\[:=|—–-]+[ \t*_`\"']*", between)  # noqa: RUF001
    return is_same and one.notation != last.notation and bool(is_aside)
