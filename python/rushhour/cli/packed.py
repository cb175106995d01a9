"""How `rushhour generate --pack` makes a pack and writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rushhour.cli import exit as codes
from rushhour.cli.generated import pages_of, progress_of, suffix_of, text_of
from rushhour.cli.output import put_parts, warn
from rushhour.formats import named
from rushhour.generation import Order, Pack
from rushhour.generation.packs.pack import pack_of, search_for
from rushhour.output.display import json_line


def make_pack(
    count: int,
    order: Order,
    difficulty: str | None,
    form: str,
    output: str | None,
    options: dict[str, Any],
) -> int:
    """Make a pack and write it, also what there is of it on Ctrl-C or when a limit comes first."""
    suffix = suffix_of(output) if form == "cards" else ""
    if form not in ("json lines", "cards", "html"):
        named(form).require_several()
    ended: list[KeyboardInterrupt] = []
    with progress_of(count) as progress:
        search = search_for(count, order, difficulty, progress=progress, **options)
        if options["seed"] is None:
            warn(f"seed {search.seed}")
        try:
            search.run()
        except KeyboardInterrupt as error:
            ended.append(error)
    found = pack_of(search)
    if found:
        put_parts(_parts(found, form, suffix), output)
    if ended:
        raise ended[0]
    return _end(found, count)


def _parts(pack: Pack, form: str, suffix: str) -> Iterator[bytes]:
    if form == "json lines":
        yield f"{json_line(pack.to_dict())}\n".encode()
    elif form == "cards":
        yield from pages_of(pack.svg(), suffix)
    elif form == "html":
        yield pack.html().encode()
    else:
        for puzzle in pack:
            yield text_of(puzzle.made.board, named(form), is_list=True)


def _end(pack: Pack, count: int) -> int:
    if pack.stopped_by is None:
        return codes.SOLVED
    warn(f"made {len(pack)} of {count}; the limit on {pack.stopped_by} was reached first")
    warn(pack.explanation or "")
    return codes.LIMIT
