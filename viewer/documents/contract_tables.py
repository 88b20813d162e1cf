"""The contracts of a rule set as a table: what each is worth, who may bid it, and what it promises."""

from typing import Final

from notation.findings import Phrase
from notation.judge import contract_in_words
from referee import RuleSet
from referee.auction import order_of, sits_out
from referee.cards import ACE, RANKS, rank_of
from referee.contracts import Aim, Bidder, Contract, FirstLead, FirstTrick, NeededCards
from referee.decisions import AceBettler
from viewer.documents.document import Column, DataTable
from viewer.documents.languages import Language

BIDDERS: Final = {
    Bidder.ANYBODY: Phrase("anybody"),
    Bidder.FOREHAND: Phrase("the caller or his partner"),
    Bidder.OTHERS: Phrase("the other side"),
    Bidder.CALLER: Phrase("the caller"),
    Bidder.NOBODY: Phrase("it is played where nobody bids"),
}
HELD: Final = {
    NeededCards.ACE: Phrase("an ace in hand"),
    NeededCards.SUIT: Phrase("every card of a suit in hand: nothing is played"),
    NeededCards.TRUMPS: Phrase("every trump in hand: nothing is played"),
}
LED: Final = {
    (FirstLead.ANYTHING, False): Phrase("any card"),
    (FirstLead.ACE, False): Phrase("an ace that is not a trump"),
    (FirstLead.ACE, True): Phrase("an ace that is not a trump; all cards lie face down"),
    (FirstLead.LOWER, True): Phrase("a card that is neither ace nor trump; all cards lie face down"),
}
TAKEN_BY: Final = {
    FirstTrick.LEADER: Phrase("whoever leads to it"),
    FirstTrick.SAME: Phrase("whoever plays the same card, else whoever leads to it"),
    FirstTrick.HIGHER: Phrase("the highest card of the suit led, without trumps"),
}
OPENING_DEEDS: Final = {
    "do trump": Phrase("Trumps: {suit}"),
    "do none": Phrase("No trumps"),
    "do turn": Phrase("Turn up {card}"),
    "do unseen": Phrase("Turn up a card"),
    "do call": Phrase("Call {card}"),
    "do pass": Phrase("Pass"),
    "do double": Phrase("Double"),
    "do discard": Phrase("Lay {card} away"),
}
"""What can be done before the first lead, as buttons at tables call it."""


def contract_names(rules: RuleSet, language: Language) -> dict[str, str]:
    """Return what the contracts of a rule set are called, by their names in records.

    >>> from referee import PRESETS
    >>> from viewer.documents.languages import language
    >>> contract_names(PRESETS["bauernschnapsen"], language("en"))["gang"]
    'Gang'
    """
    return {
        each.name: language.put(Phrase("{contract}", {"contract": contract_in_words(each.name)}))
        for each in rules.auction.contracts
    }


def contracts(rules: RuleSet, language: Language) -> DataTable:
    """Render the contracts that a rule set has, from the lowest to the highest."""
    columns = (
        Column(language.say("Contract")),
        Column(language.say("Worth"), True),
        Column(language.say("Who may bid it")),
        Column(language.say("Trumps")),
        Column(language.say("Leads first")),
        Column(language.say("What is promised")),
    )
    called = contract_names(rules, language)
    if rules.auction.steps:
        named, leads = language.say("as named"), language.say("the caller")
    else:
        named, leads = language.say("of the turn-up"), language.say("the non-dealer")
    rows = tuple(
        (
            called[contract.name],
            str(contract.value) if contract.value else "1–3",
            language.put(_bidder(rules, contract.bidder)),
            language.say("none") if contract.trump == -1 else named,
            language.say("the bidder") if contract.leads else leads,
            "; ".join(language.put(each) for each in _promised(rules, contract, language)),
        )
        for contract in rules.auction.contracts
    )
    return DataTable(columns, rows, language.say("The contracts, from the lowest to the highest"))


def openings(rules: RuleSet, language: Language) -> DataTable:
    """Render the ways in which the caller of a rule set can open the play."""
    columns = (
        Column(language.say("Opening")),
        Column(language.say("What is led")),
        Column(language.say("Who takes the first trick")),
        Column(language.say("What is promised")),
    )
    called = contract_names(rules, language)
    rows = tuple(
        (
            called[each.name],
            language.put(LED[each.first_lead, each.face_down]),
            language.put(TAKEN_BY[each.first]) if each.first else "",
            _sevens(each, language) if each.sevens else language.put(_promised(rules, each, language)[0]),
        )
        for each in rules.auction.contracts
    )
    return DataTable(columns, rows, language.say("The openings"))


def _sevens(contract: Contract, language: Language) -> str:
    return language.say(
        "{number} sevens in hand before anybody has {points} card points; a trick of his own loses",
        number=contract.sevens,
        points=contract.target,
    )


def _bidder(rules: RuleSet, bidder: Bidder) -> Phrase:
    """Who may bid a contract: of forehand's side, where nobody has a partner, he alone."""
    if bidder is Bidder.FOREHAND and not rules.mp_partners:
        return BIDDERS[Bidder.CALLER]
    return BIDDERS[bidder]


def _promised(rules: RuleSet, contract: Contract, language: Language) -> list[Phrase]:
    """What whoever plays a contract promises, and what is special about it."""
    match contract.aim:
        case Aim.FIRST:
            told = [Phrase("{points} card points before the other side", {"points": contract.target})]
        case Aim.POINTS if contract.within:
            facts = {"points": contract.target, "number": contract.within}
            told = [Phrase("{points} card points in the first {number} tricks", facts)]
        case Aim.POINTS:
            told = [Phrase("{points} card points", {"points": contract.target})]
        case Aim.ALL_TRICKS:
            told = [Phrase("every trick")]
        case Aim.NO_TRICK:
            told = [Phrase("no trick")]
        case Aim.HELD:
            told = []
    low = contract.holds is NeededCards.ACE and rules.auction_ace_bettler is AceBettler.LOW
    if contract.holds in HELD and not low:
        told.append(HELD[contract.holds])
    if contract.own_tricks and contract.aim is Aim.POINTS:
        told.append(Phrase("every trick until then the bidder's own"))
    elif contract.own_tricks and rules.mp_partners and not sits_out(rules, contract):
        told.append(Phrase("a trick of his partner's loses"))
    if sits_out(rules, contract) and rules.mp_partners:
        told.append(Phrase("the partner sits out"))
    in_pack = {rank_of(card): language.rank(card) for card in rules.pack}
    usual = [rank for rank in RANKS if rank in in_pack]
    order = [rank for rank in order_of(rules, contract) if rank in in_pack]
    if order == [ACE, *usual[:-1]]:
        told.append(Phrase("the ace is the lowest card of its suit"))
    elif order != usual:
        ranks = " ".join(in_pack[rank] for rank in reversed(order))
        told.append(Phrase("the cards of a suit rank {ranks}", {"ranks": ranks}))
    if contract.aim is Aim.POINTS:
        told.append(Phrase("a marriage at a lead can make it"))
    elif contract.aim is Aim.ALL_TRICKS and not contract.marriages:
        told.append(Phrase("no marriages"))
    return told
