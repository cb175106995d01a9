"""What all tests share: the corpus outside the repository, where there is one."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No test asserts a time, neither of an example nor of its making: a machine may be busy.
settings.register_profile("rushhour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rushhour")


@pytest.fixture
def corpus() -> Path:
    """The folder of the outside corpus; skips the test where RUSHHOUR_CORPUS names none."""
    folder = os.environ.get("RUSHHOUR_CORPUS")
    if not folder:
        pytest.skip("RUSHHOUR_CORPUS names no folder of boards")
    return Path(folder)
