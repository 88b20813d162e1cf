"""Matches between computer players, as records in canonical form.

The same rules, players and seed give the same bytes on every machine. Cards are dealt by a random number
generator that anybody can run: do not use this for stakes.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

from notation.judge.opening import word_of
from notation.players import PLAYERS, play_out
from notation.record.words import action_word, card_word, score_words, seat_letter
from notation.specs.spec import write_spec
from referee import actions
from referee.actions import ACTIONS_BY_NUMBER
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
    members,
    suit_of,
)
from referee.deal import FIRST_BATCH, Deal, fixes_trumps
from referee.decisions import TrumpCard
from referee.match import Match
from referee.rules import RuleSet
from referee.state import Phase

MOST_DEALS: Final = 12
"""Deals of a match under rules without a target."""
_WORD: Final = tuple(map(card_word, CARDS_BY_NUMBER))


class Trumps(NamedTuple):
    """How trumps were fixed: by a card turned up, or a suit named; neither where the players do so."""

    card: Card | None
    suit: Suit


class GeneratedDeal(NamedTuple):
    """A played deal: its cards by seat, and its final state with all that was done."""

    hands: list[list[Card]]
    talon: list[Card]
    trumps: Trumps
    end: Deal


def shuffled(rules: RuleSet, rng: Random) -> tuple[list[list[Card]], list[Card]]:
    """Return the cards of every hand, and the talon, from a shuffled pack."""
    pack = list(members(rules.deck_cards))
    rng.shuffle(pack)
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
    names = tuple(players) * rules.seats if len(players) == 1 else tuple(players)
    if len(names) != rules.seats:
        raise ValueError(f"{rules.name} has {rules.seats} seats, not {len(names)}")
    makers = [PLAYERS[name] for name in names]
    rng = Random(seed)  # noqa: S311 - corpora, no stakes
    tags = [f'[Rules "{write_spec(rules)}"]']
    tags += [f'[{seat_letter(seat)} "{name} {seat + 1}"]' for seat, name in enumerate(names)]
    for number in count(1):
        if deals <= 0:
            return
        match = Match(rules, Seat(int(rng.random() * rules.seats)))
        seated = [make(rng) for make in makers]
        most = deals if rules.game_target else min(deals, MOST_DEALS)
        parts: list[str] = []
        while match.winner < 0 and len(parts) < most:
            dealer = match.dealer
            hands, talon = shuffled(rules, rng)
            trumps = trumps_of(rules, dealer, hands, talon, rng)
            packet = mask(hands[(dealer + 1) % rules.seats][: rules.auction.packet])
            deal = Deal.unchecked(rules, dealer, list(map(mask, hands)), talon, trumps.suit, packet)
            play_out(deal, seated)
            parts.append(deal_text(len(parts) + 1, match, GeneratedDeal(hands, talon, trumps, deal)))
        deals -= len(parts)
        broken_off = rules.game_target and match.winner < 0
        result = f'[Result "{"*" if broken_off else score_words(match.score)}"]'
        head = ["%SGN 1", f'[Event "Seed {seed}"]', f'[Round "{number}"]']
        yield "\n".join([*head, *tags, result, *parts]) + "\n"


def deal_text(number: int, match: Match, played: GeneratedDeal) -> str:
    """Return a deal as written, after an empty line; its result is added to the match."""
    deal = played.end
    dealer, result = deal.dealer, deal.result
    assert result is not None  # noqa: S101 - it was played out
    lines = [f"\ndeal {number} dealer {seat_letter(dealer)}"]
    if played.trumps.card is not None:
        lines[0] += f" trump {card_word(played.trumps.card)}"
    elif played.trumps.suit >= 0:
        lines[0] += f" trump {SUIT_LETTERS[played.trumps.suit]}"
    packet = match.rules.auction.packet
    for seat, hand in enumerate(played.hands):
        words = [_WORD[card] for card in hand]
        if packet and seat == (dealer + 1) % match.rules.seats:
            words.insert(packet, "|")
        lines.append(f"{seat_letter(seat)}: {' '.join(words)}")
    if played.talon:
        lines.append(f"talon: {' '.join([_WORD[card] for card in played.talon])}")
    lines += _trick_lines(match.rules, deal)
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


def _trick_lines(rules: RuleSet, end: Deal) -> list[str]:
    """Return the play of a deal, a line for each trick; cards drawn follow from the talon."""
    dealt, history = end.dealt, end.history
    assert dealt is not None  # noqa: S101 - it was played from the start
    deal = Deal.unchecked(rules, end.dealer, *dealt)
    lines: list[str] = []
    words: list[str] = []
    number, before = 0, Phase.LEAD
    for seat, done in zip(history[::2], history[1::2], strict=True):
        action = ACTIONS_BY_NUMBER[done]
        if action == actions.DRAW:
            deal.push(action, SEATS[seat])
            continue
        opens = deal.is_opening or action > actions.RESIGN
        if opens and not words:
            words = ["0."]
        if deal.lead < 0 and number <= deal.trick and not (deal.undrawn or deal.spent or opens):
            if words:
                lines.append(" ".join(words))
            number = deal.trick + 1
            words = [f"{number}."]
        if seat != deal.turn:
            words.append(f"{seat_letter(seat)}:")
        if deal.is_opening and action < actions.CARDS:
            words += ["discard"] * (deal.phase is not before) + [_WORD[action]]
        elif actions.is_marriage(action):
            words.append(action_word(action, deal.marriage_points(actions.marriage_suit(action))))
        else:
            word = _WORD[action] if action < actions.CARDS else word_of(rules, action)
            words.append(f"[{word}]" if deal.face_down and action < actions.CARDS else word)
        before = deal.phase
        deal.push(action, SEATS[seat])
    return [*lines, " ".join(words)]
