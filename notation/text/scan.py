"""The fast path of reading: scans a well-formed game in one pass into a flat list of tokens.

Recognises what `grammar/sgn.lark` allows, in the order of the grammar, and gives up at the first thing that
it does not recognise at once: such a game is left to Lark, which alone reports errors in a text. Lark must
read an accepted game in the same way, so the scanner must never accept more than the grammar. From its tokens
:mod:`notation.text.assembly` builds records, and :mod:`notation.judge.lane` judges clean games.

Only bytes and integers, so that mypyc compiles it to machine code. Long, because it is one pass over all of
the grammar.
"""

import codecs
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, cast

from referee.actions import CARDS, CLOSE, EXCHANGE, MARRIAGE, OUT, RESIGN
from referee.cards import SEVEN, SPADES, Suit, card

# The kinds of tokens. Cards and actions have the numbers of the referee.

UNSURE: Final = 60
"""Before a card with ``%``, which is left to Lark."""
HALF_CARD: Final = 61
"""A card that is half known, which is left to Lark."""
HIDDEN_CARD: Final = 62
"""``##``; the number of an unknown card is that of its token minus 64."""
UNKNOWN_CARD: Final = 63
"""``--``"""
FORTY: Final = 80
"""80 to 83: a marriage of 40, by suit; one of 20 is :data:`referee.actions.MARRIAGE` and its suit."""
TWENTY_UNNAMED: Final = 84
"""``20``, in the suit of the card that is led."""
FORTY_UNNAMED: Final = 85
"""``40``"""
ACTIONS: Final = 86
"""Tokens below this number are cards or actions."""
TRUMP: Final = 86
"""``trump`` in the opening, before a suit, a card or :data:`NO_SUIT`; 87 to 91 stand only there, too."""
CALL: Final = 87
"""``call``, before a card."""
PASS: Final = 88
BID: Final = 89
"""``bid``, before :data:`CONTRACT`."""
DOUBLE: Final = 90
DISCARD: Final = 91
"""``discard``, before cards."""
FACE_DOWN: Final = 92
"""``[``, before a card that is played face down."""
OWNER: Final = 128
"""128 to 133: ``A:`` to ``F:``"""
TRICK: Final = 134
"""``7.``"""
COMMENT: Final = 135
ANNOTATION: Final = 136
REMARK: Final = 137
LINE_REMARK: Final = 138
"""A remark on a separate line, with the blanks and line ends before it."""
GLYPH: Final = 139
CHECKPOINT: Final = 140
VARIATION: Final = 141
"""``(``"""
UNREAD: Final = 142
"""What could not be read: never made by the scanner."""
VARIATION_END: Final = 143
DRAWN: Final = 144
"""``+``, before the card."""
WITHDRAWN: Final = 145
"""``~``, before an action that was taken back."""
IRREGULAR: Final = 146
TAG_NAME: Final = 147
TAG_VALUE: Final = 148
DEAL: Final = 149
NUMBER: Final = 150
TALON: Final = 151
POSITION: Final = 152
CLOSED: Final = 153
TRICKS: Final = 154
"""The score after ``tricks``."""
PENDING: Final = 155
"""The score after ``pending``."""
WON: Final = 156
"""``won A:`` or ``played:``"""
RULING: Final = 157
STRING: Final = 158
RESULT: Final = 159
"""``=``"""
PAYS: Final = 160
"""The numbers after ``pays``."""
NOBODY_WINS: Final = 161
"""``draw``"""
UNFINISHED: Final = 162
REASON: Final = 163
TOTALS: Final = 164
SCORE: Final = 165
"""The numbers after ``score``."""
SUIT: Final = 166
"""166 to 169: a suit alone."""
SEAT: Final = 170
"""170 to 175: ``A`` to ``F``, after ``dealer``, in a result and the like."""
DEALT: Final = 176
"""``dealt A:`` or ``dealt talon:``, which are left to Lark."""
UNREAD_TAG: Final = 177
"""``[``, before what could not be read."""
PAIR: Final = 178
"""178 and 179: ``AC`` and ``BD``; 8 more than a seat, as their sides are."""
END: Final = 180
"""The end of the game, which is the last token."""
OPENING: Final = 181
"""``0.``"""
BAR: Final = 182
"""``|`` between the two packets of a hand."""
CONTRACT: Final = 183
"""The name of a contract that is bid."""
NO_SUIT: Final = 184
"""``none``"""
SEVERAL: Final = 186
"""186 to 249: a set of seats, ``BC``, as bits; 16 more than a seat."""

MAX_NESTING: Final = 16
"""Nested variations; deeper nesting is reported by Lark's reader."""
_MAX_BLANKS: Final = 64
"""Blanks between words where the grammar limits them; more are left to Lark."""

# Characters. Those beyond ASCII are suit symbols, or can only be text.

BIDI: Final = 0x15
"""Replaces a bidirectional control."""
OTHER: Final = 0x1A
"""Replaces any other character beyond ASCII, except suit symbols."""
_VARIANT: Final = 0x14
"""The variation selector that may follow a suit symbol."""
_BEYOND_ASCII: Final = {"♠": 0x10, "♥": 0x11, "♦": 0x12, "♣": 0x13, "\ufe0f": _VARIANT} | dict.fromkeys(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", BIDI
)

_SUIT_LETTERS: Final = (b"sSlL\x10", b"hH\x11", b"dDbB\x12", b"cCaA\x13")
_RANK_LETTERS: Final = (b"9", b"JU", b"QO", b"K", b"TX", b"A", b"7")
_FIRST_SEVEN: Final = card(SPADES, SEVEN)
_NONE: Final = 255
"""Table entry for unknown characters."""


_IS_MACHINE_CODE: Final = not __file__.endswith(".py")


def _by_place(numbers: bytes) -> bytes:
    """Return a lookup table by index: bytes are fastest in machine code, a tuple in Python."""
    return numbers if _IS_MACHINE_CODE else cast(bytes, tuple(numbers))


def _table(pairs: dict[int, int], size: int) -> bytes:
    table = bytearray([_NONE]) * size
    for index, value in pairs.items():
        table[index] = value
    return _by_place(bytes(table))


_SUITS: Final = _table({letter: suit for suit in range(4) for letter in _SUIT_LETTERS[suit]}, 256)
"""The suit that each character names."""
_PAIRS: Final = _table(
    {
        rank_letter << 8 | suit_letter: card(Suit(suit), rank)
        for suit in range(4)
        for suit_letter in _SUIT_LETTERS[suit]
        for rank in range(7)
        for rank_letter in _RANK_LETTERS[rank]
    }
    | {ord(seat) << 8 | ord(":"): OWNER + place for place, seat in enumerate("ABCDEF")}
    | {ord(digit) << 8 | ord("."): TRICK for digit in "123456789"}
    | {ord("-") << 8 | ord("-"): UNKNOWN_CARD, ord("#") << 8 | ord("#"): HIDDEN_CARD},
    1 << 16,
)
"""The token of each pair of characters, if what follows allows it."""


def _set(characters: bytes) -> bytes:
    return _by_place(bytes([character in characters for character in range(256)]))


_DIGITS: Final = b"0123456789"
_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IS_BLANK: Final = _set(b" \t\r\n")
_IS_DIGIT: Final = _set(_DIGITS)
_IS_LETTER: Final = _set(_LETTERS)
_IS_ALNUM: Final = _set(_DIGITS + _LETTERS)
"""Characters that cannot follow a card, suit or seat directly."""
_IS_WORD: Final = _set(_DIGITS + _LETTERS + b"_-")
"""Characters that cannot follow a word directly."""
_IS_VALUE: Final = _set(_DIGITS + _LETTERS + b":.,+_ -")
"""Characters of an annotation's value without quotation marks."""
REASONS: Final = (
    b"out",
    b"false-out",
    b"closer-failed",
    b"defender-out",
    b"total",
    b"last-trick",
    b"resignation",
    b"agreement",
    b"forfeit",
)
"""The words for reasons why a deal ends; a token has the index, that of a contract their number."""
CONTRACTS: Final = (
    b"bettler",
    b"ass-bettler",
    b"plauderer",
    b"schnapser",
    b"kontraschnapser",
    b"bauernschnapser",
    b"kontrabauernschnapser",
    b"herrenschnapser",
    b"gang",
    b"damengang",
    b"koenigsgang",
    b"zehnergang",
    b"bauernloch",
    b"farbensolo",
    b"snapszer",
    b"auf-dissle",
)
"""The contracts that are reasons also where a deal has no opening."""
_REASONS: Final = {word: place for place, word in enumerate(REASONS)} | {
    name + end: len(REASONS) for name in CONTRACTS for end in (b"", b"-failed")
}
_SPOKEN: Final = {b"exchange": EXCHANGE, b"close": CLOSE, b"out": OUT, b"resign": RESIGN}
"""The actions that are words."""
_SAID: Final = {
    b"trump": TRUMP,
    b"call": CALL,
    b"pass": PASS,
    b"bid": BID,
    b"double": DOUBLE,
    b"discard": DISCARD,
}
"""The words of the opening."""
_MAX_NAME: Final = 64
"""Characters of the name of a contract."""
GLYPHS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19)
"""The numbers allowed after ``$``."""

# Named characters, for comparison one by one.
_TAB: Final = 9
_NEWLINE: Final = 10
_RETURN: Final = 13
_BLANK: Final = 32
_EXCLAMATION: Final = 33
_QUOTE: Final = 34
_DOLLAR: Final = 36
_OPEN: Final = 40
_SHUT: Final = 41
_STAR: Final = 42
_PLUS: Final = 43
_DASH: Final = 45
_DOT: Final = 46
_ZERO: Final = 48
_ONE: Final = 49
_TWO: Final = 50
_FOUR: Final = 52
_COLON: Final = 58
_SEMICOLON: Final = 59
_LESS: Final = 60
_EQUALS: Final = 61
_GREATER: Final = 62
_QUESTION: Final = 63
_AT: Final = 64
_A: Final = 65
_BRACKET: Final = 91
_BACKSLASH: Final = 92
_BRACKET_END: Final = 93
_CARET: Final = 94
_B: Final = 98
_D: Final = 100
_P: Final = 112
_R: Final = 114
_S: Final = 115
_T: Final = 116
_W: Final = 119
_BRACE: Final = 123
_BAR: Final = 124
_BRACE_END: Final = 125
_TILDE: Final = 126

# What can come next in a trick.
_HEADED: Final = 0
"""Only the number of a trick."""
_AFTER_RULING: Final = 1
"""Also notes."""
_OPENED: Final = 2
"""Actions, at the start of a variation."""
_NUMBERED: Final = 3
"""Actions, notes and checkpoints."""
_ACTED: Final = 4
"""These, and also marks and variations."""


class NotRecognisedError(Exception):
    """The scanner does not recognise the text, which is left to Lark."""


class Tokens:
    """A game as tokens: the kind of each, the numbers it states, and its place in the text.

    Each token is stored as small integers, which Python shares, so they take no extra memory.
    """

    def __init__(self, characters: bytes = b"") -> None:
        self.characters = characters
        self.kinds: list[int] = []
        self.steps: list[int] = []
        """The distance of each from the end of the token before it, in characters."""
        self.lengths: list[int] = []
        """The length of each, in characters."""
        self.numbers: list[int] = []
        """The numbers of those that state some, in order: see :func:`numbers_of`."""

    def add(self, kind: int, step: int, length: int) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.steps.append(step)
        self.lengths.append(length)

    def starts(self) -> list[int]:
        """The offset of every token."""
        return list(accumulate(self.steps))


def numbers_of(kind: int, numbers: Sequence[int], at: int) -> int:
    """Return how many of the numbers, from index ``at``, belong to a token of this kind.

    A deal's or trick's number, game points and a reason have one; points, scores and payments have their
    count, then each of them.
    """
    if kind in (TRICK, NUMBER, REASON):
        return 1
    return 1 + numbers[at] if kind in (CHECKPOINT, TRICKS, PENDING, PAYS, TOTALS, SCORE) else 0


def scan(text: str) -> Tokens | None:
    """Return the tokens of a game, or None if it is not recognised at once.

    The only control characters allowed are blanks.

    >>> tokens = scan("%SGN 1")
    >>> tokens.kinds == [END], scan("%SGN 2"), scan("")
    (True, None, None)
    """
    scanner = _Scanner(one_byte_each(text))
    try:
        scanner.game()
    except NotRecognisedError:
        return None
    return scanner.tokens


def action_kinds(word: str) -> list[int]:
    """Return the kinds of the tokens of one action, which must be one, or of one that was taken back.

    >>> action_kinds("+Jc") == [DRAWN, 19], action_kinds("40")
    (True, [85])
    >>> action_kinds("~bid gang") == [WITHDRAWN, BID, CONTRACT]
    True
    """
    scanner = _Scanner(one_byte_each(word))
    if word.startswith("~"):
        scanner.withdrawn(0)
    else:
        scanner.action(0)
    return scanner.kinds


def one_byte_each(text: str) -> bytes:
    r"""Return a text as one byte for each character, so that offsets are the same in both.

    >>> one_byte_each("Kh K♥")
    b'Kh K\x11'
    """
    return text.encode("ascii", _NOT_ASCII)


def _one_byte_each(error: UnicodeError) -> tuple[bytes, int]:
    """Return the replacement of characters beyond ASCII, and where they end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return bytes([_BEYOND_ASCII.get(each, OTHER) for each in text]), error.end


_NOT_ASCII: Final = "santase-one-byte-each"
codecs.register_error(_NOT_ASCII, _one_byte_each)


class _Scanner:
    """A single pass over a game; each method takes the offset where something starts and returns its end."""

    def __init__(self, characters: bytes) -> None:
        self.size = len(characters)
        self.text = characters + b"\0\0\0\0"
        """The text, padded with zeros so that lookahead needs no bounds checks."""
        self.data = _by_place(self.text)
        """The same, for access to single characters."""
        self.tokens = tokens = Tokens(characters)
        self.kinds, self.steps, self.lengths = tokens.kinds, tokens.steps, tokens.lengths
        self.numbers = tokens.numbers
        self.last = 0
        """Where the last token starts."""
        self.value = 0
        """The last number read."""

    def game(self) -> None:
        """`game: GAME _note* tag* deal*`."""
        data = self.data
        if self.text[:5] != b"%SGN " and self.text[:5] != b"%SGN\t":
            raise NotRecognisedError
        at = self.blanks_of_line(5)
        if data[at] != _ONE:
            raise NotRecognisedError
        end = self.blanks_of_line(at + 1)
        if end > at + 1 and self.text[end : end + 6] == b"stream":
            end = self.blanks_of_line(end + 6)
        at = end
        if data[at] != _NEWLINE and data[at] != _RETURN and at != self.size:
            raise NotRecognisedError
        at = self.notes(at)
        at = self.white(at)
        while data[at] == _BRACKET:
            at = self.white(self.notes(self.tag(at)))
        while data[at] == _D:
            at = self.white(self.deal(at))
        if at != self.size:
            raise NotRecognisedError
        self.add(END, at, at)

    def add(self, kind: int, start: int, end: int) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.steps.append(start - self.last)
        self.lengths.append(end - start)
        self.last = start

    # Blanks, words and numbers.

    def white(self, at: int) -> int:
        """The end of blanks and line ends."""
        data = self.data
        while _IS_BLANK[data[at]]:
            at += 1
        return at

    def blanks_of_line(self, at: int) -> int:
        """The end of a few blanks and tabs."""
        data, start = self.data, at
        while data[at] == _BLANK or data[at] == _TAB:
            at += 1
        if at - start >= _MAX_BLANKS:
            raise NotRecognisedError
        return at

    def word(self, at: int) -> int:
        """The end of a word."""
        data = self.data
        while _IS_WORD[data[at]]:
            at += 1
        return at

    def digits(self, at: int) -> int:
        """The end of a number of one to four digits, which is stored in :attr:`value`."""
        data, start, value = self.data, at, 0
        while _IS_DIGIT[data[at]]:
            value = 10 * value + data[at] - _ZERO
            at += 1
            if at - start > 4:
                raise NotRecognisedError
        if at == start:
            raise NotRecognisedError
        self.value = value
        return at

    def number(self, at: int) -> int:
        """`NUMBER`, after blanks."""
        at = self.white(at)
        end = self.digits(at)
        if _IS_ALNUM[self.data[end]] or self.data[end] == _DOT:
            raise NotRecognisedError
        self.add(NUMBER, at, end)
        self.numbers.append(self.value)
        return end

    def seat(self, at: int, or_pair: bool = False) -> int:
        """`SEAT`, or `SEATS`, after blanks."""
        at = self.white(at)
        data = self.data
        seat, end = data[at] - _A, at + 1
        if not 0 <= seat < 6:
            raise NotRecognisedError
        if or_pair and 0 <= data[end] - _A < 6:
            seats = 1 << seat
            while 0 <= data[end] - _A < 6:
                if seats >> data[end] - _A:
                    raise NotRecognisedError
                seats |= 1 << data[end] - _A
                end += 1
            seat = SEVERAL - SEAT + seats
            if seats == 0b0101 or seats == 0b1010:  # AC, BD
                seat = PAIR - SEAT + (seats >> 1 & 1)
        if _IS_ALNUM[data[end]] or data[end] == _COLON:
            raise NotRecognisedError
        self.add(SEAT + seat, at, end)
        return end

    def score(self, kind: int, at: int) -> int:
        """`SCORE`, after blanks: two to six numbers with dashes between them."""
        at = self.white(at)
        end = self.joined(at)
        if _IS_ALNUM[self.data[end]] or self.data[end] == _DASH:
            raise NotRecognisedError
        self.add(kind, at, end)
        return end

    def joined(self, at: int) -> int:
        """The end of two to six numbers with dashes between them."""
        data, numbers = self.data, self.numbers
        place = len(numbers)
        numbers.append(0)
        at = self.digits(at)
        numbers.append(self.value)
        count = 1
        while data[at] == _DASH and count < 6:
            at = self.digits(at + 1)
            numbers.append(self.value)
            count += 1
        if count < 2:
            raise NotRecognisedError
        numbers[place] = count
        return at

    def enclosed(self, kind: int, at: int, last: int) -> int:
        """`CHECKPOINT` or `TOTALS`: a score in brackets."""
        end = self.joined(at + 1)
        if self.data[end] != last:
            raise NotRecognisedError
        self.add(kind, at, end + 1)
        return end + 1

    def stakes(self, kind: int, at: int) -> int:
        """`STAKES`, after blanks: three to six numbers with blanks between them, some perhaps negative."""
        data, numbers = self.data, self.numbers
        place = len(numbers)
        numbers.append(0)
        at = self.white(at)
        end, count, following = at, 0, at
        while count < 6:
            is_negative = data[following] == _DASH
            if is_negative:
                following += 1
            if not _IS_DIGIT[data[following]]:
                break
            following = self.digits(following)
            if _IS_ALNUM[data[following]] or data[following] == _DOT or data[following] == _DASH:
                break  # the number of a trick
            end = following
            numbers.append(-self.value if is_negative else self.value)
            count += 1
            following = self.white(end)
            if following - end >= _MAX_BLANKS:
                raise NotRecognisedError
        if count < 3:
            raise NotRecognisedError
        numbers[place] = count
        self.add(kind, at, end)
        return end

    def score_or_stakes(self, at: int) -> int:
        """The score or the stakes after the word `score`."""
        data = self.data
        at = self.white(at)
        end = at
        while _IS_DIGIT[data[end]]:
            end += 1
        if end > at and data[end] == _DASH:
            return self.score(SCORE, at)
        return self.stakes(SCORE, at)

    def quoted(self, kind: int, at: int) -> int:
        """A text in quotation marks, of at most 1,024 characters."""
        data, text = self.data, self.text
        start, at, length = at, at + 1, 0
        if not _IS_MACHINE_CODE:  # where to search is quicker than to look at each character
            end = text.find(b'"', at)
            if end > 0 and text.find(b"\\", at, end) < 0 and text.find(b"\n", at, end) < 0:
                length, at = end - at, end
        while data[at] != _QUOTE:
            if data[at] == _BACKSLASH:
                at += 1
                if data[at] != _QUOTE and data[at] != _BACKSLASH:
                    raise NotRecognisedError
            elif data[at] == _NEWLINE or not data[at]:
                raise NotRecognisedError
            at += 1
            length += 1
        if length > 1024:
            raise NotRecognisedError
        if kind != _NONE:
            self.add(kind, start, at + 1)
        return at + 1

    # Tags.

    def tag(self, at: int) -> int:
        """`"[" TAG_NAME TAG_VALUE "]"`."""
        data = self.data
        start = self.white(at + 1)
        end = self.word(start)
        if not _IS_LETTER[data[start]] or end - start > 64:
            raise NotRecognisedError
        self.add(TAG_NAME, start, end)
        at = self.white(end)
        if data[at] != _QUOTE:
            raise NotRecognisedError
        at = self.white(self.quoted(TAG_VALUE, at))
        if data[at] != _BRACKET_END:
            raise NotRecognisedError
        return at + 1

    # Notes.

    def notes(self, at: int) -> int:
        """`_note*`; ``at`` is the end of what they belong to."""
        data = self.data
        while True:
            start = self.white(at)
            character = data[start]
            if character != _BRACE and character != _SEMICOLON and character != _AT:
                return at
            at = self.note(at, start)

    def note(self, before: int, at: int) -> int:
        """A comment, remark or annotation; ``before`` is where the blanks before it start."""
        character = self.data[at]
        if character == _BRACE:
            return self.comment(at)
        if character == _SEMICOLON:
            return self.remark(before, at)
        return self.annotation(at)

    def comment(self, at: int) -> int:
        """`COMMENT`, in braces; a backslash escapes the next character."""
        data = self.data
        end = at
        if not _IS_MACHINE_CODE:  # where to search is quicker than to look at each character
            end = self.text.find(b"}", at)
            if end < 0:
                raise NotRecognisedError
        if _IS_MACHINE_CODE or self.text.find(b"\\", at, end) >= 0:
            end = at + 1
            while data[end] != _BRACE_END:
                if end >= self.size:
                    raise NotRecognisedError
                end += 2 if data[end] == _BACKSLASH else 1
        if end - at > 4096:
            raise NotRecognisedError
        self.add(COMMENT, at, end + 1)
        return end + 1

    def remark(self, before: int, at: int) -> int:
        """`REMARK`, or `LINE_REMARK` with all blanks before it if they contain a line start."""
        end = self.text.find(b"\n", at)
        if end < 0:
            end = self.size
        if end - before > 65000:
            raise NotRecognisedError
        if self.text.find(b"\n", before, at) >= 0:
            self.add(LINE_REMARK, before, end)
        else:
            self.add(REMARK, at, end)
        return end

    def annotation(self, at: int) -> int:
        """`ANNOTATION`, as `@clk(0:03:12)`."""
        data = self.data
        end = at + 1
        if not _IS_LETTER[data[end]]:
            raise NotRecognisedError
        while _IS_ALNUM[data[end]] or data[end] == _DASH:
            end += 1
        if data[end] != _OPEN or end - at > 64:
            raise NotRecognisedError
        end += 1
        if data[end] == _QUOTE:
            end = self.quoted(_NONE, end)
        else:
            start = end
            while _IS_VALUE[data[end]]:
                end += 1
            if end - start > 128:
                raise NotRecognisedError
        if data[end] != _SHUT:
            raise NotRecognisedError
        self.add(ANNOTATION, at, end + 1)
        return end + 1

    # Deals.

    def deal(self, at: int) -> int:
        """`deal`: the head, the cards, a position if there is one, the play; or a result alone."""
        data = self.data
        end = self.word(at)
        if self.text[at:end] != b"deal":
            raise NotRecognisedError
        self.add(DEAL, at, end)
        begin, at = at, self.number(end)
        dealt = self.white(at)
        is_headed = data[dealt] == _D  # dealer
        if is_headed:
            end = self.word(dealt)
            if self.text[dealt:end] != b"dealer":
                raise NotRecognisedError
            at = self.seat(end)
        start = self.white(at)
        if data[start] == _T and self.text[start : self.word(start)] == b"trump":
            at = self.trump(start + 5)
        if not is_headed:
            # The grammar looks ahead for the position or the result, past notes and a limited number of
            # blanks: here a few blanks.
            start = self.white(at)
            if (data[start] != _P and data[start] != _EQUALS) or start - begin > _MAX_BLANKS:
                raise NotRecognisedError
        at = self.notes(at)
        start = self.white(at)
        has_position = data[start] == _P and self.text[start : start + 8] == b"position"
        if has_position:
            at = self.notes(self.position(start))
        elif not is_headed:
            return self.result(start)
        at = self.holdings(at, has_position)
        start = self.white(at)
        is_opened = data[start] == _ZERO and data[start + 1] == _DOT
        at = self.play(self.opening(start) if is_opened else at, _HEADED)
        start = self.white(at)
        return self.result(start, is_opened) if data[start] == _EQUALS else at

    def trump(self, at: int) -> int:
        """`CARD | SUIT`, after the word `trump`."""
        data = self.data
        at = self.white(at)
        suit = _SUITS[data[at]]
        if suit == _NONE or _PAIRS[data[at] << 8 | data[at + 1]] < CARDS:
            return self.card(at)
        end = at + 2 if data[at] < 32 and data[at + 1] == _VARIANT else at + 1
        if _IS_ALNUM[data[end]] or data[end] == _COLON:
            raise NotRecognisedError
        self.add(SUIT + suit, at, end)
        return end

    def card(self, at: int) -> int:
        """`CARD` or `UNKNOWN`, in any spelling."""
        data = self.data
        kind, end = _PAIRS[data[at] << 8 | data[at + 1]], at + 2
        if data[at] == _ONE and data[at + 1] == _ZERO:  # 10
            kind, end = _PAIRS[0x5400 | data[at + 2]], at + 3  # as T
        if kind < CARDS:
            if data[end - 1] < 32 and data[end] == _VARIANT:
                end += 1
            if _IS_ALNUM[data[end]]:
                raise NotRecognisedError
        elif kind != UNKNOWN_CARD and kind != HIDDEN_CARD:
            raise NotRecognisedError
        self.add(kind, at, end)
        return end

    def holdings(self, at: int, has_position: bool) -> int:
        """`_hands (talon _hands)?`, or `_placed (talon _placed)?` after a position."""
        data = self.data
        has_talon = False
        while True:
            start = self.white(at)
            kind = _PAIRS[data[start] << 8 | data[start + 1]]
            if OWNER <= kind < TRICK:
                self.add(kind, start, start + 2)
                at = self.cards(start + 2)
                if data[at] == _BLANK and data[at + 1] == _BAR and data[at + 2] == _BLANK:
                    self.add(BAR, at + 1, at + 2)
                    at = self.cards(at + 2)
                at = self.notes(at)
                continue
            if self.text[start : start + 6] in (b"talon:", b"stock:", b"widow:") and not has_talon:
                has_talon = True
                self.add(TALON, start, start + 6)
                at = start + 6
            elif has_position and data[start] == _W:
                at = self.won(start)
            elif has_position and self.text[start : start + 7] == b"played:":
                self.add(WON, start, start + 7)
                at = start + 7
            else:
                return at
            at = self.notes(self.cards(at))

    def won(self, at: int) -> int:
        """`won A:`."""
        data = self.data
        seat = self.blanks_of_line(at + 3)
        if self.text[at : at + 3] != b"won" or seat == at + 3:
            raise NotRecognisedError
        if not 0 <= data[seat] - _A < 6 or data[seat + 1] != _COLON:
            raise NotRecognisedError
        self.add(WON, at, seat + 2)
        return seat + 2

    def cards(self, at: int) -> int:
        """`(CARD | UNKNOWN)+`; a quick path for usual cards with one blank between them."""
        data, kinds, steps, lengths = self.data, self.kinds, self.steps, self.lengths
        number = len(kinds)
        while True:
            step = at + 1 - self.last
            while data[at] == _BLANK:
                kind = _PAIRS[data[at + 1] << 8 | data[at + 2]]
                following = data[at + 3]
                if kind >= CARDS or (following != _BLANK and following != _NEWLINE):
                    break
                kinds.append(kind)
                steps.append(step)
                lengths.append(2)
                step = 3
                at += 3
            self.last = at + 1 - step
            start = self.white(at)
            first, second = data[start], data[start + 1]
            kind = _PAIRS[first << 8 | second]
            is_ten = first == _ONE and second == _ZERO and data[start + 2] != _DOT
            if kind >= CARDS and kind != UNKNOWN_CARD and kind != HIDDEN_CARD and not is_ten:
                break
            at = self.card(start)
        if len(kinds) == number:
            raise NotRecognisedError
        return at

    def position(self, at: int) -> int:
        """`position lead SEAT` and its optional parts, in order."""
        end = self.word(at)
        lead = self.white(end)
        following = self.word(lead)
        if self.text[at:end] != b"position" or self.text[lead:following] != b"lead":
            raise NotRecognisedError
        self.add(POSITION, at, end)
        at = self.had(self.seat(following))
        start = self.white(at)
        if self.text[start : self.word(start)] == b"pending":
            at = self.score(PENDING, start + 7)
            start = self.white(at)
        if self.text[start : self.word(start)] == b"closed":
            self.add(CLOSED, start, start + 6)
            at = self.had(self.seat(start + 6))
            start = self.white(at)
        if self.text[start : self.word(start)] == b"score":
            at = self.score_or_stakes(start + 5)
        return at

    def had(self, at: int) -> int:
        """`[CHECKPOINT] [_TRICKS SCORE]`."""
        data = self.data
        start = self.white(at)
        if data[start] == _LESS:
            at = self.enclosed(CHECKPOINT, start, _GREATER)
            start = self.white(at)
        if data[start] == _T and self.text[start : self.word(start)] == b"tricks":
            at = self.score(TRICKS, start + 6)
        return at

    # The play.

    def play(self, at: int, state: int, nesting: int = 0) -> int:
        """`(trick | ruling)*` of a deal, or the contents of a variation, as far as recognised.

        ``state`` is what can come next. Returns the end of the last token; a variation must contain an action
        or a trick.
        """
        data, kinds, steps, lengths = self.data, self.kinds, self.steps, self.lengths
        while True:
            start = at
            character = data[start]
            while _IS_BLANK[character]:
                start += 1
                character = data[start]
            kind = _PAIRS[character << 8 | data[start + 1]]
            if kind < CARDS and state >= _OPENED and not _IS_ALNUM[data[start + 2]]:
                at = start + 2
                if data[start + 1] < 32:  # a symbol
                    at = self.card(start)
                else:
                    kinds.append(kind)
                    steps.append(start - self.last)
                    lengths.append(2)
                    self.last = start
                state = _ACTED
                if data[at] == _CARET:
                    at = self.irregular(at)
            elif kind == TRICK or (_IS_DIGIT[character] and data[self.digits(start)] == _DOT):
                if kind == TRICK:
                    at = start + 2
                    self.numbers.append(character - _ZERO)
                else:
                    at = self.digits(start) + 1
                    if not self.value:  # only an opening has this number
                        raise NotRecognisedError
                    self.numbers.append(self.value)
                self.add(TRICK, start, at)
                state = _NUMBERED
                if data[at] == _BLANK and data[at + 3] == _BLANK and data[at + 6] == _NEWLINE:
                    led = _PAIRS[data[at + 1] << 8 | data[at + 2]]
                    reply = _PAIRS[data[at + 4] << 8 | data[at + 5]]
                    if led < CARDS and reply < CARDS:  # two cards on a line: most tricks of two players
                        kinds.append(led)
                        kinds.append(reply)
                        steps.append(at + 1 - start)
                        steps.append(3)
                        lengths.append(2)
                        lengths.append(2)
                        self.last = at + 4
                        at += 6
                        state = _ACTED
            elif OWNER <= kind < TRICK:
                if state < _OPENED:
                    raise NotRecognisedError
                self.add(kind, start, start + 2)
                at = self.action(self.white(start + 2))
                state = _ACTED
            elif character in (_BRACE, _SEMICOLON, _AT):
                if state in (_HEADED, _OPENED):
                    raise NotRecognisedError
                at = self.note(at, start)
            elif character == _LESS:
                if state < _NUMBERED:
                    raise NotRecognisedError
                at = self.enclosed(CHECKPOINT, start, _GREATER)
            elif character in (_EXCLAMATION, _QUESTION, _DOLLAR):
                if state != _ACTED:
                    raise NotRecognisedError
                at = self.glyph(start)
            elif character == _OPEN:
                if state != _ACTED:
                    raise NotRecognisedError
                at = self.variation(start, nesting + 1)
            elif character == _R and self.text[start : self.word(start)] == b"ruling" and not nesting:
                at = self.ruling(start)
                state = _AFTER_RULING
            elif character in (_EQUALS, _SHUT, _D) or not character:
                if state == _OPENED:
                    raise NotRecognisedError
                return at
            elif state >= _OPENED:
                at = self.action(start)
                state = _ACTED
            else:
                raise NotRecognisedError

    def action(self, at: int) -> int:
        """`BACK* _action`, in any spelling."""
        data = self.data
        while data[at] == _TILDE:
            if self.text[at + 1 : self.word(at + 1)] in _SAID:
                raise NotRecognisedError
            at = self.white(self.withdrawn(at))
        if data[at] == _PLUS:
            self.add(DRAWN, at, at + 1)
            return self.irregular(self.card(at + 1))
        return self.irregular(self.done(at))

    def done(self, at: int) -> int:
        """An action: a card, in any spelling, an announcement, a word."""
        data = self.data
        character = data[at]
        if (character in (_TWO, _FOUR)) and data[at + 1] == _ZERO:  # 20, 40
            return self.marriage(at)
        if character == _BRACKET:
            return self.face_down(at)
        if not 97 <= character <= 122:
            return self.card(at)
        end = self.word(at)
        kind = _SPOKEN.get(self.text[at:end])
        if kind is None:
            raise NotRecognisedError
        self.add(kind, at, end)
        return end

    def face_down(self, at: int) -> int:
        """`FACE_DOWN`: `[Ah]`."""
        self.add(FACE_DOWN, at, at)
        end = self.card(at + 1) + 1
        if self.data[end - 1] != _BRACKET_END:
            raise NotRecognisedError
        self.lengths[-2], self.lengths[-1] = end - at, end - at - 1
        return end

    # The opening.

    def opening(self, at: int) -> int:
        """`opening`."""
        self.add(OPENING, at, at + 2)
        return self.said(at + 2, _NUMBERED)

    def said(self, at: int, state: int, nesting: int = 0) -> int:
        """What is said in the opening, or in a variation of it before the first trick."""
        data = self.data
        while True:
            start = self.white(at)
            character = data[start]
            if character in (_BRACE, _SEMICOLON, _AT):
                if state == _OPENED:
                    raise NotRecognisedError
                at = self.note(at, start)
            elif character == _LESS:
                if state == _OPENED:
                    raise NotRecognisedError
                at = self.enclosed(CHECKPOINT, start, _GREATER)
            elif character in (_EXCLAMATION, _QUESTION, _DOLLAR):
                if state != _ACTED:
                    raise NotRecognisedError
                at = self.glyph(start)
            elif character == _OPEN:
                if state != _ACTED:
                    raise NotRecognisedError
                at = self.variation(start, nesting + 1, is_said=True)
            elif OWNER <= _PAIRS[character << 8 | data[start + 1]] < TRICK:
                self.add(_PAIRS[character << 8 | data[start + 1]], start, start + 2)
                at = self.say(self.white(start + 2))
                state = _ACTED
            elif character in (_TILDE, _PLUS, _TWO, _FOUR) and data[self.word(start)] != _DOT:
                at = self.say(start)
                state = _ACTED
            elif 97 <= character <= 122:
                word = self.text[start : self.word(start)]
                if word not in _SAID and word not in _SPOKEN:
                    return at
                at = self.say(start)
                state = _ACTED
            else:
                return at

    def say(self, at: int) -> int:
        """`(BACK | BACK_SAID)* (_said [IRREGULAR] | _announced)`."""
        data = self.data
        while data[at] == _TILDE:
            at = self.white(self.withdrawn(at))
        kind = _SAID.get(self.text[at : self.word(at)])
        if kind is not None:
            return self.irregular(self.spoken(kind, at))
        first = len(self.kinds)
        at = self.action(at)
        if self.kinds[first] < MARRIAGE or self.kinds[first] == FACE_DOWN:  # no card is played
            raise NotRecognisedError
        return at

    def withdrawn(self, at: int) -> int:
        """`BACK` or `BACK_SAID`: `~pass`."""
        end = self.word(at + 1)
        kind = _SAID.get(self.text[at + 1 : end])
        self.add(WITHDRAWN, at, at + 1)
        if kind == DISCARD or self.data[at + 1] == _BRACKET:
            raise NotRecognisedError
        if kind is not None and self.white(end) != self.blanks_of_line(end) and kind not in (PASS, DOUBLE):
            raise NotRecognisedError
        at = self.done(at + 1) if kind is None else self.spoken(kind, at + 1)
        if self.kinds[-1] in (TWENTY_UNNAMED, FORTY_UNNAMED):
            raise NotRecognisedError
        return at

    def spoken(self, kind: int, at: int) -> int:
        """`_said`, whose word starts here."""
        end = self.word(at)
        self.add(kind, at, end)
        start = self.white(end)
        if kind == TRUMP:
            if self.text[start : self.word(start)] == b"none":
                self.add(NO_SUIT, start, start + 4)
                return start + 4
            end = self.trump(end)
            if _FIRST_SEVEN <= self.kinds[-1] < TRUMP:  # a seven is not turned up, and no gap
                raise NotRecognisedError
        elif kind == CALL:
            end = self.card(start)
            if self.kinds[-1] >= _FIRST_SEVEN:
                raise NotRecognisedError
        elif kind == BID:
            end = self.name(CONTRACT, start)
        elif kind == DISCARD:
            end = self.cards(end)
        return end

    def name(self, kind: int, at: int) -> int:
        """`CONTRACT` or `REASON`: the name of a contract."""
        data = self.data
        end = self.word(at)
        if not 97 <= data[at] <= 122 or not 2 <= end - at <= _MAX_NAME or data[end - 1] == _DASH:
            raise NotRecognisedError
        for place in range(at, end):
            if not 97 <= data[place] <= 122 and data[place] != _DASH and not _IS_DIGIT[data[place]]:
                raise NotRecognisedError
        self.add(kind, at, end)
        return end

    def irregular(self, at: int) -> int:
        """`[IRREGULAR]`, after blanks."""
        mark = self.white(at)
        if self.data[mark] != _CARET:
            return at
        self.add(IRREGULAR, mark, mark + 1)
        return mark + 1

    def marriage(self, at: int) -> int:
        """`MARRIAGE`: `20h`, `40d`, or just `20`."""
        data = self.data
        is_forty = data[at] == _FOUR
        end = at + 2
        suit = _SUITS[data[end]]
        if suit == _NONE:
            kind = FORTY_UNNAMED if is_forty else TWENTY_UNNAMED
        else:
            kind = (FORTY if is_forty else MARRIAGE) + suit
            end += 2 if data[end] < 32 and data[end + 1] == _VARIANT else 1
        if _IS_ALNUM[data[end]] or data[end] in (_DOT, _DASH):
            raise NotRecognisedError
        self.add(kind, at, end)
        return end

    def glyph(self, at: int) -> int:
        """`GLYPH`: `!`, `?!`, `$14`."""
        data = self.data
        if data[at] == _DOLLAR:
            end = self.digits(at + 1)
            if self.value not in GLYPHS or data[at + 1] == _ZERO:
                raise NotRecognisedError
        else:
            end = at + 1
            while data[end] == _EXCLAMATION or data[end] == _QUESTION:
                end += 1
            if end - at > 2:
                raise NotRecognisedError
        self.add(GLYPH, at, end)
        return end

    def variation(self, at: int, nesting: int, is_said: bool = False) -> int:
        """`variation`, or `opening_variation`: actions and tricks in brackets, and a result."""
        data = self.data
        if nesting > MAX_NESTING:
            raise NotRecognisedError
        self.add(VARIATION, at, at + 1)
        at += 1
        state = _OPENED
        if is_said:
            start = self.white(at)
            if data[start] == _ZERO and data[start + 1] == _DOT:
                self.add(OPENING, start, start + 2)
                at = self.said(start + 2, _NUMBERED, nesting)
                state = _HEADED
            elif data[self.word(start)] != _DOT or not _IS_DIGIT[data[start]]:
                at = self.said(at, _OPENED, nesting)
                if self.kinds[-1] == VARIATION:
                    raise NotRecognisedError
                state = _HEADED
        at = self.play(at, state, nesting)
        end = self.white(at)
        if data[end] == _EQUALS:
            end = self.white(self.result(end))
        if data[end] != _SHUT:
            raise NotRecognisedError
        self.add(VARIATION_END, end, end + 1)
        return end + 1

    def ruling(self, at: int) -> int:
        """`RULING (SEAT | SEATS) NUMBER [STRING]`."""
        self.add(RULING, at, at + 6)
        at = self.number(self.seat(at + 6, or_pair=True))
        why = self.white(at)
        return self.quoted(STRING, why) if self.data[why] == _QUOTE else at

    def result(self, at: int, may_be_any: bool = False) -> int:
        """`result`, or `opened_result`: outcome, reason, card points and score, with its notes."""
        data = self.data
        self.add(RESULT, at, at + 1)
        at = self.white(at + 1)
        if data[at] == _STAR:
            self.add(UNFINISHED, at, at + 1)
            at += 1
        elif data[at] < _B:  # a capital letter
            at = self.reason(self.number(self.seat(at, or_pair=True)), may_be_any)
        else:
            end = self.word(at)
            if self.text[at:end] == b"draw":
                self.add(NOBODY_WINS, at, end)
                at = self.reason(end, may_be_any)
            elif self.text[at:end] == b"pays":
                at = self.reason(self.stakes(PAYS, end), may_be_any)
            else:
                raise NotRecognisedError
        start = self.white(at)
        if data[start] == _OPEN:
            at = self.enclosed(TOTALS, start, _SHUT)
            start = self.white(at)
        if data[start] == _S and self.text[start : self.word(start)] == b"score":
            at = self.score_or_stakes(start + 5)
        return self.notes(at)

    def reason(self, at: int, may_be_any: bool) -> int:
        """`[_BY REASON]`, or `[_BY (REASON | CONTRACT)]`."""
        data = self.data
        start = self.white(at)
        if data[start] != _B or self.text[start : self.word(start)] != b"by":
            return at
        start = self.white(start + 2)
        end = self.word(start)
        place = _REASONS.get(self.text[start:end])
        if place is not None:
            self.add(REASON, start, end)
        else:
            if not may_be_any:
                raise NotRecognisedError
            self.name(REASON, start)
            place = len(REASONS)
        self.numbers.append(place)
        return end
