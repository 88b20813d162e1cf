"""The cards of a deal of which every one is known; :mod:`notation.judge.incomplete` serves all others."""

from typing import Final

from notation.findings.finding import Phrase, Related
from notation.record.model import Ply, Trick
from referee.actions import Action
from referee.cards import Card, Seat
from referee.codes import Ruling
from referee.deal import Deal


class ExactCards:
    """The cards of a deal of which every one is known: the referee alone says what may be done."""

    are_known: Final = True
    in_doubt: Final = False
    """Whether a card of the trick that is open is not known."""
    went_on: Final = None
    """Where it was first taken as known that 66 had not ended the deal, because it goes on."""

    def revoke_open(self, deal: Deal) -> bool:
        """Whether nobody can tell if a revoke has decided the deal, where the rules let one decide it."""
        return False

    def now(self, deal: Deal) -> Deal:
        """The deal, or one of the states that the open trick may be in."""
        return deal

    def look(self, plies: tuple[Ply, ...], following: tuple[Trick, ...]) -> None:
        """Come to the next action: the first of ``plies``, those of this trick that are left."""

    def start_trick(self, deal: Deal) -> None:
        """Take note that a trick starts."""

    def show(self, deal: Deal, card: Card, seat: Seat) -> None:
        """Take a card as one of a seat's, where it can be."""

    def lay_unknown(self, deal: Deal) -> None:
        """Lay a card away that is not known; there is none."""

    def card(self, deal: Deal, ply: Ply, seat: Seat) -> Action:
        """The card that a play plays."""
        return ply.action if deal.auction is None else deal.meant(ply.action, seat)

    def in_open_trick(
        self, deal: Deal, ply: Ply, action: Action, seat: Seat, turn: Seat
    ) -> Deal | Ruling | Phrase | None:
        """What an action comes to where a card of the open trick is not known; None where all are."""
        return None

    def take_up(self, deal: Deal, tricks: tuple[Trick, ...]) -> Phrase | None:
        """End a deal that was over when it was taken up; returns what of that is undecided."""
        deal.end_if_reached()
        return None

    def allow(self, points: tuple[int, ...]) -> bool:
        """Whether stated points are those of some state that the open trick may be in."""
        return False

    def why(self, what: Phrase, seat: Seat) -> Phrase | None:
        """Why something about a seat cannot be decided, the first time that it cannot; then nothing."""
        return None

    def related(self, ruling: Ruling) -> Related | None:
        """The place that proves what a ruling says of a card."""
        return None
