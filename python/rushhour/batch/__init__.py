"""Batches of millions of boards: columns in and out, files in parts, one machine or many.

`columns` solves a column of boards; everything else builds on it. `sources` read files as columns,
`parts` cuts them, `run` solves the missing parts here or by `dask`, `store.folder` keeps them, and
`targets` join them. Needs pyarrow (`pip install 'rushhour[batch]'`).
"""

from rushhour.batch.columns import solve_batch

__all__ = ["solve_batch"]
