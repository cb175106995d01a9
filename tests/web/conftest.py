"""A service that is attacked must answer the next request as ever."""

from collections.abc import Iterator

import pytest

from support.core_of_page import Core
from support.service import Service


@pytest.fixture(scope="session")
def core() -> Core:
    """The core of the page without a server."""
    return Core()


@pytest.fixture(autouse=True)
def _is_unharmed(service: Service) -> Iterator[None]:
    yield
    assert service.ask("solve", puzzle="..B.../AAB.../....../......")["cost"] == 2
