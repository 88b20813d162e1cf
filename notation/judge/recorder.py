"""What the fast path of judging saw in a game, as plain numbers, of which the tables of a corpus are made.

Compiled by mypyc together with the lane, for deals of two players who draw. It asks the referee and knows no
rule itself.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.actions import CARDS, CLOSE, CLOSE_SHORT, DRAW, EXCHANGE, MARRIAGE, OUT, Action
from referee.arithmetic import SCHNEIDER, SCHWARZ
from referee.cards import NOBODY, POINTS, SEATS, Seat
from referee.deal import Deal
from referee.legality import announceable, can, playable
from referee.rules import RuleSet
from referee.settlement import reaches
from referee.state import Reason

_FALSE_OUT: Final = Reason.FALSE_OUT
_REASONS: Final = tuple(Reason)

Layout = tuple[tuple[tuple[str, int], ...], ...]
"""Some numbers, each with its fields by name and size in bits, from the lowest bits up: at most 30 in all."""
ACTION_FIELDS: Final[Layout] = (
    (("cards", 24), ("trick", 5), ("seat", 1)),
    (("hand", 24), ("action", 5), ("decides", 1)),
    (("gone", 24), ("lead", 5)),
    (("said", 9), ("trump", 2), ("done", 7), ("talon", 4), ("tricks_a", 4), ("tricks_b", 4)),
    (("points_a", 9), ("points_b", 9), ("tricks_left", 4), ("turn_up", 5), ("closer", 2)),
    (("waiting_a", 8), ("waiting_b", 8)),
)
"""The numbers of an action, from just before it.

``cards`` and ``said`` are what the rules allow its seat: cards, and announcements in their order. ``done`` is
a card or :func:`announced`. ``lead``, ``turn_up`` and ``closer`` are one more, so that 0 is none.
"""
TRICK_FIELDS: Final[Layout] = (
    (("trick", 5), ("leader", 1), ("winner", 2), ("actions", 5), ("plays", 2), ("value", 6), ("points_a", 9)),
    (("points_b", 9),),
)
"""The numbers of a trick, from after it: ``actions`` and ``plays`` say how many it has. ``winner`` and
``value`` are one more, so that 0 is none.
"""
SEAT_FIELDS: Final[Layout] = (
    (
        *(
            ("seat", 1),
            ("complete", 1),
            ("dealt", 1),
            ("led", 1),
            ("won", 1),
            ("closed", 1),
            ("close_won", 1),
        ),
        *(("claimed", 1), ("claim_false", 1), ("claim_missed", 1), ("schneider", 1), ("schwarz", 1)),
        *(("tricks", 4), ("marriages_20", 3), ("marriages_40", 3)),
    ),
    (("points", 9), ("game_points", 16)),
)
"""The numbers of a seat in a deal, from the end: the columns of table `seats`."""
DEAL_FIELDS: Final[Layout] = (
    (("trump", 2), ("reason", 4), ("schneider", 1), ("schwarz", 1), ("actions", 8), ("tricks", 5)),
)
"""The number of a deal, from its end: what its seats do not tell, and how many actions and tricks it has.

``reason`` counts :class:`referee.state.Reason` from 1, so that 0 is none.
"""
PLAIN: Final = 56
"""The first number of an announcement, that of the marriage of spades for 20; 4 later are those for 40."""


class RecordedDeal(NamedTuple):
    """A deal as it ended, and what it does not hold."""

    deal: Deal
    held: dict[int, list[int]]
    """The cards of each seat in the order of the record; those of the talon are at -1."""
    trick: int
    action: int
    """Where its last action stands."""


def takes(rules: RuleSet) -> bool:
    """Return whether deals of these rules are recorded."""
    return rules.seats == 2 and rules.draws and not rules.auction.steps and not rules.auction.contracts


def announced(action: Action, is_of_trumps: bool) -> int:
    """The number of an announcement in a record, where a marriage has a value and a close is a close."""
    if action == CLOSE_SHORT:
        action = CLOSE
    if action >= EXCHANGE or is_of_trumps:
        return PLAIN + 4 + action - MARRIAGE
    return PLAIN + action - MARRIAGE


def standing(deal: Deal) -> tuple[int, int, int]:
    """The last three numbers of an action, but for what is done and may be said."""
    hands, points, tricks, pending = deal.hands, deal.points, deal.tricks, deal.pending
    talon, talon_left = deal.talon, deal.talon_left
    held = max(hands[0].bit_count(), hands[1].bit_count())
    tricks_left = held if deal.strict else held + talon_left // 2
    turn_up = talon[-1] + 1 if talon_left else 0
    return (
        deal.trump << 9 | talon_left << 18 | tricks[0] << 22 | tricks[1] << 26,
        points[0] | points[1] << 9 | tricks_left << 18 | turn_up << 22 | deal.closer + 1 << 27,
        pending[0] | pending[1] << 8,
    )


class PlayRecorder:
    """Records the deals of one game after another; with ``keeps_actions`` every action and trick, too."""

    def __init__(self, keeps_actions: bool) -> None:
        self.keeps_actions = keeps_actions
        self.deals: list[RecordedDeal] = []
        self.actions: list[int] = []
        self.tricks: list[int] = []
        self.seats: list[int] = []
        self.ends: list[int] = []
        """The numbers of the deals."""
        self.is_whole = True
        """Whether everything of the game has a place in the tables as they are here."""
        self.held: dict[int, list[int]] = {}
        self.leader = NOBODY
        self.missed = 0
        self.claimant = NOBODY
        self.chance = NOBODY
        """Who could go out before the last action."""
        self.last = OUT
        """The last action."""
        self.enough = 0
        """Card points from which on somebody may be able to go out."""
        self.trick = 0
        self.in_trick = 0
        self.plays = 0
        self.value = 0
        self.trick_leader = NOBODY
        self.standing = (0, 0, 0)
        """What was :func:`standing` at the last action."""
        self.first_action = self.first_trick = 0
        """How many numbers of actions and tricks there were before the deal."""

    def clear(self) -> None:
        """Begin a game."""
        self.deals = []
        self.actions = []
        self.tricks = []
        self.seats = []
        self.ends = []
        self.is_whole = True

    def begin(self) -> None:
        """Begin a deal."""
        self.held = {}

    def start(self, deal: Deal) -> None:
        """The cards have been dealt."""
        deal.steps = []
        rules = deal.rules
        self.enough = deal.terms.target - (rules.last_bonus if rules.last_bonus_claimable else 0)
        self.leader = deal.turn
        self.missed = 0
        self.claimant = self.chance = NOBODY
        self.last = DRAW
        self.trick = 0
        self.first_action, self.first_trick = len(self.actions), len(self.tricks)

    def open(self, deal: Deal, number: int) -> None:
        """A trick begins."""
        if self.trick:
            self.close(deal)
        self.trick = number
        self.in_trick = self.plays = self.value = 0
        self.trick_leader = deal.turn

    def close(self, deal: Deal) -> None:
        """The trick that was opened last is over, or the deal is."""
        if self.keeps_actions:
            winner = deal.leader if deal.trick >= self.trick else NOBODY
            points = deal.points
            self.tricks.append(
                self.trick
                | self.trick_leader << 5
                | winner + 1 << 6
                | self.in_trick << 8
                | self.plays << 13
                | (self.value + 1 if self.plays else 0) << 15
                | points[0] << 21
            )
            self.tricks.append(points[1])

    def see(self, deal: Deal, action: Action, seat: Seat) -> None:
        """An action is about to be done."""
        points = deal.points
        if points[0] >= self.enough or points[1] >= self.enough:
            self.look_for_chance(deal)
        if action == OUT:
            self.claimant = seat
        if action != DRAW:
            self.in_trick += 1
            if self.keeps_actions:
                self.keep(deal, action, seat)
        self.last = action

    def look_for_chance(self, deal: Deal) -> None:
        """See whether somebody can go out, and whether who could has let the chance pass.

        As in :func:`notation.rulings.ledger.chances_in`.
        """
        seat = self.chance
        is_led = deal.has_led_marriage
        maker = deal.leader if is_led else deal.turn
        was_card = self.last < CARDS
        is_open = (
            not (was_card and deal.lead >= 0 and not is_led)
            and deal.result is None
            and reaches(deal, maker) >= deal.terms.target
            and can(deal, OUT, maker)
        )
        if seat >= 0 and (not is_open or (was_card and deal.lead < 0)):
            if self.last != OUT:
                self.missed |= 1 << seat
            self.chance = NOBODY
        if is_open and self.chance < 0:
            self.chance = maker

    def keep(self, deal: Deal, action: Action, seat: Seat) -> None:
        """Record an action."""
        if not self.trick:
            self.is_whole = False
        is_over = deal.result is not None
        done: int = action
        if action < CARDS:
            self.plays += 1
            self.value += POINTS[action]
        else:
            done = announced(action, action - MARRIAGE == deal.trump)
        may_play = playable(deal) if seat == deal.turn and not is_over else 0
        may_say = announceable(deal, seat) if not is_over else 0
        if deal.lead < 0 or self.last >= CARDS:  # a lead has moved nothing but its card
            self.standing = standing(deal)
        counts, points, waiting = self.standing
        self.actions.extend(
            (
                may_play | self.trick << 24 | seat << 29,
                deal.hands[seat] | self.in_trick << 24 | (0 if is_over else 1) << 29,
                deal.gone | deal.lead + 1 << 24,
                may_say | done << 11 | counts,
                points,
                waiting,
            )
        )

    def end(self, deal: Deal, won: int) -> None:
        """The deal has ended, or is left unfinished."""
        self.look_for_chance(deal)
        if self.trick:
            self.close(deal)
        self.keep_end(deal, won)
        self.deals.append(RecordedDeal(deal, self.held, self.trick, self.in_trick))

    def keep_end(self, deal: Deal, won: int) -> None:
        """Record how the deal ended, and how the two fared."""
        result = deal.result
        points: Sequence[int] = deal.points
        winner = NOBODY
        schneider = schwarz = 0
        is_schneider = is_schwarz = is_false = False
        if result is not None:
            points, winner, is_false = result.card_points, result.winner, result.reason is _FALSE_OUT
            for line, facts in deal.steps or ():
                if line is SCHNEIDER:
                    is_schneider = True
                    schneider |= (facts["loser"] != winner) << facts["loser"]
                elif line is SCHWARZ:
                    is_schwarz = True
                    schwarz |= (facts["loser"] != winner) << facts["loser"]
        self.ends.append(
            deal.trump
            | (0 if result is None else _REASONS.index(result.reason) + 1) << 2
            | is_schneider << 6
            | is_schwarz << 7
            | (len(self.actions) - self.first_action) // len(ACTION_FIELDS) << 8
            | (len(self.tricks) - self.first_trick) // len(TRICK_FIELDS) << 16
        )
        for seat in SEATS[:2]:
            married = [each.suit == deal.trump for each in deal.marriages if each.seat == seat]
            forty = married.count(True)
            is_winner, is_closer, is_claimant = winner == seat, deal.closer == seat, self.claimant == seat
            self.seats.extend(
                (
                    seat
                    | (result is not None) << 1
                    | (deal.dealer == seat) << 2
                    | (self.leader == seat) << 3
                    | is_winner << 4
                    | is_closer << 5
                    | (is_closer and is_winner) << 6
                    | is_claimant << 7
                    | (is_claimant and is_false) << 8
                    | (self.missed >> seat & 1) << 9
                    | (schneider >> seat & 1) << 10
                    | (schwarz >> seat & 1) << 11
                    | deal.tricks[seat] << 12
                    | len(married) - forty << 16
                    | forty << 19,
                    points[seat] | (won if is_winner else 0) << 9,
                )
            )
