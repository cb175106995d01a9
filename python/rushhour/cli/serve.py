"""`rushhour serve`: the page in the browser, and the service behind it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Group, Parameter
from cyclopts.types import NonNegativeInt, Port, PositiveFloat, PositiveInt

from rushhour.base.packages import needs
from rushhour.cli import exit as codes
from rushhour.cli.options import byte_count, limit_option
from rushhour.search.options import GIB
from rushhour.web.searches import ServiceLimits

_USUAL = ServiceLimits()
_SERVICE = Group("Service", sort_key=0)
_HOST = "The address to listen on; only this machine can reach the default."
_ALLOW = "A host name that browsers may use, beside localhost and numbers; may be repeated."
_STATES = "The most states to keep for one search."
_MEMORY = "The most bytes to hold for one search, such as 512MB, 1.5G or 4GiB."
_SECONDS = "The most seconds for one search."
_SEARCHES = "How many long searches run at once; as many short ones run beside them."
_WAITING = "How many more searches may wait; others are refused."
_PATIENCE = (
    "The most seconds that a client may take for the head of a request, for its body, and between"
    " two reads of an answer."
)


def _option(text: str, metavar: str) -> Parameter:
    return Parameter(help=text, metavar=metavar, group=_SERVICE)


def serve(
    *,
    host: Annotated[str, _option(_HOST, "ADDRESS")] = "127.0.0.1",
    port: Annotated[Port, _option("The port to listen on; 0 takes any free one.", "N")] = 8000,
    allow_host: Annotated[tuple[str, ...], _option(_ALLOW, "NAME")] = (),
    max_states: Annotated[PositiveInt, limit_option(_STATES, "STATES")] = _USUAL.states,
    max_memory: Annotated[str, limit_option(_MEMORY, "SIZE")] = f"{_USUAL.memory // GIB}G",
    max_seconds: Annotated[PositiveFloat, limit_option(_SECONDS, "SECONDS")] = _USUAL.seconds,
    searches: Annotated[PositiveInt, limit_option(_SEARCHES, "N")] = _USUAL.searches,
    waiting: Annotated[NonNegativeInt, limit_option(_WAITING, "N")] = _USUAL.waiting,
    patience: Annotated[PositiveInt, limit_option(_PATIENCE, "SECONDS")] = _USUAL.patience,
) -> int:
    """Serve a page to play, edit and explore puzzles, until Ctrl-C.

    Prints its address. /openapi.json describes the service behind the page. Exit
    codes: 2 the address cannot be used, 130 interrupted.

    Examples
    --------
    rushhour serve
    rushhour serve --port 8080 --max-seconds 20
    """
    with needs("web"):
        from rushhour.web.searches import Searches
        from rushhour.web.server import address, create_app, listen
        from rushhour.web.server import serve as run
    limits = ServiceLimits(
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
