"""Boards as Gymnasium renders them: arrays of colours, or text."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rushhour.model.expect import known
from rushhour.model.puzzle import Puzzle

RENDER_MODES = ["rgb_array", "ansi"]
Frame: TypeAlias = "NDArray[np.uint8] | str"


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown mode; MissingExtraError if the packages of `rgb_array` are missing."""
    if mode is not None:
        known("render mode", mode, RENDER_MODES)
    if mode == "rgb_array":
        from rushhour.render.raster import require_extra

        require_extra()


def frame(puzzle: Puzzle, mode: str | None) -> Frame | None:
    """The board as text for `ansi`, as rows x columns x 3 bytes for `rgb_array`, else None."""
    if mode is None:
        return None
    if mode == "ansi":
        return str(puzzle)
    from rushhour.render.raster import flat, image

    return np.asarray(flat(image(puzzle.svg(theme="light"))), np.uint8)
