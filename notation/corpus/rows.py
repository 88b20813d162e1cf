"""A judged game as rows of the tables of a corpus.

Everything is read from the judgement, the accounts of its deals and the replay of each; nothing is judged
here, and rows do not depend on other games except for the game's number.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from notation.corpus.facts import Row, SharedCells, finding_rows, game_row
from notation.corpus.tables import ALWAYS, TABLES
from notation.findings import catalogue
from notation.judge import judge
from notation.judge.deal import Step
from notation.judge.judgement import Closing, Event, Judgement, TrickLedger
from notation.judge.opening import word_of
from notation.record.model import NOBODY, UNNAMED, UNRECORDED
from notation.record.path import Path
from notation.record.words import action_word, card_word, seat_letter, seat_or_none, wins
from notation.rulings.ledger import Account, EntryKind, accounts_of, judge_in_full
from notation.rulings.mistakes import mistake_of
from notation.rulings.play_worth import RULED_POSITIONS, BestPlay, best_play
from notation.rulings.state_at import choice_word
from notation.specs.spec import write_spec
from notation.text.reader import Game
from referee import actions, arithmetic
from referee.arithmetic import ArithmeticStep
from referee.cards import SEATS, SUIT_LETTERS, Card, Seat, Suit, mask, members, players_of, points_of
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Result

Rows = dict[str, list[Row]]
"""Rows by table name."""

_KINDS: Final = {
    actions.EXCHANGE: "exchange",
    actions.CLOSE: "close",
    actions.CLOSE_SHORT: "close",
    actions.OUT: "claim",
    actions.RESIGN: "resign",
}


class DealFacts(NamedTuple):
    """What the rows of a deal and of its seats are made of."""

    number: int
    rules: RuleSet
    spec: str
    dealer: Seat
    leader: Seat
    trump: Suit
    turn_up: Card | None
    hands: Mapping[Seat, str]
    talon: list[str] | None
    """The cards in words."""
    result: Result | None
    game_points: int
    points: Sequence[int]
    tricks: Sequence[int]
    steps: Sequence[ArithmeticStep]
    """The arithmetic of the result."""
    closing: Closing | None
    errors: int
    play: str
    """The digest of what was dealt and done."""

    @property
    def stands(self) -> bool:
        """Whether the play decides the deal and no finding in it is an error."""
        return self.result is not None and not self.errors


def judged_in_full(game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None) -> Judgement:
    """Return the judgement of a game with every finding, without a limit."""
    judgement = judge(game, assumed, imposed)
    if judgement.rules and any(finding.code is catalogue.MORE for finding in judgement.findings):
        return judge_in_full(game, judgement.rules)
    return judgement


def rows_of(
    judgement: Judgement,
    file: str = "-",
    game_id: int = 1,
    tables: Collection[str] = ALWAYS,
    digested: bool = True,
) -> Rows:
    r"""Return the rows of some tables for a judged game, with its digest or without.

    By default those of all tables but the ones on request.

    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"santase\"]\ndeal 1 dealer B\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td"
    >>> rows = rows_of(judge(next(read(text))))
    >>> [(row["place"], row["seat"], row["word"], row["points"]) for row in rows["actions"]]
    [('1.1', 'A', 'As', [0, 0]), ('1.2', 'B', 'Td', [0, 0])]
    """
    accounts = list(accounts_of(judgement)) if judgement.rules else []
    game = SharedCells.of(judgement)
    rows: Rows = {table: [] for table in TABLES if table in tables}
    plays = []
    for account in accounts:
        key = {"game_id": game_id, "deal": account.number}
        if not rows.keys().isdisjoint({"games", "deals"}):
            plays.append(_play_digest(account))
        if not rows.keys().isdisjoint({"deals", "seats"}):
            facts = facts_of(account, plays[-1] if plays else "")
            if "deals" in rows:
                rows["deals"].append(deal_row(facts, game, game_id))
            if "seats" in rows:
                rows["seats"] += [key | row for row in seat_rows(account, facts, game)]
        if "tricks" in rows:
            rows["tricks"] += [key | _trick_row(trick, account, game) for trick in account.deal.tricks]
        if not rows.keys().isdisjoint({"actions", "decisions"}):
            done = [key | row for row in _action_rows(account, game)]
            for table in rows.keys() & {"actions", "decisions"}:
                rows[table] += [
                    {field.name: row[field.name] for field in TABLES[table]}
                    for row in done
                    if table == "actions" or row["decides"]
                ]
        if "costs" in rows:
            rows["costs"] += [key | row for row in _cost_rows(account, game)]
    if "games" in rows:
        named = judgement.game.digest if digested else None
        deals = len(judgement.game.readable.deals)
        rows["games"].append(game_row(judgement, game, game_id, file, deals, plays, named))
    if "findings" in rows:
        rows["findings"] += finding_rows(judgement, game_id, _places(accounts))
    return rows


def facts_of(account: Account, play: str = "") -> DealFacts:
    """Return the facts of an account, with the digest of the play where it is needed."""
    deal, record = account.deal, account.record
    start = account.played[0].after if account.played else None
    return DealFacts(
        account.number,
        account.rules,
        write_spec(account.rules),
        deal.dealer,
        start.leader if start else NOBODY,
        start.trump if start else record.suit,
        record.trump if record.trump is not None else _turn_up(start),
        {seat: " ".join(map(card_word, hand.cards)) for seat, hand in record.hands},
        list(map(card_word, record.talon.cards)) if record.talon else None,
        deal.result,
        deal.game_points,
        deal.card_points,
        deal.tricks_won,
        account.steps,
        deal.closing,
        sum(finding.is_error for finding in account.findings),
        play,
    )


def deal_row(facts: DealFacts, game: SharedCells, game_id: int) -> Row:
    """Return the row of a deal."""
    rules, result, closing, hands = facts.rules, facts.result, facts.closing, facts.hands
    lines = [step.line for step in facts.steps]
    return {
        "game_id": game_id,
        "deal": facts.number,
        "rules": rules.name,
        "spec": facts.spec,
        "event": game.event,
        "date": game.date,
        "players": game.names[: rules.seats],
        "dealer": seat_or_none(facts.dealer),
        "leader": seat_or_none(facts.leader),
        "trump": _suit_letter(facts.trump),
        "turn_up": card_word(facts.turn_up) if facts.turn_up is not None and facts.turn_up >= 0 else None,
        "hands": list(map(hands.get, SEATS[: rules.seats])),
        "talon": facts.talon,
        "complete": result is not None,
        "stands": facts.stands,
        "winner": seat_or_none(result.winner) if result else None,
        "game_points": facts.game_points if result else None,
        "reason": result.word if result else None,
        "points": _list_or_none(facts.points),
        "tricks": _list_or_none(facts.tricks),
        "schneider": arithmetic.SCHNEIDER in lines if result else None,
        "schwarz": arithmetic.SCHWARZ in lines if result else None,
        "closer": seat_letter(closing.seat) if closing else None,
        "close_trick": closing.trick if closing else None,
        "close_points": _list_or_none(closing.points) if closing else None,
        "close_tricks": _list_or_none(closing.tricks) if closing else None,
        "close_talon": closing.talon if closing else None,
        "close_short": closing.short if closing else None,
        "play": facts.play,
        "errors": facts.errors,
    }


def _suit_letter(suit: Suit) -> str | None:
    """Return the letter of a suit, if there is one."""
    return SUIT_LETTERS[suit] if suit >= 0 else None


def _list_or_none(numbers: Sequence[int]) -> list[int] | None:
    """Return numbers as a cell, none where there are none."""
    return list(numbers) if numbers else None


def _stands(account: Account) -> bool:
    return account.deal.result is not None and not any(finding.is_error for finding in account.findings)


def _trump(account: Account) -> str | None:
    return _suit_letter(account.played[0].after.trump if account.played else account.record.suit)


def _turn_up(start: Deal | None) -> Card | None:
    """Return the card under the talon before the first lead."""
    return start.talon[-1] if start and start.talon_left else None


def seat_rows_of(judgement: Judgement) -> Iterator[Row]:
    """Yield what each seat did in every deal of a game: table `seats`, without the columns of the game."""
    game = SharedCells.of(judgement)
    for account in accounts_of(judgement) if judgement.rules else ():
        for row in seat_rows(account, facts_of(account), game):
            yield {"deal": account.number} | row


def seat_rows(account: Account, facts: DealFacts, game: SharedCells) -> Iterator[Row]:
    """Yield what each seat did in a deal, and how its side did; without the game and the deal."""
    rules, result, closing = facts.rules, facts.result, facts.closing
    end = account.played[-1].after if account.played else None
    claims = [(claim.seat, claim.stands) for claim in account.claims if not claim.refused]
    missed = {chance.seat for chance in account.chances}
    marriages = [
        (entry.seat, end is not None and entry.suit == end.trump)
        for entry in account.entries
        if entry.kind is EntryKind.MARRIAGE
    ]
    schneider, schwarz = (_losers(facts, line) for line in (arithmetic.SCHNEIDER, arithmetic.SCHWARZ))
    for seat in SEATS[: rules.seats]:
        place, side = rules.side_of[seat], rules.side(seat)
        won = result and wins(result.winner, seat)
        yield {
            "seat": seat_letter(seat),
            "side": seat_letter(side),
            "names_side": seat == place,
            "player": game.counted[seat],
            "rules": rules.name,
            "year": game.year,
            "complete": result is not None,
            "dealt": facts.dealer == seat,
            "led": facts.leader == seat,
            "won": won if result else None,
            "game_points": scored(result, facts.game_points, place, bool(won)) if result else None,
            "points": facts.points[place] if facts.points else None,
            "tricks": facts.tricks[place] if facts.tricks else None,
            "closed": closing is not None and closing.seat == seat,
            "close_won": bool(closing and closing.seat == seat and won),
            "claimed": any(claimant == seat for claimant, _ in claims),
            "claim_false": any(claimant == seat and not stands for claimant, stands in claims),
            "claim_missed": seat in missed,
            "marriages_20": marriages.count((seat, False)),
            "marriages_40": marriages.count((seat, True)),
            "schneider": side in schneider,
            "schwarz": side in schwarz,
        }


def _losers(facts: DealFacts, line: arithmetic.Line) -> set[Seat]:
    """Return the sides to which a line of the arithmetic applies, if they lost."""
    result = facts.result
    said = [Seat(step.facts["loser"]) for step in facts.steps if step.line is line]
    lost = {facts.rules.side(seat) for loser in said for seat in players_of(loser)}
    return {side for side in lost if not wins(result.winner, side)} if result else set()


def scored(result: Result, game_points: int, place: Seat, won: bool) -> int:
    """Return the game points that a deal brought a side."""
    if result.paid:
        return result.paid[place]
    return game_points if won else 0


def _trick_row(trick: TrickLedger, account: Account, game: SharedCells) -> Row:
    plays = [event for event in trick.events if event.ply.plays]
    cards = [event.card for event in plays]
    known = bool(cards) and min(cards) >= 0
    return {
        "trick": trick.number,
        "spec": write_spec(account.rules),
        "event": game.event,
        "date": game.date,
        "leader": seat_or_none(trick.leader),
        "winner": seat_or_none(trick.winner),
        "actions": [_word(event) for event in trick.events if event.ply.action != actions.DRAW],
        "cards": [_card(event) for event in plays],
        "value": points_of(mask(cards)) if known else None,
        "points": _list_or_none(trick.points),
    }


def _action_rows(account: Account, game: SharedCells) -> Iterator[Row]:
    """Yield the actions of a deal, with what their seats knew and what the deal brought them."""
    spec, stands = write_spec(account.rules), _stands(account)
    table: list[str] = []
    trick = 0
    for step in account.played:
        if step.event is None:
            continue
        if step.path.trick != trick or len(table) == account.rules.seats:
            trick, table = step.path.trick, []
        on_table = table or [card_word(step.before.lead)] * (step.before.lead >= 0)
        yield {
            **_action_row(step, step.event),
            **_sight_row(step.before, step.event.seat),
            **_outcome_row(account, step.event.seat),
            "spec": spec,
            "event": game.event,
            "date": game.date,
            "player": game.names[step.event.seat] if step.event.seat >= 0 else None,
            "dealer": seat_or_none(account.deal.dealer),
            "table": list(on_table),
            "outcome_stands": stands,
            "decides": not step.before.over,  # a card can follow the marriage that has ended a deal
        }
        if step.event.ply.plays:
            table = [*on_table, _card(step.event)]


def _kind(event: Event) -> str:
    action = event.ply.action
    if event.ply.plays:
        return "card"
    if actions.is_marriage(action):
        return "marriage"
    return _KINDS.get(action) or _word(event).split()[0]  # a word of the opening


def _action_row(step: Step, event: Event) -> Row:
    before = step.before
    return {
        "trick": step.path.trick,
        "action": step.path.action,
        "place": str(step.path),
        "seat": seat_or_none(event.seat),
        "word": _word(event),
        "kind": _kind(event),
        "card": card_word(event.card) if event.card >= 0 else None,
        "ruling": event.ruling.code.id if event.ruling else None,
        "legal": _legal(before, event.seat) if _sees_all(before, event.seat) else None,
        "lead": card_word(before.lead) if before.lead >= 0 else None,
        "points": list(before.own_points),
        "tricks": list(before.own_tricks),
        "tricks_left": _tricks_left(before),
        "talon": before.talon_left,
        "trump": _suit_letter(before.trump),
        "closer": seat_or_none(before.closer),
    }


def _sees_all(deal: Deal, seat: Seat) -> bool:
    """Return whether everything is recorded that a seat must see to know its options."""
    if seat < 0:
        return not any(deal.unseen) and min(deal.talon, default=0) >= 0
    return not deal.unseen[seat] and (deal.talon_left == 0 or deal.talon[-1] >= 0)


def _sight_row(deal: Deal, seat: Seat) -> Row:
    """Return what a seat sees of a deal, in addition to the columns of every action."""
    turn_up = _turn_up(deal)
    known = list(members(deal.hands[seat])) if seat >= 0 else []
    hidden = deal.unseen[seat] if seat >= 0 else 0
    return {
        "turn_up": card_word(turn_up) if turn_up is not None and turn_up >= 0 else None,
        "hand": [*map(card_word, known), *[card_word(UNRECORDED)] * hidden],
        "gone": list(map(card_word, members(deal.gone))),
        "waiting": list(deal.own_pending),
    }


def _outcome_row(account: Account, seat: Seat) -> Row:
    deal, result = account.deal, account.deal.result
    if result is None or seat < 0:
        names = ("outcome_won", "outcome_game_points", "outcome_points", "outcome_reason")
        return dict.fromkeys(names)
    place = account.rules.side_of[seat]
    won = wins(result.winner, seat)
    lost = 0 if won or result.winner < 0 or result.paid else deal.game_points
    return {
        "outcome_won": won,
        "outcome_game_points": scored(result, deal.game_points, place, won) - lost,
        "outcome_points": deal.card_points[place] if deal.card_points else None,
        "outcome_reason": result.word,
    }


def _cost_rows(account: Account, game: SharedCells) -> Iterator[Row]:
    """Yield what each action of a deal cost, from where that is known."""
    found = best_play(account, RULED_POSITIONS)
    if not isinstance(found, BestPlay):
        return
    for each in found.actions:
        yield {
            "trick": each.path.trick,
            "action": each.path.action,
            "place": str(each.path),
            "seat": seat_letter(each.seat),
            "player": game.counted[each.seat],
            "rules": account.rules.name,
            "year": game.year,
            "word": _word(each.event) if each.event else None,
            "decides": each.is_decision,
            "value": each.value,
            "best": each.best,
            "cost": each.cost,
            "mistake": mistake_of(each).value if each.cost else None,
            "better": [choice_word(found.deal, move.action) for move in each.better] if each.cost else None,
            "whole": found.is_whole,
        }


def _legal(deal: Deal, seat: Seat) -> list[str]:
    """Return the legal actions of a seat, in the words of a record."""
    found = []
    for action, actor in deal.legal():
        if actor == seat:
            marriage = actions.is_marriage(action)
            value = deal.marriage_points(actions.marriage_suit(action)) if marriage else 0
            found.append("draw" if action == actions.DRAW else word_of(deal.rules, action, value))
    return found


def _tricks_left(deal: Deal) -> int:
    held = max(deal.held(seat) + deal.unseen[seat] for seat in SEATS[: deal.rules.seats])
    return held if deal.strict else held + deal.talon_left // deal.rules.seats


def _card(event: Event) -> str:
    return card_word(event.card if event.card >= 0 else event.ply.played)


def _word(event: Event) -> str:
    ply = event.ply
    if ply.plays:
        return _card(event)
    return (
        str(ply.value) if ply.action == UNNAMED else action_word(ply.action, ply.value, ply.word, ply.cards)
    )


def _places(accounts: Sequence[Account]) -> dict[tuple[int, str, Any], Path]:
    """Return the places of findings on actions, by deal, code and span."""
    places: dict[tuple[int, str, Any], Path] = {}
    for account in accounts:
        for step in account.played:
            for finding in step.findings:
                places.setdefault((account.number, finding.code.id, finding.span), step.path)
    return places


def _play_digest(account: Account) -> str:
    """Return the SHA-256 of a deal's cards and its play, independent of the players."""
    record = account.record
    words = [seat_or_none(record.dealer) or "-", str(account.rules.seats)]
    for seat, hand in sorted((seat, sorted(hand.cards)) for seat, hand in record.hands):
        words.append(f"{seat_letter(seat)}: {' '.join(map(card_word, hand))}")
    words.append(" ".join(map(card_word, record.talon.cards)) if record.talon else "-")
    words.append(_trump(account) or "-")
    done = (event for trick in account.deal.tricks for event in trick.events)
    events = [event for event in done if event.ply.action != actions.DRAW]
    words += [f"{seat_or_none(event.seat) or '-'} {_word(event)}" for event in events]
    if not events:  # the play was not judged: use it as written
        words += [repr(replace(ply, notes=())) for trick in record.tricks for ply in trick.plies]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()
