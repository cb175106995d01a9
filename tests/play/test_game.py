"""The moves of a game: legal ones only, taken back and made again, counted in both metrics."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import IllegalMoveError, Move, Puzzle, Vehicle, parse
from rushhour.play.game import Game
from support.bridge import board_from, puzzle_of
from support.strategies import PICKS, Drawing, drawings

SMALL = parse("..B.../AAB.../....../......")


@given(drawings(max_rows=6, max_cols=6), st.lists(PICKS, max_size=15), st.integers(0, 20))
def test_moves_are_taken_back_and_made_again(drawing: Drawing, picks: list[int], back: int) -> None:
    game = Game(puzzle_of(board_from(drawing)), goal="off")
    states = [game.state]
    for pick in picks:
        options = list(game.state.legal_moves(metric="step", goal="off"))
        if options:
            game.move(options[pick % len(options)])
            states.append(game.state)
    assert list(game.line.replay()) == states
    taken = [game.undo() for _ in range(back)]
    depth = max(0, len(states) - 1 - back)
    assert (game.state, len(game.line)) == (states[depth], depth)
    again = [game.redo() for _ in range(back)]
    assert [move for move in again if move] == [move for move in taken if move][::-1]
    assert game.state == states[-1]
    game.reset()
    assert (game.state, game.last, len(game.line)) == (states[0], None, 0)


@given(drawings(max_rows=6, max_cols=6))
def test_room_is_what_the_rules_allow(drawing: Drawing) -> None:
    puzzle = puzzle_of(board_from(drawing))
    for goal in ("edge", "off"):
        game = Game(puzzle, goal=goal)  # type: ignore[arg-type]
        for vehicle in puzzle.vehicles:
            back, forth = game.room(vehicle.label)
            legal = {
                m.cells
                for m in puzzle.legal_moves(metric="slide", goal=game.goal)
                if m.vehicle == vehicle.label
            }
            assert legal == {*range(-back, 0), *range(1, forth + 1)}


@pytest.mark.parametrize("move", [Move("A", 1), Move("A", -1), Move("B", 3), Move("B", -1)])
def test_other_moves_are_refused(move: Move) -> None:
    game = Game(SMALL)
    with pytest.raises(IllegalMoveError, match="vehicle"):
        game.move(move)
    assert game.state == SMALL


def test_a_new_move_ends_what_could_be_made_again() -> None:
    game = Game(SMALL)
    for cells in (1, 1, -1):
        game.move(Move("B", cells))
    game.undo()
    game.undo()
    game.move(Move("B", -1))
    assert (game.redo(), str(game.line)) == (None, "B+1 B-1")


def test_steps_in_a_row_are_one_slide() -> None:
    game = Game(SMALL)
    for move in ("B+1", "B+1", "A+1", "A+3"):
        game.move(Move.parse(move))
    assert (game.line.slides, game.line.steps, game.is_solved) == (2, 6, True)


def test_the_target_leaves_only_where_the_goal_says_so() -> None:
    puzzle = Puzzle(1, 3, [Vehicle("A", "h", 0, 0, 2)], "A")
    assert [Game(puzzle, goal=goal).room("A") for goal in ("edge", "past", "off")] == [  # type: ignore[arg-type]
        (0, 1),
        (0, 2),
        (0, 3),
    ]
