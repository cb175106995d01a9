"""The script for undefined behaviour: the tests of Rust that it names are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = (ROOT / "tests" / "soundness").read_text(encoding="utf-8")
FILTERS = sorted(set(re.findall(r"(?<![\w:])[a-z_]+::[a-z_:]*", SCRIPT)))


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_names_a_module_with_tests(name: str) -> None:
    """`closed::` is any module of that name, `enumerate::tests::all` a test in one."""
    parts = [part for part in name.split("::") if part]
    for path in (ROOT / "src").rglob("*.rs"):
        text = path.read_text(encoding="utf-8")
        modules = [*path.relative_to(ROOT / "src").with_suffix("").parts, "tests"]
        tests = re.findall(r"#\[test\]\s+fn (\w+)", text)
        known = [*modules, *tests]
        if tests and all(any(one.startswith(part) for one in known) for part in parts):
            return
    raise AssertionError(f"no test in {name}")


def test_there_are_filters() -> None:
    assert len(FILTERS) >= 8
