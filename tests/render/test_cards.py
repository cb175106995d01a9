"""Cards: every puzzle on one, as large as its place, with its solution behind it."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import rushhour
from rushhour import Move, Puzzle, Solution, Vehicle
from rushhour.render.cards import Card, cards_svg
from support.pictures import CELL, SVG, covered, parts

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAMS = [rushhour.read(file) for file in sorted(PUZZLES.glob("jam-*.txt"))[:8]]
DECK = [
    Card(puzzle, f"Jam {number}", rushhour.solve(puzzle).solution)
    for number, puzzle in enumerate(JAMS, 1)
]


def texts(page: str) -> list[ET.Element]:
    return list(ET.fromstring(page).iter(f"{SVG}text"))


def titles(page: str) -> dict[str, tuple[float, float]]:
    """Where each title is."""
    found = [text for text in texts(page) if (text.text or "").startswith("Jam")]
    return {text.text or "": (float(text.get("x", "")), float(text.get("y", ""))) for text in found}


def test_each_card_has_its_board() -> None:
    pages = cards_svg(DECK)
    drawn = [card for page in pages for card in parts(page, "card")]
    assert [len(parts(page, "card")) for page in pages] == [6, 2]
    for card, puzzle in zip(drawn, JAMS, strict=True):
        groups = [part for part in card if part.get("class") == "vehicle"]
        assert [covered(group[0]) for group in groups] == [
            set(vehicle.cells()) for vehicle in puzzle.vehicles
        ]


def test_pages_are_a4() -> None:
    for page in cards_svg(DECK):
        root = ET.fromstring(page)
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        assert root.get("viewBox") == "0 0 210 297"
        assert root.get("class") == "rushhour light"


@pytest.mark.parametrize("size", [(6, 6), (2, 8), (9, 9), (12, 4), (32, 32), (1, 32)])
def test_boards_of_any_size_are_in_their_places(size: tuple[int, int]) -> None:
    rows, cols = size
    puzzle = Puzzle(rows, cols, [Vehicle("A", "h", 0, 0, 2)], "A")
    (page, *_) = cards_svg([Card(puzzle, "a very long title " * 9)] * 6)
    for card in parts(page, "card"):
        x, y, scale = map(float, card.get("transform", "")[10:-1].replace(") scale(", " ").split())
        assert x - 20 * scale >= 10
        assert y - 20 * scale >= 10
        assert x + scale * (cols * CELL + 46) <= 200
        assert y + scale * (rows * CELL + 20) <= 287
    largest = max(text for text in (len(one.text or "") for one in texts(page)))
    assert largest < 80


def test_the_front_tells_the_cost() -> None:
    (page, _) = cards_svg(DECK)
    prices = [text.text for text in texts(page) if "right" in text.get("class", "")]
    assert prices[:3] == ["8 slides", "8 slides", "14 slides"]
    (unknown,) = cards_svg([Card(JAMS[0], "Jam")])
    assert not [text.text for text in texts(unknown) if (text.text or "").endswith("slides")]


def test_backs_lie_behind_their_fronts() -> None:
    pages = cards_svg(DECK, backs=True)
    assert len(pages) == 4
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert list(titles(front)) == list(titles(back))
        for title, (x, y) in titles(front).items():
            mirrored, same = titles(back)[title]
            assert same == y
            assert {x, mirrored} == {15, 110}  # turned over the long edge


def test_the_back_has_the_moves_in_order() -> None:
    (_, back) = cards_svg(DECK[:1], backs=True)
    moves = [text.text for text in texts(back) if "plain" in text.get("class", "")]
    assert moves[:3] == ["1. vehicle 2 right 1", "2. vehicle 6 left 3", "3. vehicle 1 up 1"]
    assert len(moves) == 8


def test_a_back_without_a_solution_says_so() -> None:
    (_, back) = cards_svg([Card(JAMS[0], "Jam")], backs=True)
    assert "no solution" in [text.text for text in texts(back)]
    (_, back) = cards_svg([Card(JAMS[0], "Jam", Solution(JAMS[0], ()))], backs=True)
    assert "already solved" in [text.text for text in texts(back)]


@pytest.mark.parametrize("count", [60, 200, 5000])
def test_long_solutions_are_on_the_card(count: int) -> None:
    puzzle = Puzzle(6, 6, [Vehicle("A", "h", 0, 0, 2)], "A")
    moves = tuple(Move("A", -1 if number % 2 else 1) for number in range(count))
    (_, back) = cards_svg([Card(puzzle, "Long", Solution(puzzle, moves))], backs=True)
    listed = [text for text in texts(back) if "plain" in text.get("class", "")]
    for text in listed:
        assert 105 < float(text.get("x", "")) < 200
        assert 10 < float(text.get("y", "")) < 103
    if count <= 200:
        assert len(listed) == count
    else:
        assert listed[-1].text == f"and {count - len(listed) + 1} more"


def test_cards_say_how_hard_they_are() -> None:
    reasons = ("long: 51 slides", "two vehicles must go back")
    card = DECK[0]._replace(level="expert", reasons=reasons)
    front, back = cards_svg([card], backs=True)
    assert "expert, 8 slides" in [text.text for text in texts(front)]
    said = [(text.text, float(text.get("y", ""))) for text in texts(back)]
    names = [name for name, _ in said]
    assert names[1:3] == list(reasons)
    heights = [height for _, height in said]
    assert heights[:4] == sorted(heights[:4])
    assert len(set(heights[:4])) == 4


def test_the_command_rates_cards(tmp_path: Path) -> None:
    from rushhour.cli import run

    out = tmp_path / "cards.svg"
    assert run(["render", str(PUZZLES / "jam-04.txt"), "--as", "cards", "-o", str(out)]) == 0
    assert "beginner, 9 slides" in [text.text for text in texts(out.read_text())]
