"""The inputs that fuzzing has found worth keeping, for the readers in Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fuzz_corpus import escaped, inputs, unescaped
from support.fuzz_properties import TARGETS


@pytest.mark.filterwarnings("ignore::rushhour.errors.FormatWarning")
@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_keeps_its_properties(target: str) -> None:
    found = inputs(target)
    assert len(found) > 5
    for data in found:
        TARGETS[target](data)


@given(st.binary())
def test_lines_hold_any_bytes(data: bytes) -> None:
    line = escaped(data)
    assert line.isascii()
    assert not line or line.splitlines() == [line]
    assert unescaped(line) == data
