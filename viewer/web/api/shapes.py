"""Query parameters, and the shapes of responses that only a server gives.

All other responses have the shapes of :mod:`notation.wire`. It is long because it is one table, in which a
parameter or a member is a line.
"""

from collections.abc import Callable, Iterable
from datetime import UTC
from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from marshmallow import RAISE, Schema, ValidationError, fields, missing, validate

from notation import Finding, read_spec
from notation.findings import Phrase
from notation.record import SEAT_LETTERS
from notation.rulings import read_moment
from notation.wire import member
from notation.wire.codes import SaidCodeSchema
from notation.wire.formats import LogFindingSchema, RecognitionSchema, ReportEntrySchema, recognised
from notation.wire.judgement import JudgedFile, JudgementSchema
from notation.wire.member import CODE, DIGEST
from notation.wire.schemas import PRINTED
from notation.wire.shape import WireSchema
from viewer import limits
from viewer.cards.palettes import PALETTES, TONES
from viewer.cards.sheets import PACKS
from viewer.corpora.tallies import TallySchema, group_tallies
from viewer.documents.languages import NAMES
from viewer.exports.formats import FORMATS
from viewer.measures import Grouping
from viewer.store import Added, Listed, Novelty, Order, Stored, Visibility
from viewer.store.ordering import MOST
from viewer.web.failures import ProblemParts, ProblemSchema

Parameter = TypeVar("Parameter", bound="fields.Field[Any]")

DATE: Final = r"^[0-9?]{4}(-[0-9?]{2}){0,2}$"
SINCE: Final = r"^([0-9]{1,18}|[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]{2,15}(Z|[+ -][0-9:]{2,8})?)?)$"
HIDDEN: Final = r"^[A-D]{0,4}$"
PLACE: Final = r"^[1-9][0-9]?(\.[0-9]{1,2})?$"
RESULT: Final = r"^([A-D]|AC|BD|\*|[0-9]{1,4}(-[0-9]{1,4}){1,3}|-?[0-9]{1,4}( -?[0-9]{1,4}){1,3})$"
LEAST_WIDTH: Final = 64
"""Of a PNG, in pixels."""
PATHS: Final[dict[str, dict[str, Any]]] = {
    "id": {"type": "string", "pattern": "^[0-9a-fA-F]{8,64}$"},
    "match": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "tournament": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "role": {"type": "string", "enum": [*SEAT_LETTERS, "arbiter"]},
    "seat": {"type": "string", "enum": list(SEAT_LETTERS)},
    "number": {"type": "integer", "minimum": 1},
    "step": {"type": "integer", "minimum": 0},
    "spec": {"type": "string", "minLength": 1},
    "code": {"type": "string", "pattern": CODE},
    "schema": {"type": "string", "enum": list(PRINTED)},
}
"""The variables of paths."""


class RuleSpec(fields.String):
    """A rule set with its options, as in the Rules tag of a record."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        rules = read_spec(super()._deserialize(value, attr, data, **kwargs))
        if isinstance(rules, Finding):
            raise ValidationError(f"{rules.code.id}: {rules.message}")
        return rules


class RuleSpecs(RuleSpec):
    """Several rule sets, separated by commas."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        specs = [spec for spec in str(value).split(",") if spec.strip()]
        if len(specs) > limits.SETS_COMPARED:
            raise ValidationError(f"at most {limits.SETS_COMPARED} rule sets can be compared at once")
        return tuple(super(RuleSpecs, self)._deserialize(spec, attr, data, **kwargs) for spec in specs)


def asked(
    kind: Callable[..., Parameter],
    about: str = "",
    *checks: Callable[[Any], Any],
    default: Any = missing,
    example: Any = None,
    **how: Any,
) -> Parameter:
    """Return a parameter of a query; it is required if it has an example, and else may be left out."""
    said = {"description": about, "example": example, "pattern": how.pop("pattern", None)}
    if isinstance(default, Enum):
        said["default"] = default.value
    metadata = {name: value for name, value in said.items() if value is not None and value != ""}
    is_needed = example is not None
    return kind(load_default=default, required=is_needed, validate=checks or None, metadata=metadata, **how)


def one_of(words: Iterable[str]) -> validate.OneOf:
    """Return the check that a parameter is one of some words."""
    return validate.OneOf(list(words))


def _one(kind: type[Enum]) -> Callable[..., fields.Enum[Any]]:
    return partial(fields.Enum, kind, by_value=fields.String)


TRUTH: Final = partial(fields.Boolean, truthy={"true"}, falsy={"false"})
SIZE: Final = partial(asked, fields.Integer, "", validate.Range(1, limits.PAGE_RECORDS), default=50)
WIDTH: Final = validate.Range(LEAST_WIDTH, limits.PNG_WIDTH)


class Query(Schema):
    """The parameters of every operation."""

    class Meta:
        """Unknown parameters are refused."""

        unknown = RAISE

    lang = asked(fields.String, "the language of what is said in words", one_of(NAMES), default="en")


class JudgedQuery(Query):
    """The parameters of a judgement."""

    rules = asked(RuleSpec, "judge by these rules, whatever the record names: `santase target=11`")


class LogQuery(Query):
    """How a log is read."""

    source = asked(
        fields.String,
        "the format that it is in; without it it is recognised",
        one_of(form.name for form in FORMATS.values() if form.reader),
        default=None,
        data_key="from",
    )


class RuledQuery(JudgedQuery):
    """The parameters of a ruling."""

    best_play = asked(
        TRUTH,
        "whether it also tells what the end of the deal was worth, and what each action cost",
        default=False,
    )


class MomentField(fields.String):
    """A trick, or an action in it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        path = read_moment(super()._deserialize(value, attr, data, **kwargs))
        if isinstance(path, Phrase):
            raise ValidationError(str(path))
        return path


class PlacedQuery(JudgedQuery):
    """The parameters of a moment of a deal."""

    moment = asked(
        MomentField, "the head of a trick, `7`, or after an action of it, `7.2`", pattern=PLACE, example="2.1"
    )


class KnowerQuery(JudgedQuery):
    """The seat whose knowledge is asked for."""

    seat = asked(fields.String, "the seat that knows it", one_of(SEAT_LETTERS), example="A")


class SentDealQuery(JudgedQuery):
    """Which deal of a record in the body is asked about."""

    game = asked(
        fields.Integer, "which game of the file, where there are several", validate.Range(1), default=1
    )
    deal = asked(fields.Integer, "which deal of the game", validate.Range(1), example=1)


class SentRulingQuery(SentDealQuery, RuledQuery):
    """The deal whose ruling is asked for."""


class SentMomentQuery(SentDealQuery, PlacedQuery):
    """The moment of a deal that is asked about."""


class ClaimsField(fields.List[str]):
    """Claims about a deal, one after the other."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        claims = super()._deserialize(value, attr, data, **kwargs)
        if any(len(claim or "") > limits.SEARCH_CHARACTERS for claim in claims):
            raise ValidationError(f"Longer than maximum length {limits.SEARCH_CHARACTERS}.")
        return claims


class DisputedLiveQuery(Query):
    """The parameters of the claims about a deal of a live match."""

    claim = asked(
        partial(ClaimsField, fields.String()),
        "what somebody says, instead of what stands in the record; may be repeated",
        validate.Length(max=limits.CLAIMS_HEARD),
    )


class DisputedQuery(JudgedQuery, DisputedLiveQuery):
    """The parameters of the claims about a deal."""


class ComparedQuery(Query):
    """The parameters of a comparison."""

    rules = asked(RuleSpecs, "rule sets with commas between them, instead of all that share the pack")


def _words(about: str) -> fields.String:
    return asked(fields.String, about, validate.Length(max=limits.SEARCH_CHARACTERS))


class SoughtQuery(Query):
    """The criteria of a search."""

    player = _words("words of a player's name, of each at least how it begins")
    event = _words("words of the event's name, of each at least how it begins")
    date_from = asked(fields.String, "played then or later", validate.Regexp(DATE))
    date_to = asked(fields.String, "played then or earlier", validate.Regexp(DATE))
    rules = _words("the name of a rule set, or a whole spec")
    result = asked(
        fields.String,
        "a score, the seat or the partners that won, or * for a match that nobody has won",
        validate.Regexp(RESULT),
    )
    errors = asked(TRUTH, "whether anything is wrong with the record")
    text = _words("whole words of the record, in any order")
    series = _words("words of the name of the series, of each at least how it begins")
    since = asked(
        fields.String,
        "came after the record of this sequence, or then or later: `4711`, `2026-11-20T18:00:00Z`",
        validate.Length(max=limits.SEARCH_CHARACTERS),
        validate.Regexp(SINCE),
    )


class SearchQuery(SoughtQuery):
    """The criteria of a search, and the page of it."""

    order = asked(_one(Order), default=Order.ADDED)
    page = asked(fields.Integer, "", validate.Range(1, limits.PAGES), default=1)
    size = SIZE()
    cursor = asked(
        fields.String,
        "where the list goes on, from `next` of the page before; `page` does not count then",
        validate.Length(max=limits.CURSOR_CHARACTERS),
    )


class ChangesQuery(Query):
    """Which changes are requested."""

    since = asked(
        fields.Integer,
        "after which number: `since` of the last page, or 0 for all",
        validate.Range(0, MOST),
        default=0,
    )
    size = SIZE()


class AddQuery(Query):
    """The visibility of added records."""

    visibility = asked(
        _one(Visibility),
        "unlisted for whoever has the address, private for the key's holder and operators",
        default=Visibility.PUBLIC,
    )
    beside = asked(
        fields.Boolean,
        "keep a record that is known with other notes as another one, whose id is that of its text",
        default=False,
    )


class VisibilityQuery(Query):
    """The new visibility of a record."""

    to = asked(_one(Visibility), example=Visibility.UNLISTED.value)


class ReasonQuery(Query):
    """The reason for an action."""

    reason = asked(
        fields.String,
        "why; it is told to whoever asks for the record",
        validate.Length(max=limits.REASON_CHARACTERS),
        default="",
    )


class HiddenQuery(ReasonQuery):
    """Whether a record is hidden from now on."""

    to = asked(TRUTH, example=True)


class StatisticsQuery(Query):
    """The grouping of the statistics."""

    by = asked(_one(Grouping), default=Grouping.RULES)


class SeriesQuery(Query):
    """The requested series."""

    name = asked(
        fields.String, "the whole name of the series", validate.Length(1, 1024), example="Winter Bummerl"
    )


class ViewQuery(Query):
    """The view of a picture."""

    bottom = asked(fields.String, "the seat at the bottom", one_of(["", *SEAT_LETTERS]), default="")
    hidden = asked(fields.String, "the seats whose hands are hidden", validate.Regexp(HIDDEN), default="")
    pack = asked(fields.String, "", one_of(PACKS), default="french")
    palette = asked(fields.String, "", one_of(PALETTES), default="two-colour")
    tone = asked(fields.String, "", one_of(TONES), default="light")


class SizedViewQuery(ViewQuery):
    """The view of a picture, and its width in pixels."""

    width = asked(fields.Integer, "", WIDTH, default=800)


class AnimatedViewQuery(ViewQuery):
    """The view of an animated picture, its width in pixels, and the duration of a step."""

    width = asked(fields.Integer, "", WIDTH, default=480)
    pause = asked(fields.Integer, "milliseconds a step", validate.Range(100, 10_000), default=900)


class AddedGameSchema(WireSchema):
    """The result for one game that was sent."""

    id = member.text(pattern=DIGEST)
    digest = member.digest()
    number = member.count(about="which game of its file it is; 0 for text before the first")
    novelty = member.word(Novelty)
    why = member.text(about="why it is refused, if an operator has said so", empty="omitted")
    errors = member.count("summary.errors")
    findings = member.count("summary.findings")


class LineRangeSchema(WireSchema):
    """Lines of a log."""

    first = member.count(least=1)
    last = member.count(least=1)


class OpenedGameSchema(WireSchema):
    """A game of a log as a record, and the lines that it comes from."""

    number = member.count("origin.game", "which game of the log it is; others could not be read", least=1)
    sgn = member.text("text")
    deals = member.count()
    whole = member.truth("is_whole", "whether nothing of it is lost, and nothing in its lines is unread")
    lines = member.parts(LineRangeSchema, "origin.lines", "several where views of the game are merged")


class OpenedLogSchema(WireSchema):
    """A log, its format and why, the games made of it, and what was lost. Nothing is stored."""

    recognition = member.part(RecognitionSchema, lambda log: recognised("-", log.recognition))
    format = member.text(
        "format.name", "what it was read as; null where nothing could be recognised", null=True
    )
    games = member.parts(OpenedGameSchema)
    findings = member.parts(LogFindingSchema, "conversion.findings", "what could not be read, by its place")
    report = member.parts(ReportEntrySchema, "conversion.report")


class AddedGamesSchema(WireSchema):
    """The results for all games that were sent."""

    records = member.parts(AddedGameSchema)
    report = member.parts(ReportEntrySchema)


def _score(listed: Listed) -> tuple[int, ...]:
    score = listed.summary.score
    return tuple(map(int, score.split() if " " in score else score.split("-"))) if score else ()


class SummarySchema(WireSchema):
    """The summary of a record; null stands for what the record does not say."""

    id = member.text(pattern=DIGEST)
    sequence = member.count(
        "number",
        "its place among all records that came, which grows with every one; to ask for those `since` then",
        least=1,
    )
    visibility = member.word(Visibility, "standing.visibility")
    hidden = member.truth("standing.hidden", "whether an operator has hidden it")
    added = member.text(lambda listed: listed.added.astimezone(UTC).isoformat(), form="date-time")
    event = member.text("summary.event", empty="null")
    site = member.text("summary.site", empty="null")
    date = member.text("summary.date", "as it is written, with ? for what is not known", empty="null")
    round = member.text("summary.round", empty="null")
    players = member.names("summary.players", "the names by seat")
    guests = member.texts(
        lambda listed: list(listed.summary.guests),
        "the seats of guests in a live match, which count for nobody's page or statistics",
        empty="omitted",
    )
    rules = member.text(
        "summary.rules", "the rules that the record names, in their one spelling", empty="null"
    )
    deals = member.count("summary.deals")
    result = member.text("summary.result", "the result of the match as the record states it", empty="null")
    score = member.score(_score)
    winner = member.side("summary.winner", null=True)
    whole = member.truth("summary.whole", "whether all of the text could be read")
    errors = member.count("summary.errors")
    findings = member.count("summary.findings")
    series = member.text("summary.series", "the series to which the match belongs", empty="null")
    match = member.count("summary.match", "which match of its series it is", least=1, empty="null")


def _text(stored: Stored) -> str | None:
    try:
        return stored.text.decode()
    except UnicodeDecodeError:
        return None


class ExportedRecordSchema(SummarySchema):
    """A line of an export: the summary of a record, and its text."""

    text = member.text(_text, "the record as it came; null where that is not UTF-8", null=True)


class RemovedSchema(WireSchema):
    """What is left of a record that was removed."""

    id = member.text(pattern=DIGEST)
    removed = member.text(lambda gone: gone.removed.astimezone(UTC).isoformat(), form="date-time")
    reason = member.text()


class RecordChangeSchema(WireSchema):
    """A change to a public record: it was added, became public, or is no longer public."""

    number = member.count(about="its place among all that happened", least=1)
    id = member.text(pattern=DIGEST)
    record = member.part(SummarySchema, about="null where it is not public now", null=True)
    removed = member.part(
        RemovedSchema, about="what is left of it, where it was removed while it was public", null=True
    )


class RecordChangesSchema(WireSchema):
    """Changes to the public records after some number."""

    since = member.count("last", "the number after which to ask next time")
    more = member.truth(about="whether anything has happened after it")
    changes = member.parts(RecordChangeSchema)


class FoundSchema(WireSchema):
    """A page of search results."""

    total = member.count(about="how many there are, as far as they are counted", most=limits.RECORDS_COUNTED)
    more = member.truth(about="whether there are more than `total`")
    page = member.count(least=1, most=limits.PAGES)
    size = member.count(least=1, most=limits.PAGE_RECORDS)
    next = member.text(about="the address of the next page, if there is one", form="uri-reference", null=True)
    records = member.parts(SummarySchema)


class CheckedGamesSchema(WireSchema):
    """The judgements of all games that were sent."""

    games = member.parts(JudgementSchema)


class GameLine(NamedTuple):
    """A line of a response that reports one game after the other."""

    number: int
    line: int
    left: int
    judgement: JudgedFile | None = None
    added: Added | None = None
    problem: ProblemParts | None = None


class GameLineSchema(WireSchema):
    """The members that the lines of all games have."""

    game = member.count("number", "counted from 1; 0 for text before the first")
    line = member.count(about="on which line of what was sent it starts", least=1)
    left = member.count(about="how many lines come after this one; 0 on the last")
    problem = member.part(ProblemSchema, about="why nothing was done with it; null where it was", null=True)


class CheckedGameSchema(GameLineSchema):
    """The judgement of a game that was sent: a line of the response."""

    judgement = member.part(JudgementSchema, about="null where there is a problem", null=True)


class TakenGameSchema(GameLineSchema):
    """The result for a game that was sent to be added: a line of the response."""

    added = member.part(AddedGameSchema, about="null where there is a problem", null=True)


class CodesSchema(WireSchema):
    """All codes of findings."""

    codes = member.parts(SaidCodeSchema)


class OfferedAddressSchema(WireSchema):
    """An address, or a URI template (RFC 6570), and what it offers."""

    href = member.text()
    methods = member.texts()


class IndexSchema(WireSchema):
    """The resources under `/api/v1`."""

    version = member.text(about="of the program")
    openapi = member.text(about="the address of the description, OpenAPI 3.1", form="uri-reference")
    docs = member.text(about="the address of the description for people", form="uri-reference")
    resources = member.parts(OfferedAddressSchema)


class StatisticsSchema(WireSchema):
    """The statistics of the deals of the archive."""

    uncounted = member.count(about="records that came lately and are not counted yet; ask again")
    tallies = member.parts(
        TallySchema,
        lambda of: group_tallies(of.tallies),
        f"those with most deals first, no more than {limits.COUNTED_ROWS}",
    )
