"""Searches in a corpus: deals with some features, actions, findings, and duplicates.

Each is one SQL query; the results are addresses.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.record import Path
from viewer.corpora.session import CorpusSession

FEATURES: Final = {
    "closed": "s.closed",
    "closed-and-won": "s.close_won",
    "closed-and-failed": "s.closed AND s.complete AND NOT s.close_won",
    "claimed": "s.claimed",
    "false-claim": "s.claim_false",
    "missed-claim": "s.claim_missed",
    "marriage": "s.marriages_20 + s.marriages_40 > 0",
    "trump-marriage": "s.marriages_40 > 0",
    "two-marriages": "s.marriages_20 + s.marriages_40 > 1",
    "schneider": "s.schneider",
    "schwarz": "s.schwarz",
    "drawn": "d.complete AND d.winner IS NULL AND s.seat = 'A'",
    "resigned": "d.reason = 'resignation' AND NOT s.won",
    "unfinished": "NOT d.complete AND s.seat = 'A'",
    "wrong": "d.errors > 0 AND s.seat = 'A'",
}
"""The features of a seat in a deal, by name, as SQL conditions."""


class Hit(NamedTuple):
    """A result: the file, the game, the deal, the place in it, the seat, and the match."""

    file: str
    game: int
    deal: int | None
    place: str | None
    seat: str | None
    what: str

    @property
    def address(self) -> str:
        """The address of the deal, or of the trick or action: ``2:3:5.2``."""
        return f"{Path(game=self.game, deal=self.deal or 0)}{self.place or ''}"


class Wanted(NamedTuple):
    """The criteria of a search; all must hold for one seat in one deal."""

    feature: str = ""
    action: str = ""
    finding: str = ""
    player: str = ""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables in which the search looks."""
        events = ("actions",) * bool(self.action) + ("findings",) * bool(self.finding)
        return ("games", "deals", "seats", *events)


def find(session: CorpusSession, wanted: Wanted) -> Iterator[Hit]:
    """Find every deal, action or finding that matches, in the order of the corpus.

    With an action, actions are found; else with a finding, findings; else deals.
    """
    has = [FEATURES[wanted.feature]] if wanted.feature else []
    values: list[str] = []
    if wanted.player:
        has.append("s.player = ?")
    by_seat = " AND ".join(["TRUE", *has])
    seats = f"SELECT * FROM seats s JOIN deals d USING (game_id, deal) WHERE {by_seat}"  # noqa: S608
    named = [wanted.player] * bool(wanted.player)
    if wanted.action:
        what, table, is_meant = "t.word", "actions t", "t.word = ?"
        values.append(wanted.action)
        if has:
            is_meant += (
                f" AND EXISTS ({seats} AND s.game_id = t.game_id AND s.deal = t.deal AND s.seat = t.seat)"
            )
            values += named
        if wanted.finding:
            is_meant += (
                " AND EXISTS (SELECT 1 FROM findings f"
                " WHERE f.code = ? AND f.game_id = t.game_id AND f.deal = t.deal AND f.place = t.place)"
            )
            values.append(wanted.finding)
        order = "t.deal, t.trick, t.action"
    elif wanted.finding:
        what, table, is_meant = "t.code || ' ' || t.message", "findings t", "t.code = ?"
        values.append(wanted.finding)
        if has:
            is_meant += (
                f" AND EXISTS ({seats} AND s.game_id = t.game_id AND s.deal = t.deal"
                " AND (t.seat IS NULL OR s.seat = t.seat))"
            )
            values += named
        order = "t.line, t.column"
    else:
        what = f"'{wanted.feature}'" if wanted.feature else "s.player"
        place = "CAST(d.close_trick AS VARCHAR)" if wanted.feature.startswith("closed") else "NULL"
        sql = (
            f"SELECT g.file, g.game, s.deal, {place}, s.seat, {what}"  # noqa: S608
            " FROM seats s JOIN deals d USING (game_id, deal) JOIN games g USING (game_id)"
            f" WHERE {by_seat} ORDER BY s.game_id, s.deal, s.seat"
        )
        yield from (Hit(*row) for row in session.ask(sql, named).rows)
        return
    sql = (
        f"SELECT g.file, g.game, t.deal, t.place, t.seat, {what}"  # noqa: S608
        f" FROM {table} JOIN games g USING (game_id) WHERE {is_meant} ORDER BY t.game_id, {order}"
    )
    yield from (Hit(*row) for row in session.ask(sql, values).rows)


class Copy(NamedTuple):
    """One of several games or deals with the same cards and play; ``play`` is the digest of both."""

    play: str
    file: str
    game: int
    deal: int | None
    players: str
    event: str | None
    date: str | None

    @property
    def address(self) -> str:
        """The address of the game or deal."""
        return str(Path(game=self.game, deal=self.deal)) if self.deal else str(self.game)


def copies(session: CorpusSession, deals: bool = False) -> Iterator[Copy]:
    """Find the games, or single deals, whose play occurs more than once, grouped by play."""
    table, deal, order = ("deals", "t.deal", ", t.deal") if deals else ("games", "NULL", "")
    sql = f"""
        SELECT t.play, g.file, g.game, {deal},
            array_to_string(list_filter(g.players, lambda name: name IS NOT NULL), ' - '), g.event, g.date
        FROM {table} t JOIN games g USING (game_id)
        WHERE t.play IN (SELECT play FROM {table} WHERE play IS NOT NULL GROUP BY play HAVING count(*) > 1)
        ORDER BY min(t.game_id) OVER (PARTITION BY t.play), t.play, t.game_id{order}
    """  # noqa: S608
    yield from (Copy(*row) for row in session.ask(sql).rows)
