"""Nested cross-validation: equal to refits by hand, blind to the board that it predicts."""

import itertools
import random

import pytest

import rushhour
from research import people
from research.people.models import explained, left_out_error

np = pytest.importorskip("numpy")

IDS = [f"b{number:02}" for number in range(40)]


def drawn(seed: int, noises: int = 12) -> tuple[people.Effects, dict[str, dict[str, float]]]:
    """Boards whose effect is length + signal / 2 + noise, and measures that say nothing."""
    noise = random.Random(seed)
    names = ["ln slides", "signal", *(f"noise{number}" for number in range(noises))]
    measured = {name: {board: noise.gauss(0, 1) for board in IDS} for name in names}
    effect = {
        board: measured["ln slides"][board] + measured["signal"][board] / 2 + noise.gauss(0, 0.3)
        for board in IDS
    }
    return people.Effects(effect, {}, 0.0), measured


def test_forms_are_all_sets_of_the_other_measures() -> None:
    found = people.forms(["ln slides", "a", "b", "c"], most=2)
    base, pairs = ("ln slides",), itertools.combinations("abc", 2)
    assert sorted(found) == sorted(
        [base, *((*base, one) for one in "abc"), *((*base, *two) for two in pairs)]
    )


def test_the_error_of_rows_left_out_is_that_of_refits() -> None:
    noise = np.random.default_rng(3)
    design, truth = noise.normal(size=(15, 3)), noise.normal(size=15)
    errors = []
    for at in range(15):
        rest = np.arange(15) != at
        weights = np.linalg.lstsq(design[rest], truth[rest], rcond=None)[0]
        errors.append((truth[at] - design[at] @ weights) ** 2)
    assert left_out_error(design, truth) == pytest.approx(np.mean(errors))


def test_measures_that_depend_on_one_another_are_never_chosen() -> None:
    effects, measured = drawn(4)
    measured["twice"] = {board: 2 * value for board, value in measured["ln slides"].items()}
    measured["same"] = dict.fromkeys(IDS, 1.0)
    candidates = [("ln slides", "twice"), ("ln slides", "same"), ("ln slides",)]
    assert people.nested(effects, measured, candidates, samples=10).chosen == {("ln slides",): 40}


def test_the_measure_that_counts_is_found() -> None:
    effects, measured = drawn(5)
    found = people.nested(effects, measured, people.forms(list(measured), most=1), samples=200)
    assert found.models == 14
    assert found.chosen == {("ln slides", "signal"): 40}
    assert found.r2_low < found.r2 < found.r2_high
    assert found.r2 > 0.85


def test_noise_explains_in_sample_and_not_when_left_out() -> None:
    effects, measured = drawn(6, noises=40)
    noise = [name for name in measured if name.startswith("noise")]
    candidates = people.forms(noise, base=())
    found = people.nested(effects, measured, candidates, samples=10)
    truth = np.array([effects.boards[board] for board in IDS])
    best = 0.0
    for form in candidates:
        columns = [[measured[name][board] for board in IDS] for name in form]
        design = np.column_stack([np.ones(len(IDS)), *columns])
        fitted = design @ np.linalg.lstsq(design, truth, rcond=None)[0]
        best = max(best, explained(fitted, truth, 2)[0])
    assert best > 0.1
    assert found.r2 < 0


def test_a_prediction_does_not_depend_on_its_own_board() -> None:
    effects, measured = drawn(7)
    candidates = people.forms(list(measured))
    before = people.nested(effects, measured, candidates, samples=2).predictions
    moved = people.Effects({**effects.boards, "b07": 99.0}, {}, 0.0)
    after = people.nested(moved, measured, candidates, samples=2).predictions
    assert after["b07"] == pytest.approx(before["b07"])
    assert after["b08"] != pytest.approx(before["b08"])


def test_measures_are_numbers_of_every_board() -> None:
    text = "..B.../AAB.../....../......"
    one = rushhour.parse(text).analyse()
    found = people.measured({"a": one})
    assert found["slides"] == {"a": 2.0}
    assert found["ln states"]["a"] == pytest.approx(np.log(one.states))
    assert found["essential"] == {"a": float(len(one.essential or ()))}
