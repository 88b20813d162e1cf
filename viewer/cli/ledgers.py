"""The ledger of a game: trick by trick who led, what was played and said, and what it counted.

Draws what the judgement found; it decides nothing and adds nothing up.
"""

from collections.abc import Iterator
from typing import Final

from rich.markup import escape as markup
from rich.table import Table

from notation.findings.finding import escape
from notation.judge.judgement import DealJudgement, Judgement, TrickLedger
from notation.record.model import UNNUMBERED, UNRECORDED, Comment, DealRecord
from notation.record.words import SUIT_NAMES, card_word, seat_letter
from notation.rulings.answers import answer, awards, said
from notation.rulings.certainty import certainties
from notation.specs.spec import write_spec
from referee.cards import suit_of
from viewer.documents.languages import language

_ENGLISH: Final = language("en")


def ledger(judgement: Judgement) -> Iterator[str | Table]:
    """The parts of a game's ledger, in order."""
    record = judgement.game.draft
    if record is None or judgement.rules is None:
        return
    names = {
        seat_letter(seat): escape(record.tag(seat_letter(seat)) or "")
        for seat in range(judgement.rules.seats)
    }
    title = [record.tag("Event"), record.tag("Date"), " - ".join(filter(None, names.values()))]
    yield " · ".join(escape(part) for part in title if part) or "A game"
    yield f"judged by {write_spec(judgement.rules)}"
    told = zip(judgement.deals, record.deals, certainties(judgement), strict=True)
    for deal, written, certainty in told:
        yield ""
        yield _table(judgement, deal, written)
        yield answer(_ENGLISH, deal, certainty)
        yield from awards(_ENGLISH, deal)
        score = "-".join(str(won) for won in deal.score)
        yield f"Score {score}."
    if judgement.winner >= 0:
        winner = seat_letter(judgement.winner)
        name = f" ({names[winner]})" if names[winner] else ""
        yield ""
        double = ", which counts as two games" if judgement.games > 1 else ""
        yield f"{winner}{name} wins the match {'-'.join(map(str, judgement.score))}{double}."


def _trump(written: DealRecord) -> str:
    """The trump suit as it is recorded, with the turn-up if there is one."""
    talon = written.talon.cards if written.talon else ()
    turn_up = written.trump if written.trump is not None else talon[-1] if talon else UNRECORDED
    if turn_up >= 0:
        return f", trump {SUIT_NAMES[suit_of(turn_up)]} ({card_word(turn_up)} turned up)"
    return f", trump {SUIT_NAMES[written.suit]}" if written.suit >= 0 else ""


def _table(judgement: Judgement, deal: DealJudgement, written: DealRecord) -> Table:
    seats = [seat_letter(seat) for seat in range(len(judgement.score))]
    head = f"Deal {deal.number}" if deal.number != UNNUMBERED else "A deal"
    head += f", {seat_letter(deal.dealer)} deals" if deal.dealer >= 0 else ""
    table = Table(
        title=f"{head}{_trump(written)}",
        title_justify="left",
        title_style="",
    )
    table.add_column("trick", justify="right")
    table.add_column("leader")
    table.add_column("play")
    table.add_column("taken by")
    for seat in seats:
        table.add_column(seat, justify="right")
    for trick in deal.tricks:
        if trick.events:
            points = [str(number) for number in trick.points]
            winner = seat_letter(trick.winner) if trick.winner >= 0 else ""
            table.add_row(str(trick.number), seat_letter(trick.leader), _play(trick), winner, *points)
    return table


def _play(trick: TrickLedger) -> str:
    lines = [""]
    for event in trick.events:
        words = said(_ENGLISH, event)
        ruling = f" [{event.ruling.code.id}]" if event.ruling else ""
        comments = [note.text for note in event.ply.notes if isinstance(note, Comment)]
        lines[-1] += f"{words}{ruling}  "
        if comments:
            lines[-1] = lines[-1].rstrip()
            lines += [f"  {escape(' '.join(comment.split()))}" for comment in comments] + [""]
    return markup("\n".join(line.rstrip() for line in lines if line.strip()))
