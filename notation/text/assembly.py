"""Builds records from tokens: those of the scanner, or of Lark (:mod:`notation.text.parsing`).

Relies on the order of the tokens, which is that of the grammar (:mod:`notation.text.scan`), and judges
nothing.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import add
from typing import Final

from notation.record.model import (
    HIDDEN,
    LAID_AWAY,
    NO_SUIT,
    NOBODY,
    UNKNOWN_NUMBER,
    UNNAMED,
    UNNUMBERED,
    UNREAD_WINNER,
    UNREADABLE,
    UNRECORDED,
    Annotation,
    Award,
    Checkpoint,
    Closed,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    OpeningPly,
    Outcome,
    Ply,
    Position,
    Record,
    Remark,
    Span,
    Tag,
    Trick,
    Unread,
    Variation,
    Withdrawn,
    paid_outcome,
)
from notation.record.words import SEAT_LETTERS, read_half, read_seat
from notation.text import scan
from notation.text.parts import BLANKS, named, unescape
from notation.text.scan import Tokens
from referee import actions
from referee.actions import Action
from referee.cards import CARDS_BY_NUMBER, NO_CARD, Card, Seat, Suit

_CARDS: Final = CARDS_BY_NUMBER + (NO_CARD,) * (scan.HIDDEN_CARD - actions.CARDS) + (HIDDEN, UNRECORDED)
"""The card of each card token, known or not."""


def record_of(text: str, tokens: Tokens) -> Record:
    r"""Build the record of a scanned game.

    >>> text = "%SGN 1\n[A \"Ivan\"]"
    >>> record_of(text, scan.scan(text)).tag("A")
    'Ivan'
    """
    return Assembly(text, tokens).game()


class Assembly:
    """A single pass over the tokens of a game; ``at`` is the index of the next token.

    ``words`` are those of the tokens, if they are not all those of the text; ``unread`` is what could not be
    read, in order.
    """

    def __init__(
        self, text: str, tokens: Tokens, words: Sequence[str] = (), unread: Iterable[Unread] = ()
    ) -> None:
        self.text = text
        self.words = words
        self.unread = iter(unread)
        self.kinds, self.starts = tokens.kinds, tokens.starts()
        self.ends = list(map(add, self.starts, tokens.lengths))
        self.at = 0
        self.lines = [-1]
        """The offsets of the line ends found so far; -1 comes before the first line."""
        while (end := text.find("\n", self.lines[-1] + 1)) >= 0:
            self.lines.append(end)

    # Spans and words.

    def span(self, first: int, last: int) -> Span:
        """Return the span from the start of one token to the end of another."""
        start, end = self.starts[first], self.ends[last]
        lines = self.lines
        line = bisect_left(lines, start)
        if line == len(lines) or end <= lines[line]:
            before = lines[line - 1]
            return Span(line, start - before, line, end - before)
        end_line = bisect_left(lines, end)
        return Span(line, start - lines[line - 1], end_line, end - lines[end_line - 1])

    def take(self) -> str:
        """Return the words of the next token, and advance."""
        at = self.at
        self.at += 1
        return self.words[at] if self.words else self.text[self.starts[at] : self.ends[at]]

    def number(self) -> int:
        """Return the next number."""
        return int(self.take())

    def numbers(self, kind: int) -> tuple[int, ...]:
        """Return the numbers of the next token if it is of this kind, otherwise none."""
        if self.kinds[self.at] != kind:
            return ()
        words = self.take().strip("<>()").split()
        return tuple(map(int, words if len(words) > 1 else words[0].split("-")))

    def card(self) -> Card:
        """Return the next card."""
        kind = self.kinds[self.at]
        self.at += 1
        return _CARDS[kind]

    def seat(self) -> Seat:
        """Return the next seat, or side of partners."""
        kind = self.kinds[self.at]
        self.at += 1
        return Seat(kind - scan.SEAT)

    # The game.

    def game(self) -> Record:
        """Build the whole game."""
        head, deals = self.head(), []
        while self.kinds[self.at] == scan.DEAL:
            deals.append(self.deal())
        return replace(head, deals=tuple(deals))

    def head(self) -> Record:
        """Build the game up to its first deal."""
        notes = self.notes()
        tags = []
        while self.kinds[self.at] in (scan.TAG_NAME, scan.UNREAD_TAG):
            tags.append(self.tag())
        return Record(tuple(tags), (), notes)

    def tag(self) -> Tag:
        """Build the next tag, with its notes; one that could not be read has no name."""
        if self.kinds[self.at] == scan.UNREAD_TAG:
            self.at += 1
            notes = self.notes()
            return Tag("", "", notes, notes[0].span)
        span = self.span(self.at, self.at + 1)
        name, value = self.take(), unescape(self.take()[1:-1], '"\\')
        return Tag(name, value, self.notes(), span)

    def notes(self) -> tuple[Note, ...]:
        """Build the notes that follow, including marks and variations."""
        kind = self.kinds[self.at]
        if not scan.COMMENT <= kind <= scan.UNREAD:
            return ()
        notes: list[Note] = []
        while scan.COMMENT <= kind <= scan.UNREAD:
            notes.append(self.note(kind))
            kind = self.kinds[self.at]
        return tuple(notes)

    def note(self, kind: int) -> Note:
        """Build the next note, which is of this kind."""
        if kind == scan.VARIATION:
            return self.variation()
        if kind == scan.UNREAD:
            self.at += 1
            return next(self.unread)
        span = self.span(self.at, self.at)
        if kind == scan.CHECKPOINT:
            return Checkpoint(self.numbers(kind), span)
        words = self.take()
        if kind == scan.COMMENT:
            return Comment(unescape(words[1:-1].replace("\r\n", "\n"), "}\\"), span)
        if kind == scan.GLYPH:
            return Glyph(words, span)
        if kind == scan.ANNOTATION:
            name, _, value = words[1:-1].partition("(")
            return Annotation(name, value, span)
        before, _, text = words.partition(";")
        lines = min(before.count("\n"), 2)
        line = span.line + before.count("\n")
        column = len(before) - before.rfind("\n") if lines else span.column
        return Remark(text.strip(BLANKS), lines, Span(line, column, line, column + 1 + len(text)))

    # Deals.

    def deal(self) -> DealRecord:
        """Build the next deal."""
        first = self.at
        self.at += 1
        kinds, dealer, card, suit = self.kinds, NOBODY, None, NO_SUIT
        number = self.number() if kinds[self.at] == scan.NUMBER else UNNUMBERED
        kind = kinds[self.at]
        if scan.SEAT <= kind < scan.PAIR:
            dealer = self.seat()
            kind = kinds[self.at]
        if kind < scan.OWNER:
            card = self.card()
        elif scan.SUIT <= kind < scan.SEAT:
            suit = Suit(kind - scan.SUIT)
            self.at += 1
        span = self.span(first, self.at - 1)
        notes = self.notes()
        position = self.position() if kinds[self.at] == scan.POSITION else None
        hands, won, talon = [], [], None
        self.packets: list[tuple[Seat, int]] = []
        while True:
            kind = kinds[self.at]
            if scan.OWNER <= kind < scan.TRICK:
                hands.append((Seat(kind - scan.OWNER), self.holding()))
            elif kind == scan.TALON:
                talon = self.holding()
            elif kind == scan.WON:
                won.append((self.owner(), self.holding()))
            else:
                break
        if position and won:
            position = replace(position, won=tuple(won))
        opening = None
        if kind == scan.OPENING:
            opening = self.trick()
            kind = kinds[self.at]
        tricks: list[Trick] = []
        awards: list[Award] = []
        while True:
            if kind == scan.TRICK:
                tricks.append(self.trick())
            elif kind == scan.RULING:
                awards.append(self.award(len(tricks)))
            else:
                break
            kind = kinds[self.at]
        result = self.result() if kind == scan.RESULT else None
        while kinds[self.at] == scan.DEALT:
            owner, holding = self.owner(), self.holding()
            if owner == NOBODY:
                talon = holding
            else:
                hands.append((owner, holding))
        return DealRecord(
            number,
            dealer,
            card,
            tuple(hands),
            talon,
            tuple(tricks),
            result,
            notes,
            span,
            suit,
            tuple(awards),
            position,
            opening,
            tuple(self.packets),
        )

    def owner(self) -> Seat:
        """Return the seat that the next token ends with, as in ``won A:``; nobody for another word."""
        letter = self.take()[-2]
        self.at -= 1
        return read_seat(letter) if letter in SEAT_LETTERS else NOBODY

    def holding(self) -> Holding:
        """Build a hand, the talon, or cards won."""
        first, kinds = self.at, self.kinds
        at = first + 1
        while kinds[at] < actions.MARRIAGE:
            at += 1
        if kinds[at] == scan.BAR:
            return self.in_packets(first, at)
        self.at = at
        span = self.span(first, at - 1)
        if self.words:
            return self.remembered(range(first + 1, at), span)
        cards = tuple([_CARDS[kind] for kind in kinds[first + 1 : at]])
        return Holding(cards, self.notes(), span)

    def in_packets(self, first: int, bar: int) -> Holding:
        """Build a hand with a bar after its first packet, whose size is kept."""
        at = bar + 1
        while self.kinds[at] < actions.MARRIAGE:
            at += 1
        self.at = at
        label = self.words[first] if self.words else self.text[self.starts[first] : self.ends[first]]
        packet = [kind for kind in self.kinds[first + 1 : bar] if kind != scan.UNSURE]
        self.packets.append((read_seat(label[-2]), len(packet)))
        places = [*range(first + 1, bar), *range(bar + 1, at)]
        return self.remembered(places, self.span(first, at - 1))

    def remembered(self, places: Iterable[int], span: Span) -> Holding:
        """Build a hand, the talon, or cards won, of which some may be half known or unsure."""
        cards: list[Card] = []
        among, unsure = [], []
        for at in places:
            kind = self.kinds[at]
            if kind == scan.UNSURE:
                unsure.append(len(cards))
                continue
            if kind == scan.HALF_CARD:
                among.append((len(cards), read_half(self.words[at])))
            cards.append(_CARDS[kind])
        return Holding(tuple(cards), self.notes(), span, tuple(among), tuple(unsure))

    def position(self) -> Position:
        """Build the position from which a deal starts."""
        first = self.at
        self.at += 1
        if self.kinds[self.at] == scan.UNREAD:
            return Position(NOBODY, notes=self.notes(), span=self.span(first, first))
        span = self.span(first, first + 1)
        lead = self.seat()
        points, tricks = self.numbers(scan.CHECKPOINT), self.numbers(scan.TRICKS)
        pending = self.numbers(scan.PENDING)
        closed = None
        if self.kinds[self.at] == scan.CLOSED:
            self.at += 1
            closed = Closed(self.seat(), self.numbers(scan.CHECKPOINT), self.numbers(scan.TRICKS))
        score = self.numbers(scan.SCORE)
        return Position(lead, points, tricks, pending, closed, score, notes=self.notes(), span=span)

    def award(self, tricks: int) -> Award:
        """Build a ruling of the table after ``tricks`` tricks."""
        first = self.at
        self.at += 1
        if self.kinds[self.at] == scan.UNREAD:
            return Award(NOBODY, 0, None, tricks, self.notes(), self.span(first, first))
        span = self.span(first, first + 2)
        seat, points = self.seat(), self.number()
        why = None
        if self.kinds[self.at] == scan.STRING:
            why = unescape(self.take()[1:-1], '"\\')
        return Award(seat, points, why, tricks, self.notes(), span)

    def result(self) -> Outcome:
        """Build the stated result."""
        span = self.span(self.at, self.at)
        self.at += 1
        kind = self.kinds[self.at]
        if kind == scan.UNREAD:
            return Outcome(UNREAD_WINNER, notes=self.notes(), span=span)
        paid = self.numbers(scan.PAYS)
        winner, game_points = NOBODY, 0
        if paid:
            settled = paid_outcome(paid)
            winner, game_points = settled.winner, settled.game_points
        elif kind < scan.SEAT:  # nobody wins, or the deal was not finished
            self.at += 1
        else:
            winner, game_points = self.seat(), self.number()
        reason = self.take() if self.kinds[self.at] == scan.REASON else ""
        points, score = self.numbers(scan.TOTALS), self.numbers(scan.SCORE)
        is_finished = kind != scan.UNFINISHED
        return Outcome(winner, game_points, is_finished, reason, points, score, self.notes(), span, paid)

    # The play.

    def trick(self) -> Trick:
        """Build a trick that opens with its number."""
        span = self.span(self.at, self.at)
        number = self.take()[:-1]
        return Trick(UNKNOWN_NUMBER if number == "?" else int(number), self.notes(), self.plies(), span)

    def plies(self) -> tuple[Ply, ...]:
        """Build the actions that follow."""
        plies = []
        is_unnamed = False
        kinds = self.kinds
        while kinds[self.at] < scan.TRICK or kinds[self.at] == scan.DRAWN or kinds[self.at] == scan.WITHDRAWN:
            ply = self.ply()
            is_unnamed |= ply.action == UNNAMED
            plies.append(ply)
        return named(plies) if is_unnamed else tuple(plies)

    def ply(self) -> Ply:
        """Build the next action, with its notes."""
        kinds, first = self.kinds, self.at
        kind, seat = kinds[first], NOBODY
        if kind < actions.CARDS:  # the usual case: a card without notes
            self.at += 1
            following = kinds[self.at]
            if following != scan.IRREGULAR:
                return Ply(_CARDS[kind], 0, seat, self.notes(), self.span(first, first))
            self.at -= 1
        elif scan.OWNER <= kind < scan.TRICK:
            seat = Seat(kind - scan.OWNER)
            self.at += 1
        withdrawn: list[Withdrawn] = []
        while kinds[self.at] == scan.WITHDRAWN:
            self.at += 1
            withdrawn.append(Withdrawn(*self.done()))
        if kinds[self.at] == scan.UNREAD:
            span = self.span(first, self.at - 1)
            return Ply(UNREADABLE, 0, seat, self.notes(), span, withdrawn=tuple(withdrawn))
        if scan.ACTIONS <= kinds[self.at] < scan.OWNER:
            if kinds[self.at + 1] == scan.UNREAD and kinds[self.at] not in (scan.PASS, scan.DOUBLE):
                word, span = self.take(), self.span(first, self.at - 1)
                back = tuple(withdrawn)
                return OpeningPly(UNREADABLE, 0, seat, self.notes(), span, withdrawn=back, word=word)
            return self.opening_ply(first, seat, tuple(withdrawn))
        card, among, unsure = UNRECORDED, 0, kinds[self.at] == scan.UNSURE
        if unsure:
            self.at += 1
        elif kinds[self.at] == scan.HALF_CARD:
            among = read_half(self.words[self.at])
        if kinds[self.at] == scan.DRAWN:
            self.at += 1
            action, value, card = actions.DRAW, 0, self.card()
        else:
            action, value, _ = self.done()
        irregular = kinds[self.at] == scan.IRREGULAR
        if irregular:
            self.at += 1
        span = self.span(first, self.at - 1)
        return Ply(action, value, seat, self.notes(), span, irregular, tuple(withdrawn), card, among, unsure)

    def opening_ply(self, first: int, seat: Seat, withdrawn: tuple[Withdrawn, ...]) -> Ply:
        """Build the next action, which is one of an opening, or a card played face down."""
        face_down = self.kinds[self.at] == scan.FACE_DOWN
        word, cards = "", tuple[Card, ...]()
        if face_down:
            self.at += 1
            action: Action = self.card()
        elif self.kinds[self.at] == scan.DISCARD:
            action, cards = LAID_AWAY, self.cards()
        else:
            action, _, word = self.done()
        irregular = self.kinds[self.at] == scan.IRREGULAR
        if irregular:
            self.at += 1
        span = self.span(first, self.at - 1)
        ply = Ply(action, 0, seat, self.notes(), span, irregular, withdrawn)
        if not (word or cards or face_down):
            return ply
        return OpeningPly(
            action,
            0,
            seat,
            ply.notes,
            span,
            irregular,
            withdrawn,
            word=word,
            cards=cards,
            face_down=face_down,
        )

    def cards(self) -> tuple[Card, ...]:
        """Return the cards after the next token."""
        self.at += 1
        cards = []
        while self.kinds[self.at] < actions.MARRIAGE:
            cards.append(self.card())
        return tuple(cards)

    def said(self) -> tuple[Action, str]:
        """Return what is said next in an opening, and the name of what is bid."""
        kind = self.kinds[self.at]
        self.at += 1
        match kind:
            case scan.PASS:
                return actions.PASS, ""
            case scan.DOUBLE:
                return actions.DOUBLE, ""
            case scan.BID:
                return actions.CONTRACT, self.take().split()[-1]
            case scan.CALL:
                return actions.ACTIONS_BY_NUMBER[actions.CALL_CARD + self.card()], ""
        kind = self.kinds[self.at]
        if kind < actions.CARDS:
            return actions.ACTIONS_BY_NUMBER[actions.TURN_UP + self.card()], ""
        self.at += 1
        suit = actions.NAME_TRUMP + kind - scan.SUIT
        return actions.NO_TRUMP if kind == scan.NO_SUIT else actions.ACTIONS_BY_NUMBER[suit], ""

    def done(self) -> tuple[Action, int, str]:
        """Return the next action, the 20 or 40 of a marriage, and the name of what is bid."""
        kind = self.kinds[self.at]
        if kind < actions.MARRIAGE:
            return self.card(), 0, ""
        if kind >= scan.ACTIONS:
            action, word = self.said()
            return action, 0, word
        self.at += 1
        if kind >= scan.TWENTY_UNNAMED:
            return UNNAMED, 20 if kind == scan.TWENTY_UNNAMED else 40, ""
        if kind >= scan.FORTY:
            return actions.MARRIAGES[kind - scan.FORTY], 40, ""
        return actions.ACTIONS_BY_NUMBER[kind], 20 * (kind < actions.EXCHANGE), ""

    def variation(self) -> Variation:
        """Build a variation, in its brackets."""
        first = self.at
        self.at += 1
        notes = self.notes()
        plies = self.plies()
        tricks = [Trick(UNNUMBERED, (), plies, plies[0].span)] if plies else []
        while self.kinds[self.at] in (scan.TRICK, scan.OPENING):
            tricks.append(self.trick())
        outcome = self.result() if self.kinds[self.at] == scan.RESULT else None
        self.at += 1
        return Variation(tuple(tricks), outcome, notes, self.span(first, self.at - 1))
