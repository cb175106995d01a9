"""`rushhour daily [DATE]`: the puzzle of a day."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from rushhour.cli import exit as codes
from rushhour.cli.each import format_for, put_boards
from rushhour.cli.options import BoardsOption, JsonObject, print_option
from rushhour.cli.output import print_json
from rushhour.cli.play import begin
from rushhour.errors import RushHourError
from rushhour.formats import named, write
from rushhour.web.daily import day

_DATE = "The date, such as 2026-11-24; by default today."
_PLAY = "Play it in the terminal."


def daily(
    date: Annotated[str | None, Parameter(help=_DATE)] = None,
    /,
    *,
    play: Annotated[bool, print_option(_PLAY)] = False,
    to: BoardsOption = None,
    json: JsonObject = False,
) -> int:
    """Print the puzzle of a day, the same for everybody: easy on Mondays, hard on Sundays.

    --json has date, board, slides and steps. Exit codes: 0 printed, 2 no date.

    Examples
    --------
    rushhour daily
    rushhour daily 2026-11-24 --json
    """
    found = day(date)
    entry = format_for(to, json=json)
    if play:
        if json or entry is not None:
            raise RushHourError("expected --play without --json and --to")
        return begin(found.puzzle)
    if json:
        board = write(found.puzzle, "boardstring").strip()
        facts = {"slides": found.slides, "steps": found.steps}
        print_json({"date": f"{found.date}", "board": board, **facts})
    else:
        put_boards([found.puzzle], entry or named("boardstring"))
    return codes.SOLVED
