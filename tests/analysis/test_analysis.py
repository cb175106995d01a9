"""Analyses as values, their limits, their simulation and their rating."""

import dataclasses
import math
import pickle
from pathlib import Path

import pytest

import rushhour
from rushhour.analysis.measures import rating_of
from rushhour.analysis.table import NAMES
from support.interrupts import ctrl_c
from support.measured import predicted_moves

PUZZLES = Path(__file__).parents[2] / "puzzles"
JAM_1 = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo"
REFERENCE = PUZZLES.parent / "src/analysis/reference.csv"
LARGE = PUZZLES / "uva-12x12_7.csv"
UNSOLVABLE = "oooBoooooBooAAoBoooooCoooooCoooooCoo"


def test_an_analysis_is_a_value_with_a_field_for_each_measure() -> None:
    analysis = rushhour.analyse(JAM_1)
    assert analysis == rushhour.parse(JAM_1).analyse()
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    with pytest.raises(dataclasses.FrozenInstanceError):
        analysis.slides = 7  # type: ignore[misc]
    fields = {field.name for field in dataclasses.fields(analysis)}
    names = {measure.name for measure in rushhour.analysis.measures()}
    assert names <= fields
    extra = {"difficulty_low", "difficulty_high", "extrapolated", "status", "stopped_by"}
    errors = {"walk_error", "walk_is_simulated", "noisy_walk_error", "random_walk_error"}
    assert fields == names | extra | errors
    assert {"file", "number", "title", *fields, "reasons", "error"} == set(NAMES)


def test_every_measure_says_what_it_is() -> None:
    for measure in rushhour.analysis.measures():
        texts = dataclasses.astuple(measure)
        assert all(texts), measure
        assert not any(text.endswith(".") or "  " in text for text in texts), measure


def test_an_unsolvable_puzzle_has_an_analysis() -> None:
    analysis = rushhour.analyse(UNSOLVABLE)
    assert (analysis.status, analysis.stopped_by) == ("unsolvable", None)
    assert (analysis.states, analysis.goal_states, analysis.slides) == (2, 0, None)
    assert analysis.difficulty is None


def test_a_solved_start_needs_no_walk() -> None:
    analysis = rushhour.analyse("....AA/....../....../....../....../......")
    assert (analysis.slides, analysis.walk, analysis.random_walk) == (0, None, 0.0)
    assert analysis.optimal_solutions == 1


@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        ({"max_states": 100}, "states"),
        ({"max_seconds": 0.0}, "seconds"),
        ({"max_memory": 1}, "memory"),
    ],
)
def test_a_limit_leaves_values_open(limits: dict[str, int], stop: str) -> None:
    analysis = rushhour.read(PUZZLES / "jam-40.txt").analyse(**limits)
    assert (analysis.status, analysis.stopped_by, analysis.states) == ("unknown", stop, None)
    assert analysis.mag_nodes == 12


@pytest.mark.parametrize("seed", range(5))
def test_the_simulation_agrees_with_the_equations(seed: int) -> None:
    exact = rushhour.analyse(JAM_1)
    sampled = rushhour.analyse(JAM_1, seed=seed, max_states=1000)
    assert sampled.status == "solved"
    assert sampled.walk_is_simulated
    assert sampled.walk is not None
    assert sampled.walk_error is not None
    assert exact.walk is not None
    assert 0 < sampled.walk_error < 0.1
    assert abs(sampled.walk - exact.walk) < 4 * sampled.walk_error
    assert sampled == rushhour.analyse(JAM_1, seed=seed, max_states=1000)


def test_seeds_are_checked() -> None:
    for seed in (-1, 1 << 64):
        with pytest.raises(rushhour.RushHourError, match="expected a seed from 0"):
            rushhour.analyse(JAM_1, seed=seed)


def test_ctrl_c_ends_an_analysis() -> None:
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.5):
        rushhour.read(LARGE).analyse(max_memory=None)


def test_progress_may_end_an_analysis() -> None:
    def end(seen: rushhour.Progress) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        rushhour.read(LARGE).analyse(progress=end)


def test_many_are_analysed_in_order_on_any_number_of_threads() -> None:
    puzzles = [rushhour.read(PUZZLES / f"jam-{number:02}.txt") for number in (1, 13, 3, 7)]
    expected = [puzzle.analyse() for puzzle in puzzles]
    for threads in (1, 3):
        assert list(rushhour.analysis.analyse_many(puzzles, threads=threads)) == expected
    with pytest.raises(rushhour.ParseError):
        list(rushhour.analysis.analyse_many([JAM_1, "nonsense"]))


def test_the_difficulty_follows_from_length_and_walk() -> None:
    analysis = rushhour.analyse(JAM_1)
    assert analysis.slides is not None
    assert analysis.walk is not None
    expected = predicted_moves(analysis.slides, analysis.walk)
    assert analysis.difficulty == pytest.approx(expected)
    assert analysis.difficulty_low == pytest.approx(expected * math.exp(-0.21))
    assert analysis.difficulty_high == pytest.approx(expected * math.exp(0.21))
    assert analysis.extrapolated is False
    assert rushhour.read(PUZZLES / "jam-40.txt").analyse().extrapolated


def test_the_rating_is_the_percentage_of_easier_boards() -> None:
    lines = REFERENCE.read_text(encoding="utf-8").splitlines()[2:]
    table = [float(line.split(",")[1]) for line in lines]
    assert len(table) == 101
    assert table == sorted(table)
    assert [rating_of(value) for value in (table[0] - 1, table[-1] + 1)] == [0, 100]
    for percent in (1, 50, 99):
        assert rating_of(table[percent]) == pytest.approx(percent)
    assert 50 < rating_of((table[50] + table[51]) / 2) < 51


@pytest.mark.slow
def test_levels_are_those_of_the_classic_cards() -> None:
    files = sorted(PUZZLES.glob("jam-*.txt"))
    found = list(rushhour.analysis.analyse_many(map(rushhour.read, files)))
    groups = [found[start : start + 10] for start in range(0, 40, 10)]
    for group, level in zip(
        groups, ("beginner", "intermediate", "advanced", "expert"), strict=True
    ):
        hits = [analysis.level == level for analysis in group]
        assert sum(hits) >= 5, (level, hits)
    assert "grandmaster" not in {analysis.level for analysis in found}
    assert next(iter(rushhour.read_all(PUZZLES / "hardest.txt"))).analyse().level == "grandmaster"


def test_an_analysis_for_those_who_cannot_wait() -> None:
    from rushhour.analysis.analysis import analyse_small

    puzzle = rushhour.parse(JAM_1)
    assert analyse_small(puzzle, max_seconds=60.0) == puzzle.analyse()
    nothing = rushhour.Analysis(status="unknown")
    assert analyse_small(puzzle, max_states=100) == nothing
    assert analyse_small(rushhour.read(LARGE)) == nothing


def test_a_large_board_with_a_small_cluster_is_exact() -> None:
    """12x12, and the target alone, which drives straight out."""
    rows = ["............"] * 12
    rows[5] = "AA.........."
    analysis = rushhour.analyse("/".join(rows))
    assert (analysis.status, analysis.states, analysis.slides) == ("solved", 11, 1)
    assert analysis.walk_is_simulated is False
    assert analysis.extrapolated is True


def test_a_large_cluster_is_simulated_with_its_error() -> None:
    """Eleven vehicles on a 12x12 board, each alone in its line: 11^11 states."""
    rows = [["."] * 12 for _ in range(12)]
    for row in range(11):
        rows[row][0] = rows[row][1] = "ABCDEFGHIJK"[row]
    text = "/".join("".join(row) for row in rows)
    analysis = rushhour.parse(text).analyse()
    assert (analysis.status, analysis.stopped_by) == ("solved", "states")
    assert (analysis.slides, analysis.states, analysis.random_walk) == (1, None, None)
    assert analysis.walk_is_simulated
    assert analysis.walk is not None
    assert analysis.walk_error is not None
    # One slide of A solves from any state, and is preferred a hundredfold.
    assert 0 <= analysis.walk < 1
    assert 0 <= analysis.walk_error < 0.2
    assert analysis.difficulty is not None
