"""Every limit of the service, in one place: its number, its unit, and what happens beyond it.

The result for a record must not depend on other requests at the same time, so each has a separate budget of
work; see :mod:`notation.limits`. The limits that an operator can set are fields of :class:`Settings`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, Self

from notation import Game, Judgement
from notation.editing import MOST_EDITS
from notation.findings import Fact, Phrase
from notation.judge import Verdict, judge, read_and_judged
from notation.limits import check, limited
from notation.rulings import RULED_POSITIONS, judge_in_full
from notation.text import Source
from referee import RuleSet


class Limit(NamedTuple):
    """A limit of the service."""

    name: str
    value: int
    unit: Phrase
    about: Phrase
    beyond: Phrase
    """What happens beyond it."""
    variable: str = ""
    """The environment variable that sets it."""
    least: int = 0


BACKUPS: Final = Phrase("backups")
BYTES: Final = Phrase("bytes")
CHARACTERS: Final = Phrase("characters")
DAYS: Final = Phrase("days")
DEALS: Final = Phrase("deals")
EDITS: Final = Phrase("edits")
EVENTS: Final = Phrase("events")
GAMES: Final = Phrase("games")
MEBIBYTES: Final = Phrase("MiB")
MILLISECONDS: Final = Phrase("milliseconds")
PARTS: Final = Phrase("parts")
POSITIONS: Final = Phrase("positions")
PIXELS: Final = Phrase("pixels")
PROCESSES: Final = Phrase("processes")
RECORDS: Final = Phrase("records")
MATCHES: Final = Phrase("matches")
REQUESTS: Final = Phrase("requests")
ROWS: Final = Phrase("rows")
SECONDS: Final = Phrase("seconds")
SETS: Final = Phrase("rule sets")
CLAIMS: Final = Phrase("disputed claims")
THREADS: Final = Phrase("threads")
UNITS: Final = Phrase("units of work")
WORDS: Final = Phrase("words")

NONE: Final = Phrase("the rest is left out")
OLDEST: Final = Phrase("the oldest is dropped")
UNKEPT: Final = Phrase("it is computed each time")
DROPPED: Final = Phrase("dropped by `santase archive tidy`")
ROTATED: Final = Phrase("dropped by `santase archive rotate`")
WAITS: Final = Phrase("requests wait")
CLOSED: Final = Phrase("the connection is closed")
LOGGED: Final = Phrase("the log says so")


def refused(status: int) -> Phrase:
    """Return the phrase that anything beyond is refused with a status."""
    return Phrase("refused with {status}", {"status": status})


BUSY: Final = Phrase("refused with {status} and Retry-After", {"status": 503})

_FIXED: Final[list[Limit]] = []


def _bound(name: str, value: int, unit: Phrase, about: Phrase, beyond: Phrase) -> int:
    """Add a limit to the table; return its value."""
    _FIXED.append(Limit(name, value, unit, about, beyond))
    return value


# Requests.

UPLOAD_BYTES: Final = _bound("upload-bytes", 1 << 20, BYTES, Phrase("a body"), refused(413))
FORM_PARTS: Final = _bound("form-parts", 100, PARTS, Phrase("files and fields of a form"), refused(413))
GAMES_SENT: Final = _bound("games-sent", 500, GAMES, Phrase("games of a request"), refused(413))
EDITS_SENT: Final = _bound("edits-sent", MOST_EDITS, EDITS, Phrase("edits of a request"), refused(422))
HEAD_BYTES: Final = _bound(
    "head-bytes", 1 << 15, BYTES, Phrase("the request line and the headers"), refused(431)
)
RAW_BYTES: Final = _bound("raw-bytes", 1 << 21, BYTES, Phrase("a chunked body, as transmitted"), refused(413))
BODY_RATE: Final = _bound(
    "body-rate", 4096, BYTES, Phrase("bytes that each further second of a body must bring"), refused(408)
)
BUFFERED_BYTES: Final = _bound(
    "buffered-bytes",
    1 << 26,
    BYTES,
    Phrase("memory of a worker for requests that are still arriving or wait for a thread"),
    BUSY,
)

# Queues.

WAITING_REQUESTS: Final = _bound(
    "waiting-requests", 250, REQUESTS, Phrase("requests waiting for a thread of a worker"), BUSY
)
WAIT_SECONDS: Final = _bound("wait-seconds", 10, SECONDS, Phrase("how long they wait"), BUSY)
READING_SECONDS: Final = _bound(
    "reading-seconds",
    1,
    SECONDS,
    Phrase("how long a reader may leave an answer unread while others wait for the thread"),
    CLOSED,
)

# The work of a request.

REQUEST_WORK: Final = _bound(
    "request-work", 220_000, UNITS, Phrase("everything that a request asks, including reading"), refused(422)
)
QUICK_WORK: Final = _bound(
    "quick-work",
    5_000,
    UNITS,
    Phrase("work of a thread for one request"),
    Phrase("answered by a separate process"),
)
RECORD_WORK: Final = _bound(
    "record-work", 30_000, UNITS, Phrase("judging a record"), Phrase("further deals are not judged (N304)")
)
"""A record with the most deals, all of their cards known, takes about 10,000."""
QUESTION_WAIT: Final = _bound(
    "question-wait",
    60,
    SECONDS,
    Phrase("a long question by the clock, on a machine that has other things to do; then its process ends"),
    BUSY,
)
COUNT_WORK: Final = _bound(
    "count-work",
    2_500,
    UNITS,
    Phrase("counting for statistics within a request"),
    Phrase("the next request counts on"),
)
CONVERTED_BYTES: Final = _bound(
    "converted-bytes",
    8,
    BYTES,
    Phrase("bytes of JSON or of another program's log converted into SGN, for a unit"),
    Phrase("it costs more units"),
)
DRAWN_PIXELS: Final = _bound(
    "drawn-pixels",
    200,
    PIXELS,
    Phrase("pixels of a PNG for a unit, as the square of its width"),
    Phrase("it costs more units"),
)
STEP_WORK: Final = _bound(
    "step-work",
    20,
    UNITS,
    Phrase("describing one step of a replay"),
    Phrase("a replay with more steps costs more units"),
)
DEALS_COMPARED: Final = _bound(
    "deals-compared", 32, DEALS, Phrase("a record judged under several rule sets"), refused(422)
)
SETS_COMPARED: Final = _bound(
    "sets-compared", 9, SETS, Phrase("rule sets that are named for a comparison"), refused(422)
)
POSITIONS_SOLVED: Final = _bound(
    "positions-solved",
    RULED_POSITIONS,
    POSITIONS,
    Phrase("the search for best play, for each side of a deal; each step is a unit of work"),
    Phrase("the values begin later in the deal"),
)
POSITIONS_REPLAYED: Final = _bound(
    "positions-replayed",
    150_000,
    POSITIONS,
    Phrase("the same for the replay, with every choice; its values are kept"),
    Phrase("the values begin later in the deal"),
)
CLAIMS_HEARD: Final = _bound("claims-heard", 8, CLAIMS, Phrase("claims about a deal at a time"), refused(422))
DOCKET_CHARACTERS: Final = _bound(
    "docket-characters",
    80,
    CHARACTERS,
    Phrase("the place, the date, the number and the arbiter of a dispute, each"),
    refused(422),
)
RULES_OFFERED: Final = _bound(
    "rules-offered",
    6,
    Phrase("rule sets"),
    Phrase("rules to choose from when a disputed sheet fits several"),
    Phrase("the best fits are shown"),
)
PNG_WIDTH: Final = _bound("png-width", 2048, PIXELS, Phrase("the width of a PNG"), refused(422))
QR_CHARACTERS: Final = _bound(
    "qr-characters", 300, CHARACTERS, Phrase("an address drawn as a QR code"), refused(422)
)

# Searches and lists.

SEARCH_CHARACTERS: Final = _bound(
    "search-characters", 256, CHARACTERS, Phrase("each field of a search"), refused(422)
)
SEARCH_WORDS: Final = _bound("search-words", 8, WORDS, Phrase("words of a search"), refused(422))
PAGE_RECORDS: Final = _bound("page-records", 500, RECORDS, Phrase("a page of the API"), refused(422))
PAGES: Final = _bound("pages", 10_000, Phrase("pages"), Phrase("pages of a search"), refused(422))
RECORDS_SKIPPED: Final = _bound(
    "records-skipped", 10_000, RECORDS, Phrase("records before a page reached by its number"), refused(422)
)
RECORDS_COUNTED: Final = _bound(
    "records-counted",
    1_000,
    RECORDS,
    Phrase("what a search counts"),
    Phrase("the answer says that there are more"),
)
CURSOR_CHARACTERS: Final = _bound("cursor-characters", 8192, CHARACTERS, Phrase("a cursor"), refused(422))
REASON_CHARACTERS: Final = _bound(
    "reason-characters",
    500,
    CHARACTERS,
    Phrase("why a record is hidden or removed"),
    Phrase("pages leave out the rest, and the API refuses it"),
)
SENDERS_COUNTED: Final = _bound(
    "senders-counted",
    10_000,
    REQUESTS,
    Phrase("addresses and keys whose requests a worker counts in a minute"),
    Phrase("it starts counting again"),
)
LISTED_RECORDS: Final = _bound(
    "listed-records", 25, RECORDS, Phrase("a page of the list"), Phrase("there is a next page")
)
GAMES_CHOSEN: Final = _bound(
    "games-chosen",
    50,
    GAMES,
    Phrase("games of a log that can be chosen one by one"),
    Phrase("the rest is chosen together"),
)
LINES_SHOWN: Final = _bound("lines-shown", 3000, ROWS, Phrase("lines of a log on the page"), NONE)
LINE_SHOWN: Final = _bound(
    "line-shown", 400, CHARACTERS, Phrase("a line of a log on the page"), Phrase("it is cut short")
)
COUNTED_ROWS: Final = _bound("counted-rows", 100, ROWS, Phrase("groups of the statistics in the API"), NONE)
SHOWN_ROWS: Final = _bound("shown-rows", 20, ROWS, Phrase("groups of the statistics on the page"), NONE)

LISTED_NAMES: Final = _bound(
    "listed-names", 50, ROWS, Phrase("a page of players or events"), Phrase("there is a next page")
)
OFFERED_NAMES: Final = _bound(
    "offered-names",
    50,
    ROWS,
    Phrase("players and events that the search offers, those with most games first"),
    NONE,
)
BALANCED_GAMES: Final = _bound(
    "balanced-games", 300, GAMES, Phrase("games of a player that his balance is made from"), NONE
)
CROSSED_PLAYERS: Final = _bound(
    "crossed-players", 32, Phrase("players"), Phrase("players of a cross table"), Phrase("none is made")
)

# Storage.

ANSWERS_KEPT: Final = _bound("answers-kept", 4096, Phrase("answers"), Phrase("the table of answers"), OLDEST)
ANSWER_BYTES: Final = _bound("answer-bytes", 1 << 18, BYTES, Phrase("a compressed answer in it"), UNKEPT)
RECORDS_HELD: Final = _bound("records-held", 16, RECORDS, Phrase("judgements that a process caches"), OLDEST)
HELD_BYTES: Final = _bound("held-bytes", 1 << 16, BYTES, Phrase("each record in it"), UNKEPT)
HEAVY_ADDRESSES: Final = _bound(
    "heavy-addresses", 1024, REQUESTS, Phrase("addresses that a worker gives to a process at a time"), OLDEST
)
HEAVY_SECONDS: Final = _bound(
    "heavy-seconds", 60, SECONDS, Phrase("how long it remembers them"), Phrase("a thread tries again")
)
ERRORS_SHOWN: Final = _bound("errors-shown", 20, ROWS, Phrase("errors on the page of state"), OLDEST)

# Live matches.

LIVE_BODY: Final = _bound("live-body", 1 << 14, BYTES, Phrase("requests to a live match"), refused(413))
LIVE_TOURNAMENT_BODY: Final = _bound(
    "live-tournament-body", 1 << 18, BYTES, Phrase("requests that open many live matches"), refused(413)
)
LIVE_TOURNAMENT: Final = _bound(
    "live-tournament", 500, ROWS, Phrase("live matches opened by one request"), refused(422)
)
LIVE_ERRORS: Final = _bound(
    "live-errors",
    20,
    ROWS,
    Phrase("what is reported as wrong in a request that opens live matches"),
    Phrase("the rest is left out"),
)
LIVE_DELAY: Final = _bound(
    "live-delay", 3_600_000, MILLISECONDS, Phrase("delay for the spectators of a live match"), refused(422)
)
LIVE_DEALS: Final = _bound(
    "live-deals", 100, DEALS, Phrase("a live match opened for this many deals"), refused(422)
)
LIVE_LINES: Final = _bound(
    "live-lines", 500, ROWS, Phrase("a page of the journal of a live match"), Phrase("there is a next page")
)
LIVE_READS: Final = _bound(
    "live-reads",
    90,
    REQUESTS,
    Phrase("reads of the past of live matches by one reader in a minute, for each worker"),
    refused(429),
)
LIVE_BACKLOG: Final = _bound(
    "live-backlog", 1_000, EVENTS, Phrase("what a reader of a live match may have missed"), refused(410)
)
LIVE_PIECE: Final = _bound(
    "live-piece",
    1 << 18,
    BYTES,
    Phrase("what a reader of a live match has missed, sent at a time"),
    Phrase("the stream ends, and resumes after its last event"),
)
LIVE_RECENT: Final = _bound(
    "live-recent", 16, EVENTS, Phrase("events of a live match kept for readers who reconnect"), UNKEPT
)
LIVE_ROLE_STREAMS: Final = _bound(
    "live-role-streams",
    8,
    REQUESTS,
    Phrase("streams of a live match that a seat or the arbiter has open at a time, in each worker"),
    OLDEST,
)
LIVE_ADDRESS_STREAMS: Final = _bound(
    "live-address-streams",
    200,
    REQUESTS,
    Phrase("streams of live matches that one address has open at a time, in each worker"),
    BUSY,
)
LIVE_ADDRESS_PROGRAMS: Final = _bound(
    "live-address-programs",
    20,
    MATCHES,
    Phrase(
        "matches in progress of one address without a key in which a built-in player sits, of each worker"
    ),
    BUSY,
)
LIVE_BUFFER: Final = _bound(
    "live-buffer", 1 << 16, BYTES, Phrase("what a reader of a live match has not taken yet"), CLOSED
)
LIVE_KEEP_ALIVE: Final = _bound(
    "live-keep-alive", 5, SECONDS, Phrase("an idle stream"), Phrase("the request means nothing")
)
LIVE_IDLE: Final = _bound(
    "live-idle",
    600,
    SECONDS,
    Phrase("a live match that nobody uses stays in memory"),
    Phrase("it is read from its journal again"),
)
LIVE_KEY_SECONDS: Final = _bound(
    "live-key-seconds",
    5,
    SECONDS,
    Phrase("a worker caches what a seat's key opens"),
    Phrase("it checks again"),
)
LIVE_REQUESTS: Final = _bound(
    "live-requests", 600, REQUESTS, Phrase("requests of a seat in a minute, for each worker"), refused(429)
)


# Times.

RETRY_SECONDS: Final = _bound(
    "retry-seconds", 5, SECONDS, Phrase("Retry-After of responses with status 503"), Phrase("try again")
)
PROBE_SECONDS: Final = _bound(
    "probe-seconds",
    1,
    SECONDS,
    Phrase("between two writes that /ready tries"),
    Phrase("the last result stands"),
)
LIVE_POLL_MS: Final = _bound(
    "live-poll",
    25,
    MILLISECONDS,
    Phrase("between two looks for moves that another process has stored in a file of SQLite"),
    Phrase("they are shown this much later"),
)
START_SECONDS: Final = _bound(
    "start-seconds", 30, SECONDS, Phrase("the start of a process for long questions"), BUSY
)


def _settable(name: str, value: int, unit: Phrase, about: Phrase, beyond: Phrase, least: int = 1) -> Any:
    """Return a field of the settings, with its entry in the table."""
    variable = f"SANTASE_{name.upper().replace('-', '_')}"
    return field(default=value, metadata={"limit": Limit(name, value, unit, about, beyond, variable, least)})


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits that an operator can set."""

    workers: int = _settable("workers", 2, PROCESSES, Phrase("workers of gunicorn"), WAITS)
    threads: int = _settable("threads", 9, THREADS, Phrase("threads of a worker"), WAITS)
    processes: int = _settable(
        "processes",
        1,
        PROCESSES,
        Phrase("processes of a worker for long questions; with 0 its threads answer them"),
        WAITS,
        least=0,
    )
    queue: int = _settable(
        "queue", 3, REQUESTS, Phrase("long questions waiting for a process"), BUSY, least=0
    )
    streams: int = _settable(
        "streams",
        3,
        REQUESTS,
        Phrase("streamed answers of a worker: exports, files answered game by game"),
        BUSY,
    )
    question_seconds: int = _settable(
        "question-seconds",
        15,
        SECONDS,
        Phrase("CPU time of a long question; then its process is stopped"),
        BUSY,
    )
    process_memory: int = _settable(
        "process-memory", 768, MEBIBYTES, Phrase("memory of such a process"), BUSY, least=256
    )
    header_seconds: int = _settable(
        "header-seconds", 10, SECONDS, Phrase("the request line and the headers"), refused(408)
    )
    body_seconds: int = _settable("body-seconds", 20, SECONDS, Phrase("the body"), refused(408))
    send_seconds: int = _settable(
        "send-seconds", 20, SECONDS, Phrase("until a reader takes the next part of an answer"), CLOSED
    )
    lock_seconds: int = _settable(
        "lock-seconds", 1, SECONDS, Phrase("waiting for a database lock or answer"), BUSY
    )
    query_seconds: int = _settable("query-seconds", 5, SECONDS, Phrase("a database query"), BUSY)
    live_workers: int = _settable("live-workers", 1, PROCESSES, Phrase("workers for live matches"), WAITS)
    live_opened: int = _settable(
        "live-opened",
        30,
        REQUESTS,
        Phrase("matches that one sender may open in a minute, for each worker"),
        refused(429),
    )
    live_programs: int = _settable(
        "live-programs",
        100,
        MATCHES,
        Phrase("matches in progress in which a built-in player sits, of each worker; 0 for none"),
        BUSY,
        least=0,
    )
    live_streams: int = _settable(
        "live-streams",
        2000,
        REQUESTS,
        Phrase("readers who follow live matches, of each worker; the last tenth needs a key to the match"),
        BUSY,
    )
    slow_ms: int = _settable("slow-ms", 1000, MILLISECONDS, Phrase("a request that is not slow"), LOGGED)
    backup_days: int = _settable(
        "backup-days", 7, BACKUPS, Phrase("backups of one day each, the last of that day"), ROTATED, least=0
    )
    backup_weeks: int = _settable(
        "backup-weeks",
        5,
        BACKUPS,
        Phrase("backups of one week each, the last of that week"),
        ROTATED,
        least=0,
    )
    backup_months: int = _settable(
        "backup-months",
        12,
        BACKUPS,
        Phrase("backups of one month each, the last of that month"),
        ROTATED,
        least=0,
    )
    keep_journals: int = _settable(
        "keep-journals",
        0,
        DAYS,
        Phrase("journals of finished live matches that belong to no tournament and no person; 0 is for ever"),
        DROPPED,
        least=0,
    )
    keep_audit: int = _settable(
        "keep-audit", 0, DAYS, Phrase("entries of the audit trail; 0 is for ever"), DROPPED, least=0
    )
    keep_tombstones: int = _settable(
        "keep-tombstones",
        0,
        DAYS,
        Phrase("that something was removed, and may not be added again; 0 is for ever"),
        DROPPED,
        least=0,
    )

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Self:
        """Return the settings of an environment; raise ValueError if one is invalid.

        >>> Settings.from_environment({"SANTASE_QUEUE": "0"}).queue
        0
        """
        chosen = {}
        for limit in settable():
            said = environ.get(limit.variable, "")
            if not said:
                continue
            if not (said.isascii() and said.isdigit() and len(said) < 7 and int(said) >= limit.least):
                raise ValueError(f"{limit.variable} is a number from {limit.least} on, not {said!r}")
            chosen[limit.name.replace("-", "_")] = int(said)
        settings = cls(**chosen)
        held = settings.processes + settings.queue + settings.streams
        if settings.processes and held >= settings.threads:
            raise ValueError(
                "SANTASE_PROCESSES, SANTASE_QUEUE and SANTASE_STREAMS together must be less than "
                "SANTASE_THREADS, so that threads are left for other requests"
            )
        return settings


def settable() -> list[Limit]:
    """Return the limits that can be set, with their defaults."""
    return [each.metadata["limit"] for each in fields(Settings)]


def limits(settings: Settings) -> list[Limit]:
    """Return every limit, as set."""
    chosen = [each._replace(value=getattr(settings, each.name.replace("-", "_"))) for each in settable()]
    return [*chosen, *_FIXED]


def size_fact(number: int) -> dict[str, Fact]:
    """Return a size for a sentence that says how many bytes are too many."""
    return {"size": f"{number >> 20} MiB" if number >> 20 else f"{number >> 10} KiB"}


@contextmanager
def _record_work() -> Iterator[None]:
    """Limit the work to that of a record; beyond what is around it there is no judgement, but SpentError.

    So a record is not judged in part because of the records before it in a request.
    """
    with limited(RECORD_WORK):
        yield
    check()


def judge_record(game: Game, imposed: RuleSet | None = None) -> Judgement:
    """Judge a game within the work for a record."""
    with _record_work():
        return judge(game, imposed=imposed)


def judge_record_in_full(game: Game, rules: RuleSet) -> Judgement:
    """Judge a game within the work for a record, with every finding."""
    with _record_work():
        return judge_in_full(game, rules)


def read_and_judge_record(source: Source) -> Judgement | Verdict:
    """Return the verdict on a game of a file, or its judgement if there is none."""
    judged = read_and_judged(source, RECORD_WORK)
    return judged if isinstance(judged, Verdict) else judge_record(judged)
