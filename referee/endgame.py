"""The end of a deal for two: suit is followed, nobody draws, and cards, marriages and claims are left.

Most positions of a search are of this kind (:mod:`referee.solver`), so they are searched here as two sets of
cards, without a :class:`referee.deal.Deal` for each. No rule is given here: what may be announced, and what
follows from it, is tried out on a deal; which cards may be laid to a trick says :mod:`referee.legality`, and
what the end is worth :mod:`referee.settlement`.

All of it rests on one property of nearly every rule set: with more card points, and fewer of the other
player's, a player does no worse (:attr:`referee.prospects.Prospects.is_monotone`). So the question is not
what a position is worth, but how many points a player needs in it to come to a goal. The module is longer
than most because it is one search: every part of it reads the same sets and bounds.
"""

from typing import Final

from referee.actions import CARDS, OUT, is_marriage, marriage_suit
from referee.cards import (
    BIT,
    FOLLOW,
    MARRIAGE_CARDS,
    NO_SUIT,
    POINTS,
    QUEENS,
    SEATS,
    SUITS,
    Cards,
    Seat,
    players_of,
    points_of,
)
from referee.deal import Deal
from referee.legality import laid_where_suit_is_followed
from referee.rules import RuleSet
from referee.settlement import claim_holds, claimed, played_out
from referee.state import Result
from referee.terms import AUTO

NEVER: Final = 1000
"""More card points than anybody can have."""
OPEN: Final = -NEVER
"""In the place of a bound: none is known that answers the question."""
MANY: Final = 200
"""More card points than matter."""
UNKNOWN: Final = NEVER << 10
"""Nothing is known of a position: 0 points at least are needed, and NEVER at most."""
SHIFTS: Final = (0, 6, 12, 18)
"""Where the cards of a suit begin in a set, by suit."""
OF_SUIT: Final = 63
NUMBER: Final = tuple(cards.bit_count() for cards in range(64))
LENGTH: Final = tuple(cards.bit_length() for cards in range(64))
WORTH: Final = tuple(points_of(cards) for cards in range(64))
RANKS: Final = tuple(tuple(rank for rank in range(6) if cards >> rank & 1) for cards in range(64))
"""Of the cards of a suit, as the lowest six bits: how many they are, how high, their points, and which."""
LOWEST: Final = 0b000001_000001_000001_000001
"""The lowest card of every suit."""
PAIR: Final = MARRIAGE_CARDS[0]
"""King and queen, as the lowest six bits."""

# What card points are asked for.
CLAIM: Final = 0
RIGHT_CLAIM: Final = 1
END: Final = 2
ANY_END: Final = 3
EVERY_END: Final = 4


def worth_of(result: Result, side: Seat) -> int:
    """What a result gives a side, in game points."""
    if result.paid:
        return result.paid[side]
    if result.winner < 0:
        return 0
    return result.game_points if side in players_of(result.winner) else -result.game_points


def least_of(cards: Cards, number: int) -> int:
    """The card points that so many cards of a set have at least.

    >>> from referee.cards import PACK, mask
    >>> least_of(mask(PACK[1:6]), 2)
    5
    """
    found = rank = 0
    while number > 0 and rank < 6:
        having = cards >> rank & LOWEST
        some = having + (having >> 6) + (having >> 12) + (having >> 18) & 7
        if some > number:
            some = number
        found += some * POINTS[rank]
        number -= some
        rank += 1
    return found


class EndTerms:
    """What the rules say of the ends of deals with one close, or without one, whatever the cards.

    Solvers of many deals share it (:func:`end_terms_of`); what it keeps stays as it is once it is there.
    """

    def __init__(self, deal: Deal, side: Seat) -> None:
        self.side = side
        self.target = deal.terms.target
        self.is_auto = deal.terms.claim_mode() is AUTO
        self.frozen = deal.frozen
        self._points_of_frozen = deal.points[deal.frozen] if deal.frozen >= 0 else 0
        self._probe = probe = deal.copy()
        probe.trick += 1
        probe.melded, probe.marriages = NO_SUIT, ()
        probe.points, probe.pending, probe.tricks = [0, 0], [0, 0], [1, 1]
        self.may_claim = probe.can(OUT)
        self.goes_out = self.is_auto or self.may_claim
        self.goes_out_on_marriage = True
        self.is_plain = True
        """Whether nothing can be done but play cards, announce a marriage at the lead, and claim."""
        self.counts = [[0, 0], [0, 0]]
        """What the other's marriages and the player's count: of another suit, and of trumps."""
        self.leads = [0, 0]
        """The cards that they lead then."""
        for seat in SEATS[:2]:
            self._try_announcing(seat, seat == side)
        self.false_claim, self.others_false_claim = -NEVER, NEVER
        if self.may_claim:  # the best that comes of one, if the other has many points already
            beyond = 2 * self.target
            self.false_claim = self._worth(probe, CLAIM, True, 3, self.target - 1, beyond)
            self.others_false_claim = self._worth(probe, CLAIM, False, 3, beyond - self.target + 1, beyond)
        self._needed: dict[int, int] = {}

    def _try_announcing(self, seat: Seat, mine: bool) -> None:
        """See what a seat can announce at the head of a later trick that holds every king and queen."""
        at_lead = self._probe.copy()
        at_lead.leader = at_lead.turn = seat
        at_lead.hands[seat] = QUEENS | QUEENS << 1 | at_lead.lowest_of_trumps
        for action, _ in at_lead.legal(seat):
            if action < CARDS or action == OUT:
                continue
            after = at_lead.copy()
            after.push(action, seat)
            leads = after.playable()
            is_only = all(each < CARDS or each == OUT for each, _ in after.legal(seat))
            if not is_marriage(action) or leads & ~MARRIAGE_CARDS[marriage_suit(action)] or not is_only:
                self.is_plain = False
                continue
            self.counts[mine][marriage_suit(action) == after.trump] = after.points[seat]
            self.leads[mine] |= leads
            after = at_lead.copy()
            after.points[seat] = self.target - 1
            after.push(action, seat)
            is_out = after.result is not None or after.can(OUT, seat)
            self.goes_out_on_marriage = self.goes_out_on_marriage and is_out
            self.is_plain = self.is_plain and not any(after.pending)

    def right_claim(self, goal: int, mine: bool, tricks: int, total: int) -> int:
        """The same of a claim that is right: it is worth what the other has, however many both have."""
        found = self.least(goal, RIGHT_CLAIM, mine, tricks, MANY)
        return max(found + total - MANY, 0) if mine and 0 < found < NEVER else found

    def least(self, goal: int, of: int, mine: bool, tricks: int, total: int) -> int:
        """The least points with which a claim, or the end, comes to a goal, of so many that both have."""
        key = ((goal << 9 | total) << 3 | of) << 3 | tricks << 1 | mine
        found = self._needed.get(key)
        if found is not None:
            return found
        if of >= ANY_END:
            ends = [
                self.least(goal, END, by, more, total)
                for by in (False, True)
                for more in (1, 2, 3)
                if more & tricks == tricks
            ]
            found = min(ends) if of == ANY_END else max(ends)
        else:
            low, high, probe = 0, total + 1, self._probe.copy()
            while low < high:
                middle = (low + high) // 2
                if self._worth(probe, of, mine, tricks, middle, total) >= goal:
                    high = middle
                else:
                    low = middle + 1
            found = low if low <= total else NEVER
        self._needed[key] = found
        return found

    def _worth(self, probe: Deal, of: int, mine: bool, tricks: int, points: int, total: int) -> int:
        """What a claim of the player or of the other, or the end after his trick, is worth to the player."""
        side = self.side
        seat = side if mine else SEATS[1 - side]
        probe.leader = probe.turn = seat
        probe.hands = [0, 0] if of == END else [1, 1]
        probe.points[side], probe.points[1 - side] = points, total - points
        probe.tricks[side], probe.tricks[1 - side] = tricks & 1, tricks >> 1
        if self.frozen >= 0:
            probe.points[self.frozen] = self._points_of_frozen
        if of == RIGHT_CLAIM:
            probe.points[seat] = max(probe.points[seat], self.target)
        if of != END:
            return worth_of(claimed(probe, seat), side)
        if self.is_auto:
            return worth_of(claimed(probe, seat) if claim_holds(probe, seat) else played_out(probe), side)
        settled = worth_of(played_out(probe), side)
        if not probe.can(OUT):
            return settled
        choice = (settled, worth_of(claimed(probe, seat), side))
        return max(choice) if mine else min(choice)


_kept: list[tuple[RuleSet, dict[tuple[Seat, int], EndTerms]]] = []
"""What was asked last: one deal after another is played by the same rules."""


def end_terms_of(deal: Deal, side: Seat, at_close: int) -> EndTerms:
    """What the rules say of the ends of a deal; ``at_close`` is all that matters of a close."""
    if not _kept or _kept[0][0] is not deal.rules:
        _kept[:] = [(deal.rules, {})]
    known = _kept[0][1]
    key = side, at_close
    found = known.get(key)
    if found is None:
        found = known[key] = EndTerms(deal, side)
    return found


class Endgame:
    """How many card points a player needs at the head of a trick to come to a goal.

    One serves all ends of a deal in which the same is asked of the close. ``searched`` are the positions that
    the last answer took.
    """

    def __init__(self, deal: Deal, terms: EndTerms) -> None:
        self.searched = 0
        self._terms = terms
        self._side = terms.side
        self._target = terms.target
        self._trumps = deal.trumps
        self._trump = deal.trump
        self._trump_shift = SHIFTS[deal.trump]
        self._beats = deal.beats
        self._chosen = 0
        self._goal = 0
        self._found: dict[int, int] = {}
        self._found_by_goal: dict[int, dict[int, int]] = {}

    def speaks_of(self, deal: Deal) -> bool:
        """Whether a deal at the head of a trick can be asked about: nothing is announced now, or pending."""
        if not self._terms.is_plain or deal.melded >= 0 or deal.pending[0] or deal.pending[1]:
            return False
        if deal.just_closed and deal.legal(SEATS[1 - deal.turn]):
            return False
        for seat in SEATS[:2]:
            pairs = deal.hands[seat] >> 1 & deal.hands[seat] & QUEENS
            if pairs and not deal.tricks[seat]:
                return False
        return deal.can(OUT) == self._terms.may_claim and not (deal.marriages and deal.open_marriages[0])

    def is_reached(self, deal: Deal, goal: int) -> bool:
        """Whether the player comes to a goal in a deal at the head of a trick that this speaks of."""
        self._goal, self.searched = goal, 0
        self._found = self._found_by_goal.setdefault(goal, {})
        side, turn = self._side, deal.turn
        own, other = deal.hands[turn], deal.hands[1 - turn]
        tricks = (deal.tricks[side] > 0) + 2 * (deal.tricks[1 - side] > 0)
        rest, points = points_of(own | other), deal.points[side]
        total = points + deal.points[1 - side] + rest
        return self._search(own, other, turn == side, tricks, total, rest, points) <= points

    def _search(
        self, own: Cards, other: Cards, mine: bool, tricks: int, total: int, rest: int, points: int
    ) -> int:
        """A bound of the points needed: from above if ``points`` are enough, else from below.

        ``own`` is the hand of whoever leads, ``mine`` whether that is the player; ``tricks`` has a bit for
        the player and one for the other, if he has won any; ``total`` are all points, with those of the cards
        in hand, the ``rest``.
        """
        self.searched += 1
        if not own:
            return self._least(END, mine, tricks, total)
        key = own | other << 24 | (total << 3 | tricks << 1 | mine) << 48
        known = self._found.get(key, UNKNOWN)
        high = known >> 10 & 1023
        low = known & 1023
        if points >= high:
            return high
        if points < low:
            return low
        best = self._bound(own, other, mine, tricks, total, rest, points)
        chosen = known >> 20
        if best == OPEN:
            best = NEVER if mine else 0
            terms, goal = self._terms, self._goal
            if terms.false_claim >= goal if mine else terms.others_false_claim < goal:
                best = self._least(CLAIM, mine, tricks, total - rest)
            elif terms.goes_out and (self._side if mine else 1 - self._side) != terms.frozen:
                best = self._out(mine, tricks, total - rest, 0)
            if (best > points) == mine:
                best = self._by_cards(own, other, mine, tricks, total, rest, points, best, chosen - 1)
                chosen = self._chosen
        if best <= points:
            high = best
        else:
            low = best
        self._found[key] = max(low, 0) | high << 10 | chosen << 20
        return best

    def _by_cards(
        self,
        own: Cards,
        other: Cards,
        mine: bool,
        tricks: int,
        total: int,
        rest: int,
        points: int,
        best: int,
        first: int,
    ) -> int:
        """Such a bound where every card is tried, the ``first`` before the others."""
        beats = self._beats
        with_marriage = self._terms.leads[mine] if own & own >> 1 & QUEENS else 0
        for lead in self._leads(own, other, mine, first):
            bit = BIT[lead]
            counts = self._announced(own, mine, lead // 6) if with_marriage & bit else 0
            after = own ^ bit
            by_card = 0 if mine else NEVER
            for reply in self._replies(other, after, lead, not mine):
                reply_bit = BIT[reply]
                laid = POINTS[lead] + POINTS[reply]
                rest_of_other = other ^ reply_bit
                is_beaten = beats[lead] & reply_bit != 0
                taken = laid if mine != is_beaten else 0
                gain = taken + counts if mine else taken
                taker = 1 if mine != is_beaten else 2
                if is_beaten:
                    found = self._search(
                        rest_of_other,
                        after,
                        not mine,
                        tricks | taker,
                        total + counts,
                        rest - laid,
                        points + gain,
                    )
                else:
                    found = self._search(
                        after,
                        rest_of_other,
                        mine,
                        tricks | taker,
                        total + counts,
                        rest - laid,
                        points + gain,
                    )
                found -= gain
                if mine:
                    if found > by_card:
                        by_card = found
                        if found > points:
                            break
                elif found < by_card:
                    by_card = found
                    if found <= points:
                        break
            if mine:
                if by_card < best:
                    best = by_card
            elif by_card > best:
                best = by_card
            if (best <= points) == mine:
                self._chosen = lead + 1
                return best
        self._chosen = first + 1
        return best

    def _announced(self, hand: Cards, mine: bool, suit: int) -> int:
        """What the marriage of a suit counts for whoever has a hand: nothing if it cannot be announced."""
        pair = MARRIAGE_CARDS[suit]
        return self._terms.counts[mine][suit == self._trump] if hand & pair == pair else 0

    def _leads(self, own: Cards, other: Cards, mine: bool, first: int) -> list[int]:
        """The cards to try, most promising first: of those that take the same tricks the better one."""
        trumps, beats = self._trumps, self._beats
        found: list[int] = []
        for suit, shift in enumerate(SHIFTS):
            cards, others = own >> shift & OF_SUIT, other >> shift & OF_SUIT
            kept = PAIR if cards & PAIR == PAIR and self._terms.counts[mine][suit == self._trump] else 0
            last = -1
            for rank in RANKS[cards]:
                card = shift + rank
                beating = beats[card]
                replies = laid_where_suit_is_followed(other, FOLLOW[card], beating, trumps)
                wins = not replies & beating
                is_same = last >= 0 and not others & (1 << rank) - (1 << last)
                if is_same and not kept & (1 << rank | 1 << last):
                    if not wins:
                        continue
                    found.pop()
                last = rank
                promise = (
                    POINTS[card] + 5 - 5 * (shift == self._trump_shift)
                    if wins
                    else (-POINTS[card] - 10 * (shift == self._trump_shift))
                )
                if card == first:
                    promise = 31
                found.append((31 - promise) << 5 | card)
        found.sort()
        return [each & 31 for each in found]

    def _replies(self, hand: Cards, against: Cards, lead: int, mine: bool) -> list[int]:
        """The same of whoever replies, when the other has so many cards left."""
        trumps, beating = self._trumps, self._beats[lead]
        allowed = laid_where_suit_is_followed(hand, FOLLOW[lead], beating, trumps) or hand
        if not allowed & allowed - 1:
            return [allowed.bit_length() - 1]
        wins = allowed & beating != 0
        found: list[int] = []
        against |= BIT[lead]
        for suit, shift in enumerate(SHIFTS):
            cards, others = allowed >> shift & OF_SUIT, against >> shift & OF_SUIT
            held = hand >> shift & PAIR
            kept = PAIR if held == PAIR and self._terms.counts[mine][suit == self._trump] else 0
            last = -1
            for rank in RANKS[cards]:
                is_same = last >= 0 and not others & (1 << rank) - (1 << last)
                if is_same and not kept & (1 << rank | 1 << last):
                    if not wins:
                        continue
                    found.pop()
                last = rank
                card = shift + rank
                is_trump = shift == self._trump_shift
                promise = -POINTS[card] - 10 * is_trump
                if wins and not is_trump:
                    promise = POINTS[card]
                found.append((31 - promise) << 5 | card)
        found.sort()
        return [each & 31 for each in found]

    def _bound(
        self, own: Cards, other: Cards, mine: bool, tricks: int, total: int, rest: int, points: int
    ) -> int:
        """Such a bound without a search, from tricks and points that are certain, or OPEN."""
        terms, target, at = self._terms, self._target, total - rest
        shift = self._trump_shift
        trumps, others = own >> shift & OF_SUIT, other >> shift & OF_SUIT
        # The leader's: he draws the other's trumps first, if that is certain. If not, a card of another suit
        # wins as long as the other has to follow; once he has none of it left, every card does.
        length = LENGTH[others]
        top = trumps >> length << length
        is_drawn = NUMBER[top] >= NUMBER[others]
        won = number = 0
        for each in SHIFTS:
            cards = own >> each & OF_SUIT
            if not cards:
                continue
            opposed = other >> each & OF_SUIT
            length = LENGTH[opposed]
            top = cards >> length << length
            if NUMBER[top] >= NUMBER[opposed]:
                if is_drawn:
                    top = cards
                elif each != shift:
                    while NUMBER[top] > NUMBER[opposed]:
                        top &= top - 1
            won += WORTH[top]
            number += NUMBER[top]
        if number:
            won += least_of(other, number)
        leader = self._side if mine else 1 - self._side
        if terms.goes_out and number and leader != terms.frozen:
            needed = self._out(mine, tricks, at, won)
            if (needed <= points) == mine:
                return needed
        more, others_more = self._to_announce(own, mine), self._to_announce(other, not mine)
        if more and terms.goes_out_on_marriage and leader != terms.frozen:
            most = max(self._announced(own, mine, suit) for suit in SUITS)
            needed = self._out(mine, tricks, at, most)
            if (needed <= points) == mine:
                return needed
        # The other's: trumps that nothing beats take a trick whenever they are played.
        length = LENGTH[trumps]
        top = others >> length << length
        lost = 0
        if top:
            lost = WORTH[top] + least_of(own, NUMBER[top])
        sure, others_sure = (won, lost) if mine else (lost, won)
        if not mine:
            more, others_more = others_more, more
        if terms.false_claim < self._goal:
            gain = rest + more - others_sure
            needed = self._least(ANY_END, True, tricks, total + more) - gain
            if terms.goes_out:
                needed = min(needed, max(terms.right_claim(self._goal, True, tricks, at), target - gain))
            if needed > points:
                return needed
        if terms.others_false_claim >= self._goal:
            gain = rest + others_more - sure
            needed = self._least(EVERY_END, True, tricks, total + others_more) - sure
            if terms.goes_out:
                other_out = min(terms.right_claim(self._goal, False, tricks, at), at + gain - target + 1)
                needed = max(needed, other_out)
            if needed <= points:
                return needed
        return OPEN

    def _to_announce(self, hand: Cards, mine: bool) -> int:
        """What the marriages of a hand count."""
        if not hand & hand >> 1 & QUEENS:
            return 0
        return sum(self._announced(hand, mine, suit) for suit in SUITS)

    def _out(self, mine: bool, tricks: int, at: int, more: int) -> int:
        """The points needed where whoever leads goes out if he comes to 66 with so many more."""
        needed = self._terms.right_claim(self._goal, mine, tricks, at)
        if mine:
            return max(needed, self._target - more)
        return min(needed, at + more - self._target + 1)

    def _least(self, of: int, mine: bool, tricks: int, total: int) -> int:
        """The least points with which a claim, or the end, comes to the goal, of so many that both have."""
        return self._terms.least(self._goal, of, mine, tricks, total)
