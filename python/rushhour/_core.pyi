import builtins
from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol, Self, final

from rushhour.formats.declared import CoreDeclared
from rushhour.formats.drawn import CoreBody, CoreError, CoreItem, CoreSetup
from rushhour.generation.order import CoreOrder
from rushhour.model.setup import Axis, Side
from rushhour.search.trace import ExpansionRow

__all__ = [
    "BOUNDS",
    "CONSTANT",
    "KLOTSKI",
    "LEVELS",
    "LIST_SIZE",
    "NAME_IT",
    "PACK",
    "PER_LN_SLIDES",
    "PER_WALK",
    "RATED_SLIDES",
    "RATING_ERROR",
    "VERSION",
    "BoardColumn",
    "Cluster",
    "DiskCluster",
    "Distances",
    "Enumeration",
    "Episodes",
    "Known",
    "Outcome",
    "Puzzle",
    "Stream",
    "WorkerPool",
    "algorithm_for",
    "algorithms",
    "analyse",
    "analyse_small",
    "are_json_lines",
    "axis_of",
    "branching_factor",
    "candidates",
    "canonical",
    "check_on_disk",
    "declared_exit",
    "difficulty",
    "difficulty_of",
    "estimate",
    "estimate_on_disk",
    "estimates",
    "exit_at_abort",
    "explain",
    "explore",
    "explore_on_disk",
    "heuristics",
    "hint",
    "in_a_sentence",
    "in_fence",
    "is_bar",
    "is_board_string",
    "is_car_list",
    "is_code",
    "is_file_name",
    "is_frame",
    "is_grid",
    "is_json",
    "is_red",
    "judge",
    "keeps",
    "list_words",
    "lock",
    "measures",
    "minimise",
    "needs_quotes",
    "neighbours",
    "operate",
    "other_games",
    "other_names",
    "perft",
    "pointing_at",
    "qr",
    "rating_of",
    "read_board_string",
    "read_car_list",
    "read_code",
    "read_declared",
    "read_drawing",
    "read_frames",
    "read_grids",
    "read_json",
    "read_lines",
    "read_listing",
    "read_matrix",
    "read_picture",
    "reasons",
    "removable",
    "replay_column",
    "resembles_board_string",
    "resembles_car_list",
    "resembles_code",
    "resembles_grid",
    "resembles_json",
    "rules",
    "schema",
    "search",
    "setup_of_picture",
    "sizes_in",
    "survey",
    "survey_tiny",
    "tables",
    "target_of",
    "uneven",
    "usual_vehicles",
    "vary",
    "vehicle_field",
]

VERSION: Final[str]
NAME_IT: Final[str]
BOUNDS: Final[tuple[int, int, float]]
CONSTANT: Final[float]
KLOTSKI: Final[str]
LIST_SIZE: Final[int]
PACK: Final[str]
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
        vehicles: list[tuple[str, CoreBody]],
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
    def image(self, number: int) -> Puzzle: ...
    def mirrored(self) -> Puzzle: ...
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

class _Fraction(Protocol):
    @property
    def numerator(self) -> int: ...
    @property
    def denominator(self) -> int: ...

class _Options(Protocol):
    @property
    def metric(self) -> str: ...
    @property
    def goal(self) -> object: ...
    @property
    def algorithm(self) -> str: ...
    @property
    def heuristic(self) -> object: ...
    @property
    def weight(self) -> _Fraction | None: ...
    @property
    def ties(self) -> str: ...
    @property
    def duplicates(self) -> str: ...
    @property
    def reopen(self) -> bool | None: ...
    @property
    def undo(self) -> bool: ...
    @property
    def max_states(self) -> int | None: ...
    @property
    def max_memory(self) -> int | None: ...
    @property
    def max_seconds(self) -> float | None: ...

def search(
    puzzle: Puzzle,
    options: _Options,
    threads: int,
    own_heuristic: _Custom | None,
    own_goal: Callable[[tuple[int, ...]], bool] | None,
    progress: _Progress | None,
    trace: _Trace | None,
    with_children: bool,
) -> Outcome: ...

@final
class WorkerPool:
    def __new__(cls, threads: int) -> Self: ...
    @property
    def threads(self) -> int: ...
    def search(self, puzzles: list[str | Puzzle], options: _Options) -> list[Outcome | None]: ...

# Where texts end as int64, their bytes, the rows without one: Arrow's `large_binary`.
_Texts = tuple[builtins.bytes, builtins.bytes, set[int]]
# A name, and Arrow's buffers: validity, where texts end (None for numbers), values.
_Column = tuple[str, tuple[builtins.bytes, builtins.bytes | None, builtins.bytes]]

@final
class BoardColumn:
    def __new__(cls, pool: WorkerPool, boards: _Texts, first: int, known: CoreDeclared) -> Self: ...
    def puzzles(self) -> list[Puzzle | None]: ...
    def solve(
        self, pool: WorkerPool, options: _Options, include: tuple[bool, bool, bool]
    ) -> list[_Column]: ...

def replay_column(
    pool: WorkerPool, boards: _Texts, moves: _Texts, goal: str, known: CoreDeclared
) -> list[_Column]: ...
def exit_at_abort(code: int, message: str) -> None: ...
def read_lines(
    text: builtins.bytes, are_drawings: bool
) -> tuple[builtins.bytes, builtins.bytes]: ...

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
    puzzle: Puzzle, options: _Options, threads: int, progress: _Progress | None
) -> tuple[Cluster | None, str | None, int]: ...
def explore_on_disk(
    puzzle: Puzzle, options: _Options, folder: str, threads: int, progress: _Progress | None
) -> DiskCluster: ...
def check_on_disk(puzzle: Puzzle, options: _Options, folder: str) -> None: ...
def estimate_on_disk(puzzle: Puzzle, options: _Options) -> tuple[float, float]: ...

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
        options: _Options,
        progress: _Progress | None,
        explores: bool = True,
    ) -> Self: ...
    def distance(self, puzzle: Puzzle, progress: _Progress | None) -> int | None: ...
    def hint(
        self, puzzle: Puzzle, every: bool, names: list[str], progress: _Progress | None
    ) -> _Hint: ...
    def line(self, puzzle: Puzzle, progress: _Progress | None) -> list[tuple[int, int]] | None: ...

def hint(
    puzzle: Puzzle,
    options: _Options,
    every: bool,
    names: list[str],
    progress: _Progress | None,
) -> _Hint: ...
def judge(
    puzzle: Puzzle,
    step: tuple[int, int],
    options: _Options,
    progress: _Progress | None,
) -> tuple[int, int | None, int | None] | None: ...

class _TextsOfPuzzles(Protocol):
    def puzzle(self, text: str) -> object: ...
    def shortest(self, puzzle: Puzzle) -> str: ...
    def convert(self, core: Puzzle, title: str | None, to: str, relabel: bool) -> str: ...
    def operate(self, name: str, request: str) -> str: ...

def operate(
    name: str,
    request: builtins.bytes,
    bounds: tuple[int, int, float],
    texts: _TextsOfPuzzles,
    progress: _Progress | None,
) -> tuple[int, builtins.bytes]: ...
def schema() -> str: ...

# Whether each module is dark, row by row; the path of the dark ones; the level.
_Qr = tuple[list[list[bool]], str, Literal["low", "medium", "quartile", "high"]]

def qr(text: str) -> _Qr: ...

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
    progress: Callable[[int], object] | None,
) -> _Survey: ...
def heuristics() -> list[tuple[str, str, tuple[bool, bool], tuple[bool, bool]]]: ...
def other_names() -> list[tuple[str, str]]: ...
def estimate(puzzle: Puzzle, heuristic: str, metric: str, goal: str) -> int | None: ...
def estimates(
    puzzle: Puzzle, heuristic: str, metric: str, goal: str, states: list[tuple[int, ...]]
) -> list[int | None]: ...

# Reason, words, vehicle, amount, moves, other vehicles.
_TermRow = tuple[str, str, int | None, int | None, list[tuple[int, int]], list[int]]

def explain(
    puzzle: Puzzle,
    heuristic: str,
    metric: str,
    goal: str,
    limits: _Limits,
    states: list[tuple[int, ...]],
) -> list[tuple[int | None, list[_TermRow]]]: ...
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
def usual_vehicles(cells: int, *, minimal: bool) -> tuple[int, int]: ...

# Puzzle, corners, confidence, that of each cell, and doubts as (kind, message, cells).
_Doubt = tuple[str, str, list[tuple[int, int]]]
_ReadPicture = tuple[Puzzle, list[tuple[float, float]], float, list[float], list[_Doubt]]

def read_picture(
    pixels: builtins.bytes,
    width: int,
    height: int,
    channels: int,
    corners: Sequence[Sequence[float]] | None,
    size: tuple[int, int] | None,
    exit: tuple[str, int | None] | None,
    target: tuple[int, int] | None,
    lengths: list[int],
) -> _ReadPicture: ...
def perft(puzzle: Puzzle, metric: str, goal: str, depth: int) -> list[int]: ...

# Puzzle, moves, steps, states, solutions, walk, name of the cluster.
_Made = tuple[Puzzle, list[tuple[int, int]], int, int, int | None, float | None, str]
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

@final
class Known:
    def __new__(cls) -> Self: ...
    def add(self, puzzle: Puzzle) -> None: ...
    def find(self, puzzle: Puzzle, threads: int, limits: _Limits) -> list[int]: ...

# Name, representative, mirror image, hardest state, slides, most slides, states.
_Canonical = tuple[str, Puzzle, Puzzle, Puzzle | None, int | None, int | None, int]

def canonical(
    puzzle: Puzzle, threads: int, limits: _Limits, progress: _Progress | None
) -> _Canonical: ...

# Vehicles, walls and reasons.
_Lock = tuple[list[str], list[tuple[int, int]], list[str]]

def lock(
    puzzle: Puzzle, goal: str, threads: int, limits: _Limits, progress: _Progress | None
) -> _Lock | None: ...

# Slides, what can go (vehicles, walls and the puzzle that is left), and the limit that came first.
_Minimised = tuple[int | None, list[tuple[list[str], list[tuple[int, int]], Puzzle]], str | None]

def minimise(
    puzzle: Puzzle, max_sets: int, threads: int, limits: _Limits, progress: _Progress | None
) -> _Minimised: ...

# Kind, change, puzzle, slides, difficulty.
_Variant = tuple[Literal["harder", "subtler", "easier"], str, Puzzle, int, float | None]
# Slides, difficulty, variants, tried, unsolvable, open, stopped by.
_Variation = tuple[int | None, float | None, list[_Variant], int, int, int, str | None]

def vary(
    puzzle: Puzzle,
    names: list[str],
    threads: int,
    limits: _Limits,
    progress: Callable[[int, int, int], object] | None,
) -> _Variation: ...
def neighbours(puzzle: Puzzle, names: list[str]) -> list[tuple[str, Puzzle]]: ...
def removable(
    puzzle: Puzzle, limits: _Limits, progress: _Progress | None
) -> tuple[list[int], list[int]] | None: ...

# The number of a line, its text, and whether a blank line stands before it.
_TextLine = tuple[int, str, bool]
_TextLines = list[_TextLine]
_CellRows = list[list[str]]

def is_board_string(lines: _TextLines) -> bool: ...
def resembles_board_string(lines: _TextLines) -> bool: ...
def read_board_string(line: _TextLine, word: int | None, target: str | None) -> CoreItem: ...
def is_file_name(text: str) -> bool: ...
def is_car_list(lines: _TextLines) -> bool: ...
def resembles_car_list(lines: _TextLines) -> bool: ...
def read_car_list(lines: _TextLines, sizes: list[int]) -> CoreItem: ...
def sizes_in(text: str) -> list[int]: ...
def is_frame(lines: _TextLines) -> bool: ...
def read_frames(lines: _TextLines, target: str | None, needs_exit: bool) -> list[CoreItem]: ...
def is_grid(lines: _TextLines) -> bool: ...
def resembles_grid(lines: _TextLines) -> bool: ...
def read_grids(lines: _TextLines, target: str | None) -> list[CoreItem]: ...
def is_code(text: str) -> bool: ...
def resembles_code(text: str) -> bool: ...
def read_code(text: str, target: str | None) -> list[CoreItem]: ...
def is_json(format: str, opening: str) -> bool: ...
def resembles_json(format: str, opening: str) -> bool: ...
def are_json_lines(format: str, opening: str) -> bool: ...
def read_json(format: str, text: str, line: int | None, target: str | None) -> list[CoreItem]: ...
def read_listing(
    entries: list[tuple[int, int, Axis, int, str | None, bool, bool, bool]],
    size: tuple[int, int],
    target: str | None,
    *,
    has_pairs: bool,
    are_cells: bool,
    has_y: bool,
    line: int | None,
    first: int | None,
) -> CoreItem: ...
def vehicle_field(word: str) -> str | None: ...
def axis_of(word: str) -> Axis | None: ...
def is_red(word: str) -> bool: ...
def list_words() -> tuple[list[tuple[str, list[str]]], list[tuple[str, list[str]]]]: ...
def read_matrix(rows: _CellRows, target: str | None) -> CoreItem: ...
def declared_exit(declared: CoreDeclared, target: CoreBody | None) -> tuple[Side, int] | None: ...
def read_declared(lines: _TextLines, declared: CoreDeclared) -> list[CoreItem]: ...
def read_drawing(
    rows: _CellRows, target: str | None, own: str | None, line: int | None
) -> CoreItem: ...
def setup_of_picture(
    rows: _CellRows, target: str, empty: list[str], walls: list[str], exit: tuple[str, int] | None
) -> CoreSetup: ...
def is_bar(rows: _CellRows, label: str) -> bool: ...
def candidates(rows: _CellRows, labels: list[str], own: str | None) -> list[str]: ...
def target_of(
    rows: _CellRows, labels: list[str], own: str | None, line: int | None
) -> tuple[str, None] | tuple[None, CoreError]: ...
def pointing_at(rows: _CellRows, way_out: tuple[str, int]) -> list[str]: ...
def other_games(vehicles: list[tuple[str, CoreBody]]) -> list[str]: ...
def in_a_sentence(label: str) -> str: ...
def needs_quotes(label: str) -> bool: ...
def in_fence(lines: list[str]) -> tuple[int, int] | None: ...
def uneven(expected: int, index: int, row: str, found: int) -> str: ...
