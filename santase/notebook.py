"""Values as they display themselves in a Jupyter notebook: deals as pictures, records as tables of moves."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from notation import Game
from notation.judge import Judgement, judge
from santase.pictures import picture
from viewer.documents.document import Document, Heading, Item, Listing
from viewer.documents.languages import language
from viewer.documents.rendering import template
from viewer.exports.shown import match_document


def register(shell: Any) -> None:
    """Teach IPython's shell to display a deal as it stands, and a game or judgement as its moves."""
    formatters = shell.display_formatter.formatters
    formatters["image/svg+xml"].for_type_by_name("referee.deal", "Deal", picture)
    for module, name in (("notation.text.reader", "Game"), ("notation.judge.judgement", "Judgement")):
        formatters["text/html"].for_type_by_name(module, name, as_fragment)


def as_fragment(of: Game | Judgement) -> str:
    """Return a record as HTML without a page around it: its first deal as a picture, moves, findings."""
    judgement = judge(of) if isinstance(of, Game) else of
    shown, drawn = Document("", (), "en"), ""
    if judgement.game.record is not None and judgement.rules is not None:
        shown = match_document(judgement, language("en"))
        with suppress(ValueError):  # a score sheet has nothing to draw
            drawn = f"<figure>{picture(judgement)}</figure>"
    if judgement.findings:
        found = tuple(Item(f"{each.code.id}: {each.message}") for each in judgement.findings)
        shown = replace(shown, parts=(*shown.parts, Heading("Findings"), Listing(found)))
    return drawn + template("document_parts.html").render(document=shown)
