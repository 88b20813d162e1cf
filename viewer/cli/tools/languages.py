"""The command `languages`: the languages of the program, and how complete each is."""

from functools import partial
from typing import Any

from viewer.cards import PACKS
from viewer.cards.glyphs import INDICES, index
from viewer.cli.output import Delivery
from viewer.documents.catalogues import CatalogueState, catalogue_states
from viewer.documents.document import Column, DataTable, Document, Paragraph
from viewer.documents.languages import NAMES, Language


def languages(delivery: Delivery) -> None:
    """List the languages."""
    language = delivery.language
    states = catalogue_states()
    delivery.add(lambda: _listed(states, language), *(partial(_object, state) for state in states))
    delivery.leave("", wrong=False)


def _listed(states: list[CatalogueState], language: Language) -> Document:
    columns = (
        Column(language.say("code")),
        Column(language.say("language")),
        Column(language.say("translated"), number=True),
        Column(language.say("missing"), number=True),
        Column(language.say("fuzzy"), number=True),
        Column(language.say("faulty"), number=True),
        Column(language.say("letters")),
        Column(language.say("state")),
    )
    rows = tuple(
        (
            state.code,
            NAMES[state.code],
            f"{state.translated}/{state.sentences}",
            *map(str, (state.missing, state.fuzzy, state.faulty)),
            _letters(state.code, language),
            language.say("begun") if state.is_begun else language.say("complete"),
        )
        for state in states
    )
    note = language.say(
        "What is not translated appears in English, as do translations that are fuzzy or lack a placeholder."
    )
    return Document(language.say("Languages"), (DataTable(columns, rows), Paragraph(note)), language.code)


def _object(state: CatalogueState) -> dict[str, Any]:
    return {
        "code": state.code,
        "name": NAMES[state.code],
        "begun": state.is_begun,
        "sentences": state.sentences,
        "translated": state.translated,
        "missing": state.missing,
        "fuzzy": state.fuzzy,
        "faulty": state.faulty,
        "own_letters": _has_letters(state.code),
        "letters": {pack: list(index(pack, state.code)) for pack in PACKS},
    }


def _letters(code: str, language: Language) -> str:
    return " ".join(index("french", code)) if _has_letters(code) else language.say("as in English")


def _has_letters(code: str) -> bool:
    return all((pack, code) in INDICES for pack in PACKS)
