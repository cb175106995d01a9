"""What several tests share: the founders' corpus, and boards in the package's own words."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The founders' data folder, from the environment variable RUSHHOUR_CORPUS."""
    folder = os.environ.get("RUSHHOUR_CORPUS")
    if folder is None:
        pytest.skip("expected the corpus in RUSHHOUR_CORPUS, found none")
    return Path(folder)
