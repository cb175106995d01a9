"""`rushhour render FILES`: pictures of puzzles and of their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from rushhour.analysis import reasons
from rushhour.analysis.analysis import analyse_small
from rushhour.base.files import STREAM, check_outputs, save
from rushhour.cli import exit as codes
from rushhour.cli.input import LocatedPuzzle, expanded, found_in, given, moves_of
from rushhour.cli.options import (
    ANY_LIMITS,
    ANY_READING,
    OUTPUT,
    ForceOption,
    GoalOption,
    LimitOptions,
    MetricOption,
    PuzzleFilesAndFolders,
    ReadingOptions,
    among,
    input_option,
    output_option,
    print_option,
)
from rushhour.cli.output import print_pictures, save_pictures
from rushhour.cli.pictures import picture_in, reading_of, show_doubts
from rushhour.cli.progress import search_progress
from rushhour.errors import IllegalMoveError, RushHourError, listed
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.render.cards import Card
from rushhour.render.forms import FORMS, PictureForm, encoded, form_of
from rushhour.render.palette import Theme
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve
from rushhour.web.link import link

_LACKS = {
    codes.UNSOLVABLE: "there is no solution to draw",
    codes.LIMIT: "a limit came before a solution",
}
_LINKS = "Print on cards QR codes of links to the page at this address."
_FORMS = "; ".join(f"{form.name}: {form.help}" for form in FORMS)


def render(
    *files: PuzzleFilesAndFolders,
    form: Annotated[
        str | None,
        Parameter(
            "--as",
            help=f"{_FORMS}.",
            metavar="FORM",
            group=OUTPUT,
            completer=among(form.name for form in FORMS),
        ),
    ] = None,
    output: Annotated[
        Path | None,
        output_option("The new file, - for standard output; several are numbered."),
    ] = None,
    force: ForceOption = False,
    theme: Annotated[
        Theme, print_option("The colours; auto follows the preference of the viewer.")
    ] = "auto",
    backs: Annotated[bool, print_option("Print solutions on the backs of cards.")] = False,
    links: Annotated[str | None, Parameter(help=_LINKS, metavar="ADDRESS", group=OUTPUT)] = None,
    overlay: Annotated[
        bool, print_option("Draw what is read in a picture over it, as SVG or PNG.")
    ] = False,
    solution: Annotated[
        str | None,
        input_option("The moves to show, or a file of them; by default a shortest.", "MOVES"),
    ] = None,
    metric: MetricOption = "slide",
    goal: GoalOption = "edge",
    limits: LimitOptions = ANY_LIMITS,
    reading: ReadingOptions = ANY_READING,
) -> int:
    """Draw puzzles and their solutions.

    Exit codes: 0 all drawn, 1 no solution to draw, 2 malformed input, 3 a limit
    came first.

    Examples
    --------
    rushhour render puzzles/jam-01.txt --as arrows -o arrows.svg
    rushhour render puzzles/jam-0*.txt --as cards -o cards.svg
    """
    files = tuple(expanded(given(files)))
    out = None if output == Path(STREAM) else output
    if overlay:
        return _overlay(files, form, out, reading, force=force)
    chosen = form_of(form, None if out is None else out.suffix.lower())
    if links is not None and chosen.subject != "deck":
        raise RushHourError(f"--links: expected --as cards, found {chosen.name!r}")
    suffix = _suffix(chosen, out)
    inputs, items = [*files, *filter(None, [solution])], list(found_in(files, reading))
    if out is not None and len(items) == 1:  # before a search that may take long
        check_outputs([out], inputs, force=force)
    options = {"metric": metric, "goal": goal, **limits.as_arguments()}
    deck, code = [], codes.SOLVED
    for found in items:
        try:
            card, status = _card(_title(found), found.item, chosen, solution, options)
        except RushHourError as error:
            found.complain(error, json=False)
            card, status = None, codes.MALFORMED
        if status in _LACKS:
            found.complain(RushHourError(_LACKS[status]), json=False)
        if card is not None:
            address = None if links is None else link(card.puzzle, page=links)
            deck.append(card._replace(link=address))
        code = codes.graver(code, status)
    pictures = encoded(_pictures(chosen, deck, theme, backs=backs), suffix) if deck else []
    if out is None and pictures:
        print_pictures(pictures, suffix)
    elif out is not None:
        save_pictures(out, pictures, inputs, force=force)
    return code


def _overlay(
    files: Sequence[str],
    form: str | None,
    out: Path | None,
    reading: ReadingOptions,
    *,
    force: bool,
) -> int:
    """Draw over a picture what is read in it; its doubts on standard error."""
    picture = picture_in(files[0]) if len(files) == 1 else None
    if picture is None:
        raise RushHourError(
            "--overlay: expected one picture such as photo.jpg, found another input"
        )
    if form not in (None, "svg", "png"):
        raise RushHourError(f"--overlay: expected --as svg or png, found {form!r}")
    suffix = _suffix(form_of(form or "svg", None), out)
    if suffix == ".pdf":
        raise RushHourError("--overlay: expected a name that ends in .svg or .png, found .pdf")
    if out is not None:
        check_outputs([out], files, force=force)
    found = reading_of(picture, reading)
    show_doubts(found)
    drawn = encoded([found.overlay(picture)], suffix)
    if out is None:
        print_pictures(drawn, suffix)
    else:
        save(out, drawn[0])
    return codes.SOLVED if reading.yes or not found.doubts else codes.LIMIT


def _suffix(form: PictureForm, out: Path | None) -> str:
    """The suffix of the file to write."""
    if out is None:
        return form.suffixes[0]
    if out.suffix.lower() in form.suffixes:
        return out.suffix.lower()
    expected = f"a name that ends in {listed(form.suffixes)} for the form {form.name}"
    others = [other.name for other in FORMS if out.suffix.lower() in other.suffixes]
    hint = f"; --as {listed(others)} writes {out.suffix} files" if others else ""
    raise RushHourError(f"expected {expected}, found {out.name!r}{hint}")


def _title(found: LocatedPuzzle) -> str:
    """The name of a puzzle: its file and, from the second on, its number there."""
    name = "Puzzle" if found.file == STREAM else found.stem
    return name if found.number == 1 else f"{name}, {found.number}"


def _card(
    name: str,
    item: Puzzle | RushHourError,
    form: PictureForm,
    moves: str | None,
    options: dict[str, Any],
) -> tuple[Card | None, int]:
    """The puzzle with the solution that the form needs, None if it is missing; an exit code."""
    if isinstance(item, RushHourError):
        raise item
    title = name if item.title is None else item.title
    if form.subject == "puzzle":
        return Card(item, title), codes.SOLVED
    if moves is not None:
        return Card(item, title, _replayed(item, moves, options)), codes.SOLVED
    outcome = _solved(item, options)
    status = codes.of_status(outcome.status)
    lacks = outcome.solution is None and form.subject == "solution"
    if lacks or form.subject != "deck":
        return None if lacks else Card(item, title, outcome.solution), status
    return Card(item, title, outcome.solution, *_rated(item, options)), status


def _rated(puzzle: Puzzle, options: dict[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """The level of a puzzle and the reasons for it."""
    limits = {name: value for name, value in options.items() if name.startswith("max_")}
    analysis = analyse_small(puzzle, **limits)
    return analysis.level, reasons(analysis)


def _replayed(puzzle: Puzzle, moves: str, options: dict[str, Any]) -> Solution:
    """The solution of the given moves; IllegalMoveError if one cannot be made."""
    given = moves_of(moves, puzzle)
    state = puzzle
    for number, move in enumerate(given, 1):
        try:
            state = state.apply(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}, {move}: {error}") from None
    return Solution(puzzle, given, options["metric"], options["goal"])


def _solved(puzzle: Puzzle, options: dict[str, Any]) -> Outcome:
    with search_progress() as progress:
        return solve(puzzle, progress=progress, **options)


def _pictures(
    form: PictureForm, deck: list[Card], theme: Theme, *, backs: bool
) -> list[str | bytes]:
    if form.subject == "deck":
        return list(form.draw(deck, backs=backs))
    subjects = [card.puzzle if form.subject == "puzzle" else card.solution for card in deck]
    return [form.draw(subject, theme=theme) for subject in subjects]
