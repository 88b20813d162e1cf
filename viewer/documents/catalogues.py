"""The translation catalogues: which of their translations are usable, and how complete they are.

A catalogue may be incomplete: a line of the comment at its head says so (:data:`BEGUN`), and its language
falls back to English for what is missing.
"""

import io
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parent / "translations"
BEGUN: Final = "# begun"
"""The line of a catalogue that may be incomplete."""


class CatalogueState(NamedTuple):
    """The completeness of a language, by numbers of sentences; one with several plural forms counts once.

    ``fuzzy`` translations are unreviewed, ``faulty`` ones name other facts than the English sentence. Neither
    is used.
    """

    code: str
    is_begun: bool
    sentences: int
    translated: int
    fuzzy: int
    faulty: int

    @property
    def missing(self) -> int:
        """The number of sentences without a translation."""
        return self.sentences - self.translated - self.fuzzy - self.faulty


def read_catalogue(code: str) -> Catalog:
    """Return the catalogue of a language, as written."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def is_begun(catalogue: Catalog) -> bool:
    """Return whether a catalogue may be incomplete."""
    return BEGUN in catalogue.header_comment.splitlines()


def is_translated(message: Message) -> bool:
    """Return whether every form of a sentence has a translation."""
    return all(words.strip() for words in _forms(message.string))


def is_faulty(message: Message) -> bool:
    """Return whether a translation names other facts than the sentence.

    Whoever goes out has what is needed for it: a language need not say how much that is.

    >>> [is_faulty(Message("{seat} leads", words)) for words in ("{seat} spielt aus", "{sitz} spielt aus")]
    [False, True]
    """
    wanted = [_facts(sentence) for sentence in _forms(message.id)]
    unsaid = [{each for each in facts or () if each[0] != "needed"} for facts in wanted]
    return any(_facts(words) not in (*wanted, *unsaid) for words in _forms(message.string))


def compiled(code: str) -> bytes:
    """Return the usable translations of a language in the format of `gettext`."""
    catalogue = read_catalogue(code)
    for message in list(catalogue):
        if message.id and not (is_translated(message) and not is_faulty(message)):
            catalogue.delete(message.id)
    written = io.BytesIO()
    write_mo(written, catalogue)  # without what is fuzzy
    return written.getvalue()


def catalogue_states() -> list[CatalogueState]:
    """Return the completeness of every language, over the sentences of the complete catalogues."""
    catalogues = {path.stem: read_catalogue(path.stem) for path in sorted(FOLDER.glob("*.po"))}
    whole = [each for each in catalogues.values() if not is_begun(each)] or list(catalogues.values())
    sentences = {_forms(message.id) for catalogue in whole for message in catalogue if message.id}
    states = [CatalogueState("en", False, len(sentences), len(sentences), 0, 0)]
    for code, catalogue in catalogues.items():
        found = [each for each in catalogue if _forms(each.id) in sentences and is_translated(each)]
        fuzzy = sum(message.fuzzy for message in found)
        faulty = sum(not message.fuzzy and is_faulty(message) for message in found)
        translated = len(found) - fuzzy - faulty
        states.append(CatalogueState(code, is_begun(catalogue), len(sentences), translated, fuzzy, faulty))
    return states


def _forms(words: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def _facts(sentence: str) -> set[tuple[str | None, ...]] | None:
    """Return the facts in braces as written; None for unbalanced braces."""
    try:
        return {tuple(part) for _, *part in Formatter().parse(sentence) if part[0] is not None}
    except ValueError:
        return None
