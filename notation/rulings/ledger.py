"""The account of a deal: a ledger with every card point once, and how the deal came to its result.

The source of printed rulings. It reads the steps of a deal that the referee has played, and adds them up; it
decides nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Phrase, SeatFact, SuitFact
from notation.judge.deal import Step, has_gaps, replay, with_replies
from notation.judge.doubt import MOST_DOUBTS, choices, without
from notation.judge.incomplete import settles
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.judge.results import PlayedResults
from notation.judge.rules import DEFAULT_RULES
from notation.record.model import DealRecord
from notation.replay.steps import ReplayedDeal
from notation.rulings.certainty import CERTAIN, Certainty, certainties
from notation.rulings.elsewhere import DealElsewhere
from notation.text.reader import Game
from notation.text.slips import has_slips, readings, slips
from referee import actions, arithmetic
from referee.arithmetic import ArithmeticStep
from referee.cards import NO_SUIT, POINTS, Seat, Suit, mask, members, points_of
from referee.codes import Effect
from referee.deal import Deal
from referee.decisions import Revoke
from referee.match import draw_bonus
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.settlement import reaches
from referee.state import TARGET, Result

_points_of = lru_cache(points_of)


class EntryKind(Enum):
    """The source of card points; what a seat had in a position is of both kinds."""

    BEFORE = "before"
    TRICK = "trick"
    MARRIAGE = "marriage"
    LAST_TRICK = "last-trick"


class PointsStatus(Enum):
    """Whether card points count, and if not, why."""

    COUNTED = "counted"
    FROZEN = "after-the-close"
    WAITING = "no-trick-since"
    VOID = "void"


class LedgerEntry(NamedTuple):
    """Card points given to a seat, and the trick from which they count; counted from 1.

    The points of a position were given to a side, by its name.

    ``slack`` is how many more they may be, if cards of the trick are unknown. A marriage has its suit and the
    trick in which it was announced.
    """

    kind: EntryKind
    seat: Seat
    points: int
    trick: int
    standing: PointsStatus = PointsStatus.COUNTED
    slack: int = 0
    suit: Suit = NO_SUIT
    announced: int = 0
    waited: bool = False
    """Whether the points of a marriage had to wait for a trick."""


class LateMarriage(NamedTuple):
    """A marriage that stands after its card: who announced it, its points and suit, and the trick."""

    seat: Seat
    points: int
    suit: Suit
    trick: int
    irregular: bool
    """Whether it is marked so: then it was not only written late."""

    @property
    def told(self) -> Phrase:
        """What that means for it."""
        facts: dict[str, Fact] = {"seat": SeatFact(self.seat), "value": self.points}
        facts |= {"suit": SuitFact(self.suit), "trick": self.trick}
        return Phrase((_LATE if self.irregular else _WRITTEN_LATE).sentence, facts)


_LATE: Final = Phrase("{seat}'s {value} in {suit} at trick {trick} stands after its card and does not count")
_WRITTEN_LATE: Final = Phrase(
    "{seat}'s {value} in {suit} at trick {trick} stands after its card and does not count, "
    "unless it was announced before and only written late"
)


class Claimed(NamedTuple):
    """A claim to have 66: its trick, seat and card points, and the code that refused it."""

    trick: int
    seat: Seat
    points: int
    slack: int
    refused: str = ""
    certain: bool = True
    """Whether it can be decided if the claim is valid."""
    needed: int = TARGET
    """The card points that are claimed."""

    @property
    def stands(self) -> bool:
        """Whether the claim was allowed and right."""
        return not self.refused and self.points >= self.needed


class Chance(NamedTuple):
    """A missed chance to go out: its trick, seat and card points.

    ``lead`` says whether it was before that trick's lead, otherwise it was after the trick. ``result`` is the
    outcome of a claim there; None if that depends on unrecorded cards.
    """

    trick: int
    seat: Seat
    points: int
    lead: bool
    result: Result | None = None
    needed: int = TARGET
    """The card points that could have been claimed."""

    @property
    def told(self) -> Phrase:
        """The chance in words."""
        facts: dict[str, Fact] = {"seat": SeatFact(self.seat), "trick": self.trick, "points": self.points}
        if not self.lead:
            return Phrase("{seat} could have gone out after trick {trick} with {points} card points", facts)
        return Phrase(
            "{seat} could have gone out on the marriage at trick {trick} with {points} card points", facts
        )


@dataclass(frozen=True, slots=True)
class Account(ReplayedDeal):
    """The account of one deal, for rulings."""

    entries: tuple[LedgerEntry, ...]
    claims: tuple[Claimed, ...]
    chances: tuple[Chance, ...]
    steps: tuple[ArithmeticStep, ...]
    certainty: Certainty = CERTAIN
    late_marriages: tuple[LateMarriage, ...] = ()
    """The marriages that stand after their card."""
    elsewhere: DealElsewhere = field(init=False, compare=False, repr=False)
    """The deal under other rules."""
    results: InitVar[PlayedResults | None] = None
    """Those of the game under other rules, if they are known."""

    def __post_init__(self, results: PlayedResults | None) -> None:
        object.__setattr__(self, "elsewhere", DealElsewhere(self.judgement, self.number, results))

    @property
    def untaken(self) -> int:
        """The card points of the pack that are in no known trick."""
        left = self.rules.deck_cards & ~self.played[0].after.gone if self.played else 0
        taken = [entry.points for entry in self.entries if entry.kind is EntryKind.TRICK]
        return _points_of(left) - sum(taken)

    @property
    def left(self) -> int | None:
        """The card points in no trick at the end; None if unknown."""
        if not self.played:
            return None
        start, end = self.played[0].after, self.played[-1].after
        if start.gone.bit_count() == start.trick * self.rules.seats and not any(
            entry.slack for entry in self.entries if entry.kind is EntryKind.TRICK
        ):
            return self.untaken
        talon = end.talon[end.drawn :]
        if any(end.unseen) or min(talon, default=0) < 0:
            return None
        return points_of(mask(talon)) + sum(map(points_of, end.hands)) + (end.laid if end.lead >= 0 else 0)

    @property
    def knows_frozen(self) -> bool:
        """Whether every trick that a seat took after its points stopped counting is recorded."""
        start = self.played[0].after if self.played else None
        return (
            start is None or start.frozen < 0 or start.trick == sum(start.close_tricks) + start.close_untold
        )

    @property
    def settled_otherwise(self) -> bool:
        """Whether the value on which the players agreed differs from the computed one."""
        if self.deal.result is not None and self.deal.result.paid:
            return False
        steps = (step for step in self.steps if step.line.point != arithmetic.DRAW_BONUS.point)
        values = [step.facts["value"] for step in steps if "value" in step.facts]
        return bool(values) and self.deal.result is not None and values[-1] != self.deal.result.game_points

    def total(self, side: Seat, kind: EntryKind | None = None, up_to: int = 99) -> int:
        """Return the card points that count for a side, of one kind or all, up to a trick."""
        return sum(
            entry.points
            for entry in self.entries
            if kind in (None, entry.kind) and entry.standing is PointsStatus.COUNTED
            if entry.trick <= up_to and self.rules.side(entry.seat) == side
        )


def account(judgement: Judgement, number: int, certainty: Certainty | None = None) -> Account:
    r"""Return the account of a deal, from 1; raises ValueError if it was not judged.

    ``certainty`` is that of the deal, if already known.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> found = account(judge(next(read("%SGN 1\ndeal 1 dealer A\n= B 2"))), 1)
    >>> found.deal.trusted.game_points, found.entries
    (2, ())
    """
    return _account(judgement, number, certainty or certainties(judgement)[number - 1])


def _account(
    judgement: Judgement, number: int, sure: Certainty, results: PlayedResults | None = None
) -> Account:
    """Return the account of a deal, from 1, with known certainty."""
    rules = judgement.rules
    if rules is None:
        raise ValueError("this game was not judged")
    record, deal = judgement.game.readable.deals[number - 1], judgement.deals[number - 1]
    stops = any(f.code.effect is Effect.STOPS for f in judgement.findings if f.deal == number)
    is_played = deal.tricks or (record.position and deal.result) or (not stops and _is_dealt(rules, record))
    seen = tuple(replay(rules, record)) if is_played else ()
    end = seen[-1].after if seen else None
    is_over = end is not None and end.over
    steps = tuple(end.steps or ()) if end and is_over else ()
    if is_over and deal.result and deal.game_points > deal.result.game_points:  # not what players agreed on
        steps += (draw_bonus(rules, deal.result, deal.game_points),)
    return Account(
        judgement,
        number,
        rules,
        record,
        deal,
        seen,
        tuple(entries_in(seen, steps)),
        tuple(_claims_weighed(rules, record, seen, sure)),
        tuple(chances_in(seen, is_revoke_open(rules, record))),
        steps,
        sure,
        _late_marriages(rules, record, seen) if has_slips(record, rules) else (),
        results,
    )


def accounts_of(judgement: Judgement, numbers: Iterable[int] | None = None) -> Iterator[Account]:
    """Return the accounts of all deals of a judgement, or of those with these numbers."""
    if numbers is None:
        numbers = range(1, len(judgement.deals) + 1)
    sure, results = certainties(judgement), PlayedResults(are_right=not judgement.findings)
    return (_account(judgement, number, sure[number - 1], results) for number in numbers)


def rules_of(judgement: Judgement) -> RuleSet:
    """Return the rules by which a game was judged; if it was not, the default of records that name none.

    The default is only good for the number of seats.
    """
    return judgement.rules or PRESETS[DEFAULT_RULES]


def account_as_written(judgement: Judgement, number: int) -> Account:
    """Return the account of a deal, from 1; without play and points if it was not judged."""
    if judgement.rules:
        return account(judgement, number)
    draft = judgement.game.draft
    assert draft is not None  # noqa: S101 - it has deals
    record = draft.deals[number - 1]
    deal = DealJudgement(record.number, record.dealer, stopped=True)
    return Account(judgement, number, rules_of(judgement), record, deal, (), (), (), (), ())


def accounts_as_written(judgement: Judgement) -> Iterator[Account]:
    """Yield the accounts of all deals that could be read."""
    draft = judgement.game.draft
    numbers = range(1, len(draft.deals) + 1 if draft else 1)
    if judgement.rules:
        return accounts_of(judgement, numbers)
    return (account_as_written(judgement, number) for number in numbers)


def judge_in_full(game: Game, rules: RuleSet) -> Judgement:
    """Return the judgement of a game under these rules, with every finding in the order of places."""
    judgement = judge_under(game, rules)
    judgement.findings.sort(key=lambda finding: finding.span[:2])
    return judgement


def _late_marriages(rules: RuleSet, record: DealRecord, seen: Iterable[Step]) -> tuple[LateMarriage, ...]:
    """Return the marriages that stand after their card."""
    late = {slip.span: slip for slip in slips(with_replies(rules, record), rules)}
    return tuple(
        LateMarriage(event.seat, event.ply.value, late[span].suit, step.path.trick, late[span].irregular)
        for step in seen
        if (event := step.event) and (span := event.ply.span) in late and not event.ply.plays
    )


def _is_dealt(rules: RuleSet, record: DealRecord) -> bool:
    """Return whether all cards of a deal are known and none has been played."""
    return record.is_headed and not (record.tricks or has_gaps(rules, record))


def points_cited(account: Account) -> list[str]:
    """Return the points of the rules on which the scoring and the findings of a deal are based, each once."""
    steps = [step.line.point for step in account.steps]
    found = [finding.point for finding in account.findings if finding.cite]
    return [point for point in dict.fromkeys(steps + found) if point]


def entries_in(seen: Sequence[Step], steps: Sequence[ArithmeticStep]) -> list[LedgerEntry]:
    """Return every gain of points, read from the changes at each step."""
    found = [*_before(seen[0].after)] if seen else []
    for step in seen[1:]:
        before, deal = step.before, step.after
        for _ in range(len(before.marriages) - len(deal.marriages)):
            last = max(place for place, entry in enumerate(found) if _is_announced(entry))
            before = _without(before, found[last])
            found[last] = found[last]._replace(standing=PointsStatus.VOID)
        if deal.trick > before.trick:
            found = _with_trick(found, before, deal)
        if len(deal.marriages) > len(before.marriages):
            found.append(_marriage(before, deal))
    for line, facts in steps:
        claimed = line is arithmetic.BONUS_CLAIMED and facts["points"] >= seen[-1].after.terms.target
        if line is arithmetic.BONUS or claimed:
            found.append(
                LedgerEntry(EntryKind.LAST_TRICK, Seat(facts["seat"]), facts["bonus"], seen[-1].after.trick)
            )
    return found


def _is_announced(entry: LedgerEntry) -> bool:
    """Return whether an entry is a marriage that has not become void."""
    return entry.kind is EntryKind.MARRIAGE and entry.standing is not PointsStatus.VOID


def _before(deal: Deal) -> Iterator[LedgerEntry]:
    """Yield what the sides had at a position."""
    for place, side in enumerate(deal.rules.sides):
        points, slack, pending = deal.points[place], deal.slack[place], deal.pending[place]
        if points or slack:
            yield LedgerEntry(EntryKind.BEFORE, side, points, deal.trick, slack=slack)
        if pending:
            yield LedgerEntry(EntryKind.BEFORE, side, pending, deal.trick, PointsStatus.WAITING)


def _without(deal: Deal, marriage: LedgerEntry) -> Deal:
    deal = deal.copy()
    side = deal.side_of[marriage.seat]
    if marriage.standing is PointsStatus.COUNTED:
        deal.points[side] -= marriage.points
    elif marriage.standing is PointsStatus.WAITING:
        deal.pending[side] -= marriage.points
    return deal


def _with_trick(found: list[LedgerEntry], before: Deal, deal: Deal) -> list[LedgerEntry]:
    """Return the entries after a trick was taken, with the marriages that count from then on."""
    winner = deal.leader
    place = deal.rules.place_of(winner)
    standing, slack = PointsStatus.COUNTED, max(0, deal.own_slack[place] - before.own_slack[place])
    gained = deal.own_points[place] - before.own_points[place]
    waited = before.own_pending
    if any(waited):
        released = [was - waits for was, waits in zip(waited, deal.own_pending, strict=True)]
        gained -= released[place]
        found = [
            entry._replace(trick=deal.trick, standing=PointsStatus.COUNTED, waited=True)
            if entry.standing is PointsStatus.WAITING and released[deal.rules.place_of(entry.seat)]
            else entry
            for entry in found
        ]
    if winner == deal.frozen:
        standing = PointsStatus.FROZEN
        cards = [before.lead] * (before.lead >= 0) + list(members(deal.gone & ~before.gone))
        gained = sum(POINTS[card] for card in cards)
        slack = (deal.rules.seats - len(cards)) * max(POINTS)
    found.append(LedgerEntry(EntryKind.TRICK, winner, gained, deal.trick, standing, slack))
    return found


def _side(deal: Deal, seat: Seat) -> Seat:
    """Return the place of the side of a seat, or of a side that is named."""
    return deal.side_of[seat] if 0 <= seat < len(deal.side_of) else deal.rules.place_of(seat)


def _marriage(before: Deal, deal: Deal) -> LedgerEntry:
    announced, seat, suit, points = deal.marriages[-1]
    side = deal.side_of[seat]
    waits = deal.pending[side] > before.pending[side]
    standing = PointsStatus.WAITING if waits else PointsStatus.FROZEN
    if deal.points[side] > before.points[side]:
        standing = PointsStatus.COUNTED
    return LedgerEntry(EntryKind.MARRIAGE, seat, points, announced, standing, suit=suit, announced=announced)


def _claims(seen: Sequence[Step]) -> Iterator[Claimed]:
    for step in seen[1:]:
        event = step.event
        if event and event.ply.action == actions.OUT:
            deal, seat = step.before, event.seat
            refused = event.ruling.code.id if event.ruling else ""
            slack, needed = deal.slack[deal.side_of[seat]], deal.terms.target
            yield Claimed(step.path.trick, seat, reaches(deal, seat), slack, refused, needed=needed)


def _claims_weighed(
    rules: RuleSet, record: DealRecord, seen: Sequence[Step], sure: Certainty
) -> Iterator[Claimed]:
    """Return the claims, each with whether it is equally valid without the doubtful announcements."""
    told = list(_claims(seen))
    doubts = sure.rests_on[:MOST_DOUBTS]  # beyond that, the claim is reported as open
    played_otherwise = [without(record, gone) for gone in choices(doubts) if gone]
    record = with_replies(rules, record)
    if has_slips(record, rules):
        played_otherwise += readings(record, rules)
    others = [list(_claims(tuple(replay(rules, other)))) for other in played_otherwise]
    for order, claim in enumerate(told):
        counted = bool(claim.refused) or claim.stands or claim.points + claim.slack < claim.needed
        alike = all(order < len(other) and other[order].stands == claim.stands for other in others)
        yield claim._replace(certain=counted and alike)


def is_revoke_open(rules: RuleSet, record: DealRecord) -> bool:
    """Return whether an invisible revoke may have decided a deal, because cards are not recorded."""
    return rules.irr_revoke is not Revoke.NONE and has_gaps(rules, record)


def claimed_now(deal: Deal, seat: Seat) -> Deal | None:
    """Return a deal as a claim to have 66 would end it; None if that depends on unrecorded cards."""
    claimed = deal.copy()
    return claimed if settles(claimed, lambda world: world.push(actions.OUT, seat)) else None


def chances_in(seen: Iterable[Step], revoke_open: bool = False) -> Iterator[Chance]:
    """Yield the missed chances to go out; one lasts until the next lead, even if its card is unknown.

    If the rules let a claim wait for the reply to a marriage's lead, it lasts until then. The outcome of a
    claim is open once an unseen revoke may have decided the deal.
    """
    open_chance: Chance | None = None
    moment: Deal | None = None
    for step in seen:
        deal, event = step.after, step.event
        seat = deal.leader if deal.has_led_marriage else deal.turn
        points = reaches(deal, seat)
        plays = event is not None and event.ply.plays
        led = plays and deal.trick < step.path.trick and not deal.has_led_marriage
        decided = deal.over or deal.forfeit is not None
        needed = deal.terms.target
        can = points >= needed and not led and not decided and deal.why_not(actions.OUT, seat) is None
        if open_chance and (not can or (plays and deal.lead < 0)):
            if event is None or event.ply.action != actions.OUT:
                claimed = claimed_now(moment, open_chance.seat) if moment else None
                yield open_chance._replace(result=claimed.result if claimed else None)
            open_chance = None
        if can and not open_chance:
            lead = deal.has_announced
            open_chance = Chance(deal.trick + lead, seat, points, lead, needed=needed)
            moment = None if revoke_open and deal.strict else deal.copy()
