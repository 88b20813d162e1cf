"""A format of another package: a deal a line, its dealer, its 24 cards as dealt, and the cards played.

cardlist B: Ks As Qh Kh Ah Kc Ts 9d Kd Td 9c Qc 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd | As Ts
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from notation import read_spec
from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats import Format, Piece, RecordPart, Telling, line_of, lines
from notation.record.model import DealRecord, Record
from notation.record.words import card_word, read_card, read_seat, seat_letter
from notation.recorder import DealRecorder
from referee import RuleSet
from referee.cards import Seat

_RULES: Final = "santase"
_HAND: Final = 6
_LINE: Final = re.compile(r"cardlist ([AB]):((?: [AKQJT9][cdhs]){24}) \|((?: [AKQJT9][cdhs])*)")
_MARK: Final = re.compile(rb"^cardlist [AB]: ", re.MULTILINE)


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    for number, line in lines(data, telling):
        found = _LINE.fullmatch(line)
        if found is None:
            expected = Phrase("a dealer, 24 cards and the cards played")
            telling.fault(catalogue.LOG_WORD, number, word=line[:40], expected=expected)
            continue
        telling.begin(number)
        dealt = [read_card(word) for word in found[2].split()]
        hands, talon = [dealt[:_HAND], dealt[_HAND : 2 * _HAND]], dealt[2 * _HAND :]
        rules = read_spec(_RULES)
        assert isinstance(rules, RuleSet)
        scribe = DealRecorder(rules, 1, read_seat(found[1]), hands, talon)
        for word in found[3].split():
            scribe.do(read_card(word))
        yield Record(deals=(scribe.record(),))


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "".join(f"{line}\n" for line in map(_line, pieces)).encode()


def _line(piece: Piece) -> str:
    [deal] = piece.record.deals
    hands = dict(deal.hands)
    dealt = [*hands[Seat(0)].cards, *hands[Seat(1)].cards, *(deal.talon.cards if deal.talon else ())]
    played = [ply.played for trick in deal.tricks for ply in trick.plies]
    words = (" ".join(map(card_word, cards)) for cards in (dealt, played))
    return f"cardlist {seat_letter(deal.dealer)}: {' | '.join(words)}".rstrip()


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    return None if deal.dealer >= 0 else Phrase("its dealer is not known")


CARDLIST: Final = Format(
    "cardlist",
    Phrase("cards in the order in which they were dealt and played"),
    ".cardlist",
    frozenset({RecordPart.DEALER, RecordPart.TRUMP, RecordPart.HANDS, RecordPart.TALON, RecordPart.PLAYS}),
    partial(line_of, _MARK),
    _read,
    _write,
    spec=_RULES,
    needs=frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=24,
    unfit=_unfit,
)
