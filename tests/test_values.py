"""What users hold: values to print, compare, hash, pickle, paste; and calls that explain errors."""

import pickle
import threading
import time
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import rushhour
from rushhour import (
    Exit,
    IllegalMoveError,
    InvalidBoardError,
    LimitReachedError,
    Move,
    Outcome,
    ParseError,
    Puzzle,
    RushHourError,
    Scattered,
    Setup,
    Solution,
    Vehicle,
    algorithms,
    heuristics,
    solve,
    solve_many,
)
from rushhour.errors import MissingExtraError, UnknownNameError, WrongTypeError
from rushhour.model.puzzle import LegalMoves
from rushhour.model.setup import Axis
from support.bridge import board_from, puzzle_of
from support.interrupts import ENDLESS, ctrl_c
from support.strategies import Drawing, drawings, random_walks, walk, words

LARGE = Path(__file__).parent.parent / "puzzles" / "uva-12x12_7.csv"
PUZZLE = Puzzle(
    4, 6, [Vehicle("A", "h", 1, 0, 2), Vehicle("B", "v", 0, 2, 2)], "A", walls=[(3, 5)], title="P"
)
SOLVED = solve(PUZZLE)
SOLUTION = Solution(PUZZLE, (Move("B", 2), Move("A", 4)))
SETUP = Setup(4, 6, (Scattered("A", ((0, 0), (1, 1))),), "A", Exit("right", 0), ((3, 5),), "S")
ERRORS = [
    ParseError("expected a, found b", 3, 4, "file"),
    InvalidBoardError(["one", "two"], "file"),
    IllegalMoveError("no"),
    UnknownNameError("format", "gird", ["grid"]),
    WrongTypeError("metric", "slide or step", "int 3"),
    LimitReachedError("states", 12),
    MissingExtraError("pillow", "pictures"),
]
REPRS = [PUZZLE, PUZZLE.exit, PUZZLE.vehicles[0], Move("A", 2), SOLUTION, SETUP, SETUP.vehicles[0]]
VALUES: list[Any] = [*REPRS, SOLVED, *heuristics(), *algorithms()]


class TestReprIsCodeToPaste:
    @pytest.mark.parametrize("value", REPRS, ids=lambda value: type(value).__name__)
    def test_of_values(self, value: object) -> None:
        assert eval(repr(value), vars(rushhour)) == value

    @given(drawings(max_rows=6, max_cols=6, labels=words))
    def test_of_any_puzzle(self, drawing: Drawing) -> None:
        puzzle = puzzle_of(board_from(drawing))
        again = eval(repr(puzzle), vars(rushhour))
        assert (again, again.vehicles) == (puzzle, puzzle.vehicles)
        assert again.legal_moves().__repr__() == puzzle.legal_moves().__repr__()

    @given(drawings(max_rows=5, max_cols=5), random_walks())
    def test_of_any_state(self, drawing: Drawing, picks: list[int]) -> None:
        def moves_of(puzzle: Puzzle) -> list[tuple[Move, Puzzle]]:
            return [(move, puzzle.apply(move)) for move in puzzle.legal_moves(goal="off")]

        for _, state in walk(picks, puzzle_of(board_from(drawing)), moves_of):
            again = eval(repr(state), vars(rushhour))
            assert (again, again.vehicles) == (state, state.vehicles)
            assert pickle.loads(pickle.dumps(state)) == state

    def test_titles_are_in_it(self) -> None:
        assert eval(repr(PUZZLE), vars(rushhour)).title == "P"


class TestEquality:
    def test_the_title_does_not_count(self) -> None:
        other = Puzzle(4, 6, PUZZLE.vehicles, "A", walls=[(3, 5)])
        assert (other, hash(other)) == (PUZZLE, hash(PUZZLE))
        assert other.title != PUZZLE.title

    def test_the_order_of_the_vehicles_does_not_count(self) -> None:
        other = Puzzle(4, 6, PUZZLE.vehicles[::-1], "A", walls=[(3, 5), (3, 5)])
        assert (other, hash(other)) == (PUZZLE, hash(PUZZLE))
        moves = [list(puzzle.apply(Move("B", 2)).legal_moves()) for puzzle in (PUZZLE, other)]
        assert moves[0] != moves[1]
        assert set(moves[0]) == set(moves[1])

    @pytest.mark.parametrize(
        "other",
        [
            Puzzle(4, 6, PUZZLE.vehicles, "A"),
            Puzzle(5, 6, PUZZLE.vehicles, "A", walls=[(3, 5)]),
            Puzzle(4, 6, PUZZLE.vehicles, "A", Exit("left", 1), [(3, 5)]),
            Puzzle(4, 6, PUZZLE.vehicles, "B", walls=[(3, 5)]),
            PUZZLE.apply(Move("B", 1)),
            "P",
        ],
    )
    def test_the_picture_counts(self, other: object) -> None:
        assert other != PUZZLE

    def test_a_move_and_back_is_the_same_puzzle(self) -> None:
        there = PUZZLE.apply(Move("B", 2))
        assert len({PUZZLE, there, there.apply(Move("B", -2))}) == 2


class TestPickling:
    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    @pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
    def test_of_values(self, value: object, protocol: int) -> None:
        again = pickle.loads(pickle.dumps(value, protocol))
        assert (type(again), again) == (type(value), value)

    def test_nothing_is_lost(self) -> None:
        again = pickle.loads(pickle.dumps(PUZZLE))
        assert (again.title, again.vehicles) == (PUZZLE.title, PUZZLE.vehicles)
        outcome = pickle.loads(pickle.dumps(SOLVED))
        assert (outcome.seconds, outcome.solution) == (SOLVED.seconds, SOLVED.solution)

    def test_of_a_target_that_has_driven_out(self) -> None:
        puzzle = PUZZLE.apply(Move("B", 2)).apply(Move("A", 6))
        assert puzzle.is_solved("off")
        assert puzzle.driven_out
        blocked = puzzle.apply(Move("B", -1))
        for state in (puzzle, blocked):
            assert pickle.loads(pickle.dumps(state)) == state
            assert eval(repr(state)) == state
            assert list(eval(repr(state)).legal_moves()) == list(state.legal_moves())

    @pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
    def test_of_errors(self, error: RushHourError) -> None:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


class TestATargetThatHasDrivenOut:
    @pytest.mark.parametrize(
        ("side", "vehicle"),
        [
            ("right", Vehicle("A", "h", 1, 4, 2)),
            ("left", Vehicle("A", "h", 1, -2, 2)),
            ("top", Vehicle("A", "v", -1, 1, 2)),
            ("bottom", Vehicle("A", "v", 3, 1, 2)),
        ],
    )
    def test_must_be_asked_for(self, side: Any, vehicle: Vehicle) -> None:
        puzzle = Puzzle(4, 4, [vehicle], "A", Exit(side, 1), driven_out=True)
        assert puzzle.is_solved("past")
        with pytest.raises(InvalidBoardError, match="vehicle A leaves the board at row"):
            Puzzle(4, 4, [vehicle], "A", Exit(side, 1))

    @pytest.mark.parametrize(
        "vehicle",
        [
            Vehicle("A", "h", 1, 5, 2),
            Vehicle("A", "h", 1, -1, 2),
            Vehicle("A", "v", 4, 1, 2),
            Vehicle("A", "h", 1, 3, 5),
            Vehicle("A", "h", 1, 2**62, 2),
        ],
    )
    def test_stands_where_a_drive_ends(self, vehicle: Vehicle) -> None:
        with pytest.raises(InvalidBoardError, match="vehicle A leaves the board"):
            Puzzle(4, 4, [vehicle], "A", Exit("right", 1), driven_out=True)

    @pytest.mark.parametrize("line", [-1, 4, 40, 300, 2**62])
    @pytest.mark.parametrize("axis", ["h", "v"])
    def test_leaves_from_a_line_of_the_board(self, axis: Axis, line: int) -> None:
        row, col = (line, 4) if axis == "h" else (4, line)
        with pytest.raises(InvalidBoardError, match="vehicle A leaves the board"):
            Puzzle(4, 4, [Vehicle("A", axis, row, col, 2)], "A", driven_out=True)

    def test_another_vehicle_never_does(self) -> None:
        vehicles = [Vehicle("A", "h", 1, 0, 2), Vehicle("B", "h", 1, 3, 2)]
        with pytest.raises(InvalidBoardError, match="vehicle B leaves the board"):
            Puzzle(4, 4, vehicles, "A", driven_out=True)

    def test_is_found_in_its_cluster_in_any_order(self) -> None:
        cluster = rushhour.explore(PUZZLE, goal="off")
        end = PUZZLE.apply(Move("B", 2)).apply(Move("A", 6))
        assert end in cluster
        assert end.with_vehicles(end.vehicles[::-1]) in cluster


class TestWrongTypes:
    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: solve(None), "a Puzzle or a text (to read a file, use read) for puzzle"),
            (
                lambda: solve([PUZZLE]),
                "a Puzzle or a text (for several, use solve_many) for puzzle",
            ),
            (lambda: solve(PUZZLE, metric=3), "slide or step for metric, found int 3"),
            (lambda: solve(PUZZLE, goal=None), "edge, past, off or clear for goal, found None"),
            (lambda: solve(PUZZLE, ties=True), "fifo, lifo or heap for tie order, found bool True"),
            (lambda: solve(PUZZLE, algorithm=1), "for algorithm, found int 1"),
            (lambda: solve(PUZZLE, heuristic=1.5), "a name, a number or None for heuristic"),
            (lambda: solve(PUZZLE, max_memory="1M"), "an integer or None for max_memory"),
            (lambda: solve(PUZZLE, max_states=1.5), "an integer or None for max_states"),
            (lambda: solve(PUZZLE, max_seconds="1"), "a number or None for max_seconds"),
            (lambda: solve(PUZZLE, weight="2"), "a number or None for weight, found str '2'"),
            (lambda: solve(PUZZLE, reopen="no"), "a truth value or None for reopen, found str"),
            (lambda: solve(PUZZLE, progress=1), "a function or None for progress, found int 1"),
            (lambda: solve_many("AA.."), "several texts (to solve one, use solve) for puzzles"),
            (lambda: solve_many(PUZZLE), "puzzles or texts, one after another for puzzles"),
            (lambda: solve_many([], threads="2"), "an integer or None for threads, found str '2'"),
            (lambda: rushhour.explore(3), "for puzzle, found int 3"),
            (lambda: rushhour.explore(PUZZLE, metric=3), "slide or step for metric"),
            (lambda: rushhour.parse(b"AA"), "a text (to read a file, use read) for text"),
            (lambda: rushhour.parse("AA..", 3), "for format, found int 3"),
            (lambda: rushhour.read(5), "a path or an open file for path, found int 5"),
            (lambda: rushhour.read_all(5), "a path or an open file for path, found int 5"),
            (lambda: rushhour.write("AA..", "json"), "a Puzzle for puzzle, found str 'AA..'"),
            (lambda: Move(2, 1), "a text for vehicle, found int 2"),
            (lambda: Move("A", "1"), "an integer for cells, found str '1'"),
            (lambda: Exit("left", None), "an integer for line, found None"),
            (lambda: Exit(3, 0), "right, left, top or bottom for side, found int 3"),
            (lambda: Vehicle(1, "h", 0, 0, 2), "a text for label, found int 1"),
            (
                lambda: Vehicle("A", 1, 0, 0, 2),
                "h, horizontal, v or vertical for axis, found int 1",
            ),
            (lambda: Vehicle("A", "h", 0, "0", 2), "an integer for col, found str '0'"),
            (lambda: Scattered("A", (1, 2)), "a pair of row and column for cells[0], found int 1"),
            (lambda: Puzzle("4", 4, [], "A"), "an integer for rows, found str '4'"),
            (lambda: Puzzle(4, 4, "AB", "A"), "a collection of Vehicles for vehicles"),
            (lambda: Puzzle(4, 4, ["A"], "A"), "a Vehicle for vehicles[0], found str 'A'"),
            (lambda: Puzzle(4, 4, [], 0), "a text for target, found int 0"),
            (lambda: Puzzle(4, 4, [], "A", "left"), "an Exit or None for exit, found str 'left'"),
            (lambda: Puzzle(4, 4, [], "A", walls=[1]), "for walls[0], found int 1"),
            (lambda: Puzzle(4, 4, [], "A", walls=[(1, "2")]), "for walls[0], found tuple (1, '2')"),
            (lambda: Puzzle(4, 4, [], "A", title=3), "a text for title, found int 3"),
            (lambda: PUZZLE.apply(1), "a Move or a text such as A+2 for move, found int 1"),
            (lambda: PUZZLE.legal_moves(metric=3), "slide or step for metric, found int 3"),
            (lambda: PUZZLE.is_solved(3), "edge, past, off or clear for goal, found int 3"),
            (lambda: PUZZLE.index(1), "a text for label, found int 1"),
            (lambda: Solution(PUZZLE, "A+1"), "a collection of Moves for moves, found str 'A+1'"),
            (lambda: Solution(PUZZLE, ("A+1",)), "a Move for moves[0], found str 'A+1'"),
            (lambda: rushhour.explore(PUZZLE).distance("A"), "a Puzzle or None for state"),
        ],
    )
    def test_are_named_with_what_was_expected(self, call: Any, message: str) -> None:
        with pytest.raises(WrongTypeError) as caught:
            call()
        assert isinstance(caught.value, RushHourError)
        assert isinstance(caught.value, TypeError)
        assert str(caught.value).startswith("expected ")
        assert message in str(caught.value)
        assert ", found " in str(caught.value)

    def test_in_a_stream_spoil_no_other_puzzle(self) -> None:
        items: Any = ["AA..", "AAB" * 12, None, PUZZLE, 3, "\ud800"]
        found = list(solve_many(items))
        errors = [type(item) for item in found]
        expected = [Outcome, InvalidBoardError, WrongTypeError, Outcome, WrongTypeError, ParseError]
        assert errors == expected

    @pytest.mark.parametrize("label", ["\ud800", "A\udcff"])
    def test_text_that_no_file_holds(self, label: str) -> None:
        with pytest.raises(RushHourError, match="expected text for label, found lone surrogates"):
            Vehicle(label, "h", 0, 0, 2)

    def test_numbers_may_be_those_of_numpy(self) -> None:
        numpy = pytest.importorskip("numpy")
        two: Any = numpy.int64(2)
        puzzle = Puzzle(two, two, [Vehicle("A", "h", numpy.int8(0), two - 2, two)], "A")
        assert solve(puzzle, max_states=two, max_seconds=numpy.float32(9)).cost == 0


class TestImmutability:
    @pytest.mark.parametrize("name", ["rows", "cols", "exit", "walls", "vehicles", "target", "new"])
    def test_of_puzzles(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(PUZZLE, name, 1)

    @pytest.mark.parametrize("name", ["status", "cost", "solution", "expanded", "new"])
    def test_of_outcomes(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(SOLVED, name, 1)

    @pytest.mark.parametrize(
        ("value", "name"),
        [
            (Move("A", 1), "cells"),
            (PUZZLE.vehicles[0], "row"),
            (PUZZLE.exit, "line"),
            (SOLUTION, "moves"),
            (SETUP, "rows"),
            (SETUP.vehicles[0], "cells"),
            (heuristics()[0], "name"),
            (algorithms()[0], "name"),
        ],
        ids=lambda value: value if isinstance(value, str) else type(value).__name__,
    )
    def test_of_dataclasses(self, value: object, name: str) -> None:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)

    def test_moves_give_new_puzzles(self) -> None:
        before = repr(PUZZLE)
        PUZZLE.apply(Move("B", 1))
        assert repr(PUZZLE) == before


class TestLegalMoves:
    def test_it_is_a_view(self) -> None:
        moves = PUZZLE.legal_moves()
        assert isinstance(moves, LegalMoves)
        assert (list(moves), len(moves)) == ([Move("B", 1), Move("B", 2)], 2)
        assert list(moves) == list(moves)
        assert repr(moves) == "<legal moves: B+1, B+2>"

    @pytest.mark.parametrize(
        ("item", "is_in"),
        [
            (Move("B", 1), True),
            (Move("B", 3), False),
            (Move("C", 1), False),
            ("B+1", True),
            ("B", False),
        ],
    )
    def test_in(self, item: object, is_in: bool) -> None:
        assert (item in PUZZLE.legal_moves()) == is_in

    def test_metric_and_goal(self) -> None:
        puzzle = PUZZLE.apply(Move("B", 2))
        assert list(map(str, puzzle.legal_moves(metric="step"))) == ["A+1", "B-1"]
        assert [len(puzzle.legal_moves(goal=goal)) for goal in ("edge", "past", "off")] == [6, 7, 8]

    def test_names_are_checked(self) -> None:
        with pytest.raises(UnknownNameError, match=r"no metric named 'steps'; did you mean 'step'"):
            list(PUZZLE.legal_moves(metric="steps"))  # type: ignore[arg-type]
        with pytest.raises(UnknownNameError, match=r"no goal named 'egde'; did you mean 'edge'"):
            PUZZLE.is_solved("egde")  # type: ignore[arg-type]


class TestMove:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("A+2", Move("A", 2)),
            ("B-1", Move("B", -1)),
            ("a-b+10", Move("a-b", 10)),
            ("12-3", Move("12", -3)),
            ("É+1", Move("É", 1)),
            ("+-+1", Move("+-", 1)),
        ],
    )
    def test_parse_reads_what_str_writes(self, text: str, move: Move) -> None:
        assert (Move.parse(text), str(move)) == (move, text)

    @pytest.mark.parametrize("text", ["", "A", "A2", "+2", "A+", "A+0", "A+2 ", "A+1000", "A+x"])
    def test_parse_refuses_the_rest(self, text: str) -> None:
        with pytest.raises(ParseError, match=r"expected a move such as A\+2 or B-1, found"):
            Move.parse(text)


class TestSolution:
    @pytest.mark.parametrize(
        ("moves", "fault"),
        [
            ("", "the goal 'edge' is not reached at the end"),
            ("B+2", "the goal 'edge' is not reached at the end"),
            ("A+1", "move 1, A+1: vehicle B is in the way"),
            ("B+2 A-1", "move 2, A-1: the way leads off the board"),
            ("B+1 B+2", "move 2, B+2: the way leads off the board"),
            ("C+1", "move 1, C+1: there is no vehicle C"),
            ("B+2 A+6", None),
            ("B+2 A+7", "move 2, A+7: the way leads off the board"),
            ("W+1", "move 1, W+1: a wall is in the way"),
        ],
    )
    def test_verify_names_the_fault(self, moves: str, fault: str | None) -> None:
        vehicles = [*PUZZLE.vehicles, Vehicle("W", "v", 1, 5, 2)]
        puzzle = PUZZLE if "W" not in moves else Puzzle(4, 6, vehicles, "A", walls=[(3, 5)])
        solution = Solution(puzzle, tuple(map(Move.parse, moves.split())))
        assert solution.verify() == (() if fault is None else (fault,))

    def test_a_move_of_no_cells_is_a_fault(self) -> None:
        solution = Solution(PUZZLE, (Move("B", 0),))
        assert solution.verify() == ("move 1, B+0: a move goes at least one cell",)

    @pytest.mark.parametrize(
        ("goal", "cells"), [("edge", 4), ("past", 5), ("off", 6), ("clear", 0)]
    )
    def test_every_goal_has_its_end(self, goal: Any, cells: int) -> None:
        moves = (Move("B", 2), *([Move("A", cells)] if cells else []))
        assert Solution(PUZZLE, moves, "slide", goal).verify() == ()
        short = (Move("B", 1), *([Move("A", cells - 1)] if cells else []))
        assert Solution(PUZZLE, short, "slide", goal).verify() != ()

    @pytest.mark.parametrize(
        ("side", "vehicle", "cells"),
        [
            ("right", Vehicle("A", "h", 1, 1, 2), 3),
            ("left", Vehicle("A", "h", 1, 1, 2), -3),
            ("top", Vehicle("A", "v", 1, 1, 2), -3),
            ("bottom", Vehicle("A", "v", 1, 1, 2), 3),
        ],
    )
    def test_the_target_drives_out(self, side: Any, vehicle: Vehicle, cells: int) -> None:
        puzzle = Puzzle(4, 4, [vehicle], "A", Exit(side, 1))
        outcome = solve(puzzle, goal="off")
        assert outcome.solution is not None
        assert [move.cells for move in outcome.solution] == [cells]
        assert outcome.solution.verify() == ()
        end = list(outcome.solution.replay())[-1]
        assert end.is_solved("off")
        inside = range(4)
        assert not (end.vehicles[0].row in inside and end.vehicles[0].col in inside)

    def test_replay(self) -> None:
        puzzles = list(SOLUTION.replay())
        assert puzzles[0] is PUZZLE
        assert [puzzle.is_solved() for puzzle in puzzles] == [False, False, True]

    def test_replay_stops_at_an_illegal_move(self) -> None:
        replay = Solution(PUZZLE, (Move("B", 1), Move("A", 1))).replay()
        assert [next(replay), next(replay)][1] == PUZZLE.apply(Move("B", 1))
        with pytest.raises(IllegalMoveError, match=r"vehicle A cannot move, found"):
            next(replay)

    def test_costs(self) -> None:
        moves = tuple(map(Move.parse, ["B+1", "B+1", "A+2", "A-1", "A+3"]))
        solution = Solution(PUZZLE, moves, "step")
        assert (len(solution), solution.slides, solution.steps, solution.cost) == (5, 4, 8, 8)
        assert Solution(PUZZLE, moves, "slide").cost == 4
        assert (str(SOLUTION), list(SOLUTION)) == ("B+2 A+4", [Move("B", 2), Move("A", 4)])

    @pytest.mark.parametrize(
        ("goal", "moves", "left"),
        [
            ("edge", "B+2 A+4", "B+2 A+4"),
            ("edge", "B+2 A+5", "B+2 A+4"),
            ("edge", "B+2 A+6", "B+2 A+4"),
            ("edge", "B+2 A+4 A+1 A+1", "B+2 A+4"),
            ("edge", "B+2 A+3 A+3", "B+2 A+3 A+1"),
            ("edge", "B+2 A+4 B-1 A+1", "B+2 A+4 B-1"),
            ("edge", "B+2 A+5 B-1", "B+2 A+5 B-1"),
            ("edge", "B+2 A+6 A-1", "B+2 A+6 A-1"),
            ("edge", "B+2 A+3", "B+2 A+3"),
            ("edge", "B+2 A+7", "B+2 A+7"),
            ("past", "B+2 A+6", "B+2 A+5"),
            ("off", "B+2 A+6", "B+2 A+6"),
            ("clear", "B+2 A+6", "B+2 A+6"),
        ],
    )
    def test_up_to_the_goal(self, goal: Any, moves: str, left: str) -> None:
        assert str(Solution.parse(PUZZLE, moves, goal=goal).up_to_goal()) == left

    def test_up_to_the_goal_on_the_left(self) -> None:
        puzzle = Puzzle(2, 5, [Vehicle("A", "h", 0, 2, 2)], "A", Exit("left", 0))
        assert str(Solution.parse(puzzle, "A-1 A-3").up_to_goal()) == "A-1 A-1"
        assert Solution.parse(puzzle, "A-2 A-2").up_to_goal().slides == 1


class TestSolve:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"metric": "steps"}, "no metric named 'steps'; did you mean 'step'?"),
            ({"goal": "egde"}, "no goal named 'egde'; did you mean 'edge'?"),
            ({"algorithm": "astr"}, "no algorithm named 'astr'; did you mean 'astar'?"),
            ({"heuristic": "blockin"}, "no heuristic named 'blockin'; did you mean 'blocking'?"),
            ({"ties": "fif0"}, "no tie order named 'fif0'; did you mean 'fifo'?"),
            ({"goal": "x"}, "no goal named 'x';"),
        ],
    )
    @pytest.mark.parametrize("function", [solve, lambda *args, **how: solve_many([*args], **how)])
    def test_unknown_names(self, function: Any, options: Any, message: str) -> None:
        with pytest.raises(UnknownNameError) as caught:
            function(PUZZLE, **options)
        error = caught.value
        names = f"{', '.join(error.known[:-1])} or {error.known[-1]}"
        assert str(error) == f"{message} expected {names}"
        assert len(error.known) > 1

    @pytest.mark.parametrize("heuristic", [0, 4, "", "x"])
    def test_heuristics_that_are_not_there(self, heuristic: str | int) -> None:
        with pytest.raises(UnknownNameError, match="no heuristic named"):
            solve(PUZZLE, heuristic=heuristic)

    def test_heuristics_have_numbers(self) -> None:
        for number, heuristic in enumerate(heuristics()[:3], 1):
            by_name = solve(PUZZLE, heuristic=heuristic.name)
            assert (
                by_name == solve(PUZZLE, heuristic=number) == solve(PUZZLE, heuristic=str(number))
            )

    def test_auto_takes_astar_where_a_heuristic_is_named(self) -> None:
        assert solve(PUZZLE, heuristic=1).algorithm == "astar"
        assert solve(PUZZLE).algorithm == "fast"

    def test_texts_are_parsed(self) -> None:
        assert solve("..B.../AAB.../....../......").cost == 2
        with pytest.raises(ParseError):
            solve("?")
        with pytest.raises(InvalidBoardError):
            solve("AA.B/..../..../....")

    @pytest.mark.parametrize("algorithm", [a.name for a in algorithms() if a.name != "ida"])
    def test_limits_give_a_lower_bound(self, algorithm: str) -> None:
        outcome = solve(rushhour.read(LARGE), algorithm=algorithm, max_states=1000)
        assert (outcome.status, outcome.stopped_by) == ("unknown", "states")
        assert (outcome.cost, outcome.solution, outcome.branching_factor) == (None, None, None)
        assert 1 <= outcome.lower_bound <= 25


@pytest.mark.parametrize("algorithm", [entry.name for entry in algorithms()])
class TestLongSearches:
    def test_other_threads_go_on(self, algorithm: str) -> None:
        outcomes: list[Outcome] = []
        options: Any = {"algorithm": algorithm, "max_seconds": 1}
        puzzle = rushhour.read(ENDLESS)
        thread = threading.Thread(target=lambda: outcomes.append(solve(puzzle, **options)))
        thread.start()
        ticks = 0
        while thread.is_alive():
            time.sleep(0.01)
            ticks += 1
        assert outcomes[0].stopped_by == "seconds"
        assert ticks > 5

    def test_ctrl_c_raises(self, algorithm: str) -> None:
        begun = time.process_time()
        with pytest.raises(KeyboardInterrupt), ctrl_c(0.3):
            solve(rushhour.read(ENDLESS), algorithm=algorithm, max_seconds=60)
        assert time.process_time() - begun < 10
