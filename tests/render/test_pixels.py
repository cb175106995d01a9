"""Pictures in pixels: PNG, GIF and PDF have on them what the boards have."""

import itertools
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import rushhour
from rushhour import Exit, Move, Puzzle, Solution, Vehicle
from rushhour.cli import run
from rushhour.errors import MissingExtraError
from rushhour.render.colouring import colours
from rushhour.render.geometry import extent
from rushhour.render.palette import LIGHT
from rushhour.render.raster import pdf, png
from support.pictures import CELL

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
WALLED = Puzzle(
    4,
    4,
    [Vehicle("A", "v", 2, 1, 2), Vehicle("B", "h", 0, 2, 2), Vehicle("C", "v", 1, 3, 3)],
    "A",
    Exit("top", 1),
    walls=[(0, 0)],
)
DRIVEN = Solution(WALLED, (Move("B", -1), Move("B", 1), Move("A", -4)), "slide", "off")


def looks(picture: Image.Image, puzzles: list[Puzzle]) -> dict[tuple[int, int], str]:
    """The colour of each cell of the last board, at a place that no label and no ring covers."""
    view, zoom = extent(puzzles), picture.width / extent(puzzles).width
    rgb = picture.convert("RGB")
    found = {}
    for row, col in itertools.product(range(-1, puzzles[-1].rows), range(puzzles[-1].cols)):
        x, y = col * CELL + 16 - view.x, row * CELL + 13 - view.y
        if x < view.width and y > 0:
            red, green, blue = rgb.getpixel((int(x * zoom), int(y * zoom)))  # type: ignore[misc]
            found[row, col] = f"#{red:02x}{green:02x}{blue:02x}"
    return found


def expected(puzzle: Puzzle) -> dict[tuple[int, int], str]:
    fills = dict.fromkeys(itertools.product(range(puzzle.rows), range(puzzle.cols)), LIGHT.floor)
    looks = colours(puzzle)
    for vehicle in puzzle.vehicles:
        fills.update(dict.fromkeys(vehicle.cells(), looks[vehicle.label].fill))
    return {cell: fill for cell, fill in fills.items() if cell not in puzzle.walls}


def check(picture: Image.Image, puzzles: list[Puzzle]) -> None:
    seen = looks(picture, puzzles)
    for cell, fill in expected(puzzles[-1]).items():
        if cell in seen:
            assert near(seen[cell], fill), cell


def near(one: str, other: str) -> bool:
    """Whether two colours are equal, but for what a palette of 256 loses."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return all(abs(a - b) <= 6 for a, b in pairs)


def test_a_png_shows_the_board() -> None:
    picture = Image.open(BytesIO(png(WALLED.svg(theme="light"), zoom=2)))
    check(picture, [WALLED])
    assert picture.width == 2 * extent([WALLED]).width


def test_a_picture_is_saved_as_its_name_says(tmp_path: Path) -> None:
    picture = WALLED.svg()
    for name, content in (("a.svg", picture.encode()), ("a.PNG", picture.png())):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == content


def test_labels_are_painted() -> None:
    plain = png(Puzzle(1, 2, [Vehicle("A", "h", 0, 0, 2)], "A").svg())
    other = png(Puzzle(1, 2, [Vehicle("W", "h", 0, 0, 2)], "W").svg())
    assert plain != other


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    gif = Image.open(BytesIO(data))
    found = []
    for number in range(gif.n_frames):  # type: ignore[attr-defined]
        gif.seek(number)
        found.append((gif.convert("RGB"), gif.info["duration"]))
    return found


@pytest.mark.parametrize(
    "solution",
    [rushhour.solve(rushhour.read(PUZZLES / "jam-01.txt")).solution, DRIVEN],
    ids=["classic", "walled"],
)
def test_a_gif_ends_in_the_last_board(solution: Solution) -> None:
    states = list(solution.replay())
    shown = frames(solution.gif())
    check(shown[0][0], [*states[1:], states[0]])
    check(shown[-1][0], states)
    assert (shown[0][1], shown[-1][1]) == (800, 2000)


def test_a_gif_shows_every_board_on_the_way() -> None:
    states = list(DRIVEN.replay())
    pauses = [picture for picture, duration in frames(DRIVEN.gif()) if duration > 100]
    assert len(pauses) == len(states)
    for number, picture in enumerate(pauses):
        others = [state for state in states if state is not states[number]]
        check(picture, [*others, states[number]])


def test_a_gif_without_moves_and_one_in_the_dark() -> None:
    ((picture, duration),) = frames(Solution(WALLED, ()).gif())
    check(picture, [WALLED])
    assert duration == 2000
    assert Solution(WALLED, ()).gif(theme="dark") != Solution(WALLED, ()).gif()


def test_long_solutions_have_fewer_frames_a_move() -> None:
    puzzle = Puzzle(1, 3, [Vehicle("A", "h", 0, 0, 2)], "A")
    moves = tuple(Move("A", -1 if number % 2 else 1) for number in range(1001))
    gif = Image.open(BytesIO(Solution(puzzle, moves[:1000]).gif()))
    assert gif.n_frames == 1001  # type: ignore[attr-defined]
    with pytest.raises(rushhour.RushHourError, match="expected at most 1,000 moves for a GIF"):
        Solution(puzzle, moves).gif()


def test_the_same_solution_has_the_same_gif() -> None:
    assert DRIVEN.gif() == DRIVEN.gif()


def test_a_pdf_has_a_page_for_each_picture() -> None:
    data = pdf([WALLED.svg(), WALLED.svg(), WALLED.svg()])
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 3


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_without_the_extra_it_is_named(
    package: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=f"^needs {package}: pip install"):
        DRIVEN.gif()
    code = run(["render", str(PUZZLES / "jam-01.txt"), "-o", str(tmp_path / "board.png")])
    assert code == 2
    assert "pip install 'rushhour[pictures]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
