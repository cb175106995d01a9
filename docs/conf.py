"""The site: `just docs` builds it and opens it."""

import sys
from pathlib import Path
from shutil import copytree

from sphinx.application import Sphinx

import rushhour

sys.path.insert(0, str(Path(__file__).parent))

from generate import generate

project = "rushhour"
author = "The rushhour developers"
copyright = "the rushhour developers; MIT or Apache-2.0"  # noqa: A001
version = release = rushhour.__version__

extensions = [
    "board",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
exclude_patterns = ["_build", "reference/_*.md", "sources/_*.md"]
default_role = "code"

html_theme = "furo"
html_title = "rushhour"
html_static_path = ["_static"]
html_js_files = [("rush-hour.js", {"defer": "defer"})]
html_css_files = ["boards.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#b3261e", "color-brand-content": "#b3261e"},
    "dark_css_variables": {"color-brand-primary": "#ff8a80", "color-brand-content": "#ff8a80"},
}


PAGE = Path(__file__).parent.parent / "target" / "page"
if PAGE.is_dir():
    tags.add("page")  # type: ignore[name-defined]  # noqa: F821 - of Sphinx


def setup(app: Sphinx) -> None:
    """Write the pages that come from the program itself, and add the page to play on, if built."""
    generate(Path(__file__).parent)
    app.connect("build-finished", add_page)


def add_page(app: Sphinx, error: Exception | None) -> None:
    """Copy the page that works without a server (`just page`) into the site."""
    if PAGE.is_dir() and error is None and app.builder.format == "html":
        copytree(PAGE, Path(app.outdir) / "page", dirs_exist_ok=True)
