from typing import Final, Literal, final

VERSION: Final[str]

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
    ) -> Puzzle: ...
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
    def apply(self, vehicle: int, cells: int) -> Puzzle | None: ...

def search(
    puzzle: Puzzle,
    metric: str,
    goal: str,
    algorithm: str,
    heuristic: str,
    ties: str,
    max_states: int | None,
    max_memory: int | None,
    max_seconds: float | None,
) -> tuple[
    Literal["solved", "unsolvable", "unknown"],
    str | None,
    list[tuple[int, int]],
    int,
    tuple[int, int, int, int, int, int],
    float,
]: ...
def heuristics() -> list[tuple[str, str, tuple[bool, bool], tuple[bool, bool]]]: ...
def algorithms() -> list[tuple[str, str]]: ...
def perft(puzzle: Puzzle, metric: str, goal: str, depth: int) -> list[int]: ...
