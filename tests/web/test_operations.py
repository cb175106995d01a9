"""Each operation as its clients see it, compared with the library that it calls."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rushhour
from rushhour import Move, Puzzle, Solution
from rushhour.formats import FORMATS
from rushhour.formats.json import as_dict
from rushhour.lab import explain
from support.core_of_page import Core
from support.reference import GOALS, METRICS
from support.service import Service, without_parts

ROOT = Path(__file__).parent.parent.parent
SMALL = "..B.../AAB.../....../......"
CHAIN = "..B.../AAB.../.CCC../......"
WALLED = "AAx./..../..../...."
# Lines with six places for a vehicle: more than the fastest search has room for.
SEVEN = "..B..C./..B..C./AAB..../...DD../....E../.FF.E../......."
FROM_TOP = {
    "rows": 3,
    "cols": 3,
    "target": "T",
    "exit": {"side": "top", "line": 0},
    "vehicles": [{"label": "T", "axis": "v", "row": 1, "col": 0, "length": 2}],
}


Operations = Service | Core


@pytest.fixture(params=["service", "core"])
def operations(request: pytest.FixtureRequest) -> Operations:
    """What answers requests: the service, or the page's own core."""
    found: Operations = request.getfixturevalue(request.param)
    return found


def optima() -> Iterator[tuple[int, int]]:
    """Slides and steps of the classics, from counts that were made without the core."""
    with (ROOT / "tests/data/classics.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield int(row["slides"]), int(row["steps"])


def moves_of(forms: list[dict[str, Any]]) -> tuple[Move, ...]:
    return tuple(Move(form["vehicle"], form["cells"]) for form in forms)


def puzzle_of(form: dict[str, Any]) -> Puzzle:
    return rushhour.parse(json.dumps(form), "json")


def after(puzzle: Puzzle, forms: list[dict[str, Any]]) -> Puzzle:
    for move in moves_of(forms):
        puzzle = puzzle.apply(move)
    return puzzle


class TestSolve:
    @pytest.mark.parametrize("metric", METRICS)
    @pytest.mark.parametrize("goal", GOALS)
    def test_a_solution_is_right_and_shortest(
        self, operations: Operations, metric: Any, goal: Any
    ) -> None:
        puzzle = rushhour.read(ROOT / "puzzles/jam-05.txt")
        answer = operations.ask("solve", puzzle=as_dict(puzzle), metric=metric, goal=goal)
        assert (answer["metric"], answer["goal"], answer["status"]) == (metric, goal, "solved")
        solution = Solution(puzzle, moves_of(answer["moves"]), metric, goal)
        assert solution.verify() == ()
        assert (
            answer["cost"] == solution.cost == rushhour.solve(puzzle, metric=metric, goal=goal).cost
        )

    def test_a_text_will_do(self, service: Service) -> None:
        text = (ROOT / "puzzles/ntnu-easy-3.txt").read_text(encoding="utf-8")
        assert service.ask("solve", puzzle=text)["cost"] == 6

    def test_algorithms_and_heuristics(self, operations: Operations) -> None:
        answer = operations.ask("solve", puzzle=SMALL, heuristic="blocking", ties="lifo")
        assert (answer["algorithm"], answer["heuristic"]) == ("astar", "blocking")
        assert operations.post("solve", {"puzzle": SMALL, "heuristic": "blockin"}).status == 422

    def test_what_has_no_solution(self, operations: Operations) -> None:
        answer = operations.ask("solve", puzzle=WALLED)
        assert (answer["status"], answer["moves"], answer["cost"]) == ("unsolvable", None, None)

    def test_a_solved_puzzle(self, operations: Operations) -> None:
        answer = operations.ask("solve", puzzle="..AA/..../..../....")
        assert (answer["status"], answer["moves"], answer["cost"]) == ("solved", [], 0)


class TestHint:
    def test_a_best_move_with_its_reason(self, operations: Operations) -> None:
        answer = operations.ask("hint", puzzle="..B.../AAB.../.CCC../......")
        assert answer["distance"] == 3
        (advice,) = answer["moves"]
        assert (advice["move"], advice["distance"]) == ({"vehicle": "C", "cells": 2}, 2)
        expected = "C must go right 2, since B needs its cell to clear the exit"
        assert advice["reason"] == answer["reason"] == expected
        assert [link["blocker"] for link in advice["chain"]] == ["B", "C"]

    def test_every_best_move(self, operations: Operations) -> None:
        puzzle = rushhour.read(ROOT / "puzzles/jam-40.txt")
        answer = operations.ask("hint", puzzle=as_dict(puzzle), every=True)
        best = {str(move) for move in rushhour.explore(puzzle).best_moves()}
        assert {str(move) for move in moves_of([a["move"] for a in answer["moves"]])} == best
        assert answer["distance"] == 51

    @pytest.mark.parametrize("puzzle", [WALLED, "..AA/..../..../...."])
    def test_no_move(self, operations: Operations, puzzle: str) -> None:
        assert operations.ask("hint", puzzle=puzzle)["moves"] == []


class TestReview:
    """The board of `CHAIN`: C+2, B+2 and A+4 are its only shortest solution."""

    def ask(self, operations: Operations, moves: str, **options: Any) -> Any:
        forms = [{"vehicle": move[0], "cells": int(move[1:])} for move in moves.split()]
        return operations.ask("review", puzzle=CHAIN, moves=forms, **options)

    def test_each_slide_and_the_better_move(self, operations: Operations) -> None:
        answer = self.ask(operations, "C-1 C+3 B+2 B-1 B+1 A+4")
        assert (answer["distance"], answer["lost"]) == (3, 3)
        slides = answer["slides"]
        assert [one["lost"] for one in slides] == [1, 0, 0, 2, 0, 0]
        assert [(one["before"], one["after"]) for one in slides[:2]] == [(3, 3), (3, 2)]
        assert slides[0]["better"]["move"] == {"vehicle": "C", "cells": 2}
        assert slides[0]["better"]["reason"].startswith("C must go right 2, since B needs")
        assert slides[3]["better"]["move"] == {"vehicle": "A", "cells": 4}
        assert [one["better"] is None for one in slides] == [one["lost"] == 0 for one in slides]

    def test_moves_of_one_slide_are_one(self, operations: Operations) -> None:
        answer = self.ask(operations, "C+1 C+1 B+2 A+1 A+3")
        assert [(one["slide"]["cells"], one["moves"]) for one in answer["slides"]] == [
            (2, 2),
            (2, 1),
            (4, 2),
        ]
        assert answer["lost"] == 0

    def test_the_last_slide_can_still_go_on(self, operations: Operations) -> None:
        assert self.ask(operations, "C+1")["lost"] == 0
        back = self.ask(operations, "C+1 C-1")["slides"]
        assert back[0]["lost"] == 1

    def test_a_step_costs_its_cells(self, operations: Operations) -> None:
        answer = self.ask(operations, "C-1", metric="step")
        assert (answer["distance"], answer["lost"]) == (8, 2)

    def test_a_game_without_moves_wastes_nothing(self, operations: Operations) -> None:
        answer = self.ask(operations, "")
        assert (answer["distance"], answer["lost"], answer["slides"]) == (3, 0, [])

    def test_what_has_no_solution_has_no_waste(self, operations: Operations) -> None:
        walled = "AA.x/..../B.../B..."
        moves = [{"vehicle": "B", "cells": -1}]
        answer = operations.ask("review", puzzle=walled, moves=moves)
        (slide,) = answer["slides"]
        assert (answer["distance"], answer["lost"], slide["lost"]) == (None, None, None)
        assert slide["better"] is None

    def test_after_the_goal_nothing_is_better(self, operations: Operations) -> None:
        answer = self.ask(operations, "C+2 B+2 A+4 A-1")
        assert (answer["slides"][-1]["lost"], answer["slides"][-1]["better"]) == (2, None)

    @pytest.mark.parametrize(
        ("move", "said"),
        [(("C", 4), "expected moves whose ways are free"), (("Z", 1), "found 'Z'")],
    )
    def test_moves_that_cannot_be_made(
        self, operations: Operations, move: tuple[str, int], said: str
    ) -> None:
        moves = [{"vehicle": move[0], "cells": move[1]}]
        answer = operations.post("review", {"puzzle": CHAIN, "moves": moves})
        assert (answer.status, said in answer.body["detail"]) == (422, True)


class TestExplain:
    @pytest.mark.parametrize("name", [entry.name for entry in rushhour.heuristics()])
    def test_it_is_what_the_library_says(self, operations: Operations, name: str) -> None:
        puzzle = rushhour.read(ROOT / "puzzles" / "jam-10.txt")
        answer = operations.ask("explain", puzzle=as_dict(puzzle), heuristic=name, metric="step")
        found = explain(puzzle, name, metric="step").as_json()
        for term in answer["terms"]:
            term["moves"] = [str(Move(**move)) for move in term["moves"]]
        assert answer["terms"] == found["terms"]
        for key in ("heuristic", "metric", "goal", "estimate"):
            assert answer[key] == found[key]

    def test_by_hand(self, operations: Operations) -> None:
        answer = operations.ask("explain", puzzle="..BCCC/AAB.../....../.DDEE.")
        assert (answer["heuristic"], answer["estimate"]) == ("advanced", 3)
        assert answer["terms"][2] == {
            "amount": 1,
            "words": "D must move at least 1 cell, only left",
            "reason": "moves",
            "vehicle": "D",
            "moves": [{"vehicle": "D", "cells": -1}],
            "others": [],
        }

    def test_no_solution_is_null(self, operations: Operations) -> None:
        board = "...B./AA.B./...B./....."
        answer = operations.ask("explain", puzzle=board, heuristic="MH", goal="past")
        (term,) = answer["terms"]
        assert (answer["estimate"], term["amount"]) == (None, None)
        assert (term["words"], term["moves"]) == ("B can never leave row 2", [])

    def test_a_limit_on_the_tables(self, operations: Operations) -> None:
        puzzle = as_dict(rushhour.read(ROOT / "puzzles" / "jam-40.txt"))
        order = {"puzzle": puzzle, "heuristic": "patterns", "max_states": 10}
        answer = operations.post("explain", order)
        assert (answer.status, "limit on states" in answer.body["detail"]) == (422, True)

    def test_the_heuristics(self, service: Service) -> None:
        found = service.get("/api/heuristics").body["heuristics"]
        known = rushhour.heuristics()
        assert [(one["name"], one["help"]) for one in found] == [(e.name, e.help) for e in known]
        assert [one["slide"]["admissible"] for one in found] == [
            e.admissible["slide"] for e in known
        ]
        assert [one["step"]["consistent"] for one in found] == [e.consistent["step"] for e in known]


class TestExplore:
    def test_a_cluster_and_the_way_to_its_hardest_state(self, operations: Operations) -> None:
        puzzle = rushhour.read(ROOT / "puzzles/jam-01.txt")
        answer = operations.ask("explore", puzzle=as_dict(puzzle))
        cluster = rushhour.explore(puzzle)
        assert (answer["states"], answer["histogram"]) == (1247, list(cluster.histogram))
        assert answer["optimal_solutions"] == "61"
        hardest = answer["hardest"]
        there = after(puzzle, hardest["walk"])
        assert there == puzzle_of(hardest["board"])
        assert cluster.distance(there) == answer["eccentricity"] == len(hardest["solution"])
        assert after(there, hardest["solution"]).is_solved()

    @pytest.mark.parametrize("metric", METRICS)
    def test_the_cluster_of_a_board_with_long_lines(
        self, operations: Operations, metric: Any
    ) -> None:
        answer = operations.ask("explore", puzzle=SEVEN, metric=metric)
        cluster = rushhour.explore(SEVEN, metric=metric)
        assert answer["histogram"] == list(cluster.histogram)
        assert answer["distance"] == cluster.distance()

    def test_a_cluster_without_a_goal(self, operations: Operations) -> None:
        answer = operations.ask("explore", puzzle=WALLED)
        assert (answer["states"], answer["histogram"], answer["hardest"]) == (1, [], None)
        assert (answer["distance"], answer["eccentricity"]) == (None, None)


class TestWalk:
    @pytest.mark.parametrize(("metric", "cells"), [("slide", [2, 1]), ("step", [1, 1, 1])])
    def test_the_fewest_moves_to_another_state(
        self, operations: Operations, metric: str, cells: list[int]
    ) -> None:
        puzzle = rushhour.parse(SMALL)
        there = puzzle.apply("B+2").apply("A+1")
        for given in (there, there.with_vehicles(there.vehicles[::-1])):
            answer = operations.ask("walk", puzzle=SMALL, to=as_dict(given), metric=metric)
            assert [form["cells"] for form in answer["moves"]] == cells
            assert after(puzzle, answer["moves"]) == there

    def test_the_walk_to_the_hardest_state(self, operations: Operations) -> None:
        puzzle = as_dict(rushhour.read(ROOT / "puzzles/jam-01.txt"))
        hardest = operations.ask("explore", puzzle=puzzle)["hardest"]
        answer = operations.ask("walk", puzzle=puzzle, to=hardest["board"])
        assert answer["moves"] == hardest["walk"]

    @pytest.mark.parametrize("to", [WALLED, "BBAA/..../..../...."])
    def test_a_state_that_cannot_be_reached(self, operations: Operations, to: Any) -> None:
        assert operations.ask("walk", puzzle="AABB/..../..../....", to=to)["moves"] is None

    def test_where_to_must_be_said(self, operations: Operations) -> None:
        assert operations.post("walk", {"puzzle": SMALL}).status in {400, 422}


class TestAnalyse:
    def test_a_rating_and_its_reasons(self, operations: Operations) -> None:
        puzzle = rushhour.read(ROOT / "puzzles/jam-40.txt")
        answer = without_parts(operations.ask("analyse", puzzle=as_dict(puzzle)))
        found = json.loads(json.dumps(puzzle.analyse().to_dict()))
        words = answer.pop("reasons")
        assert answer.pop("title") == puzzle.title
        for name, value in answer.items():
            wanted = found[name]
            # The last digits depend on the order of sums.
            assert value == (pytest.approx(wanted) if isinstance(wanted, float) else wanted)
        assert (answer["slides"], answer["steps"]) == list(optima())[39]
        assert answer["level"] == "expert"
        assert "long: 51 slides" in words

    def test_without_a_solution(self, operations: Operations) -> None:
        answer = operations.ask("analyse", puzzle=WALLED)
        assert answer.pop("status") == "unsolvable"
        assert answer.pop("reasons") == []
        assert {answer[name] for name in ("slides", "difficulty", "rating", "level", "walk")} == {
            None
        }

    def test_a_limit_leaves_it_open(self, operations: Operations) -> None:
        puzzle = as_dict(rushhour.read(ROOT / "puzzles/jam-40.txt"))
        assert operations.ask("analyse", puzzle=puzzle, max_states=100)["status"] == "unknown"


class TestGenerate:
    def test_a_puzzle_to_order(self, operations: Operations) -> None:
        order = {"rows": 5, "cols": 6, "slides": [5, 8], "walls": [1, 2], "minimal": True}
        answer = operations.ask("generate", **order, seed=7)
        puzzle = puzzle_of(answer["puzzle"])
        assert (puzzle.rows, puzzle.cols, puzzle.exit) == (5, 6, rushhour.Exit("right", 2))
        assert 1 <= len(puzzle.walls) <= 2
        assert 5 <= answer["slides"] == rushhour.solve(puzzle, algorithm="astar").cost <= 8
        assert Solution(puzzle, moves_of(answer["solution"])).verify() == ()
        assert len(answer["solution"]) == answer["slides"]
        cluster = rushhour.explore(puzzle)
        assert (answer["states"], answer["slides"]) == (len(cluster), cluster.eccentricity)
        found = puzzle.analyse()
        assert answer["steps"] == found.steps
        assert answer["difficulty"] == pytest.approx(found.difficulty, abs=1e-3)
        assert (answer["level"], answer["seed"]) == (found.level, 7)
        assert answer["solutions"] == str(found.optimal_solutions_up_to_order)

    @pytest.mark.parametrize("seed", [1, 2**53])
    def test_both_make_the_same(self, service: Service, core: Core, seed: int) -> None:
        for size, slides in ((6, [9, 11]), (5, [7, 9])):
            order = {"rows": size, "cols": size, "slides": slides, "seed": seed}
            answer = core.ask("generate", **order)
            assert service.ask("generate", **order) == answer
        made = next(rushhour.generate(size=5, slides=(7, 9), seed=seed))
        assert puzzle_of(answer["puzzle"]) == made.board

    def test_what_cannot_be_is_refused_with_all_reasons(self, operations: Operations) -> None:
        order = {"rows": 4, "cols": 4, "slides": [9, 8], "walls": [2, 1], "seed": 1}
        answer = operations.post("generate", order)
        assert answer.status == 422
        assert len(answer.body["reasons"]) == 2

    def test_a_limit_comes_first(self, operations: Operations) -> None:
        order = {"rows": 4, "cols": 4, "slides": [90, 99], "seed": 1}
        answer = operations.post("generate", {**order, "max_seconds": 0})
        assert answer.status == 422
        assert answer.body["detail"].endswith("the limit on seconds was reached first")


class TestCanonical:
    @pytest.mark.parametrize("file", ["jam-01.txt", "jam-25.txt", "ntnu-easy-3.txt"])
    def test_it_is_what_the_library_finds(self, operations: Operations, file: str) -> None:
        puzzle = rushhour.read(ROOT / "puzzles" / file)
        answer = operations.ask("canonical", puzzle=as_dict(puzzle))
        found = rushhour.generation.change.canonical(puzzle)
        assert answer == found.to_dict()
        assert puzzle_of(answer["board"]) == found.board
        images = [found.board, found.mirror, puzzle.apply(next(iter(puzzle.legal_moves())))]
        names = [operations.ask("canonical", puzzle=as_dict(image))["name"] for image in images]
        assert names == 3 * [answer["name"]]

    def test_without_a_solution(self, operations: Operations) -> None:
        answer = operations.ask("canonical", puzzle=WALLED)
        assert (answer["slides"], answer["most_slides"], answer["hardest"]) == (None, None, None)
        assert answer["states"] == 1

    def test_a_limit_comes_first(self, operations: Operations) -> None:
        puzzle = as_dict(rushhour.read(ROOT / "puzzles/jam-40.txt"))
        answer = operations.post("canonical", {"puzzle": puzzle, "max_states": 100})
        assert answer.status == 422
        assert answer.body["detail"].startswith("the limit on states was reached after")


class TestMinimise:
    def test_it_is_what_the_library_finds(self, operations: Operations) -> None:
        for puzzle in (
            rushhour.read(ROOT / "puzzles/jam-25.txt"),
            rushhour.parse("..x.../..x.../AAB.../..B.../..EE.."),
            rushhour.parse(WALLED),
        ):
            answer = operations.ask("minimise", puzzle=as_dict(puzzle))
            found = rushhour.generation.change.minimise(puzzle).to_dict()
            assert answer == found

    def test_limits_leave_others_open(self, operations: Operations) -> None:
        puzzle = "..x.../..x.../AAB.../..B.../..EE.."
        answer = operations.ask("minimise", puzzle=puzzle, max_sets=1)
        assert (len(answer["reductions"]), answer["stopped_by"]) == (1, "sets")
        answer = operations.ask("minimise", puzzle=puzzle, max_seconds=0)
        assert (answer["reductions"], answer["stopped_by"]) == ([], "seconds")
        assert operations.post("minimise", {"puzzle": puzzle, "max_sets": 0}).status == 422


class TestVary:
    @pytest.mark.parametrize("file", ["jam-01.txt", "ntnu-easy-3.txt"])
    def test_it_is_what_the_library_finds(self, operations: Operations, file: str) -> None:
        puzzle = rushhour.read(ROOT / "puzzles" / file)
        answer = without_parts(operations.ask("vary", puzzle=as_dict(puzzle)))
        found = rushhour.generation.change.vary(puzzle).to_dict()
        assert answer == found
        assert {one["kind"] for one in answer["variants"]} == {"harder", "subtler", "easier"}

    def test_limits_leave_neighbours_open(self, operations: Operations) -> None:
        puzzle = as_dict(rushhour.read(ROOT / "puzzles/jam-40.txt"))
        answer = operations.ask("vary", puzzle=puzzle, max_states=10)
        assert (answer["slides"], answer["variants"]) == (None, [])
        assert (answer["tried"], answer["stopped_by"]) == (0, "states")


def sentence(phrase: dict[str, Any]) -> str:
    """What the parts of a sentence say together."""

    def value(found: re.Match[str]) -> str:
        said = phrase["values"][found[1]]
        return said if isinstance(said, str) else sentence(said)

    return re.sub(r"\{(\w+)\}", value, phrase["text"])


class TestValidate:
    @pytest.mark.parametrize("file", sorted((ROOT / "puzzles").glob("jam-*.txt"))[::13])
    def test_the_text_for_an_address_gives_the_puzzle_back(
        self, operations: Operations, file: Path
    ) -> None:
        puzzle = rushhour.read(file)
        answer = operations.ask("validate", puzzle=as_dict(puzzle))
        assert (answer["valid"], answer["reasons"]) == (True, [])
        assert repr(rushhour.parse(answer["text"])) == repr(puzzle)
        if isinstance(operations, Service):  # the page knows more texts than its core
            assert len(answer["text"]) < len(rushhour.write(puzzle, "json")) / 4

    def test_every_reason_comes_at_once(self, operations: Operations) -> None:
        far = {"label": "B", "axis": "h", "row": 2, "col": 2, "length": 2}
        wrong = {**FROM_TOP, "vehicles": [*FROM_TOP["vehicles"], far], "walls": [[2, 2], [5, 5]]}
        answer = operations.ask("validate", puzzle=wrong)
        assert (answer["valid"], answer["puzzle"], answer["text"]) == (False, None, None)
        with pytest.raises(rushhour.InvalidBoardError) as error:
            puzzle_of(wrong)
        assert answer["reasons"] == error.value.reasons
        assert len(answer["reasons"]) == 3
        assert [sentence(part) for part in answer["parts"]] == answer["reasons"]

    def test_a_text_that_is_none(self, service: Service) -> None:
        answer = service.ask("validate", puzzle="?")
        assert [sentence(part) for part in answer["parts"]] == answer["reasons"]
        assert answer["reasons"][0].startswith("line 1: expected a puzzle")


class TestConvertAndRead:
    @pytest.mark.parametrize("name", [f.name for f in FORMATS if f.is_writable])
    def test_what_is_written_can_be_read(self, service: Service, name: str) -> None:
        puzzle = rushhour.read(ROOT / "puzzles/jam-07.txt")
        text = service.ask("convert", puzzle=as_dict(puzzle), to=name, relabel=True)["text"]
        assert text == rushhour.write(rushhour.relabel(puzzle, name), name)
        answer = service.ask("read", text=text, format=name)
        sizes = ["no size such as 9x9 in the file's name, taken as 6x6, the smallest square"]
        assert (answer["more"], answer["warnings"]) == (False, sizes if name == "uva" else [])
        (item,) = answer["items"]
        assert puzzle_of(item["puzzle"]) == rushhour.parse(text, name)

    def test_a_format_that_cannot_hold_it(self, service: Service) -> None:
        answer = service.ask("convert", puzzle=WALLED, to="carlist")
        assert answer["text"] is None
        assert "carlist" in answer["error"]

    def test_many_puzzles_with_errors_in_their_places(self, service: Service) -> None:
        answer = service.ask("read", text=f"{SMALL}\nAA.B/..../..../....\n{SMALL}\n")
        first, second, third = answer["items"]
        assert first == third
        assert (first["error"], second["puzzle"]) == (None, None)
        assert "line 2" in second["error"]

    def test_no_more_than_two_hundred(self, service: Service) -> None:
        answer = service.ask("read", text=f"{SMALL}\n" * 201)
        assert (len(answer["items"]), answer["more"]) == (200, True)
        answer = service.ask("read", text=f"{SMALL}\n" * 200)
        assert (len(answer["items"]), answer["more"]) == (200, False)

    def test_warnings(self, service: Service) -> None:
        answer = service.ask("read", text="4 4\n9\n....\nPP..K\n....\n....\n")
        assert answer["items"][0]["error"] is None
        assert "9 pieces" in answer["warnings"][0]

    def test_the_target_of_a_grid(self, service: Service) -> None:
        text = "QQ..\n....\n"
        assert service.ask("read", text=text, format="grid")["items"][0]["error"] is not None
        item = service.ask("read", text=text, format="grid", target="Q")["items"][0]
        assert item["puzzle"]["target"] == "Q"


class TestLists:
    def test_formats(self, service: Service) -> None:
        found = service.get("/api/formats").body["formats"]
        assert [(f["name"], f["writable"]) for f in found] == [
            (entry.name, entry.is_writable) for entry in FORMATS
        ]

    def test_the_collection_is_that_of_the_files_with_its_optima(self, service: Service) -> None:
        entries = service.get("/api/puzzles").body["puzzles"]
        files = [f"jam-{number:02}.txt" for number in range(1, 41)]
        files += ["hardest.txt", "ntnu-expert-1.txt"]
        expected = [p for name in files for p in rushhour.read_all(ROOT / "puzzles" / name)]
        assert [puzzle_of(entry["puzzle"]) for entry in entries] == expected
        found = [(entry["slides"], entry["steps"]) for entry in entries]
        assert found == [*optima(), (60, 103), (58, 110), (15, 29), (49, 93)]
        titles = [entry["puzzle"]["title"] for entry in entries]
        assert len(set(titles)) == len(titles)
        assert titles[39] == "Jam 40"
