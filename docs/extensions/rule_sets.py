"""The directive `rule-sets`: the table of all rule sets that `santase rules --table` prints."""

from typing import Any

from docutils.nodes import Element, Node, container
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from viewer.documents.rule_sheets import comparison


class RuleSets(SphinxDirective):
    """The table, in a box that scrolls where a screen is narrow."""

    def run(self) -> list[Node]:
        """Parse the Markdown table."""
        box: Element = container(classes=["rule-sets"])
        self.state.nested_parse(StringList(comparison().splitlines()), self.content_offset, box)
        return [box]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("rule-sets", RuleSets)
    return {"parallel_read_safe": True}
