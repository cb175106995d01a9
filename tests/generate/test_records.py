"""Searches for hard boards: rounds that can be resumed, and boards as hard as they say."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour.cli import run
from rushhour.generation.records import Best, search_records
from rushhour.model.errors import RushHourError

OPTIONS: dict[str, Any] = {"size": "5x5", "walls": "0..1", "boards": 60, "seed": 3}


def test_the_board_is_as_hard_as_it_says(tmp_path: Path) -> None:
    best = search_records(tmp_path / "rounds.json", rounds=3, **OPTIONS)
    cluster = rushhour.explore(best.board)
    assert (max(range(len(cluster.histogram))), len(cluster)) == (best.slides, best.states)
    assert rushhour.solve(best.board).cost == best.slides
    assert rushhour.solve(best.board, metric="step").cost == best.steps
    rounds = json.loads((tmp_path / "rounds.json").read_text())["rounds"]
    assert len(rounds) == 3
    assert best.slides == max(found["slides"] for found in rounds)
    assert asdict(best) in rounds


def test_a_stopped_search_goes_on(tmp_path: Path) -> None:
    """The rounds are those of an undisturbed search, byte for byte."""
    search_records(tmp_path / "whole.json", rounds=3, **OPTIONS)

    def stop(_: Best) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search_records(tmp_path / "rounds.json", rounds=3, progress=stop, **OPTIONS)
    assert len(json.loads((tmp_path / "rounds.json").read_text())["rounds"]) == 1
    seen: list[Best] = []
    best = search_records(tmp_path / "rounds.json", rounds=3, progress=seen.append, **OPTIONS)
    assert len(seen) == 2
    assert (tmp_path / "rounds.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    assert search_records(tmp_path / "rounds.json", rounds=3, **OPTIONS) == best


def test_other_files_and_options_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    search_records(file, rounds=1, **OPTIONS)
    before = file.read_bytes()
    with pytest.raises(RushHourError, match="expected a search with the same options"):
        search_records(file, rounds=2, **OPTIONS | {"boards": 61})
    with pytest.raises(RushHourError, match="expected at least 1 for rounds, found 0"):
        search_records(file, rounds=0, **OPTIONS)
    assert file.read_bytes() == before
    (tmp_path / "mine.json").write_text("{}")
    with pytest.raises(RushHourError, match="expected the rounds of a search"):
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
