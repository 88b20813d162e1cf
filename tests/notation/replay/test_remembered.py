"""Half known and unsure cards in a replay: shown as such, and only where they really are."""

import random
from dataclasses import replace
from itertools import permutations
from typing import Final

import pytest

from notation import read, write
from notation.judge import judge
from notation.record.model import DealRecord, Record, Tag
from notation.record.placeholders import among_of
from notation.record.words import card_word
from notation.replay import Frame, frames
from notation.rulings.ledger import accounts_as_written
from referee.cards import BIT
from referee.rulesets import PRESETS
from tests.support.completions import faulty_deal, half_known, with_blanks
from tests.support.gaps import drawless
from tests.support.sizes import Size

REMEMBERED: Final = Size("HALF_SHOWN", 24)


@pytest.mark.slow
def test_what_is_shown_as_remembered_is_there() -> None:
    """Of each hand the cards that are shown, known or half known, are among those that it really holds."""
    rng = random.Random("half shown")
    shown = 0
    for _ in range(REMEMBERED):
        spec = rng.choice(list(PRESETS))
        truth = faulty_deal(spec, rng)
        blank = with_blanks(truth, PRESETS[spec], rng)
        truth = replace(truth, tricks=tuple(map(drawless, truth.tricks)))
        deal = half_known(blank, truth, rng)
        real = {frame.path: frame.layout for frame in frames_of(truth, spec) if frame.path}
        for frame in frames_of(deal, spec):
            layout = real.get(frame.path) if frame.path else None
            if layout is None or not frame.steps:
                continue
            for seat, held in enumerate(layout.hands):
                hand = frame.layout.hand(seat)
                among = [among_of(card) for card in hand if among_of(card)]
                shown += len(among)
                rest = [card for card in held if card not in hand]
                fits = any(
                    all(BIT[card] & each for card, each in zip(cards, among, strict=True))
                    for cards in permutations(rest, len(among))
                )
                assert fits, f"{seat} {list(map(card_word, hand))} {frame.path}\n{write(Record((), (deal,)))}"
    assert shown


def frames_of(deal: DealRecord, spec: str) -> tuple[Frame, ...]:
    """The frames of the only deal of a record."""
    [game] = read(write(Record((Tag("Rules", spec),), (deal,))))
    [account] = accounts_as_written(judge(game))
    return frames(account)


def test_half_known_and_unsure_cards_are_shown_as_such() -> None:
    text = (
        '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Kc\nA: As% Qs -d Qh J-\nB: Jd Th Ks|Ah Kh Ad\n'
        "talon: Ks|Ah Qd% Tc -- Jc -c Ts Kd Qc% Kc\n1. close Qh Th\n2. Ks% As\n3. J- Kh\n4. Jd Td\n"
    )
    [game] = read(text)
    [account] = accounts_as_written(judge(game))
    first, *_, last = frames(account)
    assert [" ".join(map(card_word, first.layout.hand(seat))) for seat in (0, 1)] == [
        "As% Qs Qh -d J-",
        "Th Kh Ad Jd Ks|Ah",
    ]
    assert " ".join(map(card_word, first.layout.talon)) == "Ks|Ah Qd% Tc -- Jc -c Ts Kd Qc% Kc"
    assert [" ".join(map(card_word, pile)) for pile in last.layout.won] == ["Ks% As Jd Td", "Qh Th J- Kh"]
