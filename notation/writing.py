"""Records to text: the one canonical form of a game, and its digest.

Writes what the record says, true or false; nothing is added, left out or put right.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from notation.record import Checkpoint, Comment, DealRecord, Glyph, Holding, Note, Outcome, Ply, Record, Tag
from notation.specs import read_spec, write_spec
from notation.words import action_word, card_word, seat_letter
from referee.rules import RuleSet

TAG_ORDER: Final = ("Event", "Site", "Date", "Round", "Table", "Rules", "A", "B", "C", "D", "Result")
"""The tags that come first; the rest follow by name."""


def write(record: Record) -> str:
    """A game in canonical form, ending with a line feed; what is read from it is written the same.

    >>> print(write(Record(tags=(Tag("A", "Ivan"), Tag("Event", "Friday")))), end="")
    %SGN 1
    [Event "Friday"]
    [A "Ivan"]
    """
    lines = ["%SGN 1"]
    if record.notes:
        lines.append(_line([], record.notes))
    lines += [_line([f"[{tag.name} {_quoted(_value(tag))}]"], tag.notes) for tag in _sorted(record.tags)]
    for deal in record.deals:
        lines += ["", *_deal_lines(deal)]
    return "\n".join(lines) + "\n"


def digest(record: Record) -> str:
    """The SHA-256 of a game without comments and glyphs: what was played and stated, in hexadecimal."""
    return hashlib.sha256(write(bare(record)).encode()).hexdigest()


def bare(record: Record) -> Record:
    """A record without its comments and glyphs; checkpoints are statements and stay."""
    return replace(
        record,
        notes=(),
        tags=tuple(replace(tag, notes=()) for tag in record.tags),
        deals=tuple(_bare_deal(deal) for deal in record.deals),
    )


def _bare_deal(deal: DealRecord) -> DealRecord:
    return replace(
        deal,
        notes=(),
        hands=tuple((seat, replace(hand, notes=())) for seat, hand in deal.hands),
        talon=replace(deal.talon, notes=()) if deal.talon else None,
        tricks=tuple(
            replace(
                trick,
                notes=_checkpoints(trick.notes),
                plies=tuple(replace(ply, notes=_checkpoints(ply.notes)) for ply in trick.plies),
            )
            for trick in deal.tricks
        ),
        result=replace(deal.result, notes=()) if deal.result else None,
    )


def _checkpoints(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    return tuple(note for note in notes if isinstance(note, Checkpoint))


def _sorted(tags: Iterable[Tag]) -> list[Tag]:
    def key(tag: Tag) -> tuple[int, str]:
        return (TAG_ORDER.index(tag.name), "") if tag.name in TAG_ORDER else (len(TAG_ORDER), tag.name)

    return sorted(tags, key=key)


def _value(tag: Tag) -> str:
    """A tag's value; a rule spec that can be read has one spelling."""
    if tag.name == "Rules":
        rules = read_spec(tag.value)
        if isinstance(rules, RuleSet):
            return write_spec(rules)
    return tag.value


def _deal_lines(deal: DealRecord) -> Iterator[str]:
    head = [f"deal {deal.number} dealer {seat_letter(deal.dealer)}"]
    if deal.trump is not None:
        head.append(f"trump {card_word(deal.trump)}")
    yield _line(head, deal.notes)
    for seat, hand in sorted(deal.hands, key=lambda pair: pair[0]):
        yield _holding(f"{seat_letter(seat)}:", hand)
    if deal.talon:
        yield _holding("talon:", deal.talon)
    for trick in deal.tricks:
        words = [f"{trick.number}.", *map(note_word, trick.notes)]
        for ply in trick.plies:
            words += ply_words(ply)
        yield " ".join(words)
    if deal.result:
        yield _line([outcome_words(deal.result)], deal.result.notes)


def _holding(label: str, holding: Holding) -> str:
    return _line([label, *map(card_word, holding.cards)], holding.notes)


def _line(words: list[str], notes: tuple[Note, ...]) -> str:
    return " ".join([*words, *map(note_word, notes)])


def ply_words(ply: Ply) -> list[str]:
    """An action and its notes as words; a glyph that comes first is written onto the action.

    >>> ply_words(Ply(10, notes=(Glyph("!"), Comment("bold"))))
    ['Th!', '{bold}']
    """
    actor = f"{seat_letter(ply.seat)}: " if ply.seat >= 0 else ""
    words = [actor + action_word(ply.action, ply.value), *map(note_word, ply.notes)]
    if ply.notes and isinstance(ply.notes[0], Glyph) and not words[1].startswith("$"):
        words[:2] = [words[0] + words[1]]
    return words


def note_word(note: Note) -> str:
    r"""A comment, glyph or checkpoint as it is written.

    >>> note_word(Comment("a } b"))
    '{a \\} b}'
    """
    if isinstance(note, Comment):
        return "{" + note.text.replace("\\", "\\\\").replace("}", "\\}") + "}"
    return note.mark if isinstance(note, Glyph) else f"<{_joined(note.points)}>"


def outcome_words(outcome: Outcome) -> str:
    """A stated result as it is written, without its notes."""
    if not outcome.finished:
        words = ["= *"]
    elif outcome.winner < 0:
        words = ["= draw"]
    else:
        words = [f"= {seat_letter(outcome.winner)} {outcome.game_points}"]
    if outcome.reason:
        words.append(f"by {outcome.reason}")
    if outcome.card_points:
        words.append(f"({_joined(outcome.card_points)})")
    if outcome.score:
        words.append(f"score {_joined(outcome.score)}")
    return " ".join(words)


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(str(number) for number in numbers)


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
