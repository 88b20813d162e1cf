"""The archive's data on one player or event: the public records, and tallies of their deals."""

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.limits import BALANCED_GAMES
from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.databases import Database
from viewer.store.entries import Listed
from viewer.store.listings import shown
from viewer.store.names import NameKind, NameOrder, NamesPage, find_names, number_of, persons
from viewer.store.searching import check_page
from viewer.store.tables import APPEARANCES, LISTINGS, RECORDS


class PlayedGame(NamedTuple):
    """The part of a listing that shows how a player did in a game."""

    record: int
    players: tuple[str, ...]
    """Without the names of guests."""
    rules: str
    winner: int
    score: str
    counts: int
    """The games that it counts for its winner: 2 after a win to nil, 4 after a lead to nil that was lost."""
    id: str
    guests: str
    """The letters of their seats."""


class NamedGames(NamedTuple):
    """A player or an event, with the data of its page."""

    name: str
    games: int
    records: tuple[Listed, ...]
    """A page of the records, newest first."""
    goes_on: bool
    """Whether there is a next page."""
    played: list[PlayedGame]
    """The last games added."""
    tallies: list[DealTally]
    """The tallies of a player's deals in these, by rule set."""


class NamesHeld:
    """The names of the players and the events of an archive."""

    _database: Database

    def names(
        self,
        kind: NameKind,
        text: str = "",
        *,
        order: NameOrder = NameOrder.GAMES,
        page: int = 1,
        size: int = 50,
    ) -> NamesPage:
        """Return the players or the events of the public records, with the number of records of each.

        ``text`` is words of a name, or prefixes of them. Raises SearchError.
        """
        check_page(page, size)
        with self._database.reading() as connection:
            return find_names(connection, kind, text, order, page, size)

    def named(self, kind: NameKind, name: str, *, page: int = 1, size: int = 50) -> NamedGames | None:
        """Return the public records of a player or event of exactly this name; None if there are none.

        Only the last games and deals are counted. Raises SearchError.
        """
        check_page(page, size)
        with self._database.reading() as connection:
            known = number_of(connection, kind, name)
            if known is None:
                return None
            number, games = known
            wanted = _records_with(number).limit(size + 1).offset((page - 1) * size)
            found = connection.scalars(wanted).all()
            records = shown(connection, found[:size])
            done: list[DealTally] = []
            if kind is NameKind.PLAYER:
                asked = sa.text(question(Grouping.RULES, of_player=_OF_PLAYER))
                facts = {"player": name, "number": number, "most": BALANCED_GAMES}
                done = tallies(connection.execute(asked, facts))
            played = _games_with(connection, number, BALANCED_GAMES)
        return NamedGames(name, games, records, len(found) > size, played, done)


_OF_PLAYER: Final = (
    "player = :player AND record IN "
    "(SELECT record FROM appearances WHERE name = :number ORDER BY record DESC LIMIT :most)"
)


def _records_with(number: int) -> sa.Select[Any]:
    """Return the numbers of the records that have a name, newest first."""
    return (
        sa.select(APPEARANCES.c.record)
        .where(APPEARANCES.c.name == number)
        .order_by(APPEARANCES.c.record.desc())
    )


def _games_with(connection: sa.Connection, number: int, most: int) -> list[PlayedGame]:
    """Return the games that have a name, newest first."""
    its = _records_with(number).limit(most).subquery()
    listed = LISTINGS.c
    columns = (listed.record, listed.players, listed.rules, listed.winner, listed.score, listed.games)
    both = its.join(LISTINGS, listed.record == its.c.record).join(RECORDS, RECORDS.c.number == its.c.record)
    wanted = sa.select(*columns, RECORDS.c.id, listed.guests).select_from(both).order_by(listed.record.desc())
    games = [PlayedGame(*row) for row in connection.execute(wanted)]
    return [game._replace(players=persons(game.players, game.guests)) for game in games]
