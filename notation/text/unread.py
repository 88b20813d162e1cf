"""What the unread parts of a deal may hide: tricks, a position, another deal.

Inspects unread text without interpreting it: only says how far the rest can be judged.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from notation.findings.hints import suggestion
from notation.record.model import DealRecord, Holding, Note, Record, Remark, Span, Trick, Unread
from notation.record.traversal import numbered
from notation.text.comments import ONLY_PLAYED, played_in

_CARD: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:10|[2-9AKQJTXDOUBFZ])[shdclabSHDCLAB♠♥♦♣]|--|##)(?![0-9A-Za-z])"
)
_ACTION: Final = re.compile(r"[ \t]*(?:[0-9]|(?:exchange|close|out|resign)\b)")
"""The start of a line of play that does not start with a card."""
_MOST_CARDS: Final = 4
"""The most cards on a line that may still be a trick; a hand or a talon has more."""
_HELD: Final = re.compile(r"(?:[A-F]|talon|stock):|deal\b")
"""Words that may belong to another deal."""


def may_be_a_trick(line: str) -> bool:
    """Return whether an unread line may be a line of play.

    >>> [may_be_a_trick(line) for line in ("1 Jd Ad", "l. Jd Ad", "A Ah Th Kh Qs Td Jd", "a word or two")]
    [True, True, False, False]
    """
    return bool(_ACTION.match(line)) or 0 < len(_CARD.findall(line)) <= _MOST_CARDS


def unread_of(deal: DealRecord) -> Iterator[Unread]:
    """Yield every unread part of a deal, except those in its variations."""
    yield from unread_before_play(deal)
    done = (part for _, trick in numbered(deal) for part in (trick, *trick.plies))
    for part in (*done, *deal.awards, *([deal.result] if deal.result else ())):
        if part.notes:
            yield from _unread(part.notes)


def unread_before_play(deal: DealRecord) -> list[Unread]:
    """Return the unread parts before the first trick of a deal."""
    position = deal.position.notes if deal.position else ()
    return _unread((*deal.notes, *position, *(note for held in deal.holdings for note in held.notes)))


def hides_play(deal: DealRecord) -> bool:
    """Return whether an unread part before the first trick may contain tricks."""
    return any(map(_holds_tricks, unread_before_play(deal)))


def hides_position(deal: DealRecord) -> bool:
    """Return whether a position could not be read, so that the cards may not be those of a whole deal."""
    words = [word for unread in unread_before_play(deal) for word in unread.text.split()[:1]]
    return any(word == "position" or suggestion(word, ["position"]) for word in words)


def hides_more(deal: DealRecord) -> bool:
    """Return whether an unread part after the result may contain more of the deal, or another deal."""
    behind = _unread(deal.result.notes) if deal.result else ()
    return any(_holds_tricks(unread) or _HELD.search(unread.text) for unread in behind)


def hides_deals(record: Record) -> Unread | None:
    """Return the unread part before the first deal, if it may contain a deal."""
    notes = (*record.notes, *(note for tag in record.tags for note in tag.notes))
    return next((unread for unread in _unread(notes) if _CARD.search(unread.english)), None)


def readable_tricks(deal: DealRecord) -> tuple[tuple[Trick, ...], bool]:
    """Return the tricks before an unread part that may hide others, and whether one hides some after them.

    Such a part inside a trick stays in that trick.
    """
    for award in deal.awards:
        if any(map(_holds_tricks, _unread(award.notes))):
            return deal.tricks[: award.tricks], True
    return deal.tricks, hides_more(deal)


def _unread(notes: Iterable[Note]) -> list[Unread]:
    return [note for note in notes if isinstance(note, Unread)]


def _holds_tricks(unread: Unread) -> bool:
    """Return whether an unread part may contain tricks: in its lines, or after a trick number."""
    first, *lines = unread.english.split("\n")
    if unread.starts:
        lines.append(first)
    return any(map(may_be_a_trick, lines)) or bool(re.search(r"[0-9]\.", first))


# What a remark has swallowed.


def swallowed_by(remark: Remark, behind: Span) -> str:
    """Return the first card or action that a remark has swallowed; "" if it is a remark.

    It has if there is nothing else in it, or if it is joined to the action or number that it is ``behind``.
    """
    if remark.lines or (remark.span[:2] != behind[2:] and not ONLY_PLAYED.fullmatch(remark.text)):
        return ""
    return played_in(remark.text)


def swallows_play(trick: Trick) -> bool:
    """Return whether a remark has swallowed an action of a trick."""
    return _swallows(trick.notes, trick.span) or any(_swallows(ply.notes, ply.span) for ply in trick.plies)


def swallows_cards(holding: Holding) -> bool:
    """Return whether a remark has swallowed cards of a hand, or of the talon."""
    return _swallows(holding.notes, holding.span)


def _swallows(notes: tuple[Note, ...], behind: Span) -> bool:
    return any(isinstance(note, Remark) and swallowed_by(note, behind) for note in notes)
