"""The schema of the service, OpenAPI 3.1, made from the types that read and write the JSON."""

from __future__ import annotations

from typing import Any

from rushhour._core import VERSION
from rushhour.web.operations import Operation, operations
from rushhour.web.operations import schema as described
from rushhour.web.problems import MEDIA_TYPE

_REFUSALS = {
    400: "The body is not JSON.",
    403: "The request comes from another origin, or is for another host.",
    408: "The body took too long.",
    413: "The body is too large.",
    415: "The body is not declared as plain JSON.",
    422: "It is not a puzzle, breaks the rules, or reached a limit.",
    503: "Too many requests wait already, or the service is ending.",
}
_OF_BODIES = {400, 408, 413, 415, 422}


def schema() -> dict[str, Any]:
    """The whole schema."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rushhour",
            "version": VERSION,
            "summary": "Solve and explain Rush Hour / Unblock Me sliding puzzles.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": {operation.path: _path(operation) for operation in operations()},
        "components": {"schemas": described()["types"]},
    }


def _path(operation: Operation) -> dict[str, Any]:
    described = {
        "operationId": operation.name,
        "summary": operation.help,
        "responses": {"200": _json("The answer.", operation.answer), **_refusals(operation)},
    }
    if operation.request is None:
        return {"get": described}
    body = _json("", operation.request)["content"]
    return {"post": {**described, "requestBody": {"required": True, "content": body}}}


def _refusals(operation: Operation) -> dict[str, Any]:
    statuses = set(_REFUSALS) - (_OF_BODIES if operation.request is None else set())
    return {
        str(s): _json(_REFUSALS[s], described()["problem"], MEDIA_TYPE) for s in sorted(statuses)
    }


def _json(
    description: str, schema: dict[str, Any], media_type: str = "application/json"
) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema}}}
