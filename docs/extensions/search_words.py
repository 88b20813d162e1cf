"""Words by which the search of the site finds places: those of `search.toml`, and the terms of the glossary.

The search of Sphinx looks for whole words of the pages, in English, and never for a number. Entries of an
index are found as they are, before everything else.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.addnodes import index
from sphinx.application import Sphinx
from sphinx.util import logging

GLOSSARY: Final = "glossary"
LOG: Final = logging.getLogger(__name__)


def _words(app: Sphinx) -> dict[str, list[str]]:
    """The words of each place, a page or `page#anchor`."""
    words: dict[str, list[str]] = tomllib.loads((Path(app.srcdir) / "search.toml").read_text("utf-8"))
    return words


def _rows(doctree: nodes.document) -> Iterable[tuple[nodes.row, list[str]]]:
    """The rows of all tables with the texts of their cells, but for the meanings of terms."""
    for table in doctree.findall(nodes.table):
        heads, *rows = table.findall(nodes.row)
        named = [cell.astext() != "meaning" for cell in heads]
        for row in rows:
            yield row, [cell.astext() for cell, wanted in zip(row, named, strict=True) if wanted]


def _on_doctree(app: Sphinx, doctree: nodes.document) -> None:
    page = app.env.docname
    found: list[tuple[str, str]] = []
    if page == GLOSSARY:
        for row, words in _rows(doctree):
            name = nodes.make_id(words[0])
            if name in doctree.ids:
                name = f"term-{name}"
            row["ids"].append(name)
            doctree.ids[name] = row
            found += [(word, name) for word in words]
    for place, words in _words(app).items():
        where, _, anchor = place.partition("#")
        if where == page:
            if anchor and anchor not in doctree.ids:
                LOG.warning("search.toml: %s has no place %s", where, anchor)
            found += [(word, anchor) for word in words]
    if found:
        entries = [("single", word, anchor, "main", None) for word, anchor in found]
        doctree.insert(0, index(entries=entries))


def _check(app: Sphinx, _env: object) -> None:
    for place in _words(app):
        if place.partition("#")[0] not in app.env.found_docs:
            LOG.warning("search.toml: unknown page %s", place)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register what adds the entries of a page once it is read."""
    app.connect("doctree-read", _on_doctree)
    app.connect("env-updated", _check)
    return {"parallel_read_safe": True}
