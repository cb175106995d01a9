"""Audits: planted faults of every kind, repeats under all symmetries, hostile files."""

import csv
import gzip
import itertools
import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Exit, Puzzle, RushHourError, Vehicle
from rushhour.auditing import KINDS, Column, Finding, audit
from rushhour.errors import UnknownNameError
from support.bridge import board_from, puzzle_of
from support.command_lines import COMMAND
from support.commands import result
from support.interrupts import interrupted, wait_for_work
from support.reference import GOALS, METRICS, explore
from support.strategies import Drawing, drawings

HARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"  # 60 slides, 103 steps, 2332 states
TURNED = "GGHHHMFFKooMJoKEEMJAALooIooLDDIBBxoo"
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."  # 15 slides, 29 steps, 541 934 states
SIMPLE = "..B./AAB./..../...."  # 2 slides, 4 steps
UNSOLVABLE = "..B/AAB/..."
SOLVED = "..AA/..../..../...."


def found(text: str, **options: Any) -> list[str]:
    """The findings of a text."""
    return list(map(str, audit(StringIO(text), **options)))


def table(*rows: str, header: str = "board,slides,steps,states") -> str:
    return "\n".join([header, *rows]) + "\n"


class TestMeasures:
    """Columns that hold what `rushhour analyse` says."""

    NAMES = ("difficulty", "rating", "walk")

    def rows(self, change: float = 0.0, digits: int | None = None) -> str:
        lines = ["board,difficulty,rating,walk"]
        for board in (HARD, SIMPLE):
            analysis = rushhour.analyse(board)
            values = [getattr(analysis, name) + change for name in self.NAMES]
            texts = [str(value) if digits is None else f"{value:.{digits}f}" for value in values]
            lines.append(",".join([board, *texts]))
        return "\n".join([*lines, f"{UNSOLVABLE},,,"])

    @pytest.mark.parametrize("digits", [None, 0, 1, 3])
    def test_a_value_is_right_as_far_as_its_digits_tell(self, digits: int | None) -> None:
        claims = {name: name for name in self.NAMES}
        assert found(self.rows(digits=digits), claims=claims) == ["puzzle 3, line 4: unsolvable"]
        wrong = [f.kind for f in audit(StringIO(self.rows(1.1, digits)), claims=claims)]
        assert wrong == ["wrong measure"] * 6 + ["unsolvable"]

    def test_other_scales_are_left_alone(self) -> None:
        checked = audit(StringIO(f"board,difficulty,rating\n{SIMPLE},expert,5\n"))
        assert list(checked) == []
        assert {str(column) for column in checked.columns} == {
            "difficulty (on which scale?)",
            "rating (on which scale?)",
        }

    def test_words_and_limits(self) -> None:
        claims = {"walk": "walk"}
        assert "expected a number" in found(f"board,walk\n{SIMPLE},long", claims=claims)[0]
        findings = audit(StringIO(f"board,walk\n{HARD},1.5"), claims=claims, max_memory=1)
        assert {(finding.kind, finding.column) for finding in findings} == {
            ("undecided", None),
            ("undecided", "walk"),
        }

    def test_the_command_checks_what_another_wrote(self, tmp_path: Path) -> None:
        _, written, _ = result("analyse", "-", "--csv", text=f"{HARD}\n{SIMPLE}\n")
        rows = list(csv.DictReader(StringIO(written)))
        boards = [HARD, SIMPLE]
        lines = [
            f"{b},{row['slides']},{row['rating']}" for b, row in zip(boards, rows, strict=True)
        ]
        file = tmp_path / "claims.csv"
        file.write_text("\n".join(["board,slides,rating", *lines]))
        code, out, _ = result("audit", str(file), "--claim", "rating=rating")
        assert code == 0
        assert "rating in 2 puzzles" in out
        _, out, _ = result("audit", str(file))
        assert "--claim rating=rating" in out


class TestPlantedFaults:
    def test_a_clean_table_has_no_findings(self) -> None:
        assert found(table(f"{HARD},60,103,2332", f"{SIMPLE},2,4,", f"{LARGEST},15,,541934")) == []

    @pytest.mark.parametrize(
        ("row", "finding"),
        [
            (f"{HARD},59,103,2332", "wrong optimum: slides 59, found 60"),
            (f"{HARD},103,103,2332", "wrong optimum: slides 103, found 60; right as step_edge"),
            (f"{HARD},61,103,2332", "wrong optimum: slides 61, found 60; right as slide_edge+1"),
            (f"{HARD},62,103,2332", "wrong optimum: slides 62, found 60$"),
            (f"{HARD},60,105,2332", "wrong optimum: steps 105, found 103; right as step_off"),
            (f"{HARD},60,104,", "wrong optimum: steps 104, found 103; right as step_past"),
            (f"{HARD},60,103,2331", "wrong cluster size: states 2331, found 2332"),
            (f"{HARD},none,,", "wrong optimum: slides no solution, found 60"),
            (f"{UNSOLVABLE},3,4,", "unsolvable"),
            (f"{UNSOLVABLE},,,2", "unsolvable"),
            (f"{SOLVED},1,,", "already solved"),
            (f"{SOLVED},,,", "already solved"),
            ("AAB,1,1,1", "malformed: expected a square number of cells, or rows parted by /"),
            ("AA.B/....,1,1,1", "malformed: invalid board: vehicle B is 1 cell long"),
            (",1,1,1", "malformed: expected a puzzle, found an empty text"),
            (f"{SIMPLE},1,1", "malformed: expected 4 fields, found 3"),
            (f'"{SIMPLE},1,1,1', "malformed: expected a row of CSV, found an error in it"),
            (f"{SIMPLE},two,4,", "malformed: expected a number for slides, found 'two'"),
            (f"{SIMPLE},{'9' * 30},4,", "malformed: expected a number for slides, found a number"),
        ],
    )
    def test_each_is_found_where_it_is(self, row: str, finding: str) -> None:
        first, *_ = found(table(f"{LARGEST},15,29,541934", row, f"{SIMPLE},2,4,"))
        assert f"{first}$".startswith(f"puzzle 2, line 3: {finding}")

    def test_links_claim_slides(self) -> None:
        address = "https://www.michaelfogleman.com/rush/#"
        square = SIMPLE.replace("/", "")
        lines = [f"{address}{HARD}/60", f"{address}{HARD}/59", f"{address}{square}", "#AAB/1"]
        assert [one for one in found("\n".join(lines)) if "duplicate" not in one] == [
            "puzzle 2, line 2: wrong optimum: moves 59, found 60; right as slide_clear"
        ]

    def test_what_is_claimed_to_be_unsolvable_may_be_so(self) -> None:
        assert found(table(f"{UNSOLVABLE},none,,2", f"{UNSOLVABLE[:-1]}x,-,unsolvable,")) == []

    def test_what_is_claimed_to_be_solved_may_be_so(self) -> None:
        assert found(table(f"{SOLVED},0,0,")) == []

    def test_repeats(self) -> None:
        relabelled = HARD.translate(str.maketrans("BCDEFGHIJKLM", "MLKJIHGFEDCB")).replace("o", ".")
        rows = [f"{HARD},60,103,", f"{TURNED},60,,", f"{relabelled},,,", f"{TURNED},,,"]
        assert found(table(*rows)) == [
            "puzzle 2, line 3: mirror image: of puzzle 1",
            "puzzle 3, line 4: duplicate: of puzzle 1",
            "puzzle 4, line 5: duplicate: of puzzle 2",
        ]
        assert found(table(*rows), repeats=False) == []

    def test_one_row_may_be_wrong_in_many_ways(self) -> None:
        rows = [f"{HARD},60,103,2332", f"{HARD},58,60,9"]
        kinds = [finding.kind for finding in audit(StringIO(table(*rows)))]
        assert kinds == ["duplicate", "wrong optimum", "wrong optimum", "wrong cluster size"]

    @pytest.mark.parametrize("option", [{"max_states": 100}, {"max_memory": 1000}])
    def test_a_limit_leaves_a_puzzle_open(self, option: dict[str, int]) -> None:
        for claims in (f"{LARGEST},15,29,", f"{LARGEST},15,29,541934"):
            kinds = {finding.kind for finding in audit(StringIO(table(claims)), **option)}  # type: ignore[arg-type]
            assert kinds == {"undecided"}

    def test_a_cluster_that_is_too_large_hides_no_wrong_optimum(self) -> None:
        findings = list(audit(StringIO(table(f"{LARGEST},16,29,541934")), max_states=100_000))
        assert [(one.kind, one.column) for one in findings] == [
            ("wrong optimum", "slides"),
            ("undecided", "states"),
        ]

    def test_every_kind_is_tested(self) -> None:
        text = Path(__file__).read_text(encoding="utf-8")
        assert all(f'"{kind}' in text or f": {kind}" in text for kind in KINDS)


class TestClaims:
    def test_moves_count_in_the_metric_and_to_the_goal_of_the_audit(self) -> None:
        text = table(f"{HARD},105", header="board,moves")
        assert found(text, metric="step", goal="off") == []
        assert found(text) == [
            "puzzle 1, line 2: wrong optimum: moves 105, found 60; right as step_off"
        ]

    def test_columns_of_other_names(self) -> None:
        text = table(f"{HARD},60,104,2332", header="board36,slide_exit,one_past,size")
        claims = {"slide_exit": "slide_past", "one_past": "step_past", "size": "states"}
        assert found(text, claims=claims) == []
        assert found(text.replace("104", "103"), claims=claims) == [
            "puzzle 1, line 2: wrong optimum: one_past 103, found 104; right as step_edge"
        ]
        with pytest.raises(UnknownNameError, match="no claim named 'slide_pas'; did you mean"):
            audit(StringIO(text), claims={"slide_exit": "slide_pas"})

    def test_the_size_of_a_cluster_depends_on_the_goal(self) -> None:
        sizes = {goal: len(rushhour.explore(HARD, goal=goal)) for goal in ("edge", "past", "off")}
        text = table(f"{HARD},{sizes['off']}", header="board,states")
        assert found(text, goal="off") == []
        (finding,) = audit(StringIO(text))
        assert (finding.kind, finding.found) == ("wrong cluster size", 2332)
        assert finding.right_as == ("off",)

    @pytest.mark.parametrize("column", ["board", "board36", "cells"])
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_the_column_of_the_boards(self, column: str, delimiter: str) -> None:
        text = f"name,{column},slides\nx,{HARD},61\n".replace(",", delimiter)
        options = {"board": column} if column == "cells" else {}
        (finding,) = audit(StringIO(text), **options)  # type: ignore[arg-type]
        assert (finding.name, finding.claimed, finding.found) == ("x", 61, 60)

    def test_a_column_that_is_not_there(self) -> None:
        with pytest.raises(RushHourError, match="expected one column named cells, found"):
            list(audit(StringIO(table()), board="cells"))

    @given(drawings(small=True, max_rows=5, max_cols=5))
    def test_the_truth_is_that_of_the_reference(self, drawing: Drawing) -> None:
        board = board_from(drawing)
        puzzle = puzzle_of(board)
        try:
            text = rushhour.write(rushhour.relabel(puzzle, "boardstring"), "boardstring").strip()
        except RushHourError:  # an exit that a board string cannot name
            return
        names = [f"{metric}_{goal}" for metric in METRICS for goal in GOALS]
        truth = [explore(board, *name.split("_")).optimum for name in names]  # type: ignore[arg-type]
        row = ",".join("none" if value is None else str(value) for value in truth)
        assert found(table(f"{text},{row}", header=f"board,{','.join(names)}")) == []


class TestShapes:
    def test_lines_of_fogleman(self) -> None:
        text = f"# a comment\n\n60 {HARD} 2332\n61 {TURNED} 9\n1 {SIMPLE}\n"
        assert found(text) == [
            "puzzle 2, line 4: mirror image: of puzzle 1",
            "puzzle 2, line 4: wrong optimum: moves 61, found 60; right as slide_edge+1",
            "puzzle 2, line 4: wrong cluster size: states 9, found 2332",
            "puzzle 3, line 5: malformed: expected moves, board and cluster size, found 2 words",
        ]

    def test_json_lines(self) -> None:
        rows = [
            {"title": "a", "board": HARD, "slides": 60, "steps": None, "moves": None},
            {"title": "b", "board": TURNED, "slides": 6.5},
            {"title": "c", "board": SIMPLE, "states": True},
            {"title": "d", "board": 3},
            [HARD],
        ]
        text = "\n".join(map(json.dumps, rows)) + "\n{"
        assert found(text) == [
            "puzzle 2, line 2: malformed: expected a number for slides, found '6.5'",
            "puzzle 3, line 3: malformed: expected a number for states, found 'true'",
            "puzzle 4, line 4: malformed: expected a JSON object with a text under 'board'",
            "puzzle 5, line 5: malformed: expected a JSON object with a text under 'board'",
            "puzzle 6, line 6: malformed: expected a JSON object, found no JSON",
        ]

    def test_a_bad_first_line_hides_no_claims(self) -> None:
        bad = "malformed: expected moves, board and cluster size, found 2 words"
        wrong = "wrong optimum: moves 61, found 60; right as slide_edge+1"
        assert found(f"60 {HARD}\n61 {HARD} 2332\n2 {SIMPLE} 7\n")[:2] == [
            f"puzzle 1, line 1: {bad}",
            f"puzzle 2, line 2: {wrong}",
        ]
        row = json.dumps({"board": HARD, "slides": 61})
        assert found(f"{{\n{row}\n")[1].startswith("puzzle 2, line 2: wrong optimum")

    def test_a_quoted_header(self) -> None:
        assert found(f'"board","slides"\n"{HARD}","60"\n') == []

    def test_answers_of_a_batch(self) -> None:
        header = "board,status,slides,steps,moves,expanded,error"
        rows = [f"{SIMPLE},solved,2,4,B+2 A+2,0,", f"{UNSOLVABLE},unsolvable,,,,3,"]
        assert found(table(*rows, header=header)) == ["puzzle 2, line 3: unsolvable"]

    def test_any_other_file_claims_nothing(self) -> None:
        jam = "Jam\n6\n0 0 2 h 2\n1 3 1 v 2\n.\n"
        text = jam + jam.replace("3 1 v", "3 3 v").replace("Jam", "Other") + "Bad\n6\n0 0 2 h\n.\n"
        findings = list(audit(StringIO(text + "End\n6\n0 4 2 h 2\n.\n" + jam)))
        assert [(one.number, one.kind, one.name) for one in findings] == [
            (2, "another state", "Other"),
            (3, "malformed", None),
            (4, "already solved", "End"),
            (5, "duplicate", "Jam"),
        ]

    def test_a_format_may_be_named(self) -> None:
        text = "..TT\nAA..\nXX..\n....\n"
        assert found(text, format="grid", target="T") == ["puzzle 1: already solved"]

    def test_a_file_without_puzzles(self) -> None:
        assert found("") == ["puzzle 1: malformed: expected a puzzle, found an empty text"]
        assert found(table()) == []


Images = list(itertools.product([False, True], repeat=3))
AXES = {"h": "v", "v": "h"}
SIDES = {"right": "bottom", "left": "top", "bottom": "right", "top": "left"}
OTHER = {"right": "left", "left": "right", "top": "bottom", "bottom": "top"}


def test_two_states_of_one_cluster_are_found(tmp_path: Path) -> None:
    """`rushhour canonical` has the same name for both."""
    boards = "CC...HB..D.HBAAD.HB..D..F...GGF.EEE.", ".CC..HB..D.HBAAD.HB..D..F...GGF.EEE."
    text = "\n".join(["board", *boards])
    assert found(text) == ["puzzle 2, line 3: another state: of puzzle 1"]
    assert found(text, repeats=False) == []
    file = tmp_path / "known.txt"
    file.write_text(f"{boards[0]}\n")
    place = f"puzzle 1 of {file}"
    known = [f"puzzle {number}, line {number + 1}: known: as {place}" for number in (1, 2)]
    assert found(text, repeats=False, against=[file]) == known
    names = {result("canonical", "-", text=board + "\n")[1].split()[1] for board in boards}
    assert len(names) == 1


def exchanged(puzzle: Puzzle) -> Puzzle:
    """Rows as columns and columns as rows."""
    vehicles = [Vehicle(v.label, AXES[v.axis], v.col, v.row, v.length) for v in puzzle.vehicles]  # type: ignore[arg-type]
    exit_ = Exit(SIDES[puzzle.exit.side], puzzle.exit.line)  # type: ignore[arg-type]
    walls = [(col, row) for row, col in puzzle.walls]
    return Puzzle(puzzle.cols, puzzle.rows, vehicles, puzzle.target, exit_, walls)


def upside_down(puzzle: Puzzle) -> Puzzle:
    """The last row first."""
    last = puzzle.rows - 1
    vehicles = [
        Vehicle(v.label, v.axis, last - max(row for row, _ in v.cells()), v.col, v.length)
        for v in puzzle.vehicles
    ]
    side, line = puzzle.exit.side, puzzle.exit.line
    exit_ = Exit(OTHER[side], line) if side in ("top", "bottom") else Exit(side, last - line)  # type: ignore[arg-type]
    walls = [(last - row, col) for row, col in puzzle.walls]
    return Puzzle(puzzle.rows, puzzle.cols, vehicles, puzzle.target, exit_, walls)


def image(puzzle: Puzzle, way: tuple[bool, bool, bool]) -> Puzzle:
    rows, cols, both = way
    puzzle = upside_down(puzzle) if rows else puzzle
    puzzle = exchanged(upside_down(exchanged(puzzle))) if cols else puzzle
    return exchanged(puzzle) if both else puzzle


def relabelled(puzzle: Puzzle) -> Puzzle:
    """The same picture with other labels, the vehicles in another order."""
    vehicles = [Vehicle(f"{v.label}'", v.axis, v.row, v.col, v.length) for v in puzzle.vehicles]
    return puzzle.with_vehicles(vehicles[::-1], f"{puzzle.target}'")


class TestPictures:
    @given(drawings(max_rows=6, max_cols=6), st.sampled_from(Images), st.sampled_from(Images))
    def test_images_share_a_picture_and_are_told_apart(
        self, drawing: Drawing, one: Any, other: Any
    ) -> None:
        puzzle = puzzle_of(board_from(drawing))
        first, second = image(puzzle, one), image(puzzle, other)
        keys = [item._core.canonical() for item in (first, second)]
        assert keys[0][0] == keys[1][0]
        assert (keys[0] == keys[1]) == (faceless(first) == faceless(second))

    @given(drawings(max_rows=6, max_cols=6))
    def test_labels_and_order_do_not_count(self, drawing: Drawing) -> None:
        puzzle = puzzle_of(board_from(drawing))
        assert relabelled(puzzle)._core.canonical() == puzzle._core.canonical()

    @given(drawings(max_rows=5, max_cols=5), drawings(max_rows=5, max_cols=5))
    def test_puzzles_that_share_a_picture_are_images(self, one: Drawing, other: Drawing) -> None:
        first, second = puzzle_of(board_from(one)), puzzle_of(board_from(other))
        same = first._core.canonical()[0] == second._core.canonical()[0]
        assert same == any(faceless(image(first, way)) == faceless(second) for way in Images)

    @given(drawings(max_rows=6, max_cols=6))
    def test_a_move_makes_another_puzzle(self, drawing: Drawing) -> None:
        puzzle = puzzle_of(board_from(drawing))
        for move in puzzle.legal_moves():
            after = puzzle.apply(move)
            same = after._core.canonical()[0] == puzzle._core.canonical()[0]
            assert same == any(faceless(image(puzzle, way)) == faceless(after) for way in Images)

    def test_an_exit_on_any_side(self, tmp_path: Path) -> None:
        puzzle = rushhour.parse(HARD)
        file = tmp_path / "images.jsonl"
        texts = [rushhour.write(image(puzzle, way), "json") for way in Images]
        file.write_text("".join(texts), encoding="utf-8")
        findings = list(audit(file))
        assert [finding.same_as for finding in findings] == [1] * 7
        assert {finding.kind for finding in findings} == {"mirror image"}


def faceless(puzzle: Puzzle) -> Any:
    """All that is seen of a puzzle but its labels."""
    bodies = {(v.axis, v.row, v.col, v.length, v.label == puzzle.target) for v in puzzle.vehicles}
    return puzzle.rows, puzzle.cols, puzzle.exit, puzzle.walls, frozenset(bodies)


class TestLongAndHostileFiles:
    def test_a_file_is_read_as_it_is_needed(self) -> None:
        taken = 0

        def lines() -> Iterator[str]:
            nonlocal taken
            yield "board,slides\n"
            while True:
                taken += 1
                yield f"{SIMPLE},3\n"

        findings = audit(lines(), repeats=False)  # type: ignore[arg-type]
        assert next(findings).claimed == 3
        assert taken <= 64
        findings.close()

    def test_one_bad_line_spoils_no_other(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.csv"
        bad = [b"\xff\xfe", b"\0", b"A" * 10_000_000, b'"', b"\xed\xa0\x80", b"," * 100_000]
        good = f"{SIMPLE},2\n".encode()
        file.write_bytes(b"board,slides\n" + b"".join(line + b"\n" + good for line in bad))
        findings = list(audit(file, repeats=False))
        assert [finding.line for finding in findings] == [2, 4, 6, 8, 10, 12]
        assert {finding.kind for finding in findings} == {"malformed"}
        assert "found the byte 0xff" in str(findings[0])
        assert "characters in a line" in str(findings[2])

    @pytest.mark.parametrize("bad", [b"AA.\xff", b"\xff\xfe", b"AA..\0", b"# caf\xe9"])
    def test_a_bad_byte_in_a_plain_list_spoils_one_row(self, bad: bytes, tmp_path: Path) -> None:
        board = SIMPLE.encode()
        file = tmp_path / "list.txt"
        file.write_bytes(b"\n".join([board, bad, UNSOLVABLE.encode(), board]))
        findings = list(audit(file))
        kinds = [(finding.number, finding.kind) for finding in findings]
        assert kinds == [(2, "malformed"), (3, "unsolvable"), (4, "duplicate")]
        with file.open("rb") as binary:
            assert list(map(str, audit(binary))) == list(map(str, findings))

    @pytest.mark.parametrize("place", [0, 1])
    def test_one_line_too_long_spoils_no_other_board(self, place: int, tmp_path: Path) -> None:
        lines = [SOLVED, UNSOLVABLE, SOLVED]
        lines.insert(place, "A" * 3_000_000)
        (tmp_path / "long.txt").write_text("\n".join(lines))
        findings = list(audit(tmp_path / "long.txt", repeats=False))
        kinds = ["already solved", "unsolvable", "already solved"]
        kinds.insert(place, "malformed")
        assert [finding.kind for finding in findings] == kinds

    def test_one_line_without_end(self, tmp_path: Path) -> None:
        (tmp_path / "long.txt").write_text("A" * 10_000_000)
        assert [finding.kind for finding in audit(tmp_path / "long.txt")] == ["malformed"]

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"PAR1\x15\x04\x15\xa0PAR1", "expected text, found Parquet"),
            (gzip.compress(b"AA..\n", mtime=0), "expected text, found gzip; unpack it: zcat"),
        ],
    )
    def test_what_is_no_text(self, data: bytes, message: str, tmp_path: Path) -> None:
        (tmp_path / "in").write_bytes(data)
        code, out, err = result("audit", str(tmp_path / "in"))
        assert (code, out) == (2, "")
        assert err.startswith(f"rushhour: {tmp_path / 'in'}: {message}")

    def test_the_number_of_threads_changes_nothing(self) -> None:
        rows = [f"{HARD},{slides},103,{slides}" for slides in range(50, 70)]
        one = list(audit(StringIO(table(*rows)), threads=1))
        assert list(audit(StringIO(table(*rows)), threads=3)) == one

    def test_progress_may_end_it(self) -> None:
        def stop(puzzles: int) -> None:
            assert puzzles == 64
            raise InterruptedError("enough")

        with pytest.raises(InterruptedError, match="enough"):
            list(audit(StringIO(table(*[f"{SIMPLE},2,4,"] * 99)), repeats=False, progress=stop))

    def test_wrong_arguments_are_refused_at_once(self) -> None:
        for options in ({"metric": "x"}, {"goal": 3}, {"max_states": -1}, {"threads": 0}):
            with pytest.raises(RushHourError):
                audit(StringIO(""), **options)  # type: ignore[arg-type]
        with pytest.raises(rushhour.errors.WrongTypeError):
            audit(3)  # type: ignore[arg-type]


class TestCoverage:
    @pytest.mark.parametrize(
        ("name", "claim", "wrong"),
        [
            ("Slides", "slide_edge", 3),
            (" SLIDES ", "slide_edge", 3),
            ("Slide-Edge", "slide_edge", 3),
            ("step past", "step_past", 4),
            ("min_slides", "slide_edge", 3),
            ("Optimal Steps", "step_edge", 5),
            ("least_moves", "slide_edge", 3),
            ("MOVES", "slide_edge", 3),
            ("Reachable", "states", 1),
        ],
    )
    def test_names_in_any_case_are_checked(self, name: str, claim: str, wrong: int) -> None:
        run = audit(StringIO(table(f"{SIMPLE},{wrong}", header=f"Board,{name}")))
        [finding] = run
        assert (finding.column, finding.claimed) == (name.strip(), wrong)
        assert run.columns == (Column(name.strip(), claim, 1),)

    def test_json_has_keys_in_any_case(self) -> None:
        run = audit(StringIO(json.dumps({"Board": SIMPLE, "Slides": 3, "Title": "x"}) + "\n"))
        assert [(found.column, found.name) for found in run] == [("Slides", "x")]
        assert [column.name for column in run.columns] == ["Slides"]

    @pytest.mark.parametrize("name", ["cost", "optimum", "Depth", "length"])
    def test_what_may_be_slides_or_steps_is_said_to_be_unchecked(self, name: str) -> None:
        text = table(f"{SIMPLE},77", header=f"board,{name}")
        code, out, _ = result("audit", "-", text=text)
        assert (code, out.splitlines()) == (
            0,
            [
                "puzzles: 1; no findings",
                "checked: no column",
                f"not checked: {name} (slides or steps?); "
                f"--claim {name}=slide_edge says what it claims",
            ],
        )
        code, out, _ = result("audit", "-", "--claim", f"{name}=slide_edge", text=text)
        assert code == 1
        assert f"checked: {name} as slide_edge in 1 puzzle\n" in out

    def test_every_reason(self) -> None:
        header = "board,moves,steps,slides,author,states"
        rows = [f"{SIMPLE},B+2 A+4,,9,me,x", f"{SIMPLE},B+2 A+4,, , ,"]
        run = audit(StringIO(table(*rows, header=header)), claims={"csot": "steps"})
        assert [finding.kind for finding in run] == ["malformed"]
        assert [(column.name, column.reason) for column in run.columns] == [
            ("moves", "holds solutions"),
            ("steps", "empty"),
            ("slides", "no puzzle was decided"),
            ("author", "unknown name"),
            ("states", "no puzzle was decided"),
            ("csot", "no such column"),
        ]

    def test_what_a_limit_left_open_was_not_checked(self) -> None:
        run = audit(StringIO(table(f"{HARD},60,,")), max_states=9)
        assert [finding.kind for finding in run] == ["undecided"]
        assert [column.checked for column in run.columns] == [0, 0, 0]

    def test_a_file_of_puzzles_claims_nothing(self) -> None:
        code, out, _ = result("audit", "-", text=f"{SIMPLE}\n")
        assert (code, out) == (0, "puzzles: 1; no findings\nchecked: no column\n")


class TestCommand:
    def test_findings_are_a_table(self) -> None:
        text = table(f"{HARD},61,103,", f"{TURNED},60,103,", header="board36,slides,steps,states")
        assert result("audit", "-", text=text) == (
            1,
            "   puzzle      line  finding             detail\n"
            "        1         2  wrong optimum       slides 61, found 60; right as slide_edge+1\n"
            "        2         3  mirror image        of puzzle 1\n"
            "puzzles: 2; 1 wrong optimum, 1 mirror image\n"
            "checked: slides as slide_edge in 2 puzzles; steps as step_edge in 2 puzzles\n"
            "not checked: states (empty)\n",
            "",
        )

    def test_json(self) -> None:
        code, out, err = result("audit", "-", "--json", text=f"61 {HARD} 2332\n")
        first, last = map(json.loads, out.splitlines())
        assert (code, err) == (1, "")
        assert (first.pop("file"), last.pop("file")) == ("-", "-")
        assert Finding(**first | {"right_as": tuple(first["right_as"])}) == Finding(
            1, "wrong optimum", 1, None, "moves", 61, 60, ("slide_edge+1",)
        )
        moves = {"name": "moves", "claim": "slide_edge", "checked": 1, "reason": None}
        states = {"name": "states", "claim": "states", "checked": 1, "reason": None}
        assert last == {"puzzles": 1, "findings": {"wrong optimum": 1}, "columns": [moves, states]}

    def test_exit_codes(self) -> None:
        assert result("audit", "-", text=f"60 {HARD} 2332\n") == (
            0,
            "puzzles: 1; no findings\n"
            "checked: moves as slide_edge in 1 puzzle; states in 1 puzzle\n",
            "",
        )
        assert result("audit", "-", "--max-states", "9", text=f"60 {HARD} 2332\n")[0] == 3
        assert result("audit", "no-such-file")[0] == 2
        assert result("audit", "-", "--claim", "x", text="")[0] == 2
        assert result("audit", "-", "--claim", "x=slid_edge", text="")[0] == 2
        assert result("audit", "-", "--board", "x", text=table())[0] == 2

    def test_claims_and_options(self) -> None:
        text = table(f"{HARD},104", f"{HARD},104", header="cells,optimum")
        options = ["--board", "cells", "--claim", "optimum=step_past", "--no-repeats"]
        assert result("audit", "-", *options, text=text)[0] == 0
        text = table(f"{HARD},104", header="board,moves")
        assert result("audit", "-", "--metric", "step", "--goal", "past", text=text)[0] == 0

    def test_ctrl_c_ends_it_at_once(self, tmp_path: Path) -> None:
        large = Path(__file__).parent.parent / "puzzles" / "large" / "generated.csv"
        rows = csv.DictReader(large.read_text(encoding="utf-8").splitlines())
        [board] = [row["board"] for row in rows if row["name"] == "g16-08"]
        file = tmp_path / "large.csv"
        file.write_text(table(f"{board},25,,5"), encoding="utf-8")
        command = [*COMMAND, "audit", str(file)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            wait_for_work(process)
            said = interrupted(process)
        assert (process.returncode, said) == (130, "rushhour: interrupted\n")


class TestCorpus:
    @pytest.mark.slow
    def test_the_sample_of_fogleman_is_right(self, corpus: Path) -> None:
        assert list(audit(corpus / "fogleman" / "sample.txt")) == []

    @pytest.mark.parametrize("table", ["jams", "ntnu", "nyu"])
    def test_the_tables_are_right(self, corpus: Path, table: str) -> None:
        claims = {"slide_exit": "slide_past", "step_onepast": "step_past"}
        assert list(audit(corpus / table / "expected.csv", claims=claims)) == []

    def test_planted_faults_are_all_found_and_no_others(self, corpus: Path, tmp_path: Path) -> None:
        lines = (corpus / "fogleman" / "sample.txt").read_text(encoding="utf-8").splitlines()[:2000]
        planted: Counter[str] = Counter()
        for at in range(0, 2000, 10):
            slides, board, states = lines[at].split()
            rows = [board[start : start + 6] for start in range(0, 36, 6)]
            kind, line = [
                ("wrong optimum", f"{int(slides) + 1} {board} {states}"),
                ("wrong cluster size", f"{slides} {board} {int(states) - 1}"),
                ("malformed", f"{slides} {board[:-1]} {states}"),
                ("duplicate", lines[at + 1]),
                ("mirror image", f"{slides} {''.join(rows[::-1])} {states}"),
            ][at // 10 % 5]
            planted[kind] += 1
            lines.append(line)
            if kind in ("wrong optimum", "wrong cluster size"):
                planted["duplicate"] += 1
        file = tmp_path / "planted.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        assert Counter(finding.kind for finding in audit(file)) == planted

    def test_several_files_are_audited_one_by_one(self, tmp_path: Path) -> None:
        for name, text in (("right", SIMPLE), ("unsolvable", UNSOLVABLE), ("again", SIMPLE)):
            (tmp_path / name).write_text(text + "\n", encoding="utf-8")
        names = [str(tmp_path / name) for name in ("right", "unsolvable", "no-such-file", "again")]
        code, out, err = result("audit", *names[:2], names[3])
        assert code == 1
        assert [line for line in out.splitlines() if line.startswith("==>")] == [
            f"==> {name} <==" for name in (*names[:2], names[3])
        ]
        assert "duplicate" not in out  # of another file
        code, out, err = result("audit", "--json", *names)
        assert (code, len(err.splitlines())) == (2, 1)
        rows = list(map(json.loads, out.splitlines()))
        sums = [(row["file"], row["findings"]) for row in rows if "findings" in row]
        assert sums == [(names[0], {}), (names[1], {"unsolvable": 1}), (names[3], {})]
