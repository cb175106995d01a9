"""One batch that many tests disturb, and its parts as they are without that."""

from pathlib import Path

import pytest

from support.batches import OPTIONS, PART, ROWS, finished, many, parts


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Boards enough for forty parts, with nonsense among them."""
    path = tmp_path_factory.mktemp("source") / "in.txt"
    path.write_text("\n".join(["nonsense", *many(ROWS - 1)]))
    return path


@pytest.fixture(scope="session")
def undisturbed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parts of a run that nothing has happened to, on one thread."""
    target = tmp_path_factory.mktemp("undisturbed") / "out"
    finished(source, "-o", target, *OPTIONS, "--threads", 1, code=2)
    assert len(parts(target)) == ROWS / PART
    return target
