"""The target of a drawn board is never guessed: one candidate is read, several are refused.

Each board is written as a grid and, where the formats can hold it, as a board string, a list of
strings and a picture of ITB.
"""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain
import rushhour
from rushhour import ParseError, RushHourError
from rushhour.formats import attempts

# The rows of a board, and the target or all candidates.
GRIDS = [
    (".BAA.. .B.C.. rr.C.. ...C.. ...... ......", "A r"),
    ("..B... ..B... XXB... ...... ...... .rr...", "X r"),
    ("..B... ..B... xxB... ...... ...... ......", "x"),
    ("..B... ..B... xxB... ...... ...... .AA...", "A x"),
    ("..B... ..B... xxB... ...... ...... .XX...", "X"),
    ("..B... ..B.x. AAB..x ...... ...... ......", "A"),
    ("..B... ..B... ++B... ...... ...... .AA...", "A +"),
    ("..B... ..B... ++B... ...... ...... .XX...", "X +"),
    ("..B... ..B... ++B... ...... ...... ......", "+"),
    ("..B... ..B... 00B... ...... ...... .AA...", "A 0"),
    ("..B... ..B... 00B... ...... ...... ......", "0"),
    ("..1... ..1... 001... ...... ...... .22...", "0"),
    ("..1... ..1... XX1... ...... ...... .00...", "X"),
    ("..B... ..B... PPB... ...... ...... .AA...", "A P"),
    ("..B... ..B... PPB... ...... ...... .CC...", "P"),
    ("..B... ..B... RRB... ...... ...... .AA...", "A R"),
    ("..B... ..B... XXB... ...... ...... .RR.AA", "X"),
    ("..B... ..B... **B... ...... ...... .RR.XX", "*"),
    ("..B... ..B... CCB... ...... ...... .AA...", "A C"),
    ("..B... ..B... CCB... ...... ...... .RR...", "R C"),
    ("..B... ..B... CCBDD. ...... ...... .AA...", "A"),
    ("..B... ..B... AAB... ...... ...... .CC...", "A"),
    ("A.B... A.B... CCB... ...... ...... ......", "A C"),
    ("..B..A ..B..A ..B... ...... ...... .CC...", "A"),
    ("..o... ..o... xxo... ...... ..aa.. ......", "x"),
    ("..b... ..b... aab... ...... ...... .cc...", "a"),
    ("..b... ..b... aab... ...... ...... .rr...", "a r"),
    ("..b.x. ..b... aab..x ...... ...... ......", "a"),
    ("ooboxo oobooo aaboox oooooo oooooo oooooo", "a"),
    ("..x... ..x... BBx... .CC... ...... ......", "x B"),
    ("..B... ..B... CCB... ...... ...... .++...", "+ C"),
    ("AABBCC DDEEFF GGHHII JJKKLL MMNNOO PP....", "A"),
    ("AABBCC DDEEFF GGHHII JJKKLL MM.... PP....", "A P"),
    # A to W go on with X.
    ("AABBCCD EEFFGGD HHIIJJK LLMMNNK OOPPQQR SSTTUUR VVWWXX.", "X A R"),
    ("AABBCCD EEFFGGD HHIIJJK LLMMNNK OOPPQQR SSTTUUR VV..XX.", "X"),
]
# Their own label is the target, however the others are labelled, unless one of them stands out.
STRINGS = [
    ("boardstring", ".BAA.. .B.C.. rr.C.. ...C.. ...... ......", "A r"),
    ("boardstring", "..B... ..B... RRB... ...... ...... .AA...", "A R"),
    ("boardstring", "..B... ..B... XXB... ...... ...... .AA...", "A X"),
    ("boardstring", "..B... ..B... CCB... ...... ...... .AA...", "A"),
    ("boardstring", "..B... ..B... AAB... ...... ...... .XX.RR", "A"),
    ("boardstring", "..B... ..B... AAB... ...... ...... .xx...", "A"),
    ("boardstring", "..B... ..B... AAB... ...... ...... .00.11", "A"),
    ("boardstring", "..B... ..B... 00B... ...... ...... .AA...", "A 0"),
    ("boardstring", "..B... ..B... ++B... ...... ...... .AA...", "A +"),
    ("boardstring", "..b... ..b... AAb... ...... ...... .rr...", "A"),
    ("strings", "..B... ..B... XXB... ...... ...... .AA.RR", "X"),
    ("strings", "..B... ..B... XXB... ...... ...... .rr...", "X r"),
    ("strings", "..B... ..B... AAB... ...... ...... .CC...", "A"),
    ("strings", "..B... ..B... AAB... ...... ...... .RR...", "A R"),
    ("itb", "..B... ..B... PPB... ...... ...... .AA.XX", "P"),
    ("itb", "..B... ..B... PPBrr. ...... ...... ......", "P r"),
    ("itb", "..B... ..B... PPB... ...... ...... .rr...", "P"),
    ("itb", "..B... ..B... XXB... ...... ...... .AA...", "X"),
]
WRITINGS = {
    "grid": "\n".join,
    "boardstring": "".join,
    "fogleman": lambda rows: f"3 {''.join(rows)} 17",
    "strings": lambda rows: str(list(rows)),
    "itb": lambda rows: "6 6\n9\n" + "\n".join(r + "K" * (i == 2) for i, r in enumerate(rows)),
    "json": lambda rows: f'{{"board": "{"".join(rows)}"}}',
    "link": lambda rows: f"http://here/#view=play&puzzle={'/'.join(rows).replace('+', '%2B')}",
}
CASES = [
    *(("grid", rows, names) for rows, names in GRIDS),
    *STRINGS,
    *(
        (name, rows, names)
        for own, rows, names in STRINGS
        for name in ("fogleman", "json", "link")
        if own == "boardstring"
    ),
]


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@pytest.mark.parametrize(("name", "board", "names"), CASES)
def test_one_candidate_is_the_target_and_several_are_refused(name: str, board: str, names: str):
    text, found = WRITINGS[name](board.split()), names.split()
    if len(found) == 1:
        assert rushhour.parse(text, name).target == found[0]
        return
    with pytest.raises(ParseError) as caught:
        rushhour.parse(text, name)
    options = " or ".join(f"--target {label}" for label in found)
    names = f"{', '.join(found[:-1])} and {found[-1]}"
    assert f"expected one possible target, found {names}; name it: {options} " in str(caught.value)
    for label in found:
        assert rushhour.parse(text, name, target=label).target == label


def test_a_target_that_only_a_warning_shows_is_said():
    with pytest.warns(rushhour.FormatWarning, match="x is taken as the target, not as walls"):
        rushhour.parse("..o...\n..o...\nxxo...\n......")


def test_a_column_of_boards_follows_the_same_rule():
    boards = ["".join(rows.split()) for name, rows, _ in STRINGS if name == "boardstring"]
    errors = rushhour.solve_batch(boards)["error"].to_pylist()
    for board, error in zip(boards, errors, strict=True):
        (item,) = attempts(StringIO(board), "boardstring")
        reason = item.message if isinstance(item, ParseError) else None
        found, _, advice = (error or "").partition(": ")[2].partition("; ")
        assert found == (reason or "").partition("; ")[0]
        assert advice.startswith("a column takes no target") == bool(reason)


@pytest.mark.filterwarnings("ignore::rushhour.FormatWarning")
@given(
    target=st.sampled_from("ABCXRPabrxo0189*+"),
    others=st.lists(st.sampled_from("ABCDXRPabcrxo0189*+"), min_size=2, max_size=2, unique=True),
    row=st.integers(0, 5),
)
def test_no_reader_takes_a_target_that_the_page_does_not_say(
    target: str, others: list[str], row: int
):
    rows = [f"..{others[0]}..."] * 3 + [f".{2 * others[1]}..."] + ["......"] * 2
    rows[row] = 2 * target + rows[row][2:]
    for name in ("grid", "boardstring", "strings"):
        text = WRITINGS[name](rows)
        said = {board.target for board in plain.boards(text)}
        for item in attempts(StringIO(text), name):
            assert isinstance(item, RushHourError) or {item.target} == said
