"""However hostile a text is, it is refused soon, by a RushHourError that names a limit."""

import re
from io import StringIO

import pytest

import rushhour
from rushhour import ParseError, Puzzle, RushHourError
from rushhour.formats import FORMATS, attempts
from rushhour.formats.source import MAX_CHARACTERS, MAX_LINES
from support.examples import CAR, EXAMPLES, LINE, PUZZLE

CARD = '{"player": true, "position": 12, "length": 2, "id": "r", "orientation": "horizontal"}'
HEADER = "car,orientation,col,row,length\n"
LONG = "1" + "0" * 5000


MILLION = 1_000_000


HOSTILE = {
    "a million cars": ("carlist", "6\n" + "0 1 2 h 2\n" * MILLION),
    "a million csc": ("csc", f"6\n{MILLION}\n" + "1 h 2 2 3\n" * MILLION),
    "a million ntnu": ("ntnu", "0,2,2,2\n" * MILLION),
    "a million uva": ("uva", HEADER + "X,H,1,3,2\n" * MILLION),
    "a million rows": ("grid", "X.\n" * MILLION),
    "a million rows of itb": ("itb", "6 6\n2\n" + "X.\n" * MILLION),
    "a million blocks": ("blocks", "[" + '["B1", 2, V, (0, 0)],\n' * MILLION + "], (2, 0)"),
    "a million cards": ("nyu", '{"cars": [' + ", ".join([CARD] * MILLION) + "]}"),
    "a million vehicles": ("json", LINE % ", ".join([CAR] * MILLION)),
    "many vehicles": ("json", LINE % ", ".join([CAR] * 30_000)),
    "many walls": (
        "json",
        PUZZLE.replace("{", '{"walls": [' + ",".join(["[9,9]"] * 300_000) + "], ", 1),
    ),
    "a long board": ("boardstring", "A" * MAX_CHARACTERS),
    "a board too long": ("boardstring", "A" * (MAX_CHARACTERS + 1)),
    "a wide grid": ("grid", ("X" * 2000 + "\n") * 2000),
    "rows without cells": ("boardstring", "A" + "/" * MILLION),
    "a wide grid of words": (
        "grid",
        "X " * (MAX_CHARACTERS // 2) + "\n" + "X " * (MAX_CHARACTERS // 2),
    ),
    "a line of blanks": ("ntnu", " " * MAX_CHARACTERS + "x"),
    "a line of commas": ("uva", HEADER + "," * MAX_CHARACTERS),
    "a line of numbers": ("carlist", "1 " * (MAX_CHARACTERS // 2)),
    "a line of exits": ("itb", "6 6\n2\n" + "K" * MAX_CHARACTERS),
    "deep JSON": ("json", '{"rows": ' + "[" * MILLION),
    "deep closed JSON": ("json", '{"vehicles": ' + "[" * 900 + "]" * 900 + "}"),
    "deep objects": ("json", '{"rows": ' * 400_000),
    "deep cards": ("nyu", '[{"cars": ' + "[" * MILLION + "]" * MILLION + "}]"),
    "deep literal": ("blocks", "[[" * 60_000),
    "deep signs": ("blocks", "[], (2, " + "-" * 100_000 + "1)"),
    "deep sums": ("blocks", "[], (2, " + "1+" * 60_000 + "1)"),
    "deep calls": ("blocks", "f" + "()" * 60_000),
    "a long number in JSON": ("json", PUZZLE.replace("2", LONG)),
    "a long number of digits": ("json", PUZZLE.replace("2", "1" * 4000)),
    "a long float": ("json", PUZZLE.replace("2", "1e999")),
    "a long literal": ("blocks", f"[], (2, {LONG})"),
    "a length of 10^9": ("json", PUZZLE.replace("2}", "1000000000}")),
    "a length of 10^30": ("json", PUZZLE.replace("2}", "1" + "0" * 30 + "}")),
    "lengths of 10^9": ("csc", "6\n1\n1 h 999999999 1 1"),
    "a size of 10^9": ("csc", "999999999\n1\n1 h 2 1 1"),
    "a position of 10^30": ("nyu", '{"cars": [' + CARD.replace("12", "1" + "0" * 30) + "]}"),
    "a far vehicle": ("uva", HEADER + "X,H,999999999,1,999999999"),
    "a long number": ("carlist", f"{LONG}\n{LONG} {LONG} {LONG} h {LONG}"),
    "other digits": ("ntnu", "\u0660,\u0661,\u0661,\u0662"),
    "wide digits": ("csc", "\uff16\n\uff11\n\uff11 h \uff12 \uff11 \uff11"),
    "superscripts": ("carlist", "\u00b2\n0 0 0 h \u00b2"),
    "not a number": ("json", PUZZLE.replace("2", "NaN")),
    "infinity": ("json", PUZZLE.replace("2", "-Infinity")),
    "an escape": ("blocks", '[["\\d", 2, V, (0, 0)]], (2, 9)'),
    "a surrogate": ("blocks", '[["\\ud800", 2, V, (0, 0)]], (2, 0)'),
    "a surrogate key": ("json", '{"\\ud800": 1, "rows": 2}'),
    "a surrogate title": ("json", PUZZLE.replace("{", '{"title": "\\udfff", ', 1)),
    "a comment of a million lines": ("grid", "# a comment\n" * MILLION),
    "many blank lines": ("grid", "\n" * MILLION),
}


# Each takes at most seconds. A reader whose work grows with the square of the text takes hours.
@pytest.mark.timeout(120)
@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize("named", [True, False], ids=["named", "detected"])
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_text_is_refused_soon(what: str, named: bool):
    name, text = HOSTILE[what]
    with pytest.raises(RushHourError) as caught:
        rushhour.parse(text, name if named else None)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("json", "[" * 100_000, "line 1: expected JSON, found one that is nested too deep"),
        (
            "json",
            f'\n{{"rows": {LONG}}}',
            "line 1: expected JSON, found a number of too many digits",
        ),
        (
            "blocks",
            HOSTILE["deep signs"][1],
            "expected a Python literal, found one that is nested too deep",
        ),
    ],
)
def test_what_is_too_deep_or_too_long_says_so(name: str, text: str, message: str):
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text, name)
    assert str(caught.value) == message


def test_the_limits_are_named():
    with pytest.raises(ParseError) as caught:
        rushhour.parse(("# licence\n\n" + "0,2,2,2\n") * (MAX_LINES + 1), "ntnu")
    place = 3 * MAX_LINES + 3
    assert str(caught.value) == f"line {place}: expected at most {MAX_LINES} lines for a puzzle"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("\n" + "." * (MAX_CHARACTERS + 1), "grid")
    assert str(caught.value) == f"line 2: expected at most {MAX_CHARACTERS} characters in a line"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("{\n" + (" " * 1000 + "\n") * 5000 + "}", "json")
    assert caught.value.message == f"expected at most {MAX_CHARACTERS} characters for a document"
    with pytest.raises(ParseError) as caught:
        rushhour.parse("[], (" + " " * (1 << 17) + "2, 0)", "blocks")
    assert caught.value.message == "expected at most 131072 characters for a Python literal"


def test_a_line_that_never_ends_is_not_read_to_its_end():
    class Endless(StringIO):
        def readline(self, size: int = -1) -> str:
            assert 0 < size <= MAX_CHARACTERS + 2
            return "A" * size

    with pytest.raises(ParseError, match=r"^line 1: expected at most"):
        next(rushhour.read_all(Endless()))


NUMBERS = ["9" * 5000, "-" + "9" * 5000, "9" * 4300, "\u0663" * 5000, "0x" + "f" * 6000, "1e999"]


NUMBERED = [
    *(text for text, _ in EXAMPLES.values()),
    "# size 8\n0 1 2 h 2\n",
    "Level 8x8, 5 rows\n8\n0 1 2 h 2\n",
    "http://here/#view=play&puzzle=6%0A0+1+2+h+2",
]


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize("text", NUMBERED)
def test_a_number_of_any_length_is_no_surprise(text: str):
    own = next(iter(entry.name for entry in FORMATS if EXAMPLES[entry.name][0] == text), "carlist")
    for match in re.finditer(r"\d+", text):
        for number in NUMBERS:
            long = text[: match.start()] + number + text[match.end() :]
            for name in (None, own):
                for item in attempts(StringIO(long), name):
                    assert isinstance(item, Puzzle | RushHourError)
                    assert str(item)
