"""The answer of a ruling in one sentence, in any language: who won a deal, by how much, and why.

And what was done in it, action by action.
"""

from collections.abc import Iterator

from notation.findings import CardFact, SeatFact, SuitFact
from notation.findings.finding import Choice, Phrase
from notation.findings.translator import Translator
from notation.judge.assertions import outcome_words
from notation.judge.judgement import DealJudgement, Event, Judgement
from notation.record.words import seat_letter
from notation.rulings.certainty import CERTAIN, Certainty, Doubt
from notation.rulings.claims import Worth
from referee import TARGET, Reason, Result, actions


def outcome_sentence(language: Translator, deal: DealJudgement, certainty: Certainty = CERTAIN) -> str:
    """Who won a deal, by how much, and why; and on what that rests, where it cannot be decided."""
    told = _answer(language, deal)
    if not certainty.rests_on:
        return told
    held = language.count(
        "This holds if {announced} was good, which cannot be decided; otherwise: {worth}.",
        "This holds if these were good, which cannot be decided: {announced}; otherwise: {worth}.",
        len(certainty.rests_on),
        announced=announced(language, certainty),
        worth=language.either(Choice(tuple(_worth(language, worth) for worth in certainty.otherwise))),
    )
    return f"{told} {held}"


def announced(language: Translator, certainty: Certainty) -> str:
    """The announcements on which something rests."""
    return ", ".join(_announcement(language, doubt) for doubt in certainty.rests_on)


def _announcement(language: Translator, doubt: Doubt) -> str:
    action = doubt.ply.action
    if not actions.is_marriage(action):
        return language.say("{seat}'s exchange", seat=SeatFact(doubt.seat))
    suit = action - actions.MARRIAGE
    return language.say(
        "{seat}'s {value} in {suit}", seat=SeatFact(doubt.seat), value=doubt.ply.value, suit=SuitFact(suit)
    )


def _worth(language: Translator, worth: Worth | None) -> str:
    if worth is None:
        return language.say("the play does not decide the deal")
    if worth.winner < 0:
        return language.say("the deal is a draw")
    return language.count(
        "{winner} wins {number} game point",
        "{winner} wins {number} game points",
        worth.game_points,
        winner=SeatFact(worth.winner),
    )


def _answer(language: Translator, deal: DealJudgement) -> str:
    result = deal.result
    if result is None and deal.trusted:
        stated = outcome_words(deal.trusted.winner, deal.trusted.game_points)
        return language.say(
            "The play does not decide the deal; its stated result, {stated}, is counted.", stated=stated
        )
    if result is None:
        if deal.stopped:
            return language.say("The deal could be judged no further.")
        return language.say("The deal was not finished.")
    if result.winner < 0:
        if result.reason is Reason.TOTAL and result.card_points:
            return language.say(
                "A draw at {points} card points each: no game points.", points=result.card_points[0]
            )
        return language.say("A draw, as agreed: no game points.")
    won = language.count(
        "{winner} wins {number} game point: {why}.",
        "{winner} wins {number} game points: {why}.",
        deal.game_points,
        winner=SeatFact(result.winner),
        why=_why(language, deal, result),
    )
    if not result.card_points and result.reason not in _SETTLED:
        return f"{won} {language.say('Not all card points are known.')}"
    return won


_SETTLED = (Reason.RESIGNATION, Reason.AGREEMENT, Reason.FORFEIT)


def _why(language: Translator, deal: DealJudgement, result: Result) -> str:
    """Why a deal was won, without a full stop."""
    winner, loser = result.winner, 1 - result.winner
    say = language.say
    match result.reason:
        case Reason.RESIGNATION:
            return say("{loser} resigned", loser=SeatFact(loser))
        case Reason.AGREEMENT:
            return say("so it was agreed")
        case Reason.FORFEIT:
            return say("{loser} forfeited the deal", loser=SeatFact(loser))
        case Reason.OUT:
            return _out(language, deal, result)
        case Reason.CLOSER_FAILED:
            return _closer_failed(language, deal, loser)
        case Reason.FALSE_OUT:
            if not result.card_points:
                return say("{loser} claimed 66 falsely", loser=SeatFact(loser))
            fewer = result.card_points[loser]
            if deal.closing and deal.closing.seat == loser:
                trick = deal.closing.trick
                return say(
                    "{loser} closed at trick {trick} and claimed 66 with {points} card points",
                    loser=SeatFact(loser),
                    trick=trick,
                    points=fewer,
                )
            return say("{loser} claimed 66 with {points} card points", loser=SeatFact(loser), points=fewer)
        case Reason.DEFENDER_OUT:
            if deal.closing is None or not result.card_points:
                return say(
                    "{loser} closed the talon, and {winner} went out first",
                    loser=SeatFact(loser),
                    winner=SeatFact(winner),
                )
            trick = deal.closing.trick
            return say(
                "{loser} closed at trick {trick}, and {winner} went out first with {points} card points",
                loser=SeatFact(loser),
                trick=trick,
                winner=SeatFact(winner),
                points=result.card_points[winner],
            )
        case Reason.TOTAL if not result.card_points:
            return say("nobody went out, and {winner} has more card points", winner=SeatFact(winner))
        case Reason.TOTAL:
            most, fewer = result.card_points[winner], result.card_points[loser]
            if most == fewer:
                return say(
                    "nobody went out; both have {points} card points, and {winner} took the last trick",
                    points=most,
                    winner=SeatFact(winner),
                )
            return say(
                "nobody went out, and {winner} has more card points, {points} to {fewer}",
                winner=SeatFact(winner),
                points=most,
                fewer=fewer,
            )
    return say("nobody went out, and {winner} took the last trick", winner=SeatFact(winner))


def _out(language: Translator, deal: DealJudgement, result: Result) -> str:
    winner, loser = result.winner, 1 - result.winner
    if not result.card_points:
        return language.say("{winner} went out", winner=SeatFact(winner))
    facts = {"winner": SeatFact(winner), "points": result.card_points[winner]}
    facts |= {"loser": SeatFact(loser), "fewer": result.card_points[loser]}
    if not deal.tricks_won:
        return language.say("{winner} went out with {points} card points; {loser} has {fewer}", **facts)
    if deal.closing and deal.closing.seat == winner:
        return language.count(
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} trick",
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} tricks",
            deal.tricks_won[loser],
            trick=deal.closing.trick,
            **facts,
        )
    return language.count(
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} trick",
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} tricks",
        deal.tricks_won[loser],
        **facts,
    )


def _closer_failed(language: Translator, deal: DealJudgement, closer: int) -> str:
    if deal.closing is None:
        return language.say("{loser} closed the talon and did not go out", loser=SeatFact(closer))
    trick = deal.closing.trick
    if not deal.closing.tricks:
        return language.say(
            "{loser} closed at trick {trick} and did not go out",
            loser=SeatFact(closer),
            trick=trick,
            winner=SeatFact(1 - closer),
        )
    held = bool(deal.closing.tricks[1 - closer])
    short = bool(deal.card_points) and deal.card_points[closer] < TARGET
    if held and short:
        phrase = Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not reach 66"
        )
    elif held:
        phrase = Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not go out"
        )
    elif short:
        phrase = Phrase("{loser} closed at trick {trick} before {winner} had a trick, and did not reach 66")
    else:
        phrase = Phrase("{loser} closed at trick {trick} before {winner} had a trick, and did not go out")
    return language.say(phrase.sentence, loser=SeatFact(closer), trick=trick, winner=SeatFact(1 - closer))


def awards(language: Translator, deal: DealJudgement) -> Iterator[str]:
    """What the table awarded in a deal apart from the play."""
    for seat, points in enumerate(deal.awarded):
        if points:
            yield language.count(
                "The table awards {seat} {number} game point apart from the play.",
                "The table awards {seat} {number} game points apart from the play.",
                points,
                seat=SeatFact(seat),
            )


def match_won(language: Translator, match: Judgement) -> str:
    """Who has won a match and what it counts for; nothing where nobody has."""
    if match.winner < 0:
        return ""
    if match.games > 1:
        return language.say(
            "{winner} wins the match, which counts as two games.", winner=SeatFact(match.winner)
        )
    return language.say("{winner} wins the match.", winner=SeatFact(match.winner))


def sentence(words: str) -> str:
    """Words as a sentence of their own.

    >>> sentence("a false claim costs 2")
    'A false claim costs 2.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def said(language: Translator, event: Event) -> str:
    """What was done by one action, in short."""
    ply, seat = event.ply, event.seat
    back = "".join(
        language.say("{seat} takes back {card}", seat=SeatFact(seat), card=CardFact(card)) + ", "
        for card in ply.withdrawn
    )
    if actions.is_marriage(ply.action):
        suit = ply.action - actions.MARRIAGE
        return language.say(
            "{seat}: {value} in {suit}", seat=SeatFact(seat), value=ply.value, suit=SuitFact(suit)
        )
    if ply.action == actions.DRAW:
        return language.say("{seat} draws {card}", seat=SeatFact(seat), card=CardFact(event.card))
    if ply.plays:
        card = f"{seat_letter(seat)}: {language.card(event.card)}{'^' * ply.irregular}"
        proved = language.say("not recorded; it can be no other") if ply.action < 0 <= event.card else ""
        return f"{back}{card} ({proved})" if proved else f"{back}{card}"
    return language.say(_SAID[ply.action].sentence, seat=SeatFact(seat))


_SAID = {
    actions.EXCHANGE: Phrase("{seat} exchanges"),
    actions.CLOSE: Phrase("{seat} closes"),
    actions.OUT: Phrase("{seat} claims 66"),
    actions.RESIGN: Phrase("{seat} resigns"),
}
