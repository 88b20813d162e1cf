"""The accounts of a game in which nothing is wrong, read from the states that the fast path kept of it.

They equal those of :func:`notation.rulings.ledger.accounts_of`, except for single steps and the contents of
the record. Nothing is judged again here, and nothing is decided.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from notation.judge.bulk import Verdict
from notation.judge.deal import Step
from notation.judge.judgement import DealJudgement, Event, Judgement, TrickLedger
from notation.judge.lane import CleanDeal
from notation.judge.results import PlayedResults, entry_of
from notation.record.model import NOBODY, UNRECORDED, DealRecord, Ply, Record, Tag
from notation.record.path import place
from notation.rulings.ledger import Account, Chance, Claimed, chances_in, entries_in
from notation.text.reader import Game, read_game
from referee import actions
from referee.actions import ACTIONS_BY_NUMBER
from referee.cards import SEATS
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.match import draw_bonus
from referee.settlement import reaches


def clean_accounts(verdict: Verdict, game: Game | None = None) -> tuple[Judgement, list[Account]]:
    """Return the judgement and the accounts of a game whose deals were kept.

    Unless the ``game`` was read, the record of the judgement has neither cards nor play, except if it has
    comments. The actions of its tricks do not have the points after them.
    """
    played = verdict.played
    assert played is not None  # noqa: S101 - they were kept
    judgement = Judgement(
        game or _game(verdict, played),
        verdict.rules,
        list(verdict.findings),
        list(map(_judged, played)),
        score=verdict.score,
        winner=verdict.winner,
        games=verdict.games,
    )
    results = PlayedResults(are_right=True)
    return judgement, [
        _account(judgement, number, deal, results) for number, deal in enumerate(played, start=1)
    ]


def _game(verdict: Verdict, played: Sequence[CleanDeal]) -> Game:
    """Return the game with what a ledger needs of its record."""
    source = verdict.source
    if verdict.has_comments:
        return read_game(source)
    deals = tuple(DealRecord(deal.number, deal.dealer) for deal in played)
    record = Record(tuple(Tag(name, value) for name, value in verdict.tags.items()), deals)
    return Game(source.number, source.line, source.text, record, (), record, source.raw)


def _judged(played: CleanDeal) -> DealJudgement:
    """Return a deal as judged."""
    entry = entry_of(played.number, played.dealer, played.states[-1])
    entry.tricks += _tricks(played)
    entry.game_points, entry.score = played.won, played.score
    return entry


def _tricks(played: CleanDeal) -> Iterator[TrickLedger]:
    """Yield the tricks that were opened, with all their actions."""
    heads = [played.states[place] for place in played.heads]
    end = played.states[-1]
    for number, (head, following) in enumerate(pairwise((*heads, end)), start=1):
        done = end.history[len(head.history) : len(following.history)]
        events = [
            _event(seat, action, head.trump)
            for seat, action in zip(done[::2], done[1::2], strict=True)
            if action != actions.DRAW
        ]
        winner = following.leader if following.trick >= number else NOBODY
        yield TrickLedger(number, head.turn, events, winner, following.own_points)


@lru_cache(maxsize=1 << 10)
def _event(seat: int, number: int, trump: int) -> Event:
    """Return an action of a seat as in the ledger of a trick."""
    action, value = ACTIONS_BY_NUMBER[number], 0
    if actions.is_marriage(action):
        value = 40 if action - actions.MARRIAGE == trump else 20
    elif action == actions.CLOSE_SHORT:
        action = actions.CLOSE
    card = action if actions.is_play(action) else UNRECORDED
    return Event(Ply(action, value), SEATS[seat], (), None, card)


def _account(judgement: Judgement, number: int, played: CleanDeal, results: PlayedResults) -> Account:
    deal, rules = judgement.deals[number - 1], judgement.rules
    assert rules is not None  # noqa: S101 - a verdict has them
    states = played.states
    steps = tuple(states[-1].steps or ()) if deal.result else ()
    if deal.result and deal.game_points > deal.result.game_points:
        steps += (draw_bonus(rules, deal.result, deal.game_points),)
    begin = place(1)
    first = Step(begin, states[0], None, states[0])
    changes = [first, *(Step(begin, before, None, after) for before, after in pairwise(states))]
    return Account(
        judgement,
        number,
        rules,
        judgement.game.readable.deals[number - 1],
        deal,
        (first, changes[-1]),
        tuple(entries_in(changes, steps)),
        tuple(_claims(played)),
        tuple(_chances(states)),
        steps,
        results=results,
    )


def _claims(played: CleanDeal) -> Iterator[Claimed]:
    """Yield the claim that ended a deal, if any."""
    if played.claim:
        before, end = played.states[-2:]
        seat = SEATS[end.history[-2]]
        needed = before.terms.target
        yield Claimed(played.claim, seat, reaches(before, seat), 0, needed=needed)


def _chances(states: Sequence[Deal]) -> Iterator[Chance]:
    """Yield the missed chances to go out, from the last state in which nobody has 66."""
    end = states[-1]
    rules = end.rules
    more = rules.last_bonus if rules.last_bonus_claimable else 0
    if rules.claim_mode is not ClaimMode.SAID or max(end.points) + more < end.terms.target:
        return iter(())
    start = next(state for state in reversed(states) if max(state.points) < end.terms.target)
    return chances_in(_steps(start, end))


def _steps(start: Deal, end: Deal) -> Iterator[Step]:
    """Yield the steps between two states of a deal; their states are one deal that advances."""
    deal = start.copy()
    yield Step(place(deal.trick + 1), deal, None, deal)
    done = end.history[len(start.history) :]
    for seat, number in zip(done[::2], done[1::2], strict=True):
        path = place(deal.trick + 1)
        deal.push(ACTIONS_BY_NUMBER[number], SEATS[seat])
        event = None if number == actions.DRAW else _event(seat, number, deal.trump)
        yield Step(path, deal, event, deal)
    if end.over and not deal.over:
        yield Step(place(end.trick), deal, None, end)
