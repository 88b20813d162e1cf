"""A language that shows a test which text passes through translation, and which does not."""

import gettext

from viewer.documents.languages import Language


class Marked(Language):
    """A language that marks the text it translates."""

    def __init__(self) -> None:
        super().__init__("en", gettext.NullTranslations())

    def translate(self, sentence: str) -> str:
        return f"⟦{super().translate(sentence)}⟧" if sentence else ""

    def count(self, one: str, many: str, number: int, /, **facts: object) -> str:
        return f"⟦{super().count(one, many, number, **facts)}⟧"  # type: ignore[arg-type]
