"""How claims were understood, and what may have been meant by those that were not."""

from collections.abc import Iterator

from notation.findings import escape
from notation.rulings import Dispute, claim_sentence
from viewer.documents.document import Item, Listing, Paragraph, Part
from viewer.documents.languages import Language


def reading(dispute: Dispute, language: Language, numbers: Iterator[int]) -> Iterator[Part]:
    """Render how an assertion was understood, or the questions to choose from, numbered on."""
    said = escape(dispute.said)
    if dispute.claim:
        meant = claim_sentence(dispute.claim, language)
        if meant.casefold() != dispute.said.strip(" .!").casefold():
            yield Paragraph(language.say("Understood as: {claim}.", claim=meant))
    elif not dispute.understood:
        why = language.put(dispute.fault) if dispute.fault else ""
        yield Paragraph(language.say("Not understood: “{words}” ({why}).", words=said, why=why), kind="wrong")
        if dispute.offered:
            yield Paragraph(language.say("Do you mean one of these?"))
            yield Listing(
                tuple(Item(f"{next(numbers)}: {claim_sentence(each, language)}") for each in dispute.offered)
            )
