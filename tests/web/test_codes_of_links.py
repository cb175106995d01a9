"""QR codes by the service and by the page alone: a decoder of others reads both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rushhour
from support.camera import Seen, seen_in
from support.core_of_page import Core, Reader
from support.service import Answer, Service

LINK = rushhour.link(Path("puzzles/jam-40.txt"), page="https://puzzles.example/")
Post = Callable[[Any], Answer]


@pytest.fixture(params=["service", "page"])
def post(request: pytest.FixtureRequest, service: Service) -> Post:
    """What answers requests of `qr`: the service, or the module that the page loads."""
    if request.param == "service":
        return lambda asked: service.post("qr", asked)
    reader = Reader()
    return lambda asked: reader.post(asked, "write_qr")


@pytest.mark.parametrize("text", [LINK, "", "ein Stück, 1 \N{AUTOMOBILE}"])
def test_a_code_is_read(post: Post, text: str) -> None:
    answer = post({"text": text})
    assert answer.status == 200
    rows = [[sign == "1" for sign in row] for row in answer.body["rows"]]
    if text:  # the decoder passes over a code of nothing
        assert seen_in(rows) == [Seen(text, answer.body["level"])]
    assert answer.body["path"] == rushhour.qr_code(text).path


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({"text": "x" * 2954}, "expected at most 2953 bytes for a QR code, found 2954"),
        ({}, "missing field `text`"),
    ],
)
def test_a_request_is_refused(post: Post, request_: Any, reason: str) -> None:
    answer = post(request_)
    assert answer.status == 422
    assert reason in answer.body["detail"]


def test_the_core_of_the_page_leaves_it_to_the_reader() -> None:
    assert Core().post("qr", {"text": LINK}).status == 404
