"""The referee and the oracle play the same deal and are compared at every action."""

import random
from functools import cache
from string import Formatter

from notation.judge import word_of as said
from notation.record.words import action_word, read_card
from referee import actions
from referee.actions import Action
from referee.cards import NO_SUIT, SUIT_LETTERS, Seat, Suit, mask
from referee.deal import Deal
from referee.rules import RuleSet
from tests.support import oracle, oracle_of_more
from tests.support.tables import side_name

SEATS = "ABCD"
Dealt = tuple[str, dict[str, list[str]], list[str], str]
"""The dealer, the hands, the talon, and the trump suit if no card of the talon has it."""


def deal_of(
    rules: RuleSet, dealer: str, hands: dict[str, list[str]], talon: list[str], trump: str = ""
) -> Deal:
    """The referee's deal for the oracle's words."""
    held = [mask(map(read_card, hands[seat])) for seat in SEATS[: rules.seats]]
    suit = Suit(SUIT_LETTERS.index(trump)) if trump else NO_SUIT
    return Deal(rules, Seat(SEATS.index(dealer)), held, [read_card(card) for card in talon], suit)


def word_of(deal: Deal, action: Action) -> str:
    """An action of the referee in the oracle's words."""
    if action > actions.RESIGN:
        return said(deal.rules, action)
    return _word(action, action == actions.MARRIAGE + deal.trump)


@cache
def _word(action: Action, in_trumps: bool) -> str:
    return "draw" if action == actions.DRAW else action_word(action, 40 if in_trumps else 20)


def dealt_by_chance(rules: RuleSet, spec: str, rng: random.Random) -> Dealt:
    """A random deal for the oracle."""
    if rules.seats == 2:
        return *oracle.random_deal(spec, rng), ""
    dealer, hands, trump = oracle_of_more.random_deal(spec, rng)
    return dealer, hands, [], trump


def play_twins(rules: RuleSet, spec: str, seed: int | str) -> list[str]:
    """Play one random deal under both, compare them at every action, and return the actions.

    Where they differ, the message has what :func:`play_twins` is to be called with to see it again.
    """
    rng = random.Random(seed)
    try:
        return _play_twins(rules, spec, rng)
    except AssertionError as different:
        raise AssertionError(f"spec={spec!r}, seed={seed!r}: {different}") from different


def _play_twins(rules: RuleSet, spec: str, rng: random.Random) -> list[str]:
    first = rng.random() < 0.5  # the first deal of a match
    dealt = dealt_by_chance(rules, _of_legal_play(rules, spec), rng)
    return compare(rules.in_deal(1 if first else 2), spec, dealt, rng, first)


def _of_legal_play(rules: RuleSet, spec: str) -> str:
    """A spec for the oracle, without options that do not affect legal play.

    These are the price of irregular play, the length of a match, and the size of a missing talon.
    """
    inert: tuple[str, ...] = ("revoke=", "wrong-marriage-lead=")
    if not rules.talon_size:
        inert += ("exchange-min-", "close-min-", "target=")
    return " ".join(word for word in spec.split() if not word.startswith(inert))


def plain_deal(
    rules: RuleSet,
    spec: str,
    dealer: str,
    hands: dict[str, list[str]],
    talon: list[str],
    trump: str,
    first: bool = False,
) -> oracle.OracleDeal | oracle_of_more.OracleDealOfMore:
    if rules.seats == 2:
        return oracle.OracleDeal(_of_legal_play(rules, spec), dealer, hands, talon, first)
    return oracle_of_more.OracleDealOfMore(_of_legal_play(rules, spec), dealer, hands, trump, first)


def compare(rules: RuleSet, spec: str, dealt: Dealt, rng: random.Random, first: bool = False) -> list[str]:
    """Play a given deal under both at random; raise AssertionError at the first difference."""
    plain = plain_deal(rules, spec, *dealt, first)
    deal = deal_of(rules, *dealt)
    steps = deal.steps = []
    done: list[str] = []
    eager = rng.random()
    while True:
        legal = {(SEATS[seat], word_of(deal, action)): (seat, action) for action, seat in deal.legal()}
        assert legal.keys() == plain.legal(), _differences(set(legal), plain.legal(), done)
        assert deal.over or tuple(deal.points) == tuple(plain.points().values()), done
        assert deal.tricks == list(plain.tricks.values()), done
        assert deal.over == plain.over, done
        assert deal.spent == plain.played_out or deal.over, done
        if not legal or (deal.spent and rng.random() < 0.5):
            break
        choice = _choose(sorted(legal), deal, eager, rng)
        seat, action = legal[choice]
        assert deal.push(action, seat) is None
        plain.carry_out(*choice)  # legal, as checked above
        done.append(" ".join(choice))
    if not deal.over:
        deal.finish()
        plain.finish()
    assert deal.result is not None
    assert plain.result is not None
    assert (
        side_name(deal.result.winner) or None,
        deal.result.game_points,
        deal.result.reason.value,
        deal.result.card_points,
    ) == (
        plain.result.winner,
        plain.result.game_points,
        plain.result.reason,
        tuple(plain.result.points.values()),
    ), done
    assert deal.result.paid == tuple(plain.result.paid.values()), done
    assert sum(deal.result.paid) == 0
    for step in steps:
        assert {name for _, name, *_ in Formatter().parse(step.line.sentence) if name} <= step.facts.keys(), (
            step
        )
    values = {0, *(step.facts.get("value") for step in steps)}
    assert any(deal.result.paid) or deal.result.game_points in values, (steps, done)
    return done


def _differences(ours: set[tuple[str, str]], theirs: set[tuple[str, str]], done: list[str]) -> str:
    """What the referee and the oracle hold to be allowed, and in what they differ."""
    said = {
        "only the referee allows": ours - theirs,
        "only the oracle allows": theirs - ours,
        "the referee allows": ours,
        "the oracle allows": theirs,
    }
    lines = [
        f"{who} {', '.join(' '.join(each) for each in sorted(what)) or 'nothing'}"
        for who, what in said.items()
    ]
    return "\n".join([*lines, f"after {', '.join(done) or 'nothing'}"])


def _choose(legal: list[tuple[str, str]], deal: Deal, eager: float, rng: random.Random) -> tuple[str, str]:
    """Any legal action, with few claims and closes, so that deals reach their ends."""
    enough = deal.points[deal.side_of[deal.turn]] >= 66
    rare = {"close": 0.4 * eager, "out": 0.5 if enough else 0.02, "exchange": 0.7, "bid snapszer": 0.3}
    kept = [choice for choice in legal if rng.random() < rare.get(choice[1], 1.0)]
    return rng.choice(kept or legal)
