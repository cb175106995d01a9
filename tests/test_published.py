"""Published tables to the last digit, and the node counts behind what we say of `advanced`.

The package has the cells in `lab/published/`. Here they stand once more: data/classics.csv holds
the columns Zero and Blocking of Princeton's COS 402, the origin of the car-list assignment; the
cells that the slides of Ebner, Lamplmair and Mayer show are below, and the outside corpus has all
of them.
"""

import csv
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from make_counts import successors
from rushhour.lab.statements import spearman, statements
from rushhour.lab.tables import TABLES, Cell, published_puzzles, reproduce, rows_of, table
from rushhour.search.options import Duplicates, Ties
from support.bridge import board_of
from support.commands import result
from support.estimates import estimate, on_road
from support.reference_search import Count, Rule, Sorted, best_first

HERE = Path(__file__).parent


class Classic(NamedTuple):
    """A line of classics.csv: optima, cluster size, nodes and branching factors as published."""

    name: str
    slides: int
    steps: int
    states: int
    zero: int
    zero_factor: float
    blocking: int
    blocking_factor: float


def classics() -> Iterator[Classic]:
    """The forty classic puzzles."""
    with (HERE / "data" / "classics.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kinds = Classic.__annotations__.items()
            yield Classic(**{name: kind(row[name]) for name, kind in kinds})


CLASSICS = list(classics())


def puzzle_of(classic: Classic) -> rushhour.Puzzle:
    """Its puzzle: Jam-7 is puzzles/jam-07.txt."""
    number = int(classic.name.removeprefix("Jam-"))
    return rushhour.read(HERE.parent / "puzzles" / f"jam-{number:02}.txt")


# The table of Ebner, Lamplmair and Mayer as it is printed: nodes, depth and branching factor in
# five columns.
HAGENBERG = """
Jam-1 11589 8 3,066 6829 8 2,857 9561 9 2,625 991 8 2,196 959 8 2,186
Jam-2 24081 8 3,378 4044 8 2,663 11407 9 2,681 2643 9 2,248 1570 8 2,340
Jam-3 7731 14 1,788 4059 14 1,699 4249 15 1,639 3688 14 1,686 3410 15 1,613
Jam-4 3203 9 2,301 1281 9 2,057 2707 9 2,255 409 9 1,781 206 9 1,627
Jam-5 21390 9 2,888 5075 9 2,433 15724 11 2,284 668 9 1,896 398 9 1,774
Jam-6 15992 9 2,791 6567 9 2,510 12786 11 2,239 2287 10 2,025 2465 11 1,901
Jam-7 52493 13 2,202 20143 13 2,035 24401 14 1,955 19262 13 2,027 18272 13 2,018
"""
COLUMNS = ("Zero", "Blocking", "Distance", "Advanced", "AdvancedDistance")

# The table of Barth and Stokke: nodes and moves for Easy-3, Medium-1, Hard-3 and Expert-2.
NTNU = {
    "BFS": [(95, 16), (751, 24), (1705, 33), (10143, 73)],
    "DFS": [(88, 86), (659, 478), (1749, 1536), (3786, 3656)],
    "A*": [(68, 16), (586, 24), (825, 33), (5892, 73)],
}
# The same A* with ties in a defined order: counts of states expanded by an implementation that
# shares nothing with ours.
ORDERED: dict[Ties, list[tuple[int, int]]] = {
    "fifo": [(72, 16), (593, 24), (855, 33), (6081, 73)],
    "lifo": [(58, 16), (568, 24), (777, 33), (5568, 73)],
}


# The puzzles of Chouaibi and Bradai, and the optima that they print.
CSC = {"GameP01": 8, "GameP14": 17, "GameP33": 40, "GameP40": 51}


@cache
def cells(name: str) -> tuple[Cell, ...]:
    """A published table, computed."""
    return tuple(reproduce(name))


def computed(name: str, column: str) -> list[tuple[str, ...]]:
    """A column of it from the top."""
    return [cell.computed for cell in cells(name) if cell.column == column]


@pytest.mark.parametrize(
    ("name", "count", "others"),
    [
        ("princeton", 80, 0),
        ("hagenberg", 206, 0),
        ("ntnu", 13, 0),
        ("csc", 20, 45),
        ("solver", 2, 0),
        pytest.param("atlas", 660, 0, marks=pytest.mark.slow),
        pytest.param("atlas-hardest", 4_000, 0, marks=pytest.mark.slow),
    ],
)
def test_every_cell_agrees_that_is_not_false(name: str, count: int, others: int) -> None:
    counted = [cell for cell in cells(name) if cell.counts]
    assert (len(counted), len(cells(name)) - len(counted)) == (count, others)
    for cell in counted:
        is_false = (name, cell.column, cell.heuristic) in FALSE
        assert cell.agrees != is_false, (cell.puzzle, cell.column, cell.heuristic)


# What was found false over whole state spaces before there was a registry.
FALSE = {
    ("csc", "MH admissible", "manhattan"),
    ("csc", "MH consistent", "manhattan"),
    ("csc", "CPH admissible", "longest-chain"),
    ("csc", "CPH consistent", "longest-chain"),
    ("csc", "BMH admissible", "mobility"),
    ("csc", "BMH admissible", "mobility-need"),
    ("csc", "BMH consistent", "mobility"),
    ("csc", "BMH consistent", "mobility-need"),
    ("hagenberg", "Advanced admissible", "advanced-ebner"),
    ("hagenberg", "Advanced consistent", "advanced-ebner"),
}


@pytest.mark.parametrize("name", ["csc", "hagenberg", "ntnu", "solver"])
def test_a_claim_has_a_counterexample_exactly_where_it_does_not_hold(name: str) -> None:
    """And the declarations of the registry are what the states say."""
    for cell in cells(name):
        if cell.heuristic:
            assert (cell.computed == ("no",)) == bool(cell.counterexample)
            entry = next(one for one in rushhour.heuristics() if one.name == cell.heuristic)
            property_ = cell.column.split()[1]
            declared = getattr(entry, property_)[cell.puzzle.removesuffix("s")]
            assert cell.computed == (("yes" if declared else "no"),)


def test_counterexamples_by_hand() -> None:
    """Three blockers of `longest-chain` touch, and two slides solve; B frees the road alone."""
    found = {(c.column, c.heuristic): c.counterexample for c in cells("csc") if c.heuristic}
    assert found["MH admissible", "manhattan"] == "h is 4, the distance 3: ..BC/AABC/..../...."
    assert found["BMH admissible", "mobility"] == "h is 4, the distance 3: ..../AABC/..BC/...."
    fall = found["BMH consistent", "mobility"]
    assert fall == "B+1 takes h from 2 to 0: .../AAB/..B/..."
    too_high = found["CPH admissible", "longest-chain"]
    assert too_high == "h is 3, the distance 2: CBB/C.D/AAD/.../..."
    assert rushhour.solve("CBB/C.D/AAD/.../...").cost == 2


def test_the_claims_in_numbers() -> None:
    """Of 19 claims 11 are true, 2 in one of two readings, and 6 false."""
    found: dict[tuple[str, str], set[bool]] = {}
    for name in ("csc", "hagenberg", "ntnu", "solver"):
        for cell in cells(name):
            if cell.heuristic:
                found.setdefault((name, cell.column), set()).add(cell.agrees)
    kinds = [tuple(sorted(agree)) for agree in found.values()]
    assert [kinds.count(kind) for kind in ((True,), (False, True), (False,))] == [11, 2, 6]
    numbers = [c for name in ("princeton", "hagenberg", "ntnu", "csc") for c in cells(name)]
    assert sum(c.counts and not c.heuristic for c in numbers) == 296
    text = (HERE.parent / "README.md").read_text("utf-8")
    assert "| 296 cells agree; of 19 claims 6 are false, 2 true in one of two readings |" in text
    for name in ("csc", "hagenberg", "ntnu", "solver"):
        for cell in cells(name):
            if cell.counterexample:
                values, board = cell.counterexample.rsplit(": ", 1)
                if excess := re.fullmatch(r"h is \d+, the distance (\d+)", values):
                    assert rushhour.solve(board).cost == int(excess[1])


def test_what_nothing_can_stand_beside() -> None:
    """Times and the like: shown, with no figure that would look like a comparison."""
    left_out = {cell.published[0] for cell in cells("csc") if not cell.computed}
    assert {"0.59 s", "4.56 s", "2.36 x", "12%"} <= left_out
    assert not any(cell.counts for cell in cells("csc") if not cell.computed)


def test_nodes_explored_and_queues() -> None:
    """What is called a node reduction: both searches explore the same states."""
    assert computed("csc", "BFS, explored") == [("0.0%",)] * 3
    assert computed("csc", "BFS, queue") == [("82.9%",), ("79.4%",), ("78.3%",)]
    for name in ("GameP01", "GameP14", "GameP33", "GameP40"):
        naive, bfs = (rushhour.solve(published_puzzles()[name], algorithm=a) for a in BLIND)
        assert (naive.expanded, naive.generated) == (bfs.expanded, bfs.generated)
        assert naive.max_open > bfs.max_open


BLIND = ("naive", "bfs")


def test_a_command_of_a_cell_prints_its_figures() -> None:
    for name, nodes in (("princeton", "11587"), ("hagenberg", "11589")):
        first = cells(name)[0]
        board, options = first.command.removeprefix("echo ").split(" | rushhour ")
        code, out, _ = result("-", *options.split(), text=board + "\n")
        assert (code, first.computed[0]) == (0, nodes)
        assert f"Nodes generated: {int(nodes) - 1}\n" in out


def test_the_settings_that_the_slides_contradict() -> None:
    """Jam-1, Blocking, published 6829."""
    nodes = {
        (duplicates, heuristic): 1
        + rushhour.solve(
            puzzle_of(CLASSICS[0]),
            heuristic=heuristic,
            duplicates=duplicates,
            goal="past",
            ties="heap",
            reopen=False,
        ).generated
        for duplicates in DUPLICATES
        for heuristic in ("blockers", "blocking")
    }
    assert list(nodes.values()) == [10179, 6440, 9781, 6829]


DUPLICATES: tuple[Duplicates, Duplicates] = ("better", "equal")


def test_the_influence_of_the_heuristics_decreases() -> None:
    """Spearman's correlation of savings and depth by another implementation."""
    stats = pytest.importorskip("scipy.stats")
    rows = {(row["puzzle"], row["column"]): row for row in rows_of("hagenberg.csv")}
    names = [classic.name for classic in CLASSICS]
    depths = [int(rows[name, "Zero"]["depth"]) for name in names]
    found = []
    for column in COLUMNS[1:]:
        nodes = [[int(rows[name, c]["nodes"]) for name in names] for c in (column, "Zero")]
        saved = [1 - one / zero for one, zero in zip(*nodes, strict=True)]
        found.append(stats.spearmanr(depths, saved).statistic)
        assert spearman(depths, saved) == pytest.approx(found[-1])
    assert [round(rho, 2) for rho in found] == [-0.64, -0.53, -0.68, -0.64]


def test_clusters_of_cars_are_many_cars() -> None:
    """Spearman's correlations with the cars in one spot, by another implementation."""
    stats = pytest.importorskip("scipy.stats")
    rows = {(row["puzzle"], row["column"]): row for row in rows_of("hagenberg.csv")}
    nodes, spot, cars = [], [], []
    for classic in CLASSICS:
        one = rushhour.relabel(puzzle_of(classic), "grid")
        board = rushhour.write(one, "grid").split()
        squares = [[row[c : c + 3] for row in board[r : r + 3]] for r in range(4) for c in range(4)]
        spot.append(max(len({*"".join(square)} - {"."}) for square in squares))
        cars.append(len({*"".join(board)} - {"."}))
        nodes.append(int(rows[classic.name, "Zero"]["nodes"]))
    both, all_cars = stats.spearmanr(spot, nodes).statistic, stats.spearmanr(cars, nodes).statistic
    assert (round(both, 2), round(all_cars, 2)) == (0.27, 0.38)
    # The part of the ranks that the number of cars does not explain, on both sides.
    ranks = [stats.rankdata(values) for values in (spot, nodes, cars)]
    rest = [one - stats.linregress(ranks[2], one).slope * ranks[2] for one in ranks[:2]]
    assert round(stats.pearsonr(*rest).statistic, 2) == 0.02


def test_generated_and_expanded() -> None:
    """Barth and Stokke call the first of these generated."""
    found = [
        rushhour.solve(published_puzzles()[name], algorithm="bfs", metric="step")
        for name in ("Easy-3", "Medium-1", "Hard-3", "Expert-2")
    ]
    assert [outcome.expanded for outcome in found] == [95, 751, 1705, 10143]
    assert [outcome.generated for outcome in found] == [412, 4264, 11482, 83498]
    assert [1 + o.generated - o.duplicates for o in found] == [100, 805, 2038, 10934]


@pytest.mark.slow
def test_the_commands_of_statements_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE.parent)
    commands = {statement.command for table in TABLES for statement in statements(table.name)}
    assert len(commands) == 24
    for command in sorted(commands):
        line, _, text = command.partition(" <<< ")
        for name in ("figure-1.svg", "search.html"):
            line = line.replace(name, str(tmp_path / name))
        program, *words = line.split()
        files = [sorted(map(str, Path().glob(word))) if "*" in word else [word] for word in words]
        code, out, err = result(*chain.from_iterable(files), text=f"{text}\n")
        assert (program, err) == ("rushhour", ""), command
        assert code == (1 if words[:2] == ["reproduce", "hagenberg"] else 0), command
        assert out or (tmp_path / "search.html").stat().st_size > 10_000
    assert (tmp_path / "figure-1.svg").stat().st_size > 10_000


# For each source whether its statements hold, in their order.
HOLDS = {
    "csc": [False, None, True, False, True, True, None, None, False, False, None],
    "hagenberg": [True, False, True, None, True, None, None],
    "ntnu": [False, None, True, True],
    "princeton": [True, True, True, True, True],
    "solver": [False],
}


@pytest.mark.parametrize("name", [table.name for table in TABLES])
def test_whether_statements_hold(name: str) -> None:
    found = [statement.measure()[0] for statement in statements(name)]
    assert found == HOLDS.get(name, [])


def said(name: str, words: str) -> str:
    """What is measured of the statement with these words."""
    (found,) = (one.measure()[1] for one in statements(name) if words in one.says)
    return found


def test_ties_vary_as_they_do_in_the_reference() -> None:
    """Jam-2 with blocking, first in first out as Princeton has it, last in first out, by a heap."""
    board = board_of(published_puzzles()["Jam-2"])
    h = cache(lambda state: estimate("blocking", board, state, "slide", "past"))
    rules = (Rule(lambda g, h: g + h, ties=ties) for ties in ("fifo", "lifo", "heap"))
    counts = [
        1 + best_first(board, "slide", "past", h, rule, Sorted, successors).generated
        for rule in rules
    ]
    assert counts[0] == CLASSICS[1].blocking
    assert f"{counts[0]}, {counts[1]} and {counts[2]} nodes on Jam-2" in said("princeton", "varies")


def test_what_is_said_of_all_classics_adds_up() -> None:
    """Sums of published columns."""
    blocking = sum(classic.blocking for classic in CLASSICS)
    zero = sum(classic.zero for classic in CLASSICS)
    assert f"{blocking} nodes first in first out" in said("princeton", "first in first out")
    assert f"{zero}, {blocking} and " in said("princeton", "as effective as")
    assert f"where breadth-first search has {zero}" in said("hagenberg", "Zero heuristic")
    sums = {
        name: sum(int(figures[0]) for figures in computed("hagenberg", name)) for name in COLUMNS
    }
    saved = [
        f"{name} {100 - 100 * sums[name] / sums['Zero']:.0f}%"
        for name in ("Distance", "Blocking", "AdvancedDistance")
    ]
    text = said("hagenberg", "use the distance")
    assert f"{saved[0]}, {saved[1]} and {saved[2]}" in text
    assert "the depths of 28 and 19 cards are not least" in text


def test_the_state_that_is_pictured() -> None:
    """Cars 3 and 4 stand between car 0 and the edge."""
    example = board_of(published_puzzles()["Example"])
    assert len(on_road(example, example.start)) == 2
    assert "2 are in the way, so h is 3" in said("princeton", "pictured")


def test_princeton() -> None:
    zero = [(str(classic.zero), f"{classic.zero_factor:.3f}") for classic in CLASSICS]
    blocking = [(str(classic.blocking), f"{classic.blocking_factor:.3f}") for classic in CLASSICS]
    assert computed("princeton", "Zero") == zero
    assert computed("princeton", "Blocking") == blocking


def test_hagenberg() -> None:
    for line in HAGENBERG.strip().splitlines():
        puzzle, *figures = line.replace(",", ".").split()
        found = [cell for cell in cells("hagenberg") if cell.puzzle == puzzle]
        assert tuple(cell.column for cell in found) == COLUMNS
        assert [figure for cell in found for figure in cell.computed] == figures


def test_hagenberg_as_the_corpus_has_it(corpus: Path) -> None:
    with (corpus / "jams" / "expected.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    first = head.index("seed002_zero_nodes")
    for row in rows:
        found = [cell.computed for cell in cells("hagenberg") if cell.puzzle == row[0]]
        flat = [figure for place, figure in enumerate(sum(found, ())) if place not in (1, 4)]
        assert flat == row[first:]


def test_hagenberg_is_not_always_optimal() -> None:
    """In 28, 8 and 19 of its rows: what is wrong with its heuristics shows."""
    optima = [classic.slides for classic in CLASSICS]
    longer = [
        sum(int(figures[1]) > optimum for figures, optimum in zip(column, optima, strict=True))
        for column in (computed("hagenberg", name) for name in COLUMNS)
    ]
    assert longer == [0, 0, 28, 8, 19]


def test_ntnu() -> None:
    for column, expected in NTNU.items():
        assert computed("ntnu", column) == [(str(nodes), str(moves)) for nodes, moves in expected]


@pytest.mark.parametrize("ties", ["fifo", "lifo"])
def test_ntnu_with_ties_in_a_defined_order(ties: Ties) -> None:
    names = ("Easy-3", "Medium-1", "Hard-3", "Expert-2")
    found = [
        rushhour.solve(
            published_puzzles()[name], metric="step", heuristic="distance-blockers", ties=ties
        )
        for name in names
    ]
    assert [(outcome.expanded, outcome.depth) for outcome in found] == ORDERED[ties]


def test_csc() -> None:
    assert computed("csc", "Moves") == [("8",), ("17",), ("40",), ("51",)]


@cache
def counted(name: str, heuristic: str) -> Count:
    """A* in slides of the tests' own."""
    board = board_of(published_puzzles()[name])
    h = cache(lambda state: estimate(heuristic, board, state, "slide", "edge"))
    rule = Rule(lambda g, h: g + h)
    return best_first(board, "slide", "edge", h, rule, Sorted, successors)


def test_nodes_of_csc_are_those_of_the_reference() -> None:
    """States expanded: with H against none, and on average over the four puzzles."""
    zero, blockers, manhattan = (
        [counted(name, heuristic).expanded for name in CSC]
        for heuristic in ("zero", "blockers", "manhattan")
    )
    saved = [f"{100 * (1 - h / all_):.1f}%" for h, all_ in zip(blockers, zero, strict=True)]
    assert computed("csc", "H") == [(share,) for share in saved[:3]]
    assert computed("csc", "MH below H") == [
        (f"{100 - 100 * sum(manhattan) / sum(blockers):.0f}%",)
    ]
    for column, heuristic in (("H", "blockers"), ("MH", "manhattan")):
        total = sum(counted(name, heuristic).expanded for name in CSC)
        assert computed("csc", f"{column} {heuristic}") == [(f"{total / 4:.0f}",)]


def test_duplicates_of_csc_are_those_of_the_reference() -> None:
    """Of the states that are generated, those that are not the first of their kind."""
    generated = known = 0
    for name in CSC:
        found = counted(name, "zero")
        board = board_of(published_puzzles()[name])
        seen = {board.start}
        for state in found.order:
            for _, child in successors(board, state, "slide", "edge"):
                known += child in seen
                seen.add(child)
        generated += found.generated
    assert computed("csc", "Duplicates") == [(f"{100 * known / generated:.0f}%",)]


def test_by_how_much_h_of_csc_is_too_low() -> None:
    """The vehicles on the road at the start, of as many slides as the source prints."""
    column = next(one for one in table("csc").columns if one.name == "H too low by")
    assert column.compute
    for name, slides in CSC.items():
        board = board_of(published_puzzles()[name])
        share = 100 - 100 * len(on_road(board, board.start)) / slides
        assert column.compute([published_puzzles()[name]]) == (f"{share:.0f}%",)


def test_the_boards_of_the_tables_are_those_of_puzzles() -> None:
    for name, puzzle in published_puzzles().items():
        kind, _, number = name.partition("-")
        files = {"Jam": f"jam-{number:>02}.txt", "Solver": "unblock-me-solver.txt"}
        files |= {"Example": "assignment.txt"}
        other = f"ntnu-{name.lower()}.txt" if number else f"{name}.txt"
        file = files.get(kind, other)
        ours = rushhour.read(HERE.parent / "puzzles" / file)
        # The format of the solver's README has the target last.
        order = sorted if name == "Solver" else list
        assert order(bodies(puzzle)) == order(bodies(ours)), name


def bodies(puzzle: rushhour.Puzzle) -> list[tuple[object, ...]]:
    """The vehicles in their order, without their labels."""
    return [(v.axis, v.row, v.col, v.length) for v in puzzle.vehicles]


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(
        rushhour.errors.UnknownNameError, match="no published table named 'princetn'"
    ):
        next(reproduce("princetn"))


def test_there_are_forty() -> None:
    assert [classic.name for classic in CLASSICS] == [f"Jam-{n}" for n in range(1, 41)]


@pytest.mark.parametrize("classic", CLASSICS, ids=lambda classic: classic.name)
def test_optima_and_clusters(classic: Classic) -> None:
    puzzle = puzzle_of(classic)
    assert rushhour.solve(puzzle).cost == classic.slides
    assert rushhour.solve(puzzle, metric="step").cost == classic.steps
    assert len(rushhour.explore(puzzle)) == classic.states


def expanded(classic: Classic, heuristic: str, ties: Ties) -> int:
    """The states expanded under the default metric and goal."""
    return rushhour.solve(puzzle_of(classic), heuristic=heuristic, ties=ties).expanded


@pytest.mark.parametrize("ties", ["fifo", "lifo"])
def test_advanced_expands_fewer_states_than_blocking_on_every_classic(ties: Ties) -> None:
    for classic in CLASSICS:
        counts = [expanded(classic, name, ties) for name in ("advanced", "blocking", "zero")]
        assert counts == sorted(set(counts)), classic.name


@pytest.mark.parametrize(
    ("heuristic", "ties", "total"),
    [
        ("zero", "fifo", 110_841),
        ("zero", "lifo", 108_227),
        ("blocking", "fifo", 81_567),
        ("blocking", "lifo", 74_993),
        ("advanced", "fifo", 60_326),
        ("advanced", "lifo", 54_601),
    ],
)
def test_totals_over_the_classics(heuristic: str, ties: Ties, total: int) -> None:
    """With lifo, `advanced` expands half of what `zero` does."""
    assert sum(expanded(classic, heuristic, ties) for classic in CLASSICS) == total
