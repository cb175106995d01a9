"""A JSON document is the same puzzle however it is set out in lines."""

import json
import re
from io import StringIO
from itertools import chain, repeat

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rushhour
from rushhour import ParseError, Puzzle
from rushhour.formats import attempts
from support.examples import EXAMPLES
from support.strategies import examples

OWN = EXAMPLES["json"][0]
BOARDS = "\n".join(["..B.../..B.../AAB.../......", "..BAAB..."])
PACK = {
    "format": "rushhour-pack-1",
    "puzzles": [
        {"name": f"{n}", "board": b, "solution": "A+1"} for n, b in enumerate(BOARDS.split())
    ],
}
DOCUMENTS = {
    "json": OWN,
    "json in a list": f"[{OWN}, {OWN}]",
    "record": json.dumps({"board": json.loads(OWN), "id": "a {b} [c], #d: e", "slides": 3}),
    "records in a list": json.dumps([{"board": b, "id": b} for b in BOARDS.split()]),
    "pack": json.dumps(PACK),
    "nyu": EXAMPLES["nyu"][0],
    "nyu in a list": f"[{EXAMPLES['nyu'][0]}, {EXAMPLES['nyu'][0]}]",
    "pieces": EXAMPLES["pieces"][0],
    "pieces in a list": f"[{EXAMPLES['pieces'][0]}, {EXAMPLES['pieces'][0]}]",
}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:]+')
GAPS = ["", "", " ", "\n", "\n    ", "\t", "\r\n", "\n\n"]


def puzzles(text: str) -> list[tuple[Puzzle, str | None]]:
    found = []
    for item in attempts(StringIO(text, newline=None)):
        assert isinstance(item, Puzzle), item
        found.append((item, item.title))
    return found


def one_object_a_line(text: str) -> str:
    """As people write lists of vehicles."""
    return re.sub(r"(?<=[\[,])\s*(?=\{)", "\n  ", text.replace("\n", " "))


def tokens_with(text: str, new: dict[str, str]) -> str:
    return "".join(new.get(token, token) for token in TOKEN.findall(text))


LAYOUTS = {
    "compact": lambda text: json.dumps(json.loads(text), separators=(",", ":")),
    "indent 0": lambda text: json.dumps(json.loads(text), indent=0),
    "indent 2": lambda text: json.dumps(json.loads(text), indent=2),
    "tabs": lambda text: json.dumps(json.loads(text), indent="\t"),
    "sorted": lambda text: json.dumps(json.loads(text), indent=4, sort_keys=True),
    "an object a line": one_object_a_line,
    "objects closed in lines": lambda text: tokens_with(text, {"{": "\n{", "}": "}\n"}),
    "commas in lines": lambda text: tokens_with(text, {",": "\n,\n"}),
    "commas first": lambda text: tokens_with(text, {",": "\n, "}),
    "a token a line": lambda text: "\n".join(TOKEN.findall(text)),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_layout_of_a_document_is_the_same_puzzles(name: str, layout: str):
    text = DOCUMENTS[name]
    assert puzzles(LAYOUTS[layout](text)) == puzzles(text.replace("\n", " "))


@pytest.mark.parametrize("name", DOCUMENTS)
@examples(60)
@given(gaps=st.lists(st.sampled_from(GAPS), min_size=1, max_size=40))
@example(gaps=["\n"]).via("a token a line")
def test_any_blanks_between_tokens_leave_the_puzzles_as_they_are(name: str, gaps: list[str]):
    text = DOCUMENTS[name]
    blanks = chain.from_iterable(repeat(gaps))
    laid_out = "".join(token + next(blanks) for token in TOKEN.findall(text))
    assert puzzles(laid_out) == puzzles(text.replace("\n", " "))


def test_json_lines_are_read_each_by_itself():
    one = json.dumps(json.loads(OWN))
    spoilt = [
        f"{one[:-1]}\n{one}",
        f"{one}\n{one[:-1]}",
        f"{one},\n{one}",
        f"{one}\n]",
        f"{one} {{}}\n{one}",
    ]
    for text in spoilt:
        kinds = [type(item) for item in attempts(StringIO(text))]
        assert sorted(kinds, key=str) == sorted([Puzzle, ParseError], key=str), text
    assert list(rushhour.parse_all(f"{one}\n" * 3)) == [rushhour.parse(one)] * 3


def test_lists_of_pieces_are_read_each_by_itself():
    one = json.dumps(json.loads(EXAMPLES["pieces"][0]))
    items = list(attempts(StringIO(f"{one}\n{one[:-1]}\n{one}\n")))
    assert [isinstance(item, Puzzle) for item in items] == [True, False, True]
    assert str(items[1]).startswith("puzzle 2, line 2, column")
