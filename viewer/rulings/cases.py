"""A dispute as one document: each claim with its answer, the cards at the moment in question, the ledger.

It ends with lines to be signed. Everything comes from the answers and the account of the deal; nothing is
computed here.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from notation.findings import escape
from notation.replay import Frame, FrameKind, Layout, frames
from notation.rulings import Account, Dispute, decisive, points_cited, ruling_sentence, said, sentence
from referee import citation
from referee.terms import terms_of
from viewer.documents.document import (
    Blanks,
    Column,
    DataTable,
    Document,
    Heading,
    Paragraph,
    Part,
    Picture,
)
from viewer.documents.languages import Language
from viewer.documents.quotations import citing, points_quoted, quoted_once
from viewer.rulings.disputes import answers
from viewer.rulings.explanation import cards_dealt, grounds, small_print, under_other_rules
from viewer.rulings.ledger import ledger
from viewer.rulings.titles import seated, titled


class Docket(NamedTuple):
    """The case: who rules on it, where, when, its number and arbiter; empty values are left blank.

    ``appeal`` is to whom the ruling may be appealed, or :data:`FINAL`.
    """

    place: str = ""
    date: str = ""
    case: str = ""
    arbiter: str = ""
    issuer: str = ""
    appeal: str = ""


FINAL: Final = "final"
"""The appeal against a ruling that cannot be appealed."""
UNNUMBERED = Docket()


def case(
    found: Sequence[Dispute],
    account: Account,
    language: Language,
    docket: Docket = UNNUMBERED,
) -> Document:
    """Render the document that settles the disputes about a deal."""
    language = account.speaking(language)
    title = titled(language.say("Dispute over deal {number}", number=account.number), account)
    if not found:
        told = Paragraph(language.say("Nothing is disputed in this deal."), kind="answer")
        return Document(title, (told,), language.code)
    docket = Docket(*map(escape, docket))
    parts: list[Part] = [*_letterhead(docket, language)]
    parts.append(Paragraph(ruling_sentence(language, account), kind="answer"))
    parts += answers(found, account, language)
    parts += _moments(found, account, language)
    parts += cards_dealt(account, language)
    if account.deal.tricks:
        parts += ledger(account, language)
    parts += under_other_rules(account, language)
    clauses = _clauses(account, language, parts)
    parts += [*grounds(account, language), *clauses]
    parts += _signed(account, docket, language)
    parts.append(small_print(account, language))
    return citing(title, quoted_once(parts), language)


def _letterhead(docket: Docket, language: Language) -> Iterator[Part]:
    """Return who issues the sheet, and its number, place and date, as far as they are given."""
    number = language.say("Ruling no. {number}", number=docket.case) if docket.case else ""
    where = ", ".join(filter(None, (docket.place, docket.date)))
    told = list(filter(None, (docket.issuer, number, where)))
    if told:
        yield Paragraph(told[0], "\n".join(told[1:]), "letterhead")


def _signed(account: Account, docket: Docket, language: Language) -> Iterator[Part]:
    """Return whether the ruling can be appealed, and the lines to sign, with what was left blank."""
    yield Heading(language.say("Signatures"))
    if docket.appeal.casefold() in (FINAL, language.say("final")):
        yield Paragraph(language.say("This ruling is final."))
    elif docket.appeal:
        yield Paragraph(language.say("This ruling may be appealed to {body}.", body=docket.appeal))
    arbiter = language.say("Arbiter")
    if docket.arbiter:
        arbiter = language.say("{name}, arbiter", name=docket.arbiter)
    where = ", ".join(filter(None, (docket.place, docket.date)))
    lines = [(who, "") for who in (*seated(account), arbiter)]
    lines.append((language.say("Place and date"), where))
    if not docket.issuer:
        lines.append((language.say("Issued by"), ""))
    if not docket.case:
        lines.append((language.say("Number of the ruling"), ""))
    if not docket.appeal:
        lines.append((language.say("May be appealed to, and until when"), ""))
    yield Blanks(tuple(lines))


def _clauses(account: Account, language: Language, above: Sequence[Part]) -> Iterator[Part]:
    """Return the clauses of everything that counted, except for those quoted already."""
    quoted = points_quoted(above)
    clauses = {
        citation(account.rules, point).quote: language.quoted_in_source(account.rules, point)
        for point in points_cited(account)
        if point not in quoted and citation(account.rules, point).quote
    }
    return (Paragraph("", clause) for clause in clauses.values())


# The moments in question.

START: Final = 0
"""The moment of the deal, for a claim about no moment of the play."""


def _moments(found: Sequence[Dispute], account: Account, language: Language) -> Iterator[Part]:
    """Render the table at the moments in question, each once, in order."""
    shown = [frame for frame in frames(account) if frame.kind not in (FrameKind.BONUS, FrameKind.END)]
    if not shown or not account.played:
        return
    yield Heading(language.say("The cards at the moment in question"))
    named = {_moment(dispute, account, shown) for dispute in found}
    moments = {_with_cards(_deciding(account, shown) if at is None else at, shown) for at in named}
    for place in sorted(moments - {START} or moments):
        frame = shown[place]
        yield Paragraph(_when(frame, language, terms_of(account.rules).target))
        yield picture(account, frame.layout, language)


def _when(frame: Frame, language: Language, target: int) -> str:
    """Return what had just been done; a claim is of the points of a target."""
    if frame.event:
        what = said(language, frame.event, target)
        return language.say("Trick {number}: {what}.", number=frame.trick, what=what)
    if frame.kind is FrameKind.START:
        return sentence(language.say("before the lead to trick {trick}", trick=frame.trick))
    return language.say("After trick {number}.", number=frame.trick)


def _moment(dispute: Dispute, account: Account, shown: Sequence[Frame]) -> int | None:
    """Return the index of the frame of a claim's moment, as far as it was judged; None if it names none."""
    spans = {dispute.ply.span} if dispute.is_written and dispute.ply else set()
    trick = dispute.claim.trick if dispute.claim else 0
    if dispute.weighed:
        spans |= {finding.span for finding in dispute.weighed.findings}
    at = next((place for place, frame in enumerate(shown) if frame.span in spans), None)
    if at is None and dispute.unjudged:
        judged = {step.event.ply.span for step in account.played if step.event}
        return max((place for place, frame in enumerate(shown) if frame.span in judged), default=START)
    return _last(shown, trick) if at is None and trick else at


def _with_cards(at: int, shown: Sequence[Frame]) -> int:
    """Return a moment, or the last one before it with cards in hands or on the table."""
    while at > START and not (any(shown[at].layout.hands) or shown[at].layout.trick):
        at -= 1
    return at


def _deciding(account: Account, shown: Sequence[Frame]) -> int:
    """Return the moment that decided a deal: a breach, 66 not claimed, the close, a claim; else its start."""
    decided = decisive(account)
    if decided.breach:
        code, trick = decided.breach.code, decided.breach.trick
        for place, frame in enumerate(shown):
            ruling = frame.event.ruling if frame.event else None
            if frame.trick == trick and ruling and ruling.code.id == code:
                return place
    if decided.chance:
        return _last(shown, decided.chance.trick - decided.chance.lead)
    acts = (FrameKind.CLOSE, FrameKind.CLAIM)
    return next((place for place, frame in enumerate(shown) if frame.kind in acts), START)


def _last(shown: Sequence[Frame], trick: int) -> int:
    """Return the last moment of a trick, or the last before it."""
    return max((place for place, frame in enumerate(shown) if frame.trick <= trick), default=START)


def picture(
    account: Account, layout: Layout, speaking: Language, bottom: str = "", is_open: bool = False
) -> Picture:
    """Render the hands, the trick and the talon of a moment, with a seat below, and an open talon or not."""
    words = _in_words(account, layout, speaking, is_open)

    def draw() -> tuple[str, ...]:
        from viewer.cards import Look, position_halves
        from viewer.rulings.positions import Viewpoint, position_of

        title = "; ".join(f"{what}: {cards}" for what, cards in words.rows)
        look = Look(language=speaking.code)
        view = Viewpoint(bottom, open_talon=is_open)
        return position_halves(position_of(account, layout, view, speaking), title, look)

    return Picture(draw, words)


def _in_words(account: Account, layout: Layout, language: Language, is_open: bool) -> DataTable:
    """Render the same as a table: the hands, the trick, and the visible part of the talon."""
    players = seated(account)
    cells = [(who, " ".join(map(language.card, layout.hand(seat)))) for seat, who in enumerate(players)]
    played = ", ".join(
        f"{players[seat]} {language.card(card)}" if seat >= 0 else language.card(card)
        for seat, card in layout.trick
    )
    if played:
        cells.append((language.say("The trick on the table"), played))
    if layout.talon:
        seen = layout.talon if is_open else layout.talon[-1:]
        cells.append((language.say("Talon"), " ".join(map(language.card, seen))))
    return DataTable((Column(""), Column(language.say("Cards"))), tuple(cells))
