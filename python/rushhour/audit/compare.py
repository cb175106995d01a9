"""What is claimed of a puzzle beside what is true of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rushhour.audit.answers import Answer
from rushhour.audit.claims import Claim, Convention
from rushhour.audit.entries import Entry
from rushhour.audit.finding import Finding, Kind

Answers = dict[Convention, Answer]


def finding(entry: Entry, kind: Kind, **facts: Any) -> Finding:
    """A finding about an entry."""
    return Finding(entry.number, kind, entry.line, entry.name, **facts)


def wrong(entry: Entry, answers: Answers, own: Convention) -> Iterator[Finding]:
    """What is wrong with a puzzle, and with each claim about it."""
    answer, values = answers[own], [claim.value for claim in entry.claims if claim.convention]
    if answer.status == "unknown":
        yield finding(entry, "undecided", reason=answer.reason)
    elif answer.status == "unsolvable" and None not in values:
        yield finding(entry, "unsolvable")
    elif answer.cost == 0 and 0 not in values:
        yield finding(entry, "already solved")
    for claim in entry.claims:
        yield from _compared(entry, claim, answers, own)


def _compared(entry: Entry, claim: Claim, answers: Answers, own: Convention) -> Iterator[Finding]:
    answer = answers[claim.convention or own]
    found = _counted(claim, answer)
    if answer.status == "unknown":
        if claim.convention not in (None, own):
            yield finding(entry, "undecided", column=claim.column, reason=answer.reason)
    elif claim.convention and answer.status == "unsolvable":
        return  # said of the puzzle
    elif found != claim.value:
        kind: Kind = "wrong optimum" if claim.convention else "wrong cluster size"
        facts = {"claimed": claim.value, "found": found, "right_as": _right_as(claim, answers)}
        yield finding(entry, kind, column=claim.column, **facts)


def _counted(claim: Claim, answer: Answer) -> int | None:
    return answer.cost if claim.convention else answer.states


def _right_as(claim: Claim, answers: Answers) -> tuple[str, ...]:
    """The conventions in which a wrong claim is right; for a size, the goals."""
    if claim.value is None:
        return ()
    right = [c for c, answer in answers.items() if _counted(claim, answer) == claim.value]
    return tuple(sorted(str(c) if claim.convention else c.goal for c in right))


def is_suspect(entry: Entry, answers: Answers) -> bool:
    """Whether a claimed optimum is wrong and could be right in another convention."""
    claims = ((claim.value, claim.convention) for claim in entry.claims if claim.convention)
    return any(
        value is not None and answers[convention].cost not in (None, value)
        for value, convention in claims
    )


def is_stray(entry: Entry, answers: Answers, own: Convention) -> bool:
    """Whether a claimed size of the cluster is wrong and could be right for another goal."""
    sizes = {claim.value for claim in entry.claims if claim.convention is None}
    return answers[own].states is not None and sizes != {answers[own].states}
