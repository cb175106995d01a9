"""Texts of puzzles with one line edited as a person would, for the readers of both languages."""

import re

from hypothesis import strategies as st

from support.examples import CAR_LIST, EXAMPLES

BARE = "1 2 h 2\n0 1 v 3\n0 0 h 2\n"
SAMPLES: list[tuple[str, str | None]] = [
    *((text, None) for text, _ in EXAMPLES.values()),
    (CAR_LIST.removeprefix("6\n"), None),
    (CAR_LIST.replace("6\n", "8\n", 1), None),
    (CAR_LIST.replace("6\n", "8x8\n", 1), None),
    (f"Jam-1\n8\n{BARE}.\nJam-2\n6\n{BARE}.\n", None),
    (f"8\n{BARE}.\n8\n{BARE}.\n", None),
    (BARE, None),
    (EXAMPLES["csc"][0].replace("6\n", "8\n", 1), None),
    (EXAMPLES["uva"][0], "Rushhour9x9_4.csv"),
    ("2 3\n0\n ...\nK.PP\n", None),
    ("3 3\n1\nP..\nPBB\n...\nK\n", None),
    ("[[2, 2, 0],\n [1, 1, 0],\n [0, 0, 0]]\n", None),
    ("..XX.....\n.........\nBB.......\n", None),
    ("AA..\n..B.\n..B.\n....\n", None),
]
LEVEL = "..B.....B...AAB....................."
SAMPLES += [
    ("X,0,2,2,h;\nB,2,0,3,v;\nC,5,1,3,v;\n", None),
    ("0,2,2,h;2,0,3,v;5,1,3,v;\n", None),
    ("X,2,0,H,2\nB,1,5,V,3\nC,5,0,H,3\n#,4,4,-,1\n", None),
    (f"1. {LEVEL}\nLevel 2: {LEVEL}\n{LEVEL} 2\n", None),
    (f"Level 1\n{LEVEL}\nLevel 2\n{LEVEL}\n", None),
    (f"{LEVEL} B+3 A+4\n{LEVEL};2\n", None),
    ("..B...\n..B...\nXXB...\n......\n......\n......\nB+3 X+4\n", None),
    ("6\n0 0 2 h 2\n1 2 0 v 3\n1+3\n0+4\n", None),
]
TITLES = ["Jam-9", "Level 5", "8", "8x8", "8 8", "size 8", "Size: 8", "rows=8 cols=8", "\uff18"]
TITLES += ["# Jam-9", "8.0", "6,6", "1000000000", "A+1", "...", "0 0 0 0", "2", "AA..", "x"]
UNITS = [" cells", "cm", ".0", "x", "x8", " 8", "%", ";", ":", ",", " h"]
SEPARATORS = [" ", ",", ";", "\t", "", ", ", "/"]


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str | None]:
    """A sample with one edit, and the name of its file."""
    text, name = draw(st.sampled_from(SAMPLES))
    lines = text.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    edit = draw(st.sampled_from(EDITS))
    return "\n".join(edit(draw, lines, at)) + "\n", name


def deleted(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], *lines[at + 1 :]]


def blanked(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], "", *lines[at + 1 :]]


def parted(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], "", *lines[at:]]


def doubled(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return [*lines[:at], *lines[at : at + 1] * 2, *lines[at + 1 :]]


def swapped(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    lines, other = list(lines), draw(st.integers(0, len(lines) - 1))
    lines[at], lines[other] = lines[other], lines[at]
    return lines


def renumbered(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return replaced(draw, lines, at, r"\d+", lambda _: str(draw(st.integers(0, 12))))


def measured(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    return replaced(draw, lines, at, r"\d+", lambda found: found + draw(st.sampled_from(UNITS)))


def separated(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    sign = draw(st.sampled_from(SEPARATORS))
    return [*lines[:at], re.sub(r"[\s,;/]+", sign, lines[at]), *lines[at + 1 :]]


def entitled(draw: st.DrawFn, lines: list[str], at: int) -> list[str]:
    place = draw(st.sampled_from([0, at]))
    return [*lines[:place], draw(st.sampled_from(TITLES)), *lines[place:]]


def replaced(draw, lines, at, pattern, new) -> list[str]:
    """One match of a pattern in a line replaced, where there is one."""
    found = list(re.finditer(pattern, lines[at]))
    if not found:
        return lines
    match = draw(st.sampled_from(found))
    line = lines[at][: match.start()] + new(match[0]) + lines[at][match.end() :]
    return [*lines[:at], line, *lines[at + 1 :]]


EDITS = [
    *(deleted, blanked, parted, doubled, swapped, renumbered, measured, separated, entitled),
]
