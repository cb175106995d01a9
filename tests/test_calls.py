"""One law: a public call with any value returns, or raises what its documentation names."""

import contextlib
import pickle
from pathlib import Path

import pytest

import rushhour
from calls import BOARD, ODD, VALUES, Call, broken, calls, fault_of
from rushhour import Move, Puzzle, Solution, State

CALLS = list(calls())
# Calls that take long, whatever they are given.
LONG = {"rushhour.lab.check", "rushhour.generation.pack", "rushhour.generate"}
FEW = 7


@pytest.mark.parametrize("call", CALLS, ids=[call.name for call in CALLS])
def test_a_call_with_an_odd_value_returns_or_raises_what_it_documents(
    call: Call, tmp_path: Path
) -> None:
    """A seventh of the values for each call, so that all of them come to some call."""
    if call.name in LONG:
        pytest.skip("takes long")
    words = sorted(ODD)[sum(map(ord, call.name)) % FEW :: FEW]
    with contextlib.chdir(tmp_path):
        assert list(broken(call, words)) == []


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS, ids=[call.name for call in CALLS])
def test_a_call_with_any_odd_value_does(call: Call, tmp_path: Path) -> None:
    words = sorted(ODD)[::FEW] if call.name in LONG else ODD
    with contextlib.chdir(tmp_path):
        assert list(broken(call, words)) == []


def test_the_law_is_about_all_that_is_public() -> None:
    names = {call.name for call in CALLS}
    assert {"rushhour.solve", "rushhour.Puzzle.apply", "rushhour.lab.grade"} <= names
    assert len(names) > 100


def test_a_call_that_breaks_the_law_is_found() -> None:
    def strict(text: str) -> str:
        return text.strip()

    def wide(text: str) -> bytes:
        return str(text).encode()

    assert "AttributeError" in str(fault_of(Call("strict", lambda: strict), "text", None))
    assert "UnicodeEncodeError" in str(fault_of(Call("wide", lambda: wide), "text", "\ud800"))
    assert fault_of(Call("wide", lambda: wide), "text", None) is None


# What holds a search at work, or files that are open.
AT_WORK = {"Atlas", "Audit", "Generation", "RushHourEnv", "RushHourVectorEnv"}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_can_be_pickled_with_every_protocol_or_says_that_it_cannot(
    name: str, tmp_path: Path
) -> None:
    with contextlib.chdir(tmp_path):
        value = VALUES[name]()
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            if name in AT_WORK:
                with pytest.raises(TypeError, match=r"pickle|cannot be converted"):
                    pickle.dumps(value, protocol)
            else:
                assert repr(pickle.loads(pickle.dumps(value, protocol))) == repr(value)


def state() -> State:
    return State.of(rushhour.parse(BOARD))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: rushhour.relabel(None, "grid"), TypeError, "a Puzzle for puzzle, found None"),  # type: ignore[arg-type]
        (lambda: Solution.parse(None, "A+1"), TypeError, "a Puzzle for puzzle, found None"),  # type: ignore[arg-type]
        (lambda: Puzzle.from_setup(None), TypeError, "a Setup for setup, found None"),  # type: ignore[arg-type]
        (lambda: next(rushhour.prose.tasks("x")), TypeError, "found str 'x'"),  # type: ignore[arg-type]
        (lambda: State.of(None), TypeError, "a Puzzle for puzzle, found None"),  # type: ignore[arg-type]
        (lambda: state().need(None), TypeError, "a Vehicle or a label for vehicle"),  # type: ignore[arg-type]
        (lambda: state().need("Z"), rushhour.IllegalMoveError, "no vehicle is labelled 'Z'"),
        (lambda: state().after(Move("Z", 1)), rushhour.IllegalMoveError, "is labelled 'Z'"),
        (lambda: rushhour.solve(BOARD, max_seconds=10**400), ValueError, "found one beyond"),
        (lambda: rushhour.read("\ud800"), ValueError, "expected a path for path"),
        (lambda: Move(10**5000, 1), TypeError, "found int of too many digits"),  # type: ignore[arg-type]
    ],
)
def test_messages(call: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()  # type: ignore[operator]


def test_a_solved_board_has_a_score_after_an_illegal_move() -> None:
    assert rushhour.prose.score("AA/..", "A+5").value == 0.5
