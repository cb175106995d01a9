"""The order of dictionaries of Python 2.7, beside what CPython 2.7.18 printed."""

import json
from pathlib import Path

from rushhour.lab.python27 import Dictionary, hash_of

DATA = json.loads((Path(__file__).parent / "data" / "python27.json").read_text(encoding="utf-8"))


def test_hashes() -> None:
    for key, expected in DATA["hashes"]:
        assert hash_of(tuple(key)) == expected % 2**64, key


def test_the_order_after_insertions_and_removals() -> None:
    """Each step is a key, and whether it is inserted (1) or removed (0)."""
    found = Dictionary()
    for *key, is_inserted in DATA["steps"]:
        if is_inserted:
            found[tuple(key)] = 1
        else:
            del found[tuple(key)]
    assert [list(key) for key in found] == DATA["order"]
    assert len(found) == len(DATA["order"])


def test_the_least_is_the_first_of_equal_ones_in_this_order() -> None:
    found = Dictionary()
    for *key, _ in DATA["steps"]:
        found[tuple(key)] = sum(map(abs, key))
    order = list(found)
    least = [found.pop_least() for _ in range(len(order))]
    expected = [(key, sum(map(abs, key))) for key in order]
    assert least == sorted(expected, key=lambda item: item[1])  # which keeps the order of equals
    assert len(found) == 0
