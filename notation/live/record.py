"""The record of a live match: what was played at its table, as a game in SGN.

What was refused or taken back is not part of it; that is in the journal.
"""

from dataclasses import replace
from typing import Final

from notation.live.match import Fairness, LiveMatch
from notation.record.model import (
    LAID_AWAY,
    NO_SUIT,
    UNRECORDED,
    Annotation,
    Award,
    Comment,
    DealRecord,
    OpeningPly,
    Outcome,
    Ply,
    Record,
    Tag,
    Trick,
)
from notation.record.tags import IDENTIFIED, NOBODY_IDENTIFIED, SERIES_SCORE
from notation.record.words import score_words, seat_letter
from notation.recorder import DealRecorder, outcome_of
from notation.specs.spec import write_spec
from notation.text.annotations import COMMITMENT, CUT, SEED, SHUFFLE
from notation.text.writer import write
from notation.wire.table import maker_word
from referee import actions
from referee.cards import NO_CARD, SEATS, Seat, kind, suit_of
from referee.contracts import Opening
from referee.deal import Deal, hands_and_talon, shown_for_trumps
from referee.shuffle import ALGORITHM
from referee.table import HOST, DealAtTable, MatchEnding, Table

TERMINATION: Final = "Termination"
"""The tag that says how a match ended that was not played to its end."""
_ENDINGS: Final = {
    MatchEnding.LEFT: "given up",
    MatchEnding.TIME: "lost on time",
    MatchEnding.FORFEIT: "forfeited",
    MatchEnding.ABORTED: "broken off",
}


def record_of(match: LiveMatch, whole: bool = False) -> Record:
    """The deals of a match that are over.

    The one that is being played, whose cards nobody may see yet, is among them where the match broke off,
    or where ``whole`` asks for it.

    >>> from notation.live.match import MatchOpening
    >>> from referee.rulesets import SANTASE
    >>> match = LiveMatch.open(MatchOpening(SANTASE, ("Ani", "Boris"), tags={"Event": "Club"}), bytes(16))
    >>> [(tag.name, tag.value) for tag in record_of(match).tags]
    [('Event', 'Club'), ('Rules', 'santase'), ('A', 'Ani'), ('B', 'Boris'), ('Result', '*')]
    """
    table = match.table
    deals = list(table.finished)
    if table.now is not None and (whole or table.ending is not None):
        deals.append(as_broken_off(table.now))
    over = table.ending is MatchEnding.PLAYED
    tags = tags_of(match)
    tags.append(Tag("Result", score_words(table.match.score) if over else "*"))
    if match.opening.tally and over:
        tags.append(Tag(SERIES_SCORE, score_words(match.opening.tally_after(table).tally)))
    if table.ending in _ENDINGS:
        tags.append(Tag(TERMINATION, _termination(table)))
    fairness = {each.number: each for each in match.fairness}
    return Record(tuple(tags), tuple(deal_of(deal, fairness.get(deal.number)) for deal in deals))


def record_so_far(match: LiveMatch, reader: Seat) -> Record:
    """The record of a match as far as a reader may know it: of the deal that is being played his own cards.

    It can be read and judged at any moment; cards that nobody has seen are left out of it.
    """
    record = record_of(match)
    now = match.table.now
    if now is None or match.table.ending is not None:
        return record
    so_far = as_heard(deal_of(seen_when_dealt(now, reader), None), now, reader)
    return replace(record, deals=(*record.deals, so_far))


def tags_of(match: LiveMatch) -> list[Tag]:
    """The tags of a match that are known before its first deal."""
    opening = match.shown
    tags = [Tag(name, value) for name, value in opening.tags.items()]
    if opening.opened:
        tags.append(Tag("Date", opening.opened[:10]))
    tags.append(Tag("Rules", write_spec(opening.rules)))
    tags += [Tag(seat_letter(seat), name) for seat, name in enumerate(opening.names) if name]
    letters = "".join(seat_letter(seat) for seat in match.seats if seat in match.table.seated)
    return [*tags, Tag(IDENTIFIED, letters or NOBODY_IDENTIFIED)] if opening.identifies else tags


def seen_when_dealt(deal: DealAtTable, reader: Seat) -> DealAtTable:
    """A deal with the cards that a reader saw when they were dealt: his own, and the turn-up.

    Before a first lead his own are left out until he has seen all of them; a talon that he took he saw.
    """
    rules, auction = deal.deal.rules, deal.deal.auction
    size, cards = rules.deal_hand_size, len(deal.order)
    own = range(reader * size, reader * size + size) if 0 <= reader < HOST else range(0)
    talon = range(cards - 1, cards) if rules.draws else range(0)
    if auction is not None:
        own = range(0) if auction.packet and reader == deal.deal.turn else own
        if reader == auction.declarer and (auction.aside or auction.due is Opening.DISCARD):
            talon = range(cards - rules.talon_size, cards)
    seen = [card if at in own or at in talon else NO_CARD for at, card in enumerate(deal.order)]
    return deal._replace(order=tuple(seen))


def as_heard(record: DealRecord, deal: DealAtTable, reader: Seat) -> DealRecord:
    """A deal without the cards that another than its reader has laid away; nothing before all of them are.

    Of a trick that is played face down there is nothing from the first card of another on, until it is over.
    """
    if deal.deal.face_down and deal.deal.result is None:
        record = replace(record, tricks=_until_face_down(record.tricks, deal.deal, reader))
    opening, auction = record.opening, deal.deal.auction
    if opening is None or auction is None:
        return record
    plies: list[Ply] = []
    for ply in opening.plies:
        if not isinstance(ply, OpeningPly) or ply.action != LAID_AWAY:
            plies.append(ply)
        elif len(ply.cards) == deal.deal.rules.talon_size:
            hidden = (UNRECORDED,) * len(ply.cards)
            plies.append(ply if reader == auction.declarer else replace(ply, cards=hidden))
    return replace(record, opening=replace(opening, plies=tuple(plies)))


def _until_face_down(tricks: tuple[Trick, ...], deal: Deal, reader: Seat) -> tuple[Trick, ...]:
    """The trick that is played face down, up to the first card of another than its reader."""
    kept: list[Ply] = []
    turn = deal.leader
    for ply in (ply for trick in tricks for ply in trick.plies):
        if ply.plays and (ply.seat if ply.seat >= 0 else turn) != reader:
            break
        turn = deal.after[turn] if ply.plays else turn
        kept.append(ply)
    return (replace(tricks[0], plies=tuple(kept)),) if kept else ()


def as_broken_off(deal: DealAtTable) -> DealAtTable:
    """A deal that the table has not settled, with the result of its play if that decides it."""
    if not deal.deal.spent and deal.deal.forfeit is None:
        return deal
    result = deal.deal.copy().finish()
    return deal._replace(result=result, won=result.game_points)


def text_of(match: LiveMatch, whole: bool = False) -> str:
    """The record of a match as text in canonical form."""
    return write(record_of(match, whole))


def _termination(table: Table) -> str:
    """How a match ended that was not played to its end, by whom, and who wins it."""
    said = _ENDINGS[table.ending] if table.ending else ""
    if table.ended_by >= 0:
        said += f" by {maker_word(table.ended_by)}"
    return f"{said}; {seat_letter(table.winner)} wins" if table.winner >= 0 else said


def deal_of(deal: DealAtTable, fairness: Fairness | None) -> DealRecord:
    """A deal as it is recorded, with what is known of how its cards were shuffled."""
    rules = deal.deal.rules
    hands, talon = hands_and_talon(rules, deal.order)
    names_trumps = rules.auction.steps and not rules.draws
    shown = NO_CARD if names_trumps else shown_for_trumps(rules, deal.dealer, deal.order)
    if shown >= 0 and suit_of(shown) != deal.deal.trump:
        shown = NO_CARD  # trumps were named
    suit = NO_SUIT if shown >= 0 or names_trumps else deal.deal.trump
    recorder = DealRecorder(
        rules, deal.number, deal.dealer, hands, talon, suit_of(shown) if shown >= 0 else suit
    )
    for done in deal.done:
        entry = done.entry
        if entry.action != actions.DRAW:
            notes = (Comment(entry.reason),) if entry.reason else ()
            recorder.do(entry.action, entry.actor, notes=notes, short=done.short)
    awards = tuple(
        Award(award.seat, award.points, award.reason or None, tricks=deal.deal.trick) for award in deal.awards
    )
    outcome = _outcome(deal)
    if fairness and fairness.seed:
        outcome = replace(outcome, notes=(Annotation(SEED, fairness.seed.hex()),))
    record = recorder.record(outcome)
    if shown >= 0:
        record = replace(record, trump=kind(shown), suit=NO_SUIT)
    return replace(record, awards=awards, notes=_shuffled(fairness) if fairness else ())


def _shuffled(fairness: Fairness) -> tuple[Annotation, ...]:
    """What the head of a deal says of how it was shuffled; its seed stands after the result."""
    cuts = (f"{seat_letter(seat)} {cut}" for seat, cut in zip(SEATS, fairness.cuts, strict=False) if cut)
    return (
        Annotation(SHUFFLE, ALGORITHM),
        Annotation(COMMITMENT, fairness.commitment),
        *(Annotation(CUT, cut) for cut in cuts),
    )


def _outcome(deal: DealAtTable) -> Outcome:
    """The stated result of a deal; one that is not over has none but its score."""
    result = deal.result
    if result is None:
        return Outcome(finished=False)
    return outcome_of(result, deal.won, deal.score)
