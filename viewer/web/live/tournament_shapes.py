"""The request and response schemas of tournaments over HTTP."""

from marshmallow import fields, validate

from notation.wire import member
from notation.wire.events import MatchResultSchema
from notation.wire.shape import WireSchema
from viewer.limits import LIVE_TOURNAMENT
from viewer.web.live.boards import BoardSchema
from viewer.web.live.match_shapes import NAME, MatchTermsSchema, OpenedSchema, SeatedMatchSchema


class PairedMatchSchema(SeatedMatchSchema):
    """A match of a tournament, with the terms that are its own."""

    round = member.text(pattern=NAME, required=False)
    board = member.text(pattern=NAME, required=False)


class NewRoundSchema(MatchTermsSchema):
    """Matches to add to a tournament, as objects or as a table of pairings, with the terms of all."""

    matches = member.parts(PairedMatchSchema, most=LIVE_TOURNAMENT, required=False)
    pairings = member.text(
        about="matches as CSV with the columns round, board, A, B and so on", required=False
    )
    tags = member.table(
        fields.String(validate=validate.Regexp(NAME)),
        about="what the records say besides Tournament, Round and Board",
        required=False,
    )
    identified = member.truth(
        about="whether the names are those of persons, whose own keys open the seats; needs the key of an "
        "operator",
        required=False,
    )
    key = member.text(
        about="random, and as secret as the keys in the answer: the same request with the same key opens "
        "nothing twice, and gets the same answer",
        pattern="^[!-~]{16,64}$",
        required=False,
    )


class NewTournamentSchema(NewRoundSchema):
    """A tournament to open, with its first matches."""

    name = member.text(about="the tag Tournament of its records", pattern=NAME, least=1)
    public = member.truth(about="whether it is listed, and everybody may watch", required=False)


class OpenedMatchSchema(OpenedSchema):
    """A match of a tournament that has been opened."""

    round = member.text(empty="omitted")
    board = member.text(empty="omitted")
    names = member.texts(about="of the players, by seat")


class OpenedTournamentSchema(WireSchema):
    """A tournament of which matches have been opened. The keys are shown only this once."""

    id = member.text(about="of the tournament")
    matches = member.parts(OpenedMatchSchema, about="in the order in which they were asked for")
    key = member.text(about="of a new one: the arbiter's, for all matches of the tournament", empty="omitted")


class TournamentResultsSchema(WireSchema):
    """The results of the matches that are over, signed one by one and together."""

    tournament = member.text(about="its id")
    name = member.text()
    results = member.parts(MatchResultSchema, about="by round and board")
    key = member.text(about="the public key of the server; null where it signs nothing", null=True)
    signature = member.text(about="Ed25519, in base64; null where the server signs nothing", null=True)


class TournamentHeadSchema(WireSchema):
    """A tournament."""

    id = member.text()
    name = member.text()
    opened = member.text(via=lambda moment: moment.isoformat().replace("+00:00", "Z"))
    public = member.truth()


class TournamentSchema(TournamentHeadSchema):
    """A tournament, and how its matches stand."""

    boards = member.parts(BoardSchema, about="by round and board")
