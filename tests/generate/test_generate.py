"""Every promise of every puzzle that was made, against the reference."""

from __future__ import annotations

import math
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import Exit, generate, parse, solve
from rushhour.errors import InvalidOrderError, RushHourError, WrongTypeError
from rushhour.generation import Generation, Order
from rushhour.generation.order import THEMES
from support import reference
from support.bridge import board_of, pairs, puzzle_of
from support.kept_orders import assert_kept
from support.soak_images import IMAGES
from support.strategies import examples

ROOT = Path(__file__).parents[2]
# Small boards, whose clusters plain Python explores at once.
SIZES = st.sampled_from(["4x4", "5x4", "5x5", "4x6", "6x6"])
SEEDS = st.integers(0, 2**64 - 1)
MEASURES = {
    "red_herrings": "..1",
    "essential": (2, None),
    "states": "20..250",
    "returning": "..1",
    "canonical": "1",
    "counterintuitive": "..2",
    "road": "1..",
    "key_moves": "..3",
    "symmetry": "..0.5",
}
SIDES = st.sampled_from(["right", "left", "top", "bottom"])


@st.composite
def orders(draw: st.DrawFn) -> dict[str, Any]:
    """Orders that many boards meet."""
    size = draw(SIZES)
    cells = int(size[0]) * int(size[2])
    least = draw(st.integers(cells // 6, cells // 5))
    slides = draw(st.integers(1, 5))
    wanted: dict[str, Any] = {
        "size": size,
        "exit": draw(SIDES) + draw(st.sampled_from(["", ":0", ":2"])),
        "vehicles": (least, draw(st.integers(least + 2, cells // 3))),
        "walls": draw(st.sampled_from([0, "0..2", 1, (1, 3)])),
        "lengths": draw(st.sampled_from(["2", "2,3", (3, 2)])),
        "slides": (slides, slides + draw(st.integers(2, 4))),
        "minimal": draw(st.booleans()),
        "no_idle": draw(st.booleans()),
        "hardest": draw(st.booleans()),
        "max_states": 300,
    }
    if wanted["minimal"]:
        wanted |= {"vehicles": (2, cells // 3), "walls": "0..3"}
    rest = {
        "steps": "3..20",
        "solutions": "1..3",
        "difficulty": "2..40",
        "density": "0.2..0.9",
        "measures": {
            name: MEASURES[name] for name in draw(st.sets(st.sampled_from(sorted(MEASURES))))
        },
    }
    chosen = draw(st.sets(st.sampled_from(sorted(rest)), max_size=2))
    return wanted | {name: rest[name] for name in chosen}


@examples(4)
@given(wanted=orders(), seed=SEEDS, threads=st.integers(1, 3))
def test_every_promise_is_kept(wanted: dict[str, Any], seed: int, threads: int) -> None:
    assert_all_kept(wanted, seed, threads)


@pytest.mark.slow
@examples(50)
@given(wanted=orders(), seed=SEEDS, threads=st.integers(1, 3))
def test_every_promise_of_many_orders_is_kept(
    wanted: dict[str, Any], seed: int, threads: int
) -> None:
    assert_all_kept(wanted, seed, threads)


def assert_all_kept(wanted: dict[str, Any], seed: int, threads: int) -> None:
    stream = generate(**wanted, seed=seed, threads=threads, count=2, max_boards=2000)
    for made in stream:
        assert_kept(stream.order, made)
        assert made.seed == seed
    assert stream.made == 2 or stream.stopped_by == "boards"


def lines(stream: Generation) -> list[dict[str, Any]]:
    return [made.to_dict() for made in stream]


def test_the_same_seed_gives_the_same_puzzles_for_any_number_of_threads() -> None:
    wanted: dict[str, Any] = {"slides": "12..18", "walls": "0..2", "minimal": True, "seed": 5}
    one, two, three = (lines(generate(**wanted, count=6, threads=n)) for n in (1, 2, 3))
    assert one == two == three
    assert lines(generate(**wanted, count=6, max_seconds=10_000)) == one
    assert lines(generate(**(wanted | {"seed": 6}), count=6)) != one


def test_a_limit_on_time_cuts_the_list_and_changes_nothing() -> None:
    wanted: dict[str, Any] = {"slides": "5..9", "size": "5x5", "seed": 2}
    cut = generate(**wanted, max_seconds=0.3)
    found = lines(cut)
    assert cut.stopped_by == "seconds"
    assert lines(generate(**wanted, count=len(found), threads=1)) == found
    assert next(cut, None) is None


def test_a_stream_without_a_seed_draws_one_that_repeats_it() -> None:
    first = generate(size="4x4", slides="2..", count=3)
    found = lines(first)
    assert lines(generate(size="4x4", slides="2..", count=3, seed=first.seed)) == found


def narrow(**wanted: Any) -> Generation:
    """Small boards of 5 rows with the exit in the middle: so has their mirror image."""
    usual = {"size": "5x4", "vehicles": "3..6", "slides": "3..", "seed": 1}
    return generate(**(usual | wanted))


def test_no_two_puzzles_share_a_cluster() -> None:
    stream = narrow(count=60)
    seen: set[object] = set()
    for one in stream:
        looks = cluster_looks(board_of(one.board))
        assert seen.isdisjoint(looks)
        seen |= looks
    assert stream.refused["new"] > 0


def cluster_looks(board: reference.Board) -> set[object]:
    """All states of a cluster and of its images, without labels."""
    looks: set[object] = set()
    for state in reference.flood(board, "slide", "edge"):
        for image in IMAGES:
            turned = image.board(board)
            bodies = zip(turned.cars, image.state(board, state), strict=True)
            cars = [(c.axis, c.length, at, c.label == board.target) for c, at in bodies]
            exit_ = (turned.exit_side, turned.exit_line)
            looks.add((turned.rows, turned.cols, exit_, turned.walls, tuple(sorted(cars))))
    return looks


@pytest.mark.parametrize("image", IMAGES)
def test_known_puzzles_stay_out_in_every_state_and_image(image: Any) -> None:
    first = next(narrow()).board
    board = board_of(first)
    state = min(reference.flood(board, "slide", "edge"))
    known = puzzle_of(image.board(board), image.state(board, state))
    left = [one.board for one in narrow(count=2, exclude=[known])]
    assert first not in left
    looks = cluster_looks(board)
    assert all(looks.isdisjoint(cluster_looks(board_of(puzzle))) for puzzle in left)


def test_an_order_that_nothing_meets_ends_with_the_reason() -> None:
    stream = generate(size="4x4", vehicles=3, slides=40, seed=1, max_boards=500)
    assert list(stream) == []
    assert stream.stopped_by == "boards"
    assert stream.boards >= 500
    assert sum(stream.refused.values()) == stream.boards
    assert "had 40 slides with 3 vehicles and no walls" in stream.explanation()
    assert stream.explanation().startswith("0 of ")
    assert stream.nearest is not None
    nearest = reference.explore(board_of(stream.nearest.board), "slide", "edge")
    assert stream.nearest.slides == nearest.optimum == nearest.farthest


@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_gives_the_boards_that_were_tried(threads: int) -> None:
    """As many as one thread tries that stops at the puzzle, whatever the threads have begun."""
    counts = []
    for made in (stream := generate(slides="12..", seed=5, threads=threads, count=3)):
        counts.append((made.number, stream.boards, stream.refused["slides"]))
    assert counts == sorted(counts)
    alone = generate(slides="12..", seed=5, threads=1, count=3)
    assert counts == [(made.number, alone.boards, alone.refused["slides"]) for made in alone]


def test_boards_of_a_stream_that_time_ended_are_all_that_were_tried() -> None:
    seen: list[int] = []
    stream = generate(
        slides=60, seed=1, max_seconds=0.3, progress=lambda snapshot: seen.append(snapshot.boards)
    )
    assert list(stream) == []
    assert stream.stopped_by == "seconds"
    assert stream.boards >= seen[-1] > 0


def test_a_board_without_room_is_explained() -> None:
    stream = generate(size="4x4", vehicles=5, lengths=(3,), slides="1..", seed=1, max_boards=2000)
    assert list(stream) == []
    assert 1000 < stream.refused["placed"] <= stream.boards
    assert "others had no room for all vehicles and walls" in stream.explanation()


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"size": "0x6"}, "expected a size of 1x1 to 32x32, found 0x6"),
        ({"size": (6, 33)}, "expected a size of 1x1 to 32x32, found 6x33"),
        ({"exit": "right:6"}, "expected an exit from right:0 to right:5, found right:6"),
        ({"size": "6x4", "exit": "top:4"}, "expected an exit from top:0 to top:3, found top:4"),
        ({"slides": "9..8"}, "expected a range of slides from low to high, found 9..8"),
        ({"steps": (9, 8)}, "expected a range of steps from low to high, found 9..8"),
        (
            {"density": "0.5..0.4"},
            "expected a range of density from low to high, found 18..14 cells",
        ),
        ({"difficulty": "9..8"}, "expected a range of difficulty from low to high"),
        ({"vehicles": 18}, "18 vehicles of 2 cells and 0 walls do not fit a board of 6x6"),
        ({"vehicles": "129.."}, "expected at most 128 vehicles, found 129"),
        ({"vehicles": 0}, "expected at least 1 of vehicles, found 0"),
        ({"slides": 0}, "expected at least 1 of slides, found 0"),
        ({"walls": 31, "vehicles": 1}, "31 walls do not fit the 30 cells outside the line"),
        ({"lengths": ()}, "expected a length of vehicles, found none"),
        ({"lengths": "1,2"}, "expected lengths of at least 2 cells, found 1"),
        ({"lengths": "2,6"}, "a vehicle of 6 cells cannot move on a board of 6x6"),
        ({"size": "6x2", "lengths": "2"}, "the target of 2 cells has no room to move in its line"),
        ({"vehicles": "2..3", "density": "0.9.."}, "the density asks for 33 to 36"),
        ({"density": "2"}, "expected a density from 0 to 1, found 2.0"),
        ({"measures": {"walk": "3..2"}}, "expected a range of walk from low to high"),
        ({"measures": {"histogram": 1}}, "expected a measure that is one number, found histogram"),
    ],
)
def test_orders_that_cannot_be_met_are_refused_before_any_work(
    wanted: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidOrderError) as caught:
        generate(**wanted)
    assert reason in str(caught.value)


def test_all_reasons_come_at_once() -> None:
    with pytest.raises(InvalidOrderError) as caught:
        generate(exit="left:9", slides="9..8", lengths="1")
    assert len(caught.value.reasons) == 3


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"size": "six"}, "expected a size such as 6x6, found 'six'"),
        ({"exit": "middle"}, "expected an exit such as right:2 or top, found 'middle'"),
        ({"slides": "many"}, "expected a whole number or a range such as 20..25 for slides"),
        ({"slides": "20-"}, "a range such as 20..25 for slides, found '20-'"),
        ({"slides": "-5"}, "expected at least 0 for slides, found -5"),
        ({"difficulty": "hard"}, "no level named 'hard'; expected beginner, intermediate,"),
        ({"slides": ".."}, "for slides, found '..'"),
        ({"slides": (1, -2)}, "expected at least 0 for slides, found -2"),
        ({"slides": "-3"}, "expected at least 0 for slides, found -3"),
        ({"slides": ""}, "for slides, found ''"),
        ({"measures": {"retuning": 2}}, "no measure named 'retuning'; did you mean 'returning'?"),
        ({"measures": {"walk": "far"}}, "expected a number or a range such as 0.5..0.75 for walk"),
        ({"lengths": "2;3"}, "expected lengths such as 2,3, found '2;3'"),
        ({"lengths": "9" * 5000}, f"expected lengths such as 2,3, found '{'9' * 40}'"),
        ({"lengths": count(2)}, "expected at most 31 lengths, found more: 2, 3, ..."),
        ({"lengths": (2, 10**20)}, f"expected lengths such as 2,3, found {10**20}"),
        ({"size": 10**20}, f"expected a size such as 6x6, found {10**20}"),
        ({"size": (6, -(10**20))}, f"expected a size such as 6x6, found -{10**20}"),
        ({"exit": Exit("top", 10**20)}, f"expected an exit such as right:2, found {10**20}"),
        ({"seed": -1}, "expected a seed from 0 to 2^64 - 1, found -1"),
        ({"max_seconds": -1}, "expected max_seconds of at least 0 or None, found -1"),
        ({"order": Order(), "slides": 3}, "expected an order or its parts, found both: slides"),
    ],
)
def test_wrong_arguments_say_what_was_expected(wanted: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        generate(**wanted)
    assert error in str(caught.value)


@pytest.mark.parametrize(
    "wanted", [{"slides": 2.5}, {"slides": True}, {"walls": 1.5}, {"size": 6.0}, {"lengths": 2}]
)
def test_wrong_types_are_refused(wanted: dict[str, Any]) -> None:
    with pytest.raises(WrongTypeError):
        generate(**wanted)


@pytest.mark.parametrize(
    ("size", "vehicles", "walls"), [("8x8", "20..26", 0), ("12x12", "12..18", "50..70")]
)
def test_larger_boards_can_be_ordered(size: str, vehicles: str, walls: int | str) -> None:
    (made,) = generate(size=size, vehicles=vehicles, walls=walls, slides="3..", count=1, seed=1)
    board = board_of(made.board)
    end = reference.replay(board, pairs(made.solution.moves), "slide", "edge")
    assert reference.is_goal(board, end, "edge")
    assert len(made.solution.moves) == made.slides == solve(made.board, algorithm="astar").cost


def test_labels_follow_the_reading_order() -> None:
    for made in generate(count=3, slides="5..", seed=4):
        first, *others = made.board.vehicles
        assert first.label == made.board.target == "A"
        assert all((a.row, a.col) < (b.row, b.col) for a, b in pairwise(others))
        assert [vehicle.label for vehicle in others] == [chr(66 + n) for n in range(len(others))]
        assert parse(made.to_dict()["board"]) == made.board


def test_an_order_can_be_written_and_levels_are_ranges() -> None:
    order = Order.of(difficulty="expert", slides="20..", density=(None, 0.5))
    written = order.to_dict()
    assert written["slides"] == [20, None]
    assert written["density"] == [0.0, 0.5]
    assert written["exit"] == "right:2"
    low, high = Order.of(difficulty="advanced").difficulty or (0, 0)
    assert (high, 0 < low < high) == (written["difficulty"][0], True)


@pytest.mark.parametrize("theme", THEMES)
def test_a_puzzle_is_about_its_theme(theme: str) -> None:
    """Few states and few solutions, so that the reference has soon counted them."""
    small: dict[str, Any] = {
        "slides": "6.." if theme == "key" else "3..8",
        "vehicles": "2..11",
        "solutions": "1..2",
        "max_states": 600,
    }
    made = next(generate(**small, theme=theme, seed=3))
    assert_kept(Order.of(**small, theme=theme), made)
    _, walls, density, measures = THEMES[theme]
    assert made == next(generate(**small, walls=walls, density=density, measures=measures, seed=3))


def test_the_table_of_themes_is_complete() -> None:
    """That of docs/how-to/generate.md."""
    text = (ROOT / "docs/how-to/generate.md").read_text(encoding="utf-8")
    for name, (words, walls, density, measures) in THEMES.items():
        options = [f"--walls {walls}"] if walls else [f"--density {density}"] if density else []
        options += [f"--measure {measure}={wanted}" for measure, wanted in measures.items()]
        assert f"| `{name}` | {words} | `{' '.join(options)}` |" in text


def test_themes_are_added_to_one_another_and_contradict_nothing() -> None:
    both = Order.of(theme=["road", "walls"], measures={"returning": 1})
    assert both.walls == (1, 3)
    assert both.measures == (("returning", 1, 1), ("road", 3, math.inf))
    with pytest.raises(RushHourError, match="expected walls by the theme walls or by another"):
        Order.of(theme="walls", walls=1)
    with pytest.raises(RushHourError, match="expected road by the theme road or by another"):
        Order.of(theme="road", measures={"road": 1})
    with pytest.raises(RushHourError, match="no theme named 'wall'; did you mean 'walls'"):
        Order.of(theme="wall")
