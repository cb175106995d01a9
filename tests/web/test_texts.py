"""What the page reads by itself, without a service: no text is taken for another puzzle."""

from __future__ import annotations

import json
import re
import warnings
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import rushhour
from rushhour import Puzzle, _core
from rushhour.errors import FormatWarning
from rushhour.formats import attempts
from rushhour.formats.json import as_dict
from support import plain
from support.core_of_page import Reader
from support.edits import BARE, edits
from support.examples import bars
from support.service import Service
from support.ways import WAYS, Unfit

DATA = Path(__file__).parent.parent / "data"
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
TEXTS: list[dict[str, Any]] = json.loads((DATA / "texts.json").read_text("utf-8"))
DRAWINGS = json.loads((DATA / "drawings.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    """The page's reader of texts."""
    return Reader()


def package(text: str, format: str | None, target: str | None, name: str | None) -> Any:  # noqa: A002
    """What the package reads, as the service answers."""
    source = StringIO(text, newline=None)
    if name is not None:
        source.name = name
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", FormatWarning)
        items = list(attempts(source, format, target=target))
    return {
        "items": [
            {"puzzle": as_dict(item), "error": None}
            if isinstance(item, Puzzle)
            else {"puzzle": None, "error": str(item)}
            for item in items
        ],
        "more": False,
        "warnings": [str(one.message) for one in seen],
    }


def summary(item: dict[str, Any]) -> Any:
    """An item as the table has it."""
    puzzle = item["puzzle"]
    if puzzle is None:
        return item["error"]
    vehicles = [
        "{label} {axis} {row} {col} {length}".format(**vehicle) for vehicle in puzzle["vehicles"]
    ]
    extra = {name: puzzle[name] for name in ("title", "walls") if puzzle.get(name)}
    way_out = [puzzle["exit"]["side"], puzzle["exit"]["line"]]
    assert vehicles[0].startswith(f"{puzzle['target']} ")
    return {
        "size": [puzzle["rows"], puzzle["cols"]],
        "exit": way_out,
        "vehicles": vehicles,
        **extra,
    }


@pytest.mark.parametrize("case", TEXTS, ids=[case["name"] for case in TEXTS])
def test_a_text_is_the_same_puzzles_everywhere(
    reader: Reader, service: Service, case: dict[str, Any]
) -> None:
    text, format_, target, name = (case.get(key) for key in ("text", "format", "target", "file"))
    request = {"text": text, "format": format_, "target": target, "name": name}
    wanted = case["items"], case.get("warnings", [])
    for answer in (
        package(case["text"], format_, target, name),
        service.post("read", request).body,
        reader.read(**request),
    ):
        assert ([*map(summary, answer["items"])], answer["warnings"]) == wanted


def puzzles(answer: dict[str, Any]) -> list[Puzzle]:
    """The valid puzzles of an answer."""
    forms = [item["puzzle"] for item in answer["items"] if item["puzzle"]]
    return [rushhour.parse(json.dumps(form), "json") for form in forms]


def board_of(puzzle: Puzzle) -> plain.Board:
    return plain.Board(
        puzzle.rows,
        puzzle.cols,
        frozenset((v.label, v.axis, v.row, v.col, v.length) for v in puzzle.vehicles),
        puzzle.target,
        (puzzle.exit.side, puzzle.exit.line),
        frozenset(puzzle.walls),
    )


@settings(deadline=None, suppress_health_check=CHECKS)
@given(edited=edits())
def test_an_edited_text_is_read_as_it_plainly_says_or_refused(
    reader: Reader, edited: tuple[str, str | None]
) -> None:
    text, name = edited
    if name is None:
        for puzzle in puzzles(reader.read(text=text)):
            assert board_of(puzzle) in plain.boards(text, None), text


GRID = "AAB\n..B\n...\n"
REFUSED = {
    "two car lists without ids": f"1 2 h 2\n0 1 v 3\n\n{BARE}",
    "a size with a comma above another": f"6,6\n8\n{BARE}",
    "a size of ten digits as a title": f"1000000000\n6\n{BARE}",
    "digits of another script": f"\uff18\n6\n{BARE}",
    "a title that names another size": f"Size: 8\n6\n{BARE}",
    "a size that is none": f"8.0\n{BARE}",
    "two marks for empty cells": "AA.o\n..B.\n..B.\n....\n",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_could_be_another_puzzle_is_refused(reader: Reader, text: str) -> None:
    assert puzzles(reader.read(text=text)) == []


@pytest.mark.parametrize("size", ["8", "8 8", "8x8", "8 x 8", "8\u00d78", "Jam-1\n8", "size 8\n8"])
def test_a_size_and_a_title_are_read(reader: Reader, size: str) -> None:
    (puzzle,) = puzzles(reader.read(text=f"{size}\n{BARE}"))
    assert puzzle == rushhour.parse(f"{size}\n{BARE}")
    assert (puzzle.rows, puzzle.title) == (8, size.partition("\n")[0] if "\n" in size else None)


def candidates(error: str) -> list[str]:
    found = re.search("expected one possible target, found (.*?); name it", error)
    return re.split(", | and ", found[1]) if found else []


@pytest.mark.parametrize("case", DRAWINGS["boards"], ids=[c["name"] for c in DRAWINGS["boards"]])
def test_a_drawing_is_the_board_that_it_shows_or_its_candidates_are_named(
    reader: Reader, case: dict[str, Any]
) -> None:
    asked = {key: case[key] for key in ("text", "format", "target") if key in case}
    answer = reader.read(**asked)
    if "puzzle" in case:
        assert puzzles(answer) == [rushhour.parse(json.dumps(case["puzzle"]), "json")]
    else:
        assert candidates(answer["items"][0]["error"]) == case["candidates"]


def test_several_documents_of_json_are_read(reader: Reader) -> None:
    form = as_dict(rushhour.parse("..B/AAB/..."))
    one = json.dumps(form)
    for text in (f"[{one}, {one}]", f"{one}\n# again\n{one}\n"):
        assert [item["puzzle"] for item in reader.read(text=text)["items"]] == [form] * 2
    first, second = reader.read(text=f"{one}\n{{}}\n")["items"]
    assert first["puzzle"] == form
    assert second["error"] == "puzzle 2, line 2, column 1: expected the key 'rows', found none"


BOARD = Puzzle(6, 6, bars("X h 2 0 2, B v 0 3 3, C v 2 5 3, D h 4 1 3"), "X")
JSON = ("json", "nyu", "pieces", "vehicles")


@pytest.mark.parametrize("name", WAYS)
def test_json_in_this_way_is_what_the_package_reads(reader: Reader, name: str) -> None:
    text = ""
    with suppress(Unfit):
        text = WAYS[name](BOARD)
    if any(_core.is_json(format_, text) for format_ in JSON):
        assert puzzles(reader.read(text=text)) == [BOARD]
        for spoilt in (text.replace(":", ": -", 1), text.replace("1", "9"), text[:-2]):
            assert reader.read(text=spoilt) == package(spoilt, None, None, None)


def test_what_only_the_package_reads_is_named(reader: Reader) -> None:
    for text in ("v,0,1,2 and so on", "(define (problem a))"):
        (item,) = reader.read(text=text)["items"]
        assert item["error"].endswith("rushhour serve reads more"), text
    answer = reader.post({"text": "..B/AAB/...", "format": "pddl"})
    assert answer.status == 422
    assert "found pddl; rushhour convert reads it" in answer.body["detail"]


def test_a_long_list_is_cut(reader: Reader) -> None:
    answer = reader.read(text="..B/AAB/...\n" * 201)
    assert (len(answer["items"]), answer["more"]) == (200, True)


def test_it_needs_nothing_of_the_page(reader: Reader) -> None:
    assert reader.imports == []


def test_the_page_lists_every_format_that_its_reader_knows() -> None:
    root = Path(__file__).parents[2]
    known = (root / "src/reader/mod.rs").read_text("utf-8")
    listed = (root / "python/rushhour/web/static/texts.js").read_text("utf-8")
    names = re.findall(r'\("(\w+)", TextFormat::', known)
    assert len(names) == 10
    found = re.findall(r'\bname: "(\w+)"', listed.partition("];")[0])
    assert found == names
