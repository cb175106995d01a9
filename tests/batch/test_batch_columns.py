"""solve_batch: any column of texts in, the answers of `solve` out, errors in their rows."""

import multiprocessing
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rushhour
from rushhour import RushHourError, solve_batch
from rushhour.batch.columns import BatchOptions
from rushhour.batch.plan import Part
from rushhour.model.move import Goal, Metric
from rushhour.model.notation import read_moves
from support import reference
from support.batches import LONG, classics, many
from support.bridge import board_from, puzzle_of
from support.interrupts import ctrl_c
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings

HARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
MIXED = [HARD, None, "..B/AAB/...", "AAB", "", "AA./.../...", "ÄÄAA/...."]


def columns() -> dict[str, Callable[[list[str | None]], Any]]:
    """Every way to say a column of texts."""
    return {
        "list": list,
        "string": lambda boards: pa.array(boards, pa.string()),
        "large_string": lambda boards: pa.array(boards, pa.large_string()),
        "string_view": lambda boards: pa.array(boards, pa.string_view()),
        "binary": lambda boards: pa.array(boards, pa.string()).cast(pa.binary()),
        "dictionary": lambda boards: pa.array(boards, pa.string()).dictionary_encode(),
        "chunked": lambda boards: pa.chunked_array([boards[:2], [], boards[2:]], pa.string()),
        "slice": lambda boards: pa.array(["A", *boards, "A"], pa.string())[1:-1],
        "table": lambda boards: pa.table({"id": range(len(boards)), "board": boards}),
        "only column": lambda boards: pa.table({"puzzle": pa.array(boards, pa.string())}),
        "batches": lambda boards: pa.table({"board": boards}).to_reader(max_chunksize=3),
        "polars": polars,
        "polars categories": lambda boards: polars(boards).cast(__import__("polars").Categorical),
        "pandas": pandas,
        "duckdb": duckdb,
        "arro3": arro3,
    }


def polars(boards: list[str | None]) -> Any:
    return pytest.importorskip("polars").Series("board", boards)


def pandas(boards: list[str | None]) -> Any:
    return pytest.importorskip("pandas").Series(boards, dtype="string")


def duckdb(boards: list[str | None]) -> Any:
    table = pa.table({"board": pa.array(boards, pa.string())})
    return pytest.importorskip("duckdb").from_arrow(table)


def arro3(boards: list[str | None]) -> Any:
    return pytest.importorskip("arro3.core").Array.from_arrow(pa.array(boards, pa.string()))


@pytest.mark.parametrize("name", columns())
def test_columns_of_all_libraries(name: str) -> None:
    boards = [*MIXED, *classics()]
    expected = solve_batch(boards, both=True, states=True)
    assert solve_batch(columns()[name](boards), both=True, states=True).equals(expected)


def test_what_comes_out_is_read_by_all_libraries() -> None:
    table = solve_batch(MIXED)
    assert pytest.importorskip("polars").DataFrame(table)["slides"].to_list() == [
        60, None, None, None, None, 1, 0,
    ]  # fmt: skip


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("goal", GOALS)
def test_answers_are_those_of_solve(metric: Metric, goal: Goal) -> None:
    table = solve_batch(classics(), metric=metric, goal=goal, threads=3)
    outcomes = [rushhour.solve(board, metric=metric, goal=goal) for board in classics()]
    assert table.column_names == ["board", "status", f"{metric}s", "moves", "expanded", "error"]
    assert table.to_pylist() == [
        {
            "board": board,
            "status": outcome.status,
            f"{metric}s": outcome.cost,
            "moves": str(outcome.solution),
            "expanded": outcome.expanded,
            "error": None,
        }
        for board, outcome in zip(classics(), outcomes, strict=True)
    ]


@settings(max_examples=30, deadline=None)
@given(drawings(max_rows=6, max_cols=6, small=True))
def test_answers_are_those_of_the_reference(drawing: Drawing) -> None:
    board = board_from(drawing)
    try:
        text = rushhour.write(rushhour.relabel(puzzle_of(board), "boardstring"), "boardstring")
    except RushHourError:
        return  # an exit that board strings cannot say
    slides, steps = (reference.solve(board, metric, "edge") for metric in METRICS)
    answer = solve_batch([text.strip()], both=True, states=True).to_pylist()[0]
    assert answer["error"] is None
    assert answer["slides"] == (None if slides is None else len(slides))
    assert answer["steps"] == (None if steps is None else len(steps))


def test_rows_without_a_board_say_why() -> None:
    boards = [*MIXED, "A" * 9000, "AA\0.", "AA./.#./.#.", "AA./.~./.~."]
    assert solve_batch(boards)["error"].to_pylist() == [
        None,
        "row 1: expected a board, found null",
        None,
        "row 3: expected a square number of cells, or rows parted by /, found 3 cells",
        "row 4: expected a puzzle, found an empty text",
        None,
        None,
        "row 7: expected at most 8192 bytes for a board, found more",
        "row 8: expected text, found a NUL character",
        "row 9: expected labels that need no quotes, found ['#']",
        None,
    ]


def test_one_bad_row_among_many_is_named_with_its_number() -> None:
    boards = pa.concat_arrays([pa.array(["AA.."] * 99_999), pa.array(["A.BA"]), pa.array(["AA.."])])
    table = solve_batch(boards)
    assert table["error"].null_count == len(boards) - 1
    assert table["error"][99_999].as_py().startswith("row 99999: invalid board: ")
    assert table["status"][100_000].as_py() == "solved"


def test_bytes_that_are_no_text() -> None:
    table = solve_batch(pa.array([b"AA\xff.", b"AA.."], pa.binary()))
    assert table["board"].to_pylist() == ["AA\ufffd.", "AA.."]
    assert table["error"][0].as_py() == "row 0: expected text in UTF-8, found the byte 0xff"


def test_empty_columns() -> None:
    for boards in ([], pa.chunked_array([], pa.string()), pa.array([None, None], pa.null())):
        table = solve_batch(boards)
        assert (len(table), table.schema) == (len(boards), BatchOptions().schema())


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (pa.array([1, 2]), "expected a column of texts, found one of int64"),
        ([1, 2], "expected a column of texts: "),
        ("AA..", "expected a column of boards, found one text: 'AA..'"),
        (pa.table({"a": ["AA.."], "b": [1]}), r"expected one column 'board', found \['a', 'b'\]"),
        (3, "expected a column of texts: "),
        (["AA..", "\ud800"], "expected a column of texts: .*surrogates not allowed"),
        ([rushhour.parse("AA..")], "expected a column of texts: .*'Puzzle'.*write.puzzle, "),
    ],
)
def test_what_is_no_column_of_texts(boards: object, message: str) -> None:
    with pytest.raises(RushHourError, match=message):
        solve_batch(boards)


def test_a_series_of_other_things() -> None:
    series = pytest.importorskip("pandas").Series(["AA..", 5], dtype=object)
    with pytest.raises(RushHourError, match="expected a column of texts: "):
        solve_batch(series)


def test_senseless_options() -> None:
    with pytest.raises(RushHourError, match="expected at least 1 thread, found 0"):
        solve_batch([], threads=0)
    with pytest.raises(RushHourError, match="expected at most 1024 threads, found 1000000000000"):
        solve_batch([], threads=10**12)
    with pytest.raises(RushHourError, match="expected max_states of at least 0 or None, found -1"):
        solve_batch(["AA.."], max_states=-1)
    with pytest.raises(rushhour.errors.UnknownNameError, match="no metric named 'slid'"):
        solve_batch(["AA.."], metric="slid")  # type: ignore[arg-type]


def test_a_limit_is_an_answer() -> None:
    table = solve_batch([HARD, "AA./.../..."], max_states=100)
    assert table["status"].to_pylist() == ["unknown", "solved"]
    assert table["slides"].to_pylist() == [None, 1]


def test_threads_change_nothing() -> None:
    tables = [solve_batch(many(500), threads=threads) for threads in (1, 2, 7)]
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


def test_no_thread_outlives_the_call() -> None:
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        pytest.skip("this system does not list threads")
    solve_batch(classics(), threads=2)
    before = len(list(tasks.iterdir()))
    solve_batch(classics(), threads=5)
    # A thread that has ended its work may be listed for a moment longer.
    end = time.monotonic() + 60
    while len(list(tasks.iterdir())) > before:
        assert time.monotonic() < end
        time.sleep(0.01)


def solve_in_child() -> list[int]:
    slides: list[int] = solve_batch(classics(), threads=2)["slides"].to_pylist()
    return slides


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_children_solve_as_their_parent_did(method: str) -> None:
    expected = solve_in_child()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.apply_async(solve_in_child).get(timeout=120) == expected


def test_what_goes_to_workers_and_back_can_be_pickled() -> None:
    part = Part(3, 30, pa.array([b"AA..", None], pa.large_binary()))
    for value in (BatchOptions(max_states=7), part, solve_batch(MIXED)):
        assert pickle.loads(pickle.dumps(value)) == value


class TestShared:
    """Boards of one cluster and mirror images are answered together, and alike."""

    def boards(self) -> list[str]:
        """Boards with states of their clusters, doubles, mirror images and nonsense among them."""
        states = [b for text in classics()[:12] for b in walk(text, 15)]
        return [*many(120), *states, "nonsense", LONG_ROAD, *states[::7]]

    @pytest.mark.parametrize("metric", METRICS)
    def test_the_answers_are_as_good(self, metric: Metric) -> None:
        options: Any = {"metric": metric, "both": True, "states": True}
        alone, shared = (
            solve_batch(self.boards(), share_clusters=share, **options) for share in (False, True)
        )
        for name in ("board", "status", "slides", "steps", "states", "error"):
            assert shared[name].equals(alone[name]), name
        assert shared["expanded"].null_count > 50
        for row in shared.select(["board", "moves"]).to_pylist():
            if row["moves"] is not None:
                puzzle = rushhour.parse(row["board"])
                moves = read_moves(row["moves"], puzzle)
                assert rushhour.Solution(puzzle, moves, metric).verify() == ()

    def test_threads_change_nothing(self) -> None:
        one, two = (solve_batch(self.boards(), share_clusters=True, threads=n) for n in (1, 2))
        assert one.equals(two)

    @settings(max_examples=20, deadline=None)
    @given(drawings(max_rows=6, max_cols=6, small=True), st.lists(st.integers(0, 99), max_size=12))
    def test_any_cluster(self, drawing: Drawing, picks: list[int]) -> None:
        puzzle = puzzle_of(board_from(drawing))
        try:
            boards = states_of(rushhour.relabel(puzzle, "boardstring"), picks)
        except RushHourError:
            return  # an exit that board strings cannot say
        alone, shared = (solve_batch(boards, share_clusters=share) for share in (False, True))
        for name in ("board", "status", "slides", "error"):
            assert shared[name].equals(alone[name]), name


LONG_ROAD = "AA......../" + "........../" * 3


def walk(text: str, steps: int) -> list[str]:
    """Board strings along a walk that always takes the last legal move but one."""
    return states_of(rushhour.parse(text), list(range(-2, -2 - steps, -1)))


def states_of(puzzle: rushhour.Puzzle, picks: list[int]) -> list[str]:
    """The board strings on a walk, the start first."""
    boards = [rushhour.write(puzzle, "boardstring").strip()]
    for pick in picks:
        moves = list(puzzle.legal_moves())
        if moves:
            puzzle = puzzle.apply(moves[pick % len(moves)])
            boards.append(rushhour.write(puzzle, "boardstring").strip())
    return boards


def test_an_interrupt_ends_the_threads_at_once() -> None:
    begun = time.process_time()
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.5):
        solve_batch([LONG] * 4, threads=2)
    assert time.process_time() - begun < 10


def test_a_column_names_what_takes_a_target() -> None:
    (error,) = solve_batch([".BAA...B.C..rr.C.....C.............."])["error"].to_pylist()
    assert error == (
        "row 0: expected one possible target, found A and r; name that of all boards: --target "
        "LABEL on the command line, target= in Python"
    )
