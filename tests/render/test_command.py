"""`rushhour render`: every form into its file, and clear words where that cannot be."""

import json
import os
from pathlib import Path

import pytest

import rushhour
from rushhour.base.files import save
from rushhour.cli import run
from rushhour.render.forms import FORMS
from support.commands import result_in_bytes

PUZZLES = Path(__file__).parent.parent.parent / "puzzles"
JAM = str(PUZZLES / "jam-01.txt")
MANY = str(PUZZLES / "hardest.txt")
LONG = str(PUZZLES / "uva-12x12_7.csv")
BEGINNINGS = {
    "text": b" +----",
    "svg": b"<svg ",
    "png": b"\x89PNG",
    "strip": b"<svg ",
    "arrows": b"<svg ",
    "animation": b"<svg ",
    "gif": b"GIF89a",
    "html": b"<!doctype html>",
    "cards": b"<svg ",
}


def rendered(*arguments: str, text: str = "") -> tuple[int, bytes, str]:
    return result_in_bytes("render", *arguments, text=text)


def test_every_form_has_an_example() -> None:
    assert list(BEGINNINGS) == [form.name for form in FORMS]


@pytest.mark.parametrize("form", BEGINNINGS)
def test_every_form_goes_to_standard_output(form: str) -> None:
    code, out, err = rendered(JAM, "--as", form)
    assert (code, err) == (0, "")
    assert out.startswith(BEGINNINGS[form])


@pytest.mark.parametrize(
    ("form", "suffix"), [(form.name, suffix) for form in FORMS for suffix in form.suffixes]
)
def test_every_form_goes_to_its_files(form: str, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture{suffix}"
    assert run(["render", JAM, "--as", form, "-o", str(file)]) == 0
    assert [other.name for other in tmp_path.iterdir()] == [file.name]
    known = {".png": b"\x89PNG", ".pdf": b"%PDF-"}
    assert file.read_bytes().startswith(known.get(suffix, BEGINNINGS[form]))


@pytest.mark.parametrize(
    ("name", "same"), [("a.svg", "svg"), ("a.html", "html"), ("A.TXT", "text"), ("a.gif", "gif")]
)
def test_the_name_of_the_file_may_say_the_form(name: str, same: str, tmp_path: Path) -> None:
    assert run(["render", JAM, "-o", str(tmp_path / name)]) == 0
    written = (tmp_path / name).read_bytes()
    assert written.strip() == rendered(JAM, "--as", same)[1].strip()


def test_the_picture_is_that_of_python(tmp_path: Path) -> None:
    puzzle = rushhour.read(JAM)
    solution = rushhour.solve(puzzle, metric="step", goal="clear").solution
    assert solution is not None
    options = ["--metric", "step", "--goal", "clear", "--theme", "dark"]
    for form in ("strip", "arrows", "animation"):
        file = tmp_path / f"{form}.svg"
        run(["render", JAM, "--as", form, "-o", str(file), *options])
        assert file.read_text(encoding="utf-8") == solution.svg(form, theme="dark")  # type: ignore[arg-type]


def test_several_pictures_are_numbered(tmp_path: Path) -> None:
    assert run(["render", MANY, JAM, "-o", str(tmp_path / "a.svg")]) == 0
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["a-1.svg", "a-2.svg", "a-3.svg", "a-4.svg"]
    code, out, err = rendered(MANY, "--as", "svg")
    assert (code, out) == (2, b"")
    assert "expected a file to write, such as --output out.svg, for several pictures" in err
    code, out, _ = rendered(MANY)
    assert (code, out.count(b"+-------------+")) == (0, 6)


def test_cards_of_many_files_are_one_pdf(tmp_path: Path) -> None:
    jams = [str(file) for file in sorted(PUZZLES.glob("jam-*.txt"))[:7]]
    file = tmp_path / "cards.pdf"
    assert run(["render", *jams, "-o", str(file), "--backs"]) == 0
    assert file.read_bytes().count(b"/Type /Page\n") == 4


def test_cards_have_the_names_of_files(tmp_path: Path) -> None:
    run(["render", JAM, MANY, "--as", "cards", "-o", str(tmp_path / "a.svg")])
    page = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for title in ("jam-01", "hardest", "hardest, 2"):
        assert f">{title}<" in page


@pytest.mark.parametrize("moves", ["2+1 6-3", json.dumps([{"vehicle": "2", "cells": 1}])])
def test_moves_may_be_given(moves: str, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    assert run(["render", JAM, "--as", "strip", "--solution", moves, "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8").count('class="panel"') == 2 + ("6" in moves)


@pytest.mark.parametrize(
    ("arguments", "text", "code", "message"),
    [
        ([], "", 2, "<stdin>: expected a puzzle, found an empty text"),
        (["none.txt"], "", 2, "none.txt: No such file"),
        (["-"], "AA.B\n....\n", 2, "vehicle B is 1 cell long"),
        (["-", "--as", "gfi"], "", 2, "no form named 'gfi'; did you mean 'gif'?"),
        ([JAM, "-o", "a.jpg"], "", 2, "expected a name that ends in .txt, .svg, .png"),
        (
            [JAM, "--as", "gif", "-o", "a.svg"],
            "",
            2,
            "ends in .gif for the form gif, found 'a.svg'",
        ),
        ([JAM, "-o", "none/a.svg"], "", 2, "none/a.svg: No such file or directory"),
        ([JAM, "--as", "strip", "--solution", "2+1 3+5"], "", 2, "move 2, 3+5: vehicle 3 can move"),
        ([JAM, "--as", "strip", "--solution", "nothing"], "", 2, "neither a file nor moves"),
        ([LONG, "--as", "strip", "--max-states", "9"], "", 3, "a limit came before a solution"),
        (
            ["-", "--as", "html"],
            "oooBoooooBooAAoBoooooCoooooCoooooCoo",
            1,
            "puzzle 1: there is no solution to draw",
        ),
    ],
)
def test_what_cannot_be_drawn(
    arguments: list[str],
    text: str,
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    *found, said = rendered(*arguments, text=text)
    assert found == [code, b""]
    assert message in said
    assert list(tmp_path.iterdir()) == []


def test_cards_of_what_cannot_be_solved(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    assert run(["render", LONG, "--as", "cards", "--max-states", "9", "-o", str(file)]) == 3
    assert ">uva-12x12_7<" in file.read_text(encoding="utf-8")


def test_one_malformed_puzzle_spoils_no_other(tmp_path: Path) -> None:
    good = "..B.../AAB.../....../......"
    code, out, err = rendered("-", text=f"{good}\nAA.B/....\n{good}\n")
    assert (code, out.count(b"+-------------+")) == (2, 4)
    assert "rushhour: " in err


def test_a_full_disk_is_said_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert run(["render", JAM, "-o", str(tmp_path / "a.svg")]) == 3
    assert "a.svg: No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_and_not_replaced() -> None:
    save(Path("/dev/null"), b"lost")
    assert not Path("/dev/null").is_file()


def test_a_link_goes_on_to_lead_where_it_led(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(tmp_path / "file.svg")
    (tmp_path / "file.svg").touch()
    save(tmp_path / "link.svg", b"new")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "file.svg").read_bytes() == b"new"
