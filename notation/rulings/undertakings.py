"""The contract of a deal in words: who plays it, with which trumps, and how it was made or lost."""

from notation.findings.finding import Fact, Phrase, SeatFact, SuitFact
from notation.findings.translator import Translator
from notation.judge.judgement import DealJudgement, Undertaking
from notation.judge.opening import contract_in_words
from referee.cards import NOBODY
from referee.contracts import Aim
from referee.state import Result


def undertaken(language: Translator, undertaking: Undertaking) -> str:
    """Return who plays what, with which trumps, and how often it was doubled."""
    contract, doubles = undertaking.contract, undertaking.doubles
    facts: dict[str, Fact] = {
        "seat": SeatFact(undertaking.seat),
        "contract": contract_in_words(contract.name),
        "suit": SuitFact(undertaking.trump),
    }
    told = Phrase("{seat} plays {contract} with {suit} as trumps", facts)
    if undertaking.trump < 0:
        told = Phrase("{seat} plays {contract} without trumps", facts)
    if not doubles:
        return language.put(told)
    return language.count(
        "{told}, doubled once", "{told}, doubled {number} times", doubles, told=language.put(told)
    )


def how_it_went(deal: DealJudgement, undertaking: Undertaking, result: Result) -> Phrase:
    """Return how a contract that promises something was made or lost."""
    contract, seat, made = undertaking.contract, undertaking.seat, undertaking.made
    facts: dict[str, Fact] = {"seat": SeatFact(seat), "contract": contract_in_words(contract.name)}
    last = deal.tricks[-1]
    facts["trick"] = last.number
    if contract.aim is Aim.HELD or (contract.sevens and made):
        return Phrase("{seat} bid {contract} and held the cards for it", facts)
    if contract.aim is Aim.NO_TRICK or contract.sevens:
        if made:
            return Phrase("{seat} played {contract} and took no trick", facts)
        return Phrase("{seat} played {contract} and took trick {trick}", facts)
    if contract.aim is Aim.ALL_TRICKS and made:
        return Phrase("{seat} played {contract} and took every trick", facts)
    if not made and last.winner not in (NOBODY, seat):
        facts["taker"] = SeatFact(last.winner)
        return Phrase("{seat} played {contract}, and {taker} took trick {trick}", facts)
    if not result.card_points:
        if made:
            return Phrase("{seat} played {contract} and had 66 at trick {trick}", facts)
        return Phrase("{seat} played {contract} and had no 66 after trick {trick}", facts)
    place = seat if len(result.card_points) > 2 else seat % 2
    facts["points"] = result.card_points[place]
    if made:
        return Phrase("{seat} played {contract} and had {points} card points at trick {trick}", facts)
    return Phrase("{seat} played {contract} and had only {points} card points after trick {trick}", facts)
