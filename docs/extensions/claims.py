"""The directive `claims`: what can be claimed of a deal, each by one wording of every language."""

from typing import Any

from docutils.nodes import Element, Node, container
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from notation.rulings.claim_words import LANGUAGES, claim_words
from viewer.documents.languages import NAMES


class Claims(SphinxDirective):
    """The table, in a box that scrolls where a screen is narrow."""

    def run(self) -> list[Node]:
        """Parse the Markdown table."""
        box: Element = container(classes=["rule-sets"])
        lines = [f"| {' | '.join(NAMES[code] for code in LANGUAGES)} |", "|---" * len(LANGUAGES) + "|"]
        for words in zip(*map(_sentences, LANGUAGES), strict=True):
            lines.append(f"| {' | '.join(words)} |")
        self.state.nested_parse(StringList(lines), self.content_offset, box)
        return [box]


def _sentences(code: str) -> list[str]:
    """Return the claims in a language, in the order of the English table."""
    said = {(kind, denied): sentence for kind, denied, sentence in claim_words(code).examples()}
    return [said[kind, denied] for kind, denied, _ in claim_words("en").examples()]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("claims", Claims)
    return {"parallel_read_safe": True}
