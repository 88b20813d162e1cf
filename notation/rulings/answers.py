"""The answer of a ruling in one sentence, in any language: who won a deal, by how much, and why.

Also the description of its actions. It is long because every way in which a deal ends has its sentence here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from notation.findings import CardFact, SeatFact, SuitFact
from notation.findings.finding import Choice, Fact, Phrase
from notation.findings.translator import Translator
from notation.judge.assertions import outcome_fact
from notation.judge.doubt import Doubt
from notation.judge.incidents import took_back
from notation.judge.judgement import DealJudgement, Event, Judgement
from notation.judge.opening import speaks, spoken
from notation.record.model import Outcome
from notation.rulings.alternative import (
    PLAIN,
    Alternative,
    AlternativeKind,
    BrokenDuty,
    Decisive,
    JudgingStop,
    decisive,
)
from notation.rulings.certainty import CERTAIN, Certainty
from notation.rulings.claims import Worth
from notation.rulings.consequences import Consequence
from notation.rulings.ledger import Account
from notation.rulings.rule_words import change_in_words, value_in_words
from notation.rulings.undertakings import how_it_went
from referee import SEATS, TARGET, Card, Reason, Result, Seat, actions
from referee.cards import PARTNERS, players_of, together
from referee.codes import MARRIAGE_WRONG_LEAD, MUST_FOLLOW, MUST_HEAD, MUST_TRUMP
from referee.contracts import Aim
from referee.decisions import Revoke


@dataclass(frozen=True, slots=True)
class CountedPhrase:
    """A sentence with a plural form, for the number it names."""

    one: str
    many: str
    number: int
    facts: Mapping[str, Fact]


def ruling_sentence(
    language: Translator, account: Account, others: Sequence[Alternative] | None = None
) -> str:
    """Return the answer of a ruling: winner, reason and decisive act, with the names of the players.

    ``others`` are the alternatives of the deal, if already known.
    """
    language = account.speaking(language)
    return outcome_sentence(language, account.deal, account.certainty, decisive(account, others))


def outcome_sentence(
    language: Translator, deal: DealJudgement, certainty: Certainty = CERTAIN, decided_by: Decisive = PLAIN
) -> str:
    """Return who won a deal, by how much, and why; and the condition on which that depends, if any."""
    told = [_answer(language, deal, decided_by), *_decisive(language, deal, decided_by)]
    if certainty.rests_on:
        told.append(condition(language, certainty.rests_on, certainty.otherwise))
    return " ".join(told)


def _decisive(language: Translator, deal: DealJudgement, decided_by: Decisive) -> Iterator[str]:
    """Return what decided a deal, as far as the sentence about its end does not mention it."""
    breach, chance, claimed, stated, stop, late = decided_by
    is_won = deal.result is not None and deal.result.winner >= 0 and not _is_paid(deal)
    if stated and not is_won:
        told = _worth(language, Worth(stated.winner, stated.game_points, stated.paid))
        yield language.say("That is not what the record says: {worth}.", worth=told)
    if breach and not breach.decided:
        yield _breach(language, _FREE[breach.code], breach)
    if chance:
        facts: dict[str, Fact] = {
            "seat": SeatFact(chance.seat),
            "trick": chance.trick,
            "points": chance.points,
            "needed": chance.needed,
        }
        if claimed == 0:
            yield sentence(language.put(chance.told))
        else:
            said_of = _CLAIMED_LATE if claimed else _NOT_CLAIMED
            yield language.put(Phrase(said_of[chance.lead].sentence, facts | {"late": claimed or 0}))
    if stop and deal.trusted:
        yield _stopped(language, stop)
    for phrase in late:
        yield sentence(language.put(phrase))


_NOT_CLAIMED: Final = (
    Phrase("{seat} had {points} card points after trick {trick} and did not claim {needed}."),
    Phrase("{seat} had {points} card points with the marriage at trick {trick} and did not claim {needed}."),
)
_CLAIMED_LATE: Final = (
    Phrase(
        "{seat}'s claim at trick {late} came too late ({points} after trick {trick}); "
        "it has no effect and the deal goes on."
    ),
    Phrase(
        "{seat}'s claim at trick {late} came too late ({points} with the marriage at trick {trick}); "
        "it has no effect and the deal goes on."
    ),
)


def _breach(language: Translator, told: Phrase, breach: BrokenDuty) -> str:
    return language.put(Phrase(told.sentence, {"seat": SeatFact(breach.seat), "trick": breach.trick}))


_FREE: Final = {
    MUST_FOLLOW.id: Phrase(
        "{seat} did not follow suit at trick {trick}, for which these rules set no penalty."
    ),
    MUST_HEAD.id: Phrase("{seat} did not head trick {trick}, for which these rules set no penalty."),
    MUST_TRUMP.id: Phrase("{seat} did not trump at trick {trick}, for which these rules set no penalty."),
}
_PRICED: Final = {
    MUST_FOLLOW.id: Phrase("{seat} revoked at trick {trick} by not following suit"),
    MUST_HEAD.id: Phrase("{seat} revoked at trick {trick} by not heading the trick"),
    MUST_TRUMP.id: Phrase("{seat} revoked at trick {trick} by not trumping"),
    MARRIAGE_WRONG_LEAD.id: Phrase("{seat} announced a marriage at trick {trick} and led another card"),
}


def _stated(language: Translator, deal: DealJudgement, stated: Outcome) -> str:
    """Return a stated result in short; with its winner only if that differs."""
    if deal.result and deal.result.winner == stated.winner >= 0 and not any(stated.paid):
        return str(stated.game_points)
    return language.put(outcome_fact(stated.winner, stated.game_points, stated.paid))


def _stopped(language: Translator, stop: JudgingStop) -> str:
    if stop.path and not stop.path.trick:
        return language.say("The judgement of the deal stops before the first lead: {why}.", why=stop.why)
    if stop.path:
        return language.say(
            "The judgement of the deal stops at trick {trick}: {why}.", trick=stop.path.trick, why=stop.why
        )
    if stop.line:
        return language.say(
            "The judgement of the deal stops at line {line}: {why}.", line=stop.line, why=stop.why
        )
    return language.say("The rest of the deal could not be judged: {why}.", why=stop.why)


def alternative_sentence(language: Translator, other: Alternative) -> str:
    """Return a sentence about an alternative and its outcome."""
    facts: dict[str, Fact] = {
        "trick": other.trick,
        "points": other.points,
        "worth": _worth(language, other.worth),
        "needed": other.needed,
    }
    if other.seat is not None:
        facts["seat"] = SeatFact(other.seat)
    match other.kind:
        case AlternativeKind.CLAIM if other.lead:
            return language.say(
                "If {seat} had claimed {needed} with the marriage at trick {trick} and {points} card points: "
                "{worth}.",
                **facts,
            )
        case AlternativeKind.CLAIM:
            return language.say(
                "If {seat} had claimed {needed} after trick {trick} with {points} card points: {worth}.",
                **facts,
            )
    if other.kind is AlternativeKind.RULES:
        facts["options"] = "; ".join(change_in_words(language, change) for change in other.changes)
        return language.say("By another rule the stated result would be right: {worth} ({options}).", **facts)
    if other.changes[0].value == Revoke.NONE.value:
        return language.say("If the revoke at trick {trick} were not penalised: {worth}.", **facts)
    facts["rule"] = value_in_words(language, other.changes[0])
    return language.say("If the revoke at trick {trick} were penalised ({rule}): {worth}.", **facts)


def consequence_sentence(language: Translator, follows: Consequence | Alternative) -> str:
    """Return a sentence about something that follows from a claim."""
    if isinstance(follows, Alternative):
        return alternative_sentence(language, follows)
    told = language.put(follows.says)
    return sentence(f"{told}: {_worth(language, follows.worth)}" if follows.worth else told)


def condition(language: Translator, rests_on: Sequence[Doubt], otherwise: Sequence[Worth | None] = ()) -> str:
    """Return a sentence about the announcements on which something depends, and the outcome otherwise."""
    if not otherwise:
        return language.count(
            "This holds if {announced} was good, which cannot be decided.",
            "This holds if these were good, which cannot be decided: {announced}.",
            len(rests_on),
            announced=announced(language, rests_on),
        )
    return language.count(
        "This holds if {announced} was good, which cannot be decided; otherwise: {worth}.",
        "This holds if these were good, which cannot be decided: {announced}; otherwise: {worth}.",
        len(rests_on),
        announced=announced(language, rests_on),
        worth=language.either(Choice(tuple(_worth(language, worth) for worth in otherwise))),
    )


def announced(language: Translator, rests_on: Sequence[Doubt]) -> str:
    """Return the announcements on which something depends."""
    return ", ".join(_announcement(language, doubt) for doubt in rests_on)


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
    if worth.paid:
        return ", ".join(paying(language, worth.paid))
    return language.count(
        "{winner} wins {number} game point",
        "{winner} wins {number} game points",
        worth.game_points,
        winner=SeatFact(worth.winner),
    )


def _answer(language: Translator, deal: DealJudgement, decided_by: Decisive) -> str:
    result = deal.result
    if result is None and deal.trusted:
        trusted = deal.trusted
        stated = _worth(language, Worth(trusted.winner, trusted.game_points, trusted.paid))
        return language.say(
            "The play does not decide the deal; the result in the record counts: {worth}.", worth=stated
        )
    if result is None:
        if decided_by.stop:
            return _stopped(language, decided_by.stop)
        if deal.stopped:
            return language.say("The rest of the deal could not be judged.")
        return language.say("The deal was not finished.")
    if _is_paid(deal):
        return _payments(language, deal, result, decided_by)
    if result.winner < 0:
        if result.reason is Reason.TOTAL and result.card_points:
            return language.say(
                "A draw at {points} card points each: no game points.", points=result.card_points[0]
            )
        return language.say("A draw, as agreed: no game points.")
    why = _put(language, _why_won(deal, result, decided_by.breach))
    if decided_by.stated:
        won = language.count(
            "{winner} wins {number} game point, not {stated} as written: {why}.",
            "{winner} wins {number} game points, not {stated} as written: {why}.",
            deal.game_points,
            winner=SeatFact(result.winner),
            stated=_stated(language, deal, decided_by.stated),
            why=why,
        )
    else:
        won = language.count(
            "{winner} wins {number} game point: {why}.",
            "{winner} wins {number} game points: {why}.",
            deal.game_points,
            winner=SeatFact(result.winner),
            why=why,
        )
    if _lacks_points(result, decided_by):
        return f"{won} {language.say('Not all card points are known.')}"
    return won


def _lacks_points(result: Result, decided_by: Decisive) -> bool:
    """Return whether card points are missing that no sentence about a late marriage explains."""
    return not result.card_points and result.reason not in _SETTLED and not decided_by.late


def _payments(language: Translator, deal: DealJudgement, result: Result, decided_by: Decisive) -> str:
    """Yield who pays whom how much, and why, in games in which each of the others pays the winner."""
    if result.winner < 0:
        most = max(result.card_points, default=0)
        first, *rest = [seat for seat in SEATS[: len(result.card_points)] if result.card_points[seat] == most]
        if result.reason is not Reason.TOTAL or not rest:
            return language.say("Nobody pays, as agreed.")
        if len(rest) > 1:
            return language.say("All have {points} card points: nobody pays.", points=most)
        return language.say(
            "{seat} and {other} have the most card points, {points} each: nobody pays.",
            seat=SeatFact(first),
            other=SeatFact(rest[0]),
            points=most,
        )
    told = language.say(
        "{winner} is paid {number} in all: {why}.",
        winner=SeatFact(result.winner),
        number=deal.game_points,
        why=_put(language, _why_won(deal, result, decided_by.breach)),
    )
    pays = ", ".join(paying(language, result.paid)) or language.say("who pays how much is not recorded")
    if _lacks_points(result, decided_by):
        return f"{told} {sentence(pays)} {language.say('Not all card points are known.')}"
    return f"{told} {sentence(pays)}"


def paying(language: Translator, paid: Sequence[int]) -> Iterator[str]:
    """Yield what each payer pays, in short."""
    for seat, number in enumerate(paid):
        if number < 0:
            yield language.say("{seat} pays {number}", seat=SeatFact(seat), number=-number)


_SETTLED = (Reason.RESIGNATION, Reason.AGREEMENT, Reason.FORFEIT)


def _put(language: Translator, reason: Phrase | CountedPhrase) -> str:
    if isinstance(reason, Phrase):
        return language.put(reason)
    return language.count(reason.one, reason.many, reason.number, **reason.facts)


def _why_won(deal: DealJudgement, result: Result, breach: BrokenDuty | None = None) -> Phrase | CountedPhrase:
    """Return why a player won a deal, without a full stop; the price of a breach, if that decided it.

    >>> str(_why_won(DealJudgement(1, 0), Result(1, 2, Reason.RESIGNATION, ())))
    'A resigned'
    """
    needed = deal.undertaking.contract.target if deal.undertaking else 0
    facts: dict[str, Fact] = {"winner": SeatFact(result.winner), "needed": needed or TARGET}
    if breach and breach.decided:
        return Phrase(_PRICED[breach.code].sentence, {"seat": SeatFact(breach.seat), "trick": breach.trick})
    if _is_paid(deal):
        return _paid(result, facts)
    won, lost, loser = _places(deal, result)
    facts["loser"] = SeatFact(loser)
    if deal.closing:
        facts["trick"] = deal.closing.trick
    points = result.card_points
    if points:
        facts |= {"points": _sum(points, won), "fewer": _sum(points, lost)}
    promised = deal.undertaking and deal.undertaking.contract.aim is not Aim.FIRST
    if deal.undertaking and (promised or result.contract) and result.reason not in _SETTLED:
        return how_it_went(deal, deal.undertaking, result)
    match result.reason:
        case Reason.RESIGNATION:
            return Phrase("{loser} resigned", facts)
        case Reason.AGREEMENT:
            return Phrase("as agreed")
        case Reason.FORFEIT:
            return Phrase("{loser} forfeited the deal", facts)
        case Reason.OUT:
            return _went_out(deal, result, facts)
        case Reason.CLOSER_FAILED:
            return _closer_failed(deal, lost[0], facts)
        case Reason.FALSE_OUT if not points:
            return Phrase("{loser} claimed {needed} falsely", facts)
        case Reason.FALSE_OUT:
            facts["points"] = facts["fewer"]
            if deal.closing and deal.closing.seat == loser:
                return Phrase(
                    "{loser} closed at trick {trick} and claimed {needed} with {points} card points", facts
                )
            return Phrase("{loser} claimed {needed} with {points} card points", facts)
        case Reason.DEFENDER_OUT if deal.closing is None or not points:
            return Phrase("{loser} closed the talon, and {winner} went out first", facts)
        case Reason.DEFENDER_OUT:
            return Phrase(
                "{loser} closed at trick {trick}, and {winner} went out first with {points} card points",
                facts,
            )
        case Reason.TOTAL if not points:
            return Phrase("nobody went out, and {winner} has more card points", facts)
        case Reason.TOTAL:
            facts["fewer"] = max(points[place] for place in lost)
            if facts["points"] == facts["fewer"]:
                return Phrase(
                    "nobody went out; both have {points} card points, and {winner} took the last trick", facts
                )
            return Phrase("nobody went out, and {winner} has more card points, {points} to {fewer}", facts)
    return Phrase("nobody went out, and {winner} took the last trick", facts)


def _paid(result: Result, facts: dict[str, Fact]) -> Phrase:
    """Return why all others pay the winner."""
    match result.reason:
        case Reason.RESIGNATION:
            return Phrase("the others resigned the deal")
        case Reason.AGREEMENT:
            return Phrase("as agreed")
        case Reason.FORFEIT:
            return Phrase("the deal was forfeited")
    if not result.card_points:
        return Phrase("{winner} has the most card points", facts)
    facts["points"] = max(result.card_points)
    return Phrase("{winner} has the most card points, {points}", facts)


def _is_paid(deal: DealJudgement) -> bool:
    """Return whether each of the others pays the winner, so that nobody plays a contract against them."""
    return len(deal.score) > 2 and not deal.undertaking


def _places(deal: DealJudgement, result: Result) -> tuple[tuple[Seat, ...], tuple[Seat, ...], Seat]:
    """Return the places of the winners and of the losers among the sides, and who names the losers."""
    if len(deal.score) > 2:
        won = players_of(result.winner)
        lost = tuple(seat for seat in SEATS[: len(deal.score)] if seat not in won)
        return won, lost, together(lost)
    base = PARTNERS if result.winner >= PARTNERS else 0
    winner = SEATS[result.winner - base]
    loser = SEATS[1 - winner]
    return (winner,), (loser,), Seat(base + loser)


def _sum(numbers: Sequence[int], places: Iterable[Seat]) -> int:
    return sum(numbers[place] for place in places)


def _went_out(deal: DealJudgement, result: Result, facts: dict[str, Fact]) -> Phrase | CountedPhrase:
    if not result.card_points:
        return Phrase("{winner} went out", facts)
    if not deal.tricks_won:
        return Phrase("{winner} went out with {points} card points; {loser} has {fewer}", facts)
    closed = deal.closing is not None and deal.closing.seat == result.winner
    _, lost, _ = _places(deal, result)
    tricks = _sum(deal.tricks_won, lost)
    if not tricks and not facts["fewer"]:
        if not closed:
            return Phrase("{winner} went out with {points} card points; {loser} has not taken a trick", facts)
        return Phrase(
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has not taken a trick",
            facts,
        )
    if closed:
        return CountedPhrase(
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} trick",
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} tricks",
            tricks,
            facts,
        )
    return CountedPhrase(
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} trick",
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} tricks",
        tricks,
        facts,
    )


def _closer_failed(deal: DealJudgement, closer: Seat, facts: dict[str, Fact]) -> Phrase:
    if deal.closing is None:
        return Phrase("{loser} closed the talon and did not go out", facts)
    if not deal.closing.tricks:
        return Phrase("{loser} closed at trick {trick} and did not go out", facts)
    held = bool(deal.closing.tricks[1 - closer])
    short = bool(deal.card_points) and deal.card_points[closer] < TARGET
    if held and short:
        return Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not reach 66",
            facts,
        )
    if held:
        return Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not go out", facts
        )
    if short:
        return Phrase(
            "{loser} closed at trick {trick} before {winner} had a trick, and did not reach 66", facts
        )
    return Phrase("{loser} closed at trick {trick} before {winner} had a trick, and did not go out", facts)


def awards(language: Translator, deal: DealJudgement, sides: Sequence[Seat] = SEATS) -> Iterator[str]:
    """Return what the table awarded in a deal in addition to the play; ``sides`` are those of its rules."""
    for side, points in zip(sides, deal.awarded, strict=False):
        if points:
            yield language.count(
                "The table awards {seat} {number} game point in addition to the play.",
                "The table awards {seat} {number} game points in addition to the play.",
                points,
                seat=SeatFact(side),
            )


def match_won(language: Translator, match: Judgement) -> str:
    """Return who won a match and what it counts; "" if nobody has."""
    if match.winner < 0:
        return ""
    if match.games > 2:
        return language.say(
            "{winner} wins the match, which counts as four games.", winner=SeatFact(match.winner)
        )
    if match.games > 1:
        return language.say(
            "{winner} wins the match, which counts as two games.", winner=SeatFact(match.winner)
        )
    return language.say("{winner} wins the match.", winner=SeatFact(match.winner))


def sentence(words: str) -> str:
    """Return words as a separate sentence.

    >>> sentence("a false claim costs 2")
    'A false claim costs 2.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def said(language: Translator, event: Event, needed: int = TARGET) -> str:
    """Return what an action did, in short; a claim is made of so many card points."""
    ply, seat = event.ply, event.seat
    if ply.shown(event.card) == ply.action and not (ply.withdrawn or ply.irregular or ply.face_down):
        return _card_said(language.card, language.seat(seat), event.card)
    back = "".join(f"{language.put(took_back(seat, each))}, " for each in ply.withdrawn)
    return f"{back}{_said_alone(language, event, needed)}"


def _said_alone(language: Translator, event: Event, needed: int) -> str:
    """Return the same without the cards taken back before it."""
    ply, seat = event.ply, event.seat
    if actions.is_marriage(ply.action):
        suit = ply.action - actions.MARRIAGE
        return language.say(
            "{seat}: {value} in {suit}", seat=SeatFact(seat), value=ply.value, suit=SuitFact(suit)
        )
    if ply.action == actions.DRAW:
        return language.say("{seat} draws {card}", seat=SeatFact(seat), card=CardFact(event.card))
    if ply.plays:
        card = f"{language.seat(seat)}: {language.card(ply.shown(event.card))}{'^' * ply.irregular}"
        how = ""
        if ply.unsure:
            how = language.say("the scribe was not sure")
        elif ply.action < 0 <= event.card:
            how = language.say("not recorded; only this card is possible")
        elif ply.among:
            how = language.say("half known")
        elif ply.face_down:
            how = language.say("face down")
        return f"{card} ({how})" if how else card
    if speaks(ply):
        return language.put(spoken(ply, seat))
    return language.say(_SAID[ply.action].sentence, seat=SeatFact(seat), needed=needed)


@lru_cache(maxsize=1 << 9)
def _card_said(word: Callable[[Card], str], seat: str, card: Card) -> str:
    """Return the words for a card played with nothing else to mention."""
    return f"{seat}: {word(card)}"


_SAID = {
    actions.EXCHANGE: Phrase("{seat} exchanges"),
    actions.CLOSE: Phrase("{seat} closes"),
    actions.OUT: Phrase("{seat} claims {needed}"),
    actions.RESIGN: Phrase("{seat} resigns"),
}
