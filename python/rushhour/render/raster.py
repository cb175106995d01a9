"""Pictures as pixels: resvg renders any SVG (extra `pictures`)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from rushhour.model.extras import needs

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

# CSS pixels in an inch, for lengths with units; resvg's default is 0.
DPI = 96
# Pixels in an inch on paper.
PRINT = 300


def require_extra() -> None:
    """Raise MissingExtraError without the packages that render."""
    with needs("pictures"):
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401


def png(svg: str, *, zoom: float = 1) -> bytes:
    """A picture as PNG, `zoom` pixels for one of the SVG; the theme `auto` gives the light one."""
    require_extra()
    from PIL import ImageFont
    from resvg_py import svg_to_bytes

    # On a machine without fonts the labels use the one that comes with Pillow.
    fallback = cast("FreeTypeFont", ImageFont.load_default(size=10))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "fallback.ttf"
        file.write_bytes(fallback.font_bytes)
        family = fallback.getname()[0]
        fonts = [str(file)]
        return svg_to_bytes(
            svg_string=svg, zoom=zoom, dpi=DPI, font_files=fonts, sans_serif_family=family
        )


def image(svg: str, *, zoom: float = 1) -> Image:
    """A picture as a Pillow image with a transparent background."""
    require_extra()
    from PIL import Image

    return Image.open(BytesIO(png(svg, zoom=zoom))).convert("RGBA")


def pdf(pages: Sequence[str]) -> bytes:
    """Pictures as the pages of a PDF, at the resolution of print."""
    data, painted = BytesIO(), (flat(image(page, zoom=PRINT / DPI)) for page in pages)
    first = next(painted)  # the others are rendered one at a time, at 26 MB each
    first.save(data, "PDF", save_all=True, append_images=painted, resolution=PRINT)
    return data.getvalue()


def flat(picture: Image) -> Image:
    """The picture on a white background."""
    from PIL import Image

    ground = Image.new("RGB", picture.size, "white")
    ground.paste(picture, mask=picture.getchannel("A"))
    return ground
