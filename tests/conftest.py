"""What all tests share: the corpus outside the repository, where there is one, and a service."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from support.service import Service, serving
from support.strategies import examples

# No test asserts a time, neither of an example nor of its making, since a machine may be busy: but
# what Ctrl-C ends must end soon, and no test waits for ever.
USUAL = settings(examples(40), suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("rushhour", USUAL)
settings.load_profile("rushhour")
# For tests/mutants.py: the same boards each time, and no time for smaller ones that fail as well.
BRIEF = settings(phases=[Phase.explicit, Phase.generate], derandomize=True, database=None)
settings.register_profile("brief", BRIEF)

# Shells ignore Ctrl-C for what they start in the background, and all that it starts would, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def corpus() -> Path:
    """The folder of the outside corpus; skips the test where RUSHHOUR_CORPUS names none."""
    folder = os.environ.get("RUSHHOUR_CORPUS")
    if not folder:
        pytest.skip("RUSHHOUR_CORPUS names no folder of boards")
    return Path(folder)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """A service with the limits it has by itself; a test that needs others starts its own."""
    with serving() as service:
        yield service
