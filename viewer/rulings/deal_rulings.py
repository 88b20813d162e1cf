"""The rulings on a deal as documents: the ruling itself, and the one that settles a dispute over it.

Every figure comes from the account of the deal or the answers to the claims; nothing is computed here.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import metadata
from typing import Final, NamedTuple

from notation.findings import Phrase, escape, typed
from notation.record import UNRECORDED, score_words
from notation.record.placeholders import among_of
from notation.record.words import read_shown
from notation.replay import Frame, FrameKind, Layout, frames, layout_at_start
from notation.rulings import (
    Account,
    Alternative,
    BestPlay,
    Decisive,
    Dispute,
    alternative_sentence,
    alternatives,
    awards,
    by_rule,
    decisive,
    disputes,
    match_won,
    outcome_sentence,
    points_cited,
    rules_in_words,
    said,
    sentence,
)
from notation.specs import write_spec
from referee import ArithmeticStep, RuleSet, citation, sources_of
from viewer.documents.document import (
    Blanks,
    Column,
    DataTable,
    Document,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    Picture,
    beneath,
)
from viewer.documents.languages import Language, bare_title
from viewer.documents.quotations import citing, points_quoted, quoted_once
from viewer.rulings.best_play import what_it_cost
from viewer.rulings.disputes import answers, refusals, slips
from viewer.rulings.findings import in_words
from viewer.rulings.ledger import dealt, ledger
from viewer.rulings.titles import seated, title, titled

_version: Final = cache(metadata.version)
"""The version of what is installed, which is read from a file."""


def explanation(account: Account, language: Language, found: BestPlay | Phrase | None = None) -> Document:
    """Render the ruling of a deal; ``found`` is the result of a search for best play, if requested."""
    language = account.speaking(language)
    others = alternatives(account)
    told = outcome_sentence(language, account.deal, account.certainty, decisive(account, others))
    parts: list[Part] = [Paragraph(told, kind="answer")]
    parts += map(Paragraph, awards(language, account.deal, account.rules.sides))
    parts += _otherwise(account, others, language)
    if found is not None:
        parts += what_it_cost(account, found, language)
    parts += _cards_dealt(account, language)
    if account.deal.tricks:
        parts += ledger(account, language)
    if account.steps:
        parts += _scoring(account, language)
    parts += _wrong(account, language)
    parts += _disputed(account, language)
    parts += _under_other_rules(account, language)
    sources = sources_of(account.rules, points_cited(account))
    parts += _grounds(account, sources, language)
    parts.append(_small_print(account, sources, language))
    return citing(title(account, language), quoted_once(parts), language)


def _remembered(language: Language) -> str:
    """Explain how half known and unsure cards are written."""
    suit, rank, pair, unsure = (language.card(read_shown(word)) for word in ("-h", "K-", "Ks|Qs", "Ks%"))
    return language.say(
        "{suit}: only the suit is remembered. {rank}: only the rank. {pair}: one of the two."
        " {unsure}: the scribe was not sure.",
        suit=suit,
        rank=rank,
        pair=pair,
        unsure=unsure,
    )


def _cards_dealt(account: Account, language: Language) -> Iterator[Part]:
    """Return the hands at the start of the play, as far as recorded, and the talon."""
    if not account.played:
        return
    start = layout_at_start(account)
    rows = [(who, start.hand(seat)) for seat, who in enumerate(seated(account))]
    rows.append((language.say("Talon from the top"), start.talon))
    if all(card == UNRECORDED for _, cards in rows[:-1] for card in cards):
        yield Paragraph(language.say("Nobody recorded the hands."))
        return
    shown = tuple((who, " ".join(map(language.card, cards))) for who, cards in rows if cards)
    title = language.say("The cards as they were dealt")
    if not account.deal.tricks:
        title = f"{title}: {dealt(account, language)}"
    yield DataTable((Column(""), Column("")), shown, title)
    if any(among_of(card) for _, cards in rows for card in cards):
        yield Paragraph(_remembered(language))


def _otherwise(account: Account, others: Sequence[Alternative], language: Language) -> Iterator[Part]:
    """Return what would have changed the result of the deal."""
    items: list[Item] = []
    for other in others:
        note = language.quoted(account.rules, other.changes[0].point) if other.changes else ""
        told = note in {item.note for item in items}
        items.append(Item(alternative_sentence(language, other), "" if told else note))
    if items:
        yield Heading(language.say("What would have changed it"))
        yield Listing(tuple(items))


def _grounds(account: Account, sources: Sequence[tuple[str, ...]], language: Language) -> Iterator[Part]:
    """Return the rules of the ruling, with their sources."""
    yield Heading(language.say("What the ruling rests on"))
    titles = "; ".join(bare_title(title) for title, *_ in sources)
    named = rules_in_words(language, account.rules)
    yield Paragraph(language.say("The rules of {rules}, after {sources}.", rules=named, sources=titles))


def _small_print(account: Account, sources: Sequence[tuple[str, ...]], language: Language) -> Paragraph:
    """Return the line that ends a sheet: what is for programs, and nowhere else on it."""
    rules, place = account.rules, account.judgement.game.place
    digest = account.judgement.game.digest or language.say("none: not all of it could be read")
    codes = dict.fromkeys(f"{each.code.id} ({place(each.span).line})" for each in account.findings)
    line = [f"santase {_version('santase')}", write_spec(rules), ", ".join(codes)]
    line.append(language.say("digest of the record: {digest}", digest=digest))
    line += map(", ".join, sources)
    return Paragraph(" · ".join(filter(None, line)), kind="fine")


# The scoring.


def listed_steps(steps: Iterable[ArithmeticStep], rules: RuleSet, language: Language) -> Listing:
    """Return the steps of a calculation, each with its clause."""
    items = (
        Item(
            sentence(language.put(Phrase(step.line.sentence, typed(step.facts)))),
            language.quoted(rules, step.line.point),
        )
        for step in steps
    )
    return Listing(tuple(items), ordered=True)


def _scoring(account: Account, language: Language) -> Iterator[Part]:
    yield Heading(language.say("The scoring, step by step"))
    yield listed_steps(account.steps, account.rules, language)
    result = account.deal.result
    if result and not result.card_points:
        yield Paragraph(language.say("The cards of some tricks are not known; the totals are minimums."))
    if result and account.settled_otherwise:
        points = account.deal.game_points
        yield Paragraph(language.say("The players settled it for {points}, which counts.", points=points))
    if account.deal.score:
        yield Paragraph(_score(account, language, score_words(account.deal.score)))


def _score(account: Account, language: Language, score: str) -> str:
    """Return the score after a deal, and what the match counts for if that has won it."""
    told = language.say("The score after this deal is {score}.", score=score)
    match = account.judgement
    won = match_won(language, match) if match.score == account.deal.score else ""
    return f"{told} {won}" if won else told


# Errors, and other rules.


def _wrong(account: Account, language: Language) -> Iterator[Part]:
    yield Heading(language.say("Errors in the record, and what cannot be decided"))
    found = account.findings
    if not found:
        yield Paragraph(
            language.say("Nothing: every action is legal and every statement right."), kind="right"
        )
    else:
        yield from slips(account, language)
        yield Listing(tuple(in_words(each, account.number, account.rules, language) for each in found))


def _disputed(account: Account, language: Language) -> Iterator[Part]:
    """Render the answers to the disputes in the record."""
    game = account.judgement.game
    found = disputes(game, account.number, account.rules)
    if found:
        yield Heading(language.say("The dispute"))
        yield from beneath(answers(found, account, language))


def _under_other_rules(account: Account, language: Language) -> Iterator[Part]:
    """Render the results of the deal under the other rule sets with this pack, equal ones together."""
    by_outcome: dict[str, list[str]] = {}
    for other in account.elsewhere.rule_sets():
        told = outcome_sentence(language, other.deal, other.certainty, by_rule(other.rules, other.deal))
        named = rules_in_words(language, other.rules)
        by_outcome.setdefault(f"{told} {refusals(other, language)}".rstrip(), []).append(named)
    if by_outcome:
        yield Heading(language.say("What other rules would give"))
        yield Listing(tuple(Item(told, ", ".join(names)) for told, names in by_outcome.items()))


# The ruling on a dispute: each claim with its answer, the cards at the moment in question, the ledger.


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
    found: Sequence[Dispute], account: Account, language: Language, docket: Docket = UNNUMBERED
) -> Document:
    """Render the document that settles the disputes about a deal."""
    language = account.speaking(language)
    title = titled(language.say("Dispute over deal {number}", number=account.number), account)
    if not found:
        nothing = Paragraph(language.say("Nothing is disputed in this deal."), kind="answer")
        return Document(title, (nothing,), language.code)
    docket = Docket(*map(escape, docket))
    parts: list[Part] = [*_letterhead(docket, language)]
    decided = decisive(account)
    told = outcome_sentence(language, account.deal, account.certainty, decided)
    parts.append(Paragraph(told, kind="answer"))
    parts += answers(found, account, language)
    parts += _moments(found, account, decided, language)
    parts += _cards_dealt(account, language)
    if account.deal.tricks:
        parts += ledger(account, language)
    parts += _under_other_rules(account, language)
    clauses = _clauses(account, language, parts)
    sources = sources_of(account.rules, points_cited(account))
    parts += [*_grounds(account, sources, language), *clauses]
    parts += _signed(account, docket, language)
    parts.append(_small_print(account, sources, language))
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


def _moments(
    found: Sequence[Dispute], account: Account, decided: Decisive, language: Language
) -> Iterator[Part]:
    """Render the table at the moments in question, each once, in order."""
    shown = [frame for frame in frames(account) if frame.kind not in (FrameKind.BONUS, FrameKind.END)]
    if not shown or not account.played:
        return
    yield Heading(language.say("The cards at the moment in question"))
    named = {_moment(dispute, account, shown) for dispute in found}
    moments = {_with_cards(_deciding(decided, shown) if at is None else at, shown) for at in named}
    for place in sorted(moments - {START} or moments):
        frame = shown[place]
        yield Paragraph(_when(frame, language, account.rules.target))
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
    trick = dispute.claim.trick if dispute.claim else 0
    of_action = dispute.is_written or trick < 0  # of the closing
    spans = {dispute.ply.span} if of_action and dispute.ply else set()
    if dispute.weighed:
        spans |= {finding.span for finding in dispute.weighed.findings}
    at = next((place for place, frame in enumerate(shown) if frame.span in spans), None)
    if at is None and dispute.unjudged:
        judged = {step.event.ply.span for step in account.played if step.event}
        return max((place for place, frame in enumerate(shown) if frame.span in judged), default=START)
    return _last(shown, trick) if at is None and trick > 0 else at


def _with_cards(at: int, shown: Sequence[Frame]) -> int:
    """Return a moment, or the last one before it with cards in hands or on the table."""
    while at > START and not (any(shown[at].layout.hands) or shown[at].layout.trick):
        at -= 1
    return at


def _deciding(decided: Decisive, shown: Sequence[Frame]) -> int:
    """Return the moment that decided a deal: a breach, 66 not claimed, the close, a claim; else its start."""
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
