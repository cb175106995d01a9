"""Hints: a best next move, why it is best, and what any other move costs.

    puzzle --distances--> shortest solutions --chain--> blockers --words--> reason

`distances` alone searches; `chain` and `words` read what the shortest solution does.
"""
