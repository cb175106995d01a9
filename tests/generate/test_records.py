"""Searches for hard boards: rounds that can be resumed, and boards as hard as they say."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour.cli import progress as told
from rushhour.cli import run
from rushhour.errors import RushHourError
from rushhour.generation import records as searches
from rushhour.generation.records import Best, Hunt, RecordProgress, RoundEndedError, search_records
from rushhour.model.move import Metric
from support.reference import METRICS

OPTIONS: dict[str, Any] = {"size": "5x5", "walls": "0..1", "boards": 60, "seed": 3}


@pytest.mark.parametrize("metric", METRICS)
def test_the_board_is_as_hard_as_it_says(tmp_path: Path, metric: Metric) -> None:
    best = search_records(tmp_path / "rounds.json", rounds=3, metric=metric, **OPTIONS).best
    assert best is not None
    cost = best.slides if metric == "slide" else best.steps
    cluster = rushhour.explore(best.board, metric=metric)
    assert (len(cluster.histogram) - 1, len(cluster)) == (cost, best.states)
    assert rushhour.solve(best.board).cost == best.slides
    assert rushhour.solve(best.board, metric="step").cost == best.steps
    rounds = json.loads((tmp_path / "rounds.json").read_text())["rounds"]
    assert len(rounds) == 3
    assert cost == max(found[f"{metric}s"] for found in rounds)
    assert asdict(best) in rounds


def test_a_stopped_search_goes_on(tmp_path: Path) -> None:
    """The rounds are those of an undisturbed search, byte for byte, with any number of threads."""
    search_records(tmp_path / "whole.json", rounds=4, threads=1, **OPTIONS)

    def stop(_: Best) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "rounds.json"
    with pytest.raises(KeyboardInterrupt):
        search_records(file, rounds=4, threads=2, progress=stop, **OPTIONS)
    assert len(json.loads(file.read_text())["rounds"]) == 1
    seen: list[Best] = []
    found = search_records(file, rounds=4, threads=3, progress=seen.append, **OPTIONS)
    assert len(seen) == 3
    assert file.read_bytes() == (tmp_path / "whole.json").read_bytes()
    assert search_records(file, rounds=4, **OPTIONS).best == found.best
    assert search_records(file, rounds=2, **OPTIONS).rounds == found.rounds[:2]


def test_two_searches_on_one_file_are_locked_apart(tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    (tmp_path / "_lock-rounds.json").touch()  # a killed process has left it
    said: list[str] = []

    def again(_: Best) -> None:
        with pytest.raises(OSError, match="another run is at work here") as caught:
            search_records(file, rounds=2, **OPTIONS)
        said.append(str(caught.value.filename))

    search_records(file, rounds=2, progress=again, **OPTIONS)
    assert said == [str(file)] * 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["rounds.json"]
    assert len(search_records(file, rounds=3, **OPTIONS).rounds) == 3


def test_a_search_stops_at_its_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also if every job is shorter than the time between two looks at the limit."""
    file = tmp_path / "rounds.json"
    endless = OPTIONS | {"size": "4x4", "boards": 10**9}
    found = search_records(file, rounds=1, max_seconds=0.1, **endless)
    assert (found.rounds, found.best, found.stopped_by) == ((), None, "seconds")
    words = ["search-records", "--size", "5x5", "--max-seconds", "0", "-o", str(file)]
    assert run(words) == 3
    said = capsys.readouterr().err
    assert "the limit on seconds was reached after 0 of 10 rounds" in said
    assert "no round ended within 0 s; allow more --max-seconds, or fewer --boards\n" in said
    assert "no board had a solution" not in said


def test_a_search_that_comes_no_further_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer boards would be another search than that of the file."""
    file = str(tmp_path / "rounds.json")
    words = ["search-records", "--size", "4x4", "--boards", "9", "-o", file]
    assert run([*words, "--rounds", "1"]) == 0
    capsys.readouterr()
    assert run([*words, "--rounds", "3", "--max-seconds", "0"]) == 3
    said = capsys.readouterr().err
    assert "the limit on seconds was reached after 1 of 3 rounds" in said
    assert "no round ended within 0 s; allow more --max-seconds\n" in said

    def one_more(_: Hunt, seeds: Iterator[int], *__: object) -> Iterator[None]:
        next(seeds)
        yield None
        raise RoundEndedError

    monkeypatch.setattr(Hunt, "rounds", one_more)
    assert run([*words, "--rounds", "3", "--max-seconds", "9"]) == 3
    said = capsys.readouterr().err
    assert "the limit on seconds was reached after 2 of 3 rounds" in said
    assert "no round ended" not in said


def test_ctrl_c_says_what_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Hunt, "rounds", interrupted)
    assert run(["search-records", "--size", "4x4", "-o", str(tmp_path / "rounds.json")]) == 130
    assert capsys.readouterr().err == (
        "rushhour: interrupted; the rounds at work are lost; run the same command again to resume\n"
    )


def test_the_progress_counts_rounds_and_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(searches, "_PULSE", 0.005)
    seen: list[RecordProgress] = []
    file = tmp_path / "rounds.json"
    options = OPTIONS | {"boards": 20_000}
    found = search_records(file, rounds=2, threads=1, watch=seen.append, **options)
    assert {(each.done, each.rounds) for each in seen} == {(0, 2), (1, 2)}
    boards = [each.boards for each in seen if each.done == 0]
    assert boards == sorted(boards)
    assert 0 < boards[-1] <= 20_000
    assert {each.best for each in seen} == {None, found.rounds[0]}
    monkeypatch.setattr(told, "_MINUTE", 0.0)
    words = ["search-records", "--size", "5x5", "--boards", "20000", "--rounds", "2"]
    assert run([*words, "-o", str(tmp_path / "others.json")]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"rushhour: 0 of 2 rounds, [\d,]+ boards in those at work", lines[0])
    last = r"rushhour: 1 of 2 rounds, [\d,]+ boards in those at work, so far \d+ slides, \d+ steps"
    assert re.fullmatch(last, lines[-1])


def test_boards_without_a_solution_are_a_negative_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Hunt, "round", lambda *_: None)
    words = ["search-records", "--size", "4x4", "--rounds", "2"]
    assert run([*words, "-o", str(tmp_path / "rounds.json")]) == 1
    assert "no board had a solution in 2 rounds" in capsys.readouterr().err


def test_other_files_and_options_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    search_records(file, rounds=1, **OPTIONS)
    before = file.read_bytes()
    for option, value, begun, found in (
        ("boards", 61, "boards 60", "boards 61"),
        ("size", "5x6", "size 5x5, vehicles 6..9", "size 5x6, vehicles 7..11"),
        ("walls", 2, r"walls 0..1", "walls 2"),
        ("vehicles", "7..", r"vehicles 6..9", r"vehicles 7.."),
        ("max_states", 999, "max states 262144", "max states 999"),
    ):
        words = rf"expected the search that began this file, with {begun}; found {found}$"
        with pytest.raises(RushHourError, match=words):
            search_records(file, rounds=2, **OPTIONS | {option: value})
    with pytest.raises(RushHourError, match="expected 1 to 2\\^64 - 1 for rounds, found 0"):
        search_records(file, rounds=0, **OPTIONS)
    with pytest.raises(RushHourError, match="metric"):
        search_records(file, rounds=2, metric="cells", **OPTIONS)  # type: ignore[arg-type]
    assert file.read_bytes() == before
    (tmp_path / "mine.json").write_text("{}")
    with pytest.raises(RushHourError, match="expected a sealed file, found another file"):
        search_records(tmp_path / "mine.json", rounds=1, **OPTIONS)
    assert (tmp_path / "mine.json").read_text() == "{}"


def test_the_command_prints_the_hardest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search-records", "--size", "5x5", "--boards", "40", "--rounds", "1"]
    words += ["-o", str(tmp_path / "rounds.json")]
    assert run([*words, "--json"]) == 0
    best = json.loads(capsys.readouterr().out)
    assert run(words) == 0
    expected = f"{best['slides']} slides, {best['steps']} steps, {best['states']:,} states: "
    assert capsys.readouterr().out == f"{expected}{best['board']}\n"
