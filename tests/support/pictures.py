"""How tests look at a picture: its parts by class, the cells that a rectangle covers."""

import itertools
from xml.etree import ElementTree as ET

from hypothesis import strategies as st

SVG = "{http://www.w3.org/2000/svg}"
CELL = 60


def parts(svg: str, kind: str) -> list[ET.Element]:
    """The elements of a class."""
    return [part for part in ET.fromstring(svg).iter() if part.get("class") == kind]


def covered(shape: ET.Element) -> set[tuple[int, int]]:
    """The cells whose middle a rectangle covers; the others it may touch by less than a tenth."""
    x, y, width, height = (float(shape.get(key, "")) for key in ("x", "y", "width", "height"))
    rows, cols = spanned(y, height), spanned(x, width)
    return set(itertools.product(rows, cols))


def spanned(start: float, size: float) -> range:
    first, last = start / CELL, (start + size) / CELL
    assert abs(first - round(first)) < 0.1
    assert abs(last - round(last)) < 0.1
    return range(round(first), round(last))


def labels(count: int) -> st.SearchStrategy[list[str]]:
    """Any text at all, with those that markup finds hard more often."""
    hard = st.sampled_from(["<", "&", '"', "'", "]]>", "<!--", "\x00", "\uffff", "\u202e", "שלום"])
    any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
    return st.lists(hard | any_text, min_size=count, max_size=count, unique=True)
