"""What a format writes it reads back; what it cannot hold it refuses; no text breaks a reader."""

import re
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, ParseError, Puzzle, RushHourError, Vehicle
from rushhour.errors import UnwritableError
from rushhour.formats import FORMATS, attempts
from rushhour.formats.writing import relabel
from support.examples import EXAMPLES
from support.strategies import Drawing, drawings, examples, words

ROOT = Path(__file__).parents[2]
WRITABLE = [entry.name for entry in FORMATS if entry.is_writable]
LISTED = ["carlist", "csc", "ntnu", "blocks", "uva", "nyu", "pieces"]
OF_SIZE_6 = ["ntnu", "blocks", "nyu", "pieces"]
TARGETS = {"carlist": "0", "csc": "1", "matrix": "1", "uva": "X", "strings": "X", "blocks": "T"}

# Any character that a label or a title can have; surrogates are no text.
CHARACTERS = st.characters(exclude_categories=["Cs"])
LABELS = st.text(CHARACTERS, min_size=1, max_size=6) | st.text("#. ,/x0'\"\\\t\n{[(K", min_size=1)
TITLES = st.none() | st.text(CHARACTERS, max_size=12) | st.sampled_from(["Jam-1", "a b", "Jam #1"])


def puzzle_of(drawing: Drawing, title: str | None = None) -> Puzzle:
    vehicles = [Vehicle(*row) for row in drawing.vehicles]
    way_out = Exit(drawing.exit_side, drawing.exit_line)
    return Puzzle(
        drawing.rows, drawing.cols, vehicles, drawing.target, way_out, drawing.walls, title
    )


@st.composite
def plain_drawings(draw: st.DrawFn, labels=None) -> Drawing:
    """Boards that most formats hold: 6x6, no walls, the exit on the right."""
    extra = {} if labels is None else {"labels": labels}
    drawing = draw(drawings(6, 6, **extra).map(without_walls))
    return replace(drawing, rows=6, cols=6)


def without_walls(drawing: Drawing) -> Drawing:
    """The same board turned so that the target's exit is on the right, or at the bottom."""
    side = "right" if drawing.exit_side in ("right", "left") else "bottom"
    return replace(drawing, walls=frozenset(), exit_side=side)


def obstacle(name: str, puzzle: Puzzle) -> str | None:
    """Why a format cannot hold a puzzle, whatever its labels; the words are in the message."""
    target = puzzle.vehicles[puzzle.index(puzzle.target)]
    own_exit = "right" if target.axis == "h" else "bottom"
    reasons = {
        "no walls": name in [*LISTED, "itb", "matrix", "strings"] and bool(puzzle.walls),
        "square boards": name in [*LISTED, "link"] and puzzle.rows != puzzle.cols,
        "boards of 6x6": name in OF_SIZE_6 and puzzle.rows != 6,
        "no exit at the": name not in ("itb", "json") and puzzle.exit.side != own_exit,
        "horizontal targets": (name in ("nyu", "link") and target.axis != "h")
        or (name == "blocks" and (target.axis != "h" or target.length != 2)),
        "last row and column": name == "uva" and not reaches_an_end(puzzle),
        "another format": (name == "grid" and puzzle.rows == 1)
        or (name == "matrix" and 1 in (puzzle.rows, puzzle.cols)),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def reaches_an_end(puzzle: Puzzle) -> bool:
    for vehicle in puzzle.vehicles:
        down, right = (vehicle.length, 1) if vehicle.axis == "v" else (1, vehicle.length)
        if vehicle.row + down == puzzle.rows or vehicle.col + right == puzzle.cols:
            return True
    return False


def check_round_trip(name: str, puzzle: Puzzle) -> None:
    text = rushhour.write(puzzle, name)
    assert text.endswith("\n")
    assert rushhour.parse(text, name) == puzzle
    assert rushhour.parse(text) == puzzle
    assert rushhour.parse(text.replace("\n", "\r\n")) == puzzle


@pytest.mark.parametrize("name", WRITABLE)
@given(drawing=drawings() | plain_drawings())
def test_reads_what_it_writes(name: str, drawing: Drawing):
    puzzle = relabel(puzzle_of(drawing), name)
    reason = obstacle(name, puzzle)
    if reason is None:
        check_round_trip(name, puzzle)
    else:
        with pytest.raises(UnwritableError, match=reason):
            rushhour.write(puzzle, name)


@pytest.mark.parametrize("name", ["carlist", "csc", "uva", "blocks", "nyu", "pieces", "json"])
@given(drawing=plain_drawings(labels=words))
def test_keeps_labels_of_many_characters(name: str, drawing: Drawing):
    target = TARGETS.get(name, drawing.target)
    rows = [(target if row[0] == drawing.target else row[0], *row[1:]) for row in drawing.vehicles]
    puzzle = puzzle_of(replace(drawing, vehicles=tuple(rows), target=target))
    if obstacle(name, puzzle) is None:
        check_round_trip(name, puzzle)
        labels = {
            vehicle.label for vehicle in rushhour.parse(rushhour.write(puzzle, name)).vehicles
        }
        assert labels == {row[0] for row in rows}


@pytest.mark.parametrize("name", WRITABLE)
@given(
    label=st.text(CHARACTERS, min_size=1, max_size=6) | st.text("#. ,/x0'\"\\\t\n{[(K", min_size=1)
)
@example("#a").via("a comment")
@example(",").via("a sign between cells")
@example("\x00").via("no text")
@example("\ufeffa").via("a byte order mark")
@example("\u2028").via("a line end to Python")
@example("\x1c").via("a blank to Python")
@example("\xad").via("an invisible character")
def test_keeps_any_label_or_refuses_it(name: str, label: str):
    bar = Vehicle(label, "v", 0, 5, 6)
    targets = {**TARGETS, "ntnu": "0", "grid": "X", "itb": "P"}
    target = Vehicle(targets.get(name, "A"), "h", 2, 0, 2)
    if label == target.label:
        return
    puzzle = Puzzle(6, 6, [bar, target], target.label)
    try:
        text = rushhour.write(puzzle, name)
    except UnwritableError:
        assert name not in ("json", "nyu", "pieces")
        assert name != "blocks" or label == "T"
        return
    assert rushhour.parse(text, name) == puzzle
    assert rushhour.parse(text) == puzzle


@pytest.mark.parametrize("name", ["json", "nyu", "carlist"])
@given(title=TITLES)
@example("6").via("a size")
@example("6 6").via("the size of another format")
@example("car,orientation,col,row,length").via("the header of another format")
@example('{"cars": ').via("the beginning of another format")
@example('[["B1"').via("the beginning of another format")
def test_keeps_any_title_or_refuses_it(name: str, title: str | None):
    vehicles = [Vehicle("B", "v", 0, 5, 3), Vehicle("0", "h", 2, 0, 2)]
    puzzle = Puzzle(6, 6, vehicles, "0", title=title)
    try:
        text = rushhour.write(puzzle, name)
    except UnwritableError:
        assert name == "carlist"
        return
    for read in (rushhour.parse(text, name), rushhour.parse(text)):
        assert (read, read.title) == (puzzle, title)


@given(puzzles=st.lists(drawings(max_rows=4, max_cols=4), min_size=2, max_size=5), title=TITLES)
def test_many_puzzles_make_a_file(puzzles: list[Drawing], title: str | None):
    several = [relabel(puzzle_of(drawing, title), "boardstring") for drawing in puzzles]
    text = "".join(rushhour.write(puzzle, "json") for puzzle in several)
    assert [(p, p.title) for p in rushhour.parse_all(text)] == [(p, title) for p in several]
    writable = [p for p in several if obstacle("boardstring", p) is None]
    text = "".join(rushhour.write(puzzle, "boardstring") for puzzle in writable)
    assert not writable or list(rushhour.parse_all(text)) == writable


SEVERAL = [entry.name for entry in FORMATS if entry.holds_several]


@pytest.mark.parametrize("name", WRITABLE)
@examples(25)
@given(puzzles=st.lists(plain_drawings(), max_size=4), title=TITLES)
def test_several_puzzles_are_read_back_or_refused(
    name: str, puzzles: list[Drawing], title: str | None
):
    several = [relabel(puzzle_of(drawing, title), name) for drawing in puzzles]
    if len(several) > 1 and name not in SEVERAL:
        with pytest.raises(UnwritableError, match=f"format {name} holds one puzzle, found several"):
            next(rushhour.write_all(iter(several), name))
        return
    try:
        texts = list(rushhour.write_all(iter(several), name))
    except UnwritableError:
        assert title is not None or any(obstacle(name, puzzle) for puzzle in several)
        return
    assert len(texts) == len(several) < 2 or name in SEVERAL
    assert not texts or list(rushhour.parse_all("".join(texts))) == several


@given(drawing=drawings(labels=words) | drawings())
def test_a_printed_board_is_read_back_or_its_target_is_asked_for(drawing: Drawing):
    puzzle = puzzle_of(drawing)
    text = f"Level 1\n{puzzle}\nMove car # 1 right 2 squares\nDepth: 1\n"
    (item,) = attempts(StringIO(text))
    assert item == puzzle or (isinstance(item, ParseError) and "possible target" in str(item))
    assert rushhour.parse(text, target=puzzle.target) == puzzle
    boards = list(attempts(StringIO(f"{text}\n{text}"), target=puzzle.target))
    assert boards == [puzzle, puzzle]


def test_the_page_says_which_formats_hold_several_and_can_be_written():
    page = (ROOT / "docs/reference/formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[`(\w+)`\].*\| (yes|no) \| (?:yes|no) \| (yes|no) \|$", page, re.M)
    written = {name: several for name, several, can in rows if can == "yes"}
    found = [(entry.name, entry.holds_several) for entry in FORMATS if entry.is_writable]
    assert {name: several == "yes" for name, several in written.items()} == dict(found)
    assert [name for name, _, _ in rows] == [entry.name for entry in FORMATS]


@pytest.mark.parametrize("arguments", [(["AA.."], "grid"), (5, "json"), ("AA..", "json")])
def test_what_is_no_puzzle_is_not_written(arguments: tuple):
    with pytest.raises(rushhour.errors.WrongTypeError):
        list(rushhour.write_all(*arguments))


def check_robust(text: str, target: str | None = None) -> None:
    """Every format, named or detected, answers with puzzles and errors of ours."""
    for name in [None, *(entry.name for entry in FORMATS)]:
        for item in attempts(StringIO(text, newline=None), name, target=target):
            assert isinstance(item, Puzzle | RushHourError)
            assert str(item)
        with suppress(RushHourError):
            assert isinstance(rushhour.parse(text, name, target=target), Puzzle)


SIGNS = st.sampled_from(list("AXPK.ox/#0169hvHV ,-+{}[]()\"'\\:\n\t\r\0\ufeff\ud800é٣\x1c\u2028"))


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@given(st.text(st.characters() | SIGNS) | st.text(SIGNS, max_size=30))
def test_any_text_gives_puzzles_or_errors(text: str):
    check_robust(text)


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@given(st.text(SIGNS, max_size=30), st.text(max_size=2))
@example("#A\ud800AA", "A").via("a lone surrogate in a link")
def test_any_declared_target_gives_puzzles_or_errors(text: str, target: str):
    check_robust(text, target)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """An example with some of its characters or lines deleted, doubled, replaced, inserted."""
    text = draw(st.sampled_from([text for text, _ in EXAMPLES.values()]))
    for _ in range(draw(st.integers(1, 4))):
        parts = text.splitlines(keepends=True) if draw(st.booleans()) else list(text)
        start = draw(st.integers(0, len(parts)))
        stop = min(len(parts), start + draw(st.integers(0, 2)))
        new = draw(st.sampled_from([[], parts[start:stop] * 2]) | st.lists(SIGNS, max_size=2))
        text = "".join([*parts[:start], *new, *parts[stop:]])
    return text


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@given(mutations())
@example("\x1c6\n0 1 2 h 2\n").via("a blank to Python before a size")
@example("\ufeff\ufeff").via("two byte order marks")
def test_a_spoilt_example_gives_puzzles_or_errors(text: str):
    check_robust(text)


@given(mutations().filter(lambda text: text.isascii()))
@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
def test_no_text_is_in_two_formats_unsaid(text: str):
    """Whatever is recognised is read as if its format had been named."""
    matching = [entry.name for entry in FORMATS if is_read_as(entry.name, text)]
    if not matching:
        matching = [entry.name for entry in FORMATS if is_read_as(entry.name, text, "resembles")]
    found = list(attempts(StringIO(text, newline=None)))
    if len(matching) == 1:
        named = list(attempts(StringIO(text, newline=None), matching[0]))
        assert list(map(str, found)) == list(map(str, named))
    else:
        assert isinstance(found[0], RushHourError)


def is_read_as(name: str, text: str, how: str = "matches") -> bool:
    from rushhour.formats import named
    from rushhour.formats.source import Source

    try:
        source = Source(StringIO(text, newline=None))
    except RushHourError:
        return False
    return bool(source.head) and getattr(named(name), how)(source)
