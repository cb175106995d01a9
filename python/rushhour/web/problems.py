"""Problems: refusals as JSON of RFC 9457; the core makes those of the operations."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rushhour.web.searches import BusyError

MEDIA_TYPE = "application/problem+json"


class RefusalError(Exception):
    """A request is refused before its operation runs."""

    def __init__(self, status: int, detail: str, **headers: str) -> None:
        super().__init__(status, detail)
        self.status, self.detail, self.headers = status, detail, headers


def response(status: int, detail: str, headers: Any = None) -> Response:
    """The response of a problem."""
    problem = {"title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return JSONResponse(problem, status, headers, MEDIA_TYPE)


def of_error(error: RefusalError | BusyError) -> Response:
    """The response for a request that no operation answers."""
    if isinstance(error, RefusalError):
        return response(error.status, error.detail, error.headers)
    return response(503, str(error), {"Retry-After": "1"})


async def of_status(_request: Request, error: Exception) -> Response:
    """The response for a path or a method that is not served."""
    assert isinstance(error, HTTPException)
    return response(error.status_code, error.detail.lower(), error.headers)


async def of_fault(_request: Request, _error: Exception) -> Response:
    """The response for an internal error, which the server writes to its log."""
    return response(500, "a fault of the service; its log says more")
