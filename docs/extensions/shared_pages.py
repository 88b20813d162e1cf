"""Pages that lie beside the code and are included in the documentation, and links to them.

In Markdown every link names a file by its place in the project, so that it works where the files are
browsed. Here a link to such a page leads to the page that includes it; `shared_pages` in `conf.py` maps the
one to the other.
"""

import os
import re
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

_LINK: Final = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?(?=\))")
"""The target of a Markdown link to a file."""


def _relinked(app: Sphinx, folder: Path, text: str) -> str:
    """A page of a folder with its links as they are from the documentation."""
    docs = Path(app.srcdir)

    def target(link: re.Match[str]) -> str:
        meant = folder / link["path"]
        if not meant.is_file():
            return link[0]
        inside = os.path.relpath(meant, docs.parent)
        page = app.config.shared_pages.get(inside)
        anchor = link["anchor"] or ""
        if page == "codes.md" and re.fullmatch(r"#[a-z]\d{3}", anchor):
            return f"/codes/{anchor[1:].upper()}.md"
        return (f"/{page}" if page else f"/{os.path.relpath(meant, docs)}") + anchor

    return _LINK.sub(target, text)


def _on_include(app: Sphinx, path: Path, _parent: str, content: list[str]) -> None:
    content[0] = _relinked(app, (Path(app.srcdir) / path).resolve().parent, content[0])


def _on_read(app: Sphinx, name: str, content: list[str]) -> None:
    content[0] = _relinked(app, Path(app.env.doc2path(name)).parent, content[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the setting, and what mends the links of each page as it is read or included."""
    app.add_config_value("shared_pages", {}, "env", dict)
    app.connect("include-read", _on_include)
    app.connect("source-read", _on_read)
    return {"parallel_read_safe": True}
