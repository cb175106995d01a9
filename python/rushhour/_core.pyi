import builtins
from collections.abc import Callable
from typing import Final, Literal, Protocol, Self, final

from rushhour.generation.order import CoreOrder
from rushhour.search.query import Query
from rushhour.search.trace import ExpansionRow

__all__ = [
    "CONSTANT",
    "LEVELS",
    "PER_LN_SLIDES",
    "PER_WALK",
    "RATED_SLIDES",
    "RATING_ERROR",
    "VERSION",
    "Cluster",
    "DiskCluster",
    "Distances",
    "Enumeration",
    "Episodes",
    "Outcome",
    "Puzzle",
    "Stream",
    "WorkerPool",
    "algorithm_for",
    "algorithms",
    "analyse",
    "analyse_small",
    "branching_factor",
    "canonical_cluster",
    "check_on_disk",
    "difficulty",
    "difficulty_of",
    "estimate",
    "estimate_on_disk",
    "explore",
    "explore_on_disk",
    "heuristics",
    "hint",
    "judge",
    "keeps",
    "measures",
    "operate",
    "other_names",
    "perft",
    "rating_of",
    "read_lines",
    "reasons",
    "removable",
    "replay_column",
    "rules",
    "schema",
    "search",
    "solve_column",
    "survey",
    "survey_tiny",
    "tables",
    "usual_vehicles",
]

VERSION: Final[str]
CONSTANT: Final[float]
PER_LN_SLIDES: Final[float]
PER_WALK: Final[float]
RATING_ERROR: Final[float]
RATED_SLIDES: Final[tuple[int, int]]
LEVELS: Final[list[float]]

@final
class Puzzle:
    def __new__(
        cls,
        rows: int,
        cols: int,
        vehicles: list[tuple[str, tuple[str, int, int, int] | list[tuple[int, int]]]],
        target: str,
        exit: tuple[str, int] | None,
        walls: list[tuple[int, int]],
        driven_out: bool,
    ) -> Puzzle: ...
    @staticmethod
    def of_board_string(text: str) -> Puzzle | None: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def exit(self) -> tuple[Literal["right", "left", "top", "bottom"], int]: ...
    @property
    def walls(self) -> list[tuple[int, int]]: ...
    @property
    def target(self) -> int: ...
    @property
    def vehicles(self) -> list[tuple[str, Literal["h", "v"], int, int, int]]: ...
    def moves(self, metric: str, goal: str) -> list[tuple[int, int]]: ...
    def free(self, vehicle: int, goal: str) -> tuple[int, int]: ...
    def is_goal(self, goal: str) -> bool: ...
    def at(self, offsets: list[int]) -> Puzzle: ...
    def canonical(self) -> tuple[builtins.bytes, int]: ...
    def apply(self, vehicle: int, cells: int) -> Puzzle | None: ...

@final
class Outcome:
    def __new__(
        cls,
        status: Literal["solved", "unsolvable", "unknown"],
        stopped_by: str | None,
        moves: builtins.bytes | None,
        lower_bound: int,
        expanded: int,
        generated: int,
        duplicates: int,
        reopened: int,
        max_open: int,
        evaluated: int,
        memory: int,
        seconds: float,
        algorithm: str | None,
        reason: str | None,
        engine: str,
    ) -> Outcome: ...
    @property
    def status(self) -> Literal["solved", "unsolvable", "unknown"]: ...
    @property
    def stopped_by(self) -> str | None: ...
    @property
    def moves(self) -> builtins.bytes | None: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def duplicates(self) -> int: ...
    @property
    def reopened(self) -> int: ...
    @property
    def max_open(self) -> int: ...
    @property
    def evaluated(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def algorithm(self) -> str | None: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def engine(self) -> str: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

_Progress = Callable[[int, int, int, int | None], object]
_Trace = Callable[[ExpansionRow], object]

# For a puzzle, a function of the offsets of the vehicles' first cells along their lines.
_Custom = Callable[[Puzzle], Callable[[tuple[int, ...]], int | None]]
_Heuristic = str | _Custom

def search(
    puzzle: Puzzle,
    query: Query,
    functions: tuple[_Custom | None, Callable[[tuple[int, ...]], bool] | None],
    threads: int,
    progress: _Progress | None,
    trace: _Trace | None,
) -> Outcome: ...

@final
class WorkerPool:
    def __new__(cls, threads: int) -> Self: ...
    @property
    def threads(self) -> int: ...
    def search(self, puzzles: list[str | Puzzle], query: Query) -> list[Outcome | None]: ...

# Where texts end as int64, their bytes, the rows without one: Arrow's `large_binary`.
_Texts = tuple[builtins.bytes, builtins.bytes, set[int]]
# A name, and Arrow's buffers: validity, where texts end (None for numbers), values.
_Column = tuple[str, tuple[builtins.bytes, builtins.bytes | None, builtins.bytes]]

def solve_column(
    pool: WorkerPool,
    boards: _Texts,
    first: int,
    query: Query,
    include: tuple[bool, bool, bool],
    explain: Callable[[str], Puzzle | str],
) -> list[_Column]: ...
def replay_column(pool: WorkerPool, boards: _Texts, moves: _Texts, goal: str) -> list[_Column]: ...
def read_lines(text: builtins.bytes) -> tuple[builtins.bytes, builtins.bytes]: ...

# States, those of solvable clusters, unsolvable clusters; clusters by slides and by steps, and the
# minimal ones of them.
_Sums = tuple[int, int, int, list[int], list[int], list[int], list[int]]
# Walls, vehicles, and the hardest board in slides and in steps.
_Hardest = tuple[int, str] | None
_Record = tuple[int, int, _Hardest, _Hardest]
# First cells, lengths, and walls as bits.
_Line = tuple[list[int], list[int], int]
_Clusters = tuple[list[_Column], _Sums, list[_Record]]

@final
class Enumeration:
    def __new__(
        cls,
        size: tuple[int, int],
        exit_row: int,
        lengths: list[int],
        walls: tuple[int, int],
        rules: str,
    ) -> Self: ...
    def parts(self, most: int) -> list[int]: ...
    def run(
        self,
        pool: WorkerPool,
        parts: list[tuple[int, int]],
        kept: tuple[str, tuple[int, int] | None],
        steps: bool,
        count_walls: bool,
    ) -> list[_Clusters]: ...
    def run_one(self, rows: list[_Line], columns: list[_Line]) -> _Clusters | None: ...

def rules() -> list[str]: ...
def keeps() -> list[str]: ...

_Limits = tuple[int | None, int | None, float | None]

@final
class Cluster:
    def __len__(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def engine(self) -> str: ...
    @property
    def histogram(self) -> list[int]: ...
    def hardest(self, most: int | None) -> list[Puzzle]: ...
    def contains(self, puzzle: Puzzle) -> bool: ...
    def distance(self, puzzle: Puzzle) -> int | None: ...
    def best_moves(self, puzzle: Puzzle) -> list[tuple[int, int]]: ...
    def path(self, puzzle: Puzzle) -> list[tuple[int, int]] | None: ...
    def walk(
        self, start: Puzzle, end: Puzzle, progress: _Progress | None
    ) -> list[tuple[int, int]] | None: ...
    def count_optimal(self, puzzle: Puzzle, limits: _Limits) -> int: ...
    def refined(self, puzzle: Puzzle, limits: _Limits) -> list[tuple[int, int]] | None: ...
    def offsets(self) -> builtins.bytes: ...
    def graph(self) -> tuple[builtins.bytes, builtins.bytes]: ...

@final
class DiskCluster:
    def __len__(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def engine(self) -> str: ...
    @property
    def histogram(self) -> list[int]: ...
    def hardest(self, most: int | None) -> list[Puzzle]: ...
    def distance(self, puzzle: Puzzle) -> int | None: ...
    def best_moves(self, puzzle: Puzzle) -> list[tuple[int, int]]: ...
    def path(self, puzzle: Puzzle) -> list[tuple[int, int]] | None: ...

@final
class Episodes:
    def __new__(
        cls,
        slots: int,
        size: tuple[int, int, int, int],
        observation: str,
        metric: str,
        goal: str,
        reward: str,
        discount: float,
        max_moves: int | None,
    ) -> Episodes: ...
    @staticmethod
    def needs_distance(reward: str) -> bool: ...
    @staticmethod
    def size(puzzle: Puzzle, metric: str, goal: str) -> tuple[int, int, int, int]: ...
    def start(self, slot: int, puzzle: Puzzle, cluster: Cluster | None) -> None: ...
    def step(
        self, actions: object, waiting: object, rewards: object, solved: object, cut: object
    ) -> None: ...
    def observe(self, observations: object, masks: object) -> None: ...
    def distances(self, distances: object) -> None: ...
    def offsets(self, slot: int) -> list[int] | None: ...

def explore(
    puzzle: Puzzle,
    metric: str,
    goal: str,
    threads: int,
    max_states: int | None,
    max_memory: int | None,
    max_seconds: float | None,
    progress: _Progress | None,
) -> tuple[Cluster | None, str | None, int]: ...
def explore_on_disk(
    puzzle: Puzzle,
    metric: str,
    goal: str,
    folder: str,
    threads: int,
    limits: _Limits,
    progress: _Progress | None,
) -> DiskCluster: ...
def check_on_disk(puzzle: Puzzle, metric: str, goal: str, folder: str) -> None: ...
def estimate_on_disk(puzzle: Puzzle, goal: str) -> tuple[float, float]: ...

_Value = bool | int | float | list[int] | tuple[float, float, str] | None

def measures() -> list[tuple[str, str, str, str, str]]: ...

_Analysis = tuple[Literal["solved", "unsolvable", "unknown"], str | None, list[_Value]]

def analyse(
    puzzle: Puzzle, seed: int, limits: _Limits, progress: _Progress | None
) -> _Analysis: ...
def analyse_small(
    puzzle: Puzzle, limits: _Limits, progress: _Progress | None
) -> _Analysis | None: ...
def difficulty(
    puzzle: Puzzle, slides: int, walk: float
) -> tuple[float, float, float, bool, float, str]: ...
def difficulty_of(slides: float, walk: float) -> float: ...
def rating_of(difficulty: float) -> tuple[float, str]: ...
def reasons(
    slides: int,
    walk: float | None,
    counterintuitive: int,
    returning: int,
    is_one: bool,
    herrings: int,
) -> list[str]: ...

_Link = tuple[int, int, tuple[int, int], int, bool]

# The move, how far the goal is after it, why it is best, the chain of blockers.
_Advice = tuple[tuple[int, int], int, str, list[_Link]]
# The distance, the reason, the best moves.
_Hint = tuple[int | None, str, list[_Advice]]

@final
class Distances:
    def __new__(
        cls,
        puzzle: Puzzle,
        metric: str,
        goal: str,
        limits: _Limits,
        progress: _Progress | None,
        explores: bool = True,
    ) -> Self: ...
    def distance(
        self, puzzle: Puzzle, limits: _Limits, progress: _Progress | None
    ) -> int | None: ...
    def hint(
        self,
        puzzle: Puzzle,
        every: bool,
        names: list[str],
        limits: _Limits,
        progress: _Progress | None,
    ) -> _Hint: ...
    def line(
        self, puzzle: Puzzle, limits: _Limits, progress: _Progress | None
    ) -> list[tuple[int, int]] | None: ...

def hint(
    puzzle: Puzzle,
    metric: str,
    goal: str,
    every: bool,
    names: list[str],
    limits: _Limits,
    progress: _Progress | None,
) -> _Hint: ...
def judge(
    puzzle: Puzzle,
    after: Puzzle,
    metric: str,
    goal: str,
    limits: _Limits,
    progress: _Progress | None,
) -> tuple[int | None, int | None]: ...

class _TextsOfPuzzles(Protocol):
    def puzzle(self, text: str) -> object: ...
    def shortest(self, puzzle: Puzzle) -> str: ...
    def operate(self, name: str, request: str) -> str: ...

def operate(
    name: str,
    request: builtins.bytes,
    bounds: tuple[int, int, float],
    texts: _TextsOfPuzzles,
    progress: _Progress | None,
) -> tuple[int, builtins.bytes]: ...
def schema() -> str: ...

_Excess = tuple[Puzzle, int | None, int]
_Fall = tuple[Puzzle, tuple[int, int], int | None, int]
_Extremes = tuple[int | None, Puzzle | None, int | None]
_Finding = tuple[int, int, int, int, int, int, _Excess | None, _Fall | None]

_Survey = tuple[int, int, int, list[_Finding]]

def survey(
    puzzle: Puzzle,
    heuristics: list[_Heuristic],
    metric: str,
    goal: str,
    limits: _Limits,
    progress: _Progress | None,
) -> tuple[_Survey, _Extremes]: ...
def survey_tiny(
    family: tuple[int, int],
    heuristics: list[_Heuristic],
    metric: str,
    goal: str,
    limits: _Limits,
    progress: _Progress | None,
) -> _Survey: ...
def heuristics() -> list[tuple[str, str, tuple[bool, bool], tuple[bool, bool]]]: ...
def other_names() -> list[tuple[str, str]]: ...
def estimate(puzzle: Puzzle, heuristic: str, metric: str, goal: str) -> int | None: ...
def tables(
    puzzle: Puzzle, heuristic: str, metric: str, goal: str, limits: _Limits
) -> list[tuple[list[int], list[bool], int, int]]: ...

# Name, help, when its solutions are shortest, and the settings that it takes.
_AlgorithmRow = tuple[
    str, str, Literal["always", "admissible", "within weight", "never"], list[str]
]

def algorithms() -> list[_AlgorithmRow]: ...
def algorithm_for(name: str, chosen: list[str]) -> _AlgorithmRow: ...
def branching_factor(nodes: int, depth: int) -> float | None: ...
def usual_vehicles(cells: int) -> tuple[int, int]: ...
def perft(puzzle: Puzzle, metric: str, goal: str, depth: int) -> list[int]: ...

# Puzzle, moves, steps, states, solutions, walk.
_Made = tuple[Puzzle, list[tuple[int, int]], int, int, int | None, float | None, builtins.bytes]
# Puzzle, slides, distance.
_Nearest = tuple[Puzzle, int, int]

@final
class Stream:
    def __new__(
        cls, order: CoreOrder, known: list[Puzzle], seed: int, threads: int, max_boards: int
    ) -> Self: ...
    def next(
        self, seconds: float | None, progress: Callable[[int, _Nearest | None], object] | None
    ) -> tuple[_Made | None, Literal["boards", "seconds"] | None]: ...
    def tally(self) -> tuple[int, list[tuple[str, int]]]: ...
    def nearest(self) -> _Nearest | None: ...

def canonical_cluster(
    puzzle: Puzzle, limits: _Limits, progress: _Progress | None
) -> tuple[builtins.bytes, Puzzle, int]: ...
def removable(
    puzzle: Puzzle, limits: _Limits, progress: _Progress | None
) -> tuple[list[int], list[int]] | None: ...
