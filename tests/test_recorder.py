"""Playing and writing in one: what is recorded is what was played, and stands before the judge."""

import random

import pytest

from notation import DealRecorder, read, write
from notation.judge import judge
from referee import PRESETS
from referee.actions import CLOSE, CLOSE_SHORT, DRAW, OUT
from referee.cards import PACK, Seat, members
from support.tables import rules_of

SPECS = [*PRESETS, "sixty-six claim-window=draw", "schnapsen claim=auto", "santase exchange-by=turn"]
RARE = (CLOSE, CLOSE_SHORT, OUT)


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_played_is_what_is_written(spec: str) -> None:
    rng = random.Random(spec)
    rules = rules_of(spec)
    for _ in range(25):
        order = rng.sample(list(members(rules.deck_cards)), rules.deck_cards.bit_count())
        recorder = DealRecorder.dealt_from(rules, Seat(rng.randrange(2)), order)
        deal, rare = recorder.deal, rng.random() * 0.3
        while not deal.over and not deal.spent:
            legal = deal.legal()
            wanted = [
                each for each in legal if each[0] not in (CLOSE, CLOSE_SHORT, OUT) or rng.random() < rare
            ]
            assert recorder.push(*rng.choice(wanted or legal)) is None
        record = recorder.game()
        [game] = read(write(record))
        judgement = judge(game)
        assert judgement.ok, [finding.code.id for finding in judgement.findings]
        assert game.record == record
        assert judgement.deals[0].result == deal.result


def test_a_refused_action_is_neither_done_nor_written() -> None:
    rules = rules_of("santase")
    recorder = DealRecorder.dealt_from(rules, Seat(1), PACK)
    before, written = recorder.deal.key(), recorder.record()
    ruling = recorder.push(PACK[6])
    assert ruling is not None
    assert ruling.code.id == "R201"
    assert recorder.push(DRAW) is not None
    assert (recorder.deal.key(), recorder.record()) == (before, written)


def test_only_the_cards_of_the_rules_are_dealt() -> None:
    with pytest.raises(ValueError, match="schnapsen is dealt with 20 cards"):
        DealRecorder.dealt_from(rules_of("schnapsen"), Seat(1), PACK)
