"""The stream form of a match: its record as text, which only ever gets longer while the match is played.

Every line is written when what it says has happened, a line for each action, and none is changed: the text
can be read and judged after any of them. Cards that a reader may not see yet are left out, and stand after
the result of their deal, when everybody sees them. Where the match goes back, a new game begins that has all
that still counts; the last game of a text is the match.
"""

from collections.abc import Iterator

from notation.live.match import Fairness, LiveMatch
from notation.live.record import as_broken_off, as_heard, deal_of, seen_when_dealt, tags_of
from notation.record.model import DealRecord, Holding, Note, Record
from notation.record.words import card_word, seat_letter
from notation.text.writer import LineLayout, award_words, deal_head, note_word, outcome_words, ply_word, write
from referee.cards import NOBODY, Seat
from referee.table import DealAtTable


class MatchText:
    """The text of a match for one reader, a seat or -1 for whoever watches, as it grows.

    >>> from notation.live.match import opening_of
    >>> match = LiveMatch.open(opening_of("santase", ("Ani", "Boris")), bytes(16))
    >>> text = MatchText()
    >>> print(text.more(match), end="")
    %SGN 1 stream
    [Rules "santase"]
    [A "Ani"]
    [B "Boris"]
    >>> text.more(match)
    ''
    """

    def __init__(self, reader: Seat = NOBODY) -> None:
        self.reader = reader
        self.game = ""
        """The game that the text ends with, as far as it goes."""
        self._kept: dict[int, tuple[DealAtTable, str]] = {}
        """Deals that are over, by number, with their text."""

    def more(self, match: LiveMatch) -> str:
        """What the text has now and did not have when this was asked last."""
        before, self.game = self.game, self._game(match)
        if self.game.startswith(before):
            return self.game[len(before) :]
        return f"\n{self.game}"

    def _game(self, match: LiveMatch) -> str:
        table = match.table
        fairness = {each.number: each for each in (match.shuffled, *match.fairness) if each}
        parts = [write(Record(tuple(tags_of(match))), LineLayout.STREAM)]
        for deal in table.finished:
            known, text = self._kept.get(deal.number, (None, ""))
            if known is not deal:
                text = self._deal(deal, fairness.get(deal.number), is_open=True)
                self._kept[deal.number] = deal, text
            parts.append(text)
        if table.now is not None:
            is_open = table.ending is not None
            deal = as_broken_off(table.now) if is_open else table.now
            parts.append(self._deal(deal, fairness.get(deal.number), is_open))
        return "".join(parts)

    def _deal(self, deal: DealAtTable, fairness: Fairness | None, is_open: bool) -> str:
        seen = deal_of(seen_when_dealt(deal, self.reader), fairness)
        whole = as_heard(deal_of(deal, fairness) if is_open else seen, deal, self.reader)
        return "".join(f"{line}\n" for line in _lines(seen, whole, is_open))


def _lines(seen: DealRecord, whole: DealRecord, is_open: bool) -> Iterator[str]:
    """The lines of a deal: what its reader saw when it was dealt, the play, and then the whole of it."""
    yield ""
    yield _line(deal_head(seen), seen.notes)
    hands, packets = dict(seen.hands), dict(whole.packets)
    for seat, hand in hands.items():
        yield _line(f"{seat_letter(seat)}: {_cards(hand, packets.get(seat, 0))}")
    for opening in [whole.opening] if whole.opening else []:
        head = "0. "
        for ply in opening.plies:
            yield _line(head + ply_word(ply), ply.notes)
            head = ""
    for number in range(len(seen.tricks) + 1):
        for award in whole.awards:
            if award.tricks == number:
                yield award_words(award)
        for trick in whole.tricks[number : number + 1]:
            head = f"{trick.number}. "
            for ply in trick.plies:
                yield _line(head + ply_word(ply), ply.notes)
                head = ""
    if is_open and whole.result:
        yield _line(outcome_words(whole.result), whole.result.notes)
        for seat, hand in whole.hands:
            if seat not in hands:
                yield f"dealt {seat_letter(seat)}: {_cards(hand, packets.get(seat, 0))}"
        if whole.talon:
            yield f"dealt talon: {_cards(whole.talon)}"


def _cards(holding: Holding, packet: int = 0) -> str:
    words = list(map(card_word, holding.cards))
    if packet:
        words.insert(packet, "|")
    return " ".join(words)


def _line(words: str, notes: tuple[Note, ...] = ()) -> str:
    return " ".join([words, *map(note_word, notes)])
