"""Certificates: what they prove is true, and a certificate with a fault is refuted."""

import ast
import gzip
import io
import json
import subprocess
import sys
import tracemalloc
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

import rushhour
from rushhour import LimitReachedError, ParseError, RushHourError
from rushhour.certificate import checker
from rushhour.errors import RefutedError
from rushhour.model.move import Goal, Metric
from support import reference
from support.bridge import board_from, puzzle_of
from support.commands import result
from support.strategies import ANY_GOAL, ANY_METRIC, Drawing, drawings

PUZZLES = Path(__file__).parent.parent / "puzzles"
CHECKER = Path(checker.__file__).parent
JAM_1 = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
UNSOLVABLE = "oooBoooooBooAAoBoooooCoooooCoooooCoo"

QUESTIONS = st.tuples(ANY_METRIC, ANY_GOAL)


@dataclass
class Opened:
    """A certificate taken apart: states are rows of bytes, each with its distance or -1."""

    header: dict[str, Any]
    states: list[tuple[int, bytes]] = field(default_factory=list)

    @staticmethod
    def of(data: bytes) -> "Opened":
        line, table = gzip.decompress(data).split(b"\n", 1)
        header = json.loads(line)
        count, levels = header["states"], header["levels"]
        columns = [table[at : at + count] for at in range(0, len(table), count)]
        far = [d for d, number in enumerate(levels) for _ in range(number)] or [-1] * count
        return Opened(header, list(zip(far, map(bytes, zip(*columns, strict=True)), strict=True)))

    def packed(self) -> bytes:
        """The file again, its table in the order of the distances."""
        rows = [row for _, row in sorted(self.states)]
        far = [distance for distance, _ in self.states if distance >= 0]
        levels = [far.count(distance) for distance in range(max(far, default=-1) + 1)]
        header = {**self.header, "states": len(rows), "levels": levels}
        return pack(header, b"".join(map(bytes, zip(*rows, strict=True))))


def pack(header: object, table: bytes) -> bytes:
    return gzip.compress(json.dumps(header).encode() + b"\n" + table)


def certified(
    puzzle: rushhour.Puzzle | str, metric: Metric = "slide", goal: Goal = "edge"
) -> rushhour.certificate.Certificate:
    return rushhour.certificate.certify(rushhour.solve(puzzle, metric=metric, goal=goal))


@st.composite
def certificates(draw: DrawFn) -> Opened:
    """Good certificates of small boards, opened to be spoilt."""
    puzzle = puzzle_of(board_from(draw(drawings(small=True, max_rows=5, max_cols=5))))
    return Opened.of(certified(puzzle, *draw(QUESTIONS)).data)


def expected_claim(board: reference.Board, metric: Metric, goal: Goal) -> str:
    moves = reference.solve(board, metric, goal)
    return "unsolvable" if moves is None else f"cost = {len(moves)}"


@given(drawings(small=True), QUESTIONS)
def test_what_is_proved_is_what_the_reference_finds(
    drawing: Drawing, question: tuple[Metric, Goal]
) -> None:
    board = board_from(drawing)
    certificate = certified(puzzle_of(board), *question)
    proved = rushhour.certificate.verify_certificate(certificate.data)
    assert certificate.claim == proved.claim == expected_claim(board, *question)
    assert proved.states == certificate.states == reference.explore(board, *question).states


@given(drawings(small=True), QUESTIONS, st.integers(1, 200))
def test_bounds_are_bounds(
    drawing: Drawing, question: tuple[Metric, Goal], max_states: int
) -> None:
    board = board_from(drawing)
    outcome = rushhour.solve(puzzle_of(board), metric=question[0], goal=question[1])
    try:
        certificate = rushhour.certificate.certify(outcome, max_states=max_states)
    except LimitReachedError:
        return
    proved = rushhour.certificate.verify_certificate(certificate.data)
    assert proved.states <= max_states
    assert proved.removed == len(certificate.removed)
    moves = reference.solve(board, *question)
    assert proved.lower <= (float("inf") if moves is None else len(moves)) <= proved.upper


def test_a_bound_that_meets_the_solution_proves_it() -> None:
    board = "AA.B/...B/CC../...."
    outcome = rushhour.solve(board)
    certificate = rushhour.certificate.certify(outcome, max_states=10)
    assert (certificate.claim, certificate.removed) == ("cost = 2", ("C",))
    assert rushhour.certificate.verify_certificate(certificate.data).claim == "cost = 2"


def test_a_solution_that_is_not_shortest_is_an_upper_bound() -> None:
    outcome = rushhour.solve(JAM_1, algorithm="dfs")
    assert outcome.cost is not None
    assert outcome.cost > 8
    assert rushhour.certificate.certify(outcome).claim == f"8 <= cost <= {outcome.cost}"


def test_an_unfinished_search_has_a_lower_bound_that_is_proved() -> None:
    outcome = rushhour.solve(JAM_1, max_states=10)
    assert rushhour.certificate.certify(outcome).claim == "8 <= cost"


def test_the_best_solution_of_an_unfinished_search_is_an_upper_bound() -> None:
    solved = rushhour.solve(JAM_1)
    values = solved._core.__getnewargs__()[2:]
    unknown = type(solved._core)("unknown", "states", *values)  # type: ignore[arg-type]
    outcome = rushhour.Outcome(solved.puzzle, solved.options, unknown)
    assert rushhour.certificate.certify(outcome).claim == "cost = 8"
    assert rushhour.certificate.certify(outcome, max_states=500).claim.endswith(" <= cost <= 8")


@given(certificates(), st.data())
def test_a_distance_that_is_changed_is_refuted(opened: Opened, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(opened.states) - 1))
    distance, row = opened.states[index]
    assume(distance >= 0)
    opened.states[index] = (data.draw(st.integers(0, 60).filter(lambda d: d != distance)), row)
    refuted(opened.packed())


@given(certificates(), st.data())
def test_a_state_that_is_missing_is_refuted(opened: Opened, data: st.DataObject) -> None:
    assume(len(opened.states) > 1)
    opened.states.pop(data.draw(st.integers(0, len(opened.states) - 1)))
    refuted(opened.packed())


@given(certificates(), st.data())
def test_a_state_that_is_another_is_refuted(opened: Opened, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(opened.states) - 1))
    distance, row = opened.states[index]
    at = data.draw(st.integers(0, len(row) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != row[at]))
    opened.states[index] = (distance, row[:at] + bytes((other,)) + row[at + 1 :])
    refuted(opened.packed())


@given(certificates(), st.data())
def test_a_solution_that_is_changed_is_refuted(opened: Opened, data: st.DataObject) -> None:
    moves = opened.header["solution"]
    assume(moves)
    fault = data.draw(st.sampled_from(["shorter", "longer", "nobody", "farther"]))
    if fault == "shorter":
        moves.pop()
    elif fault == "longer":
        moves += [[moves[-1][0], -moves[-1][1]], moves[-1]]
    elif fault == "nobody":
        moves[0][0] = "nobody"
    else:
        moves[-1][1] *= -1
    refuted(opened.packed())


@pytest.mark.parametrize("cost", [0, 7, 9])
def test_another_cost_is_refuted(cost: int) -> None:
    opened = Opened.of(certified(JAM_1).data)
    for claim in (f"cost = {cost}", f"8 <= cost <= {cost}", "unsolvable", ""):
        refuted(pack({**opened.header, "claim": claim}, table_of(opened)))


@given(certificates(), QUESTIONS, st.data())
def test_what_is_proved_of_another_puzzle_is_true_of_it(
    opened: Opened, other: tuple[Metric, Goal], data: st.DataObject
) -> None:
    """With another metric, goal or wall a claim seldom holds; where it does, it is right."""
    cell = data.draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    puzzle = opened.header["puzzle"]
    puzzle["walls"] += data.draw(st.sampled_from([[], [cell]]))
    opened.header |= {"metric": other[0], "goal": other[1]}
    try:
        proved = rushhour.certificate.verify_certificate(opened.packed())
    except RushHourError:
        return
    puzzle["walls"] = [list(wall) for wall in set(map(tuple, puzzle["walls"]))]
    outcome = rushhour.solve(rushhour.parse(json.dumps(puzzle)), metric=other[0], goal=other[1])
    cost = float("inf") if outcome.cost is None else outcome.cost
    assert proved.lower <= cost <= proved.upper


def table_of(opened: Opened) -> bytes:
    return gzip.decompress(opened.packed()).split(b"\n", 1)[1]


def refuted(data: bytes) -> None:
    with pytest.raises(RefutedError):
        rushhour.certificate.verify_certificate(data)


def test_what_is_wrong_is_said() -> None:
    opened = Opened.of(certified("..B.../AAB.../....../......").data)
    moves = [["A", 4]]
    with pytest.raises(RefutedError, match=r"move 1 of the solution, \('A', 4\), is not legal"):
        rushhour.certificate.verify_certificate(
            pack({**opened.header, "solution": moves}, table_of(opened))
        )
    with pytest.raises(RefutedError, match="the claim is 'cost = 3', but 'cost = 2' is proved"):
        rushhour.certificate.verify_certificate(
            pack({**opened.header, "claim": "cost = 3"}, table_of(opened))
        )
    opened.states.pop()
    with pytest.raises(RefutedError, match="a move leads to a state that is not in the table"):
        rushhour.certificate.verify_certificate(opened.packed())


class TestHostileFiles:
    """Whatever a file holds, it is read in bounded memory, and no other error comes out."""

    @given(st.data())
    def test_bytes_that_are_changed(self, data: st.DataObject) -> None:
        good = certified(JAM_1).data
        at = data.draw(st.integers(0, len(good) - 1))
        bad = good[:at] + bytes((data.draw(st.integers(0, 255)),)) + good[at + 1 :]
        with suppress(RushHourError):  # some bytes mean nothing, such as the time in gzip's header
            assert rushhour.certificate.verify_certificate(bad).claim == "cost = 8"

    @given(st.data())
    def test_files_that_end_early(self, data: st.DataObject) -> None:
        good = certified(JAM_1).data
        with pytest.raises(ParseError, match=r"expected a whole certificate|expected JSON"):
            rushhour.certificate.verify_certificate(
                good[: data.draw(st.integers(0, len(good) - 1))]
            )

    @given(st.binary(max_size=200))
    def test_any_bytes(self, data: bytes) -> None:
        for file in (data, gzip.compress(data), gzip.compress(data + b"\n" + data)):
            with pytest.raises(ParseError):
                rushhour.certificate.verify_certificate(file)

    @given(st.data())
    def test_any_value_in_any_place(self, data: st.DataObject) -> None:
        opened = Opened.of(certified("..B.../AAB.../....../......").data)
        part: Any = opened.header
        while True:
            keys = range(len(part)) if isinstance(part, list) else sorted(part)
            key = data.draw(st.sampled_from(keys))
            if not isinstance(part[key], dict | list) or not part[key] or data.draw(st.booleans()):
                break
            part = part[key]
        part[key] = data.draw(VALUES)
        with suppress(RushHourError):
            rushhour.certificate.verify_certificate(pack(opened.header, table_of(opened)))

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("[" * 100_000, "expected JSON in the first line"),
            ('{"states": ' + "9" * 5000 + "}", "expected JSON in the first line"),
            ("[]", "expected an object for the header, found list"),
            ("{}", "expected the key 'format' for the header, found dict"),
            ('{"format": "zip"}', "expected rushhour certificate 1 for format, found 'zip'"),
        ],
    )
    def test_headers(self, line: str, message: str) -> None:
        with pytest.raises(ParseError, match=message):
            rushhour.certificate.verify_certificate(gzip.compress(line.encode() + b"\n"))

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"states": 1 << 30}, "expected 1 to 4194304 for states, found 1073741824"),
            ({"states": 12}, "expected levels of 12 states in all"),
            ({"states": 12, "levels": []}, "expected 24 bytes after the first line, found 22"),
            ({"states": 10, "levels": [10]}, "expected 20 bytes after the first line, found more"),
            ({"removed": ["A"]}, "expected the target among the vehicles"),
            ({"removed": ["Z"]}, "expected the target among the vehicles, and what is removed"),
            ({"removed": ["B", "B"]}, "expected each label that is removed once"),
            ({"goal": "top"}, "expected clear or edge or off or past for goal, found 'top'"),
            ({"solution": [["A"]]}, "expected 2 items for solution, found list"),
            ({"solution": [["A", 400]]}, "expected -32 to 32 for solution, found 400"),
        ],
    )
    def test_headers_that_contradict_the_table(self, change: object, message: str) -> None:
        opened = Opened.of(certified("..B.../AAB.../....../......").data)
        with pytest.raises(ParseError, match=message):
            rushhour.certificate.verify_certificate(pack(opened.header | change, table_of(opened)))

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"rows": 2}, "vehicle 'B' cannot stand where it does"),
            ({"rows": 1000}, "expected 1 to 32 for rows, found 1000"),
            ({"exit": {"side": "left", "line": 0}}, "expected the target in the line of the exit"),
            ({"walls": [[2, 2]]}, "expected a legal puzzle: vehicle 'B' cannot stand"),
            ({"walls": [[4, 2]]}, "expected walls on the board"),
            ({"vehicles": []}, "expected the target among the vehicles"),
        ],
    )
    def test_puzzles_that_are_none(self, change: Any, message: str) -> None:
        opened = Opened.of(certified("....../AAB.../..B.../......").data)
        opened.header["puzzle"] |= change
        with pytest.raises(ParseError, match=message):
            rushhour.certificate.verify_certificate(pack(opened.header, table_of(opened)))

    @pytest.mark.parametrize("goal", ["past", "off"])
    def test_a_target_that_begins_beyond_the_exit(self, goal: Any) -> None:
        outcome = rushhour.solve("....../AAB.../..B.../......", goal=goal)
        opened = Opened.of(rushhour.certificate.certify(outcome).data)
        vehicles = opened.header["puzzle"]["vehicles"]
        (target,) = (car for car in vehicles if car["label"] == "A")
        target["col"] = 5
        with pytest.raises(ParseError, match="expected a legal puzzle: vehicle 'A' cannot stand"):
            rushhour.certificate.verify_certificate(pack(opened.header, table_of(opened)))

    @pytest.mark.parametrize("after", [b"", b"\n"])
    def test_bombs(self, after: bytes) -> None:
        header = Opened.of(certified(JAM_1).data).header
        start = json.dumps(header).encode() + after if after else b""
        bomb = io.BytesIO()
        with gzip.open(bomb, "wb") as out:
            out.write(start)
            for _ in range(200):
                out.write(bytes(1 << 20))
        tracemalloc.start()
        with pytest.raises(ParseError, match=r"at most 1048576 bytes|found more"):
            rushhour.certificate.verify_certificate(bomb.getvalue())
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
        tracemalloc.stop()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


class TestIndependence:
    """The checker can be read and run without the package."""

    @pytest.mark.parametrize("file", sorted(CHECKER.glob("*.py")), ids=lambda file: file.name)
    def test_it_imports_only_python_and_itself(self, file: Path) -> None:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(name.name in sys.stdlib_module_names for name in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert str(node.module).split(".")[0] in sys.stdlib_module_names
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1

    def test_it_runs_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "jam.cert"
        certified(JAM_1).save(file)
        assert alone(file) == (0, "proved: cost = 8\n", "")
        opened = Opened.of(file.read_bytes())
        opened.states.pop()
        file.write_bytes(opened.packed())
        code, out, err = alone(file)
        assert (code, out, err[:15]) == (1, "", "refuted: state ")
        file.write_text("no certificate")
        assert alone(file)[:2] == (2, "")


def alone(file: Path) -> tuple[int, str, str]:
    """The checker by itself, in an interpreter that has no other packages."""
    command = [sys.executable, "-S", "-m", "checker", str(file)]
    process = subprocess.run(
        command, cwd=CHECKER.parent, capture_output=True, text=True, timeout=60, check=False
    )
    return process.returncode, process.stdout, process.stderr


class TestCommands:
    def test_a_certificate_is_written_and_checked(self, tmp_path: Path) -> None:
        file = str(tmp_path / "jam-01.cert")
        code, out, err = result(str(PUZZLES / "jam-01.txt"), "3", "--certificate", file)
        assert (code, out.splitlines()[-2]) == (0, "Cost: 8 slides")
        assert err == (
            f"rushhour: {file}: proves cost = 8; states: 1247, all that can be reached\n"
        )
        code, out, err = result("verify-certificate", file)
        assert (code, err) == (0, "")
        assert out.splitlines()[-2:] == [
            "proved: cost = 8, in slides to the goal 'edge'",
            "states: 1247, all that can be reached",
        ]
        answer = json.loads(result("verify-certificate", file, "--json")[1])
        assert (answer["proved"], answer["lower"], answer["upper"]) == (True, 8, 8)

    def test_an_unsolvable_puzzle(self, tmp_path: Path) -> None:
        file = str(tmp_path / "none.cert")
        assert result("solve", "-", "--certificate", file, text=UNSOLVABLE)[0] == 1
        code, out, _ = result("verify-certificate", file)
        assert (code, "proved: unsolvable" in out) == (0, True)
        answer = json.loads(result("verify-certificate", file, "--json")[1])
        assert (answer["claim"], answer["lower"], answer["upper"]) == ("unsolvable", None, None)

    def test_a_refuted_certificate(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.cert"
        opened = Opened.of(certified(JAM_1).data)
        file.write_bytes(pack({**opened.header, "claim": "cost = 7"}, table_of(opened)))
        reason = "the claim is 'cost = 7', but 'cost = 8' is proved"
        assert result("verify-certificate", str(file)) == (1, f"refuted: {reason}\n", "")
        answer = json.loads(result("verify-certificate", str(file), "--json")[1])
        assert answer == {"file": str(file), "proved": False, "reason": reason}

    def test_what_is_no_certificate(self) -> None:
        name = str(PUZZLES / "jam-01.txt")
        code, out, err = result("verify-certificate", name)
        assert (code, out) == (2, "")
        assert err.startswith(f"rushhour: {name}: expected a whole certificate, packed with gzip")
        assert result("verify-certificate", "missing.cert")[0] == 2

    def test_a_file_of_many_puzzles_has_none(self, tmp_path: Path) -> None:
        name, file = str(PUZZLES / "hardest.txt"), tmp_path / "x.cert"
        code, _, err = result(name, "--certificate", str(file))
        assert code == 2
        assert err.startswith(f"rushhour: {name}: expected one puzzle, found several; choose ")
        assert not file.exists()

    def test_limits_too_low_for_any_bound(self, tmp_path: Path) -> None:
        file = tmp_path / "x.cert"
        name = str(PUZZLES / "jam-01.txt")
        code, _, err = result(name, "--certificate", str(file), "--max-states", "1")
        assert (code, file.exists()) == (3, False)
        assert "no certificate: the limit on states" in err


@pytest.mark.slow
def test_the_largest_known_cluster() -> None:
    certificate = certified(LARGEST)
    seen: list[tuple[int, int]] = []
    proved = rushhour.certificate.verify_certificate(
        certificate.data, progress=lambda done, states: seen.append((done, states))
    )
    assert (proved.claim, proved.states, proved.removed) == ("cost = 15", 541_934, 0)
    assert len(certificate.data) < 200_000
    assert seen[1] == (4096, 541_934)


def test_a_progress_that_raises_ends_the_check() -> None:
    def stop(*_: object) -> None:
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError):
        rushhour.certificate.verify_certificate(certified(JAM_1).data, progress=stop)


def test_a_certificate_is_the_same_every_time() -> None:
    assert certified(JAM_1) == certified(JAM_1)


def test_a_target_that_has_left_has_none() -> None:
    puzzle = rushhour.parse("AA../....").apply(rushhour.Move("A", 3))
    with pytest.raises(RushHourError, match="expected a target on the board"):
        rushhour.certificate.certify(rushhour.solve(puzzle, goal="off"))


@pytest.mark.parametrize("name", ["uva-9x9_4.csv", "uva-12x12_7.csv"])
def test_a_board_whose_cluster_is_too_large(name: str) -> None:
    outcome = rushhour.solve(rushhour.read(PUZZLES / name), max_states=1000)
    proved = rushhour.certificate.verify_certificate(
        rushhour.certificate.certify(outcome, max_states=20_000).data
    )
    assert 1 < proved.lower <= {"uva-9x9_4.csv": 27, "uva-12x12_7.csv": 25}[name]
    assert proved.removed > 0
