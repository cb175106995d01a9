"""`rushhour verify-certificate CERT`: what the file proves, checked without the solver."""

from __future__ import annotations

from math import isfinite
from typing import Annotated

from cyclopts import Parameter

from rushhour.base.files import STREAM
from rushhour.base.text import shown
from rushhour.certificate.certificate import verify_certificate as verify
from rushhour.certificate.checker import Proved
from rushhour.cli import exit as codes
from rushhour.cli.input import File
from rushhour.cli.options import JsonObject
from rushhour.cli.output import coloured, print_json, put
from rushhour.cli.progress import check_progress
from rushhour.errors import RefutedError
from rushhour.formats import parse
from rushhour.formats.opening import standard_input
from rushhour.model.words import counted


def verify_certificate(
    certificate: Annotated[
        File, Parameter(help="A file of rushhour solve --certificate, - for standard input.")
    ],
    /,
    *,
    json: JsonObject = False,
) -> int:
    """Check a certificate with code that shares nothing with the solver, and say what it proves.

    Exit codes: 0 it proves its claim, 1 it does not, 2 it is not a certificate.

    Examples
    --------
    rushhour verify-certificate proof.json
    rushhour verify-certificate proof.json --json
    """
    source = standard_input() if certificate == STREAM else certificate
    try:
        with check_progress() as progress:
            proved = verify(source, progress=progress)
    except RefutedError as error:
        refuted = {"file": certificate, "proved": False, "reason": str(error)}
        print_json(refuted) if json else put(f"refuted: {error}")
        return codes.UNSOLVABLE
    print_json({"file": certificate, **_facts(proved)}) if json else _print(proved)
    return codes.SOLVED


def _facts(proved: Proved) -> dict[str, object]:
    """What is proved, as plain values; an infinite bound is null."""
    facts = {"proved": True, "claim": proved.claim, **proved._asdict()}
    finite = {name: facts[name] if isfinite(facts[name]) else None for name in ("lower", "upper")}
    return {**facts, **finite}


def _print(proved: Proved) -> None:
    """Print the puzzle, the claim, and the extent of the proof."""
    from json import dumps

    put(coloured(str(parse(dumps(proved.puzzle), "json")), shown(proved.puzzle["target"])))
    put(f"proved: {proved.claim}, in {proved.metric}s to the goal {proved.goal!r}")
    removed = counted(proved.removed, "vehicle")
    part = f"without {removed}" if proved.removed else "all that can be reached"
    put(f"states: {proved.states}, {part}")
