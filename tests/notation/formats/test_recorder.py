"""Playing and writing in one: what is recorded is what was played, and stands before the judge."""

import random

import pytest

from notation import DealRecorder, MatchRecorder, read, write
from notation.judge import judge
from referee import PRESETS, SCHNAPSEN, DealError
from referee.actions import CLOSE, CLOSE_SHORT, DRAW, OUT
from referee.cards import PACK, SEATS, Seat, members
from tests.support.tables import rules_of

SPECS = [*PRESETS, "sixty-six claim-window=draw", "schnapsen claim=auto", "santase exchange-by=turn"]


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
    with pytest.raises(ValueError, match="its 20 cards are those of"):
        DealRecorder.dealt_from(rules_of("schnapsen"), Seat(1), PACK)


@pytest.mark.parametrize(
    "spec", [*PRESETS, "santase target=11 draw-bonus=any", "schnapsen marriage-first-deal=no"]
)
def test_a_recorded_match_is_judged_as_it_was_counted(spec: str) -> None:
    rules, rng = rules_of(spec), random.Random(spec)
    match = MatchRecorder(rules, SEATS[rules.seats - 1], names=["Ani", "Boris"])
    won: list[int] = []
    while match.winner < 0 and len(won) < 9:
        recorder = match.deal(rng.sample(rules.pack, len(rules.pack)))
        while not recorder.deal.over and not recorder.deal.spent:
            assert recorder.push(*rng.choice(recorder.deal.legal())) is None
        won.append(match.count(recorder))
    game = next(read(write(match.game())))
    judgement = judge(game)
    assert [finding.message for finding in judgement.findings if finding.is_error] == []
    assert [deal.game_points for deal in judgement.deals] == won
    assert (list(judgement.score), judgement.winner) == (match.score, match.winner)


def test_a_match_refuses_what_is_not_its_next_deal() -> None:
    match = MatchRecorder(rules_of("schnapsen target=1"))
    with pytest.raises(DealError, match="its 20 cards are those of"):
        match.deal(list(PACK[:20]))
    first = match.deal(SCHNAPSEN.pack)
    with pytest.raises(ValueError, match="left to play"):
        match.count(first)
    assert match.game().deals == ()
    while not first.deal.over and not first.deal.spent:
        first.push(*first.deal.legal()[0])
    assert match.count(first) > 0
    with pytest.raises(ValueError, match="deal 2 is to be counted, not deal 1"):
        match.count(first)
    with pytest.raises(ValueError, match="the match is over"):
        match.deal(SCHNAPSEN.pack)
