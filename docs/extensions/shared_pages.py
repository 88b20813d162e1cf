"""Pages that lie beside the code and are included in the documentation, and links to them.

In Markdown every link names a file by its place in the project, so that it works where the files are
browsed. Here a link to such a page leads to the page that includes it; `shared_pages` in `conf.py` maps the
one to the other. `cut_pages` maps long ones to the folder of their sections and to the level of the headings:
a page is written there for each when a build begins, and is not kept in the tree.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

from cut_pages import Cut, cut_page

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
        if anchor and inside in app.config.cut_pages:
            name, level = app.config.cut_pages[inside]
            return "/" + cut_page(meant, name, level).target(name, anchor[1:])
        return (f"/{page}" if page else f"/{os.path.relpath(meant, docs)}") + anchor

    return _LINK.sub(target, text)


def _pages(app: Sphinx) -> Iterator[tuple[str, Path, Cut, bool]]:
    """The pages that are cut: folder of the sections, folder of the page, pieces, and whether they are many.

    Many, such as the codes, would fill the navigation of every page.
    """
    for name, (folder, level) in app.config.cut_pages.items():
        path = Path(app.srcdir).parent / name
        made = cut_page(path, folder, level)
        yield folder, path.parent, made, len(made.sections) > 50


def _write(app: Sphinx) -> None:
    for folder, home, made, are_many in _pages(app):
        place = Path(app.srcdir) / folder
        place.mkdir(exist_ok=True)
        for stale in place.glob("*.md"):
            if stale.stem not in made.sections:
                stale.unlink()
        for name, text in made.sections.items():
            head = "---\norphan: true\n---\n\n" if are_many else ""
            (place / f"{name}.md").write_text(head + _relinked(app, home, text), "utf-8")


def _on_include(app: Sphinx, path: Path, _parent: str, content: list[str]) -> None:
    content[0] = _relinked(app, (Path(app.srcdir) / path).resolve().parent, content[0])


def _on_read(app: Sphinx, name: str, content: list[str]) -> None:
    for folder, home, made, are_many in _pages(app):
        if name == folder:
            content[0] = _relinked(app, home, made.listed)
            if not are_many:
                tree = "\n".join(f"{folder}/{section}" for section in made.sections)
                content[0] += f"\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
    content[0] = _relinked(app, Path(app.env.doc2path(name)).parent, content[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the settings, what mends the links of a page as it is read, and what writes the sections."""
    app.add_config_value("shared_pages", {}, "env", dict)
    app.add_config_value("cut_pages", {}, "env", dict)
    app.connect("builder-inited", _write)
    app.connect("include-read", _on_include)
    app.connect("source-read", _on_read)
    return {"parallel_read_safe": True}
