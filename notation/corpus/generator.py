"""Matches between computer players, as records in canonical form.

The same rules, players and seed give the same bytes on every machine. Cards are dealt by a random number
generator that anybody can run: do not use this for stakes.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

from notation.judge.opening import word_of
from notation.players import PLAYERS, Player, play_out
from notation.record.words import action_word, card_word, score_words, seat_letter
from notation.specs.spec import write_spec
from referee import actions
from referee.actions import Action
from referee.cards import (
    CARDS_BY_NUMBER,
    NO_SUIT,
    SEATS,
    SUIT_LETTERS,
    SUITS,
    Card,
    Seat,
    Suit,
    mask,
    suit_of,
)
from referee.deal import FIRST_BATCH, Deal, first_packet, fixes_trumps
from referee.decisions import TrumpCard
from referee.match import Match
from referee.rules import RuleSet
from referee.state import Phase

MOST_DEALS: Final = 12
"""Deals of a match under rules without a target."""
PART: Final = 200
"""Matches that are made one after the other; what comes after them does not depend on them."""
_WORD: Final = tuple(map(card_word, CARDS_BY_NUMBER))


class Trumps(NamedTuple):
    """How trumps were fixed: by a card turned up, or a suit named; neither where the players do so."""

    card: Card | None
    suit: Suit


class LaidCards(NamedTuple):
    """The cards of a deal, by seat and from the top of the talon, and how trumps were fixed."""

    hands: list[list[Card]]
    talon: list[Card]
    trumps: Trumps


class GeneratedMatch(NamedTuple):
    """A match in canonical form, and the number of its deals."""

    text: str
    deals: int


def shuffled(rules: RuleSet, rng: Random) -> tuple[list[list[Card]], list[Card]]:
    """Return the cards of every hand, and the talon, from a shuffled pack."""
    pack, bits = list(rules.pack), rng.getrandbits
    for last in range(len(pack) - 1, 0, -1):  # as `Random.shuffle` does, whatever the version of Python
        size = (last + 1).bit_length()
        while (other := bits(size)) > last:
            pass
        pack[last], pack[other] = pack[other], pack[last]
    size = rules.deal_hand_size
    hands = [pack[seat * size : (seat + 1) * size] for seat in SEATS[: rules.seats]]
    return hands, pack[rules.seats * size :]


def trumps_of(
    rules: RuleSet, dealer: Seat, hands: Sequence[Sequence[Card]], talon: Sequence[Card], rng: Random
) -> Trumps:
    """Return how trumps are fixed in a deal, given the cards in the order in which they were dealt."""
    if rules.auction.steps and not rules.draws:
        return Trumps(None, NO_SUIT)
    if talon:
        return Trumps(talon[-1], suit_of(talon[-1]))
    if rules.deal_trump_card is TrumpCard.NAMED and rng.random() < 0.5:
        return Trumps(None, rng.choice(SUITS))
    last = rules.deal_hand_size - 1
    place = min(FIRST_BATCH, last) if rules.deal_trump_card is TrumpCard.NAMED else last
    card = hands[fixes_trumps(rules, dealer)][place]
    return Trumps(card, suit_of(card))


def generate(rules: RuleSet, deals: int, seed: int, players: Sequence[str] = ("random",)) -> Iterator[str]:
    r"""Yield matches with this many deals in all, each in canonical form; the last may break off early.

    ``players`` names one of :data:`notation.players.PLAYERS` for all seats, or one for each. Raises
    ValueError for another number of them, KeyError for an unknown name.

    >>> from referee import SANTASE
    >>> [game] = generate(SANTASE, 1, seed=66)
    >>> game.splitlines()[:4]
    ['%SGN 1', '[Event "Seed 66"]', '[Round "1"]', '[Rules "santase"]']
    """
    for number in count():
        for match in part(rules, deals, seed, players, number):
            yield match.text
            deals -= match.deals
        if deals <= 0:
            return


def part(
    rules: RuleSet, deals: int, seed: int, players: Sequence[str] = ("random",), number: int = 0
) -> Iterator[GeneratedMatch]:
    """Yield some of the matches of :func:`generate`, with at most this many deals: the first part is 0."""
    names = tuple(players) * rules.seats if len(players) == 1 else tuple(players)
    if len(names) != rules.seats:
        raise ValueError(f"{rules.name} has {rules.seats} seats, not {len(names)}")
    makers = [PLAYERS[name] for name in names]
    rng = Random(f"{seed}/{number}" if number else seed)  # noqa: S311 - corpora, no stakes
    tags = [f'[Rules "{write_spec(rules)}"]']
    tags += [f'[{seat_letter(seat)} "{name} {seat + 1}"]' for seat, name in enumerate(names)]
    for round_number in range(PART * number + 1, PART * (number + 1) + 1):
        if deals <= 0:
            return
        match = Match(rules, Seat(int(rng.random() * rules.seats)))
        seated = [make(rng) for make in makers]
        most = deals if rules.game_target else min(deals, MOST_DEALS)
        parts: list[str] = []
        while match.winner < 0 and len(parts) < most:
            hands, talon = shuffled(rules, rng)
            trumps = trumps_of(rules, match.dealer, hands, talon, rng)
            parts.append(played(len(parts) + 1, match, LaidCards(hands, talon, trumps), seated))
        deals -= len(parts)
        broken_off = rules.game_target and match.winner < 0
        result = f'[Result "{"*" if broken_off else score_words(match.score)}"]'
        head = ["%SGN 1", f'[Event "Seed {seed}"]', f'[Round "{round_number}"]']
        yield GeneratedMatch("\n".join([*head, *tags, result, *parts]) + "\n", len(parts))


def played(number: int, match: Match, cards: LaidCards, players: Sequence[Player]) -> str:
    """Let players play a deal; return it as written, after an empty line, its result added to the match."""
    dealer, rules, (hands, talon, trumps) = match.dealer, match.deal_rules, cards
    packet, turned = first_packet(rules, dealer, hands)
    deal = Deal.unchecked(rules, dealer, list(map(mask, hands)), talon, trumps.suit, packet, turned)
    tricks = _WrittenTricks()
    play_out(deal, players, tricks.add)
    result = deal.result
    assert result is not None  # noqa: S101 - it was played out
    lines = [f"\ndeal {number} dealer {seat_letter(dealer)}"]
    if trumps.card is not None:
        lines[0] += f" trump {card_word(trumps.card)}"
    elif trumps.suit >= 0:
        lines[0] += f" trump {SUIT_LETTERS[trumps.suit]}"
    size = rules.auction.packet
    for seat, hand in enumerate(hands):
        words = [_WORD[card] for card in hand]
        if size and seat == (dealer + 1) % rules.seats:
            words.insert(size, "|")
        lines.append(f"{seat_letter(seat)}: {' '.join(words)}")
    if talon:
        lines.append(f"talon: {' '.join([_WORD[card] for card in talon])}")
    lines += tricks.lines()
    won = match.add(dealer, result)
    if result.winner < 0:
        said = "draw"
    elif result.paid:
        said = f"pays {' '.join(map(str, result.paid))}"
    else:
        said = f"{seat_letter(result.winner)} {won}"
    points = "-".join(map(str, result.card_points))
    lines.append(f"= {said} by {result.word} ({points}) score {score_words(match.score)}")
    return "\n".join(lines)


class _WrittenTricks:
    """The play of a deal as written, a line for each trick; cards drawn follow from the talon."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._words: list[str] = []
        self._number = 0
        self._before = Phase.LEAD

    def lines(self) -> list[str]:
        """What has been played."""
        return [*self._lines, " ".join(self._words)]

    def add(self, deal: Deal, action: Action, seat: Seat) -> None:
        """Add an action that is about to be done."""
        if action == actions.DRAW:
            return
        opens = deal.is_opening or action > actions.RESIGN
        if opens and not self._words:
            self._words = ["0."]
        is_card = action < actions.CARDS
        between = not is_card and (deal.undrawn or deal.spent)  # what is said there ends the trick before
        if deal.lead < 0 and self._number <= deal.trick and not (opens or between):
            if self._words:
                self._lines.append(" ".join(self._words))
            self._number = deal.trick + 1
            self._words = [f"{self._number}."]
        words = self._words
        if seat != deal.turn:
            words.append(f"{seat_letter(seat)}:")
        if is_card and deal.is_opening:
            if deal.phase is not self._before:
                words.append("discard")
            words.append(_WORD[action])
        elif is_card:
            is_hidden = deal.auction is not None and deal.face_down
            words.append(f"[{_WORD[action]}]" if is_hidden else _WORD[action])
        elif actions.is_marriage(action):
            words.append(action_word(action, deal.marriage_points(actions.marriage_suit(action))))
        else:
            words.append(word_of(deal.rules, action))
        if opens:
            self._before = deal.phase
