"""Millions of boards: columns in and out, files in parts, on one machine or many.

`columns` answers a column of boards; everything else is made of it. `sources` read files as
columns, `parts` cuts them, `run` solves what is missing here or on a `cluster`, a `folder` keeps
it, and `targets` join it. Needs pyarrow (`pip install 'rushhour[batch]'`).
"""

from rushhour.batch.columns import solve_batch

__all__ = ["solve_batch"]
