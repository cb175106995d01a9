"""One service for all tests of it; a test that needs other limits starts its own."""

from collections.abc import Iterator

import pytest

from service import Service, serving


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """A service with its own limits, which no test may leave harmed."""
    with serving() as service:
        yield service


@pytest.fixture(autouse=True)
def _is_unharmed(service: Service) -> Iterator[None]:
    """After each test the next request is answered as ever."""
    yield
    assert service.ask("solve", puzzle="..B.../AAB.../....../......")["cost"] == 2
