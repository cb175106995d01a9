"""The notebooks in examples/ run from their first cell to the last."""

from pathlib import Path

import nbclient
import nbformat
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


# These take seconds.
LONG = {"ask_an_atlas", "compare_heuristics", "how_hard_is_it"}
NOTEBOOKS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG else [])
    for path in sorted(EXAMPLES.glob("*.ipynb"))
]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(EXAMPLES)}}
    nbclient.NotebookClient(notebook, timeout=120, resources=resources).execute()
    assert not any(cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)
