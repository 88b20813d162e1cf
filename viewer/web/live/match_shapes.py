"""The request and response schemas of live matches over HTTP, except the events."""

from typing import Final

from marshmallow import fields, missing, validate

from notation.live.match import BY_HAND, FAIR
from notation.players import QUICK_PLAYERS
from notation.record import SEAT_LETTERS
from notation.wire import member
from notation.wire.events import SnapshotSchema
from notation.wire.shape import WireSchema
from notation.wire.table import ARBITER_WORD, TableRulingSchema
from referee.table import MOST_TIME, Mode
from viewer.limits import LIVE_DEALS, LIVE_DELAY
from viewer.store.ordering import MOST
from viewer.web.api.shapes import SIZE, Query, asked
from viewer.web.failures import ProblemSchema

NAME: Final = r"^[^\x00-\x1f\x7f\"\\]{0,80}$"
"""The valid names of players and values of tags."""
ROLES: Final = (*SEAT_LETTERS, ARBITER_WORD)


class ClockSchema(WireSchema):
    """The clock of each player."""

    main = member.count(about="milliseconds of each seat for the match", least=1, most=MOST_TIME)
    increment = member.count(about="milliseconds added after each action", most=MOST_TIME, required=False)
    delay = member.count(
        about="milliseconds of each action before its time counts", most=MOST_TIME, required=False
    )


class MatchTermsSchema(WireSchema):
    """Under which terms matches are played, each or many."""

    rules = member.text(about="a rule set with its options", least=1, required=False)
    waits = member.truth(
        about="whether the first cards are dealt only when every seat has cut, and so has come",
        required=False,
    )
    clock = member.part(ClockSchema, about="none where it is left out", null=True, required=False)
    mode = member.word(
        Mode,
        about="`strict` refuses what is against the rules; a `scorer` enters what happened at a real table",
        required=False,
    )
    dealing = member.word(
        (FAIR, BY_HAND),
        about="by the server, and open to checking by everybody, or by the arbiter; at a scorer's by hand",
        required=False,
    )
    deals = member.count(
        about="the match ends after so many; 0 at the target of the rules", most=LIVE_DEALS, required=False
    )
    dealer = member.seat(about="who deals first", required=False)
    delay = member.count(
        about="by how many milliseconds those who watch are behind", most=LIVE_DELAY, required=False
    )


class SeatedMatchSchema(MatchTermsSchema):
    """A match, and who plays it."""

    names = member.many(
        fields.String(validate=validate.Regexp(NAME)), about="of the players, by seat", most=4, required=False
    )
    people = member.table(
        fields.String(),
        about='the seats of persons, by the names of their keys, as `{"A": "Ivan"}`: nothing else opens '
        "them; others than yourself need the key of an operator",
        keys=SEAT_LETTERS,
        required=False,
    )


class NewMatchSchema(SeatedMatchSchema):
    """A match to open."""

    rules = member.text(about="a rule set with its options, as `schnapsen` or `santase target=7`", least=1)
    programs = member.table(
        fields.String(validate=validate.OneOf(list(QUICK_PLAYERS))),
        about='the seats that built-in players take, as `{"B": "careful"}`',
        keys=SEAT_LETTERS,
        required=False,
    )
    free = member.many(
        fields.String(validate=validate.OneOf(SEAT_LETTERS)),
        about="the seats that whoever comes may take; there is no key for them in the answer",
        most=4,
        required=False,
    )
    tags = member.table(
        fields.String(validate=validate.Regexp(NAME)),
        about="what its record says of it: Event, Tournament, Round, Board",
        required=False,
    )
    public = member.truth(about="whether it is listed, and everybody may watch", required=False)


class OpenedSchema(WireSchema):
    """A match that has been opened. The keys are shown only this once."""

    id = member.text()
    keys = member.table(
        fields.String(),
        about="a secret for the arbiter, and for each seat that is not free, a program's or a person's",
        keys=ROLES,
    )
    links = member.table(fields.String(), about="where to act, and what to read")


class NextMatchSchema(WireSchema):
    """The rematch of another match."""

    id = member.text()
    links = member.table(fields.String())


class RevokedSchema(WireSchema):
    """That a role has no key."""

    role = member.word(ROLES)


class RenewedSchema(RevokedSchema):
    """The new key of a role, shown only this once; the old one is invalid."""

    key = member.text()


class InvitationSchema(WireSchema):
    """With a person's key: what a seat that is not free is exchanged for."""

    invitation = member.text(about="the key of the seat, void afterwards", required=False)


class SeatTakenSchema(WireSchema):
    """Who has a seat now: whoever knows the key, shown only this once, or a person."""

    role = member.word(SEAT_LETTERS)
    key = member.text(about="for a guest", required=False)
    person = member.text(about="the name of the person whose own key opens it", required=False)


class MatchStateSchema(SnapshotSchema):
    """How a match stands."""

    owner = member.text(
        about="who opened it, by the name of the key: for the arbiter, operators and whoever it was",
        required=False,
    )


class RefusalProblemSchema(ProblemSchema):
    """Why a table refused a request; nothing has changed."""

    version = member.count(about="the version of the table", required=False)
    ruling = member.part(TableRulingSchema, about="why it is refused", required=False)
    legal = member.texts(about="what the seat may do now, beside resigning", required=False)


class LegalSchema(WireSchema):
    """The legal actions of a seat."""

    version = member.count()
    legal = member.texts(about="beside resigning")


class WhySchema(WireSchema):
    """Whether a seat may do something now, and why not."""

    version = member.count()
    action = member.text()
    legal = member.truth()
    ruling = member.part(TableRulingSchema, about="why not", null=True)


class ListedMatchSchema(WireSchema):
    """A match in a list."""

    id = member.text()
    opened = member.text(lambda listed: listed.listing.opened.isoformat().replace("+00:00", "Z"))
    names = member.texts("listing.names")
    rules = member.text("listing.rules")
    tournament = member.text("listing.tournament", empty="omitted")
    round = member.text("listing.round", empty="omitted")
    board = member.text("listing.board", empty="omitted")
    tournament_id = member.text(
        "listing.tournament_id", "the id of the tournament that it was opened for", empty="omitted"
    )
    open = member.truth()
    record = member.text(about="the id of its record in the archive", empty="omitted")
    score = member.text(about="the game points by side, once it is over", empty="omitted")
    winner = member.side(
        lambda listed: listed.winner if listed.winner >= 0 else missing, "the side that won", required=False
    )
    free = member.texts(about="the seats that whoever comes may take", empty="omitted")
    identified = member.texts(
        about="the seats of persons; the others are guests' or programs'", empty="omitted"
    )
    own = member.text(about="the seat of whoever asks for their own matches", empty="omitted")
    awaited = member.texts(about="of one's own matches: the seats for which it waits", empty="omitted")


class ListedMatchesSchema(WireSchema):
    """Matches, last opened first."""

    matches = member.parts(ListedMatchSchema)
    next = member.text(about="the address of the next page", form="uri-reference", empty="omitted")


class ListQuery(Query):
    """Which matches are listed."""

    open = asked(fields.Boolean, "those that go on, or those that are over")
    mine = asked(
        fields.Boolean, "those at which the person whose key is sent sits, or that he opened", default=False
    )
    tournament = asked(fields.String, "", validate.Length(max=80))
    round = asked(fields.String, "", validate.Length(max=80))
    board = asked(fields.String, "", validate.Length(max=80))
    after = asked(fields.String, "the last match of the page before", validate.Regexp("^[0-9a-f]{16}$"))
    size = SIZE()


class SinceQuery(Query):
    """The parameters of a stream."""

    since = asked(fields.Integer, "the id of the last event that was received", validate.Range(0, MOST))


class JournalQuery(Query):
    """Where a page of a journal begins."""

    since = asked(
        fields.Integer, "the number of the last line received", validate.Range(-1, MOST), default=-1
    )


class RecordQuery(Query):
    """The parameters of a record."""

    now = asked(
        fields.Boolean,
        "whether the deal that is being played does, as whoever asks may know it",
        default=False,
    )


class ForQuery(Query):
    """The seat that is asked about."""

    seat = asked(
        fields.String,
        "for the arbiter at a scorer's table: which seat is asked about",
        validate.OneOf(SEAT_LETTERS),
    )


class WhyQuery(ForQuery):
    """The action that is asked about."""

    action = asked(fields.String, "as it is written in SGN; or draw", validate.Length(1, 16), example="As")
