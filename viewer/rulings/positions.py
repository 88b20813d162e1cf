"""The layout of a picture of a moment in a deal, from a point of view.

A hidden hand is face down, and so are the cards of the talon that nobody at the table knows, unless they are
requested.
"""

from typing import NamedTuple

from notation.findings import CardFact, Fact, Phrase, SeatFact, SuitFact
from notation.findings.names import player_names
from notation.judge import contract_in_words
from notation.record import HIDDEN, NOBODY, seat_letter
from notation.replay import Layout, trump_of
from notation.rulings import Account
from viewer.cards import DrawnPosition, Seat
from viewer.documents.languages import Language


class Viewpoint(NamedTuple):
    """A point of view: the seat at the bottom, and the seats with hidden hands, by their letters.

    With an open talon its cards are visible, as in a diagram of a whole deal.
    """

    bottom: str = ""
    hidden: str = ""
    open_talon: bool = False


def position_of(account: Account, layout: Layout, view: Viewpoint, spoken: Language) -> DrawnPosition:
    """Return the layout, with the seat at the bottom last."""
    letters = [seat_letter(seat) for seat in range(account.rules.seats)]
    after = (letters.index(view.bottom) + 1) % len(letters) if view.bottom else 0
    order = [*range(after, len(letters)), *range(after)]
    trump = trump_of(account)
    sides = [account.rules.side_of[seat] for seat in order]
    return DrawnPosition(
        [
            _seat(account, layout, seat, letters[seat] in view.hidden, sides.index(side) == row, spoken)
            for row, (seat, side) in enumerate(zip(order, sides, strict=True))
        ],
        layout.talon if view.open_talon else [HIDDEN] * (len(layout.talon) - 1) + [*layout.talon[-1:]],
        [(order.index(seat) if seat >= 0 else NOBODY, card) for seat, card in layout.trick],
        trump if trump >= 0 else None,
        layout.closer >= 0,
        _caption(account, layout, spoken),
        layout.twice,
    )


def _seat(account: Account, layout: Layout, seat: int, hidden: bool, speaks: bool, spoken: Language) -> Seat:
    """Return a seat with its hand; one that represents its side also has the points."""
    rules = account.rules
    hand = layout.hand(seat)
    if hidden:
        hand = (HIDDEN,) * len(hand)
    said = ""
    side = rules.side_of[seat]
    if layout.points and speaks:
        points = f"{layout.points[side]}{'+' if layout.slack[side] else ''}"
        if layout.pending[side] and rules.seats > 2:
            points += f" (+{layout.pending[side]})"
        if rules.mp_partners:
            points = f"{seat_letter(rules.sides[side])} {points}"
        said = spoken.say("Card points: {points}", points=points)
    if layout.idle == seat and not said:
        said = spoken.say("sits out")
    letter, name = seat_letter(seat), player_names(account.judgement.game.readable, rules)[seat]
    return Seat(name if rules.seats == 2 or name == letter else f"{letter} {name}", hand, said)


def _caption(account: Account, layout: Layout, spoken: Language) -> str:
    """Return the caption of the talon; without one, the contract or what fixed trumps."""
    number = len(layout.talon)
    if account.deal.undertaking:
        contract, doubles = account.deal.undertaking.contract, account.deal.undertaking.doubles
        told = spoken.put(Phrase("{contract}", {"contract": contract_in_words(contract.name)}))
        return f"{told} ×{2**doubles}" if doubles else told
    if not account.rules.talon_size:
        fixed, trump = account.record.trump, trump_of(account)
        if fixed is None and trump < 0:
            return ""
        shown: Fact = SuitFact(trump) if fixed is None else CardFact(fixed)
        return spoken.say("Trumps: {suit}", suit=shown)
    if layout.closer >= 0:
        return spoken.say(
            "Closed by {seat}; cards in the talon: {number}", seat=SeatFact(layout.closer), number=number
        )
    return spoken.say("Cards in the talon: {number}", number=number)
