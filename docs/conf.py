"""How the documentation is built: `.ci/docs`, or `sphinx-build -W docs docs/_build`."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "Santase"
version = release = version_of("santase")
language = "en"
exclude_patterns = ["_build"]
smartquotes = False  # options have two hyphens
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_click",
    "http_api",
    "offline",
    "claims",
    "gallery",
    "limits",
    "phases",
    "rule_sets",
    "search_words",
    "sgn",
    "shared_pages",
]

myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
default_role = "literal"  # docstrings have Markdown's backticks
shared_pages = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "grammar/CORE.md": "core.md",
    "grammar/SPECIFICATION.md": "specification.md",
    "grammar/CODES.md": "codes.md",
    "notation/formats/README.md": "formats.md",
    "samples/README.md": "samples.md",
    "samples/MORE.md": "samples-more.md",
    "viewer/editor/README.md": "editors.md",
    "viewer/web/README.md": "operations.md",
}

cut_pages = {"grammar/CODES.md": ("codes", 3), "grammar/SPECIFICATION.md": ("specification", 2)}

html_theme = "furo"
html_title = "Santase"
html_favicon = "../viewer/static/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False


def _skip(_app: Sphinx, _kind: str, _name: str, member: object, skip: bool, *_: Any) -> bool | None:
    """Whether to leave a member out: the fields of a named tuple stand in its signature."""
    return True if type(member).__name__ == "_tuplegetter" else None


def _tidy(
    _app: Sphinx, _kind: str, _name: str, _member: object, _options: object, signature: str | None, *_: Any
) -> tuple[str | None, None] | None:
    """A signature with plain names, where it has something that cannot be parsed and linked."""
    if signature is None or "~" not in signature:
        return None
    named = re.sub(r"<function (\w+)>", r"\1", signature)
    return re.sub(r"~(?:\w+\.)+", "", named), None


def setup(app: Sphinx) -> None:
    """Register what decides which members are shown, and how."""
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-signature", _tidy)
