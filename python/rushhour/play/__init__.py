"""Playing in a terminal (extra `play`).

`game` knows the moves made, `hint_cache` the best ones; `board` and `side` draw; `app` has the
keys.
"""
