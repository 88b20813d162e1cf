"""The situation of a deal at a moment, as a document: the choices, the effect of a claim, the knowledge.

Every figure comes from the situation; nothing is computed here.
"""

from collections.abc import Iterable, Iterator

from notation.findings import CardFact, CardsFact, Fact, Phrase, SeatFact, SuitFact
from notation.judge import ply_of
from notation.record import Path, in_order
from notation.rulings import (
    Account,
    KnownAtMoment,
    PossibleClaim,
    RefusedAction,
    SeatAction,
    Situation,
    decisive,
    outcome_sentence,
    reason_phrase,
    said,
    sentence,
)
from referee import (
    SEATS,
    Action,
    Cards,
    ClaimMode,
    Contents,
    Deal,
    Reason,
    RuleSet,
    Seat,
    Sight,
    Whereabouts,
    actions,
    mask,
)
from referee.contracts import Aim
from referee.whereabouts import FACE_DOWN, PLAYED, TURN_UP, UNRECORDED, Place
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.documents.quotations import citing
from viewer.rulings.deal_rulings import listed_steps
from viewer.rulings.findings import refusal
from viewer.rulings.ledger import at_least, in_short
from viewer.rulings.titles import title


def description(account: Account, now: Situation, language: Language) -> Document:
    """Render the situation of the deal of an account at a moment."""
    language = account.speaking(language)
    parts: list[Part] = [
        Paragraph(_state(now, language), kind="answer"),
        *_state_notes(account, now, language),
    ]
    parts += _table(account, now, language)
    if not now.deal.over:
        parts += _choices(account, now, language)
        parts += [] if now.deal.is_opening else _claims(account, now, language)
    parts += _knowledge(now, language)
    return citing(title_at(account, now.path, language), parts, language)


def title_at(account: Account, path: Path, language: Language) -> str:
    """Return the title of a document about a moment of a deal."""
    where = language.say("before the lead to trick {trick}", trick=path.trick)
    if not path.trick:
        where = language.say("before the first lead, after action {action}", action=path.action)
    elif path.action:
        where = language.say("trick {trick}, after action {action}", trick=path.trick, action=path.action)
    return f"{title(account, language)} · {where}"


def _state(now: Situation, language: Language) -> str:
    deal = now.deal
    facts = {"seat": SeatFact(deal.turn), "trick": deal.trick + 1}
    if deal.over:
        return language.say("The deal is over.")
    if deal.is_opening:
        return language.say("{seat} is to speak, before the first lead.", seat=SeatFact(deal.turn))
    if deal.spent:
        return language.say("All cards are played; {seat} took the last trick.", seat=SeatFact(deal.turn))
    if deal.undrawn:
        return language.say(
            "{seat} took trick {trick}, and nobody has drawn since.",
            seat=SeatFact(deal.turn),
            trick=deal.trick,
        )
    if deal.lead >= 0:
        return language.say(
            "{lead} was led to trick {trick}; {seat} is to play.", lead=CardFact(deal.lead), **facts
        )
    if deal.melded >= 0:
        return language.say(
            "{seat} has announced a marriage in {suit} and is to lead to trick {trick}.",
            suit=SuitFact(deal.melded),
            **facts,
        )
    if deal.has_announced:
        announced = deal.marriages[-1]
        return language.say(
            "{partner} has announced a marriage in {suit}; {seat} is to lead to trick {trick}.",
            partner=SeatFact(announced.seat),
            suit=SuitFact(announced.suit),
            **facts,
        )
    return language.say("{seat} is to lead to trick {trick}.", **facts)


def _state_notes(account: Account, now: Situation, language: Language) -> Iterator[Part]:
    deal = now.deal
    if now.event is not None:
        yield Paragraph(language.say("Last: {done}.", done=said(language, now.event, now.deal.terms.target)))
    if deal.over and account.deal.result is not None:
        yield Paragraph(outcome_sentence(language, account.deal, account.certainty, decisive(account)))
    elif deal.forfeit is not None and deal.rules.irr_marriage_wrong_lead.value != "void":
        yield Paragraph(
            language.count(
                "A breach of the rules has decided the deal: {winner} wins {number} game point, "
                "whatever is played next.",
                "A breach of the rules has decided the deal: {winner} wins {number} game points, "
                "whatever is played next.",
                deal.forfeit.game_points,
                winner=SeatFact(deal.forfeit.winner),
            )
        )
    elif deal.forfeit is not None:
        yield Paragraph(
            language.count(
                "A revoke has decided the deal: {winner} wins {number} game point, whatever is played next.",
                "A revoke has decided the deal: {winner} wins {number} game points, whatever is played next.",
                deal.forfeit.game_points,
                winner=SeatFact(deal.forfeit.winner),
            ),
            language.quoted(deal.rules, "irr.revoke"),
        )


def _table(account: Account, now: Situation, language: Language) -> Iterator[Part]:
    """Return what every side and every seat has, and the state of the talon."""
    deal = now.deal
    rows: list[tuple[str, Iterable[str]]] = [
        (language.say("Card points"), map(at_least, deal.own_points, deal.own_slack))
    ]
    if any(deal.pending):
        rows.append((language.say("Points of marriages that wait for a trick"), map(str, deal.own_pending)))
    rows.append((language.say("Tricks"), (at_least(tricks, deal.untold) for tricks in deal.own_tricks)))
    sides, seats = deal.rules.sides, SEATS[: deal.rules.seats]
    held = (language.say("Cards in hand"), [str(deal.held(seat)) for seat in seats])
    if sides == seats:
        rows.append(held)
    if deal.closer >= 0:
        slack = deal.close_slack or [0] * deal.rules.seats
        points, tricks = map(at_least, deal.close_points, slack), deal.close_tricks
        rows.append((language.say("Card points when the talon was closed"), points))
        label = language.say("Tricks when the talon was closed")
        rows.append((label, (at_least(number, deal.close_untold) for number in tricks)))
    yield _figures(sides, rows, language, language.say("Everybody's cards"))
    if sides != seats:
        yield _figures(seats, [held], language)
    duty = language.quoted(account.rules, "play2.duty") if deal.strict and not deal.over else ""
    yield Paragraph(" ".join(_talon(deal, language)), duty)


def _figures(
    seats: Iterable[Seat], rows: Iterable[tuple[str, Iterable[str]]], language: Language, caption: str = ""
) -> DataTable:
    columns = (Column(""), *(Column(language.seat(seat), True) for seat in seats))
    return DataTable(columns, tuple((label, *cells) for label, cells in rows), caption)


def _talon(deal: Deal, language: Language) -> Iterator[str]:
    if deal.trump >= 0:
        yield language.say("Trumps are {suit}.", suit=SuitFact(deal.trump))
    elif deal.is_opening:
        yield language.say("Trumps have not been named yet.")
    else:
        yield language.say("There are no trumps.")
    if deal.talon and deal.talon_left:
        yield language.count(
            "{number} card is left in the talon.", "{number} cards are left in the talon.", deal.talon_left
        )
        if deal.talon[-1] >= 0:
            yield language.say("The turn-up is {card}.", card=CardFact(deal.talon[-1]))
        else:
            yield language.say("The turn-up is not recorded.")
    elif deal.talon:
        yield language.say("The talon is exhausted.")
    if deal.closer >= 0:
        yield language.say("{closer} closed it.", closer=SeatFact(deal.closer))
    if deal.frozen >= 0:
        yield language.say("What {seat} takes no longer counts.", seat=SeatFact(deal.frozen))


# Choices.


def _choices(account: Account, now: Situation, language: Language) -> Iterator[Part]:
    yield Heading(language.say("What may be done"))
    items = [*map(Item, sayings(now, now.allowed, language))]
    items += [
        Item(sentence(language.say("{what}, if the unrecorded cards allow it", what=what[:-1])))
        for what in sayings(now, now.open_choices, language)
    ]
    items += [_refused(account, now.deal, refused, language) for refused in now.refused]
    if items:
        yield Listing(tuple(items))
    else:
        yield Paragraph(language.say("Nothing is left to do."))


def sayings(now: Situation, choices: tuple[SeatAction, ...], language: Language) -> Iterator[str]:
    """Return the choices at a moment as sentences, by seat: the cards to play, and other actions."""
    for seat in range(now.deal.rules.seats):
        cards = mask(action for who, action in choices if who == seat and actions.is_play(action))
        if cards and now.deal.is_opening:
            told = Phrase("{seat} may lay away {cards}", {"seat": SeatFact(seat), "cards": CardsFact(cards)})
            yield sentence(language.put(told))
        elif cards:
            yield sentence(
                language.say("{seat} may play {cards}", seat=SeatFact(seat), cards=CardsFact(cards))
            )
        words = [ply_of(now.deal.rules, action) for who, action in choices if who == seat and _speaks(action)]
        if words:
            listed = ", ".join(in_short(ply, language) for ply in words)
            yield sentence(language.say("{seat} can say: {words}", seat=SeatFact(seat), words=listed))
        for who, action in choices:
            if who == seat and not actions.is_play(action) and not _speaks(action):
                yield sentence(_may(now.deal, seat, action, language))


def _speaks(action: Action) -> bool:
    """Whether an action is one of those before the first lead."""
    return action >= actions.NAME_TRUMP


def _may(deal: Deal, seat: int, action: Action, language: Language) -> str:
    say = language.say
    if actions.is_marriage(action):
        suit = actions.marriage_suit(action)
        value = deal.marriage_points(suit)
        return say(
            "{seat} may announce {value} in {suit}", seat=SeatFact(seat), value=value, suit=SuitFact(suit)
        )
    match action:
        case actions.EXCHANGE:
            return say(
                "{seat} may exchange {card} for the turn-up",
                seat=SeatFact(seat),
                card=CardFact(deal.lowest_trump),
            )
        case actions.DRAW:
            return say("{seat} may draw, and then the others", seat=SeatFact(seat))
        case actions.OUT:
            return say("{seat} may claim {needed}", seat=SeatFact(seat), needed=deal.terms.target)
    return say("{seat} may close the talon", seat=SeatFact(seat))


def _refused(account: Account, deal: Deal, refused: RefusedAction, language: Language) -> Item:
    seat, action, ruling = refused
    facts: dict[str, Fact] = {"seat": SeatFact(seat), "why": refusal(ruling)}
    if actions.is_marriage(action):
        suit = actions.marriage_suit(action)
        value = deal.marriage_points(suit)
        told = language.say(
            "{seat} may not announce {value} in {suit}: {why}", value=value, suit=SuitFact(suit), **facts
        )
    elif action == actions.EXCHANGE:
        told = language.say("{seat} may not exchange: {why}", **facts)
    else:
        told = language.say("{seat} may not close the talon: {why}", **facts)
    return Item(sentence(told), language.quoted(account.rules, ruling.code.point))


# Claims.


def _claims(account: Account, now: Situation, language: Language) -> Iterator[Part]:
    yield Heading(language.say("If somebody claimed {needed} now", needed=now.deal.terms.target))
    rules = now.deal.rules
    if rules.claim_mode is ClaimMode.NEVER:
        yield Paragraph(
            language.say("Nobody claims in this game."), language.quoted(account.rules, "claim.mode")
        )
        return
    contract = now.deal.contract
    if contract and contract.aim is not Aim.FIRST:
        yield Paragraph(
            language.say("Nobody claims under this contract: it ends by itself when it is made or lost."),
            language.quoted(account.rules, "auction.end"),
        )
        return
    for claim in now.claims:
        points = sentence(_points(claim, rules, language))
        if claim.refused is not None:
            told = sentence(language.put(refusal(claim.refused)))
            note = language.quoted(account.rules, claim.refused.code.point)
            yield Paragraph(f"{told} {points}", note)
        elif claim.result is None:
            told = language.say(
                "What a claim by {seat} would win depends on cards that are not recorded.",
                seat=SeatFact(claim.seat),
            )
            yield Paragraph(f"{told} {points}")
        else:
            yield Paragraph(_outcome(claim, language), kind=_KINDS.get(claim.result.reason, ""))
            yield listed_steps(claim.steps, account.rules, language)


_KINDS = {Reason.OUT: "right", Reason.DEFENDER_OUT: "right", Reason.FALSE_OUT: "wrong"}


def _points(claim: PossibleClaim, rules: RuleSet, language: Language) -> str:
    facts = {"seat": SeatFact(rules.side(claim.seat)), "points": claim.points}
    if claim.slack:
        return language.say(
            "{seat} has from {points} to {most} card points", most=claim.points + claim.slack, **facts
        )
    if claim.missing:
        return language.say(
            "{seat} has {points} card points, {missing} too few", missing=claim.missing, **facts
        )
    return language.say("{seat} has {points} card points, enough to go out", **facts)


def _outcome(claim: PossibleClaim, language: Language) -> str:
    assert claim.result is not None  # noqa: S101 - for the type checker
    if claim.result.winner < 0:
        return language.say("If {seat} claims now, the deal is a draw.", seat=SeatFact(claim.seat))
    return language.count(
        "If {seat} claims now, {winner} wins {number} game point.",
        "If {seat} claims now, {winner} wins {number} game points.",
        claim.result.game_points,
        seat=SeatFact(claim.seat),
        winner=SeatFact(claim.result.winner),
    )


# Knowledge.


def _knowledge(now: Situation, language: Language) -> Iterator[Part]:
    yield Heading(language.say("What everybody can know about the cards"))
    hands = tuple(
        (language.seat(seen.seat), _cards(seen.hands[seen.seat].known, language)) for seen in now.sights
    )
    yield DataTable((Column(""), Column(language.say("Hand"))), hands)
    rows = [row for seen in now.sights for row in _views(now, seen, language)]
    columns = (
        Column(language.say("Seat")),
        Column(language.say("looks at")),
        Column(language.say("Known to be there")),
        Column(language.say("May be there")),
        Column(language.say("Count")),
        Column(language.say("Known not to be there")),
    )
    yield DataTable(columns, tuple(rows))
    for seen in now.sights:
        unrecorded = seen.hands[seen.seat].unknown
        if unrecorded:
            yield Paragraph(
                language.count(
                    "{number} of {seat}'s cards is not recorded; {seat} knows it and what follows from it.",
                    "{number} of {seat}'s cards are not recorded; {seat} knows them and what follows "
                    "from them.",
                    unrecorded,
                    seat=SeatFact(seen.seat),
                )
            )
    yield Paragraph(
        language.say(
            "This follows from one's own hand and from what happened in the open, if all play was allowed."
        )
    )


def _views(now: Situation, seen: Sight, language: Language) -> Iterator[tuple[str, ...]]:
    """Return what one seat can know of every other hand, and of the talon."""
    me = language.seat(seen.seat)
    for other, hand in zip(SEATS, seen.hands, strict=False):
        if other != seen.seat:
            absent = _cards(seen.absent(other), language)
            yield (me, language.seat(other), *_contents(hand, language), absent)
    if now.deal.talon_left:
        yield (me, language.say("the talon, face down"), *_contents(seen.talon, language), "")


def _contents(contents: Contents, language: Language) -> tuple[str, str, str]:
    known, possible = _cards(contents.known, language), _cards(contents.possible, language)
    return known, possible, str(contents.unknown) if contents.unknown else ""


def _cards(cards: Cards, language: Language) -> str:
    return " ".join(map(language.card, in_order(cards)))


# What one seat could know, card by card.


def known(account: Account, found: KnownAtMoment, language: Language) -> Document:
    """Render what a seat could know at a moment of the deal of an account."""
    language = account.speaking(language)
    parts = tuple(_known_cards(found, language))
    return Document(title_at(account, found.path, language), parts, language.code)


def _known_cards(found: KnownAtMoment, language: Language) -> Iterator[Part]:
    sight, seat = found.knows.sight, SeatFact(found.knows.seat)
    by_card = {each.card: each for each in found.knows.cards}
    hidden, seen = (in_order(cards) for cards in (sight.hidden, mask(by_card) & ~sight.hidden))
    columns = (
        Column(language.say("Card")),
        Column(language.say("Where it can be")),
        Column(language.say("Why")),
    )
    yield Heading(language.say("The cards that {seat} has not seen", seat=seat))
    if hidden:
        yield DataTable(columns, tuple(_known_row(by_card[card], language) for card in hidden))
    else:
        yield Paragraph(language.say("There are none."))
    yield Heading(language.say("The cards that {seat} has seen", seat=seat))
    yield DataTable(columns, tuple(_known_row(by_card[card], language) for card in seen))
    yield Paragraph(
        language.say(
            "This follows from one's own hand and from what happened in the open, if all play was allowed."
        )
    )


def _known_row(each: Whereabouts, language: Language) -> tuple[str, str, str]:
    """Return the row of a card: its places, and the reasons for them."""
    places = " / ".join(language.put(_place(place)) for place in each.places)
    reasons = [language.put(reason_phrase(each.why))] if each.why else []
    reasons += [
        language.say("{place} is ruled out: {why}", place=_place(reason.place), why=reason_phrase(reason))
        for reason in each.cannot
    ]
    return language.card(each.card), places, "; ".join(reasons)


def _place(place: Place) -> Phrase:
    return _PLACES.get(place) or Phrase("hand of {seat}", {"seat": SeatFact(place)})


_PLACES = {
    FACE_DOWN: Phrase("the talon, face down"),
    TURN_UP: Phrase("turn-up"),
    PLAYED: Phrase("played"),
    UNRECORDED: Phrase("played, and not recorded"),
}
