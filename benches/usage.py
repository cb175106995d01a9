"""The words after the name of a script."""

import sys

import __main__


def arguments() -> list[str]:
    """The words of the command line; `--help` among them prints the docstring of the script."""
    words = sys.argv[1:]
    if {"-h", "--help"} & set(words):
        print(__main__.__doc__)
        raise SystemExit
    return words
