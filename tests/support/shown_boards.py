"""Where the vehicles of a board are that a browser shows."""

from collections.abc import Iterable

from playwright.sync_api import Page

from rushhour import Puzzle

CELL = 60

# The box of each vehicle's bar in units of the board, all transformations applied.
PLACES = """groups => groups.map(group => {
  const bar = group.querySelector("rect"), box = bar.getBBox();
  const toBoard = group.parentNode.getScreenCTM().inverse().multiply(bar.getScreenCTM());
  const corner = new DOMPoint(box.x, box.y).matrixTransform(toBoard);
  return [corner.y, corner.x, box.height, box.width];
})"""

Place = tuple[int, int, int, int]


def shown(page: Page) -> list[Place]:
    """Row, column, and the rows and columns covered, of each vehicle; they stand on cells."""
    boxes = page.locator("g.vehicle").evaluate_all(PLACES)
    assert all(map(is_on_cells, boxes)), boxes
    return [cells(box) for box in boxes]


def is_on_cells(box: list[float]) -> bool:
    """Whether a vehicle stands where it may, and is not on its way."""
    return all(abs(part / CELL - round(part / CELL)) < 0.15 for part in box)


def until_shown(page: Page, puzzle: Puzzle) -> None:
    """Wait until every vehicle stands where the puzzle has it, on a page without script too."""
    while True:
        boxes = page.locator("g.vehicle").evaluate_all(PLACES)
        if all(map(is_on_cells, boxes)) and list(map(cells, boxes)) == expected(puzzle):
            return
        page.wait_for_timeout(25)


def cells(box: Iterable[float]) -> Place:
    row, col, rows, cols = (round(part / CELL) for part in box)
    return row, col, rows, cols


def expected(puzzle: Puzzle) -> list[Place]:
    """The same of a puzzle."""
    return [
        (one.row, one.col, *((1, one.length) if one.axis == "h" else (one.length, 1)))
        for one in puzzle.vehicles
    ]
