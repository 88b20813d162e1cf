"""What would make a deal right: the slip of a scribe is found, and a breach of the rules stays one."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import pytest

from notation import read, write
from notation.findings import Finding, Repair
from notation.judge import Judgement, judge
from notation.record.model import DealRecord, Record
from notation.text.fixes import fixed_game
from notation.text.reader import Game
from notation.text.writer import bare
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.scribes import SLIPS
from tests.support.sizes import Size

SCRIBES: Final = Size("SCRIBES", 20_000)
TWO: Final = ("santase", "schnapsen", "sixty-six", "santase-club", "schnapsen-tournament", "sixty-six-tompa")


class Slipped(NamedTuple):
    kind: str
    right: Record
    judgement: Judgement


def game_of(record: Record) -> Game:
    [game] = read(write(record))
    return game


def slipped(number: int, hands: int = 2) -> Iterator[Slipped]:
    """So many records of each kind with one slip, if that makes them wrong; of so many hands the cards."""
    for kind, slip in SLIPS.items():
        for seed in range(number):
            rng = random.Random(f"{kind} {seed}")
            record = bare(random_record(rng.choice(TWO), rng, noted=False, most_deals=1))
            [deal] = record.deals
            if hands < 2:
                deal = replace(deal, hands=deal.hands[:hands], talon=None)
            wrong = slip(deal, rng) if deal.result and deal.result.finished else None
            if wrong:
                judgement = judge(game_of(replace(record, deals=(wrong,))))
                if not judgement.ok:
                    yield Slipped(kind, replace(record, deals=(deal,)), judgement)


def repairs(judgement: Judgement) -> tuple[Repair, ...]:
    return next((each.repairs for each in judgement.findings if each.repairs), ())


def repaired(judgement: Judgement, repair: Repair) -> Game:
    """The game after a repair, as it is applied to its text."""
    one = judgement.findings[0]
    changes = [replace(one, fix=change, proposal=None) for change in repair.changes]
    [game] = read(fixed_game(judgement.game, changes))
    return game


def accuses(finding: Finding) -> bool:
    return finding.is_error and finding.code.id[0] in "RC"


def played(record: Record) -> DealRecord:
    """The deal alone; the cards of a hand have no order."""
    [deal] = bare(record).deals
    hands = ((seat, replace(hand, cards=tuple(sorted(hand.cards)))) for seat, hand in deal.hands)
    return replace(deal, hands=tuple(hands))


def test_a_slip_is_named_before_anybody_is_accused() -> None:
    found: Counter[str] = Counter()
    for kind, right, judgement in slipped(SCRIBES.share(len(SLIPS))):
        names = repairs(judgement)
        texts = [repaired(judgement, repair) for repair in names]
        with case(kind):
            for game in texts:
                assert not [each for each in judge(game).findings if each.is_error and each.deal]
        want = played(game_of(right).readable)
        hits = [played(game.readable) == want for game in texts]
        found["first"] += hits[:1] == [True]
        found["among three"] += any(hits[:3])
        found["accused"] += not names and any(map(accuses, judgement.findings))
        found["all"] += 1
    assert found["first"] >= 0.8 * found["all"], found
    assert found["among three"] >= 0.95 * found["all"], found
    assert found["accused"] <= 0.02 * found["all"], found


@pytest.mark.parametrize("hands", [0, 1])
def test_with_cards_that_are_not_known_a_repair_is_right_too(hands: int) -> None:
    for kind, _, judgement in slipped(SCRIBES.share(50 * len(SLIPS)), hands):
        with case(kind):
            for repair in repairs(judgement):
                found = judge(repaired(judgement, repair)).findings
                assert not [each for each in found if each.is_error and each.deal]


def test_a_breach_that_no_slip_explains_stays_one() -> None:
    for name in ("does-not-follow", "does-not-head", "does-not-trump"):
        [game] = read((ROOT / f"samples/faulty/{name}.sgn").read_bytes())
        [breach] = [each for each in judge(game).findings if each.is_error]
        assert accuses(breach)
        assert not breach.is_explained
        assert "everything fits" not in breach.message


def test_a_message_names_the_slip_first() -> None:
    text = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    [game] = read(text.replace("4. Ts Js", "4. Js Ts"))
    errors = [each for each in judge(game).findings if each.is_error]
    assert errors[0].message.startswith("if Js and Ts in trick 4 are in the wrong order, everything fits; as")
    assert all(each.message.startswith("as written, ") for each in errors[1:])
