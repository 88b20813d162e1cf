"""What every deal and every trick asks of a rule set, worked out once for all of them.

Decides nothing: it keeps what the rule set says. A decision is read when it is first asked for, never before,
so that a rule set which notes what is read of it (:class:`referee.rules.ConsultedRules`) notes no more.
"""

from typing import Final

from referee.cards import FULL_PACK, SEATS, Seat
from referee.decisions import ClaimMode, ClaimWindow
from referee.rules import TARGET as TARGET
from referee.rules import RuleSet

# Members of enumerations by names of their own: Python 3.11 looks those up much faster.
AUTO: Final = ClaimMode.AUTO
BEFORE_DRAW: Final = ClaimWindow.DRAW


class Terms:
    """The answers of one rule set.

    >>> from referee.rulesets import SANTASE
    >>> terms = terms_of(SANTASE)
    >>> terms.sides, terms.claim_mode(), terms_of(SANTASE) is terms
    ((0, 1), <ClaimMode.SAID: 'said'>, True)
    """

    __slots__ = (
        "_claims",
        "_waits",
        "after",
        "has_auction",
        "has_copies",
        "opens",
        "rules",
        "seats",
        "side_of",
        "sides",
        "target",
    )

    rules: RuleSet
    has_auction: bool
    """Whether something is settled before the first lead."""
    opens: bool
    """Whether that is how the first trick is played; then the players draw, each side for itself."""
    has_copies: bool
    """Whether there are two of each card."""
    target: int
    """The card points that win a deal."""
    seats: int
    after: tuple[Seat, ...]
    """By seat, the next."""
    side_of: tuple[Seat, ...]
    """By seat, the place of its side (:attr:`referee.rules.RuleSet.side_of`)."""
    sides: tuple[Seat, ...]
    """The names of the sides (:attr:`referee.rules.RuleSet.sides`)."""
    _claims: ClaimMode | None
    _waits: bool | None

    def __init__(self, rules: RuleSet, alike: "Terms | None" = None) -> None:
        """Ask a rule set; what no option decides is taken from one that is ``alike``, if there is one."""
        self.rules = rules
        self._claims = None
        self._waits = None
        if alike is not None:
            self.has_auction, self.opens, self.has_copies = alike.has_auction, alike.opens, alike.has_copies
            self.target, self.seats, self.after = alike.target, alike.seats, alike.after
            self.side_of, self.sides = alike.side_of, alike.sides
            return
        self.has_auction = bool(rules.auction.steps)
        self.opens = self.has_auction and rules.draws
        self.has_copies = self.has_auction and rules.deck_cards > FULL_PACK
        self.target = rules.target
        self.seats = rules.seats
        self.after = SEATS[1 : rules.seats] + SEATS[:1]
        self.side_of = rules.side_of
        self.sides = rules.sides

    @property
    def game(self) -> tuple[bool, bool, bool, int, tuple[Seat, ...]]:
        """What of them no option decides: equal for rule sets of one game."""
        return self.has_auction, self.opens, self.has_copies, self.target, self.sides

    def claim_mode(self) -> ClaimMode:
        """How 66 ends a deal (`claim.mode`)."""
        claims = self._claims
        if claims is None:
            claims = self._claims = self.rules.claim_mode
        return claims

    def waits_for_draw(self) -> bool:
        """Whether something can be done after a trick and before the draw: closing, or claiming."""
        waits = self._waits
        if waits is None:
            rules = self.rules
            said = rules.claim_mode is not AUTO
            waits = rules.close_before_draw or (said and rules.claim_window is BEFORE_DRAW)
            self._waits = waits
        return waits


_kept: list[Terms] = []
"""The terms that were asked for last: of a rule set under which one deal is played more are."""


def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    if _kept and _kept[0].rules is rules:
        return _kept[0]
    terms = Terms(rules)
    _kept[:] = [terms]
    return terms
