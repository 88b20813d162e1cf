"""The log of `PlayerWithLoggerDecorator` in NikolayIT's SantaseGameEngine (C#, e0f202b): a player's own view.

Its program plays Santase to 11: 66 ends a deal automatically, also on announcing and through the last trick,
a failed close costs 3. Two logs of one game in a file are merged, whether in sequence or interleaved line by
line (:mod:`notation.formats.decorator.shared`). Traps: `Announce` on a `Playing` line is logged before it is
checked and means nothing; an exchange or close of the opponent appears only as another `Trump:` or as `State:
Final` while cards are left; a marriage that ends the deal is a trick without a reply; points appear only in
the score before the next deal. Here the log is only split into parts and written.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.cutting import HeadLine, heads_by, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import LogError, line_of, lines
from notation.formats.core.moves import arranged, following, reaches_66, sign, talon_of, unfit_by_card
from notation.formats.core.observation import OneSidedDeal, OneSidedLog, paired, seen_of
from notation.formats.core.replayed import Done, followed
from notation.formats.core.report import Telling
from notation.formats.decorator.lines import CARD, DOING, LINES, RULE, VALUES, LogReader
from notation.formats.decorator.shared import unpicked
from notation.record.model import NOBODY, DealRecord, Holding, Outcome, Record, Span, Tag
from notation.record.words import seat_letter
from referee import actions
from referee.cards import NO_CARD, SEATS, Card, Seat
from referee.rules import RuleSet

SPEC: Final = (
    "santase target=11 exchange-min-talon=4 claim=auto last-trick-claimable=yes failed-close=3"
    " defender-out=as-failed"
)
_sign: Final = partial(sign, ten="10")
_VALUE_WORDS: Final = {value: word for word, value in VALUES.items()}
_DOING_WORDS: Final = {action: word for word, action in DOING.items()}


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    reader = LogReader(telling)
    for number, text in unpicked(lines(data, telling), telling):
        reader.read(number, text)
    for logs in paired(reader.logs):
        telling.begin(*(log.line for log in logs))
        yield _record(logs, telling)


def _record(logs: tuple[OneSidedLog, ...], telling: Telling) -> Record:
    opponents = {1: logs[0].opponent} if len(logs) == 1 else {0: logs[1].opponent, 1: logs[0].opponent}
    tags = tuple(Tag(seat_letter(seat), name) for seat, name in opponents.items() if name)
    deals = []
    for number in range(1, max(len(log.rounds) for log in logs) + 1):
        views = {
            seat: log.rounds[number - 1]
            for seat, log in zip(SEATS, logs, strict=False)
            if number <= len(log.rounds)
        }
        deal = _deal(views, number, telling)
        if deal:
            deals.append(_with_result(deal, logs, number, telling))
        else:
            telling.lost.append(next(iter(views.values())).line)
    return Record(tags, tuple(deals))


def _deal(views: dict[Seat, OneSidedDeal], number: int, telling: Telling) -> DealRecord | None:
    one = next(iter(views.values()))
    if any(view.broken for view in views.values()):
        return None
    try:
        seen = seen_of(views)
        if seen.dealer < 0:
            raise LogError("--GetTurn")
        deal = seen.written(following(SPEC), number).record()
    except LogError as error:
        error.tell(telling, one.line)
        return None
    telling.derived(RecordPart.DEALER, Phrase("who leads first"), number)
    for seat, view in views.items():
        for action in (act for trick in view.views if 1 - seat not in views for act in trick.seen):
            if action == actions.EXCHANGE:
                telling.derived(RecordPart.EXCHANGES, Phrase("another turn-up"), number)
            else:
                telling.derived(
                    RecordPart.CLOSES, Phrase("the rules of a closed talon while cards are left"), number
                )
    if len(views) == 1:
        telling.unknown(RecordPart.HANDS, Phrase("it is the log of one player"), number)
    if deal.talon is None or min(deal.talon.cards) < 0:
        telling.unknown(RecordPart.TALON, Phrase("no log knows cards that its player did not draw"), number)
    return replace(deal, span=Span(one.line, 1, one.line, 1))


def _with_result(
    deal: DealRecord, logs: tuple[OneSidedLog, ...], number: int, telling: Telling
) -> DealRecord:
    """Return a deal with its result, from the score before the next deal."""
    seat, log = next((seat, log) for seat, log in zip(SEATS, logs, strict=False) if number <= len(log.rounds))
    now = log.rounds[number - 1]
    if number == len(log.rounds):
        if log.won is not None:
            why = Phrase("the log says who won the game, but not by how much")
            telling.dropped(RecordPart.RESULTS, number, why)
        return deal
    after = log.rounds[number].score
    gains = [after[0] - now.score[0], after[1] - now.score[1]]
    if min(gains) != 0:
        line = log.rounds[number].line
        telling.fault(
            catalogue.LOG_CONTRADICTS, line, why=Phrase("the score cannot be that after one more deal")
        )
        return deal
    if not any(gains) and not now.over:
        return deal
    telling.derived(RecordPart.RESULTS, Phrase("the score before the next deal"), number)
    winner = NOBODY if not any(gains) else SEATS[seat if gains[0] else 1 - seat]
    return replace(deal, result=Outcome(winner, max(gains)))


# Writing.


class _Writer:
    """Writes one deal to the logs of both players."""

    def __init__(self, rules: RuleSet, deal: DealRecord, score: Sequence[int], is_over: bool) -> None:
        self.logs: tuple[list[str], list[str]] = ([], [])
        self._talon = talon_of(deal)
        self._turn_up = self._talon[-1]
        self._left = len(self._talon)
        self._is_closed = False
        self._value = 0
        self._lead: Card = NO_CARD
        for seat, hand in deal.hands:
            cards = "".join(map(_sign, hand.cards))
            self.logs[seat].append(
                f"New round ({score[seat]}-{score[1 - seat]})."
                f" Cards: {cards}. Trump card: {_sign(self._turn_up)}"
            )
        play = followed(rules, deal) or []
        for done in play:
            self._do(done)
        last = play[-1] if play else None
        if last and _is_ended_by_marriage(play):
            self._end(last.seat, "")
        elif last and last.after.lead >= 0:
            self._ask(SEATS[1 - last.seat], last.trick)
        elif not any(done.ply.plays for done in play):
            self._ask(SEATS[(deal.dealer + 1) % 2], 1)
        if is_over or (last and last.after.spent):
            self._both("EndRound();", RULE)

    def _both(self, *text: str) -> None:
        for log in self.logs:
            log.extend(text)

    def _ask(self, seat: Seat, trick: int) -> None:
        """Log that a player is asked for an action."""
        is_first = self._lead < 0
        state = "Start" if trick == 1 else "TwoCardsLeft" if self._left == 2 else "MoreThanTwoCardsLeft"
        state = "Final" if self._is_closed or not self._left else state
        lead = "" if is_first else _sign(self._lead)
        announce = _VALUE_WORDS[0 if is_first else self._value]
        self.logs[seat].append(
            f"--GetTurn; Trump: {_sign(self._turn_up)}({self._left}); State: {state};"
            f" First: {lead}({announce}); I am first: {is_first}"
        )

    def _say(self, seat: Seat, what: str, card: str = "") -> None:
        self.logs[seat].append(f"Playing Action: {what}; Card: {card}; Announce: None")

    def _do(self, done: Done) -> None:
        if actions.is_marriage(done.action):
            self._value = done.ply.value
            return
        self._ask(done.seat, done.trick)
        if done.action in _DOING_WORDS:
            self._say(done.seat, _DOING_WORDS[done.action])
            self._turn_up = done.after.talon[-1]
            self._is_closed |= done.action == actions.CLOSE
        elif actions.is_play(done.action):
            self._say(done.seat, "PlayCard", _sign(done.action))
            if self._lead < 0:
                self._lead = done.action
            else:
                self._end(done.after.leader, _sign(done.action))

    def _end(self, winner: Seat, reply: str) -> None:
        """Log the end of a trick, and let both draw."""
        announce = _VALUE_WORDS[self._value]
        self._both(f"End of turn {_sign(self._lead)}({announce}) - {reply}")
        self._lead, self._value = NO_CARD, 0
        if self._left and not self._is_closed:
            cards = [*self._talon[:-1], self._turn_up][-self._left :]
            self._left -= 2
            for seat, drawn in zip((winner, 1 - winner), cards, strict=False):
                if drawn >= 0:
                    self.logs[seat].append(f"New card {_sign(drawn)}")


def _lines(piece: Piece) -> Iterator[str]:
    score = [0, 0]
    logs = [[f"New game vs {piece.record.tag(seat_letter(1 - seat)) or ''}"] for seat in range(2)]
    for deal, whole in zip(piece.record.deals, piece.whole.deals, strict=True):
        is_over = whole.result is not None and whole.result.finished
        for log, more in zip(logs, _Writer(piece.rules, deal, score, is_over).logs, strict=True):
            log.extend(more)
        if deal.result and deal.result.winner >= 0:
            score[deal.result.winner] += deal.result.game_points
    yield from (*logs[0], "", *logs[1])


def _is_ended_by_marriage(play: Sequence[Done]) -> bool:
    """Return whether a deal ends with a marriage that brings 66."""
    if not any(actions.is_marriage(done.action) for done in play[-2:]):
        return False
    last = play[-1].after
    return (last.lead >= 0 or last.melded >= 0) and reaches_66(play[-1])


def _drawn(play: Sequence[Done]) -> int:
    """Return how many cards of the talon are drawn, even if a marriage ends the deal."""
    tricks = sum(done.after.trick > done.before.trick and not done.before.strict for done in play)
    return 2 * (tricks + (_is_ended_by_marriage(play) and not play[-1].after.strict))


def _is_logged(done: Done) -> bool:
    """Return whether an exchange or a close is visible in the opponent's log: before a lead, with effect."""
    before, after = done.before, done.after
    if before.lead >= 0:
        return False
    return before.talon != after.talon if done.action == actions.EXCHANGE else not before.strict


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why two logs could not hold a deal correctly, or None."""
    play = followed(rules, deal) or []
    if any(done.action in _DOING_WORDS and not _is_logged(done) for done in play):
        return Phrase("an action in it is repeated or out of turn")
    talon = talon_of(deal)
    if len(talon) != rules.talon_size or talon[-1] < 0 or min(talon[: _drawn(play)], default=0) < 0:
        return Phrase("a card of its talon that was drawn is not known")
    own = followed(following(SPEC), deal) or []
    if play and actions.is_marriage(play[-1].action) and not (own and own[-1].after.melded >= 0):
        return Phrase("its program cannot do what happens in trick {number}", {"number": play[-1].trick})
    return unfit_by_card(deal, rules)


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal as its logs give it back: without the cards that nobody draws."""
    deal = arranged(deal, rules, telling)
    talon, drawn = deal.talon or Holding(()), _drawn(followed(rules, deal) or ())
    kept = (card if place < drawn else NO_CARD for place, card in enumerate(talon.cards[:-1]))
    cards = (*kept, talon.cards[-1])
    if cards != talon.cards:
        why = Phrase("cards that nobody draws are not logged")
        telling.dropped(RecordPart.TALON, deal.number, why)
    return replace(deal, talon=replace(talon, cards=cards))


def _finish(piece: Piece, telling: Telling) -> Record:
    """Remove results that do not follow from the score before the next deal."""
    deals = []
    for deal, whole in zip(piece.record.deals, piece.whole.deals, strict=True):
        result = deal.result
        told = result and result.finished and (result.winner >= 0) == (result.game_points > 0)
        if result and not (told and whole is not piece.whole.deals[-1]):
            telling.dropped(RecordPart.RESULTS, whole.number)
            deal = replace(deal, result=None)
        deals.append(deal)
    return replace(piece.record, deals=tuple(deals))


_HEAD: Final = re.compile(
    rf"^(?:New game vs[^\n]*\n(?:[^\n]*\n){{0,3}}?)?"
    rf"(?:New round \(\d{{1,5}}-\d{{1,5}}\)\. Cards: (?:{CARD})|--GetTurn; Trump: {CARD}\()".encode(),
    re.MULTILINE,
)


def _beginnings(found: Iterator[HeadLine]) -> Iterator[tuple[int, int]]:
    """Yield the starts of games: a log starts one unless it can be the other view of the game before it."""
    at, last = -1, ("", "", "")
    for line in found:
        if line.text.startswith("New game vs"):
            at = line.at if at < 0 else at
        elif at >= 0 and (match := LINES["round"].match(line.text)):
            mark = match[1], match[2], match[4]
            if mark == (last[1], last[0], last[2]):
                last = ("", "", "")
            else:
                yield at, line.at
                last = mark
            at = -1


DECORATOR: Final = Format(
    "decorator",
    Phrase("SantaseGameEngine's player logs"),
    ".log",
    PLAY | {RecordPart.NAMES, RecordPart.MATCH, RecordPart.BARE_MARRIAGES, RecordPart.RESULTS},
    partial(line_of, _HEAD),
    _read,
    in_lines(_lines, "\n"),
    SPEC,
    frozenset({RecordPart.HANDS}),
    24,
    merges=True,
    shows=Phrase("a line `New round (0-0). Cards: ...` or `--GetTurn; Trump: ...` with cards"),
    project=_project,
    unfit=_unfit,
    finish=_finish,
    between=b"\n",
    heads=heads_by(marks("New game vs", "New round ("), _beginnings),
)
"""The log of NikolayIT's engine."""
