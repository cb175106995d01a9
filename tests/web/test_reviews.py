"""A review against the reference: what each slide wastes, and the whole of a game."""

import itertools
import json
from itertools import groupby
from typing import Any

from hypothesis import given, settings

from rushhour.formats.json import as_dict
from rushhour.web.operations import operations
from rushhour.web.searches import Bounds, ServiceLimits
from support import reference
from support.bridge import board_from, puzzle_of
from support.reference import GOALS, METRICS
from support.strategies import Drawing, drawings, random_walks, walk

(REVIEW,) = (each for each in operations() if each.name == "review")


def reviewed(**request: Any) -> Any:
    status, body = REVIEW.answer_to(
        json.dumps(request).encode(), Bounds(ServiceLimits(), lambda *_: None)
    )
    assert status == 200, body
    return json.loads(body)


@settings(deadline=None)
@given(drawings(small=True, max_rows=6, max_cols=6), random_walks(8))
def test_what_a_slide_wastes_is_the_difference_of_the_reference(
    drawing: Drawing, picks: list[int]
) -> None:
    board = board_from(drawing)
    for metric, goal in itertools.product(METRICS, GOALS):
        distance = reference.explore(board, metric, goal).distance
        taken = walk(
            picks,
            board.start,
            lambda at: reference.successors(board, at, "slide", goal),  # noqa: B023
        )
        states = [board.start, *(state for _, state in taken)]
        moves = [{"vehicle": label, "cells": cells} for (label, cells), _ in taken]
        answer = reviewed(puzzle=as_dict(puzzle_of(board)), moves=moves, metric=metric, goal=goal)
        assert answer["distance"] == distance.get(board.start)
        runs = [
            list(run) for _, run in groupby(moves, lambda one: (one["vehicle"], one["cells"] > 0))
        ]
        assert [slide["moves"] for slide in answer["slides"]] == [len(run) for run in runs]
        ends = [0, *itertools.accumulate(len(run) for run in runs)]
        for number, (slide, run) in enumerate(zip(answer["slides"], runs, strict=True)):
            cells = sum(one["cells"] for one in run)
            assert slide["slide"] == {"vehicle": run[0]["vehicle"], "cells": cells}
            begin = states[ends[number]]
            stops = [(cells, states[ends[number + 1]])]
            if metric == "slide" and number == len(runs) - 1:  # it can still go on
                stops += [
                    (far, state)
                    for (label, far), state in reference.successors(board, begin, metric, goal)
                    if label == run[0]["vehicle"] and far * cells > 0 and abs(far) >= abs(cells)
                ]
            before, after = distance.get(begin), [distance.get(state) for _, state in stops]
            if before is None:
                assert slide["lost"] is None
                continue
            assert slide["before"] == before
            assert slide["after"] == min(after)
            assert slide["lost"] == (1 if metric == "slide" else abs(cells)) + min(after) - before
            assert (slide["better"] is None) == (slide["lost"] == 0 or before == 0)
            if slide["better"]:
                assert slide["better"]["distance"] == before - 1
        if answer["lost"] is not None:
            assert answer["lost"] == sum(slide["lost"] for slide in answer["slides"])
