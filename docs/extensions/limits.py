"""The directive `limits`: the table of every bound of the service, as `santase serve --limits` prints it."""

from typing import Any

from docutils.nodes import Element, Node, container
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from viewer.documents.languages import language
from viewer.documents.limits import limits_document
from viewer.documents.rendering import as_markdown
from viewer.limits import Settings


class Limits(SphinxDirective):
    """The table, in a box that scrolls where a screen is narrow."""

    def run(self) -> list[Node]:
        """Parse the Markdown table."""
        box: Element = container(classes=["rule-sets"])
        table = as_markdown(limits_document(Settings(), language("en"))).partition("\n\n")[2]
        self.state.nested_parse(StringList(table.splitlines()), self.content_offset, box)
        return [box]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("limits", Limits)
    return {"parallel_read_safe": True}
