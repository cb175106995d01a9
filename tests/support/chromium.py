"""Debian's chromium, which some tests drive."""

import shutil


def program() -> str | None:
    """Its program; the one without windows, where that is installed, needs half the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
