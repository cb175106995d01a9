"""Hints: a best next move, why it is best, and what any other move costs.

    puzzle --distances--> shortest solutions --core--> chain of blockers, reason in words

Only `distances` searches; the core (`src/analysis/hints/`) explains a shortest solution.
"""
