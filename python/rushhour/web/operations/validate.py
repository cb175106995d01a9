"""validate: whether a description is a board, or every reason why not."""

from __future__ import annotations

from rushhour.model.errors import InvalidBoardError, RushHourError
from rushhour.web.forms import Form, Given, PuzzleForm, form_of, puzzle_of
from rushhour.web.limits import Bounds
from rushhour.web.texts import shortest


class ValidateRequest(Form):
    """A description, right or wrong."""

    puzzle: Given


class ValidateAnswer(Form, omit_defaults=False):
    """The puzzle, and its shortest text for an address; or every reason why there is none."""

    valid: bool
    reasons: list[str]
    puzzle: PuzzleForm | None = None
    text: str | None = None


def validate(request: ValidateRequest, _bounds: Bounds) -> ValidateAnswer:
    """Say whether a description is a valid board, or every reason why not."""
    try:
        puzzle = puzzle_of(request.puzzle)
        return ValidateAnswer(True, [], form_of(puzzle), shortest(puzzle))
    except InvalidBoardError as error:
        return ValidateAnswer(False, error.reasons)
    except RushHourError as error:
        return ValidateAnswer(False, [str(error)])
