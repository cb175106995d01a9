"""Boards as small pictures, for agents that look at pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rushhour.render.palette import FILLS, LIGHT, RED

# The pixels of a cell's side: a 6x6 board has 84 x 84, as common networks for games expect.
CELL = 14


def pixels(planes: NDArray[Any]) -> NDArray[np.uint8]:
    """The pictures of boards: (boards, CELL * rows, CELL * columns, 3) bytes of red, green, blue.

    `planes` are those of the observation: (boards, vehicles + 2, rows, columns). The target is red.
    The others have the fills of the package's pictures, by their number. Whatever touches something
    else has an edge of one pixel; the cell beside the exit is tinted while it is empty.
    """
    boards, layers, rows, cols = planes.shape
    shape = (boards, rows, CELL, cols, CELL, 3)
    things = (planes[:, :-1] * np.arange(1, layers, dtype=np.uint8)[:, None, None]).max(axis=1)
    things[(things == 0) & (planes[:, -1] == 1)] = layers
    fills = _fills(layers - 2)[things]
    image = np.broadcast_to(fills[:, :, None, :, None], shape).copy()
    across = (things[:, :, 1:] != things[:, :, :-1])[:, :, None, :, None]
    down = (things[:, 1:] != things[:, :-1])[:, :, :, None, None]
    line = _rgb(LIGHT.line)
    np.copyto(image[:, :, :, :-1, -1], line, where=across)
    np.copyto(image[:, :, :, 1:, 0], line, where=across)
    np.copyto(image[:, :-1, -1], line, where=down)
    np.copyto(image[:, 1:, 0], line, where=down)
    return image.reshape(boards, rows * CELL, cols * CELL, 3)


def _fills(vehicles: int) -> NDArray[np.uint8]:
    """The colours by number: the floor, the vehicles, walls, and the floor beside the exit."""
    others = [FILLS[number % len(FILLS)] for number in range(vehicles - 1)]
    return np.array([*map(_rgb, [LIGHT.floor, RED, *others, LIGHT.wall, LIGHT.line])])


def _rgb(colour: str) -> NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(colour.removeprefix("#")), np.uint8)
