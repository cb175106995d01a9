"""Ordering the nodes in the layers of a graph with few crossings (Sugiyama et al. 1981).

A layer is sorted by the mean place of its nodes' neighbours in the previous layer: forwards through
all layers, then backwards, and so on.
"""

from __future__ import annotations

from statistics import fmean

# More rounds change little.
ROUNDS = 12


def ordered(layers: list[list[int]], neighbours: list[list[int]]) -> list[list[int]]:
    """The layers sorted; `neighbours` of each node may be in any layer."""
    layers = [list(layer) for layer in layers]
    level = {node: depth for depth, layer in enumerate(layers) for node in layer}
    place = {node: part for layer in layers for node, part in _places(layer)}
    for turn in range(ROUNDS):
        step = 1 if turn % 2 == 0 else -1
        for depth in range(len(layers))[::step][1:]:
            beside = {
                node: [place[other] for other in neighbours[node] if level[other] == depth - step]
                for node in layers[depth]
            }
            layers[depth].sort(key=lambda node: fmean(beside[node] or [place[node]]))
            place.update(_places(layers[depth]))
    return layers


def _places(layer: list[int]) -> list[tuple[int, float]]:
    """The place of each node in its layer, from 0 to 1."""
    return [(node, (index + 0.5) / len(layer)) for index, node in enumerate(layer)]
