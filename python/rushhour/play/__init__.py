"""Playing in a terminal (extra `play`).

`game` knows the moves made, `oracle` what is best; `board` and `side` draw; `app` has the keys.
"""
