"""Writes the values of best play into a record as notes: `@eval`, `@best` and `@cost`, and a mark of opinion.

Changes nothing else in the record; existing notes with these names are removed, with the marks beside them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from notation.findings.finding import Phrase
from notation.judge.judgement import Judgement
from notation.record.model import Annotation, DealRecord, Glyph, Note, Ply, Record
from notation.record.path import Path
from notation.record.traversal import rebuild
from notation.record.words import seat_letter
from notation.rulings.ledger import Account, account
from notation.rulings.play_worth import BestPlay, best_play
from notation.rulings.state_at import choice_word
from notation.text.annotations import BEST, COST, EVAL
from referee.rules import RuleSet

MARKS: Final = ((4, "??"), (2, "?"), (1, "?!"))
"""From how many game points of cost on an action gets which mark of opinion."""


def mark_of(cost: int) -> str:
    """Return the mark of opinion of an action that cost so many game points; empty if it cost nothing.

    >>> [mark_of(cost) for cost in range(6)]
    ['', '?!', '?', '?', '??', '??']
    """
    return next((mark for least, mark in MARKS if cost >= least), "")


def with_engine_notes(judgement: Judgement) -> Record:
    r"""Return the record of a judgement with the cost of each action; unchanged if it was not judged.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> from notation.text.writer import write
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> print(write(with_engine_notes(judge(next(read(text))))).partition("Qh\n")[2])
    9. Ts As
    10. Qh? @best(out) @cost(B 2) Kh
    <BLANKLINE>
    """
    record = judgement.game.readable
    if judgement.rules is None:
        return record
    deals = []
    for number, deal in enumerate(record.deals, start=1):
        told = account(judgement, number)
        found = best_play(told)
        deals.append(deal if isinstance(found, Phrase) else _noted(deal, told, found))
    return replace(record, deals=tuple(deals))


def _noted(deal: DealRecord, told: Account, found: BestPlay) -> DealRecord:
    """Return a deal with the values: where they begin, and after each action with a cost."""
    rules = told.rules
    notes: dict[Path | None, list[Note]] = {}
    notes[told.played[found.steps[0].step].written] = [_eval(rules, found.values)]
    for each in found.actions:
        if each.cost and each.event is not None:
            side = seat_letter(rules.side(each.seat))
            best = choice_word(found.deal, each.better[0].action)
            here: list[Note] = [
                Glyph(mark_of(each.cost)),
                Annotation(BEST, best),
                Annotation(COST, f"{side} {each.cost}"),
            ]
            notes.setdefault(told.played[each.step].written, []).extend(here)

    def changed(path: Path, ply: Ply) -> Ply:
        kept = _without_values(ply.notes)
        added = notes.get(path, ())
        if any(isinstance(note, Glyph) for note in kept):
            added = [note for note in added if not isinstance(note, Glyph)]
        return replace(ply, notes=_marked(kept, added))

    kept = _without_values(deal.notes)
    return replace(rebuild(deal, changed), notes=(*kept, *notes.get(None, ())))


def _eval(rules: RuleSet, values: tuple[int, ...]) -> Annotation:
    """Return the note about who is certain of how much."""
    most = max(values)
    return Annotation(EVAL, f"{seat_letter(rules.sides[values.index(most)])} {most:+}" if most else "0")


def _without_values(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Return the notes that are not written here: also without the mark that goes with a cost among them."""
    costs = [note.value for note in notes if isinstance(note, Annotation) and note.name == COST]
    written = {mark_of(int(number)) for cost in costs if (number := cost.rpartition(" ")[2]).isdecimal()}
    return tuple(
        note
        for note in notes
        if not (isinstance(note, Annotation) and note.name in (EVAL, BEST, COST))
        and not (isinstance(note, Glyph) and note.mark in written)
    )


def _marked(kept: tuple[Note, ...], added: Sequence[Note]) -> tuple[Note, ...]:
    """Return notes with others after them; a mark of opinion stands before everything else."""
    first = tuple(note for note in added if isinstance(note, Glyph))
    return (*first, *kept, *(note for note in added if not isinstance(note, Glyph)))
