"""The forms of pictures, one line each: of a solution, and of anything on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from rushhour.base.expect import known
from rushhour.errors import WrongValueError, listed
from rushhour.model.solution import Solution
from rushhour.render.animation import animated_svg
from rushhour.render.arrows import arrows_svg, strip_svg
from rushhour.render.board import board_svg
from rushhour.render.cards import cards_svg
from rushhour.render.markup import Svg
from rushhour.render.palette import Theme
from rushhour.render.player import player_html
from rushhour.render.raster import gif, pdf
from rushhour.render.text import draw

SolutionForm = Literal["strip", "arrows", "animation"]

_FORMS: dict[str, Callable[..., Svg]] = {
    "strip": strip_svg,
    "arrows": arrows_svg,
    "animation": animated_svg,
}


def solution_svg(solution: Solution, form: SolutionForm, *, theme: Theme) -> Svg:
    """The picture in a form; UnknownNameError if there is no such form."""
    known("form", form, list(_FORMS))
    return _FORMS[form](solution, theme=theme)


Picture = str | bytes


class PictureForm(NamedTuple):
    """A form of picture; the first of its suffixes is the default."""

    name: str
    help: str
    subject: Literal["puzzle", "solution", "deck"]
    suffixes: tuple[str, ...]
    draw: Callable[..., Any]


_SVG = (".svg", ".png", ".pdf")

FORMS = (
    PictureForm(
        "text", "the board in characters", "puzzle", (".txt",), lambda puzzle, **_: draw(puzzle)
    ),
    PictureForm("svg", "the board", "puzzle", _SVG, board_svg),
    PictureForm("png", "the board in pixels", "puzzle", (".png",), board_svg),
    PictureForm("strip", "the board after each move", "solution", _SVG, strip_svg),
    PictureForm("arrows", "the moves as numbered arrows", "solution", _SVG, arrows_svg),
    PictureForm("animation", "an SVG that plays by itself", "solution", (".svg",), animated_svg),
    PictureForm("gif", "an animated GIF", "solution", (".gif",), gif),
    PictureForm(
        "html", "a page that plays, steps and rewinds", "solution", (".html", ".htm"), player_html
    ),
    PictureForm("cards", "A4 pages of cards, to print", "deck", _SVG, cards_svg),
)
# The form for a file suffix, if no form is named.
_USUAL = {
    ".txt": "text",
    ".svg": "svg",
    ".png": "png",
    ".gif": "gif",
    ".html": "html",
    ".pdf": "cards",
}


def form_of(name: str | None, suffix: str | None) -> PictureForm:
    """The form with a name or, without a name, for a file's suffix; text by default."""
    chosen = name or ("text" if suffix is None else _USUAL.get(suffix))
    for form in FORMS:
        if form.name == chosen:
            return form
    if name is not None:
        known("form", name, [form.name for form in FORMS])
    raise WrongValueError(f"expected a name that ends in {listed(list(_USUAL))}, found {suffix!r}")


def encoded(pictures: list[Picture], suffix: str) -> list[bytes]:
    """The contents of the files: one for each picture, or one PDF of all."""
    if suffix == ".pdf":
        return [pdf([str(picture) for picture in pictures])]
    if suffix == ".png":
        return [Svg(picture).png() for picture in map(str, pictures)]
    return [picture if isinstance(picture, bytes) else picture.encode() for picture in pictures]
