"""What an editor shows of the word under the pointer: what was done, what it came to, what is said of it.

Tells in plain text what was judged, so that nothing a record says can become markup; decides nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.judge.judgement import DealJudgement
from notation.judge.setup import set_up
from notation.record.model import Award, Checkpoint, DealRecord, Holding, Outcome, Ply, Tag, Trick, Variation
from notation.record.words import card_word, read_card, seat_letter
from notation.specs.spec import read_spec, write_spec
from referee import actions, clauses
from referee.cards import POINTS, Card, suit_of
from referee.rules import changed
from viewer.documents.languages import language
from viewer.documents.reports import summary
from viewer.documents.rule_sheets import rule_words
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, Review, ReviewedGame, Told, deal_of
from viewer.editor.syntax import cards_in
from viewer.editor.words import card_name, card_points, completes, count, deed, result_in_short
from viewer.rulings.answers import answer


class Hover(NamedTuple):
    """What there is to say of a stretch of a document, in lines."""

    extent: Extent
    lines: tuple[str, ...]


def hover(review: Review, offset: int) -> Hover | None:
    """What there is to say of the word at an offset."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None:
        return None
    extent, lines = part.extent, list(_lines(seen, part))
    if isinstance(part.what, Holding):
        for found in cards_in(review.page.text[slice(*extent)]):
            place = Extent(extent.start + found.start(), extent.start + found.end())
            if place.start <= offset < place.end:
                extent, lines = place, _card(seen, part, found[0])
    lines += [line for finding in _findings_at(seen, part) for line in _told(seen, finding)]
    return Hover(extent, tuple(lines)) if lines else None


def _lines(seen: ReviewedGame, part: DocumentPart) -> Iterator[str]:
    match part.what:
        case Ply():
            told = seen.told.get(part.what.span)
            yield from _ply(told) if told else [_untold(seen, part)]
        case Trick():
            yield from _trick(seen, part)
        case Checkpoint():
            yield from _checkpoint(seen, part)
        case Outcome() if not isinstance(part.behind, Variation):
            yield from _result(seen, part)
        case DealRecord():
            deal = deal_of(seen, part)
            if deal:
                yield answer(language("en"), deal[1])
        case Award(seat, points) if seat >= 0:
            yield f"The table awards {seat_letter(seat)} {count(points, 'game point')} apart from the play."
        case Tag("Rules", value):
            yield from _rules(value)
        case Tag("Result"):
            yield f"{summary(seen.judgement)}."


def _untold(seen: ReviewedGame, part: DocumentPart) -> str:
    deal = deal_of(seen, part)
    if part.what.action == actions.OUT and deal and deal[1].result:
        return f"The deal had ended by itself: {result_in_short(deal[1])}."
    return "Not judged: the judgement of the deal ends before this."


def _ply(told: Told) -> Iterator[str]:
    event, trick, deal = told
    yield deed(event, trick)
    if completes(event, trick):
        yield f"{seat_letter(trick.winner)} takes trick {trick.number}."
    last = bool(deal.tricks) and trick is deal.tricks[-1] and trick.events[-1] is event
    yield f"{card_points(event.points)}."
    if last and deal.result:
        yield f"The deal ends: {result_in_short(deal)}."


def _trick(seen: ReviewedGame, part: DocumentPart) -> Iterator[str]:
    trick: Trick = part.what
    told = [seen.told[ply.span] for ply in trick.plies if ply.span in seen.told]
    if not told:
        return
    ledger = told[0].trick
    taken = f", and {seat_letter(ledger.winner)} takes it" if ledger.winner >= 0 else ""
    yield f"Trick {ledger.number}: {seat_letter(ledger.leader)} leads{taken}."
    yield f"Behind it {card_points(ledger.points)}."


def _checkpoint(seen: ReviewedGame, part: DocumentPart) -> Iterator[str]:
    if isinstance(part.behind, Trick):
        plies = part.behind.plies
        compared = any(ply.span in seen.told for ply in plies)
    else:
        compared = isinstance(part.behind, Ply) and part.behind.span in seen.told
    stated: Checkpoint = part.what
    if not compared:
        yield "Not compared: the judgement of the deal ends before this, or nothing follows."
    elif not any(_findings_at(seen, part)):
        yield f"So it is: at this moment {card_points(stated.points)}."


def _result(seen: ReviewedGame, part: DocumentPart) -> Iterator[str]:
    deal = deal_of(seen, part)
    if deal is None:
        return
    yield answer(language("en"), deal[1])
    if deal[1].score:
        yield f"Score {'-'.join(map(str, deal[1].score))}."


def _rules(spec: str) -> Iterator[str]:
    """What a rule spec means: its source, and what the table has agreed otherwise."""
    rules = read_spec(spec)
    if isinstance(rules, Finding):
        return
    yield f"{write_spec(rules)}: after {clauses.SOURCES[rules.name]}"
    for decision in changed(rules):
        point = clauses.point_of(decision)
        yield f"{clauses.POINTS[point]}: {rule_words(rules, point)}"
    if not changed(rules):
        yield f"`santase rules {rules.name}` prints the rule sheet."


def _card(seen: ReviewedGame, part: DocumentPart, word: str) -> list[str]:
    """A card as it was dealt: what it counts, whose it was, and where it is played."""
    card = read_card(word)
    found = deal_of(seen, part)
    if card < 0 or found is None:
        return [f"{card_word(card)}: " + ("not recorded." if word == "--" else "hidden from this reader.")]
    written, judged = found
    rules = seen.judgement.rules
    deals = set_up(rules, written) if rules and written.is_headed else []
    trump = ", a trump" if any(deal.trump == suit_of(card) for deal in deals) else ""
    name = card_name(card)
    lines = [f"{name[0].upper()}{name[1:]}{trump}, counts {POINTS[card]}."]
    owners = [seat for seat, hand in written.hands if hand is part.what]
    won = written.position.won if written.position else ()
    winners = [seat for seat, pile in won if pile is part.what]
    if winners:
        who = f"Won by {seat_letter(winners[0])}" if winners[0] >= 0 else "Played"
        return [*lines, f"{who} before the position."]
    held = "Held by" if written.position else "Dealt to"
    lines.append(f"{held} {seat_letter(owners[0])}." if owners else "In the talon.")
    lines.append(_fate(judged, card))
    return lines


def _fate(deal: DealJudgement, card: Card) -> str:
    for trick in deal.tricks:
        for event in trick.events:
            if event.ply.plays and event.card == card:
                return f"{deed(event, trick).rstrip('.')} in trick {trick.number}."
    return "It is not played, as far as the deal is judged."


def _findings_at(seen: ReviewedGame, part: DocumentPart) -> Iterator[Finding]:
    """The findings of a part: those at its place, and those of a result whose span is its first word."""
    if isinstance(part.what, Tag | Holding | DealRecord):
        return  # an editor shows them anyway; nothing was done here
    for finding in seen.judgement.findings:
        if finding.span == part.what.span:
            yield finding


def _told(seen: ReviewedGame, finding: Finding) -> Iterator[str]:
    """A finding, and the clause behind it."""
    yield f"{finding.code.id} {finding.code.severity.value}: {finding.message}"
    rules, point = seen.judgement.rules, finding.code.point
    if rules and point:
        yield f"{finding.cite}: {rule_words(rules, point)}"
