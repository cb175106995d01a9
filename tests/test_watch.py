"""watch: the page holds what the trace says, and a page of a longer search loses no way to it."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour import Move, State
from rushhour.lab import explain, recording, watch
from rushhour.search import Expansion, algorithms
from support.command_lines import run
from support.replays import TRACED, data_of, shown_at

MODULE = import_module("rushhour.lab.watch")
PUZZLES = Path(__file__).parent.parent / "puzzles"
JAM = rushhour.read(PUZZLES / "jam-01.txt")


@pytest.mark.parametrize("algorithm", TRACED)
def test_every_expansion_of_the_trace_is_on_the_page(algorithm: str) -> None:
    traced: list[Expansion] = []
    outcome = rushhour.solve(JAM, algorithm=algorithm, trace=traced.append)
    (search,) = data_of(watch(JAM, algorithm=algorithm).html)["searches"]
    assert (search["expansions"], search["numbers"]) == (len(traced), None)
    assert search["g"] == [e.g for e in traced]
    assert search["h"] == [-1 if e.h is None else e.h for e in traced]
    assert search["f"] == [-1 if e.f is None else e.f for e in traced]
    assert search["open"] == [e.open for e in traced]
    for index in {*range(0, len(traced), 50), len(traced) - 1}:
        assert shown_at(JAM, search, index) == rushhour.parse(traced[index].state)
    end = shown_at(JAM, search, search["way"][-1])
    for vehicle, cells in search["rest"]:
        end = end.apply(Move(JAM.vehicles[vehicle].label, cells))
    assert end.is_solved()
    assert search["end"].startswith(f"Solved in {outcome.cost} slides, ")
    assert ("not proved" in search["end"]) == (not outcome.proved_optimal)


GUIDED = [entry.name for entry in algorithms() if {"trace", "heuristic"} <= set(entry.takes)]


@pytest.mark.parametrize("algorithm", GUIDED)
@pytest.mark.parametrize("name", ["advanced", "manhattan", "lm-cut"])
def test_the_terms_of_an_expansion_are_those_of_explain(algorithm: str, name: str) -> None:
    """Their sum is h; words and vehicles are those of the state by itself."""
    (search,) = data_of(watch(JAM, algorithm=algorithm, heuristic=name).html)["searches"]
    labels = [one.label for one in JAM.vehicles]
    for index in {*range(0, len(search["h"]), 25), len(search["h"]) - 1}:
        found = terms_at(search, index)
        assert sum(amount for amount, _, _ in found) == search["h"][index]
        expected = explain(shown_at(JAM, search, index), name).terms
        assert [words for _, words, _ in found] == [term.words for term in expected]
        for (_, _, vehicles), term in zip(found, expected, strict=True):
            named = {term.vehicle, *term.others, *(move.vehicle for move in term.moves)}
            assert {labels[one] for one in vehicles} == named - {None}


def terms_at(search: Any, index: int) -> list[tuple[float | None, str, list[int]]]:
    """The amount, the words and the vehicles of each term."""
    found = search["terms"]
    terms = [found["terms"][one] for one in found["sums"][found["of"][index]]]
    return [
        (amount, ", ".join(found["phrases"][one] for one in words), vehicles)
        for amount, words, vehicles in terms
    ]


def test_the_terms_of_a_function_and_of_a_search_without_estimates() -> None:
    def half(state: State) -> float:
        return len(state.blockers()) / 2

    (search,) = data_of(watch(JAM, heuristic=half).html)["searches"]
    assert terms_at(search, 0) == [(1, "half returns 1.0", [])]
    (search,) = data_of(watch(JAM, algorithm="bfs").html)["searches"]
    assert (search["terms"]["terms"], set(search["terms"]["of"])) == ([], {-1})


def test_a_goal_of_your_own_has_terms_too() -> None:
    def parked(state: State) -> bool:
        return state["2"].col == 1

    (search,) = data_of(watch(JAM, heuristic=lambda _: 0, goal=parked).html)["searches"]
    assert terms_at(search, 0) == [(0, "<lambda> returns 0", [])]


def test_reopened_and_repeated_states_are_marked() -> None:
    """Each round of iterative deepening repeats states, some on a cheaper way."""
    puzzle = rushhour.read(PUZZLES / "jam-10.txt")
    traced: list[Expansion] = []
    rushhour.solve(puzzle, algorithm="ida", trace=traced.append)
    (search,) = data_of(watch(puzzle, algorithm="ida").html)["searches"]
    expected = []
    for e in traced:
        before = None if e.earlier is None else traced[e.earlier - 1]
        expected.append(0 if before is None else 1 + (e.g < before.g))
    assert search["again"] == expected
    assert set(expected) == {0, 1, 2}


def test_a_long_search_is_thinned_to_states_with_all_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = data_of(watch(JAM, algorithm="bfs").html)["searches"][0]
    monkeypatch.setattr(recording, "SHOWN", 100)
    (search,) = data_of(watch(JAM, algorithm="bfs").html)["searches"]
    kept = [number - 1 for number in search["numbers"]]
    assert len(kept) <= 100 < search["expansions"] == 1057
    assert kept == sorted(set(kept))
    for place, index in enumerate(kept):
        parent = search["parent"][place]
        assert (kept[parent] if parent >= 0 else -1) == whole["parent"][index]
        assert search["g"][place] == whole["g"][index]
    assert [kept[place] for place in search["way"]] == whole["way"]


def test_a_search_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MOST", 100)
    with pytest.raises(rushhour.RushHourError, match="at most 100 expansions to watch, found more"):
        watch(JAM, algorithm="bfs")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("AAx./..../..../....", "There is no solution, after 0 expansions."),
        ("..AA/..../....", "Solved in 0 slides, a shortest solution, after 0 expansions."),
    ],
)
def test_searches_without_moves(text: str, end: str) -> None:
    (search,) = data_of(watch(text).html)["searches"]
    assert (search["end"], search["rest"]) == (end, [])


def test_a_limit_is_told() -> None:
    (search,) = data_of(watch(JAM, algorithm="bfs", max_states=50).html)["searches"]
    assert search["end"].startswith("A limit ended the search, after ")
    assert search["way"] == []


@pytest.mark.parametrize("name", ["jam-01", "jam-13"])
def test_roots_at_the_goal_are_drawn_where_they_are(name: str) -> None:
    """Also from a state that is not the first, and with labels of two digits."""
    puzzle = rushhour.read(PUZZLES / f"{name}.txt")
    puzzle = puzzle.apply(next(iter(puzzle.legal_moves())))
    traced: list[Expansion] = []
    rushhour.solve(puzzle, algorithm="bidirectional", trace=traced.append)
    (search,) = data_of(watch(puzzle, algorithm="bidirectional").html)["searches"]
    assert {back for _, _, back in search["roots"]} == {False, True}
    for index in range(0, len(traced), 1 + len(traced) // 100):
        assert shown_at(puzzle, search, index) == rushhour.parse(traced[index].state)


def test_one_or_two_searches() -> None:
    for options in (
        {"algorithm": ["astar", "greedy", "bfs"]},
        {"algorithm": ["astar", "greedy"], "heuristic": ["blocking", "advanced"]},
        {"algorithm": []},
        {"algorithm": ["bfs", "bfs"]},
        {"algorithm": "bfs", "heuristic": ["blocking", "advanced"]},
    ):
        with pytest.raises(
            rushhour.RushHourError, match="expected one or two different searches to watch"
        ):
            watch(JAM, **options)  # type: ignore[arg-type]
    with pytest.raises(rushhour.RushHourError, match="takes no trace"):
        watch(JAM, algorithm="fast")


def test_the_page_needs_nothing_but_a_browser() -> None:
    html = watch(JAM, algorithm=["bfs", "astar"]).html
    assert set(re.findall(r"https?://[^\s\"']+", html)) == {"http://www.w3.org/2000/svg"}


def test_a_classic_takes_less_than_500_kilobytes() -> None:
    puzzle = rushhour.read(PUZZLES / "jam-40.txt")
    html = watch(puzzle, heuristic="blocking").html
    assert data_of(html)["searches"][0]["expansions"] == 2767
    assert len(html.encode()) < 250_000
    both = watch(puzzle, heuristic=["blocking", "advanced"]).html
    assert len(both.encode()) < 500_000
    # Each term of `lm-cut` lists the moves of a cut, in some words of a few hundred.
    both = watch(puzzle, heuristic=["lm-cut", "advanced"]).html
    assert len(both.encode()) < 500_000


def test_the_command(tmp_path: Path) -> None:
    file, out = str(PUZZLES / "jam-01.txt"), tmp_path / "search.html"
    words = ["watch", file, "--algorithm", "bfs,astar", "--heuristic", "blocking", "-o", str(out)]
    assert (run(*words).returncode, run(*words).returncode) == (0, 2)
    titles = [search["title"] for search in data_of(out.read_text(encoding="utf-8"))["searches"]]
    assert titles == ["bfs", "astar blocking"]
    assert run(*words, "--force").returncode == 0
    piped = run("watch", file)
    assert (piped.returncode, piped.stderr) == (0, "")
    assert data_of(piped.stdout)["searches"][0]["title"] == "astar advanced"
    refused = run("watch", file, "--algorithm", "bfs,astar,greedy")
    assert refused.returncode == 2
    assert "expected one or two different searches to watch, found 3" in refused.stderr
