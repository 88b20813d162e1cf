"""The rule sets: the directive `rule-sets` has the table of all that `santase rules --table` prints.

A page of each, its rule sheet in English, is written when a build begins, and is not kept in the tree.
"""

from pathlib import Path
from typing import Any, Final

from docutils.nodes import Element, Node, container
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from referee import PRESETS
from viewer.documents.languages import language
from viewer.documents.rendering import as_markdown
from viewer.documents.rule_sheets import comparison, sheet

FOLDER: Final = "rule-sets"


class RuleSets(SphinxDirective):
    """The links to the pages, and the table in a box that scrolls where a screen is narrow."""

    def run(self) -> list[Node]:
        """Parse the Markdown."""
        box: Element = container(classes=["rule-sets"])
        links = ", ".join(f"[{name}]({FOLDER}/{name}.md)" for name in PRESETS)
        tree = ["```{toctree}", ":hidden:", "", *(f"{FOLDER}/{name}" for name in PRESETS), "```"]
        lines = [f"The rule sheets: {links}.", "", *tree, "", *comparison().splitlines()]
        self.state.nested_parse(StringList(lines), self.content_offset, box)
        return [box]


def _write(app: Sphinx) -> None:
    """Write the pages; one that has not changed is left alone."""
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    for name, rules in PRESETS.items():
        page = folder / f"{name}.md"
        text = as_markdown(sheet(rules, language("en")))
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, and what writes the pages."""
    app.add_directive("rule-sets", RuleSets)
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True}
