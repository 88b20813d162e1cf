"""The ledger of a whole game as a document: every deal with its tricks, its points and its result."""

from collections.abc import Iterable, Iterator

from notation.findings import escape, speaking_of
from notation.judge import Judgement
from notation.record import UNNUMBERED, Comment, score_words, seat_letter
from notation.rulings import Account, accounts_of, awards, match_won, ruling_sentence
from notation.specs import write_spec
from viewer.documents.document import Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.rulings.ledger import ledger


def score_sheet(
    judgement: Judgement, language: Language, accounts: Iterable[Account] | None = None
) -> Document:
    """Render the ledger of a judged game; ``accounts`` are those of its deals, where they are known."""
    language = speaking_of(judgement.game.readable, judgement.rules, language)
    parts: list[Part] = [Paragraph(language.say("Judged by {rules}.", rules=_rules(judgement)))]
    for account in accounts_of(judgement, digested=False) if accounts is None else accounts:
        parts += _deal(account, language)
    won = match_won(language, judgement)
    parts += [Paragraph(won, kind="answer")] if won else []
    return Document(_title(judgement, language), tuple(parts), language.code)


def _rules(judgement: Judgement) -> str:
    return write_spec(judgement.rules) if judgement.rules else ""


def _title(judgement: Judgement, language: Language) -> str:
    """Return the event, the date and the players of a game."""
    record = judgement.game.draft
    seats = judgement.rules.seats if judgement.rules else len(judgement.score)
    names = [record.tag(seat_letter(seat)) for seat in range(seats)] if record else []
    head = [record.tag("Event"), record.tag("Date")] if record else []
    title = [*head, " – ".join(name for name in names if name)]
    return " · ".join(escape(part) for part in title if part) or language.say("A game")


def _deal(account: Account, language: Language) -> Iterator[Part]:
    number = account.deal.number
    yield Heading(
        language.say("Deal {number}", number=number) if number != UNNUMBERED else language.say("A deal")
    )
    if account.deal.tricks:
        yield from list(ledger(account, language))[1:]
    comments = [
        Item(f"{trick.number}. {escape(' '.join(note.text.split()))}")
        for trick in account.record.tricks
        for notes in (trick.notes, *(ply.notes for ply in trick.plies))
        for note in notes
        if isinstance(note, Comment)
    ]
    if comments:
        yield Listing(tuple(comments))
    yield Paragraph(ruling_sentence(language, account), kind="answer")
    yield from map(Paragraph, awards(language, account.deal, account.rules.sides))
    if account.deal.score:
        score = score_words(account.deal.score)
        yield Paragraph(language.say("The score after this deal is {score}.", score=score))
