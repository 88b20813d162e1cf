"""A table in words: small deals set up and played in the notation's words."""

from dataclasses import fields

from notation.record.words import card_word, read_card, read_seat, seat_letter
from notation.specs.spec import read_spec
from notation.text.reader import read_action
from referee import actions
from referee.actions import Action
from referee.cards import NOBODY, PARTNERS, SEATS, SUIT_LETTERS, Suit, mask, members
from referee.deal import Deal
from referee.partial import PartialDeal
from referee.rules import RuleSet
from referee.state import DealState, Result


def rules_of(spec: str) -> RuleSet:
    rules = read_spec(spec)
    assert isinstance(rules, RuleSet), rules
    return rules


class UncheckedRules(RuleSet):
    """A rule set without the check whether it can be settled."""

    def __post_init__(self) -> None:
        """Refuse nothing."""


def for_seats(rules: RuleSet, seats: int, hand_size: int) -> RuleSet:
    """Rules for more seats than can be settled, for the parts of the referee that go by seat."""
    decisions = {field.name: getattr(rules, field.name) for field in fields(RuleSet)}
    return UncheckedRules(**decisions | {"seats": seats, "deal_hand_size": hand_size})


def side_name(side: int) -> str:
    """A side by its players: a seat, or `AC` or `BD` for partners; empty for nobody."""
    if side < 0:
        return ""
    return ("AC", "BD")[side - PARTNERS] if side >= PARTNERS else seat_letter(side)


def action_of(word: str) -> Action:
    """The referee's number for a word; `close-short` is a close before the draw."""
    if word in ("close-short", "draw"):
        return actions.CLOSE_SHORT if word == "close-short" else actions.DRAW
    ply = read_action(word)
    assert ply is not None, word
    return ply.action


def state_of(deal: Deal) -> dict[str, object]:
    fields = {"member_descriptor", "getset_descriptor"}  # as they are in Python, and compiled
    kinds = (DealState, Deal, PartialDeal)
    names = [name for kind in kinds for name, field in vars(kind).items() if type(field).__name__ in fields]
    return {name: getattr(deal.copy(), name) for name in names if hasattr(deal, name)}


class WordedTable:
    """A deal with A's hand, B's hand and the talon in words; by default B deals.

    Hands and talon may be smaller than in a real deal, to reach the end of play quickly.
    """

    def __init__(self, a: str, b: str, talon: str, spec: str = "santase", dealer: str = "B") -> None:
        hands = [mask(map(read_card, hand.split())) for hand in (a, b)]
        cards = [read_card(card) for card in talon.split()]
        self.deal = Deal.unchecked(rules_of(spec), read_seat(dealer), hands, cards)

    def do(self, words: str) -> "WordedTable":
        """Do legal actions in order."""
        for word in words.split():
            ruling = self.deal.push(action_of(word))
            assert ruling is None, f"{word}: {ruling}"
        return self

    def refused(self, word: str, seat: str = "") -> str:
        """The id of the code that refuses an action; a refusal must change nothing."""
        before = self.state()
        ruling = self.deal.push(action_of(word), read_seat(seat) if seat else NOBODY)
        assert ruling is not None, f"{word} is allowed"
        assert self.state() == before
        return ruling.code.id

    def stands(self, word: str, seat: str = "") -> "WordedTable":
        """Let a refused action stand."""
        ruling = self.deal.why_not(action_of(word), read_seat(seat) if seat else NOBODY)
        assert ruling is not None, f"{word} is allowed"
        self.deal.let_stand(action_of(word), ruling)
        return self

    def allows(self, word: str, seat: str = "") -> bool:
        """Whether an action is allowed now."""
        return self.deal.why_not(action_of(word), read_seat(seat) if seat else NOBODY) is None

    def state(self) -> dict[str, object]:
        """The complete state of the deal."""
        return state_of(self.deal)

    def hand(self, seat: str) -> set[str]:
        return {card_word(card) for card in members(self.deal.hands[read_seat(seat)])}

    @property
    def turn(self) -> str:
        return seat_letter(self.deal.turn)

    @property
    def points(self) -> tuple[int, ...]:
        """The card points that count."""
        return tuple(self.deal.points)

    def end(self) -> tuple[str, int, str]:
        """The settled deal: winner, game points, reason."""
        result = self.result()
        return side_name(result.winner), result.game_points, result.reason.value

    def result(self) -> Result:
        """The settled deal."""
        return self.deal.finish()


class TableOfMore(WordedTable):
    """A table of three or four, with their hands from A on; the last of them deals, so A leads.

    A word may have the seat before it: `C:20s`.
    """

    def __init__(self, hands: str, trump: str, spec: str) -> None:
        rules = rules_of(spec)
        held = [mask(map(read_card, hand.split())) for hand in hands.split("|")]
        self.deal = Deal.unchecked(rules, SEATS[rules.seats - 1], held, (), Suit(SUIT_LETTERS.index(trump)))

    def do(self, words: str) -> "TableOfMore":
        """Do legal actions in order."""
        for word in words.split():
            seat, _, said = word.rpartition(":")
            ruling = self.deal.push(action_of(said), read_seat(seat) if seat else NOBODY)
            assert ruling is None, f"{word}: {ruling}"
        return self
