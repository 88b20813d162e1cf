"""What plays come to under any rules, whatever is stated of it: by the fast lane where nothing is wrong.

The lane takes tokens, so those of a play are made from its record.
"""

from collections.abc import Iterator
from typing import Final

from notation.judge.judgement import Closing, DealJudgement
from notation.judge.lane import Lane, NotCleanError
from notation.judge.played import PlayedDeal, Plays, play_out
from notation.record.model import NOBODY, Checkpoint, DealRecord, Note, Ply, Unread
from notation.text.scan import DEAL, END, FORTY, NUMBER, OWNER, SCORE, SEAT, SUIT, TALON, TRICK, Tokens
from referee import actions
from referee.cards import NO_SUIT, Seat
from referee.deal import Deal
from referee.rules import RuleSet

_ANNOUNCED: Final = (actions.EXCHANGE, actions.CLOSE, actions.OUT)
_FIRST_MARRIAGE: Final[dict[int, int]] = {20: actions.MARRIAGE, 40: FORTY}
_NEVER_TAKEN: Final = -1


class PlayedResults(Plays):
    """The plays of deals that are judged for what they come to, each once under each rule set.

    One in which nothing is wrong, except for a false claim, has no ledger. Plays that ``are_right`` under
    the rules of their record have none either where 66 ends the deal automatically before the last card:
    nothing after that can be wrong but that it was played.
    """

    def __init__(self, *, are_right: bool = False) -> None:
        super().__init__()
        self._are_right = are_right
        self._tokens: dict[int, tuple[DealRecord, Tokens | None]] = {}
        self._ends: dict[tuple[int, RuleSet], Deal | None] = {}

    def of(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
        """The play of a deal."""
        end = self._end(record, rules)
        if end is None:
            return play_out(record, rules, is_after_torn, bonus)
        return PlayedDeal(entry_of(record.number, record.dealer, end), ())

    def _end(self, record: DealRecord, rules: RuleSet) -> Deal | None:
        """The end of a play, which is that of all records of it; None if something may be wrong."""
        play = id(record.tricks)
        if play not in self._tokens:
            self._tokens[play] = record, tokens_of(record)
        tokens = self._tokens[play][1]
        if tokens is None or rules.auction.contracts:
            return None
        if (play, rules) not in self._ends:
            self._ends[play, rules] = end_of(tokens, record.number, rules, self._are_right)
        return self._ends[play, rules]


def entry_of(number: int, dealer: Seat, end: Deal) -> DealJudgement:
    """What a deal of known cards has come to, without its ledger."""
    result = end.result
    return DealJudgement(
        number,
        dealer,
        result=result,
        tricks_won=end.own_tricks,
        card_points=result.card_points if result else end.own_points,
        closing=closing_of(end),
    )


def closing_of(deal: Deal) -> Closing | None:
    """The close of a deal of known cards, if there was one."""
    if deal.closer < 0:
        return None
    before = sum(deal.close_tricks)
    short = deal.drawn < before * deal.rules.seats
    return Closing(before + 1, deal.closer, deal.close_points, deal.close_tricks, deal.talon_left, short)


def end_of(tokens: Tokens, number: int, rules: RuleSet, is_right: bool) -> Deal | None:
    """The end of the deal with a number, from the tokens of its play; None if something may be wrong."""
    lane = Lane(tokens, 0, rules, takes_false_claims=True)
    try:
        lane.deal(number)
    except NotCleanError:
        has_ended = is_right and lane.begun is not None and lane.is_repeated(lane.begun)
        return lane.begun if has_ended else None
    return lane.last if lane.last and lane.last.result else None


def is_clean(tokens: Tokens, at: int, rules: RuleSet) -> bool:
    """Whether nothing is to be found in a scanned deal without notes, whatever its number and the score are.

    The deal is that from token ``at`` on. One that the lane does not take may still be clean.
    """
    if rules.auction.contracts or rules.in_deal(1) is not rules:
        return False
    kinds = tokens.kinds
    end = next(index for index in range(at + 1, len(kinds)) if kinds[index] in (DEAL, END))
    alone = Tokens()
    alone.kinds = [*kinds[: end - (kinds[end - 1] == SCORE)], END]
    alone.numbers = tokens.numbers.copy()
    lane = Lane(alone, 0, rules)
    lane.go_on(at)
    alone.numbers[lane.next_number] = len(lane.scores) + 1
    return lane.run()


def tokens_of(record: DealRecord) -> Tokens | None:
    """The tokens of a deal without what is stated of it; None if the lane never takes such a deal."""
    if record.dealer < 0 or record.position or record.opening or record.awards or record.packets:
        return None
    tokens = Tokens()
    kinds, numbers = tokens.kinds, tokens.numbers
    kinds += DEAL, NUMBER, SEAT + record.dealer
    numbers.append(record.number)
    if record.trump is not None:
        kinds.append(record.trump)
    elif record.suit != NO_SUIT:
        kinds.append(SUIT + record.suit)
    for seat, hand in record.hands:
        kinds += OWNER + seat, *hand.cards
    if record.talon:
        kinds += TALON, *record.talon.cards
    notes: list[Note] = []
    for trick in record.tricks:
        kinds.append(TRICK)
        numbers.append(trick.number)
        notes += trick.notes
        for ply in trick.plies:
            kinds += _tokens_of_ply(ply)
            notes += ply.notes
    kinds.append(END)
    is_known = min(kinds) >= 0 and not any(holding.among or holding.unsure for holding in record.holdings)
    return tokens if is_known and not any(isinstance(note, Checkpoint | Unread) for note in notes) else None


def _tokens_of_ply(ply: Ply) -> Iterator[int]:
    """The tokens of an action, with a negative one for what the lane never takes."""
    if ply.seat != NOBODY:
        yield OWNER + ply.seat
    if type(ply) is not Ply or ply.irregular or ply.withdrawn or ply.among or ply.unsure:
        yield _NEVER_TAKEN
    elif actions.is_marriage(ply.action) and ply.value in _FIRST_MARRIAGE:
        yield _FIRST_MARRIAGE[ply.value] + ply.action - actions.MARRIAGE
    else:
        yield ply.action if ply.plays or ply.action in _ANNOUNCED else _NEVER_TAKEN
