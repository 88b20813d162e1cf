"""What the archive has of one player or event: its public records, and what was done in them."""

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.entries import Listed
from viewer.store.listings import shown
from viewer.store.names import NameKind, number_of
from viewer.store.tables import APPEARANCES, LISTINGS, RECORDS


class PlayedGame(NamedTuple):
    """What a list says of a game, as far as it shows how somebody fared in it."""

    record: int
    players: tuple[str, ...]
    rules: str
    winner: int
    score: str
    id: str


class NamedGames(NamedTuple):
    """A player or an event, with what the page about it shows."""

    name: str
    games: int
    records: tuple[Listed, ...]
    """A page of the records, those that came last first."""
    goes_on: bool
    """Whether there is a next page."""
    played: list[PlayedGame]
    """The games that came last."""
    tallies: list[DealTally]
    """What a player did in the deals of these, by rule set."""


def named_games(
    connection: sa.Connection, kind: NameKind, name: str, page: int, size: int, most: int
) -> NamedGames | None:
    """A player or an event with a page of its records, and so many of its games; None where there is none."""
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
    """The numbers of the records that have a name, those that came last first."""
    return (
        sa.select(APPEARANCES.c.record)
        .where(APPEARANCES.c.name == number)
        .order_by(APPEARANCES.c.record.desc())
    )


def _games_with(connection: sa.Connection, number: int, most: int) -> list[PlayedGame]:
    """The games that have a name, those that came last first."""
    its = _records_with(number).limit(most).subquery()
    listed = LISTINGS.c
    columns = (listed.record, listed.players, listed.rules, listed.winner, listed.score, RECORDS.c.id)
    both = its.join(LISTINGS, listed.record == its.c.record).join(RECORDS, RECORDS.c.number == its.c.record)
    wanted = sa.select(*columns).select_from(both).order_by(listed.record.desc())
    return [PlayedGame(*row) for row in connection.execute(wanted)]
