"""Batches of puzzles in any format: one folder with car lists, grids, JSON and board strings."""

import csv
from pathlib import Path

import pytest

import rushhour
from rushhour.batch.sources import SourceFiles
from support.batches import many
from support.commands import result

PUZZLES = Path(__file__).parents[2] / "puzzles"
LINE = "..B.....B...AAB....................."


def rows_of(output: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(output.read_text().splitlines()))


def test_a_folder_of_any_formats_is_solved(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{LINE}\n{LINE}\n")
    (folder / "b.txt").write_text((PUZZLES / "jam-01.txt").read_text())
    (folder / "c.txt").write_text("..B...\n..B...\nAAB...\n......\n......\n......\n")
    (folder / "d.json").write_text(rushhour.write(rushhour.read(PUZZLES / "jam-01.txt"), "json"))
    (folder / "e.csv").write_text(f"board\n{LINE}\n")
    output = tmp_path / "answers.csv"
    code, _, err = result("batch", folder, "-o", output)
    assert code == 0, err
    rows = rows_of(output)
    best = [str(rushhour.solve(board).cost) for board in (LINE, PUZZLES / "jam-01.txt")]
    assert [row["slides"] for row in rows] == [best[0], best[0], best[1], best[0], best[1], best[0]]


def test_what_a_board_string_cannot_hold_is_a_fault(tmp_path: Path) -> None:
    puzzle = rushhour.Puzzle(
        4, 4, [rushhour.Vehicle("A", "v", 2, 1, 2)], "A", exit=rushhour.Exit("top", 1)
    )
    file = tmp_path / "up.json"
    file.write_text(rushhour.write(puzzle, "json"))
    output = tmp_path / "answers.csv"
    code, _, _ = result("batch", file, "-o", output)
    (row,) = rows_of(output)
    assert code == 2, row
    assert "exit" in row["error"]
    code, _, err = result("batch", file, "-o", tmp_path / "b.csv", "--keep", "id")
    assert (code, "puzzles have no columns" in err) == (2, True)


@pytest.mark.parametrize("line", ["{number} {board}", "{board} {number}", "{board}\t{number}"])
def test_a_number_beside_each_board_is_left_out(line: str, tmp_path: Path) -> None:
    file = tmp_path / "levels.txt"
    lines = [line.format(number=number, board=board) for number, board in enumerate(many(30))]
    file.write_text("\n".join(lines))
    source = SourceFiles([str(file)])
    assert [board.as_py().decode() for part in source.read() for board in part] == many(30)
    assert source.are_texts, "not read puzzle by puzzle, which takes a thousand times longer"


def test_a_drawing_with_two_targets_says_what_helps_in_a_batch(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("AA....\n......\nBBB...\n......\n......\n......\n")
    code, out, err = result("batch", tmp_path / "two.txt", "-o", "-")
    advice = "rushhour convert FILE --target LABEL --to boardstring --relabel names it"
    assert code == 2
    assert f"expected one possible target, found A and B; {advice}" in out
    assert "parse(text" not in err + out
    code, out, _ = result(
        "convert", tmp_path / "two.txt", "--target", "A", "--to", "boardstring", "--relabel"
    )
    assert code == 0
    (tmp_path / "one.txt").write_text(out)
    assert result("batch", tmp_path / "one.txt", "-o", "-")[0] == 0


def test_warnings_are_lines_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "levels.txt").write_text("..B.....B...AAB..................... B+1 A+4\n")
    _, out, err = result("batch", tmp_path / "levels.txt", "-o", "-")
    assert "solved" in out
    first = err.splitlines()[0]
    assert first.startswith(
        f"rushhour: warning: {tmp_path / 'levels.txt'}, line 1: the board is read"
    )
    assert "site-packages" not in err
