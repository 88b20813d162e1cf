"""The ledger of a game: trick by trick who led, what was played and said, and what it counted.

Draws what the judgement found; it decides nothing and adds nothing up.
"""

from collections.abc import Iterator

from rich.markup import escape as markup
from rich.table import Table

from notation.findings import escape
from notation.judgement import DealJudgement, Event, Judgement, TrickLedger
from notation.record import UNRECORDED, Comment, DealRecord
from notation.specs import write_spec
from notation.stated import outcome_words
from notation.words import SUIT_NAMES, action_word, card_word, seat_letter
from referee import actions
from referee.cards import suit_of
from referee.scoring import Reason, Result


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
    for deal, written in zip(judgement.deals, record.deals, strict=True):
        yield ""
        yield _table(judgement, deal, written)
        yield result_sentence(deal)
        for seat, points in enumerate(deal.awarded):
            if points:
                yield f"The table awards {seat_letter(seat)} {_game_points(points)} apart from the play."
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
    head = f"Deal {deal.number}, {seat_letter(deal.dealer)} deals" if deal.dealer >= 0 else "A deal"
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
        said = _said(event)
        ruling = f" [{event.ruling.code.id}]" if event.ruling else ""
        comments = [note.text for note in event.ply.notes if isinstance(note, Comment)]
        lines[-1] += f"{said}{ruling}  "
        if comments:
            lines[-1] = lines[-1].rstrip()
            lines += [f"  {escape(' '.join(comment.split()))}" for comment in comments] + [""]
    return markup("\n".join(line.rstrip() for line in lines if line.strip()))


def _said(event: Event) -> str:
    ply, who = event.ply, seat_letter(event.seat)
    back = "".join(f"{who} takes back {card_word(card)}  " for card in ply.withdrawn)
    card = card_word(event.card)
    if actions.is_marriage(ply.action):
        return f"{who} announces {action_word(ply.action, ply.value)}"
    if ply.action == actions.DRAW:
        return f"{who} draws {card}"
    if ply.plays:
        proved = " (not recorded; it can be no other)" if ply.action < 0 <= event.card else ""
        return f"{back}{who} {card}{'^' * ply.irregular}{proved}"
    return f"{who} {_SAID[ply.action]}"


_SAID = {
    actions.EXCHANGE: "exchanges",
    actions.CLOSE: "closes",
    actions.OUT: "is out",
    actions.RESIGN: "resigns",
}


def result_sentence(deal: DealJudgement) -> str:
    """Who won a deal, by how much, and why.

    >>> result_sentence(DealJudgement(1, 0))
    'The deal was not finished.'
    """
    result = deal.result
    if result is None and deal.trusted:
        counted = outcome_words(deal.trusted.winner, deal.trusted.game_points)
        return f"The play does not decide the deal; the stated result, {counted}, is counted."
    if result is None:
        return "The deal could be judged no further." if deal.stopped else "The deal was not finished."
    if result.winner < 0:
        level = result.card_points and len(set(result.card_points)) == 1
        how = f"at {result.card_points[0]} card points each" if level else f"by {result.reason.value}"
        return f"A draw {how}: no game points."
    winner = seat_letter(result.winner)
    return f"{winner} wins {_game_points(deal.game_points)}: {_why(result, deal.tricks_won)}"


def _game_points(points: int) -> str:
    return f"{points} game point{'s' if points != 1 else ''}"


def _why(result: Result, tricks: tuple[int, ...]) -> str:
    loser = 1 - result.winner
    winner_name, loser_name = seat_letter(result.winner), seat_letter(loser)
    match result.reason:
        case Reason.RESIGNATION:
            return f"{loser_name} resigned."
        case Reason.AGREEMENT:
            return "so it was agreed."
        case Reason.FORFEIT:
            return f"{loser_name} forfeited the deal."
    if not result.card_points:
        return f"{result.reason.value}; not all card points are known."
    won, lost = result.card_points[result.winner], result.card_points[loser]
    state = (
        f"{loser_name} has {lost} card points and {tricks[loser]} trick{'s' if tricks[loser] != 1 else ''}."
    )
    match result.reason:
        case Reason.OUT:
            return f"{winner_name} is out with {won} card points; {state}"
        case Reason.FALSE_OUT:
            return f"{loser_name} claimed 66 with {lost} card points."
        case Reason.CLOSER_FAILED:
            return f"{loser_name} closed the talon and did not go out."
        case Reason.DEFENDER_OUT:
            return f"{loser_name} closed the talon, and {winner_name} went out first with {won} card points."
        case Reason.TOTAL if won == lost:
            return f"nobody went out; at {won} card points each the last trick decides."
        case Reason.TOTAL:
            return f"nobody went out and {winner_name} has the higher total, {won}; {state}"
        case _:
            return f"nobody went out and {winner_name} took the last trick."
