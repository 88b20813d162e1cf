"""The cost of each action in a deal, as a document, and as a short section of a ruling.

Every value comes from the search; nothing is computed here.
"""

from collections.abc import Iterator
from typing import Final

from notation.findings import Fact, Phrase, SeatFact, SuitFact, player_names
from notation.judge import Event, ply_of, speaks, word_of
from notation.record import UNRECORDED, action_word
from notation.rulings import (
    MEANT,
    Account,
    ActionCost,
    BestPlay,
    MatchCost,
    MistakeKind,
    Mistakes,
    rules_of,
    said,
    sentence,
)
from referee import SEATS, Action, Card, Deal, RuleSet, Seat, actions
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.rulings.titles import of_whom, title

BY_MISTAKE: Final = {
    MistakeKind.CLOSED_EARLY: Phrase("by closing too early"),
    MistakeKind.CLOSED_LATE: Phrase("by closing too late or not at all"),
    MistakeKind.CLAIMED_EARLY: Phrase("by claiming 66 too early"),
    MistakeKind.CLAIMED_LATE: Phrase("by claiming 66 too late or not at all"),
    MistakeKind.MARRIAGE_MISSED: Phrase("by not announcing a marriage"),
    MistakeKind.MARRIAGE: Phrase("by announcing a marriage"),
    MistakeKind.EXCHANGE_MISSED: Phrase("by not exchanging the turn-up"),
    MistakeKind.EXCHANGE: Phrase("by exchanging the turn-up"),
    MistakeKind.RESIGNED: Phrase("by giving up"),
    MistakeKind.CARD: Phrase("by the choice of a card"),
    MistakeKind.OPENING: Phrase("before the first lead"),
}
"""How a player lost game points, by the kind of his mistakes."""
LATER: Final = Phrase("Working out what came before would take too long.")
MOST_BETTER: Final = 3
"""Maximum of better actions listed for each action."""


def best_play_document(account: Account, found: BestPlay | Phrase, language: Language) -> Document:
    """Render the costs of the actions of a deal, or the reason why they are unknown."""
    language = account.speaking(language)
    parts: tuple[Part, ...]
    if isinstance(found, Phrase):
        parts = (Paragraph(language.put(found), kind="answer"),)
    else:
        parts = tuple(_parts(account, found, language))
    return Document(f"{title(account, language)} · {language.say('best play')}", parts, language.code)


def _parts(account: Account, found: BestPlay, language: Language) -> Iterator[Part]:
    yield Paragraph(" ".join(_start(account, found, language)), kind="answer")
    yield from (_close(each, language) for each in found.actions if each.is_close)
    costly = [each for each in found.actions if each.cost]
    if costly:
        columns = (
            Column(language.say("Trick"), number=True),
            Column(language.say("Action")),
            Column(language.say("Worth"), number=True),
            Column(language.say("Cost"), number=True),
            Column(language.say("Better")),
        )
        rows = tuple(_row(each, found.deal, language) for each in costly)
        yield DataTable(
            columns, rows, language.say("What cost something, in game points of the player's side")
        )
    else:
        yield Paragraph(language.say("Nobody made a mistake from there on."))
    yield _meant(language)


def what_it_cost(account: Account, found: BestPlay | Phrase, language: Language) -> Iterator[Part]:
    """Render a section of a ruling: whether a close was right, and the costliest action of each player.

    ``language`` contains the names.
    """
    yield Heading(language.say("What it cost"))
    if isinstance(found, Phrase):
        yield Paragraph(language.put(found))
        return
    yield Paragraph(" ".join(_start(account, found, language)))
    yield from (_close(each, language) for each in found.actions if each.is_close)
    items = []
    for seat in SEATS[: account.rules.seats]:
        costly = [each for each in found.actions if each.seat == seat and each.cost and not each.is_close]
        if costly:
            items.append(_costliest(max(costly, key=lambda each: each.cost), found.deal, language))
    if items:
        yield Listing(tuple(items))
        yield _meant(language)
    else:
        yield Paragraph(language.say("Nobody made a mistake from there on."))


def match_cost_document(cost: MatchCost, language: Language) -> Document:
    """Render what the players of a match lost by mistakes, and how many of its deals could be valued."""
    game, rules = cost.judgement.game, rules_of(cost.judgement)
    language = language.naming(player_names(game.readable, rules))
    items = [
        Item(_lost(seat, [each for each in cost.mistakes if each.seat == seat], language))
        for seat in SEATS[: rules.seats]
    ]
    valued = language.say(
        "Deals valued: {valued} of {number}; as early as the cards are known: {whole}.",
        valued=cost.valued,
        number=cost.deals,
        whole=cost.whole,
    )
    head = " · ".join([language.say("What the match cost"), *of_whom(game, rules)])
    parts = (Listing(tuple(items)), Paragraph(valued), _meant(language))
    return Document(head, parts if cost.valued else (Paragraph(valued),), language.code)


def _lost(seat: Seat, mistakes: list[Mistakes], language: Language) -> str:
    """Return what a player lost, and how."""
    if not mistakes:
        return language.say("{seat} lost nothing.", seat=SeatFact(seat))
    ways = [language.say(BY_MISTAKE[each.kind].sentence) for each in mistakes]
    if len(mistakes) > 1:
        ways = [f"{each.cost} {way}" for each, way in zip(mistakes, ways, strict=True)]
        ways[0] = f": {ways[0]}"
    return language.count(
        "{seat} lost {number} game point{how}.",
        "{seat} lost {number} game points{how}.",
        sum(each.cost for each in mistakes),
        seat=SeatFact(seat),
        how=", ".join(ways) if len(ways) > 1 else f" {ways[0]}",
    )


def _meant(language: Language) -> Paragraph:
    """Explain best play."""
    return Paragraph(language.say(MEANT.sentence))


def _costliest(each: ActionCost, deal: Deal, language: Language) -> Item:
    """Return what would have been better than an action, and its cost."""
    best = each.best or 0
    silence = language.say("not to claim 66")
    facts: dict[str, Fact] = {
        "seat": SeatFact(each.seat),
        "trick": each.path.trick,
        "better": named_action(each.better[0].action, deal, language) if each.better else silence,
    }
    if best > 0:
        told = language.count(
            "{seat}, trick {trick}: {better} would have won {number} game point.",
            "{seat}, trick {trick}: {better} would have won {number} game points.",
            best,
            **facts,
        )
    elif best:
        told = language.count(
            "{seat}, trick {trick}: {better} would have lost only {number} game point.",
            "{seat}, trick {trick}: {better} would have lost only {number} game points.",
            -best,
            **facts,
        )
    else:
        told = language.say("{seat}, trick {trick}: {better} would have lost nothing.", **facts)
    done = silence
    if each.event is not None:
        event = each.event
        done = action_word(event.ply.action, 0, event.ply.word)
        if not speaks(event.ply):
            done = named_action(event.card if event.ply.plays else event.ply.action, deal, language)
    cost = language.count(
        "{done} cost {number} game point", "{done} cost {number} game points", each.cost, done=done
    )
    return Item(f"{told} {sentence(cost)}")


def named_action(action: Action, deal: Deal, language: Language) -> str:
    """Return an action as a noun phrase, whose value is stated."""
    if actions.is_play(action):
        return language.card(Card(action))
    if actions.is_marriage(action):
        suit = actions.marriage_suit(action)
        points = deal.marriage_points(suit)
        return language.say("the marriage of {points} in {suit}", points=points, suit=SuitFact(suit))
    if action in _NAMED:
        return language.say(_NAMED[action].sentence)
    return word_of(deal.rules, action)


_NAMED: Final = {
    actions.EXCHANGE: Phrase("the exchange"),
    actions.CLOSE: Phrase("closing the talon"),
    actions.CLOSE_SHORT: Phrase("closing the talon"),
    actions.DRAW: Phrase("playing on"),
    actions.OUT: Phrase("the claim to have 66"),
    actions.RESIGN: Phrase("giving up"),
}


def _start(account: Account, found: BestPlay, language: Language) -> Iterator[str]:
    """Return the point from which the values are valid, and the values there."""
    deal = found.deal
    if deal.closer >= 0:
        yield language.say("{closer} closed the talon.", closer=SeatFact(deal.closer))
    elif deal.talon and deal.strict:
        yield language.say("The talon is exhausted.")
    yield from worth_told(account.rules, found.values, deal.trick + 1, language)
    if not found.is_whole:
        yield language.say(LATER.sentence)


def worth_told(rules: RuleSet, values: tuple[int, ...], trick: int, language: Language) -> Iterator[str]:
    """Return what each side wins with best play from a trick on."""
    winners = [(side, value) for side, value in zip(rules.sides, values, strict=True) if value > 0]
    for side, value in winners:
        yield language.count(
            "With best play from trick {trick} on, {side} wins {number} game point.",
            "With best play from trick {trick} on, {side} wins {number} game points.",
            value,
            trick=trick,
            side=SeatFact(side),
        )
    if not winners:
        yield language.say("With best play from trick {trick} on, nobody wins the deal.", trick=trick)


def _close(each: ActionCost, language: Language) -> Paragraph:
    """Return the value of a close, and that of playing on."""
    facts: dict[str, Fact] = {"seat": SeatFact(each.seat), "value": with_sign(each.value)}
    if each.best is None:
        told = language.say("Closing was worth {value} to {seat}.", **facts)
    elif not each.cost:
        told = language.say("Closing was worth {value} to {seat}, and nothing else was worth more.", **facts)
    else:
        told = language.say(
            "Closing was worth {value} to {seat}; playing on was worth {best}.",
            best=with_sign(each.best),
            **facts,
        )
    return Paragraph(told)


def _row(each: ActionCost, deal: Deal, language: Language) -> tuple[str, ...]:
    """Return the table row of an action, with its cost and the better ones."""
    silence = language.say("nobody claims")
    done = silence if each.event is None else said(language, each.event)
    better = [done_word(move.action, move.seat, deal, language) for move in each.better[:MOST_BETTER]]
    if each.cost and not better:
        better = [silence]
    return str(each.path), done, with_sign(each.value), str(each.cost), ", ".join(better)


def done_word(action: Action, seat: Seat, deal: Deal, language: Language) -> str:
    """Return what a seat could have done in short form."""
    value, card = 0, UNRECORDED
    if actions.is_play(action):
        card = Card(action)
    elif actions.is_marriage(action):
        value = deal.marriage_points(actions.marriage_suit(action))
    elif action == actions.CLOSE_SHORT:
        action = actions.CLOSE
    return said(language, Event(ply_of(deal.rules, action, value), seat, (), card=card))


def with_sign(value: int) -> str:
    """Format game points with their sign."""
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value else "0"
