"""Writes the values of best play into a record as notes: `@eval`, `@best` and `@cost`.

Changes nothing else in the record; existing notes with these names are removed.
"""

from dataclasses import replace

from notation.findings.finding import Phrase
from notation.judge.judgement import Judgement
from notation.record.model import Annotation, DealRecord, Note, Ply, Record
from notation.record.path import Path
from notation.record.traversal import rebuild
from notation.record.words import seat_letter
from notation.rulings.ledger import Account, account
from notation.rulings.play_worth import BestPlay, best_play
from notation.rulings.state_at import choice_word
from notation.text.annotations import BEST, COST, EVAL
from referee.rules import RuleSet


def with_engine_notes(judgement: Judgement) -> Record:
    r"""Return the record of a judgement with the cost of each action; unchanged if it was not judged.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> from notation.text.writer import write
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> print(write(with_engine_notes(judge(next(read(text))))).partition("Qh\n")[2])
    9. Ts As
    10. Qh @best(out) @cost(B 2) Kh
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
    notes: dict[Path | None, list[Annotation]] = {}
    notes[told.played[found.steps[0].step].written] = [_eval(rules, found.values)]
    for each in found.actions:
        if each.cost and each.event is not None:
            side = seat_letter(rules.side(each.seat))
            best = choice_word(found.deal, each.better[0].action)
            here = [Annotation(BEST, best), Annotation(COST, f"{side} {each.cost}")]
            notes.setdefault(told.played[each.step].written, []).extend(here)

    def changed(path: Path, ply: Ply) -> Ply:
        kept = tuple(note for note in ply.notes if not _is_value(note))
        return replace(ply, notes=(*kept, *notes.get(path, ())))

    kept = tuple(note for note in deal.notes if not _is_value(note))
    return replace(rebuild(deal, changed), notes=(*kept, *notes.get(None, ())))


def _eval(rules: RuleSet, values: tuple[int, ...]) -> Annotation:
    """Return the note about who is certain of how much."""
    most = max(values)
    return Annotation(EVAL, f"{seat_letter(rules.sides[values.index(most)])} {most:+}" if most else "0")


def _is_value(note: Note) -> bool:
    """Return whether a note is one of those written here."""
    return isinstance(note, Annotation) and note.name in (EVAL, BEST, COST)
