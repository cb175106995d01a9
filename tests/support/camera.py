"""A camera: what a decoder of others reads in pictures of QR codes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

import pytest
from PIL import Image

# Pixels of a module.
ZOOM = 4
LEVELS = {"L": "low", "M": "medium", "Q": "quartile", "H": "high"}


class Seen(NamedTuple):
    """The text of a code and its level."""

    text: str
    level: str


def seen(picture: Image.Image | bytes) -> list[Seen]:
    """The codes of a picture, such as a PNG."""
    zxingcpp = pytest.importorskip("zxingcpp")
    image = Image.open(BytesIO(picture)) if isinstance(picture, bytes) else picture
    ground = Image.new("RGB", image.size, "white")
    ground.paste(image, mask=image.getchannel("A") if "A" in image.getbands() else None)
    found = zxingcpp.read_barcodes(ground.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    return [Seen(code.bytes.decode(), LEVELS[code.ec_level]) for code in found]


def seen_in(rows: Sequence[Sequence[bool]]) -> list[Seen]:
    """The codes of modules, dark or light."""
    pixels = bytes(0 if dark else 255 for row in rows for dark in row)
    image = Image.frombytes("L", (len(rows[0]), len(rows)), pixels)
    return seen(image.resize((ZOOM * image.width, ZOOM * image.height), Image.Resampling.NEAREST))
