"""What the judge says of thousands of odd records, and the referee of states, remembered by digests.

`PYTHONPATH=. .venv/bin/python tests/scripts/remembered.py` renews tests/vectors/remembered.txt, in which each
kind and rule set has a line, and prints the names of what has changed. Given such names, `gaps/schnapsen/3`,
it shows the record and all that is said. A new option, or a change of what makes the records, gives others.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from notation import read
from notation.findings.finding import Finding
from notation.judge import (
    Event,
    Judgement,
    all_series,
    deed,
    in_brief,
    judge,
    member_of,
    prove_dealing,
    repairs,
    speaks,
    spoken,
    took_back,
)
from notation.rulings.ledger import account
from notation.rulings.state_at import Situation, situation
from referee.actions import ACTIONS_BY_NUMBER, ANNOUNCEMENTS, OUT, RESIGN
from referee.auction import is_word
from referee.cards import CARDS_BY_NUMBER, NO_SUIT, NOBODY, SEATS, SUITS, Seat, members
from referee.clock import TimeControl
from referee.deal import Deal
from referee.prospects import Prospects
from referee.rulesets import PRESETS
from referee.solver import Solver
from referee.table import ARBITER, HOST, UNKNOWN, Entry, Kind, Mode, Proposal, Table
from referee.view import View, Watcher, laid_unseen
from referee.whereabouts import knowledge
from tests.support.endgames import endgame
from tests.support.games import random_deal, valid_spec
from tests.support.odd import KINDS, REPAIRED, number_of, specs
from tests.support.sizes import FEW_REPAIRS
from tests.support.tables import rules_of

KEPT: Final = Path(__file__).parents[1] / "vectors" / "remembered.txt"
TRIED: Final = (*CARDS_BY_NUMBER, *ANNOUNCEMENTS)
OF_TABLE: Final = (
    *("number", "dealer", "score", "paused", "ending", "winner", "offer", "calls", "rematch", "committed"),
    *("cut_by", "left", "running", "seated", "confirmed", "settles"),
)
OF_VIEW: Final = (
    *("legal", "phase", "turn", "hand", "held", "idle", "trump", "talon_left", "turn_up", "strict", "closer"),
    *("face_down", "lead", "best", "best_seat", "points", "pending", "tricks", "claim_holds", "laid_away"),
)
HAD: Final = (0, 0, 10, 20, 32, 33, 44, 49, 50, 55, 60, 65, 65, 66, 70, 95, 100, 101, 110)
"""Card points that make a difference somewhere."""
SIGNS: Final = 5
"""Of each digest so many are kept."""


def text_of(kind: str, name: str, number: int) -> str:
    """The record of a kind under a rule set with this number."""
    rng = random.Random(f"{kind} {name} {number}")
    return KINDS[kind](valid_spec(rng, 4, [name]), rng)


def said(kind: str, name: str, number: int) -> list[object]:
    """All that is said of the games of a record: of the first of a group with the ledgers."""
    if kind in OF_REFEREE:
        return list(OF_REFEREE[kind](name, random.Random(f"{kind} {name} {number}")))
    text = text_of(kind, name, number)
    imposed = random.Random(text).choice(list(PRESETS.values())) if number == 2 else None
    limits = {} if kind in REPAIRED and number < REPAIRED[kind] else FEW_REPAIRS
    with patch.dict(vars(repairs), limits):
        judgements = [judge(game, imposed=imposed) for game in read(text.encode())]
        return list(all_of(judgements, in_full=number == 0))


def all_of(judgements: list[Judgement], in_full: bool) -> Iterator[object]:
    """All that is said in some judgements, and of the series that they make."""
    for judgement in judgements:
        yield str(judgement.rules)
        yield judgement.score, judgement.winner, judgement.games, judgement.is_open, judgement.errors
        yield from map(found, judgement.findings)
        for at, deal in enumerate(judgement.deals, start=1):
            yield of_deal(deal)
            if in_full and judgement.rules:
                yield from ledger(judgement, at)
    for series in all_series(filter(None, map(member_of, judgements))):
        yield series.players, series.tally, series.lost
        for match in series.matches:
            yield match.seats, match.score, match.counts, match.tally, *map(found, match.findings)


def found(finding: Finding) -> tuple[object, ...]:
    """All that a finding says."""
    where = (*finding.span, finding.deal, finding.trick, finding.seat, finding.cite)
    return (
        finding.code.id,
        where,
        finding.facts,
        finding.related,
        finding.fix,
        finding.proposal,
        finding.repairs,
    )


def of_deal(deal: Any) -> tuple[object, ...]:
    """All that a deal comes to, trick by trick, and what could have been played instead."""
    tricks = [
        (
            *(trick.number, trick.leader, trick.winner, trick.points),
            [
                (
                    *(event.seat, event.points, event.card, event.ply.span, event.ply),
                    event.ruling and (event.ruling.code.id, event.ruling.seat, event.ruling.facts),
                    [of_deal(other) for other in event.variations],
                    in_words(event),
                )
                for event in trick.events
            ],
        )
        for trick in deal.tricks
    ]
    comes_to = (deal.result, deal.game_points, deal.tricks_won, deal.card_points, deal.closing, deal.trusted)
    undertaking = deal.undertaking and (deal.undertaking.contract.name, *deal.undertaking[1:])
    told = (undertaking, deal.awarded, deal.score, deal.stopped, deal.unsure)
    return deal.number, deal.dealer, tricks, comes_to, *told


def in_words(event: Event) -> list[object]:
    """What an action is called, unless it is a card, and what was taken back with it."""
    ply, seat = event.ply, event.seat
    called: list[object] = [took_back(seat, back) for back in ply.withdrawn]
    if not ply.plays:
        called += (spoken(ply, seat), in_brief(ply)) if speaks(ply) else (deed(ply),)
    return called


def ledger(judgement: Judgement, number: int) -> Iterator[object]:
    """How a deal came to its result, and what may be done and known at some of its moments."""
    told = account(judgement, number)
    yield prove_dealing(told.rules, told.record)
    yield told.entries, told.steps, told.claims, told.left
    for step in told.played:
        yield step.path, step.written, [found.code.id for found in step.findings], step.after.standing()
    for step in told.played[number % 5 :: 5]:
        now = situation(told, step.path)
        if isinstance(now, Situation):
            yield now.path, now.allowed, now.open_choices, now.refused, now.claims, now.sights
        else:
            yield now


def states(name: str, rng: random.Random) -> Iterator[object]:
    """What is allowed, known and at stake at some moments of a random deal, and what an endgame is worth."""
    rules = rules_of(valid_spec(rng, 4, [name]))
    played = random_deal(rules, rng.choice(SEATS[: rules.seats]), rng)
    deal, prospects = played.start(rules, played.end.dealer), Prospects(rules)
    watcher = Watcher(deal, trusts=rng.random() < 0.8)
    deal.steps = []
    moments = rng.sample(range(len(played.done)), min(4, len(played.done)))
    for at, (seat, action) in enumerate(played.done):
        if at in moments:
            legal = deal.legal()
            yield legal, deal.standing(), deal.key(), deal.pack()
            for each in SEATS[: rules.seats]:
                words = (word for word in ACTIONS_BY_NUMBER if word in TRIED or is_word(deal.rules, word))
                tried = ((word, deal.why_not(word, each)) for word in words)
                yield [ruling and (word, ruling.code.id, ruling.seat, ruling.facts) for word, ruling in tried]
                view = View(deal, each, [word for word, who in legal if who == each], watcher)
                told = knowledge(watcher.play(), each, deal.hands[each], laid_unseen(deal, each))
                yield [getattr(view, part) for part in OF_VIEW], told, list(view.history()), view.on_table()
            if deal.auction is None:
                other = watcher.deal_if(deal.hands, deal.talon[deal.drawn :])
                yield other.key(), other.gone
            for side in SEATS[: 2 if prospects.speaks_of(deal) else 0]:
                yield (
                    prospects.limits(deal, side),
                    [prospects.bound(deal, side, goal) for goal in range(-3, 4)],
                )
                yield prospects.key(deal, side), prospects.needless(deal)
            yield from (ended(deal.copy(), rng) for _ in range(3))
        deal.push(action, seat)
    if not deal.over:
        deal.finish()
    yield deal.result, deal.steps, deal.standing()
    if rules.sides == (0, 1):
        end = endgame(rules, rng)
        yield Solver(SEATS[rng.randrange(2)]).actions(end)


def ended(deal: Deal, rng: random.Random) -> tuple[object, ...]:
    """How a deal ends if the sides have other points by then, by a claim or because somebody gives up."""
    deal.steps, deal.points = [], rng.choices(HAD, k=len(deal.points))
    deal.push(rng.choice((OUT, OUT, RESIGN)), rng.choice(SEATS[: deal.rules.seats]))
    while not deal.over and not deal.spent:
        deal.do(*rng.choice([move for move in deal.legal() if move[0] != OUT]))
    return deal.finish(), deal.steps


def tables(name: str, rng: random.Random) -> Iterator[object]:
    """What a table answers to what is entered there, much of it refused, and what everybody sees then."""
    rules = rules_of(valid_spec(rng, 4, [name]))
    deals = rng.choice((2, 3)) if rules.mp_all_pay else rng.choice((0, 0, 2))
    control = rng.choice((None, TimeControl(40_000, 1_000)))
    table = Table(rules, rng.choice(SEATS[: rules.seats]), rng.choice(list(Mode)), control, deals)
    readers = (NOBODY, *SEATS[: rules.seats], HOST, ARBITER)
    for at in range(0, 160_000, 1_000):
        yield table.receive(_entry(table, readers, at, rng), table.version - (rng.random() < 0.01))
        if at % 20_000 == 0 or table.ending:
            for reader in readers:
                view = table.view(reader, at + 5)
                deal, closed = view.deal, view.closed
                yield [getattr(view, part) for part in OF_TABLE], table.legal(reader)
                yield closed and (closed.result, closed.won, closed.score)
                yield deal and [getattr(deal, part) for part in OF_VIEW]
                if deal and table.mode is Mode.STRICT:
                    yield deal.sight(), list(deal.history())


def _entry(table: Table, makers: Sequence[Seat], at: int, rng: random.Random) -> Entry:
    """Something that somebody enters: mostly what can be entered next."""
    deal, seats = table.now.deal if table.now else None, makers[1:-2]
    action, seat = rng.choice((deal and deal.legal()) or [(rng.choice(TRIED), rng.choice(seats))])
    if rng.random() < 0.05:
        action, seat = rng.choice(TRIED), rng.choice(makers)
    is_usual = rng.random() < 0.85
    kind = (Kind.ACT if deal and not deal.over else Kind.DEAL) if is_usual else rng.choice(list(Kind))
    makes = ARBITER if table.mode is Mode.SCORER else seat if kind is Kind.ACT else HOST
    pack = [*members(table.rules.deck_cards)]
    rng.shuffle(pack)
    if table.mode is Mode.SCORER and rng.random() < 0.4:
        pack[table.rules.deal_hand_size * rng.randrange(2) :] = []
    unknown = [UNKNOWN] * (table.rules.deck_cards.bit_count() - len(pack))
    data = bytes([*pack, *unknown]) if kind is Kind.DEAL else rng.choice((b"Ivan", b"7", bytes(32), b""))
    return Entry(
        *(kind, makes if is_usual else rng.choice(makers[1:]), at, action, seat),
        *(rng.randrange(5), rng.randrange(-1, table.version + 1), rng.choice((None, *Proposal))),
        *(data, rng.choice((NO_SUIT, *SUITS)), "late"),
    )


OF_REFEREE: Final[dict[str, Callable[[str, random.Random], Iterator[object]]]] = {
    "states": states,
    "tables": tables,
}
"""The kinds that have no records: what the referee says at random moments."""
GROUPS: Final = [(kind, name) for kind in (*KINDS, *OF_REFEREE) for name in specs(kind)]
"""Every kind with every rule set for which there is something of it."""


def line(kind: str, name: str) -> str:
    """The line of a kind and a rule set: the digests of all of it."""
    parts = (
        sha256(repr(said(kind, name, number)).encode()).hexdigest()[:SIGNS]
        for number in range(number_of(kind))
    )
    return f"{kind}/{name}: {' '.join(parts)}"


@cache
def kept() -> dict[str, str]:
    """The lines that are remembered, by kind and rule set."""
    return {each.partition(":")[0]: each for each in KEPT.read_text("utf-8").splitlines()}


def changed(then: str, now: str) -> list[str]:
    """The names of those in a line of which something else is said."""
    name, _, parts = now.partition(": ")
    before = then.partition(": ")[2].split()
    pairs = enumerate(zip_longest(before, parts.split()))
    return [f"{name}/{number}" for number, (one, other) in pairs if one != other]


def main() -> None:
    """Renew what is remembered, or show some records."""
    for each in sys.argv[1:]:
        kind, name, number = each.split("/")
        print(
            text_of(kind, name, int(number)) if kind in KINDS else "",
            *said(kind, name, int(number)),
            sep="\n",
        )
    if not sys.argv[1:]:
        then, now = kept(), {f"{kind}/{name}": line(kind, name) for kind, name in GROUPS}
        for group, each in now.items():
            print(*(f"{name}\n" for name in changed(then.get(group, ""), each)), sep="", end="")
        KEPT.write_text("".join(f"{each}\n" for each in now.values()), "utf-8")


if __name__ == "__main__":
    main()
