"""The same play under several rule sets, as a document: the verdicts, where they differ, and why.

Everything comes from the comparison; nothing is computed here.
"""

from collections.abc import Iterator
from dataclasses import replace

from notation.findings import Fact, Phrase, SeatFact, speaking_of
from notation.judge import DealJudgement, Judgement
from notation.record import Outcome, score_words
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
)
from notation.specs import write_option, write_spec
from notation.text import outcome_words
from referee import POINTS, RuleSet, point_of
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
from viewer.documents.sides import named_result
from viewer.rulings.ledger import in_short


def comparison(compared: Comparison, language: Language, file: str) -> Document:
    """Render a comparison; ``file`` is the name of the record."""
    language = speaking_of(compared.game.draft, compared.rules[0], language)
    number = compared.game.number
    title = language.say(
        "The same play under several rule sets: {file}, game {number}", file=file, number=number
    )
    parts: list[Part] = [*_agreement(compared, language), _verdicts(compared, language)]
    for pair in compared.pairs:
        if pair.parting:
            parts += _pair(compared, pair, pair.parting, language)
    return citing(title, parts, language)


# The verdicts.


def _agreement(compared: Comparison, language: Language) -> Iterator[Part]:
    groups = compared.groups
    if len(groups) == 1:
        yield Paragraph(language.say("All these rule sets give the same verdict."), kind="answer")
    else:
        sizes = {"sets": len(compared.rules), "verdicts": len(groups)}
        yield Paragraph(
            language.say("{sets} rule sets give {verdicts} different verdicts.", **sizes), kind="answer"
        )
        alike = [", ".join(names) for names in groups if len(names) > 1]
        if alike:
            yield Listing(tuple(Item(language.say("{sets}: the same verdict", sets=sets)) for sets in alike))


def _verdicts(compared: Comparison, language: Language) -> DataTable:
    """Return the verdict of every rule set on every deal, and on the match."""
    columns = (Column(language.say("Deal")), *(Column(write_spec(rules)) for rules in compared.rules))
    deals = zip(*(judgement.deals for judgement in compared.judgements), strict=True)
    ruled = zip(*(verdict.deals for verdict in compared.verdicts), strict=True)
    rows = [
        (str(number), *(_deal_words(language, *one) for one in zip(each, said, strict=True)))
        for number, (each, said) in enumerate(zip(deals, ruled, strict=True), start=1)
    ]
    match = (_match_words(language, judgement) for judgement in compared.judgements)
    return DataTable(columns, (*rows, (language.say("Match"), *match)))


def _deal_words(language: Language, deal: DealJudgement, verdict: DealVerdict) -> str:
    """Return the result of a deal in the notation's words, with the codes of its rulings."""
    codes = ", ".join(dict.fromkeys(breach.code for breach in verdict.breaches))
    return "\n".join(filter(None, [_result_words(language, deal), codes]))


def _result_words(language: Language, deal: DealJudgement) -> str:
    if deal.result is None:
        if deal.trusted:
            trusted = Outcome(deal.trusted.winner, deal.trusted.game_points, paid=deal.trusted.paid)
            return language.say("{result}, as stated", result=_bare(trusted, language))
        return language.say("not judged further") if deal.stopped else language.say("not finished")
    result = deal.result
    told = Outcome(result.winner, deal.game_points, True, result.reason.value, result.card_points)
    return _bare(replace(told, paid=result.paid if any(result.paid) else ()), language)


def _bare(outcome: Outcome, language: Language) -> str:
    """Return a result as written, but with the name of the winner and without the sign."""
    return named_result(outcome_words(outcome).removeprefix("= "), language)


def _match_words(language: Language, judgement: Judgement) -> str:
    score = score_words(judgement.score)
    if judgement.winner < 0:
        return score
    if judgement.games > 1:
        return language.say(
            "{score}, {winner} wins, counting double", score=score, winner=SeatFact(judgement.winner)
        )
    return language.say("{score}, {winner} wins", score=score, winner=SeatFact(judgement.winner))


# Two that differ.


def _pair(compared: Comparison, pair: Pair, parting: Parting, language: Language) -> Iterator[Part]:
    one, other = write_spec(pair.first), write_spec(pair.second)
    yield Heading(language.say("{one} and {other}", one=one, other=other))
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
    spec = write_spec(rules)
    judgement = compared.judgements[compared.rules.index(rules)]
    match parting.matter:
        case Matter.RULING if side.ruling:
            facts: dict[str, Fact] = {"rules": spec, "why": side.ruling.phrase, "code": side.ruling.code.id}
            if side.ruling.is_error:
                return language.say("Under {rules} this is refused ({code}): {why}.", **facts)
            return language.say("Under {rules} it is noted ({code}): {why}.", **facts)
        case Matter.RULING if parting.place.ply and not side.points:
            return language.say("Under {rules} the deal was not judged this far.", rules=spec)
        case Matter.RULING:
            return language.say("Under {rules} it is allowed.", rules=spec)
        case Matter.POINTS:
            return language.say(
                "Under {rules} the card points are then {points}.", rules=spec, points=side.points
            )
        case Matter.RESULT:
            deal = parting.place.path.deal - 1
            return (
                f"{spec}: {outcome_sentence(language, judgement.deals[deal], certainties(judgement)[deal])}"
            )
    if judgement.winner < 0:
        return language.say("Under {rules} nobody has won the match.", rules=spec)
    return language.say(
        "Under {rules} {winner} has won the match.", rules=spec, winner=SeatFact(judgement.winner)
    )


def _deciding(pair: Pair, parting: Parting, language: Language) -> Iterator[Part]:
    """Return the decisions that make the difference, with the values and clauses of both rule sets."""
    one, other = write_spec(pair.first), write_spec(pair.second)
    decisions = parting.deciding.decisions
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
        others = (
            " + ".join(write_option(pair.second, each) for each in other) for other in parting.deciding.others
        )
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
    anchors = tuple(f"{one}/{other}/{point}".replace(" ", "_") for point in points)
    yield DataTable((Column(language.say("Decides")), Column(one), Column(other)), rows, anchors=anchors)


def _deal_by_deal(pair: Pair, language: Language) -> DataTable:
    """Return where the two differ in each deal separately, and their different decisions."""
    rows = tuple(
        (
            language.put(_where(parting.place, language)),
            "\n".join(write_option(pair.second, decision) for decision in parting.deciding.decisions),
        )
        for parting in pair.deals
    )
    columns = (
        Column(language.say("They differ at")),
        Column(language.say("Decided by (under {rules})", rules=write_spec(pair.second))),
    )
    return DataTable(columns, rows, language.say("Each deal separately"))
