"""Hovers: what the word under the pointer means: the action, its result, the findings on it.

Returns plain lines, and as Markdown no sign of a record as markup; decides nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from notation.findings import CATALOGUE, Finding, SeatFact
from notation.judge import DealJudgement, set_up
from notation.record import card_word, in_order, model, score_words
from notation.record.words import is_card, read_half
from notation.rulings import condition, outcome_sentence, rules_of
from notation.specs import read_spec, write_spec
from notation.text import GLYPHS
from referee import BOOKS, POINTS, Card, Seat, actions, changed, mask, point_of, points_of, suit_of
from referee.cards import kind
from referee.terms import TARGET
from viewer.documents.languages import Language
from viewer.documents.reports import cite_of, spoken_of, summary
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, JudgedAction, Review, ReviewedGame, deal_of
from viewer.editor.sentences import ENGLISH, card_name, card_points, completes, deed, done, result_in_short
from viewer.editor.syntax import card_of, cards_in

_FINDING: Final = re.compile(r"([A-Z][0-9]{3}) ([^:]+): (.*)", re.DOTALL)
_SIGNS: Final = re.compile(r"[\\`*_{}\[\]()#+\-.!|<>&~$^=]")
"""What may be markup in Markdown, or in HTML in it."""


class Hover(NamedTuple):
    """The lines about an extent of a document."""

    extent: Extent
    lines: tuple[str, ...]


def hover(review: Review, offset: int, language: Language = ENGLISH) -> Hover | None:
    """Return the hover of the word at an offset."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None:
        return None
    language = spoken_of(seen.judgement, language)
    extent, lines = part.extent, list(_lines(seen, part, language))
    if isinstance(part.what, model.Holding):
        for found in cards_in(seen.english(extent)):
            place = Extent(extent.start + found.start(), extent.start + found.end())
            if place.start <= offset < place.end:
                extent, lines = place, _card(seen, part, found[0], language)
    lines += [line for finding in _findings_at(seen, part) for line in _told(seen, finding, language)]
    return Hover(extent, tuple(lines)) if lines else None


def as_markdown(lines: Iterable[str], pages: Callable[[str], str]) -> str:
    """Return the lines of a hover as Markdown, the code of a finding with a link to its page."""
    return "  \n".join(_marked_up(line, pages) for line in lines)


def _marked_up(line: str, pages: Callable[[str], str]) -> str:
    found = _FINDING.match(line)
    if not found or found[1] not in CATALOGUE:
        return _escaped(line)
    code, told, rest = found.groups()
    return f"[**{code}**]({pages(code)}) *{_escaped(told)}*: {_escaped(rest)}"


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\g<0>", text)


def _lines(seen: ReviewedGame, part: DocumentPart, language: Language) -> Iterator[str]:
    match part.what:
        case model.Ply():
            told = seen.told(part.deal, part.what)
            yield from _ply(seen, told, language) if told else [_untold(seen, part, language)]
        case model.Trick():
            yield from _trick(seen, part, language)
        case model.Checkpoint():
            yield from _checkpoint(seen, part, language)
        case model.Glyph(mark) if mark in GLYPHS:
            yield f"{mark}: {language.put(GLYPHS[mark])}"
        case model.Outcome() if not isinstance(part.behind, model.Variation):
            yield from _result(seen, part, language)
        case model.DealRecord():
            deal = deal_of(seen, part)
            if deal:
                yield outcome_sentence(language, deal[1], seen.certainty_of(deal[1]))
        case model.Award(seat, points) if seat >= 0:
            yield language.count(
                "The table awards {seat} {number} game point in addition to the play.",
                "The table awards {seat} {number} game points in addition to the play.",
                points,
                seat=SeatFact(seat),
            )
        case model.Tag("Rules", value):
            yield from _rules(value, language)
        case model.Tag("Result"):
            yield f"{summary(seen.judgement, language)}."


def _sides(seen: ReviewedGame) -> Sequence[Seat]:
    return rules_of(seen.judgement).sides


def _untold(seen: ReviewedGame, part: DocumentPart, language: Language) -> str:
    deal = deal_of(seen, part)
    if part.what.action == actions.OUT and deal and deal[1].result:
        ended = language.say("The deal had ended already: {result}.", result=result_in_short(deal[1]))
        return _with_doubt(ended, seen, deal[1], language)
    return language.say("Not judged: the judgement of the deal stopped before this.")


def _with_doubt(told: str, seen: ReviewedGame, deal: DealJudgement, language: Language) -> str:
    """Return the result of a deal, and what it depends on where it is undecided."""
    certainty = seen.certainty_of(deal)
    if not certainty.rests_on:
        return told
    return f"{told} {condition(language, certainty.rests_on, certainty.otherwise)}"


def _target(seen: ReviewedGame) -> int:
    rules = seen.judgement.rules
    return rules.target if rules else TARGET


def _ply(seen: ReviewedGame, told: JudgedAction, language: Language) -> Iterator[str]:
    event, trick, deal, _ = told
    yield deed(event, trick, language, _target(seen))
    if completes(event, trick):
        yield language.say("{seat} takes trick {number}.", seat=SeatFact(trick.winner), number=trick.number)
    last = bool(deal.tricks) and trick is deal.tricks[-1] and trick.events[-1] is event
    yield f"{card_points(event.points, language, _sides(seen))}."
    if last and deal.result:
        ends = language.say("The deal ends: {result}.", result=result_in_short(deal))
        yield _with_doubt(ends, seen, deal, language)


def _trick(seen: ReviewedGame, part: DocumentPart, language: Language) -> Iterator[str]:
    trick: model.Trick = part.what
    told = next(filter(None, (seen.told(part.deal, ply) for ply in trick.plies)), None)
    if not told:
        return
    ledger = told.trick
    leads = language.say("Trick {number}: {seat} leads", number=ledger.number, seat=SeatFact(ledger.leader))
    taken = f", {language.say('{seat} takes it', seat=SeatFact(ledger.winner))}" if ledger.winner >= 0 else ""
    yield f"{leads}{taken}."
    yield language.say("Afterwards: {points}.", points=card_points(ledger.points, language, _sides(seen)))


def _checkpoint(seen: ReviewedGame, part: DocumentPart, language: Language) -> Iterator[str]:
    if isinstance(part.behind, model.Trick):
        plies = part.behind.plies
        compared = any(seen.told(part.deal, ply) for ply in plies)
    else:
        compared = isinstance(part.behind, model.Ply) and seen.told(part.deal, part.behind) is not None
    stated: model.Checkpoint = part.what
    if not compared:
        yield language.say("Not compared: the deal was not judged this far, or nothing follows.")
    elif not any(_findings_at(seen, part)):
        points = card_points(stated.points, language, _sides(seen))
        yield language.say("Right: at this moment {points}.", points=points)


def _result(seen: ReviewedGame, part: DocumentPart, language: Language) -> Iterator[str]:
    deal = deal_of(seen, part)
    if deal is None:
        return
    yield outcome_sentence(language, deal[1], seen.certainty_of(deal[1]))
    if deal[1].score:
        yield language.say("The score after this deal is {score}.", score=score_words(deal[1].score))


def _rules(spec: str, language: Language) -> Iterator[str]:
    """Describe a rule spec: its source, and the changed options."""
    rules = read_spec(spec)
    if isinstance(rules, Finding):
        return
    source = language.say("after {source}", source=BOOKS[rules.name].source)
    yield f"{write_spec(rules)}: {source}"
    for decision in changed(rules):
        point = point_of(decision)
        yield f"{language.translate(POINTS[point])}: {language.rule(rules, point)}"
    if not changed(rules):
        yield language.say("`{command}` prints the rule sheet.", command=f"santase rules {rules.name}")


def _card(seen: ReviewedGame, part: DocumentPart, word: str, language: Language) -> list[str]:
    """Describe a dealt card: its points, its first owner, and where it is played."""
    card = card_of(word)
    found = deal_of(seen, part)
    if not is_card(word.removesuffix("%")):
        cards = ", ".join(language.card(each) for each in in_order(read_half(word)))
        return [language.say("Half known: one of {cards}.", cards=cards)]
    if card < 0 or found is None:
        unknown = language.say("not recorded") if word == "--" else language.say("hidden from this reader")
        return [f"{card_word(card)}: {unknown}."]
    written, judged = found
    rules = seen.judgement.rules
    deals = set_up(rules, written) if rules and written.is_headed else []
    trumps = any(deal.trump == suit_of(card) for deal in deals)
    counts = language.say("counts {points}", points=points_of(mask((card,))))
    parts = [card_name(card, language), *([language.say("a trump")] if trumps else []), counts]
    name = ", ".join(parts)
    lines = [f"{name[0].upper()}{name[1:]}."]
    owners = [seat for seat, hand in written.hands if hand is part.what]
    won = written.position.won if written.position else ()
    winners = [seat for seat, pile in won if pile is part.what]
    if winners and winners[0] >= 0:
        return [*lines, language.say("Won by {seat} before the position.", seat=SeatFact(winners[0]))]
    if winners:
        return [*lines, language.say("Played before the position.")]
    if not owners:
        lines.append(language.say("In the talon."))
    elif written.position:
        lines.append(language.say("Held by {seat}.", seat=SeatFact(owners[0])))
    else:
        lines.append(language.say("Dealt to {seat}.", seat=SeatFact(owners[0])))
    lines.append(_fate(judged, card, language))
    if word.endswith("%"):
        lines.append(language.say("The scribe was not sure of this card."))
    return lines


def _fate(deal: DealJudgement, card: Card, language: Language) -> str:
    for trick in deal.tricks:
        for event in trick.events:
            if event.ply.plays and kind(event.card) == card:
                return language.say(
                    "Trick {number}: {what}.", number=trick.number, what=done(event, trick, language)
                )
    return language.say("It had not been played when the judgement ended.")


def _findings_at(seen: ReviewedGame, part: DocumentPart) -> Iterator[Finding]:
    """Yield the findings at the place of a part; those of a result are at its first word."""
    if isinstance(part.what, model.Tag | model.Holding | model.DealRecord):
        return  # an editor shows them anyway; nothing was done here
    place = seen.span_of(part)
    for finding in seen.judgement.findings:
        if finding.span == place:
            yield finding


def _told(seen: ReviewedGame, finding: Finding, language: Language) -> Iterator[str]:
    severity = language.translate(finding.code.severity.value)
    yield f"{finding.code.id} {severity}: {language.message(finding)}"
    rules, point = seen.judgement.rules, finding.point
    if rules and point:
        yield f"{cite_of(seen.judgement, finding, language)}: {language.rule(rules, point)}"
