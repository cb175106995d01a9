"""Which files a batch reads: folders and patterns."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from support.batches import answers, finished

# One board for each file: a target that needs 1 to 4 cells to the exit.
BOARDS = {
    "a.txt": "AA./.../...\n",
    "b/c.csv": "board\nAA../..../..../....\n",
    "b/d.jsonl": '{"board": "AA.../...../...../...../....."}\n',
    "e.txt": "AA..../....../....../....../....../......\n",
}


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A folder `boards` with a board in each file, beside files that are none."""
    monkeypatch.chdir(tmp_path)
    others = {"README.md": "Boards.", ".a.txt": "x", "_b.txt": "x", ".git/c.txt": "x"}
    for name, text in {**BOARDS, **others}.items():
        path = Path("boards", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [f"boards/{name}" for name in BOARDS]


def read(*names: str) -> list[str]:
    return [row["board"] for row in answers(*names)]


def test_a_folder_stands_for_its_files(boards: list[str]) -> None:
    a, c, d, e = boards
    assert read("boards") == read(a, e, c, d)
    assert len(read("boards")) == len(BOARDS)


@pytest.mark.parametrize(
    ("pattern", "places"), [("boards/[!_]*.txt", (0, 3)), ("boards/**/[cd].*", (1, 2))]
)
def test_a_pattern_stands_for_what_fits(
    pattern: str, places: tuple[int, ...], boards: list[str]
) -> None:
    assert read(pattern) == read(*(boards[place] for place in places))


def test_a_file_may_be_named_like_a_pattern(boards: list[str]) -> None:
    Path("boards/[a].txt").write_text(BOARDS["e.txt"], encoding="utf-8")
    assert read("boards/[a].txt") == read(boards[3])


@pytest.mark.parametrize("output", ["boards/out.csv", "boards/out"])
@pytest.mark.usefixtures("boards")
def test_answers_among_the_boards_are_not_read(output: str) -> None:
    finished("boards", "-o", output)
    assert "4 rows" in finished("boards", "-o", output)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("empty", "empty: expected a file that ends in .txt, .csv, .tsv, .jsonl"),
        ("boards/*.parquet", "boards/*.parquet: expected a file that fits, found none"),
        ("boards/none.txt", "boards/none.txt: No such file"),
    ],
)
@pytest.mark.usefixtures("boards")
def test_nothing_is_an_error(name: str, words: str) -> None:
    Path("empty").mkdir()
    assert words in finished(name, "-o", "out.csv", code=2)
