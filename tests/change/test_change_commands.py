"""`rushhour canonical`, `minimise` and `vary`: output, formats and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rushhour import parse_all, read
from rushhour.cli import run
from rushhour.generation.change import canonical, minimise, vary

JAM_1, JAM_25 = "puzzles/jam-01.txt", "puzzles/jam-25.txt"
VERBS = ("canonical", "minimise", "vary")
Capture = pytest.CaptureFixture[str]


def file_of(text: str, folder: Path) -> str:
    file = folder / "puzzle.txt"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(("verb", "find"), [(v, globals()[v]) for v in VERBS])
def test_json_is_what_the_library_finds(verb: str, find: object, capsys: Capture) -> None:
    assert run([verb, JAM_25, "--json"]) == 0
    found = find(read(JAM_25)).to_dict()  # type: ignore[operator]
    assert json.loads(capsys.readouterr().out) == {"file": JAM_25, "number": 1, **found}


def test_the_representative_is_printed_in_a_format(capsys: Capture) -> None:
    assert run(["canonical", JAM_1, "--to", "boardstring"]) == 0
    assert list(parse_all(capsys.readouterr().out)) == [canonical(read(JAM_1)).board]


def test_reductions_are_printed_in_words_and_formats(capsys: Capture) -> None:
    assert run(["minimise", JAM_25]) == 0
    assert capsys.readouterr().out.startswith("what can go at 27 slides:\n  3: ")
    assert run(["minimise", JAM_25, "--to", "carlist"]) == 0
    (left,) = parse_all(capsys.readouterr().out)
    assert left == minimise(read(JAM_25)).reductions[0].board
    assert run(["minimise", JAM_1]) == 0
    assert capsys.readouterr().out == "nothing can go: the puzzle is minimal at 8 slides\n"


def test_kinds_and_counts_choose_variants(capsys: Capture) -> None:
    every = vary(read(JAM_1)).variants
    assert run(["vary", JAM_1, "--json", "--harder", "--subtler", "--count", "2"]) == 0
    found = json.loads(capsys.readouterr().out)["variants"]
    chosen = [[one for one in every if one.kind == kind][:2] for kind in ("harder", "subtler")]
    assert found == [one.to_dict() for row in chosen for one in row]
    assert run(["vary", JAM_1, "--easier", "--count", "3", "--to", "boardstring"]) == 0
    assert len(list(parse_all(capsys.readouterr().out))) == 3


@pytest.mark.parametrize("verb", VERBS)
def test_exit_codes(verb: str, tmp_path: Path, capsys: Capture) -> None:
    stuck = file_of("...B/AA.B/...B", tmp_path)
    assert run([verb, stuck]) == 1
    assert "no solution" in capsys.readouterr().out
    assert run([verb, JAM_25, "--max-states", "5"]) == 3
    assert run([verb, "--to", "csc", "--json", JAM_1]) == 2
    assert run([verb, "--to", "nothing", JAM_1]) == 2
    assert run([verb, "no-such-file.txt"]) == 2
    bad = file_of("AB/\nx", tmp_path)
    assert run([verb, bad]) == 2


@pytest.mark.parametrize("verb", VERBS)
def test_several_puzzles_are_answered_one_after_another(
    verb: str, tmp_path: Path, capsys: Capture
) -> None:
    file = file_of("..B.AAB.........\nAA..............\n...BAA.B...B....\n", tmp_path)
    assert run([verb, file, "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert [row["slides"] for row in rows] == [2, 1, None]


@pytest.mark.parametrize("verb", VERBS)
def test_control_characters_of_labels_are_escaped(
    verb: str, tmp_path: Path, capsys: Capture
) -> None:
    vehicles = [
        {"label": "A", "axis": "h", "row": 0, "col": 0, "length": 2},
        {"label": "\x1b[31m", "axis": "v", "row": 0, "col": 3, "length": 2},
        {"label": "\x1b[32m", "axis": "h", "row": 3, "col": 0, "length": 2},
    ]
    board = {"rows": 4, "cols": 4, "target": "A", "vehicles": vehicles}
    board["exit"] = {"side": "right", "line": 0}
    assert run([verb, file_of(json.dumps(board), tmp_path)]) == 0
    assert "\x1b" not in capsys.readouterr().out
