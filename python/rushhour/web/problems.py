"""Problems: refusals as JSON of RFC 9457, with what was expected, found, and where."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rushhour.model.errors import InvalidBoardError, InvalidOrderError, ParseError, RushHourError
from rushhour.web.searches import BusyError

MEDIA_TYPE = "application/problem+json"


class Problem(msgspec.Struct, omit_defaults=True):
    """A refusal: `reasons` against a board or an order, `line` and `column` in a text, from 1."""

    title: str
    status: int
    detail: str
    reasons: list[str] | None = None
    line: int | None = None
    column: int | None = None


class RefusalError(Exception):
    """A request is refused before its operation runs."""

    def __init__(self, status: int, detail: str, **headers: str) -> None:
        super().__init__(status, detail)
        self.status, self.detail, self.headers = status, detail, headers


def response(status: int, detail: str, headers: Any = None, **more: Any) -> Response:
    """The response of a problem."""
    problem = Problem(HTTPStatus(status).phrase, status, detail, **more)
    return Response(msgspec.json.encode(problem), status, headers, MEDIA_TYPE)


def of_error(error: Exception) -> Response:
    """The response for an error that an operation raises on purpose."""
    match error:
        case RefusalError():
            return response(error.status, error.detail, error.headers)
        case BusyError():
            return response(503, str(error), {"Retry-After": "1"})
        case InvalidBoardError() | InvalidOrderError():
            return response(422, str(error), reasons=error.reasons)
        case ParseError():
            return response(422, str(error), line=error.line, column=error.column)
        case RushHourError() | msgspec.ValidationError():
            return response(422, _in_house_style(error))
        case _:
            return response(400, f"expected JSON, found an error in it: {_in_house_style(error)}")


def _in_house_style(error: Exception) -> str:
    text = str(error)
    return text[:1].lower() + text[1:]


async def of_status(_request: Request, error: Exception) -> Response:
    """The response for a path or a method that is not served."""
    assert isinstance(error, HTTPException)
    return response(error.status_code, error.detail.lower(), error.headers)


async def of_fault(_request: Request, _error: Exception) -> Response:
    """The response for an internal error, which the server writes to its log."""
    return response(500, "a fault of the service; its log says more")
