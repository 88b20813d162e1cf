"""Links in texts: from codes to their pages, from rule sets to their sheets, from clauses to their sentences.

Only known names become links; everything else in a record stays text.
"""

import re
from functools import lru_cache
from typing import Final

from flask import g, url_for
from markupsafe import Markup

from notation.findings import CATALOGUE, retired
from notation.rulings import rules_in_words
from notation.specs import read_spec
from referee import PRESETS, RuleSet
from viewer.documents.languages import CitedClause, Language
from viewer.documents.rendering import clause_as_html, with_red_suits
from viewer.replay.page import sprite
from viewer.store.names import is_listable

_CODE: Final = re.compile(r"\b[CFNRSTX][0-9]{3}\b")
_LINK: Final = Markup('<a href="{}">{}</a>')


def linked(text: str, _: str = "") -> str:
    """Render text as HTML: red suits in red, known names as links."""
    if isinstance(text, CitedClause):
        return clause_as_html(text, url_for("handbook.sheet", spec=text.spec, _anchor=text.point))
    if text in PRESETS:
        return _LINK.format(url_for("handbook.sheet", spec=text), text)
    words = str(with_red_suits(text))
    return Markup(_CODE.sub(_code, words))  # noqa: S704 - escaped above


def page_of(kind: str, name: str) -> str:
    """Return the address of the page about a player or an event; empty for a name without a page."""
    return url_for(f"names.{kind}", name=name) if is_listable(name) else ""


def rules_called(spec: str) -> str:
    """Return what rules are called in the reader's language; a spec that names none stays as it is."""
    return _called(spec, g.language)


def card_sprite() -> Markup:
    """Return the pictures of the cards, for a page that draws some without a script."""
    return Markup(sprite("french", g.language))  # noqa: S704 - made here


@lru_cache(512)
def _called(spec: str, language: Language) -> str:
    rules = read_spec(spec)
    return rules_in_words(language, rules) if isinstance(rules, RuleSet) else spec


def _code(found: re.Match[str]) -> str:
    name = found[0]
    if name not in CATALOGUE and name not in retired():
        return name
    return str(_LINK.format(url_for("handbook.code", code=name), name))
