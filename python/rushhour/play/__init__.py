"""Playing in a terminal (extra `play`).

`game` knows the moves made and the best ones; `board` draws; `app` has the keys.
"""
