"""QR codes: a decoder of others reads them, from modules, pictures and characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour.errors import WrongValueError
from rushhour.render.cards import Card, cards_svg
from support.camera import Seen, seen, seen_in
from support.commands import result

PAGE = "https://puzzles.example/rushhour/"
JAM = Path("puzzles/jam-01.txt")


@given(st.text(min_size=1, max_size=300))
def test_a_decoder_reads_any_text(text: str) -> None:
    code = rushhour.qr_code(text)
    assert seen_in(code.rows) == [Seen(text, code.level)]


# ISO/IEC 18004, table 7: the bytes that versions 1, 4, 5 and 40 hold at the levels H, Q and M, and
# 36 and 40 at L. A version has four modules more on each side than the one before.
@pytest.mark.parametrize(
    ("size", "side", "level"),
    [
        (7, 21, "high"),
        (8, 21, "quartile"),
        (11, 21, "quartile"),
        (12, 21, "medium"),
        (14, 21, "medium"),
        (15, 25, "quartile"),
        (62, 33, "medium"),
        (63, 37, "medium"),
        (2331, 177, "medium"),
        (2332, 161, "low"),
        (2953, 177, "low"),
    ],
)
def test_a_code_is_as_small_as_its_text_allows(size: int, side: int, level: str) -> None:
    text = ("http://127.0.0.1:8000/#" + "oA" * size)[:size]
    code = rushhour.qr_code(text)
    assert len(code.rows) == len(code.rows[0]) == side + 2 * 4
    assert code.level == level
    assert seen_in(code.rows) == [Seen(text, level)]


def test_four_light_modules_lie_around_a_code() -> None:
    rows = rushhour.qr_code(rushhour.link(JAM)).rows
    columns = tuple(zip(*rows, strict=True))
    for lines in (rows, rows[::-1], columns, columns[::-1]):
        assert not any(map(any, lines[:4]))
        assert any(lines[4])


@pytest.mark.parametrize(("size", "sign"), [(2954, "x"), (2955, "é"), (70_000, "x")])
def test_a_text_that_is_too_long_is_refused(size: int, sign: str) -> None:
    text = (sign * size).encode()[: size - size % len(sign.encode())].decode()
    bytes_ = len(text.encode())
    with pytest.raises(WrongValueError) as caught:
        rushhour.qr_code(text)
    assert str(caught.value) == f"expected at most 2953 bytes for a QR code, found {bytes_}"


def test_only_a_text_is_written() -> None:
    with pytest.raises(TypeError, match="expected a text for text, found int 3"):
        rushhour.qr_code(3)  # type: ignore[arg-type]


def test_a_picture_is_read() -> None:
    link = rushhour.link(JAM, page=PAGE)
    code = rushhour.qr_code(link)
    for picture in (code.svg().png(), code.svg().png(zoom=1)):
        assert seen(picture) == [Seen(link, code.level)]


def modules(text: str) -> list[list[bool]]:
    """The dark modules that characters show on a terminal with a dark ground."""
    lines = text.splitlines()
    light = {"upper": "▀█", "lower": "▄█"}
    return [[sign not in signs for sign in line] for line in lines for signs in light.values()]


def test_characters_show_the_same_modules() -> None:
    code = rushhour.qr_code(rushhour.link(JAM))
    shown = modules(str(code))
    assert shown[: len(code.rows)] == [list(row) for row in code.rows]
    assert seen_in(shown) == [Seen(code.text, code.level)]


def test_the_fullest_board_fits() -> None:
    """Most vehicles, labels that must be named, and walls: no link without a title is longer."""
    places = [(row, col) for row in range(32) for col in range(0, 31, 2)]
    vehicles = [
        rushhour.Vehicle(f"lorry {number}", "h", row, col, 2)
        for number, (row, col) in enumerate(places[:128])
    ]
    puzzle = rushhour.Puzzle(32, 32, vehicles, "lorry 0", walls=places[128:])
    link = rushhour.link(puzzle, page=PAGE)
    assert 2331 < len(link) <= 2953
    assert [code.text for code in seen_in(rushhour.qr_code(link).rows)] == [link]


def test_cards_carry_codes() -> None:
    puzzles = [rushhour.read(f"puzzles/jam-0{number}.txt") for number in range(1, 8)]
    links = [rushhour.link(puzzle, page=PAGE) for puzzle in puzzles]
    deck = [Card(p, "jam", link=link) for p, link in zip(puzzles, links, strict=True)]
    pages = [{code.text for code in seen(page.png(zoom=3))} for page in cards_svg(deck)]
    assert pages == [set(links[:6]), set(links[6:])]


def test_the_command_line_prints_cards_with_codes(tmp_path: Path) -> None:
    out = tmp_path / "cards.png"
    options = ["--as", "cards", "--links", PAGE, "-o", str(out)]
    assert result("render", str(JAM), *options)[0] == 0
    assert [code.text for code in seen(out.read_bytes())] == [rushhour.link(JAM, page=PAGE)]
    code, _, err = result("render", str(JAM), "--as", "svg", "--links", PAGE)
    assert (code, err) == (2, "rushhour: --links: expected --as cards, found 'svg'\n")
    code, _, err = result("render", str(JAM), "--as", "cards", "--links", "nowhere")
    assert code == 2
    assert "expected the address of the page" in err


def test_the_command_line_prints_a_code() -> None:
    code, out, _ = result("link", str(JAM), "--page", PAGE, "--qr", "-")
    link, _, drawn = out.partition("\n")
    assert (code, link) == (0, rushhour.link(JAM, page=PAGE))
    assert [each.text for each in seen_in(modules(drawn))] == [link]


def test_the_command_line_writes_codes(tmp_path: Path) -> None:
    files = [str(JAM), "puzzles/jam-02.txt"]
    both = tmp_path / "both.jsonl"
    both.write_text("".join(rushhour.write(rushhour.read(file), "json") for file in files))
    code, out, _ = result("link", str(both), "--qr", str(tmp_path / "code.png"))
    assert code == 0
    written = [seen((tmp_path / f"code-{number}.png").read_bytes()) for number in (1, 2)]
    assert [[each.text for each in codes] for codes in written] == [[line] for line in out.split()]
    code, out, err = result("link", str(both), "--qr", str(tmp_path / "code.png"))
    assert (code, out, "code-1.png" in err) == (2, "", True)
    # A file that would not be replaced is in nobody's way.
    (tmp_path / "other.png").touch()
    assert result("link", str(both), "--qr", str(tmp_path / "other.png"))[0] == 0
    one = tmp_path / "one.svg"
    assert result("link", str(JAM), "--qr", str(one))[0] == 0
    assert one.read_text() == rushhour.qr_code(rushhour.link(JAM)).svg()
    code, out, err = result("link", str(JAM), "--qr", str(one))
    assert (code, out, "one.svg" in err) == (2, "", True)
    assert result("link", str(JAM), "--qr", str(one), "--force")[0] == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--qr", "code.gif"], "--qr: expected a name that ends in .svg or .png, found 'code.gif'"),
        (["--qr", "-", "--json"], "--qr: expected a file to write beside --json"),
        (
            ["--qr", "-", "--page", "https://a.example/" + "x" * 3000],
            "puzzles/jam-01.txt, puzzle 1: expected at most 2953 bytes for a QR code, found 3064",
        ),
    ],
)
def test_what_cannot_be_a_code_is_refused(options: list[str], reason: str) -> None:
    code, _, err = result("link", str(JAM), *options)
    assert (code, err) == (2, f"rushhour: {reason}\n")
