"""The target of a drawn board is never guessed: one candidate is read, several are refused.

Each board is written as a grid and, where the formats can hold it, as a board string, a list of
strings and a picture of ITB.
"""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import ParseError, RushHourError
from rushhour.formats import attempts
from support import plain

DRAWINGS = json.loads((Path(__file__).parent.parent / "data/drawings.json").read_text("utf-8"))
# A format, the rows of a board, and the target or all candidates. In grids the rule alone decides;
# in others their own label is the target, unless another label stands out.
LABELS = [tuple(case) for case in DRAWINGS["labels"]]
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
    *LABELS,
    *(
        (name, rows, names)
        for own, rows, names in LABELS
        for name in ("fogleman", "json", "link")
        if own == "boardstring"
    ),
]


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
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


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize("case", DRAWINGS["boards"], ids=lambda case: case["name"])
def test_a_drawing_is_the_board_that_it_shows_or_its_candidates_are_named(case: dict[str, Any]):
    text, target = case["text"], case.get("target")
    if "puzzle" in case:
        wanted = rushhour.parse(json.dumps(case["puzzle"]), "json")
        assert rushhour.parse(text, target=target) == wanted
        return
    names = f"{', '.join(case['candidates'][:-1])} and {case['candidates'][-1]}"
    with pytest.raises(ParseError, match=f"expected one possible target, found {names}; name it"):
        rushhour.parse(text, target=target)


def test_a_target_that_only_a_warning_shows_is_said():
    with pytest.warns(
        rushhour.errors.FormatWarning, match="x is taken as the target, not as walls"
    ):
        rushhour.parse("..o...\n..o...\nxxo...\n......")


def test_a_column_of_boards_follows_the_same_rule():
    boards = ["".join(rows.split()) for name, rows, _ in LABELS if name == "boardstring"]
    errors = rushhour.solve_batch(boards)["error"].to_pylist()
    for board, error in zip(boards, errors, strict=True):
        (item,) = attempts(StringIO(board), "boardstring")
        reason = item.message if isinstance(item, ParseError) else None
        found, _, advice = (error or "").partition(": ")[2].partition("; ")
        assert found == (reason or "").partition("; ")[0]
        assert advice.startswith("name that of all boards") == bool(reason)


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
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
        said = {board.target for board in plain.boards(text, format=name)}
        for item in attempts(StringIO(text), name):
            assert isinstance(item, RushHourError) or {item.target} == said
