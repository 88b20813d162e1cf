"""Records of every odd shape into every format: output, or an honest account of what is left out.

The records are cut down and altered on purpose: without deals, hands or talon, taken up in the middle,
undecided, resigned, with rulings of the table, with gaps, with empty and missing tricks. A writer may leave
a deal out and say why; it must not fail, and must not write what its own reader refuses.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from notation import Record, read, write
from notation.findings.finding import ENGLISH
from notation.formats import SGN, Format, RecordPart, ReportKind, Telling, convert, records, write_records
from notation.formats.core.capabilities import EVERYTHING
from notation.judge import judge
from notation.record.model import UNRECORDED, Award, DealRecord, Holding, Outcome, Ply, Position, Tag, Trick
from referee import actions
from referee.cards import NOBODY, Card, Seat, Suit
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.sizes import sampled
from viewer.exports.formats import FORMATS

pytestmark = pytest.mark.usefixtures("few_repairs")

VECTORS: Final = sorted((ROOT / "tests/vectors").glob("*alid/*.sgn"))
WRITTEN: Final = [each for each in FORMATS.values() if each.writer]
SPECS: Final = (
    "santase target=11 exchange-min-talon=4 claim=auto last-trick-claimable=yes failed-close=3",
    "schnapsen marriage-count=next-trick marriage-out=no claim=auto",
    "sixty-six",
    "schnapsen claim=auto",
    "santase",
    "schnapsen",
    "sixty-six-three",
    "santase-four",
    "santase-three",
    "sixty-six-four claim=auto",
)
Change = Callable[[DealRecord], DealRecord]


def _position(deal: DealRecord) -> DealRecord:
    """A deal taken up where two tricks are left of its hands; its counts need not fit."""
    hands = tuple((seat, Holding(hand.cards[-2:])) for seat, hand in deal.hands)
    return replace(deal, dealer=NOBODY, hands=hands, talon=None, position=Position(Seat(0), (30, 20)))


def _holed(deal: DealRecord) -> DealRecord:
    """A deal in which every third card is not recorded."""
    hands = ((seat, Holding(_sieved(hand.cards))) for seat, hand in deal.hands)
    return replace(deal, hands=tuple(hands), talon=deal.talon and Holding(_sieved(deal.talon.cards)))


def _sieved(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(UNRECORDED if place % 3 == 0 else card for place, card in enumerate(cards))


def _unplayed(trick: Trick) -> Trick:
    """A trick in which no card is recorded."""
    plies = (replace(ply, action=UNRECORDED) if ply.plays else ply for ply in trick.plies)
    return replace(trick, plies=tuple(plies))


def _closed(plies: tuple[Ply, ...]) -> tuple[Ply, ...]:
    """A trick in which the talon is closed between the lead and the reply."""
    return (*plies[:1], Ply(actions.CLOSE), *plies[1:])


CHANGES: Final[tuple[tuple[str, Change], ...]] = tuple(
    {
        "as it is": lambda deal: deal,
        "nothing": lambda deal: DealRecord(deal.number, deal.dealer),
        "no dealer, nothing": lambda deal: DealRecord(deal.number, NOBODY, position=Position(Seat(0))),
        "a result alone": lambda deal: DealRecord(deal.number, deal.dealer, result=Outcome(Seat(0), 2)),
        "no hands": lambda deal: replace(deal, hands=()),
        "one hand": lambda deal: replace(deal, hands=deal.hands[:1]),
        "empty hands": lambda deal: replace(deal, hands=tuple((seat, Holding(())) for seat, _ in deal.hands)),
        "short hands": lambda deal: replace(
            deal, hands=tuple((seat, Holding(hand.cards[:3])) for seat, hand in deal.hands)
        ),
        "no talon": lambda deal: replace(deal, talon=None),
        "no talon, no trump": lambda deal: replace(deal, talon=None, trump=None),
        "an empty talon": lambda deal: replace(deal, talon=Holding(())),
        "a short talon": lambda deal: replace(deal, talon=deal.talon and Holding(deal.talon.cards[-1:])),
        "the cards of one player twice": lambda deal: replace(
            deal, hands=tuple((seat, deal.hands[0][1]) for seat, _ in deal.hands)
        ),
        "holes": _holed,
        "a position": _position,
        "a position with play behind it": lambda deal: replace(_position(deal), tricks=deal.tricks[-2:]),
        "a whole deal as a position": lambda deal: replace(deal, dealer=-1, position=Position(Seat(0))),
        "no tricks": lambda deal: replace(deal, tricks=()),
        "three tricks": lambda deal: replace(deal, tricks=deal.tricks[:3]),
        "half a trick": lambda deal: replace(
            deal, tricks=tuple(replace(trick, plies=trick.plies[:1]) for trick in deal.tricks[:1])
        ),
        "three tricks, a result": lambda deal: replace(
            deal, tricks=deal.tricks[:3], result=Outcome(Seat(1), 1)
        ),
        "an empty trick": lambda deal: replace(deal, tricks=(*deal.tricks[:2], Trick(3))),
        "nothing but empty tricks": lambda deal: replace(deal, tricks=(Trick(1), Trick(2), Trick(3))),
        "without the first trick": lambda deal: replace(deal, tricks=deal.tricks[1:]),
        "the last trick twice": lambda deal: replace(deal, tricks=(*deal.tricks, *deal.tricks[-1:])),
        "no card of the play": lambda deal: replace(deal, tricks=tuple(map(_unplayed, deal.tricks))),
        "closed twice": lambda deal: replace(
            deal, tricks=tuple(replace(each, plies=(Ply(actions.CLOSE), *each.plies)) for each in deal.tricks)
        ),
        "closed over the lead": lambda deal: replace(
            deal, tricks=tuple(replace(each, plies=_closed(each.plies)) for each in deal.tricks[:3])
        ),
        "a card of another pack": lambda deal: replace(
            deal, hands=tuple((seat, Holding((6 * seat, *hand.cards[1:]))) for seat, hand in deal.hands)
        ),
        "announcements alone": lambda deal: replace(
            deal, tricks=(Trick(1, (), (Ply(actions.CLOSE), Ply(actions.EXCHANGE), Ply(actions.OUT))),)
        ),
        "a marriage alone": lambda deal: replace(
            deal, tricks=(Trick(1, (), (Ply(actions.marriage(Suit(0)), 20),)),), result=Outcome(Seat(0), 3)
        ),
        "unfinished": lambda deal: replace(deal, tricks=deal.tricks[:2], result=Outcome()),
        "resigned": lambda deal: replace(
            deal, tricks=(*deal.tricks[:2], Trick(3, (), (Ply(actions.RESIGN),))), result=None
        ),
        "agreed": lambda deal: replace(
            deal, tricks=deal.tricks[:2], result=Outcome(Seat(0), 2, True, "agreement", (31, 20), (2, 0))
        ),
        "forfeited": lambda deal: replace(deal, tricks=(), result=Outcome(Seat(0), 3, True, "forfeit")),
        "a draw": lambda deal: replace(deal, result=Outcome(NOBODY, 0)),
        "a result of nobody": lambda deal: replace(deal, result=Outcome(Seat(3), 4)),
        "ruled": lambda deal: replace(
            deal, awards=(Award(Seat(1), 3, "late", 1),), tricks=deal.tricks[:1], result=Outcome()
        ),
        "another number": lambda deal: replace(deal, number=deal.number + 7),
    }.items()
)
"""What is done to every deal of a record, by what is left of it."""


@cache
def odd(seed: int) -> tuple[tuple[str, Record], ...]:
    """A random match in every odd shape, each as it is read from its text."""
    rng = random.Random(seed)
    record = random_record(SPECS[seed % len(SPECS)], rng, noted=seed % 2 > 0, most_deals=2)
    shapes = [("no deals", replace(record, deals=())), ("nothing at all", Record())]
    shapes += [(name, replace(record, deals=tuple(map(change, record.deals)))) for name, change in CHANGES]
    unruled = replace(record, tags=(Tag("Rules", "whist"),))
    shapes += [("unknown rules", unruled), ("unknown rules, no deals", replace(unruled, deals=()))]
    return tuple((name, read_back) for name, shape in shapes if (read_back := _read_back(shape)))


def _read_back(record: Record) -> Record | None:
    [game] = read(write(record))
    return game.record


def written(record: Record, target: Format) -> bytes:
    """Write a record; see that each deal is written or left out with a reason."""
    telling = Telling()
    data, deals = write_records([(0, record)], target, telling)
    left_out = [entry for entry in telling.report if entry.kind is ReportKind.LEFT_OUT]
    assert all(entry.why and entry.words(ENGLISH) for entry in left_out)
    if target.table is None:  # a table has no row of a deal without play
        assert bool(data) == (bool(deals) if record.deals else not left_out)
    assert deals + sum(entry.count for entry in left_out if entry.deal) == len(record.deals)
    return data


def see(record: Record, target: Format, name: str = "") -> None:
    """See that a record goes into a format, and that what is written can be read."""
    data = written(record, target)
    if data and target.reader:
        told = Telling()
        assert list(records(data, target, told)), name
        assert target.holds == EVERYTHING or not told.findings, (name, told.findings, data)


@pytest.mark.slow
@for_each(WRITTEN, one_in=12, sizes=(2, 200), parts=7)
def test_every_odd_record_is_written_or_left_out_with_a_reason(target: Format, size: int) -> None:
    for seed in range(size):
        for name, record in odd(seed):
            see(record, target, name)


@pytest.mark.nightly
@pytest.mark.parametrize("path", sampled(VECTORS), ids=lambda path: path.stem)
def test_every_vector_is_written_or_left_out_with_a_reason(path: Path) -> None:
    for game in read(path.read_bytes()):
        for target in WRITTEN if game.record else ():
            assert game.record
            see(game.record, target)


def test_most_odd_shapes_can_be_read() -> None:
    """Else the tests above would show nothing."""
    assert len(odd(0)) > 30


@pytest.mark.parametrize("target", WRITTEN, ids=lambda each: each.name)
def test_a_game_without_deals_goes_only_where_its_tags_are_held(target: Format) -> None:
    done = convert(b'%SGN 1\n[A "Ivan"]\n', SGN, target)
    assert done.ok
    said = [entry.words(ENGLISH) for entry in done.report]
    if RecordPart.TAGS in target.holds:
        is_packed = done.data.startswith(b"PK")
        assert b"Ivan" in (convert(done.data, target, SGN).data if is_packed else done.data)
        assert said == []
    else:
        assert done.data == b""
        assert said == ["game 1: left out: it has no deals"]


def test_a_result_of_a_seat_that_is_not_there_is_not_counted_where_cards_cannot_be_read() -> None:
    text = """%SGN 1
[Rules "santase"]
deal 1 dealer B trump Qd
A: Ks As Qh Kh Ah Kc
B: Ts02 9d Kd Td 9c Qc
talon: 9h Tc Qs eaAd Th Jc 9s Jd Ac Js Jh Qd
1. As Td
2. exchange 40d close Kd Kc out
= C 3
"""
    [game] = read(text)
    assert game.draft
    assert game.draft.deals[0].result
    judged = judge(game)
    assert judged.score in ((), (0, 0), (0, 3))
    assert judged.is_open
