"""The directive `board`: a board to play in a page of the site.

    ```{board}
    :moves: B+3 A+4
    :editable:

    ..B...
    AAB...
    ......
    ```

The text of the board is what the element `rush-hour-game` reads; it is checked here, too.
"""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives

import rushhour


class Board(Directive):
    """An element of the page; where there are no scripts, the board as text."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "moves": directives.unchanged,
        "target": directives.unchanged,
        "editable": directives.flag,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The element as HTML; an error of the board or its moves fails the build."""
        text = "\n".join(self.content)
        moves, target = self.options.get("moves", ""), self.options.get("target")
        rushhour.link(rushhour.parse(text, target and "grid", target=target), moves)
        caption = self.options.get("caption", "A board to play")
        attributes = {"aria-label": caption, "role": "group", "moves": moves, "target": target}
        given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
        editable = " editable" if "editable" in self.options else ""
        html = f'<rush-hour-game board="{escape(text)}"{given}{editable}>'
        return [nodes.raw("", f"{html}<pre>{escape(text)}</pre></rush-hour-game>", format="html")]


def setup(app: Any) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("board", Board)
    return {"parallel_read_safe": True}
