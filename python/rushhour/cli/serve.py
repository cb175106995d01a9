"""`rushhour serve`: the page in the browser, and the service behind it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import NonNegativeInt, Port, PositiveFloat, PositiveInt

from rushhour.cli import exit as codes
from rushhour.cli.options import byte_count
from rushhour.model.extras import needs
from rushhour.search.query import GIB
from rushhour.web.limits import Limits

_USUAL = Limits()
_PATIENCE = (
    "The most seconds that a client may take for the head of a request, for its body, and between"
    " two reads of an answer."
)


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[Port, Parameter(help="The port to listen on; 0 takes any free one.")] = 8000,
    allow_host: tuple[str, ...] = (),
    max_states: PositiveInt = _USUAL.states,
    max_memory: str = f"{_USUAL.memory // GIB}G",
    max_seconds: PositiveFloat = _USUAL.seconds,
    searches: PositiveInt = _USUAL.searches,
    waiting: NonNegativeInt = _USUAL.waiting,
    patience: Annotated[PositiveInt, Parameter(help=_PATIENCE)] = _USUAL.patience,
) -> int:
    """Serve a page to play, edit and explore puzzles, until Ctrl-C.

    Prints its address. /openapi.json describes the service behind the page. Exit
    codes: 2 the address cannot be used, 130 interrupted.

    Parameters
    ----------
    host
        The address to listen on; only this machine can reach the default.
    allow_host
        A host name that browsers may use, beside localhost and numbers; may be repeated.
    max_states
        The most states to keep for one search.
    max_memory
        The most bytes to hold for one search, such as 500M or 2G.
    max_seconds
        The most seconds for one search.
    searches
        How many long searches run at once; as many short ones run beside them.
    waiting
        How many more searches may wait; others are refused.
    """
    with needs("web"):
        from rushhour.web.app import create_app
        from rushhour.web.searches import Searches
        from rushhour.web.server import address, listen
        from rushhour.web.server import serve as run
    limits = Limits(
        states=max_states,
        memory=byte_count(max_memory),
        seconds=max_seconds,
        searches=searches,
        waiting=waiting,
        patience=patience,
    )
    running = Searches(limits)
    app = create_app(limits, allow_host, running)
    with listen(host, port) as listener:
        print(f"rushhour: serving {address(listener)}", flush=True)
        run(app, listener, patience=patience, ending=running.end)
    return codes.SOLVED
