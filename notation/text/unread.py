"""What the unread parts of a deal may hide: tricks, a position, another deal.

Looks at text that could not be read, and reads nothing into it: it only says how far the rest can be judged.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from notation.findings.hints import suggestion
from notation.record.model import DealRecord, Note, Record, Trick, Unread
from notation.record.traversal import walk_deal

_CARD: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:10|[2-9AKQJTXDOUBFZ])[shdclabSHDCLAB♠♥♦♣]|--|##)(?![0-9A-Za-z])"
)
_ACTION: Final = re.compile(r"[ \t]*(?:[0-9]|(?:exchange|close|out|resign)\b)")
"""What a line of play starts with, if not with a card."""
_MOST_CARDS: Final = 4
"""Cards of a line that may still be a trick; those of a hand or a talon are more."""
_HELD: Final = re.compile(r"(?:[A-F]|talon|stock):|deal\b")
"""Words by which a part of the text may be of another deal."""


def may_be_a_trick(line: str) -> bool:
    """Whether a line that cannot be read may be one of the play.

    >>> [may_be_a_trick(line) for line in ("1 Jd Ad", "l. Jd Ad", "A Ah Th Kh Qs Td Jd", "a word or two")]
    [True, True, False, False]
    """
    return bool(_ACTION.match(line)) or 0 < len(_CARD.findall(line)) <= _MOST_CARDS


def unread_of(deal: DealRecord) -> Iterator[Unread]:
    """Everything in a deal that could not be read, but for its variations."""
    for path, part in walk_deal(deal):
        if isinstance(part, Unread) and not path.variations:
            yield part


def unread_before_play(deal: DealRecord) -> list[Unread]:
    """What could not be read before the first trick of a deal."""
    return [unread for notes in _before_play(deal) for unread in _unread(notes)]


def hides_play(deal: DealRecord) -> bool:
    """Whether tricks may stand in what could not be read before the first of them."""
    return any(map(_holds_tricks, unread_before_play(deal)))


def hides_position(deal: DealRecord) -> bool:
    """Whether a position could not be read, so that the cards need not be those of a whole deal."""
    words = [word for unread in unread_before_play(deal) for word in unread.text.split()[:1]]
    return any(word == "position" or suggestion(word, ["position"]) for word in words)


def hides_more(deal: DealRecord) -> bool:
    """Whether more of the deal, or another, may stand in what could not be read after its result."""
    behind = _unread(deal.result.notes) if deal.result else ()
    return any(_holds_tricks(unread) or _HELD.search(unread.text) for unread in behind)


def hides_deals(record: Record) -> Unread | None:
    """What could not be read before the first deal, if a deal may be in it."""
    notes = (*record.notes, *(note for tag in record.tags for note in tag.notes))
    return next((unread for unread in _unread(notes) if _CARD.search(unread.english)), None)


def readable_tricks(deal: DealRecord) -> tuple[tuple[Trick, ...], bool]:
    """The tricks of a deal up to an unread part that may hide others, and whether there is one behind them.

    Such a part in a trick itself is left in it.
    """
    for award in deal.awards:
        if any(map(_holds_tricks, _unread(award.notes))):
            return deal.tricks[: award.tricks], True
    return deal.tricks, hides_more(deal)


def _before_play(deal: DealRecord) -> list[tuple[Note, ...]]:
    position = deal.position.notes if deal.position else ()
    return [deal.notes, position, *(holding.notes for holding in deal.holdings)]


def _unread(notes: Iterable[Note]) -> Iterator[Unread]:
    return (note for note in notes if isinstance(note, Unread))


def _holds_tricks(unread: Unread) -> bool:
    """Whether a part of the text may hold tricks: in its lines, or by a number that opens one."""
    first, *lines = unread.english.split("\n")
    if unread.starts:
        lines.append(first)
    return any(map(may_be_a_trick, lines)) or bool(re.search(r"[0-9]\.", first))
