"""A service that is attacked must answer the next request as ever."""

from collections.abc import Iterator

import pytest

from service import Service


@pytest.fixture(autouse=True)
def _is_unharmed(service: Service) -> Iterator[None]:
    yield
    assert service.ask("solve", puzzle="..B.../AAB.../....../......")["cost"] == 2
