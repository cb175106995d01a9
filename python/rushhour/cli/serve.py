"""`rushhour serve`: the page in the browser, and the service behind it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import NonNegativeInt, PositiveFloat, PositiveInt

from rushhour.cli import exit as codes
from rushhour.cli.options import byte_count
from rushhour.errors import RushHourError


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 takes any that is free.")] = 8000,
    allow_host: tuple[str, ...] = (),
    max_states: PositiveInt = 100_000_000,
    max_memory: str = "1G",
    max_seconds: PositiveFloat = 30.0,
    searches: PositiveInt | None = None,
    waiting: NonNegativeInt = 64,
    patience: PositiveInt = 10,
) -> int:
    """Serve the page to play, edit and explore puzzles, until Ctrl-C.

    Prints its address. The service behind the page is described at /openapi.json.
    Exit codes: 2 the address cannot be had, 130 interrupted.

    Parameters
    ----------
    host
        The address to listen on; only this machine can reach the default.
    allow_host
        A name by which browsers call it, beside localhost and numbers; may be repeated.
    max_states
        The most states that one search keeps.
    max_memory
        The most bytes that one search holds, such as 500M or 2G.
    max_seconds
        The most seconds for one search.
    searches
        Long searches at once; by default one for each processor.
    waiting
        How many more may wait; others are refused.
    patience
        The most seconds for the head of a request, and again for its body.
    """
    try:
        from rushhour.web.app import create_app
        from rushhour.web.limits import Limits, processors
        from rushhour.web.server import serve as run
    except ImportError as error:
        raise RushHourError(f"{error.name} is missing; pip install 'rushhour[web]'") from None
    limits = Limits(
        states=max_states,
        memory=byte_count(max_memory),
        seconds=max_seconds,
        searches=searches or processors(),
        waiting=waiting,
        patience=patience,
    )
    run(create_app(limits, allow_host), host, port, patience, _say)
    return codes.SOLVED


def _say(address: str) -> None:
    print(f"rushhour: serving {address}", flush=True)
