"""Random games: whole matches as records, with notes and statements, true unless altered."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from notation.corpus import Trumps, shuffled, trumps_of
from notation.judge.opening import ply_of
from notation.record.model import (
    LAID_AWAY,
    Checkpoint,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    OpeningPly,
    Outcome,
    Ply,
    Record,
    Tag,
    Trick,
)
from notation.record.words import score_words
from notation.specs.spec import OPTIONS, read_spec
from referee import Deal, Match, actions
from referee.actions import Action
from referee.cards import BIT, NO_SUIT, NOBODY, SEATS, Card, Cards, Seat, Suit, mask, members
from referee.rules import RuleSet
from referee.state import Phase, Result
from tests.support.plain import PLAIN
from tests.support.tables import rules_of

TEXTS = (
    "",
    "ok",
    "A } brace",
    "back\\slash \\}",
    "two\nlines",
    "Валат! ♥",
    '[Event "x"]',
    "1. As Td",
    "a {b",
)


def blanks(deals: int, round: object = 0, tricks: int = 5) -> str:
    """A record of deals of nothing but unknown cards, the dearest by their length, each for its round."""
    blank = "".join(f"{number}. -- --\n" for number in range(1, tricks + 1))
    head = f'%SGN 1\n[Round "{round}"]\n'
    return head + "".join(f"deal {number} dealer B trump d\n{blank}" for number in range(1, deals + 1))


def random_spec(rng: random.Random, most: int = 5, of: Sequence[str] = tuple(PLAIN)) -> str:
    """A random rule set without an auction, with random options, possibly contradictory."""
    words = [rng.choice(of)]
    for option in rng.sample(OPTIONS, rng.randrange(most + 1)):
        values = list(option.values) if option.values is not None else ["0", "1", "2", "4", "10", "11", "31"]
        words.append(f"{option.word}={rng.choice(values)}")
    return " ".join(words)


def valid_spec(rng: random.Random, most: int = 5, of: Sequence[str] = tuple(PLAIN)) -> str:
    """A random rule set with random options that make sense together."""
    while not isinstance(read_spec(spec := random_spec(rng, most, of)), RuleSet):
        pass
    return spec


def written_trumps(trumps: Trumps, rng: random.Random) -> tuple[Card | None, Suit]:
    """The card and the suit in a record: the card, or only its suit if no talon shows it."""
    told = trumps.card if rng.random() < 0.7 else None
    return told, trumps.suit if told is None else NO_SUIT


class RandomDeal(NamedTuple):
    """A deal played at random: the cards as dealt, the actions, and the deal at its end."""

    hands: list[Cards]
    talon: list[Card]
    done: list[tuple[Seat, Action]]
    end: Deal
    trumps: Trumps

    def start(self, rules: RuleSet, dealer: Seat) -> Deal:
        """The deal under these rules, before any action."""
        packet = self.end.dealt.packet if self.end.dealt else 0
        return Deal(rules, dealer, self.hands, self.talon, self.trumps.suit, packet)


def first_dealer(rules: RuleSet, rng: random.Random) -> Seat:
    """Who deals first."""
    return Seat(rng.randrange(rules.seats))


def length(rules: RuleSet, most: int, rng: random.Random) -> int:
    """The maximum number of deals of a match; random without a target."""
    return most if rules.game_target else min(most, rng.randrange(1, 13))


def random_deal(rules: RuleSet, dealer: Seat, rng: random.Random, silent: bool = False) -> RandomDeal:
    """A deal played to its end at random, with claims and closes of every kind, or without any claim."""
    held, talon = shuffled(rules, rng)
    hands = list(map(mask, held))
    trumps = trumps_of(rules, dealer, held, talon, rng)
    packet = mask(held[(dealer + 1) % rules.seats][: rules.auction.packet])
    deal = Deal(rules, dealer, hands, talon, trumps.suit, packet)
    done: list[tuple[Seat, Action]] = []
    eager = rng.random()
    while not deal.over:
        enough = deal.points[deal.side_of[deal.turn]] >= 66
        odds = {
            actions.OUT: 0.7 if enough else 0.02,
            actions.CLOSE: 0.3 * eager,
            actions.CLOSE_SHORT: 0.1 * eager,
            actions.DOUBLE: 0.1,
            **dict.fromkeys(range(actions.CONTRACT, actions.DOUBLE), 0.15),
        }
        legal = [choice for choice in deal.legal() if not (silent and choice[0] == actions.OUT)]
        kept = [choice for choice in legal if rng.random() < odds.get(choice[0], 1.0)]
        if deal.spent and not kept:
            deal.finish()
            break
        action, seat = rng.choice(kept or legal)
        deal.push(action, seat)
        done.append((seat, action))
    return RandomDeal(hands, talon, done, deal, trumps)


def deal_record(
    number: int, rules: RuleSet, dealer: Seat, rng: random.Random, noted: bool = True, silent: bool = False
) -> tuple[DealRecord, Deal]:
    """One deal as a record without its result, and the deal at its end."""
    rules = rules.in_deal(number)
    played = random_deal(rules, dealer, rng, silent)
    deal = played.start(rules, dealer)
    tricks: list[Trick] = []
    opening: list[Ply] = []
    for seat, action in played.done:
        if deal.is_opening or action > actions.RESIGN:
            named = seat != deal.turn or (noted and rng.random() < 0.2)
            laid_away = deal.phase is Phase.DISCARD
            ply = OpeningPly(LAID_AWAY, cards=(Card(action),)) if laid_away else ply_of(rules, action)
            last = opening[-1] if laid_away else None
            if isinstance(last, OpeningPly) and last.action == LAID_AWAY:
                opening[-1] = replace(last, cards=(*last.cards, *ply.cards))
            else:
                notes = _notes(rng, None) if noted else ()
                opening.append(replace(ply, seat=Seat(seat if named else -1), notes=notes))
            deal.push(action, seat)
            continue
        at_head = deal.lead < 0 and not deal.undrawn and not deal.spent
        joined = action == actions.OUT and bool(tricks) and rng.random() < 0.5
        if at_head and not joined and (not tricks or tricks[-1].number <= deal.trick):
            tricks.append(Trick(deal.trick + 1))
        named = seat != deal.turn or (noted and rng.random() < 0.2)
        value = (40 if action == actions.MARRIAGE + deal.trump else 20) if actions.is_marriage(action) else 0
        ply = ply_of(rules, action, value, Seat(seat if named else -1), deal.face_down)
        deal.push(action, seat)
        if action != actions.DRAW:
            notes = _notes(rng, deal.own_points if not deal.over else None) if noted else ()
            tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, replace(ply, notes=notes)))
    if deal.carrying() and rng.random() < 0.5:
        ply = Ply(rng.choice(list(members(deal.carrying()))))
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, ply))
    hands = []
    first = played.end.dealt.packet if played.end.dealt else 0
    packet = (SEATS[(dealer + 1) % rules.seats] if first else NOBODY, first.bit_count())
    for seat, hand in zip(SEATS, played.hands, strict=False):
        cards = list(members(hand))
        rng.shuffle(cards)
        if seat == packet[0]:
            cards.sort(key=lambda card: not BIT[card] & first)
        hands.append((seat, Holding(tuple(cards), _comments(rng, noted))))
    turn_up, suit = written_trumps(played.trumps, rng)
    record = DealRecord(
        number,
        dealer,
        turn_up,
        tuple(hands),
        Holding(tuple(played.talon), _comments(rng, noted)) if played.talon else None,
        tuple(tricks),
        notes=_comments(rng, noted),
        suit=NO_SUIT if played.talon else suit,
        opening=Trick(0, plies=tuple(opening)) if opening else None,
        packets=(packet,) if first else (),
    )
    return record, played.end


def _notes(rng: random.Random, points: tuple[int, ...] | None) -> tuple[Note, ...]:
    kinds: list[Note] = [Glyph(rng.choice(("!", "?", "!?", "??", "$14"))), Comment(rng.choice(TEXTS))]
    if points is not None:
        kinds.append(Checkpoint(points))
    return tuple(rng.sample(kinds, rng.randrange(len(kinds) + 1))) if rng.random() < 0.3 else ()


def _comments(rng: random.Random, noted: bool) -> tuple[Note, ...]:
    return (Comment(rng.choice(TEXTS)),) if noted and rng.random() < 0.2 else ()


def written(result: Result, won: int, score: Sequence[int], rng: random.Random) -> Outcome:
    """The result of a deal as a record states it: the reason, the card points and the score are optional."""
    return Outcome(
        result.winner,
        won,
        True,
        result.word if rng.random() < 0.7 else "",
        result.card_points if rng.random() < 0.7 else (),
        tuple(score) if rng.random() < 0.7 else (),
        paid=result.paid if result.paid and rng.random() < 0.5 else (),
    )


def long_record(spec: str, rng: random.Random, number: int, noted: bool = True) -> Record:
    """So many deals of a match, or all it has; with payments, a match has no end."""
    rules = rules_of(spec)
    match = Match(rules, dealer=first_dealer(rules, rng))
    deals: list[DealRecord] = []
    while match.winner < 0 and len(deals) < number:
        dealer = match.dealer
        record, end = deal_record(len(deals) + 1, rules, dealer, rng, noted)
        assert end.result is not None
        won = match.add(dealer, end.result)
        deals.append(replace(record, result=written(end.result, won, match.score, rng)))
    return Record((Tag("Rules", spec), Tag("A", "Ivan"), Tag("B", "Maria")), tuple(deals))


def random_record(spec: str, rng: random.Random, noted: bool = True, most_deals: int = 99) -> Record:
    """A match to its target (or so many deals), with true statements only."""
    rules = rules_of(spec)
    match = Match(rules, dealer=first_dealer(rules, rng))
    most = length(rules, most_deals, rng)
    deals: list[DealRecord] = []
    while match.winner < 0 and len(deals) < most:
        dealer = match.dealer
        record, end = deal_record(len(deals) + 1, rules, dealer, rng, noted)
        assert end.result is not None
        won = match.add(dealer, end.result)
        outcome = written(end.result, won, match.score, rng)
        deals.append(replace(record, result=replace(outcome, notes=_comments(rng, noted))))
    tags = [Tag("Rules", spec), Tag("A", 'Ivan \\ "Vanyo"'), Tag("Zeal", "x"), Tag("Event", "Клуб")]
    tags.append(Tag("Result", score_words(match.score), _comments(rng, noted)))
    rng.shuffle(tags)
    return Record(tuple(tags), tuple(deals), _comments(rng, noted))
