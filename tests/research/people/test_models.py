"""The study of people: cleaning, effects and correlations on data with known answers."""

import csv
import math
import random
import re
from pathlib import Path

import pytest

from research import people
from rushhour import ParseError, RushHourError
from rushhour.analysis.measures import ERROR, FORMULA

np = pytest.importorskip("numpy")


def written(folder: Path, rows: list[dict[str, object]]) -> Path:
    with (folder / "trials.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, people.COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return folder


def trial(
    board: str, start: int, moves: int, complete: bool, seconds: int = 5
) -> dict[str, object]:
    end = start + 1000 * seconds
    values = ("p1", board, moves, complete, start, end, 1000.0 * seconds)
    return dict(zip(people.COLUMNS, values, strict=True))


def test_attempts_are_cleaned(tmp_path: Path) -> None:
    rows = [
        trial("b", 90_000, 9, True),
        trial("a", 0, 5, False),
        trial("a", 10_000, 30, True),
        trial("a", 10_000, 20, True),  # the same attempt: the least number of moves counts
        trial("a", 30_000, 7, True),  # played once more after it was solved
        trial("a", 50_000, 1, False, seconds=0),  # no time
    ]
    a, b = people.load(written(tmp_path, rows))
    assert a == people.Play("p1", "a", 25, 10_000.0, 2, solved=True, place=0)
    assert b == people.Play("p1", "b", 9, 5_000.0, 1, solved=True, place=1)


def test_an_attempt_has_one_start(tmp_path: Path) -> None:
    """Some rows of one attempt differ in their end; the least number of moves counts."""
    rows = [trial("a", 0, 23, False, seconds=22), trial("a", 0, 11, False, seconds=26)]
    (play,) = people.load(written(tmp_path, rows))
    assert play == people.Play("p1", "a", 11, 26_000.0, 1, solved=False, place=0)


def test_boards_that_were_fitted_are_told_from_others(tmp_path: Path) -> None:
    assert len(people.FITTED) == 50
    rows = [trial("other", 0, 5, True), trial("prb343", 10_000, 7, True)]
    written(tmp_path, rows)
    assert [play.board for play in people.load(tmp_path)] == ["other", "prb343"]
    (fitted,) = people.load(tmp_path, which="fitted")
    assert (fitted.board, fitted.place) == ("prb343", 1)
    (other,) = people.load(tmp_path, which="others")
    assert other.board == "other"
    with pytest.raises(RushHourError, match="no set of boards named 'fited'; did you mean"):
        people.load(tmp_path, which="fited")


def test_columns_may_have_other_names(tmp_path: Path) -> None:
    written(tmp_path, [trial("a", 0, 5, True)])
    file = tmp_path / "trials.csv"
    file.write_text(file.read_text().replace("instance", "puzzle"))
    with pytest.raises(ParseError, match="expected a column 'instance'"):
        people.load(tmp_path)
    assert people.load(tmp_path, {"instance": "puzzle"})[0].board == "a"


def test_effects_are_found_again() -> None:
    noise = random.Random(1)
    level = {f"b{number}": 2 + number / 5 for number in range(8)}
    skill = {f"p{number}": noise.gauss(0, 0.5) for number in range(20)}
    plays = []
    for person, offset in skill.items():
        for place, board in enumerate(noise.sample(sorted(level), len(level))):
            value = level[board] + offset - 0.2 * math.log1p(place)
            plays.append(people.Play(person, board, 1, math.exp(value), 1, True, place))
    effects = people.fit(plays, "milliseconds")
    assert effects.practice == pytest.approx(-0.2)
    assert effects.deviation == pytest.approx(0, abs=1e-9)
    assert people.fit(plays, "milliseconds", "linear").deviation > 0.01
    assert people.fit(plays, "milliseconds", "none").practice == pytest.approx(0)
    gaps = [effects.boards[board] - level[board] for board in level]
    assert max(gaps) - min(gaps) < 1e-9
    mean = sum(skill.values()) / len(skill)
    for person, offset in skill.items():
        assert effects.participants[person] == pytest.approx(offset - mean)


def test_correlations_are_those_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    noise = random.Random(2)
    boards = {f"b{number}": noise.gauss(0, 1) for number in range(30)}
    measured = {board: round(value + noise.gauss(0, 1)) for board, value in boards.items()}
    lengths = {board: float(number % 3) for number, board in enumerate(boards)}
    effects = people.Effects(boards, {}, 0.0)
    found = people.correlations(effects, {"one": measured}, lengths, "moves", samples=200)[0]
    ids = sorted(boards)
    expected = stats.spearmanr([measured[b] for b in ids], [boards[b] for b in ids])[0]
    assert found.rho == pytest.approx(expected)
    assert found.low < found.rho < found.high
    parts = [[b for b in ids if lengths[b] == length] for length in (0, 1, 2)]
    each = [
        stats.pearsonr(
            stats.rankdata([measured[b] for b in part]), stats.rankdata([boards[b] for b in part])
        )[0]
        for part in parts
    ]
    assert min(each) < found.within < max(each)


@pytest.mark.slow
def test_the_published_boards_are_predicted(corpus: Path) -> None:
    folder = corpus / "human"
    if not folder.exists():
        pytest.skip("the corpus has no folder human")
    plays, analyses = people.load(folder), people.boards(folder)
    assert len(plays) == 2039
    assert sum(play.attempts for play in plays) == 2590
    assert {play.board for play in plays} == people.FITTED
    effects = people.fit(plays)
    every = people.measured(analyses)
    linear = people.regress(effects, every, ("slides", "walk"))
    assert (linear.r2, linear.left_out_r2) == pytest.approx((0.880, 0.862), abs=0.001)
    regression = people.regress(effects, every)
    assert (regression.r2, regression.left_out_r2) == pytest.approx((0.887, 0.872), abs=0.001)
    # What src/analysis/rating.rs has.
    found = [f"{one:.3f}" for one in (regression.constant, *regression.weights.values())]
    assert re.findall(r"[\d.]+", FORMULA) == found
    assert round(regression.error, 2) == ERROR
    lengths = every["slides"]
    predicted = {board: math.log(one.difficulty or 1) for board, one in analyses.items()}
    measured = {"length": lengths, "difficulty": predicted}
    length, difficulty = people.correlations(effects, measured, lengths, "moves", samples=100)
    assert length.rho == pytest.approx(0.871, abs=0.001)
    assert difficulty.rho == pytest.approx(0.922, abs=0.001)
    assert difficulty.within == pytest.approx(0.627, abs=0.002)


@pytest.mark.slow
def test_the_form_of_the_rating_is_chosen_without_each_board(corpus: Path) -> None:
    folder = corpus / "human"
    if not folder.exists():
        pytest.skip("the corpus has no folder human")
    effects, measured = people.fit(people.load(folder)), people.measured(people.boards(folder))
    names = [name for name in measured if name != "slides"]
    one = people.nested(effects, measured, people.forms(names, most=1))
    assert one.chosen == {people.RATING: 50}
    assert one.r2 == pytest.approx(0.872, abs=0.001)
    two = people.nested(effects, measured, people.forms(names))
    assert two.r2 < one.r2
