"""Plays a deal and records it at the same time: for programs that play, and for importing logs.

The referee decides whose turn it is, who takes a trick and what is drawn. Two bots play a deal from a given
order of the cards; it is saved as text, read and checked:

>>> import random
>>> from notation import DealRecorder, read, write
>>> from notation.judge import judge
>>> from referee import SANTASE, Deal
>>> rng = random.Random(66)
>>> def cautious(deal: Deal) -> tuple[int, int]:
...     return deal.legal()[0]
>>> def lively(deal: Deal) -> tuple[int, int]:
...     return rng.choice(deal.legal())
>>> recorder = DealRecorder.dealt_from(SANTASE, dealer=1, order=rng.sample(range(24), 24))
>>> while not recorder.deal.over and not recorder.deal.spent:
...     bot = cautious if recorder.deal.turn == 0 else lively
...     assert recorder.push(*bot(recorder.deal)) is None
>>> text = write(recorder.game())
>>> judge(next(read(text))).ok
True

A log says what was done; actions that the rules of its program refuse are recorded anyway
(:meth:`DealRecorder.do`), and reported when the record is judged. Nothing is corrected.
"""

from collections.abc import Sequence
from dataclasses import replace

from notation.judge.deal import set_up
from notation.judge.opening import ply_of
from notation.record.model import (
    LAID_AWAY,
    NO_SUIT,
    NOBODY,
    DealRecord,
    Holding,
    Note,
    OpeningPly,
    Outcome,
    Ply,
    Position,
    Record,
    Tag,
    Trick,
    paid_outcome,
)
from notation.record.words import score_words, seat_letter
from notation.specs.spec import write_spec
from referee import actions
from referee.actions import Action
from referee.cards import NO_CARD, SEATS, Card, Seat, Suit, kind, mask, suit_of
from referee.codes import Effect, Ruling
from referee.deal import Deal, first_packet, hands_and_talon, shown_for_trumps
from referee.match import Match
from referee.partial import deal_of, show
from referee.rules import RuleSet
from referee.state import Result


class DealRecorder:
    """One deal that is being played and recorded.

    Hands and talon are as dealt, with -1 for an unknown card; the talon runs from the top to the turn-up; at
    a position they are what is left. Raises ValueError without a turn-up or trump suit.

    >>> from referee.rulesets import SCHNAPSEN
    >>> from notation.record.words import card_word
    >>> recorder = DealRecorder(SCHNAPSEN, 1, 1, [[5, 3, 7, 8, 9], [-1] * 5], [-1] * 9 + [10])
    >>> recorder.do(5), recorder.do(2), recorder.deal.leader
    (None, None, 0)
    >>> [card_word(ply.action) for ply in recorder.record().tricks[0].plies]
    ['As', 'Qs']
    """

    def __init__(
        self,
        rules: RuleSet,
        number: int,
        dealer: Seat,
        hands: Sequence[Sequence[Card]],
        talon: Sequence[Card],
        suit: Suit = NO_SUIT,
        position: Position | None = None,
    ) -> None:
        turns_up = bool(talon) and talon[-1] >= 0 and rules.draws
        known = [mask(card for card in hand if card >= 0) for hand in hands]
        unseen = [sum(card < 0 for card in hand) for hand in hands]
        packet, turned = first_packet(rules, dealer, hands) if dealer >= 0 and hands else (0, NO_CARD)
        self.deal = deal_of(rules, dealer, known, talon, suit, unseen, packet, turned)
        """The current deal; the last known state if the referee could not follow the log."""
        self.lost = False
        """Whether the referee can no longer follow the log."""
        self._tricks: list[Trick] = []
        self._opening: tuple[Ply, ...] = ()
        self._record = DealRecord(
            number,
            NOBODY if position else dealer,
            kind(talon[-1]) if turns_up else None,
            tuple(
                (seat, Holding(tuple(map(kind, hand))))
                for seat, hand in zip(SEATS, hands, strict=False)
                if _any_known(hand)
            ),
            Holding(tuple(map(kind, talon))) if _any_known(talon) or (position and talon) else None,
            suit=NO_SUIT if turns_up else self.deal.trump,
            position=position,
            packets=((self.deal.turn, rules.auction.packet),) if packet else (),
        )
        self._before = 0
        """The tricks before the first recorded one."""
        if position:
            gone = rules.deck_cards.bit_count() - sum(map(len, hands)) - len(talon)
            self._before = gone // rules.seats
            starts = set_up(rules, replace(self._record, tricks=(Trick(self._before + 1),)))
            self.deal = starts[0] if len(starts) == 1 else self.deal

    @staticmethod
    def dealt_from(rules: RuleSet, dealer: Seat, order: Sequence[Card], number: int = 1) -> "DealRecorder":
        """Return a deal of the whole pack in a given order: the hands by seat, then the talon from the top.

        Raises :class:`referee.deal.DealError` if these are not the cards of the rules, each once.
        """
        Deal.dealt_from(rules, dealer, order)  # refuses what cannot be dealt
        hands, talon = hands_and_talon(rules, order)
        suit = NO_SUIT if talon else suit_of(shown_for_trumps(rules, dealer, order))
        return DealRecorder(rules, number, dealer, hands, talon, suit)

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        return self.deal.turn

    def push(self, action: Action, seat: Seat = NOBODY) -> Ruling | None:
        """Do an action as :meth:`referee.deal.Deal.push` does, and record it; a draw is not recorded.

        If it is against the rules, nothing is done or recorded, and the ruling is returned.
        """
        ruling = self.deal.why_not(action, seat)
        if ruling is None and action == actions.DRAW:
            self.deal.push(action, seat)
        elif ruling is None:
            self.do(action, seat, short=self.deal.undrawn)
        return ruling

    def do(
        self,
        action: Action,
        seat: Seat = NOBODY,
        value: int = 0,
        notes: tuple[Note, ...] = (),
        short: bool = False,
    ) -> Ruling | None:
        """Record an action and do it; returns the ruling of the program's rules against it, if any.

        A marriage has its usual value unless the log states another ``value``. ``short`` marks an
        announcement made before both draw; a claim always is.
        """
        deal = self.deal
        if deal.is_opening or action > actions.RESIGN:
            return self._open(action, seat, notes)
        fresh = not self._tricks or self._complete
        short = short or action in (actions.OUT, actions.CLOSE_SHORT, actions.RESIGN)
        if fresh and not (short and self._tricks):
            self._tricks.append(Trick(self._before + len(self._tricks) + 1))
        if actions.is_marriage(action):
            value = value or deal.marriage_points(actions.marriage_suit(action))
        named = seat != NOBODY and (self.lost or seat != deal.turn)
        written = actions.CLOSE if action == actions.CLOSE_SHORT else action
        ply = ply_of(deal.rules, written, value, seat if named else NOBODY, deal.face_down)
        ply = replace(ply, notes=notes) if notes else ply
        last = self._tricks[-1]
        self._tricks[-1] = replace(last, plies=(*last.plies, ply))
        return None if self.lost else self._follow(action, seat, short)

    def _open(self, action: Action, seat: Seat, notes: tuple[Note, ...]) -> Ruling | None:
        """Record something that is said or done before the first lead, and do it."""
        deal, before = self.deal, self._opening
        named = seat if seat != NOBODY and (self.lost or seat != deal.turn) else NOBODY
        if actions.is_play(action):
            laid = before[-1].cards if before and before[-1].action == LAID_AWAY else ()
            self._opening = before[: len(before) - bool(laid)]
            ply: Ply = OpeningPly(LAID_AWAY, cards=(*laid, action), seat=named, notes=notes)
        else:
            ply = replace(ply_of(deal.rules, action, seat=named), notes=notes)
        self._opening += (ply,)
        return None if self.lost else self._follow(action, seat, short=False)

    @property
    def _complete(self) -> bool:
        played = sum(ply.plays for ply in self._tricks[-1].plies)
        return played >= len({*self.deal.after})

    def _follow(self, action: Action, seat: Seat, short: bool) -> Ruling | None:
        deal = self.deal
        acting = deal.turn if seat == NOBODY else seat
        if deal.undrawn and not short:
            deal.push(actions.DRAW)
        action = deal.meant(action, acting)
        show(deal, action, acting)
        ruling = deal.why_not(action, seat)
        if ruling is None:
            deal.push(action, seat)
        elif ruling.code.effect is Effect.STANDS:
            deal.let_stand(action, ruling)
        elif ruling.code.effect is Effect.STOPS:
            self.lost = True
        return ruling

    def record(self, result: Outcome | None = None) -> DealRecord:
        """Return the deal as recorded so far."""
        opening = Trick(0, plies=self._opening) if self._opening else None
        return replace(self._record, opening=opening, tricks=tuple(self._tricks), result=result)

    def game(self) -> Record:
        """Return a game of this deal alone, with its rules and its result, if there is one.

        A deal that was played to the last card is settled.
        """
        deal = self.deal
        result = deal.finish() if deal.over or deal.spent else None
        stated = result and Outcome(result.winner, result.game_points, reason=result.word)
        return Record((Tag("Rules", write_spec(deal.rules)),), (self.record(stated),))


class MatchRecorder:
    """A match that is played and recorded, deal after deal, until somebody has won it.

    >>> import random
    >>> from notation.judge import judge
    >>> from notation.text import read, write
    >>> from referee.rulesets import SCHNAPSEN
    >>> rng = random.Random(66)
    >>> match = MatchRecorder(SCHNAPSEN, names=["Ani", "Boris"])
    >>> while match.winner < 0:
    ...     recorder = match.deal(rng.sample(SCHNAPSEN.pack, 20))
    ...     while not recorder.deal.over and not recorder.deal.spent:
    ...         assert recorder.push(*rng.choice(recorder.deal.legal())) is None
    ...     _ = match.count(recorder)
    >>> judgement = judge(next(read(write(match.game()))))
    >>> judgement.ok, list(judgement.score) == match.score
    (True, True)
    """

    def __init__(self, rules: RuleSet, dealer: Seat = SEATS[0], names: Sequence[str] = ()) -> None:
        self._match = Match(rules, dealer)
        self._names = names
        self._deals: list[DealRecord] = []

    @property
    def score(self) -> list[int]:
        """The game points by side after the deals that have been counted."""
        return list(self._match.score)

    @property
    def winner(self) -> Seat:
        """The side that has won the match, or -1; where all pay after each deal nobody ever has."""
        return self._match.winner

    def deal(self, order: Sequence[Card]) -> DealRecorder:
        """Deal the next deal: all cards of ``rules.pack`` in an order, as in :meth:`DealRecorder.dealt_from`.

        Raises ValueError if the match is over, or if these are not the cards.
        """
        match = self._match
        if match.winner >= 0:
            raise ValueError("the match is over")
        return DealRecorder.dealt_from(match.deal_rules, match.dealer, order, len(self._deals) + 1)

    def count(self, recorder: DealRecorder) -> int:
        """Settle the deal that was dealt last, and return the game points that it brings its winner.

        Raises ValueError if cards are left to play, or if it is not the next deal of the match.
        """
        record = recorder.record()
        if record.number != len(self._deals) + 1:
            raise ValueError(f"deal {len(self._deals) + 1} is to be counted, not deal {record.number}")
        result = recorder.deal.finish()
        won = self._match.add(record.dealer, result)
        self._deals.append(recorder.record(outcome_of(result, won, self._match.score)))
        return won

    def game(self) -> Record:
        """Return the match as far as it has been counted, with its rules, players and result."""
        match = self._match
        tags = [Tag("Rules", write_spec(match.rules))]
        tags += [Tag(seat_letter(seat), name) for seat, name in enumerate(self._names)]
        is_over = match.winner >= 0 or match.rules.mp_all_pay
        tags.append(Tag("Result", score_words(match.score) if is_over else "*"))
        return Record(tuple(tags), tuple(self._deals))


def outcome_of(result: Result, won: int, score: Sequence[int]) -> Outcome:
    """Return a result as a record states it: ``won`` are the game points with the bonus after a draw."""
    told = Outcome(result.winner, won)
    if result.paid and result.winner >= 0:
        told = paid_outcome(result.paid)
    return replace(told, reason=result.word, card_points=tuple(result.card_points), score=tuple(score))


def _any_known(cards: Sequence[Card]) -> bool:
    return any(card >= 0 for card in cards)
