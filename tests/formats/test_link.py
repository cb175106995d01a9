"""Links carry any puzzle and its title there and back; what carries none says why."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rushhour
from formats.test_roundtrip import LABELS, TITLES, puzzle_of
from rushhour import Exit, IllegalMoveError, Move, ParseError, Puzzle, RushHourError, Vehicle, link
from rushhour.formats import attempts
from rushhour.web.link import link_to_pack
from support.commands import result
from support.strategies import Drawing, drawings, examples, words

ROAD = "..B.../AAB.../....../......"
HERE = "http://127.0.0.1:8000/"
PAGES = [HERE, "https://puzzles.example/rush/hour/", "HTTP://a?b=c"]


def any_labels(count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(LABELS, min_size=count, max_size=count, unique=True)


@given(drawings(6, 6, labels=any_labels) | drawings(9, 9), TITLES)
@examples(100)
def test_a_link_gives_the_puzzle_back(drawing: Drawing, title: str | None) -> None:
    puzzle = puzzle_of(drawing, title)
    found = rushhour.parse(link(puzzle))
    assert (found, found.exit, found.title) == (puzzle, puzzle.exit, title or None)
    assert {vehicle.label for vehicle in found.vehicles} == {v.label for v in puzzle.vehicles}


@pytest.mark.parametrize("page", PAGES)
def test_it_leads_to_the_page(page: str) -> None:
    address = link(ROAD, page=page)
    assert address.startswith(f"{page}#")
    assert address.isascii()
    assert not set(address) & set(" \"'<>\\^`{|}")
    assert rushhour.parse(address, "link") == rushhour.parse(ROAD)


@pytest.mark.parametrize(
    "page", ["", "page", "a.org/", "ftp://a/", "http:///x", "http://a b/", "http://a/#b"]
)
def test_what_is_no_address_of_a_page_is_refused(page: str) -> None:
    with pytest.raises(RushHourError, match="expected the address of the page"):
        link(ROAD, page=page)


@pytest.mark.parametrize("moves", ["B+2 A+4", ["B+2", Move("A", 4)], rushhour.solve(ROAD).solution])
def test_moves_go_with_it(moves: str | list[str | Move]) -> None:
    address = link(ROAD, moves)
    assert parse_qs(urlsplit(address).fragment)["moves"] == ["B+2 A+4"]
    assert rushhour.parse(address) == rushhour.parse(ROAD)


def test_moves_that_cannot_be_made_are_refused() -> None:
    for moves in ("B+3", "A+1", "C+1"):
        with pytest.raises(IllegalMoveError):
            link(ROAD, moves)
    with pytest.raises(ParseError, match="expected a move such as"):
        link(ROAD, "B")
    with pytest.raises(RushHourError, match="expected moves on the board"):
        link(ROAD, "B+2 A+5")


@pytest.mark.parametrize(
    ("fragment", "column", "message"),
    [
        ("puzzle=", 17, "expected one puzzle in the link, found 0"),
        ("view=play&puzzle=AA.B/&puzzle=AA.B/", 27, "expected one puzzle in the link, found 2"),
        ("puzzle=AA.B/%0AAA.B/", 17, "expected one puzzle in the link, found several"),
        ("puzzle=AAB", 17, "expected a puzzle, found 'AAB'; as grid, vehicle B is 1 cell long"),
        ("puzzle=AA./AAAB/", 17, "expected 3 cells in row 2, found 4: 'AAAB'"),
        (f"puzzle={quote(f'{HERE}#puzzle=AA.B/')}", 17, "found another link to the page"),
        ("puzzle=%ff", 17, "expected at most 16 parts in UTF-8 behind the #"),
        ("puzzle=AA.B/" + 16 * "&a=b", 17, "expected at most 16 parts in UTF-8 behind the #"),
    ],
)
def test_a_link_without_a_puzzle_says_why(fragment: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        rushhour.parse(f"a.b/cdef#{fragment}")
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (1, column)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
@examples(100)
def test_no_link_breaks_the_reader(text: str) -> None:
    assume(not text.isspace())
    with suppress(RushHourError):
        rushhour.parse(f"#puzzle={quote(text)}", "link")


def test_the_target_of_a_link_comes_first_as_javascript_sorts() -> None:
    """The emoji has two units, the first D83D, and the ligature one, FB00."""
    emoji, ligature = "\U0001f600", "\ufb00"
    for first, second in ((emoji, ligature), (ligature, emoji)):
        link_ = f"#{2 * first}oooooo{2 * second}oooooo"
        assert rushhour.parse(link_, "link").target == emoji


def test_a_list_of_links_has_its_errors_in_their_places() -> None:
    text = f"{HERE}#puzzle=AA../\n{HERE}#puzzle=A\na.b/#AAooooooo/1\n"
    kinds = [type(item).__name__ for item in rushhour.formats.attempts(StringIO(text))]
    assert kinds == ["Puzzle", "ParseError", "Puzzle"]


class TestCommand:
    def test_every_command_reads_what_it_prints(self) -> None:
        code, address, _ = result("link", "puzzles/jam-01.txt")
        assert (code, address.count("\n")) == (0, 1)
        assert result("check", text=address) == result("check", "puzzles/jam-01.txt")

    def test_several_puzzles_have_a_line_each(self) -> None:
        code, out, _ = result("link", "puzzles/hardest.txt", "--page", "https://a.example/")
        assert code == 0
        assert list(rushhour.parse_all(out)) == list(rushhour.read_all("puzzles/hardest.txt"))

    def test_moves(self) -> None:
        moves = "3-1 5-3 3+3 4+2 0+3"
        _, out, _ = result("link", "puzzles/assignment.txt", "--moves", moves)
        assert out.strip() == link(rushhour.read("puzzles/assignment.txt"), moves)
        code, out, err = result("link", "puzzles/hardest.txt", "--moves", "A+1")
        assert (code, out, err) == (
            2,
            "",
            "rushhour: --moves: expected one puzzle, found several\n",
        )
        code, _, err = result("link", "puzzles/jam-01.txt", "--moves", "0+5")
        assert (code, err) == (
            2,
            "rushhour: puzzles/jam-01.txt, puzzle 1: vehicle 0 cannot move, found +5\n",
        )


@pytest.mark.parametrize("number", range(1, 41))
def test_a_classic_takes_45_characters(number: int) -> None:
    puzzle = rushhour.read(f"puzzles/jam-{number:02}.txt")
    address = link(puzzle)
    assert len(address.partition("#")[2]) == 45
    found = rushhour.parse(address)
    assert (found, found.vehicles) == (puzzle, puzzle.vehicles)


@pytest.mark.parametrize(
    ("puzzle", "fragment"),
    [
        (rushhour.parse(ROAD), "ooBooo/AABooo/oooooo/oooooo"),
        (rushhour.Puzzle(3, 3, [Vehicle("A", "v", 0, 1, 2)], "A"), "oAooAoooo&exit=bottom"),
        (
            rushhour.Puzzle(3, 3, [Vehicle("x", "h", 1, 1, 2)], "x", Exit("left", 1), [(0, 0)]),
            "xoooAAooo&labels=x&exit=left",
        ),
        (
            rushhour.Puzzle(
                2, 4, [Vehicle("a,b", "v", 0, 3, 2), Vehicle("0", "h", 0, 0, 2)], "0", title="A+b!."
            ),
            "AAoB/oooB&labels=0,a%2Cb&title=A%2Bb%21%2E",
        ),
        (
            rushhour.Puzzle(
                12,
                11,
                [Vehicle("A", "h", 3, 0, 2), Vehicle("B", "v", 2, 9, 9)],
                "A",
                None,
                [(11, 10)],
            ),
            "12x11:30229H,BA",
        ),
        (rushhour.parse("AA../"), "1x4:002"),
    ],
)
def test_what_stands_behind_the_hash(puzzle: Puzzle, fragment: str) -> None:
    assert link(puzzle) == f"{HERE}#{fragment}"
    found = rushhour.parse(f"{HERE}#{fragment}")
    assert (found, found.title) == (puzzle, puzzle.title)


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("AAo/oo&title=b", "expected a link such as"),
        ("AAooo&title=b", "expected a square number of cells, found 5"),
        ("AAoooBooB&labels=a", "expected 2 labels in the link, found 1"),
        ("AAoooBooB&exit=up", "expected a side as exit in the link, found 'up'"),
        ("9x9:", "expected a vehicle in the link, found none"),
        ("9x9:0__", "leaves the board"),
    ],
)
def test_a_damaged_link_says_why(fragment: str, message: str) -> None:
    with pytest.raises(RushHourError, match=message):
        rushhour.parse(f"{HERE}#{fragment}", "link")


class TestPacks:
    @given(
        st.lists(
            drawings(6, 6, labels=any_labels) | drawings(12, 12, labels=words),
            min_size=1,
            max_size=6,
        )
    )
    @examples(50)
    def test_a_link_gives_the_puzzles_back(self, found: list[Drawing]) -> None:
        puzzles = [puzzle_of(drawing) for drawing in found]
        address = link_to_pack(puzzles)
        assert address.isascii()
        assert " " not in address
        again = list(rushhour.parse_all(address))
        assert again == puzzles
        labels = [[vehicle.label for vehicle in puzzle.vehicles] for puzzle in again]
        assert list(map(sorted, labels)) == [sorted(v.label for v in p.vehicles) for p in puzzles]
        assert [puzzle.exit for puzzle in again] == [puzzle.exit for puzzle in puzzles]

    def test_a_pack_of_one_is_read_as_one(self) -> None:
        assert rushhour.parse(link_to_pack([ROAD])) == rushhour.parse(ROAD)

    def test_an_error_in_one_does_not_end_it(self) -> None:
        text = "http://h/#pack=ooBooo%2FAABooo%2Foooooo%2Foooooo+AAB+AAoo%2Foooo"
        first, second, third = attempts(StringIO(text))
        assert first == rushhour.parse(ROAD)
        assert isinstance(second, ParseError)
        assert str(second).endswith("column 16: expected a square number of cells, found 3")
        assert isinstance(third, Puzzle)

    @pytest.mark.parametrize(
        ("pack", "reason"),
        [
            ("", "expected 1 to 100 puzzles in the link, found 0"),
            (
                "+".join(["AAoooo%2Foooooo"] * 101),
                "expected 1 to 100 puzzles in the link, found 101",
            ),
            ("puzzle%3DAA.B", "expected a board in the link, found 'puzzle=AA.B'"),
            ("%ff", "expected at most 16 parts in UTF-8 behind the #, found '%ff'"),
        ],
    )
    def test_what_is_no_pack_is_refused(self, pack: str, reason: str) -> None:
        with pytest.raises(ParseError) as caught:
            rushhour.parse(f"#pack={pack}")
        assert (caught.value.message, caught.value.column) == (reason, 7)

    def test_too_many_or_none_have_no_link(self) -> None:
        assert len(list(rushhour.parse_all(link_to_pack([ROAD] * 100)))) == 100
        with pytest.raises(
            RushHourError, match="expected at most 100 puzzles in a link, found 101"
        ):
            link_to_pack([ROAD] * 101)
        with pytest.raises(RushHourError, match="expected a puzzle, found none"):
            link_to_pack([])

    def test_the_command_line_writes_and_reads_one(self) -> None:
        code, out, _ = result("link", "puzzles/hardest.txt", "--together", "--page", PAGES[1])
        puzzles = list(rushhour.read_all("puzzles/hardest.txt"))
        assert (code, out) == (0, f"{link_to_pack(puzzles, page=PAGES[1])}\n")
        code, again, _ = result("convert", out.strip(), "--to", "boardstring")
        boards = result("convert", "puzzles/hardest.txt", "--to", "boardstring")[1]
        assert len(puzzles) > 1
        assert (code, again) == (0, boards)
        code, _, err = result("link", "puzzles/hardest.txt", "--together", "--moves", "A+1")
        assert (code, err) == (2, "rushhour: expected at most one of --moves and --together\n")
