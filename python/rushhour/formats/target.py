"""The target of a drawn board: the rule that every reader of drawings follows, and every writer.

A drawing does not say which of its labels is the target. People have habits instead, and some
formats have a label of their own: `A` in a board string, `P` in ITB. `candidates` lists every label
that could be meant. One is the target; several are refused, and the message says how to name one.

- `*` is the target, whatever else there is.
- The format's own label is a candidate. Where it is missing, or the format has none, `X` is the
  one, as on the cards of the game; without an `X`, so are `A`, `R` and `P`. A `P` that only goes on
  with the letters `A` to `O` is none, and an `X` after `A` to `W` proves nothing: then `A` and `R`
  are candidates too. On a board without capitals these are the small letters.
- Beside all of these, whatever stands out is a candidate: a small `r` or `x` among capitals, `+`,
  and a `0` that is the only digit, or that has only digits beside it.
- So is, where the candidates are others than `X`, a vehicle that alone lies in the third row of a
  6x6 board, where most exits are. A format's own label is beyond such doubts, except that of a
  board string, beside which an `X`, `R` or `P` there is a candidate.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import ascii_uppercase

from rushhour.formats.source import Source
from rushhour.model.errors import UnwritableError
from rushhour.model.setup import Exit

MARK = "*"
LETTERS = "XARP"
"""The labels that people give the target, the surest first."""

_USUAL_SIZE, _USUAL_ROW = 6, 2

# A board: the label in each cell of each row.
_Cells = Sequence[Sequence[str]]


def target_of(
    source: Source,
    rows: _Cells,
    labels: Collection[str],
    *,
    own: str | None = None,
    line: int | None = None,
) -> str:
    """The only candidate among the labels; ParseError if there are several.

    If there is none, it is the format's own label, which the check of the board will miss, or a
    ParseError in a format without one. `line` is the place of the error.
    """
    found = candidates(rows, labels, own)
    if not found and own is not None:
        return own
    if not found:
        expected = f"a target labelled {', '.join(LETTERS)} or {MARK}"
        source.fail(f"expected {expected}, found none; {_how(['T'])}", line)
    return only(source, found, line)


NAME_IT = "name it: "
"""How the message goes on with what declares the target."""


def only(source: Source, found: Sequence[str], line: int | None = None) -> str:
    """The only candidate; ParseError with the names of several."""
    if len(found) > 1:
        names = f"{', '.join(found[:-1])} and {found[-1]}"
        source.fail(f"expected one possible target, found {names}; {_how(found)}", line)
    return found[0]


def _how(labels: Sequence[str]) -> str:
    options = " or ".join(f"--target {label}" for label in labels)
    return f"{NAME_IT}{options} on the command line, parse(text, target={labels[0]!r}) in Python"


def require_plain(rows: _Cells, labels: Collection[str], format: str, own: str) -> None:  # noqa: A002
    """Refuse to write a board on which another label could be meant for the target's."""
    if candidates(rows, labels, own) != [own]:
        raise UnwritableError(
            f"the format {format} has the target {own}, but another of these labels could be "
            "meant; --relabel, or relabel() in Python, gives new labels"
        )


def candidates(rows: _Cells, labels: Collection[str], own: str | None = None) -> list[str]:
    """The labels that could be the target's, the likeliest first; `own` is that of the format."""
    if MARK in labels:
        return [MARK]
    owned = [label for label in labels if label == own]
    found = owned or _letters(labels)
    found += [label for label in _odd(labels) if label not in found]
    if found and found[0] != "X" and owned in ([], ["A"]):
        doubted = LETTERS if owned else labels
        found += [label for label in _alone_at_exit(rows, labels) if label in doubted]
    return list(dict.fromkeys(found))


def pointing_at(rows: _Cells, way_out: Exit) -> set[str]:
    """The labels, and signs, of the bars that lie in the line of an exit."""
    is_row = way_out.side in ("left", "right")
    line = list(rows[way_out.line]) if is_row else [row[way_out.line] for row in rows]
    return {label for label in line if line.count(label) > 1}


def _letters(labels: Collection[str]) -> list[str]:
    """The letters that people give the target; an `X` rules out the others if it stands for it."""
    has_capitals = any(label.isupper() for label in labels)
    known = [
        letter for letter in (LETTERS if has_capitals else LETTERS.lower()) if letter in labels
    ]
    found = [letter for letter in known if letter != "P" or not _goes_on("P", labels)]
    return found[:1] if found[:1] in (["X"], ["x"]) and not _goes_on("X", labels) else found


def _goes_on(letter: str, labels: Collection[str]) -> bool:
    """Whether all letters before this one are labels too."""
    return set(ascii_uppercase[: ascii_uppercase.index(letter)]).issubset(labels)


def _odd(labels: Collection[str]) -> list[str]:
    """The labels that stand out among the others."""
    small = {label for label in labels if label.islower()}
    is_lone = small <= {"r", "x"} and any(label.isupper() for label in labels)
    # A small x is the sign of a wall as well, so it stands out only where there is no X.
    found = [label for label in "rx" if label in small and is_lone]
    found = [label for label in found if label == "r" or "X" not in labels]
    digits = {label for label in labels if label.isdigit()}
    found += ["0"] * ("0" in labels and len(digits) in (1, len(labels)))
    return found + ["+"] * ("+" in labels)


def _alone_at_exit(rows: _Cells, labels: Collection[str]) -> list[str]:
    """The only vehicle that lies in the row in which most exits are."""
    if (len(rows), len(rows[0])) != (_USUAL_SIZE, _USUAL_SIZE):
        return []
    row = list(rows[_USUAL_ROW])
    lying = [label for label in dict.fromkeys(row) if row.count(label) > 1 and label in labels]
    return lying if len(lying) == 1 else []
