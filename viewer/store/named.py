"""The archive's data on one player or event: the public records, and tallies of their deals."""

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.entries import Listed
from viewer.store.listings import shown
from viewer.store.names import NameKind, number_of
from viewer.store.tables import APPEARANCES, LISTINGS, RECORDS


class PlayedGame(NamedTuple):
    """The part of a listing that shows how a player did in a game."""

    record: int
    players: tuple[str, ...]
    rules: str
    winner: int
    score: str
    id: str


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


def named_games(
    connection: sa.Connection, kind: NameKind, name: str, page: int, size: int, most: int
) -> NamedGames | None:
    """Return a player or event with a page of its records and a limited number of games; None if unknown."""
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
        done = tallies(connection.execute(asked, {"player": name, "number": number, "most": most}))
    played = _games_with(connection, number, most)
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
    columns = (listed.record, listed.players, listed.rules, listed.winner, listed.score, RECORDS.c.id)
    both = its.join(LISTINGS, listed.record == its.c.record).join(RECORDS, RECORDS.c.number == its.c.record)
    wanted = sa.select(*columns).select_from(both).order_by(listed.record.desc())
    return [PlayedGame(*row) for row in connection.execute(wanted)]
