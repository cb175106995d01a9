"""formats: what texts can be read and written."""

from __future__ import annotations

from rushhour.formats import FORMATS
from rushhour.web.forms import Form


class FormatForm(Form):
    """A format, and whether it can be written too."""

    name: str
    help: str
    writable: bool


class FormatsAnswer(Form):
    """Every format."""

    formats: list[FormatForm]


def formats() -> FormatsAnswer:
    """Name the formats."""
    return FormatsAnswer([FormatForm(f.name, f.help, f.is_writable) for f in FORMATS])
