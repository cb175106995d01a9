"""Answers in prose: every notation, which moves count, the number, and texts made to do harm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rushhour
from rushhour import Move, RushHourError, Solution
from rushhour.prose import Score, score
from rushhour.prose.scoring import MOST_CHARACTERS, MOST_MOVES, answer_in

# B must go down 2, then A right 4: 2 slides, 6 steps.
BOARD = rushhour.parse("..B.../AAB.../....../......")
STUCK = rushhour.parse("AAB/..B/..B")
JAM = rushhour.read(Path(__file__).parents[2] / "puzzles" / "jam-01.txt")


def moves_of(text: str, puzzle: rushhour.Puzzle = BOARD) -> list[str]:
    return [str(move) for move in score(puzzle, text).moves]


@pytest.mark.parametrize(
    "text",
    [
        "B+2 A+4",
        "B+2, then A+4.",
        "**B+2** and `A+4`",
        "B: +2\nA: +4",
        "B\u22122 is wrong, so the final answer is B+2, A+4",
        "move B down 2\nmove A right 4",
        "1. Move car # B down 2 squares.\n2. Move car # A right 4 squares.",
        "1. **B** down 2\n2. **A** right 4",
        "Slide B two cells down, then slide the target 4 squares to the right!",
        "move vehicle b down by 2; car a right 4",
        "B moves downwards by two and A moves 4 spaces right",
        "Move B down, move B down again, then move the red car four cells right",
        "Move B down 2, and the red car A drives right 4.",
        "B+2, red car (A): right 4",
        "BD2 AR4",
        "B \u2193 2, A \u2192 4",
        "| step | vehicle | way | cells |\n| 1 | B | down | 2 |\n| 2 | A | right | 4 |",
        '[("B", "down", 2), ("A", "right", 4)]',
        '[{"vehicle": "B", "cells": 2}, {"vehicle": "A", "cells": 4}]',
        'Here: {"car": "B", "direction": "down", "distance": 2} {"id": "A", "cells": 4}',
        "moves = [{'vehicle': 'B', 'cells': 2}, {'vehicle': 'A', 'cells': 4}]",
        "car,move\nB,-2\nA,4\n",
        "The file:\n\ncar,move\r\nB,-2\r\nA,4\r\n",
        "(forward-2-by-2 car-b r0c2 r1c2 r2c2 r3c2)\n(forward-2-by-4 car-a r1c0 r1c1)",
        r"\boxed{B+2, A+4}",
    ],
)
def test_every_notation_is_found(text: str) -> None:
    found = score(BOARD, text)
    total: dict[str, int] = {}
    for move in found.moves:
        total[move.vehicle] = total.get(move.vehicle, 0) + move.cells
    assert (found.solved, total) == (True, {"B": 2, "A": 4})


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("the red car 0 drives right 3", ["0+3"]),
        ("red car # 0: right three", ["0+3"]),
        ("the red car 3 right", ["0+3"]),
        ("move the target 0 1 left, then the red car right 3", ["0-1", "0+3"]),
    ],
)
def test_a_number_behind_the_red_car_is_its_label_or_that_of_cells(
    text: str, moves: list[str]
) -> None:
    found = score(rushhour.read("puzzles/jam-01.txt"), text)
    assert ([str(move) for move in found.read], found.unread) == (moves, ())


def test_a_reason_is_no_quotation() -> None:
    found = score(BOARD, "......\n....AA\n..B...\n..B...\n")
    assert found.status == "unreadable"
    assert str(found.fault).startswith("board 1: it solves the puzzle; expected the moves")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot solve this.",
        "A is to the right of B, and row 2 is free from column 1 to 3.",
        "Move A right of B",
        "A can move right only later, so that B lets A go right",
        "row 1, columns 0-1; 2024-11-24; cells (1, 2) and r2c3",
        "car A, truck B",
        "A: row 1, columns 0 to 1\nB: column 2, rows 0 to 1",
        "..B...\nAAB...\n......\n......",
        " +-------------+\n | . . B . . . |\n | A A B . . . |>\n +-------------+",
        '{"label": "A", "axis": "h", "row": 1, "col": 0, "length": 2}',
        "Depth: 8\nNodes expanded: 729\nBranching factor: 2.325\nCost: 8 slides",
        "that took 1057 nodes and 1.5 seconds",
    ],
)
def test_no_move_is_found_where_there_is_none(text: str) -> None:
    found = score(BOARD, text)
    assert (found.status, found.found, found.value, found.left) == ("empty", 0, 0.0, 2)


# Each stands among moves that solve the board alone, with a mark of the answer and without.
@pytest.mark.parametrize(
    "text",
    [
        *("A+1000", "A+1.5", "A+1,5", "A + 1.5", "A+", "A +", "+4", "++4", "A=4", "A 4", "A4", "4"),
        *(
            "B--2",
            "A++4",
            "B+-2",
            "b+2",
            "Bx+2",
            "é+2",
            "B~+2",
            'B"+2',
            "B*+2",
            "-B+2",
            "B+2-",
            "B-2-2",
        ),
        *(
            "B+2A+4",
            "B+2/A+4",
            "x=B+1",
            "A+2=C",
            "A+2.5",
            "3+4",
            "@B+2",
            "B+2%",
            "B+٢",
            "B+²",
            "B²",
        ),
        *(
            "A right",
            "A: left",
            "A right 2.5",
            "A right 1000",
            "A rihgt 2",
            "A right tw",
            "right 2",
        ),
        *(
            "2 right",
            "A to the rihgt 2",
            "A moves rihgt 2",
            "car # A rihgt 2",
            "down twice",
            "two cells up",
        ),
        *(
            "B down 2-3",
            "B down -2",
            "A 2 right 4",
            "A row 2 right",
            "Move A right exactly 2 cells",
        ),
        *(
            "Move B down tw squares",
            "Move B down to row 3",
            "move it right",
            "then it goes right 2",
        ),
        *("Move car # right 2 squares", "cars A and B move right 2", "A-right 2", "a right 2"),
        *(
            "BDD2",
            "D2",
            "ABD2",
            "BD",
            "BD2AR4",
            "BD2x",
            "BD 2.5",
            "B →",
            "→ 2",
            "A>",
            "A ^ 2",
            "R> 3",
        ),
        *('{"vehicle": "A"}', '{"vehicle": "A", "cells": 1.5}', '{"vehicle": "A", "cells": 1e1}'),
        *(
            '{"vehcle": "A", "cells": 2}',
            '{"vehicle": "A", "cels": 2}',
            '{"vehicle: "A", "cells": 2}',
        ),
        *('{"car": "A", "direction": "rihgt", "distance": 2}', '{"car": "A", "direction": "left"}'),
        *('{"car": "A", "direction": "left", "distance": -2}', '"vehicle": "A", "cells": 2'),
        *(
            '{"vehicle": "A", "cells": 2, "cells": 4}',
            '{"vehicle": "A", "cells": 2, "at": {"row": 1}}',
        ),
        *(
            "(forward-2-by-2 car-b",
            "forward-2-by-2 car-b",
            "(forward-2-by-x car-b)",
            "(forward car-a)",
        ),
        *(
            '("B", "dwn", 2)',
            '("B", 2)',
            "(B, -2)",
            "| B | dwn | 2 |",
            "| B | down | -2 |",
            "| B | | 2 |",
        ),
        *("C", "left", "- 2", "B,-2", "A,4"),
    ],
)
@pytest.mark.parametrize("form", ["{text}\nB+2\nA+4", "B+2 {text} A+4", "B+2\n{text}\nA+4"])
def test_what_looks_like_a_move_and_is_not_read_is_unreadable(text: str, form: str) -> None:
    is_alone = text in {"4", "C", "left", "- 2"}  # before the first move, these are other words
    if is_alone and form.startswith("{"):
        return
    for mark in ("", "I think so.\n\nFinal answer: "):
        found = score(BOARD, mark + form.format(text=text))
        assert (found.status, found.solved, found.value) == ("unreadable", False, 0.0)
        assert found.unread
        assert found.fault == f"not read as a move: {found.unread[0]}"
        assert not found.moves


@pytest.mark.parametrize(
    "text",
    [
        "B+2, so that row 1 is free, and A+4, out of the exit on the right side.",
        "1. B+2 (B now covers rows 2-3)\n2. A+4 (A reaches the right edge: 2 moves)",
        "B+2 makes room for A; then A can go right: A+4. That's 2 moves; I counted 6 cells.",
        "Move B down 2 cells, which lets A move right.\n\nMove A right 4 cells.",
        "B+2\n..B...\n.AAB..\n\nA+4",
        "B+2\n```\n......\nAA....\n..B...\n..B...\n```\nA+4",
        "Total moves: 2\n\n- B+2\n- A+4\n\nDepth: 2\nCost: 6",
        "**Step 1:** B down 2\n**Step 2:** A right 4",
        "B+2 → A+4",
        "B+2 -> A+4",
        "$B+2$, $A+4$",
        "“B+2”, “A+4”",
        "> B+2\n> A+4",
    ],
)
def test_words_around_moves_are_left_out(text: str) -> None:
    for mark in ("", "Final answer: ", "Final answer:\n"):
        found = score(BOARD, mark + text)
        assert (found.status, found.fault, found.value) == ("solved", None, 1.0)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1) 2 right 1\n2) 1 up 1", "2+1 1-1"),
        ("1. 2 right 1 2. 1 up 1", "2+1 1-1"),
        ("1: 2 right 1\n2: 1 up 1", "2+1 1-1"),
        ("2: right 1\n1: up 1", "2+1 1-1"),
        ("Step 1: 2 right 1\nStep 2: 1 up 1", "2+1 1-1"),
        ("(1) 2 right 1\n(2) 1 up 1", "2+1 1-1"),
        ("| 1 | 2 | right | 1 |\n| 2 | 1 | up | 1 |", "2+1 1-1"),
        ("| 2 | right | 1 |\n| 1 | up | 1 |", "2+1 1-1"),
        ("Car 2 right one, car 1 up one", "2+1 1-1"),
        ("Car 2: R1\nCar 1: U1", "2+1 1-1"),
        ("2R1 1U1", "2+1 1-1"),
        ("2 + 1 1 - 1", "2+1 1-1"),
        ("2+1,1-1", "2+1 1-1"),
        ("2 right 1 1 up 1", "2+1 1-1"),
        ("- 2+1\n- 1-1", "2+1 1-1"),
        ("Move car # 2 right 1 square\nMove car # 1 up 1 square", "2+1 1-1"),
    ],
)
def test_vehicles_that_are_numbers(text: str, moves: str) -> None:
    found = score(JAM, text)
    assert (" ".join(map(str, found.moves)), found.unread) == (moves, ())


@pytest.mark.parametrize(
    "text",
    [
        "1. right 2",
        "1: 2 right",
        "2 1 right 3 5 up",
        "2 dwn 1, 0 right 3",
        "1.2+1",
        "3: 2",
        "2 1 1 1",
    ],
)
def test_what_could_be_a_number_of_an_item_or_a_vehicle_is_no_credit(text: str) -> None:
    assert score(JAM, text).status in ("unreadable", "illegal", "empty")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("A+1 is not possible. Start over: B+2 A+1", "B+2 A+1"),
        ("B-1? No. Let me try again.\nB+1", "B+1"),
        ("<think>A+4 B+9</think>B+1", "B+1"),
        ("B+9 A+9\n## Solution\nB+1\n", "B+1"),
        ("B+9\nAnswer: B+1\n", "B+1"),
        ("Final answer: B+1\nStarting over is never needed.", "B+1"),
        ("Try A+1.\n```\nB+1\n```\nB+1 makes room, A+1 comes later.", "B+1"),
        ("```\n..B...\nAAB...\n```\nB+1, A+1", "B+1"),
        ("<answer>B+1</answer> where B+1 makes room; A+3 would follow", "B+1"),
        ("1. Move B down 1 (B+1)\n2. Move B down 1 (B+1)", "B+1 B+1"),
        ("B+1 B+1", "B+1 B+1"),
        ("final answer: B+1. Final answer: none, sorry", ""),
        ("B+1? not sure. Final answer: I give up.", ""),
        ("B+1\n\nFinal answer:", ""),
        ("<think>B+1</think>", ""),
        ("B+1\n<answer>none</answer>", ""),
        ("B+1 is my final answer.", "B+1"),
        ("B+9 A+9\nI come to the final answer.\nB+1", "B+1"),
        ("B+9. Start over. B+1. I can only start over again.", "B+1"),
        ("Final answer: B+1\n\nExplanation: B+1 makes room, C+9 is out.", "B+1"),
        ("Final answer: B+1\n```\nB+1\n```", "B+1"),
        ("Final answer:\n```\n..B...\nAAB...\n```\nB+1", "B+1"),
    ],
)
def test_the_moves_after_the_last_cut_count(text: str, moves: str) -> None:
    found = score(BOARD, text)
    legal = [move for move in moves.split() if move != "A+1" or "B+2" in moves]
    assert [str(move) for move in found.moves] == legal


# After each, the goal was reached once, and an answer is a whole list of moves.
@pytest.mark.parametrize(
    ("text", "status", "value"),
    [
        ("B+2 A+9", "illegal", 0.25),
        ("B+2 A+4 A+9", "illegal", 0.5),
        ("B+2 A+4 B-1 B-9", "illegal", 0.5),
        ("B+2 A+4 A-1", "unsolved", 0.25),
        ("B+2 A+4 A-1 A+1", "solved", 0.75),
    ],
)
def test_a_fault_decides_before_the_goal(text: str, status: str, value: float) -> None:
    found = score(BOARD, text)
    assert (found.status, found.value) == (status, value)
    assert found.solved == (not Solution.parse(BOARD, text).verify())


MOVES = st.builds(Move, st.sampled_from("ABC"), st.integers(-9, 9).filter(bool))


@given(st.lists(MOVES, max_size=6), st.sampled_from(["edge", "past", "off", "clear"]))
def test_it_solves_exactly_if_verify_finds_no_fault(moves: list[Move], goal: Any) -> None:
    solution = Solution(BOARD, (Move("B", 2), *moves), "slide", goal)
    found = score(BOARD, str(solution), goal=goal)
    assert found.value is not None
    assert 0 <= found.value <= 1
    assert found.solved == (not Solution.parse(BOARD, str(solution), goal=goal).verify())
    assert found.solved == (found.value > 0.5)


@pytest.mark.parametrize("text", ["B+2 A+4", "B+2 A+5", "B+2 A+6", "B+2 A+4 A+1", "B+2 A+3 A+2"])
def test_to_drive_out_of_the_exit_costs_nothing(text: str) -> None:
    found = score(BOARD, text, metric="step")
    assert (found.solved, found.value, found.slides, found.steps) == (True, 1.0, 2, 6)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A+4", "move 1, A+4: vehicle B is in the way"),
        ("B+2 B+1", "move 2, B+1: the way leads off the board"),
        ("B right 2", "move 1, B right 2: vehicle B moves up and down"),
        ("move A up", "move 1, move A up: vehicle A moves left and right"),
        ("Q+1", "move 1, Q+1: there is no vehicle Q"),
        ("slide car lorry9 left 1", "move 1, slide car lorry9 left 1: there is no vehicle lorry9"),
        ("(back-2-by-1 car-z r0c0)", "move 1, (back-2-by-1 car-z r0c0): there is no vehicle car-z"),
        ("B+0", "move 1, B+0: a move goes at least one cell"),
    ],
)
def test_the_first_illegal_move_has_its_reason(text: str, fault: str) -> None:
    found = score(BOARD, text)
    assert (found.status, found.fault) == ("illegal", fault)


def test_a_move_in_two_notations_is_one() -> None:
    for text in ("Move B down 1 (B+1)", "| Move B down 1 | B+1 |", "B+1 = move B down 1"):
        found = score(BOARD, f"{text}\nMove A right 1 (A+1)")
        assert ([*map(str, found.read)], found.found) == (["B+1", "A+1"], 2)


def test_of_a_long_text_the_end_is_read() -> None:
    much = ".\n" * (MOST_CHARACTERS // 2)
    assert score(BOARD, f"{much}\nB+2 A+4").solved
    assert score(BOARD, f"B+2 A+4\n{much}").status == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "Final answer: A+4\n```\nB+2 A+4\n```",
        "Final answer:\n```\nA+1\n```\n```\nB+2 A+4\n```",
        "Final answer: B--2\n```\nB+2 A+4\n```",
        "car,move\nB,-2\nA,4\n\nB+2",
        "car,move\nB,-2\nB+2\nA,4\n",
        "car,move\nB,-2,\nA,4\n",
        "car,move\nB,two\nA,4\n",
    ],
)
def test_two_answers_are_none(text: str) -> None:
    assert score(BOARD, text).status == "unreadable"


# By hand: the optimum is 2 slides and 6 steps.
@pytest.mark.parametrize(
    ("text", "metric", "value", "left"),
    [
        ("B+2 A+4", "slide", 1.0, 0),
        ("B+2 A+2 A+2", "slide", 1.0, 0),
        ("B+2 B-1 B+1 A+4", "slide", 0.5 + 0.5 * 2 / 4, 0),
        ("B+2 B-1 B+1 A+4", "step", 0.5 + 0.5 * 6 / 8, 0),
        ("B+2", "slide", 0.25, 1),
        ("B+2 A+1", "step", 0.25, 3),
        ("nothing", "slide", 0.0, 2),
        ("B+1", "slide", 0.0, 2),
    ],
)
def test_the_number_is_what_its_definition_says(
    text: str, metric: rushhour.model.move.Metric, value: float, left: int
) -> None:
    found = score(BOARD, text, metric=metric)
    assert (found.value, found.left) == (pytest.approx(value), left)
    assert (found.least_slides, found.least_steps) == (2, 6)


def test_more_than_the_optimum_left_is_worth_nothing() -> None:
    found = score("..B.../AAB.../...C../...C..", "C-1")  # then C must also go back
    assert (found.value, found.left, found.least_slides) == (0.0, 3, 2)


def test_a_solved_puzzle_needs_no_answer() -> None:
    found = score("..../..AA/..../....", "")
    assert (found.solved, found.value, found.left) == (True, 1.0, 0)


def test_a_limit_leaves_the_number_open() -> None:
    found = score(JAM, "2+1", max_states=5)
    assert (found.value, found.least_slides, found.left, found.slides) == (None, None, None, 1)


def test_a_puzzle_without_solution_is_refused() -> None:
    with pytest.raises(RushHourError, match="expected a puzzle with a solution"):
        score(STUCK, "A+1")


def test_labels_of_any_kind() -> None:
    vehicles = [rushhour.Vehicle("red car", "h", 1, 0, 2), rushhour.Vehicle("#1", "v", 0, 2, 2)]
    puzzle = rushhour.Puzzle(4, 6, vehicles, "red car")
    text = str(Solution(puzzle, (Move("#1", 2), Move("red car", 4))))
    assert score(puzzle, text).solved
    assert score(puzzle, "Move #1 down 2, then move the Red Car right 4").solved


def test_its_own_notations_are_read_back() -> None:
    best = rushhour.solve(JAM)
    assert best.solution is not None
    for text in (str(best.solution), str(best)):
        assert score(JAM, f"Here it is.\n{text}\nDone.").value == 1.0
    metric_free = {move.vehicle for move in best.solution.moves}
    assert metric_free == {move.vehicle for move in score(JAM, str(best.solution)).moves}


HOSTILE = {
    "moves": "A+1 A-1 ",
    "words": "car A right 2 ",
    "labels": "A ",
    "nouns": "car ",
    "braces": "{",
    "keys": '{"car""car""car""car"',
    "plans": "(forward-1-by-1 a ",
    "gaps": "A        2        ",
    "signs": "A((((((((",
    "verbs": "move the ",
    "moving": "A moveeeee ",
    "fences": "```",
    "blanks": " ",
    "digits": "1",
    "cuts": "final ",
    "heads": "#### \n",
    "lists": "[",
    "quotes": '"',
    "rows": "car,move\nA,1\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_made_to_do_harm_takes_linear_time(name: str) -> None:
    unit = HOSTILE[name]
    text = unit * (10_000_000 // len(unit))
    found = score(BOARD, text)
    assert not found.solved
    assert len(found.moves) <= MOST_MOVES
    assert found.found <= MOST_CHARACTERS


def test_more_moves_than_are_replayed_are_named() -> None:
    found = score(BOARD, "B+1 B-1 " * MOST_MOVES)
    assert found.fault == f"more than {MOST_MOVES} moves"
    assert (found.found, len(found.moves)) == (2 * MOST_MOVES, MOST_MOVES)


@given(st.text(alphabet="AB+-12 \n`{}\"':,()moverightdwn#|*", max_size=300))
def test_any_text_has_a_number(text: str) -> None:
    found = score(BOARD, text)
    assert isinstance(found, Score)
    assert found.value is not None
    assert 0 <= found.value <= 1
    assert found.solved == (found.value > 0.5 or found.left == 0)
    if found.solved:
        assert Solution(BOARD, found.moves).verify() == ()


WAYS = {("h", True): "right", ("h", False): "left", ("v", True): "down", ("v", False): "up"}


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(-4, 4).filter(bool)), max_size=8))
def test_the_notations_agree(moves: list[tuple[str, int]]) -> None:
    axes = {"A": "h", "B": "v"}
    signs = " ".join(f"{label}{cells:+d}" for label, cells in moves)
    words = "\n".join(
        f"{label} {WAYS[axes[label], cells > 0]} {abs(cells)}" for label, cells in moves
    )
    objects = "so: " + " ".join(f'{{"vehicle": "{v}", "cells": {cells}}}' for v, cells in moves)
    found = [
        [(one.vehicle, one.cells) for one in answer_in(t, BOARD).moves]
        for t in (signs, words, objects)
    ]
    assert found == [moves] * 3


def test_the_arguments_are_checked() -> None:
    with pytest.raises(rushhour.errors.WrongTypeError, match="text"):
        score(BOARD, 3)  # type: ignore[arg-type]
    with pytest.raises(rushhour.errors.UnknownNameError, match="metric"):
        score(BOARD, "", metric="moves")  # type: ignore[arg-type]


@pytest.mark.parametrize("item", ["2: R:", "2: R :", "2) R:", "2. D", "2: R", "2. right:"])
def test_a_numbered_line_with_a_direction_alone_is_not_dropped(item: str) -> None:
    found = score(JAM, f"{item}\n1: D2\n0: R4")
    assert found.status == "unreadable"
    assert item.split()[1] in found.unread[0]
