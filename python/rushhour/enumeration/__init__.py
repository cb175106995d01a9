"""Every board of a size: its clusters, counted and listed, with a proof that none is missing.

`family` says which boards there are, `placements` counts them in closed form, `run` enumerates
their clusters in parts, which `rushhour.store` keeps, and `summary` adds up what all parts found.
"""

from rushhour.enumeration.family import Family
from rushhour.enumeration.summary import Summary

__all__ = ["Family", "Summary"]
