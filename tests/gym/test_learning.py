"""The example of examples/learn.py, in a shortened form: it learns a card of the classic set."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "learn.py"


def test_the_agent_learns_the_first_card() -> None:
    command = [sys.executable, str(EXAMPLE), "--cards", "1", "--steps", "6000"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    first, *cards = done.stdout.splitlines()
    assert first.startswith("384000 moves in ")
    # The cluster of the card has 1247 states.
    assert 900 < int(re.findall(r"(\d+) states", first)[0]) <= 1247
    assert cards == ["card 1: 8 moves, optimum 8", "1 of 1 solved"]


def test_cards_are_chosen_by_their_numbers() -> None:
    command = [sys.executable, str(EXAMPLE), "--cards", "2..3", "--steps", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, two, three, _ = done.stdout.splitlines()
    assert two == "card 2: not solved, optimum 8"
    assert three == "card 3: not solved, optimum 14"


def test_an_agent_that_has_not_learned_is_said_to_fail() -> None:
    command = [sys.executable, str(EXAMPLE), "--cards", "1", "--steps", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["card 1: not solved, optimum 8", "0 of 1 solved"]
