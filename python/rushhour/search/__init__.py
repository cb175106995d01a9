"""Searches of one puzzle, of many, and of whole clusters."""

from rushhour.search.cluster import (
    Cluster,
    DiskCluster,
    DiskEstimate,
    estimate_disk,
    explore,
)
from rushhour.search.options import (
    Algorithm,
    Heuristic,
    Options,
    Progress,
    algorithms,
    heuristics,
)
from rushhour.search.outcome import Outcome
from rushhour.search.solve import solve, solve_many
from rushhour.search.trace import Child, Expansion, read_trace

__all__ = [
    "Algorithm",
    "Child",
    "Cluster",
    "DiskCluster",
    "DiskEstimate",
    "Expansion",
    "Heuristic",
    "Options",
    "Outcome",
    "Progress",
    "algorithms",
    "estimate_disk",
    "explore",
    "heuristics",
    "read_trace",
    "solve",
    "solve_many",
]
