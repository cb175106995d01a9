"""What the sources of the published tables say in words, beside what is measured here.

A measure returns whether the statement is true, None where that cannot be decided, and its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, permutations, product
from math import log10, sqrt
from statistics import correlation, mean

from rushhour.analysis import analyse
from rushhour.custom.state import State
from rushhour.lab.tables import published_puzzles, rows_of
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve

Measurement = tuple[bool | None, str]

_CSC = ("GameP01", "GameP14", "GameP33", "GameP40")
_NTNU = ("Easy-3", "Medium-1", "Hard-3", "Expert-2")
_JAMS = tuple(f"Jam-{number}" for number in range(1, 41))
# The largest known cluster of 6 x 6.
_LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."


@dataclass(frozen=True, slots=True)
class Statement:
    """What the source of a table says, its measure, and a command that shows its figures."""

    table: str
    says: str
    measure: Callable[[], Measurement]
    command: str


def statements(table: str) -> tuple[Statement, ...]:
    """The statements of the source of a table, in its order."""
    return tuple(statement for statement in _STATEMENTS if statement.table == table)


def _found(names: Sequence[str], **options: object) -> list[Outcome]:
    return [solve(published_puzzles()[name], **options) for name in names]  # type: ignore[arg-type]


def _listed(numbers: Sequence[object]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"


def _zero_is_bfs() -> Measurement:
    zero = _found(_JAMS, heuristic="zero", algorithm="astar", goal="past")
    bfs = _found(_JAMS, algorithm="bfs", goal="past")
    pairs = [[(o.cost, o.expanded, o.generated) for o in outcomes] for outcomes in (zero, bfs)]
    return pairs[0] == pairs[1], (
        f"on the {len(zero)} classics both find solutions of the same lengths, and expand and "
        f"generate as many states on each, {sum(o.expanded for o in zero)} and "
        f"{sum(o.generated for o in zero)} in all"
    )


def _pictured() -> Measurement:
    puzzle = published_puzzles()["Example"]
    blockers = len(State.of(puzzle, goal="past").blockers())
    return blockers + 1 == 3, (
        f"its cars are those of the list below it: {blockers} are in the way, so h is "
        f"{blockers + 1}; the shortest solution has {solve(puzzle, goal='past').cost} moves"
    )


def _nodes_by_ties(heuristic: str) -> dict[str, list[int]]:
    """The nodes of A* on the classics in the order of ties, as the assignment counts them."""
    options = {"heuristic": heuristic, "algorithm": "astar", "goal": "past"}
    return {
        ties: [1 + outcome.generated for outcome in _found(_JAMS, ties=ties, **options)]
        for ties in ("fifo", "lifo", "heap")
    }


def _first_in_first_out() -> Measurement:
    nodes = _nodes_by_ties("blocking")
    fewer = sum(a < b for a, b in zip(nodes["lifo"], nodes["fifo"], strict=True))
    return sum(nodes["lifo"]) < sum(nodes["fifo"]), (
        f"on the forty classics A* with blocking has {sum(nodes['fifo'])} nodes first in first "
        f"out and {sum(nodes['lifo'])} last in first out, fewer on {fewer} of {len(_JAMS)}"
    )


def _ties_vary() -> Measurement:
    nodes = _nodes_by_ties("blocking")
    spread = [max(row) / min(row) for row in zip(*nodes.values(), strict=True)]
    widest = spread.index(max(spread))
    shown = _listed([column[widest] for column in nodes.values()])
    return max(spread) > 2, (
        "by ties alone: first in first out, last in first out and by the heap of Java A* with "
        f"blocking has {shown} nodes on {_JAMS[widest]}, where this varies most; on average over "
        f"the forty classics the most are {mean(spread):.2f} times the least"
    )


def _of_our_own() -> Measurement:
    names = ("zero", "blocking", "advanced")
    nodes = {name: _nodes_by_ties(name)["fifo"] for name in names}
    fewer = sum(a < b for a, b in zip(nodes["advanced"], nodes["blocking"], strict=True))
    totals = _listed([sum(nodes[name]) for name in names])
    return fewer == len(_JAMS), (
        f"ours, the heuristic 3, has fewer nodes than blocking on {fewer} of the forty classics; "
        f"zero, blocking and advanced have {totals} nodes in all"
    )


def _nodes_explored() -> Measurement:
    names = ("GameP01", "GameP14", "GameP40")
    naive, bfs = _found(names, algorithm="naive"), _found(names, algorithm="bfs")
    before, after = ([outcome.expanded for outcome in found] for found in (naive, bfs))
    less = [f"{1 - b.max_open / a.max_open:.1%}" for a, b in zip(naive, bfs, strict=True)]
    return before != after, (
        f"explored without it: {_listed(before)} states; with it: {_listed(after)}; what falls is "
        f"the largest queue, by {_listed(less)}"
    )


def _memory() -> Measurement:
    naive, bfs = (_found(["GameP40"], algorithm=name)[0].memory for name in ("naive", "bfs"))
    text = f"GameP40: {naive / 1e6:.2f} MB and {bfs / 1e6:.2f} MB, {1 - bfs / naive:.0%} less"
    return None, f"{text}; theirs is {1 - 1.2 / 3.4:.0%} less"


def _bound() -> Measurement:
    puzzle = published_puzzles()["GameP40"]
    outcome = solve(puzzle, algorithm="naive")
    assert outcome.depth is not None
    moves = outcome.generated / outcome.expanded
    power = outcome.depth * log10(moves)
    states = len(explore(puzzle))
    return outcome.expanded <= 10**power, (
        "as a bound of the whole tree; but both algorithms remember the states they explored: "
        f"GameP40 has m = {moves:.1f} and d = {outcome.depth}, so m^d = 10^{power:.0f}; "
        f"{outcome.expanded} of {states} states are explored"
    )


def _impractical() -> Measurement:
    cluster = explore(_LARGEST, max_seconds=60)
    most = max(outcome.expanded for outcome in _found(_JAMS, algorithm="bfs"))
    return not len(cluster) > 10**5, (
        f"all {len(cluster)} states of the largest known cluster of 6 x 6 are found, with their "
        f"distances; of the forty classics breadth-first search explores {most} states at most"
    )


def _first_move() -> Measurement:
    taken = []
    for name, outcome in zip(_CSC, _found(_CSC, algorithm="bfs"), strict=True):
        puzzle, cluster = published_puzzles()[name], explore(published_puzzles()[name])
        left = (outcome.depth or 0) - 1
        best = [m for m in puzzle.legal_moves() if cluster.distance(puzzle.apply(m)) == left]
        taken.append((outcome.moves or [None])[0] == best[0])
        if name == _CSC[0]:
            number, solutions = len(best), analyse(puzzle).optimal_solutions
    return all(taken), (
        f"GameP01 has {solutions} shortest solutions, which begin with {number} moves; the search "
        "returns one that begins with the first of these in its order, as on the other three; its "
        "length is the same"
    )


def _few_moves() -> Measurement:
    bfs, found = _found(_JAMS, algorithm="bfs"), _found(_JAMS, heuristic="blockers")
    saved = [1 - h.expanded / b.expanded for h, b in zip(found, bfs, strict=True)]
    short = [s for s, b in zip(saved, bfs, strict=True) if (b.depth or 0) <= 15]
    long = [s for s, b in zip(saved, bfs, strict=True) if (b.depth or 0) > 15]
    few = sum(len(State.of(published_puzzles()[name]).blockers()) <= 3 for name in _JAMS)
    optimal = sum(h.depth == b.depth for h, b in zip(found, bfs, strict=True))
    return mean(short) > mean(long), (
        f"on the forty classics H is optimal on {optimal}; it saves {mean(short):.0%} of the "
        f"states on the {len(short)} cards of up to 15 moves, {mean(long):.0%} on the others; "
        f"{few} of 40 cards have up to 3 blockers"
    )


def _nodes_of(heuristic: str) -> float:
    return mean(outcome.expanded for outcome in _found(_CSC, heuristic=heuristic))


_THEIRS = ("blockers", "manhattan", "critical-path", "mobility", "lookahead")
# How much of H's nodes their table 4 has for CPH.
_CRITICAL = 894 / 1892


def _fewest() -> Measurement:
    readings = (*_THEIRS, "longest-chain", "mobility-need", "lookahead-need")
    means = {name: _nodes_of(name) for name in readings}
    order = sorted(means, key=lambda name: means[name])
    text = ", ".join(f"{name} {means[name]:.0f}" for name in order)
    both = {order.index("lookahead"), order.index("lookahead-need")}
    return None if both & {0, 1} else False, (
        f"in one of two readings: states explored on average over its four puzzles are {text}"
    )


def _critical() -> Measurement:
    less = [1 - _nodes_of(n) / _nodes_of("blockers") for n in ("critical-path", "longest-chain")]
    return None, (
        f"{less[0]:.0%} fewer states than H on its four puzzles or, read as longest-chain, "
        f"{less[1]:.0%}, where its table 4 has {1 - _CRITICAL:.0%} fewer nodes"
    )


def _superior() -> Measurement:
    means = {name: _nodes_of(name) for name in _THEIRS}
    other = [outcome.depth for outcome in _found(_CSC, heuristic="mobility-need")]
    less = sum(nodes < means["mobility"] for nodes in means.values())
    text = ", ".join(f"{name} {nodes:.0f}" for name, nodes in means.items())
    return less == 0, (
        f"states explored on average: {text}; {less} of the other four explore fewer; read as "
        f"mobility-need it finds solutions of {_listed(other)} moves, where 8, 17, 40 and 51 are "
        "shortest"
    )


def _marginal() -> Measurement:
    fewer = 1 - _nodes_of("manhattan") / _nodes_of("blockers")
    pairs = zip(_found(_JAMS, heuristic="manhattan"), _found(_JAMS, algorithm="bfs"), strict=True)
    longer = sum(mh.depth != bfs.depth for mh, bfs in pairs)
    return False, (
        f"their own table has 1.89 s for MH and 2.41 s for H, {1 - 1.89 / 2.41:.0%} less; here MH "
        f"explores {fewer:.0%} fewer states; on {longer} of the forty classics its solution is "
        "longer than the shortest"
    )


# Nodes and seconds of H, MH, CPH, BMH and TSLH, as their table 4 prints them.
_TABLE_4 = (1892, 2.41), (1327, 1.89), (894, 3.12), (1102, 1.23), (723, 4.56)


def _inverse() -> Measurement:
    nodes, seconds = (list(column) for column in zip(*_TABLE_4, strict=True))
    rho = spearman(nodes, seconds)
    orders = [spearman(nodes, list(order)) for order in permutations(seconds)]
    chance = mean(abs(other) >= abs(rho) - 1e-9 for other in orders)
    return None, (
        f"Spearman's correlation in their table is {rho:.2f}; with five points chance alone gives "
        f"as much in {chance:.0%} of cases"
    )


def _generated() -> Measurement:
    found = _found(_NTNU, algorithm="bfs", metric="step")
    expanded, generated = ([getattr(o, name) for o in found] for name in ("expanded", "generated"))
    distinct = [1 + o.generated - o.duplicates for o in found]
    printed = [int(row["nodes"]) for row in rows_of("ntnu.csv") if row["column"] == "BFS"]
    return printed == generated, (
        f"their numbers are the nodes expanded, {_listed(expanded)} by breadth-first search; "
        f"generated are {_listed(generated)}, of which {_listed(distinct)} are distinct nodes"
    )


def _ties() -> Measurement:
    guided = {"metric": "step", "heuristic": "distance-blockers"}
    fifo, lifo = (
        [o.expanded for o in _found(_NTNU, ties=ties, **guided)] for ties in ("fifo", "lifo")
    )
    return None, (
        "ties decide these counts, and the report does not say how its program broke them; an "
        "emulation of the dictionary of Python 2.7 has all four; first in first out "
        f"{_listed(fifo)}, last in first out {_listed(lifo)}"
    )


def _similar() -> Measurement:
    rows = {(row["puzzle"], row["column"]): row for row in rows_of("ntnu.csv")}
    easy = _NTNU[:2]
    parts = [int(rows[n, "A*"]["nodes"]) / int(rows[n, "BFS"]["nodes"]) for n in easy]
    alike = all(rows[n, "A*"]["moves"] == rows[n, "BFS"]["moves"] for n in easy)
    return alike and all(part < 1 for part in parts), (
        f"{_listed([f'{part:.0%}' for part in parts])} of the nodes of breadth-first search on "
        "Easy-3 and Medium-1; the lengths are equal on all four, since both searches are optimal "
        "with its heuristic"
    )


def _halved() -> Measurement:
    bfs = _found(_NTNU[2:], algorithm="bfs", metric="step")
    astar = [int(row["nodes"]) for row in rows_of("ntnu.csv") if row["column"] == "A*"][2:]
    parts = [a / b.expanded for a, b in zip(astar, bfs, strict=True)]
    shown = _listed([f"{part:.0%}" for part in parts])
    return all(0.4 < part < 0.6 for part in parts), (
        f"{shown} of the nodes of breadth-first search on Hard-3 and Expert-2"
    )


def _settings() -> Measurement:
    """Jam-1, column Blocking, by the words of the slides and by those of the program."""
    options = {"goal": "past", "ties": "heap", "reopen": False}
    nodes = {
        (duplicates, heuristic): 1
        + _found(["Jam-1"], heuristic=heuristic, duplicates=duplicates, **options)[0].generated
        for duplicates in ("better", "equal")
        for heuristic in ("blockers", "blocking")
    }
    text = ", ".join(f"{' with '.join(setting)} {found}" for setting, found in nodes.items())
    return nodes["better", "blockers"] == 6829, (
        f"Jam-1, Blocking, is 6829 in the slides; here, by duplicates and heuristic: {text}; so "
        "their program queues a node again at equal costs too, and adds one for the goal car, as "
        "its README says"
    )


def _hagenberg(column: str, figure: str = "nodes") -> list[int]:
    return [int(row[figure]) for row in rows_of("hagenberg.csv") if row["column"] == column]


def _hagenberg_zero() -> Measurement:
    bfs = _found(_JAMS, algorithm="bfs", goal="past")
    alike = sum(d == o.depth for d, o in zip(_hagenberg("Zero", "depth"), bfs, strict=True))
    nodes = sum(1 + outcome.generated for outcome in bfs)
    return alike == len(_JAMS), (
        f"in depth on {alike} of the forty cards; its nodes are {sum(_hagenberg('Zero'))} in all, "
        f"where breadth-first search has {nodes}: the heap breaks ties in another order"
    )


def _distances() -> Measurement:
    zero, depths = sum(_hagenberg("Zero")), _hagenberg("Zero", "depth")
    saved, longer = list[str](), list[int]()
    for column in ("Distance", "Blocking", "AdvancedDistance"):
        saved.append(f"{column} {1 - sum(_hagenberg(column)) / zero:.0%}")
        found = _hagenberg(column, "depth")
        longer.append(sum(a != b for a, b in zip(found, depths, strict=True)))
    return None, (
        f"nodes saved on the forty cards: {_listed(saved)}; so Distance saves less than Blocking, "
        f"which is admissible; the depths of {longer[0]} and {longer[2]} cards are not least"
    )


def _influence() -> Measurement:
    zero, depths = _hagenberg("Zero"), _hagenberg("Zero", "depth")
    rhos, parts = [], []
    for column in ("Blocking", "Distance", "Advanced", "AdvancedDistance"):
        saved = [1 - n / z for n, z in zip(_hagenberg(column), zero, strict=True)]
        rhos.append(spearman(depths, saved))
        parts.append((mean(saved[:10]), mean(saved[-10:])))
    (first, last), shown = parts[2], _listed([f"{rho:.2f}" for rho in rhos])
    return max(rhos) < 0, (
        "over the forty rows Spearman's correlation of the depth with the part of nodes saved is "
        f"{shown} for the four heuristics; Advanced saves {first:.0%} on the first ten cards and "
        f"{last:.0%} on the last ten"
    )


def _advanced() -> Measurement:
    one, other = _hagenberg("Advanced"), _hagenberg("Blocking")
    fewer = sum(a < b for a, b in zip(one, other, strict=True))
    depth = {name: _hagenberg(name, "depth") for name in ("Advanced", "Zero")}
    longer = sum(a != z for a, z in zip(depth["Advanced"], depth["Zero"], strict=True))
    return fewer > 20, (
        f"on {fewer} of 40 cards, and {1 - sum(one) / sum(other):.0%} fewer nodes in all; but on "
        f"{longer} cards its own column of depths is longer than that of Zero"
    )


def _people() -> Measurement:
    cards = (7, 14, 24)
    measured = [analyse(published_puzzles()[name]) for name in _JAMS]
    places = {
        name: [_place([getattr(one, name) for one in measured], card) for card in cards]
        for name in ("states", "branching", "slides", "surprisal")
    }
    ranks = [_place(_hagenberg("Zero"), card) for card in cards]
    return None, (
        f"the measures fit: cards 7, 14 and 24 are no. {_listed(ranks)} of the forty by nodes; no. "
        f"{_listed(places['states'])} by states and {_listed(places['branching'])} by moves of a "
        f"state, but no. {_listed(places['slides'])} by slides and {_listed(places['surprisal'])} "
        "by surprisal: much can be moved, and little must be"
    )


def _clustered() -> Measurement:
    puzzles = [published_puzzles()[name] for name in _JAMS]
    most, vehicles = [_in_one_spot(one) for one in puzzles], [len(one.vehicles) for one in puzzles]
    nodes = _hagenberg("Zero")
    together, alone = spearman(most, nodes), spearman(vehicles, nodes)
    shared = spearman(most, vehicles)
    apart = (together - shared * alone) / sqrt((1 - shared**2) * (1 - alone**2))
    return None, (
        "over the forty rows Spearman's correlation of the nodes of Zero with the most cars in 3 x "
        f"3 cells is {together:.2f}, with the number of all cars {alone:.2f}; among cards with "
        f"as many cars that of the spot is {apart:.2f}, so what is measured is the number of cars"
    )


def _in_one_spot(puzzle: Puzzle, side: int = 3) -> int:
    """The most vehicles that have a cell in one square of so many cells a side."""
    corners = product(range(puzzle.rows - side + 1), range(puzzle.cols - side + 1))
    return max(
        sum(
            any(0 <= r - row < side and 0 <= c - col < side for r, c in vehicle.cells())
            for vehicle in puzzle.vehicles
        )
        for row, col in corners
    )


def _place(values: Sequence[float], card: int) -> int:
    """The place of a card, the largest value first."""
    return 1 + sum(value > values[card - 1] for value in values)


def _solver_moves() -> Measurement:
    """The program's search: a block moves as far as it can, at the cost of its cells."""
    puzzle = published_puzzles()["Solver"]
    path = _as_far_as_they_can(puzzle)
    cells = sum(abs(move.cells) for move in path)
    slides, steps = solve(puzzle).cost, solve(puzzle, metric="step").cost
    return (len(path), cells) == (slides, steps), (
        "its program moves a block only as far as it can go; so on the example of its README it "
        f"finds {len(path)} moves of {cells} cells, where {slides} moves, or {steps} cells, are "
        "enough; the estimate stays admissible, as these moves are some of all"
    )


def _as_far_as_they_can(puzzle: Puzzle) -> tuple[Move, ...]:
    """The solution of that search, which adds up cells; RuntimeError if it finds none."""
    start, order = State.of(puzzle), count()
    opened: list[tuple[int, int, State, tuple[Move, ...]]] = [(0, next(order), start, ())]
    closed = set[tuple[int, ...]]()
    while opened:
        _, _, state, path = heappop(opened)
        if state.is_solved:
            return path
        key = tuple(cell for one in state.vehicles for cell in (one.row, one.col))
        if key in closed:
            continue
        closed.add(key)
        farthest: dict[tuple[str, bool], Move] = {}
        for move in sorted(state.moves(), key=lambda move: abs(move.cells)):
            farthest[move.vehicle, move.cells > 0] = move
        for move in farthest.values():
            after, longer = state.after(move), (*path, move)
            f = sum(abs(made.cells) for made in longer) + _need(after)
            heappush(opened, (f, next(order), after, longer))
    raise RuntimeError("expected a puzzle that has a solution")


def _need(state: State) -> int:
    return state.cells_to_exit + sum(state.need(vehicle) or 0 for vehicle in state.blockers())


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's correlation of two lists of equal length, with mean ranks for ties.

    >>> spearman([1, 2, 3, 4], [10, 20, 20, 5])
    -0.31622776601683794
    """
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def _csc(says: str, measure: Callable[[], Measurement], command: str) -> Statement:
    return Statement("csc", says, measure, f"rushhour {command}")


_PUZZLES = " ".join(f"puzzles/{name}.txt" for name in _CSC)
_JAM_FILES = "puzzles/jam-*.txt"

_STATEMENTS = (
    Statement(
        "princeton",
        "A* with the zero heuristic is equivalent to breadth-first search",
        _zero_is_bfs,
        f"rushhour compare {_JAM_FILES} --goal past --algorithm bfs,astar --heuristic zero",
    ),
    Statement(
        "princeton",
        "in the state pictured the blocking heuristic is three",
        _pictured,
        "rushhour watch puzzles/assignment.txt --heuristic 2 --goal past -o search.html",
    ),
    Statement(
        "princeton",
        "an advanced heuristic can be at least as effective as blocking",
        _of_our_own,
        f"rushhour compare {_JAM_FILES} --goal past --algorithm astar --heuristic 1,2,3",
    ),
    Statement(
        "princeton",
        "the number of nodes varies widely, even among correct implementations, by ties",
        _ties_vary,
        f"rushhour compare {_JAM_FILES} --goal past --algorithm astar --heuristic 2 --ties heap",
    ),
    Statement(
        "princeton",
        "to break ties first in first out is suboptimal",
        _first_in_first_out,
        f"rushhour compare {_JAM_FILES} --goal past --algorithm astar --heuristic 2 --ties lifo",
    ),
    Statement(
        "hagenberg",
        "the Zero heuristic equals breadth-first search",
        _hagenberg_zero,
        f"rushhour compare {_JAM_FILES} --goal past --algorithm bfs",
    ),
    Statement(
        "hagenberg",
        "a better node replaces one on the open list; Blocking is the number of cars in the way",
        _settings,
        "rushhour puzzles/jam-01.txt --goal past --ties heap --no-reopen --duplicates better "
        "--heuristic blockers",
    ),
    Statement(
        "hagenberg",
        "Advanced performed way better than Blocking (and Zero)",
        _advanced,
        "rushhour reproduce hagenberg --json",
    ),
    Statement(
        "hagenberg",
        "heuristics that use the distance perform well, but are not admissible",
        _distances,
        "rushhour reproduce hagenberg --json",
    ),
    Statement(
        "hagenberg",
        "the influence of the heuristics on the expanded nodes decreases with difficulty",
        _influence,
        "rushhour reproduce hagenberg --json",
    ),
    Statement(
        "hagenberg",
        "the more cars are clustered in one spot, the harder it is for the algorithm",
        _clustered,
        "rushhour reproduce hagenberg --json",
    ),
    Statement(
        "hagenberg",
        "people resolve clusters with more ease than the program, as on cards 7, 14 and 24",
        _people,
        "rushhour analyse puzzles/jam-07.txt puzzles/jam-14.txt puzzles/jam-24.txt",
    ),
    Statement(
        "ntnu",
        "the first value is the total number of nodes generated",
        _generated,
        "rushhour compare puzzles/ntnu-*.txt --metric step --algorithm bfs",
    ),
    Statement(
        "ntnu",
        "best-first search generates 68, 586, 825 and 5892 nodes",
        _ties,
        "rushhour compare puzzles/ntnu-*.txt --metric step --algorithm astar "
        "--heuristic distance-blockers",
    ),
    Statement(
        "ntnu",
        "on the simpler boards nodes and lengths are similar, with A* slightly better",
        _similar,
        "rushhour reproduce ntnu",
    ),
    Statement(
        "ntnu",
        "on the harder boards the number of nodes with A* is about halved",
        _halved,
        "rushhour reproduce ntnu",
    ),
    _csc(
        "state tracking reduces the nodes explored by 51.2 to 67.7 %",
        _nodes_explored,
        f"compare {_PUZZLES} --algorithm naive,bfs",
    ),
    _csc(
        "memory is 1.2 GB where it was 3.4 GB, for 51 moves",
        _memory,
        "compare puzzles/GameP40.txt --algorithm naive,bfs",
    ),
    _csc(
        "breadth-first search takes time and space O(m^d)",
        _bound,
        "compare puzzles/GameP40.txt --algorithm naive",
    ),
    _csc(
        "it is impractical for puzzles that require more than 10^5 states",
        _impractical,
        f"explore - <<< {_LARGEST}",
    ),
    _csc(
        "the reconstruction of the path is biased to the first move",
        _first_move,
        "analyse puzzles/GameP01.txt",
    ),
    _csc(
        "H suits puzzles of up to 15 moves and grids with up to 3 direct blockers",
        _few_moves,
        f"compare {_JAM_FILES} --algorithm bfs,astar --heuristic H",
    ),
    _csc(
        "TSLH explores the fewest nodes",
        _fewest,
        f"compare {_PUZZLES} --algorithm astar --heuristic H,MH,CPH,BMH,TSLH",
    ),
    _csc(
        "CPH reduces the nodes significantly, compared with H",
        _critical,
        f"compare {_PUZZLES} --algorithm astar --heuristic H,CPH",
    ),
    _csc(
        "BMH is superior, without compromising solution quality",
        _superior,
        f"compare {_PUZZLES} --algorithm astar --heuristic H,MH,CPH,BMH,TSLH,mobility-need",
    ),
    _csc(
        "MH explores 30 % fewer nodes than H, with a marginal time increase",
        _marginal,
        f"compare {_JAM_FILES} --algorithm astar --heuristic H,MH",
    ),
    _csc(
        "nodes explored and time are inversely correlated (figure 1)",
        _inverse,
        f"compare {_PUZZLES} --algorithm astar --heuristic H,MH,CPH,BMH,TSLH --plot figure-1.svg",
    ),
    Statement(
        "solver",
        "an action moves a block any number of spaces",
        _solver_moves,
        "rushhour compare puzzles/unblock-me-solver.txt --algorithm astar "
        "--heuristic distance-need --metric step",
    ),
)
