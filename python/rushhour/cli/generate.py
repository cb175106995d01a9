"""`rushhour generate`: puzzles to order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, get_args

from cyclopts import Parameter
from cyclopts.types import NonNegativeFloat, NonNegativeInt, PositiveInt

from rushhour.analysis.measures import Level
from rushhour.auditing.known import known_puzzles
from rushhour.base.files import STREAM, check_outputs
from rushhour.base.text import JsonDict, json_line
from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName, typed_text
from rushhour.cli.options import (
    AGAINST,
    SEED,
    ForceOption,
    ThreadsOption,
    ToOption,
    among,
    input_option,
    limit_option,
    output_option,
    print_option,
    search_option,
    written_file,
)
from rushhour.cli.output import put_parts, until_error, warn
from rushhour.cli.progress import progress_line
from rushhour.errors import RushHourError, UnwritableError, listed
from rushhour.formats import Format, named
from rushhour.formats.writing import board_line, relabel
from rushhour.generation import GeneratedPuzzle, Generation, Order, Pack
from rushhour.generation import generate as run
from rushhour.generation.order import THEMES
from rushhour.generation.packs import Shape, pack_of, search_for
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Vehicle
from rushhour.render.cards import Card, cards_svg
from rushhour.render.forms import encoded
from rushhour.web.booklet import booklet_html

if TYPE_CHECKING:
    from rushhour.generation.stream import Snapshot
    from rushhour.render.markup import Svg

VEHICLES = (
    "How many vehicles, the target included; by default as full as 8..13 on 6x6, and with --minimal"
    " up to as many."
)
_SECONDS = "The most seconds in all; they may cut the list, but never change a puzzle."
MAX_BOARDS = limit_option("The most boards to try without finding another puzzle.", "BOARDS")
MAX_SECONDS = limit_option(_SECONDS, "SECONDS")


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class OrderOptions:
    """What a puzzle must be; ranges are written 20..25, 20.., ..25 or 20."""

    size: Annotated[str, search_option("Rows and columns.", "SIZE")] = "6x6"
    exit: Annotated[
        str | None,
        search_option(
            "Where the target leaves: right, left, top or bottom, and a row or column from 0.",
            "SIDE:LINE",
        ),
    ] = None
    vehicles: Annotated[
        str | None,
        search_option(VEHICLES, "RANGE"),
    ] = None
    walls: Annotated[str | None, search_option("How many walls.", "RANGE")] = None
    lengths: Annotated[
        str, search_option("The lengths of vehicles; the target has the least.", "LENGTHS")
    ] = "2,3"
    slides: Annotated[
        str | None,
        search_option("The optimum in slides; by default 10.., and 1.. in a pack.", "RANGE"),
    ] = None
    steps: Annotated[str | None, search_option("The optimum in steps.", "RANGE")] = None
    difficulty: Annotated[
        str | None,
        search_option(
            "The predicted number of moves of a person, or a level: beginner, intermediate,"
            " advanced, expert, grandmaster; of a pack, from its first puzzle to its last, by"
            " default 6..120 or as far as the slides mostly go.",
            "RANGE",
            among(get_args(Level)),
        ),
    ] = None
    solutions: Annotated[
        str | None,
        search_option("How many optimal solutions, up to the order of independent moves.", "RANGE"),
    ] = None
    unique: Annotated[bool, search_option("The same as --solutions 1.")] = False
    density: Annotated[
        str | None, search_option("The share of cells that are not empty, 0 to 1.", "RANGE")
    ] = None
    minimal: Annotated[
        bool,
        search_option(
            "No vehicle but the target and no wall can be taken out without lowering the optimum in"
            " slides."
        ),
    ] = False
    no_idle: Annotated[bool, search_option("Every vehicle moves in some optimal solution.")] = False
    measure: Annotated[
        tuple[str, ...],
        search_option(
            "What analyse must find, such as returning=2.. or red_herrings=1..3: a number, how many"
            " vehicles, or 0 or 1; may be repeated.",
            "NAME=RANGE",
        ),
    ] = ()
    theme: Annotated[
        tuple[str, ...],
        search_option(
            f"What the puzzle is about: {listed(list(THEMES))}; may be repeated.",
            "NAME",
            among(THEMES),
        ),
    ] = ()
    hardest: Annotated[
        bool, search_option("The start is a hardest state of its cluster; the default.")
    ] = False
    anywhere: Annotated[bool, search_option("The start is any state of its cluster.")] = False

    def order(self, max_states: int, *, of_pack: bool = False) -> Order:
        """The order; RushHourError if two options contradict each other.

        In a pack the difficulty is that of the curve, not of each puzzle.
        """
        if self.hardest and self.anywhere:
            raise RushHourError("expected at most one of --hardest and --anywhere")
        if self.unique and self.solutions is not None:
            raise RushHourError("expected at most one of --unique and --solutions")
        return Order.of(
            size=self.size,
            exit=self.exit,
            vehicles=self.vehicles,
            walls=self.walls,
            lengths=self.lengths,
            slides=self.slides or ("1.." if of_pack else "10.."),
            steps=self.steps,
            difficulty=None if of_pack else self.difficulty,
            solutions="1" if self.unique else self.solutions,
            density=self.density,
            minimal=self.minimal,
            no_idle=self.no_idle,
            measures=self._measures(),
            theme=self.theme,
            hardest=not self.anywhere,
            max_states=max_states,
        )

    def _measures(self) -> dict[str, str]:
        """The ranges by the names of the measures."""
        pairs = [text.partition("=") for text in self.measure]
        for text, (_, sign, _) in zip(self.measure, pairs, strict=True):
            if not sign:
                expected = "expected a measure and its range, such as returning=2.."
                raise RushHourError(f"--measure: {expected}, found {text[:40]!r}")
        names = [name.strip().replace("-", "_") for name, _, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise RushHourError(f"--measure: expected each measure once, found {name} twice")
        return dict(zip(names, [wanted for _, _, wanted in pairs], strict=True))


_ANYTHING = OrderOptions()
_STATES = "Pass over clusters of more states."
_PACK = (
    "Make a pack of so many puzzles, from easy to hard, with names, hints and varied themes: the"
    " key vehicle, the road to the exit, the density."
)
_CURVE = (
    "How the difficulty of a pack rises: by the same factor each time (the default), slowly at"
    " first, or fast at first."
)
_PLOT = "A new file for the curve of a pack, as SVG: the difficulties asked for and found."
_EXCLUDE = f"{AGAINST[:-1]}. Their clusters are left out."
_JSON = "Print a line of JSON for each puzzle, or one for a pack."
_HTML = "Write an HTML page to play them all, which needs no other file."
_CARDS = "Write A4 pages of cards, with solutions on the backs, as SVG or to a .pdf file."


def generate(
    *,
    count: Annotated[PositiveInt, search_option("How many puzzles to make.", "N")] = 1,
    pack: Annotated[PositiveInt | None, search_option(_PACK, "N")] = None,
    curve: Annotated[Shape | None, search_option(_CURVE, "CHOICE")] = None,
    wanted: OrderOptions = _ANYTHING,
    exclude: Annotated[tuple[File, ...], input_option(_EXCLUDE, "FILE")] = (),
    to: ToOption = "boardstring",
    json: Annotated[bool, print_option(_JSON)] = False,
    cards: Annotated[bool, print_option(_CARDS)] = False,
    html: Annotated[bool, print_option(_HTML)] = False,
    plot_curve: Annotated[FileName | None, written_file(_PLOT)] = None,
    output: Annotated[FileName | None, output_option("A new file for the puzzles.")] = None,
    force: ForceOption = False,
    seed: Annotated[NonNegativeInt | None, SEED] = None,
    threads: ThreadsOption = None,
    max_boards: Annotated[PositiveInt, MAX_BOARDS] = 1_000_000,
    max_states: Annotated[NonNegativeInt, limit_option(_STATES, "STATES")] = 1 << 15,
    max_seconds: Annotated[NonNegativeFloat | None, MAX_SECONDS] = None,
) -> int:
    """Make puzzles to order, with everything about them proved.

    No two puzzles share a cluster, mirror images and rotations included. Without
    --seed a random seed is chosen and printed on standard error. --json has board,
    slides, steps, vehicles, walls, states, solutions, difficulty, seed and
    solution; that of a pack is described in docs/how-to/generate.md.

    Exit codes: 0 all were made, 2 no board can meet the order, 3 a limit came
    first; what was made is written.

    Examples
    --------
    rushhour generate --count 3 --slides 8..10 --minimal --seed 1 --json
    rushhour generate --pack 4 --difficulty 8..12 --seed 1
    """
    form = _form(to, {"json lines": json, "cards": cards, "html": html})
    order = wanted.order(max_states, of_pack=pack is not None)
    options: JsonDict = {
        "exclude": list(_known(exclude)),
        "seed": seed,
        "threads": threads,
        "max_boards": max_boards,
        "max_seconds": max_seconds,
    }
    outputs = [name for name in (output, plot_curve) if name is not None]
    if outputs:
        check_outputs(outputs, exclude, force=force)
    if pack is None and (curve is not None or plot_curve is not None):
        raise RushHourError("expected --pack with --curve or --plot-curve")
    if pack is None:
        return _make(count, order, form, output, options)
    if count != 1:
        raise RushHourError("expected at most one of --count and --pack")
    return make_pack(
        pack, order, wanted.difficulty, curve or "even", form, output, plot_curve, options
    )


def _form(to: str, others: dict[str, bool]) -> str:
    """How to write the puzzles: a format by its name, or one of the other forms."""
    chosen = [name for name, is_chosen in others.items() if is_chosen]
    if len(chosen) > 1:
        raise RushHourError("expected at most one of --json, --cards and --html")
    return chosen[0] if chosen else to


def _make(count: int, order: Order, form: str, output: str | None, options: JsonDict) -> int:
    """Make puzzles one after another, and write each as it comes."""
    with progress_of(count) as progress:
        stream = run(order, count=count, progress=progress, **options)
        write = writer_for(form, order, count, output)
        if options["seed"] is None:
            warn(f"seed {stream.seed}")
        put_parts(write(stream), output)
    return ended(stream, count)


def _known(sources: Sequence[str]) -> Iterator[Puzzle]:
    """The puzzles of files, folders and published lists, or of standard input."""
    texts = (typed_text() if source == STREAM else source for source in sources)
    yield from (known.puzzle for known in known_puzzles(texts))


PuzzleWriter = Callable[[Iterable[GeneratedPuzzle]], Iterator[bytes]]

# Formats that hold the labels of made puzzles: A for the target, then other letters.
_LETTERS = ("boardstring", "json")


def writer_for(form: str, order: Order, count: int, output: str | None) -> PuzzleWriter:
    """A function from puzzles to bytes; UnwritableError if the format cannot hold them."""
    if form == "json lines":
        return _json_lines
    if form == "cards":
        return partial(_cards, suffix=suffix_of(output))
    if form == "html":
        return _page
    entry = named(form)
    if count > 1:
        entry.require_several()
    text_of(_simplest(order), entry, is_list=False)
    return partial(_texts, entry=entry, is_list=count > 1)


def _json_lines(stream: Iterable[GeneratedPuzzle]) -> Iterator[bytes]:
    for made in stream:
        yield f"{json_line(made.to_dict())}\n".encode()


def _texts(stream: Iterable[GeneratedPuzzle], *, entry: Format, is_list: bool) -> Iterator[bytes]:
    for made in stream:
        yield text_of(made.board, entry, is_list=is_list)


def text_of(board: Puzzle, entry: Format, *, is_list: bool) -> bytes:
    """A board in a format, as one of several or alone."""
    write = entry.write_item if is_list else entry.write
    if entry.name in _LETTERS:
        with suppress(UnwritableError):
            return write(board).encode()
    return write(relabel(board, entry.name)).encode()


def suffix_of(output: str | None) -> str:
    """The kind of file that holds the cards: several pages as one PDF, or as SVG in a row."""
    suffix = ".svg" if output in (None, STREAM) else PurePath(output or "").suffix.lower()
    if suffix not in (".svg", ".pdf"):
        raise RushHourError(f"expected a name that ends in .svg or .pdf for cards, found {output}")
    return suffix


def _cards(stream: Iterable[GeneratedPuzzle], *, suffix: str) -> Iterator[bytes]:
    """Pages of all cards, the solutions on their backs."""
    ended: list[BaseException] = []
    deck = list(_deck(until_error(stream, ended)))
    if deck:
        yield from pages_of(list(cards_svg(deck, backs=True)), suffix)
    if ended:
        raise ended[0]


def pages_of(pictures: Sequence[Svg], suffix: str) -> Iterator[bytes]:
    """Pages of cards as one PDF, or as SVG one after another."""
    for page in encoded(list(pictures), suffix):
        yield page if suffix == ".pdf" else page + b"\n"


def _page(stream: Iterable[GeneratedPuzzle]) -> Iterator[bytes]:
    """One page to play all puzzles."""
    ended: list[BaseException] = []
    deck = list(_deck(until_error(stream, ended)))
    if deck:
        yield booklet_html(deck, title="Rush Hour").encode()
    if ended:
        raise ended[0]


def _deck(stream: Iterable[GeneratedPuzzle]) -> Iterator[Card]:
    return (Card(made.board, f"Puzzle {made.number}", made.solution) for made in stream)


def _simplest(order: Order) -> Puzzle:
    """A puzzle with the size, the exit and, if there must be one, a wall of the order."""
    rows, cols = order.size
    side, line = order.exit.side, order.exit.line
    is_row = side in ("right", "left")
    row, col = (line, 0) if is_row else (0, line)
    target = Vehicle("A", "h" if is_row else "v", row, col, min(order.lengths, default=2))
    walls = [((row + 1) % rows, col) if is_row else (row, (col + 1) % cols)]
    return Puzzle(rows, cols, [target], "A", exit=order.exit, walls=walls if order.walls[0] else [])


def progress_of(count: int) -> AbstractContextManager[Callable[[Snapshot], None] | None]:
    """A function that shows the progress; None if standard error is not a terminal."""

    def words(seen: Snapshot, seconds: float) -> str:
        text = f"{seen.made} of {count} made, {seen.boards:,} boards, "
        text += f"{seen.boards / max(seconds, 1e-3):,.0f} a second"
        return text if seen.nearest is None else f"{text}, nearest {seen.nearest.slides} slides"

    return progress_line(words)


def ended(stream: Generation, count: int) -> int:
    """The exit code; what was asked for and how often it failed, if a limit came first."""
    if stream.stopped_by is None:
        return codes.SOLVED
    warn(f"made {stream.made} of {count}; the limit on {stream.stopped_by} was reached first")
    warn(stream.explanation())
    if stream.nearest is not None:
        warn(f"the nearest had {stream.nearest.slides} slides: {board_line(stream.nearest.board)}")
    return codes.LIMIT


def make_pack(
    count: int,
    order: Order,
    difficulty: str | None,
    shape: Shape,
    form: str,
    output: str | None,
    plot: str | None,
    options: JsonDict,
) -> int:
    """Make a pack and write it, also what there is of it on Ctrl-C or when a limit comes first."""
    suffix = suffix_of(output) if form == "cards" else ""
    if form not in ("json lines", "cards", "html"):
        named(form).require_several()
    ended: list[KeyboardInterrupt] = []
    with progress_of(count) as progress:
        search = search_for(count, order, difficulty, shape, progress=progress, **options)
        if options["seed"] is None:
            warn(f"seed {search.seed}")
        try:
            search.run()
        except KeyboardInterrupt as error:
            ended.append(error)
    found = pack_of(search)
    if found:
        put_parts(_parts(found, form, suffix), output)
        if plot is not None:
            put_parts([str(found.plot()).encode()], plot)
    if ended:
        raise ended[0]
    return _end(found, count)


def _parts(pack: Pack, form: str, suffix: str) -> Iterator[bytes]:
    if form == "json lines":
        yield f"{json_line(pack.to_dict())}\n".encode()
    elif form == "cards":
        yield from pages_of(pack.svg(), suffix)
    elif form == "html":
        yield pack.html().encode()
    else:
        for puzzle in pack:
            yield text_of(puzzle.made.board, named(form), is_list=True)


def _end(pack: Pack, count: int) -> int:
    if pack.stopped_by is None:
        return codes.SOLVED
    warn(f"made {len(pack)} of {count}; the limit on {pack.stopped_by} was reached first")
    warn(pack.explanation or "")
    return codes.LIMIT
