"""The style sheet of all pictures: a light and a dark scene, by class or by preference.

It is the same in every picture, and all its rules begin with `.rushhour`, so several pictures on
one page disturb neither one another nor the page.
"""

from __future__ import annotations

from rushhour.render.palette import DARK, LIGHT, Scene

FONTS = (
    "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',"
    "'Liberation Sans','DejaVu Sans',sans-serif"
)


def style_sheet() -> str:
    """The rules of a theme; `auto` uses the dark scene if the reader prefers it."""
    dark = _scene(".rushhour.auto", DARK)
    return "".join(
        [
            f".rushhour text{{font-family:{FONTS};font-weight:600;text-anchor:middle}}",
            ".rushhour .left{text-anchor:start}.rushhour .right{text-anchor:end}",
            ".rushhour .plain{font-weight:400}",
            _scene(".rushhour", LIGHT),
            _scene(".rushhour.dark", DARK),
            f"@media (prefers-color-scheme:dark){{{dark}}}",
        ]
    )


def _scene(root: str, scene: Scene) -> str:
    rules = {
        ".ground": f"fill:{scene.ground}",
        ".frame": f"fill:{scene.frame}",
        ".floor": f"fill:{scene.floor}",
        ".lines": f"stroke:{scene.line}",
        ".wall": f"fill:{scene.wall}",
        ".hatch": f"stroke:{scene.floor}",
        ".exit": f"stroke:{scene.accent}",
        ".caption": f"fill:{scene.text}",
        ".halo": f"stroke:{scene.ground};fill:{scene.ground}",
        ".shaft": f"stroke:{scene.text};fill:none",
        ".head": f"fill:{scene.text}",
        ".cut": f"stroke:{scene.frame};fill:none",
        ".bar": f"fill:{scene.accent}",
        ".state": f"fill:{scene.mark}",
        ".chosen": f"fill:{scene.accent}",
        ".edge": f"stroke:{scene.text};stroke-opacity:0.3;fill:none",
        ".faint": "stroke-opacity:0.12",
        ".ring": f"stroke:{scene.text};fill:none",
        ".badge": f"fill:{scene.text};stroke:{scene.ground}",
        ".count": f"fill:{scene.ground}",
        ".ghost": f"stroke:{scene.text};stroke-opacity:0.45;stroke-dasharray:8 7;fill:none",
        ".body": f"stroke:{scene.edge};stroke-opacity:{scene.edge_opacity}",
    }
    return "".join(f"{root} {selector}{{{rule}}}" for selector, rule in rules.items())
