"""The same play under several rule sets, as a document: the verdicts, where they differ, and why.

Everything comes from the comparison; nothing is computed here.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from notation.findings import Fact, Phrase, SeatFact, speaking_of
from notation.judge import DealJudgement, Judgement, contract_in_words, outcome_fact
from notation.record import score_words
from notation.rulings import (
    Comparison,
    DealVerdict,
    Matter,
    Pair,
    Parting,
    PartingSide,
    WrittenPart,
    certainties,
    outcome_sentence,
    rules_in_words,
    verdict_of,
)
from notation.specs import write_spec
from notation.text import Game
from referee import CATALOGUE, POINTS, Reason, RuleSet, Severity, point_of
from referee.terms import TARGET
from viewer.documents.document import (
    Column,
    DataTable,
    Document,
    Excerpt,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
)
from viewer.documents.languages import Language
from viewer.documents.quotations import citing
from viewer.documents.reports import excerpt
from viewer.rulings.ledger import in_short
from viewer.rulings.titles import of_whom


def comparison(compared: Comparison, language: Language, file: str) -> Document:
    """Render a comparison; ``file`` is the name of the record."""
    language = speaking_of(compared.game.draft, compared.rules[0], language)
    rows = tuple(verdict_row(judgement, language) for judgement in compared.judgements)
    parts: list[Part] = [*agreement(compared, language), DataTable(verdict_columns(language), rows)]
    for pair in compared.pairs:
        for told in pair_sections(compared, pair, language):
            parts += [Heading(told.title), *told.parts]
    place = f"{file}:{compared.game.number}"
    parts.append(small_print(compared, place))
    return citing(title_of(compared.game, compared.rules[0], language), parts, language)


def title_of(game: Game, rules: RuleSet, language: Language) -> str:
    """Return the title of a comparison: the players, the event and the date."""
    return " · ".join([language.say("The same play under several rule sets"), *of_whom(game, rules)])


def small_print(compared: Comparison, place: str = "") -> Paragraph:
    """Return the line that ends a comparison: what is for programs, and nowhere else in it."""
    partings = (parting for pair in compared.pairs for parting in (pair.parting, *pair.deals) if parting)
    sides = chain.from_iterable((parting.first, parting.second) for parting in partings)
    codes = dict.fromkeys(side.ruling.code.id for side in sides if side.ruling)
    line = [place, ", ".join(map(write_spec, compared.rules)), ", ".join(codes)]
    return Paragraph(" · ".join(filter(None, line)), kind="fine")


# The verdicts.


def agreement(compared: Comparison, language: Language) -> Iterator[Part]:
    """Return how many verdicts there are, and which rule sets give the same."""
    groups = compared.groups
    if len(compared.rules) == 1:
        told = language.say(
            "No other rule set has bids and these cards for this many players: there is nothing to compare."
        )
        yield Paragraph(told, kind="answer")
    elif len(groups) == 1:
        yield Paragraph(language.say("All these rule sets give the same verdict."), kind="answer")
    else:
        sizes = {"sets": len(compared.rules), "verdicts": len(groups)}
        yield Paragraph(
            language.say("{sets} rule sets give {verdicts} different verdicts.", **sizes), kind="answer"
        )
        alike = (", ".join(rules_in_words(language, each) for each in group) for group in groups if group[1:])
        items = tuple(Item(language.say("{sets}: the same verdict", sets=sets)) for sets in alike)
        if items:
            yield Listing(items)


def verdict_columns(language: Language) -> tuple[Column, ...]:
    """Return the columns of the table of verdicts."""
    return Column(language.say("Rules")), Column(language.say("Deals")), Column(language.say("Match"))


def verdict_row(judgement: Judgement, language: Language) -> tuple[str, ...]:
    """Return the verdict of a rule set on every deal, and on the match."""
    rules, verdict = judgement.rules, verdict_of(judgement)
    assert rules is not None  # noqa: S101 - they were named
    deals = [_deal_words(language, *each) for each in zip(judgement.deals, verdict.deals, strict=True)]
    numbered = [f"{number}. {words}" for number, words in enumerate(deals, start=1)]
    told = numbered if len(deals) > 1 else deals
    return rules_in_words(language, rules), "\n".join(told), _match_words(language, judgement)


def _deal_words(language: Language, deal: DealJudgement, verdict: DealVerdict) -> str:
    """Return the result of a deal, and how many of its actions are refused."""
    refused = sum(CATALOGUE[breach.code].severity is Severity.ERROR for breach in verdict.breaches)
    words = _result_words(language, deal)
    if not refused:
        return words
    return f"{words}; {language.count('{number} action refused', '{number} actions refused', refused)}"


RESULTS: Final = {
    Reason.OUT: Phrase("{result}, went out ({points})"),
    Reason.FALSE_OUT: Phrase("{result}, false claim of {needed} ({points})"),
    Reason.CLOSER_FAILED: Phrase("{result}, failed close ({points})"),
    Reason.DEFENDER_OUT: Phrase("{result}, out against the closer ({points})"),
    Reason.TOTAL: Phrase("{result}, more card points ({points})"),
    Reason.LAST_TRICK: Phrase("{result}, last trick ({points})"),
    Reason.RESIGNATION: Phrase("{result}, given up ({points})"),
    Reason.AGREEMENT: Phrase("{result}, agreed ({points})"),
    Reason.FORFEIT: Phrase("{result}, forfeited ({points})"),
    Reason.MADE: Phrase("{result}, {contract} made ({points})"),
    Reason.FAILED: Phrase("{result}, {contract} not made ({points})"),
}
"""The results of deals in short, by what decided them."""


def _result_words(language: Language, deal: DealJudgement) -> str:
    if deal.result is None:
        if deal.trusted:
            stated = outcome_fact(deal.trusted.winner, deal.trusted.game_points, deal.trusted.paid)
            return language.say("{result}, as stated", result=stated)
        return language.say("not judged further") if deal.stopped else language.say("not finished")
    result = deal.result
    told = outcome_fact(result.winner, deal.game_points, result.paid)
    needed = deal.undertaking.contract.target if deal.undertaking else 0
    facts: dict[str, Fact] = {"result": told, "points": score_words(result.card_points)}
    facts["needed"] = needed or TARGET
    if result.contract:
        facts["contract"] = contract_in_words(result.contract)
    return language.put(Phrase(RESULTS[result.reason].sentence, facts))


def _match_words(language: Language, judgement: Judgement) -> str:
    score = score_words(judgement.score)
    if judgement.winner < 0:
        return score
    if judgement.games > 2:
        return language.say(
            "{score}, {winner} wins, counting four times", score=score, winner=SeatFact(judgement.winner)
        )
    if judgement.games > 1:
        return language.say(
            "{score}, {winner} wins, counting double", score=score, winner=SeatFact(judgement.winner)
        )
    return language.say("{score}, {winner} wins", score=score, winner=SeatFact(judgement.winner))


# Two that differ.


class PairSection(NamedTuple):
    """What is said of two rule sets that differ."""

    title: str
    parts: tuple[Part, ...]


def pair_sections(compared: Comparison, pair: Pair, language: Language) -> Iterator[PairSection]:
    """Return where and why two rule sets differ; nothing if they do not."""
    if pair.parting:
        one, other = rules_in_words(language, pair.first), rules_in_words(language, pair.second)
        parts = tuple(_parted(compared, pair, pair.parting, language))
        yield PairSection(language.say("{one} and {other}", one=one, other=other), parts)


def _parted(compared: Comparison, pair: Pair, parting: Parting, language: Language) -> Iterator[Part]:
    game, place = compared.game, parting.place
    where = _where(place, language)
    line = game.place(place.span).line
    yield Paragraph(language.say("They differ at {place}, line {line}.", place=where, line=line))
    shown = excerpt(game.text.split("\n"), place.span)
    if shown and parting.matter is not Matter.MATCH:
        yield Excerpt(tuple(line.removeprefix("    ") for line in shown))
    said = zip((pair.first, pair.second), (parting.first, parting.second), strict=True)
    yield Listing(
        tuple(
            Item(
                _side(compared, language, parting, rules, side),
                language.quoted(rules, side.ruling.point) if side.ruling else "",
            )
            for rules, side in said
        )
    )
    yield from _deciding(pair, parting, language)
    if len(compared.judgements[0].deals) > 1 and pair.deals:
        yield _deal_by_deal(pair, language)


def _where(place: WrittenPart, language: Language) -> Phrase:
    path = place.path
    facts: dict[str, Fact] = {"deal": path.deal, "trick": place.trick, "action": path.action}
    if place.ply:
        word = in_short(place.ply, language)
        return Phrase("deal {deal}, trick {trick}, action {action} ({word})", {**facts, "word": word})
    if place.trick:
        return Phrase("deal {deal}, trick {trick}", facts)
    return Phrase("deal {deal}", facts) if path.deal else Phrase("the end of the match")


def _side(
    compared: Comparison, language: Language, parting: Parting, rules: RuleSet, side: PartingSide
) -> str:
    """Return the verdict of one side at the point where they differ."""
    named = rules_in_words(language, rules)
    judgement = compared.judgements[compared.rules.index(rules)]
    match parting.matter:
        case Matter.RULING if side.ruling:
            facts: dict[str, Fact] = {"rules": named, "why": side.ruling.phrase}
            if side.ruling.is_error:
                return language.say("Under {rules} this is refused: {why}.", **facts)
            return language.say("Under {rules} it is noted: {why}.", **facts)
        case Matter.RULING if parting.place.ply and not side.points:
            return language.say("Under {rules} the deal was not judged this far.", rules=named)
        case Matter.RULING:
            return language.say("Under {rules} it is allowed.", rules=named)
        case Matter.POINTS:
            return language.say(
                "Under {rules} the card points are then {points}.", rules=named, points=side.points
            )
        case Matter.RESULT:
            deal = parting.place.path.deal - 1
            told = outcome_sentence(language, judgement.deals[deal], certainties(judgement)[deal])
            return f"{named}: {told}"
    if judgement.winner < 0:
        return language.say("Under {rules} nobody has won the match.", rules=named)
    return language.say(
        "Under {rules} {winner} has won the match.", rules=named, winner=SeatFact(judgement.winner)
    )


def _deciding(pair: Pair, parting: Parting, language: Language) -> Iterator[Part]:
    """Return the decisions that make the difference, with the values and clauses of both rule sets."""
    one, other = rules_in_words(language, pair.first), rules_in_words(language, pair.second)
    decisions = parting.deciding.decisions
    if not decisions:
        yield Paragraph(
            language.say("Options alone do not make the difference: the two also differ in their contracts.")
        )
        return
    yield Paragraph(
        language.count(
            "One decision makes the difference: with it, {one} gives the verdict of {other}.",
            "These {number} decisions make the difference: only with all of them does {one} give the "
            "verdict of {other}.",
            len(decisions),
            one=one,
            other=other,
        )
    )
    if not parting.deciding.smallest:
        yield Paragraph(language.say("A smaller set may do the same: not all could be tried."))
    if parting.deciding.others:
        others = (_decided(pair, other, language, " + ") for other in parting.deciding.others)
        yield Paragraph(
            language.count(
                "Another change of this size does the same: {others}.",
                "{number} other changes of this size do the same: {others}.",
                len(parting.deciding.others),
                others="; ".join(others),
            )
        )
    points = [point_of(decision) for decision in decisions]
    rows = tuple(
        (
            language.translate(POINTS[point]),
            language.quoted_rule(pair.first, point),
            language.quoted_rule(pair.second, point),
        )
        for point in points
    )
    specs = f"{write_spec(pair.first)}/{write_spec(pair.second)}"
    anchors = tuple(f"{specs}/{point}".replace(" ", "_") for point in points)
    yield DataTable((Column(language.say("Decides")), Column(one), Column(other)), rows, anchors=anchors)


def _deal_by_deal(pair: Pair, language: Language) -> DataTable:
    """Return where the two differ in each deal separately, and their different decisions."""
    rows = tuple(
        (
            language.put(_where(parting.place, language)),
            _decided(pair, parting.deciding.decisions, language, "\n"),
        )
        for parting in pair.deals
    )
    columns = (
        Column(language.say("They differ at")),
        Column(language.say("Decided by (under {rules})", rules=rules_in_words(language, pair.second))),
    )
    return DataTable(columns, rows, language.say("Each deal separately"))


def _decided(pair: Pair, decisions: Iterable[str], language: Language, joint: str) -> str:
    """Return the decisions of the second rule set in words, or that contracts differ if there are none."""
    if not decisions:
        return language.translate(POINTS["auction.contracts"])
    return joint.join(language.decided(pair.second, point_of(decision)) for decision in decisions)
