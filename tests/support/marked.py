"""A language that shows a test which text passes through translation, and which does not."""

import gettext
import re

from viewer.documents.document import Blanks, DataTable, Document, Heading, Listing, Paragraph, Picture
from viewer.documents.languages import Language


class Marked(Language):
    """A language that marks the text it translates."""

    def __init__(self) -> None:
        super().__init__("en", gettext.NullTranslations())

    def translate(self, sentence: str) -> str:
        return f"⟦{super().translate(sentence)}⟧" if sentence else ""

    def count(self, one: str, many: str, number: int, /, **facts: object) -> str:
        return f"⟦{super().count(one, many, number, **facts)}⟧"  # type: ignore[arg-type]


def unmarked(text: str) -> str:
    """Return what of a text went past the translation."""
    while "⟦" in text:
        text = re.sub("⟦[^⟦⟧]*⟧", "", text)
    return text


def texts(document: Document, notes: bool = False) -> list[str]:
    """Return the sentences of a document, its notes too if asked, without what is quoted from a record."""
    found = []
    for part in document.parts:
        match part:
            case Heading():
                found.append(part.text)
            case Paragraph():
                found += [part.text, part.note] if notes else [part.text]
            case Listing():
                found += [text for item in part.items for text in (item if notes else item[:1])]
            case DataTable():
                found += [part.title, *(column.title for column in part.columns)]
                found += [cell for row in part.rows for cell in row]
            case Picture():
                found += [cell for row in part.words.rows for cell in row]
            case Blanks():
                found += [text for line in part.lines for text in line]
    return found
