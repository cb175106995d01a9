"""Pictures as pixels: resvg paints the SVG of any form (extra `pictures`)."""

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

# The pixels of an inch where a length has a unit, as CSS has it; resvg takes 0 unless told.
DPI = 96
# The pixels of an inch on paper.
PRINT = 300


def require_extra() -> None:
    """Refuse to go on without the packages that paint."""
    with needs("pictures"):
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401


def png(svg: str, *, zoom: float = 1) -> bytes:
    """A picture as PNG, so many pixels for one of the SVG; of the theme `auto`, the light scene."""
    require_extra()
    from PIL import ImageFont
    from resvg_py import svg_to_bytes

    # Where the machine has no fonts the labels are in the one that Pillow brings.
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
    """A picture as an image of Pillow, transparent where nothing is drawn."""
    require_extra()
    from PIL import Image

    return Image.open(BytesIO(png(svg, zoom=zoom))).convert("RGBA")


def pdf(pages: Sequence[str]) -> bytes:
    """Pictures as the pages of a PDF, in pixels fine enough to print."""
    data, painted = BytesIO(), (_flat(image(page, zoom=PRINT / DPI)) for page in pages)
    first = next(painted)  # the others are painted one at a time, at 26 MB each
    first.save(data, "PDF", save_all=True, append_images=painted, resolution=PRINT)
    return data.getvalue()


def _flat(picture: Image) -> Image:
    """The picture on white."""
    from PIL import Image

    ground = Image.new("RGB", picture.size, "white")
    ground.paste(picture, mask=picture.getchannel("A"))
    return ground
