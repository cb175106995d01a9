"""Hints: a best next move, why it is best, and what any other move costs.

    puzzle --distances--> shortest solutions --chain--> blockers --words--> reason

Only `distances` searches; `chain` and `words` analyse the shortest solution.
"""
