"""The soak: some of its clusters, and that it notices what it is there to notice."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rushhour
from support import reference, soak_boards, soak_compare
from support.soak_images import IMAGES, Image

SCRIPT = Path(__file__).with_name("soak.py")
SEED = "test"


def soak(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script."""
    command = [sys.executable, str(SCRIPT), *arguments, "--seed", SEED, "--processes", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("number", range(12))
def test_clusters_agree(number: int) -> None:
    assert soak_compare.run(SEED, number).disagreement is None


@pytest.mark.parametrize("family", soak_boards.FAMILIES)
def test_every_family_makes_legal_boards(family: str) -> None:
    make, _, _ = soak_boards.FAMILIES[family]
    assert all(reference.legal(make(Random(seed))) for seed in range(20))


@pytest.mark.parametrize("image", IMAGES)
def test_images_have_the_distances_of_the_original(image: Image) -> None:
    for seed in range(5):
        board = soak_boards.small(Random(seed))
        expected = reference.explore(board, "slide", "past")
        found = reference.explore(image.board(board), "slide", "past").distance
        assert found == {image.state(board, s): d for s, d in expected.distance.items()}


def falsified(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a function of the package answer for another goal."""
    honest = getattr(rushhour, name)

    def wrong(*args: Any, goal: str, **options: Any) -> Any:
        return honest(*args, goal="past" if goal == "clear" else "clear", **options)

    monkeypatch.setattr(rushhour, name, wrong)


@pytest.mark.parametrize("name", ["explore", "solve_many", "solve_batch", "solve"])
def test_a_wrong_answer_is_shown_with_its_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    falsified(name, monkeypatch)
    found = (soak_compare.run(SEED, number).disagreement for number in range(0, 240, 12))
    text = next((text for text in found if text), "")
    assert text.splitlines()[1].startswith("Puzzle(")
    assert f"seed {SEED}" in text


def test_a_panic_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*_: Any, **__: Any) -> None:
        raise SystemError("index out of bounds")

    monkeypatch.setattr(rushhour, "explore", panic)
    assert "index out of bounds" in (soak_compare.run(SEED, 0).disagreement or "")


def test_the_script_counts_and_logs(tmp_path: Path) -> None:
    log = tmp_path / "soak.jsonl"
    ended = soak("5", "--boards", "20", "--log", str(log))
    assert ended.returncode == 0, ended.stderr
    counts = json.loads(log.read_text())
    assert counts["boards"] >= 20
    assert counts["ended"] == "boards"
    assert sum(counts["boards_by"]["goal"].values()) == counts["boards"]
    assert sum(counts["boards_by"]["status"].values()) == counts["boards"]
    assert f"{counts['boards']} boards" in ended.stdout


def test_one_cluster_can_be_compared_again() -> None:
    ended = soak("--cluster", "3")
    assert (ended.returncode, ended.stdout[:15]) == (0, "no disagreement")
