"""The line format of markus7800's SchnapsenAI: a deal as one of its players sees it.

The program is markus7800/SchnapsenAI (game_from_string.jl, commit 2325c49), the line `hand - perspective -
turn-up - play : play : draw # ...`. Player 1 leads the deal, and the perspective says which player the hand
belongs to; that one is read as A. A step is a trick: the card of player 1, that of player 2, and what A
draws; `*` is none. After a lead `t` is an exchange, `z` a close, `a` a marriage. A deal may span several
lines. The other hand and the talon are unknown except for cards played and drawn, and there is no result. Its
rules are SPEC, with two differences that no option covers: 66 of either player ends a deal once a trick is
taken, and after a close only tricks count for the tier, not marriages. A misplaced word ends its deal;
breaches of rules are recorded. Nothing is corrected or judged here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Choice, Phrase, typed
from notation.formats.core.capabilities import PLAY, RecordPart, known
from notation.formats.core.cutting import heads_of, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import LogError, lines
from notation.formats.core.moves import (
    Move,
    arranged,
    check_once,
    following,
    moves,
    talon_of,
    unfit_by_card,
    valued,
)
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Holding, Record
from notation.recorder import DealRecorder
from referee import actions, cards
from referee.cards import BIT, NO_CARD, NOBODY, SEATS, Card, Seat, card, rank_of, suit_of
from referee.codes import Ruling
from referee.partial import possible, reveal
from referee.rules import RuleSet

SPEC: Final = "schnapsen marriage-out=no claim=auto"
"""The rules of the program."""
OWNER: Final = Seat(0)
"""The seat of the player whose hand is known."""
HAND: Final = 5
TALON: Final = 10
MAX_STEPS: Final = 10
"""Steps of a deal: its tricks."""

MAX_WORDS: Final = 200
"""Words of a deal: a head of twelve, and at most twelve for each step."""

RANKS: Final = ("9", "J", "Q", "K", "10", "A")
SUITS: Final = "SHDC"
"""The letters of the suits, in numerical order."""
_SIGNS: Final = dict(zip("SHDC♠♥♦♣♤♡♢♧", cards.SUITS * 3, strict=True))
_CARD: Final = f"(?:10|[JQKA])[{''.join(_SIGNS)}]"
_LETTERS: Final = "a?t?z?|a?z?t?|t?a?z?|t?z?a?|z?a?t?|z?t?a?"
_HEAD: Final = re.compile(rf"\s*(?:{_CARD} ){{5}}- [12] - {_CARD} -(?: .*)?")
_ANNOUNCED: Final = {"t": actions.EXCHANGE, "z": actions.CLOSE}


class _Word(NamedTuple):
    """A word and its place; without text the end of a deal."""

    line: int
    column: int
    text: str


class _WordError(LogError):
    """A misplaced word."""

    def __init__(self, word: _Word, why: str | Choice | Phrase) -> None:
        super().__init__(why)
        self.word = word


class _Words:
    """The words of one deal, consumed in order."""

    def __init__(self, words: list[_Word]) -> None:
        last = words[-1]
        self._words = words[::-1]
        self._end = _Word(last.line, last.column + len(last.text), "")

    @property
    def next(self) -> _Word:
        return self._words[-1] if self._words else self._end

    def take(self, pattern: str, *expected: str) -> _Word:
        """Consume the next word, which must match."""
        word = self.next
        if not word.text or not re.fullmatch(pattern, word.text):
            raise _WordError(word, Choice(expected))
        return self._words.pop()

    def card(self) -> Card:
        return _card(self.take(_CARD, "10S").text)

    def play(self) -> tuple[_Word, str]:
        """Consume a card or `*`, with the letters after it."""
        word = self.take(rf"{_CARD}|\*", "10S", "*")
        lettered = word.text != "*" and self.next.text and re.fullmatch(_LETTERS, self.next.text)
        return word, self._words.pop().text if lettered else ""


def _card(word: str) -> Card:
    return card(_SIGNS[word[-1]], RANKS.index(word[:-1]))


class _WordedDeal:
    """A deal that is recorded as its words are read; raises _WordError."""

    def __init__(self, words: _Words) -> None:
        hand = [words.card() for _ in range(HAND)]
        words.take("-", "-")
        self._leader = int(words.take("[12]", "1", "2").text) - 1
        """The seat of player 1, who leads the deal."""
        words.take("-", "-")
        self._talon = [NO_CARD] * (TALON - 1) + [words.card()]
        words.take("-", "-")
        check_once([*hand, self._talon[-1]])
        hands = [hand, [NO_CARD] * HAND]
        self._scribe = DealRecorder(following(SPEC), 1, SEATS[1 - self._leader], hands, self._talon)
        self._words = words

    def deal(self) -> DealRecord:
        """Return the deal, read to its end."""
        words, steps = self._words, 0
        while words.next.text and steps < MAX_STEPS and self._step():
            steps += 1
        if words.next.text:
            raise _WordError(words.next, "*")
        return replace(self._scribe.record(), talon=Holding(tuple(self._talon)))

    def _step(self) -> bool:
        """Read a trick; returns whether another may follow it."""
        words, scribe = self._words, self._scribe
        plays = [words.play()]
        words.take(":", ":")
        plays.append(words.play())
        words.take(":", ":")
        drawn = words.take(rf"{_CARD}|\*", "10S", "*")
        if words.next.text:
            words.take("#", "#")
        (lead, letters), (reply, none) = plays if scribe.turn == self._leader else plays[::-1]
        before = scribe.deal.drawn
        if lead.text != "*":
            self._play(lead, letters)
        if reply.text != "*":
            if lead.text == "*":
                raise _WordError(lead, "10S")
            if none:
                raise _WordError(reply, reply.text)
            self._play(reply, "")
        if scribe.deal.drawn > before:
            self._draw(drawn, before)
        elif drawn.text != "*":
            raise _WordError(drawn, "*")
        return reply.text != "*" or self._only_stars()

    def _only_stars(self) -> bool:
        """Return whether only stars follow, as after an incomplete trick."""
        while self._words.next.text in ("*", ":", "#"):
            self._words.take("[*:#]", "*")
        return False

    def _play(self, word: _Word, letters: str) -> None:
        played, scribe = _card(word.text), self._scribe
        for letter in sorted(letters, key="tza".index):
            scribe.do(_ANNOUNCED.get(letter, actions.marriage(suit_of(played))))
        ruling: Ruling | None = scribe.do(played)
        if scribe.lost and ruling:
            raise _WordError(word, Phrase(ruling.code.sentence, typed(ruling.facts)))

    def _draw(self, word: _Word, before: int) -> None:
        """Read the owner's draw after a trick: the first card or the second, depending on who took it."""
        deal = self._scribe.deal
        place = before + (deal.leader != OWNER)
        if word.text == "*":
            raise _WordError(word, "10S")
        drawn = _card(word.text)
        if place == TALON - 1:
            if drawn != deal.talon[-1]:
                raise _WordError(word, Phrase("by the talon something else is drawn"))
        elif not possible(deal, OWNER) & BIT[drawn]:
            raise _WordError(word, Phrase("{card} cannot be in the talon", {"card": CardFact(drawn)}))
        else:
            reveal(deal, OWNER, drawn)
            self._talon[place] = drawn


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the deals of a file, each as a separate game."""
    words: list[_Word] = []
    for number, text in lines(data, telling):
        if words and _HEAD.fullmatch(text):
            yield from _record(words, telling)
            words = []
        found = re.finditer(r"\S+", text)
        words += [_Word(number, each.start() + 1, each[0]) for each in found]
        if len(words) > MAX_WORDS:
            telling.begin(words[0].line)
            telling.fault(catalogue.LOG_LARGE, number, what=Phrase("a deal"), most=MAX_WORDS)
            return
    if words:
        yield from _record(words, telling)


def _record(words: list[_Word], telling: Telling) -> Iterator[Record]:
    telling.begin(words[0].line)
    try:
        deal = _WordedDeal(_Words(words)).deal()
    except _WordError as unread:
        unread.tell(telling, *unread.word)
        return
    except LogError as unread:
        unread.tell(telling, *words[0])
        return
    for part in (RecordPart.HANDS, RecordPart.TALON):
        telling.unknown(part, Phrase("the log shows only what one player sees"), 1)
    yield Record((), (deal,))


HEADS: Final = heads_of(marks(" - 1 - ", " - 2 - "), re.compile(rf"{_HEAD.pattern}$"))
"""The finder of its deals' starts."""


def is_oneliner(data: bytes) -> int:
    """Return the first non-blank line of a file if it is the head of a deal, otherwise 0."""
    before = len(data) - len(data.lstrip())
    first = data[before : before + 4096].decode("utf-8", "replace").partition("\n")[0]
    return data.count(b"\n", 0, before) + 1 if _HEAD.fullmatch(first.rstrip("\r")) else 0


# Writing.


def _owner(deal: DealRecord) -> Seat:
    """Return the seat whose hand is written: A's, if completely known, or B's; -1 if neither is."""
    hands = dict(deal.hands)
    return next((seat for seat in SEATS[:2] if known(hands.get(seat), HAND)), NOBODY)


def _draws(deal: DealRecord, rules: RuleSet) -> dict[int, Card]:
    """Return the owner's draws by their index in the talon, -1 for an unknown card."""
    drawn = {}
    for move in moves(rules, deal):
        place = _place(move, _owner(deal))
        if place >= 0:
            drawn[place] = move.done[-1].after.talon[place]
    return drawn


def _place(move: Move, owner: Seat) -> int:
    """Return the index in the talon of the owner's draw after a move, or -1 if there is none."""
    before, after = move.done[-1].before, move.done[-1].after
    if move.card < 0 or before.lead < 0 or before.closer >= 0 or not before.talon_left:
        return -1
    return before.drawn + (after.leader != owner)


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    why = unfit_by_card(deal, rules)
    if why:
        return why
    if _owner(deal) < 0:
        return Phrase("it lacks {what}", {"what": RecordPart.HANDS.title})
    if min(_draws(deal, rules).values(), default=0) < 0:
        return Phrase("it lacks {what}", {"what": RecordPart.TALON.title})
    if any(len(move.done) > 1 and move.done[0].before.lead >= 0 for move in moves(rules, deal)):
        return Phrase("an action in it is repeated or out of turn")
    return None


def _stated(deal: DealRecord, rules: RuleSet) -> set[Card]:
    """Return the talon cards that a deal states except the turn-up, minus those that follow from the play."""
    made = moves(rules, deal)
    after = made[-1].done[-1].after.talon[:-1] if made else ()
    drawn = {ply.card for trick in deal.tricks for ply in trick.plies if ply.action == actions.DRAW}
    return {card for card in (*talon_of(deal)[:-1], *(drawn & {*after})) if card >= 0}


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal as its owner sees it, who becomes A."""
    owner, drawn = _owner(deal), _draws(deal, rules)
    hand = dict(deal.hands)[owner]
    turn_up = deal.trump if deal.trump is not None else talon_of(deal)[-1]
    talon = [drawn.get(place, NO_CARD) for place in range(TALON - 1)] + [turn_up]
    for part, lost in (
        (RecordPart.HANDS, len(deal.hands) > 1),
        (RecordPart.TALON, not _stated(deal, rules) <= {*talon}),
    ):
        if lost:
            telling.dropped(part, deal.number, Phrase("the log shows only what one player sees"))
    if owner != OWNER:
        telling.different(RecordPart.HANDS, Phrase("the player whose hand is known is called A"), deal.number)
    deal = valued(arranged(deal, rules, telling), rules, telling)
    return replace(
        deal,
        dealer=deal.dealer if owner == OWNER else SEATS[1 - deal.dealer],
        hands=((OWNER, hand),),
        talon=Holding(tuple(talon)),
        trump=turn_up,
    )


def _lines(piece: Piece) -> Iterator[str]:
    """Yield a deal as a line; ``whole`` is the deal with both hands, as far as they are known."""
    [deal], [whole] = piece.record.deals, piece.whole.deals
    owner = _owner(whole)
    hand = " ".join(map(_word, dict(deal.hands)[OWNER].cards))
    perspective = 1 if deal.dealer != OWNER else 2
    made = [move for move in moves(piece.rules, whole) if move.card >= 0]
    steps = []
    for lead in range(0, len(made), 2):
        trick = made[lead : lead + 2]
        plays = {move.seat: _played(move) for move in trick}
        place = _place(trick[-1], owner)
        drawn = _word(trick[-1].done[-1].before.talon[place]) if place >= 0 else "*"
        players = (SEATS[1 - whole.dealer], whole.dealer)
        steps.append(f"{' : '.join(plays.get(player, '*') for player in players)} : {drawn}")
    turn_up = _word(talon_of(deal)[-1])
    yield f"{hand} - {perspective} - {turn_up} - {' # '.join(steps)}"


def _played(move: Move) -> str:
    letters = "a" * (move.suit >= 0) + "z" * move.has(actions.CLOSE) + "t" * move.has(actions.EXCHANGE)
    return f"{_word(move.card)} {letters}".rstrip()


def _word(shown: Card) -> str:
    return f"{RANKS[rank_of(shown)]}{SUITS[suit_of(shown)]}"


ONELINER: Final = Format(
    "oneliner",
    Phrase("game string of markus7800/SchnapsenAI"),
    ".txt",
    PLAY | {RecordPart.DRAWS},
    is_oneliner,
    read,
    in_lines(_lines),
    SPEC,
    frozenset({RecordPart.TRUMP}),
    pack=20,
    project=_project,
    unfit=_unfit,
    between=b"",
    heads=HEADS,
    shows=Phrase("a first line with five cards, who leads and the turn-up"),
)
