"""Operations: one file each with a function of its name, one line each in `OPERATIONS`.

A function takes a request and the bounds of its searches, and gives an answer; one that takes
nothing is asked with GET. The schema comes from the types and the docstrings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from msgspec.json import Decoder

from rushhour.web.forms import Form
from rushhour.web.limits import Bounds
from rushhour.web.operations.analyse import analyse
from rushhour.web.operations.convert import convert
from rushhour.web.operations.explore import explore
from rushhour.web.operations.formats import formats
from rushhour.web.operations.generate import generate
from rushhour.web.operations.hint import hint
from rushhour.web.operations.puzzles import puzzles
from rushhour.web.operations.read import read
from rushhour.web.operations.solve import solve
from rushhour.web.operations.validate import validate
from rushhour.web.operations.walk import walk


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of the service and the types of what it takes and gives."""

    run: Callable[..., Form]
    request: type[Form] | None
    answer: type[Form]

    @classmethod
    def of(cls, run: Callable[..., Form]) -> Operation:
        """The operation of a function."""
        types = get_type_hints(getattr(run, "__wrapped__", run))
        # msgspec analyses a type at its first use, and crashes if two threads do so at once.
        Decoder(types["return"])
        return cls(run, types.get("request"), types["return"])

    @property
    def name(self) -> str:
        """The name in the address and in the schema."""
        return str(getattr(self.run, "__name__", ""))

    @property
    def path(self) -> str:
        """The address."""
        return f"/api/{self.name}"

    @property
    def help(self) -> str:
        """One sentence."""
        return str(self.run.__doc__)

    def work(self, request: Any) -> Callable[[Bounds], Form]:
        """What a thread has to do for a request."""
        return lambda bounds: self.run() if self.request is None else self.run(request, bounds)


_FUNCTIONS: tuple[Callable[..., Form], ...] = (
    solve,
    explore,
    hint,
    walk,
    analyse,
    generate,
    validate,
    convert,
    read,
    formats,
    puzzles,
)
OPERATIONS = tuple(map(Operation.of, _FUNCTIONS))
