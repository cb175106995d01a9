"""`rushhour tree TRACE`: the tree of a search, from its trace."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.files import STREAM, check_outputs, written
from rushhour.cli import exit as codes
from rushhour.cli.input import File, FileName
from rushhour.cli.options import ForceOption, output_option
from rushhour.cli.progress import progress_line
from rushhour.errors import listed
from rushhour.formats.opening import standard_input
from rushhour.lab.tree import TREE_ENDINGS, kind_of, write_tree

_TRACE = "A trace, as solve --trace writes it, - for standard input."
_OUTPUT = f"The new file, which ends in {listed(TREE_ENDINGS)}; by default DOT on standard output."


def tree(
    trace: Annotated[File, Parameter("TRACE", help=_TRACE)],
    /,
    *,
    output: Annotated[FileName | None, output_option(_OUTPUT)] = None,
    force: ForceOption = False,
) -> int:
    """Write the tree of a search that was traced: each expansion below its parent.

    DOT is for Graphviz, GraphML for programs; the HTML is a page that replays the
    expansions. A trace with children (solve --trace-children) gives the states that
    were not expanded, too. Exit codes: 0 it is written, 2 the trace is damaged, or
    not that of one search.

    Examples
    --------
    rushhour tree trace.jsonl -o tree.html
    rushhour tree trace.jsonl -o tree.dot
    """
    source = standard_input() if trace == STREAM else trace
    out = None if output == STREAM else output
    if out is not None:
        kind_of(out)
        check_outputs([out], [trace], force=force)
    with progress_line(lambda count, _: f"{count:,} expansions") as progress:
        if out is None:
            write_tree(source, TREE_ENDINGS[0], sys.stdout.buffer, progress)
        else:
            with written(out) as stream:
                write_tree(source, out, stream, progress)
    return codes.SOLVED
