"""A view shows what is in the open, and gives the deal again if the hidden cards lie as they do."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from referee.actions import OUT, Action, is_play
from referee.cards import BIT, NO_CARD, NOBODY, SEATS, Card, Seat, card_name, kind, players_of
from referee.deal import Deal
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.view import View, Watcher
from tests.support.plain import PLAIN
from tests.support.sizes import Size

DEALS = Size("DEALS", 20_000).share(25)

WORTH: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

Table = list[tuple[Seat, Card]]


def moments(rules: RuleSet, deals: int) -> Iterator[tuple[Deal, Watcher, Table]]:
    """Every moment of some deals, with the cards on the table."""
    for seed in range(deals):
        rng = random.Random(f"{rules.name} {seed}")
        pack = list(rules.pack)
        rng.shuffle(pack)
        deal = Deal.dealt_from(rules, SEATS[seed % rules.seats], pack)
        watcher, table = Watcher(deal), Table()
        while deal.result is None and not deal.spent:
            yield deal, watcher, table
            legal = [each for each in deal.legal() if each[0] != OUT or rng.random() < 0.1]
            action, seat = rng.choice(legal)
            deal.do(action, seat)
            if is_play(action) and deal.lead >= 0:
                table.append((seat, kind(action)))
            elif deal.lead < 0:
                table.clear()


def view_of(deal: Deal, reader: Seat, watcher: Watcher) -> View:
    return View(deal, reader, [action for action, seat in deal.legal() if seat == reader], watcher)


@pytest.mark.parametrize("name", PRESETS)
def test_what_lies_on_the_table_is_shown_and_whether_a_claim_would_win(name: str) -> None:
    for deal, watcher, table in moments(PRESETS[name], DEALS):
        if deal.face_down:
            continue
        for reader in (NOBODY, *SEATS[: deal.rules.seats]):
            view = view_of(deal, reader, watcher)
            assert view.on_table() == table
            assert view.lead == (table[0][1] if table else NO_CARD)
            if table:
                assert view.laid == sum(WORTH.get(card_name(card)[0], 0) for _, card in table)
                assert (view.best_seat, view.best) in table
            assert view.claim_holds == (OUT in view.legal and wins(deal, OUT, reader))


def wins(deal: Deal, action: Action, seat: Seat) -> bool:
    """Whether an action wins the deal at once for the side of its seat."""
    after = deal.copy()
    after.do(action, seat)
    assert after.result
    return seat in players_of(after.result.winner)


@pytest.mark.parametrize("name", PLAIN)
def test_with_the_cards_as_they_lie_a_view_gives_the_deal_again(name: str) -> None:
    rng = random.Random(name)
    for deal, watcher, _ in moments(PLAIN[name], DEALS):
        reader = rng.choice(SEATS[: deal.rules.seats])
        view = view_of(deal, reader, watcher)
        talon = deal.talon[deal.drawn :]
        count = view.count()
        hidden = [*deal.hands, sum(BIT[card] for card in talon)]
        for cards, possible in zip(hidden, count.places, strict=False):
            assert not cards & count.hidden & ~possible
        assert not deal.hands[reader] & count.hidden
        again = view.deal_if(deal.hands, talon[:-1] if view.turn_up >= 0 else talon)
        other = deal.copy()
        while True:
            assert again.legal() == other.legal()
            assert again.result == other.result
            if other.result or other.spent:
                break
            each = rng.choice([each for each in other.legal() if each[0] != OUT] or other.legal())
            again.do(*each)
            other.do(*each)
