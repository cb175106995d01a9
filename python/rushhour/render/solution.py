"""The forms in which a solution is one picture: a module each, and a line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rushhour.model.expect import known
from rushhour.model.solution import Solution
from rushhour.render.animation import animated_svg
from rushhour.render.arrows import arrows_svg
from rushhour.render.markup import Svg
from rushhour.render.palette import Theme
from rushhour.render.strip import strip_svg

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
